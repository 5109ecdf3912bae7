"""The measure of exploring: its model sees no more than a model, and some of its cases as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.wayfinding.case import Case
from benchmarks.wayfinding.errands import ADD_NOTE, NEW_ORDER, cases
from benchmarks.wayfinding.oracle import oracle
from benchmarks.wayfinding.running import results
from handrail.browser import LaunchedBrowser
from handrail.sessions.service.place import Place
from handrail_practice.drift import WAYS
from tests.models.server import Heard

PROMPT = """Goal: the form for a new contact
Background: none

[1] link 'Orders'
[2] button '☰'
[3] link 'Add person'

{tried}"""


def asked(tried: str = "") -> Heard:
    return Heard("", "", PROMPT.format(tried=tried), {}, {})


def test_the_model_by_rules_knows_words_and_forgets_nothing_that_it_is_told() -> None:
    assert oracle(asked())["element"] == 3
    second = oracle(asked("1. Click link 'Add person': done, then at http://x/."))
    assert second["element"] == 2
    third = oracle(asked("1. Click link 'Add person': done. 2. Click button '☰': done."))
    assert third["move"] == "give_up"


def test_every_way_of_drifting_is_met_by_what_is_there_and_what_is_gone() -> None:
    all_ = list(cases())
    assert {drift for case in all_ for drift in case.drifts} > WAYS
    assert len(all_) == len({case.words for case in all_}) > 100
    assert sum(case.gone for case in all_) > 40


@pytest.mark.long
@pytest.mark.sweep
async def test_what_is_elsewhere_is_found_and_what_is_gone_is_given_up(
    tmp_path: Path, place: Place, launched: LaunchedBrowser
) -> None:
    chosen = [
        Case(NEW_ORDER, ("behind-menu", "renamed-labels"), gone=False),
        Case(ADD_NOTE, ("withdrawn",), gone=True),
    ]
    found = [result async for result in results(chosen, tmp_path, place, launched)]
    assert [(one.case.words, one.ended) for one in found if not one.right] == []
    assert sum(one.escapes + one.effects for one in found) == 0
    assert all(one.calls > 0 for one in found)
