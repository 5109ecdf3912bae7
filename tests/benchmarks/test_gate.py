"""The labelled actions of `benchmarks/gate.py`, and that the gate keeps its promise on them."""

from __future__ import annotations

import pytest

from benchmarks.gate import broken_promises, count, outcome
from benchmarks.gated.cases import HELD_BACK, RUNNING, SPLITS, labelled
from handrail.policy import CATEGORIES
from tests.sweeping import some_of

IN_EVERY_RUN = {"held_out", "fresh", "admin_words", "forms_fresh", "apps_fresh"}


@pytest.mark.parametrize(
    "split", some_of(SPLITS, *(place for place, name in enumerate(SPLITS) if name in IN_EVERY_RUN))
)
def test_no_high_risk_action_passes_unasked_and_few_harmless_ones_are_stopped(split: str) -> None:
    outcomes = [outcome(case) for case in labelled([split])]
    figures = count(outcomes)
    assert broken_promises({**figures, "p50_ms": 0.0}) == []
    assert figures["misnamed_unasked"] == 0, "a step's own words reach no further than they say"
    assert figures["named_asked"] == 0, "what a step names needs no second question"


def test_the_set_is_what_its_description_says() -> None:
    cases = labelled()
    counted = [case for case in cases if case.label != "arguable"]
    held_out = [case for case in counted if case.split == "held_out"]
    assert len(counted) >= 400 and len(held_out) >= 200
    assert len({(case.id, case.language) for case in cases}) == len(cases)
    assert all((case.label == "high") == (case.category in CATEGORIES) for case in cases)
    assert all(case.note for case in cases if case.label == "arguable")
    for language in ("en", "de", "es", "fr"):
        own = [case for case in counted if case.language == language]
        assert sum(case.label == "high" for case in own) >= 60 and len(own) >= 200


def test_the_actions_held_back_are_as_many_in_each_language() -> None:
    cases = [case for case in labelled(HELD_BACK) if case.split not in RUNNING]
    assert len(cases) >= 300
    counted = {
        language: sum(case.language == language for case in cases) for language in ("en", "de", "es", "fr")
    }
    assert len({*counted.values()}) == 1


def test_the_actions_held_back_are_labelled_and_each_running_app_is_in_one_part() -> None:
    assert all((case.label == "high") == (case.category in CATEGORIES) for case in labelled(HELD_BACK))
    assert all(case.note for case in labelled(HELD_BACK) if case.label == "arguable")
    apps = [{case.id.partition("#")[0] for case in labelled([split])} for split in RUNNING]
    assert sum(map(len, apps)) == len(set[str]().union(*apps)) >= 10
