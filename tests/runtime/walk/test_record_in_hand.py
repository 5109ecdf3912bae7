"""A dialog that names another record than the one whose row it was opened from."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from handrail.actuators import Actuator
from handrail.errors import WrongRecord
from handrail.runtime.walk.exact import Found
from handrail.runtime.walk.record_in_hand import RecordInHand, RecordsInHand, names_another
from handrail.runtime.walk.stopping import StopSignal
from handrail.sop.node import Task
from handrail.targeting import Candidate, ElementSnapshot, Match
from handrail.targeting.snapshot import FormFacts
from tests.targeting.elements import button, field, recorded_from

_IN_ROW = recorded_from(
    button("Delete"),
    {
        "by": "role",
        "role": "button",
        "name": "Delete",
        "within": {"by": "row", "text": "Ember", "exact": True},
    },
)
_ROWS = ("No. 1 Ember Basel", "No. 2 Falcon Optics Jena", "No. 3 Oslo Steel")


@pytest.mark.parametrize(
    ("says", "other"),
    [
        ("Delete supplier? Falcon Optics will be deleted.", "Falcon Optics"),
        ("Delete supplier? It has 3 orders.", None),
        # The recorded dialog says so of any record.
        ("Delete supplier? Oslo Steel will be told.", None),
    ],
)
def test_another_row_s_record_is_known_by_the_words_that_call_it(says: str, other: str | None) -> None:
    held = RecordInHand(_IN_ROW, "Ember", _ROWS[0])
    assert names_another(says, "Delete supplier? Oslo Steel will be told.", held, _ROWS) == other


class _Page:
    async def gather(self, page: str, target: Any, *, brief: bool = False) -> tuple[Candidate, ...]:
        rows = [button("Delete", near={"row": row}) for row in _ROWS]
        return tuple(Candidate(place=at, element=row) for at, row in enumerate(rows))


@pytest.mark.parametrize("says", ["Delete Falcon Optics?", "Delete Ember and Falcon Optics?", "Delete it?"])
async def test_what_names_another_record_alone_is_not_answered(says: str) -> None:
    held, stop = RecordsInHand(), StopSignal()
    held.take(_task("repeatable"), _found(button("Delete", near={"row": _ROWS[0]})))
    answers = _found(button("Delete", leads={"dialog": says}))
    asks = held.see_that_dialog_means_it(_task("once"), answers, cast("Actuator", _Page()), stop)
    if says != "Delete Falcon Optics?":
        await asks
        return
    with pytest.raises(WrongRecord, match="The dialog names 'Falcon Optics', and the step is about 'Ember'"):
        await asks


def _found(seen: ElementSnapshot) -> Found:
    match = Match(element=seen, locator=_IN_ROW.locators[0], confidence=1, reasons=())
    return Found(match, _IN_ROW, "http://app.test/")


def _task(effect: Any) -> Task:
    click = {
        "type": "task",
        "id": "delete",
        "label": "Delete",
        "intent": "Deletes.",
        "action": {"do": "click"},
    }
    return Task.model_validate({**click, "target": _IN_ROW.model_dump(), "effect": effect})


def _shows(*elements: ElementSnapshot, url: str = "http://app.test/5") -> Actuator:
    page = SimpleNamespace(url=lambda page: url)

    async def gather(page: str, target: Any, *, brief: bool = False) -> tuple[Candidate, ...]:
        return tuple(Candidate(place=at, element=one) for at, one in enumerate(elements))

    page.gather = gather
    return cast("Actuator", page)


_IN_DIALOG: Any = {"ancestors": ("form", "div[dialog]", "body")}
_SEARCH = field("Search", value="Ember", form=None)


@pytest.mark.parametrize(
    ("shown", "its"),
    [
        ((field("Name", value="Ember", form=FormFacts()),), True),
        ((field("Name", value="Ember North", form=FormFacts()),), False),
        # Beside a form, and behind a dialog, it is what was looked for.
        ((_SEARCH,), False),
        ((_SEARCH, field("Name", value="Falcon", **_IN_DIALOG)), False),
        ((_SEARCH, field("Name", value="ember", **_IN_DIALOG)), True),
        ((field("Name", value="Ember", **_IN_DIALOG), field("Parent", value="Ember", **_IN_DIALOG)), False),
    ],
)
async def test_a_form_is_its_record_s_by_a_field_where_no_heading_says_so(
    shown: tuple[ElementSnapshot, ...], its: bool
) -> None:
    held, stop, fills = RecordsInHand(), StopSignal(), _task("repeatable")
    assert not await held.is_its_form(fills, "Ember", _shows(*shown), stop)
    held.take(fills, _found(button("Edit", near={"row": _ROWS[0]})))
    assert await held.is_its_form(fills, "Ember", _shows(*shown), stop) is its
    assert not await held.is_its_form(fills, "Falcon Optics", _shows(*shown), stop)
    # It stays its form when the name is changed in it, until it is sent or another page comes.
    assert await held.is_its_form(fills, "Ember", _shows(), stop) is its
    assert await held.is_its_form(fills, "Ember", _shows(url="http://app.test/5#sales"), stop) is its
    assert not await held.is_its_form(fills, "Ember", _shows(url="http://app.test/6"), stop)
    held.take(_task("once"), None)
    assert not await held.is_its_form(fills, "Ember", _shows(), stop)


async def test_a_form_is_its_record_s_where_its_name_was_pressed_in_its_row() -> None:
    held, stop, fills = RecordsInHand(), StopSignal(), _task("repeatable")
    named = button("Ember", role="link", tag="a", near={"row": _ROWS[0]})
    row = {"by": "row", "text": "Ember", "exact": True}
    target = recorded_from(named, {"by": "role", "role": "link", "name": "Ember", "within": row})
    match = Match(element=named, locator=target.locators[0], confidence=1, reasons=())
    held.take(_task("none"), Found(match, target, "http://app.test/"))
    shown = _shows(field("Name", value="Ember", form=FormFacts()))
    assert await held.is_its_form(fills, "Ember", shown, stop)
    assert not await held.is_its_form(fills, "Falcon Optics", shown, stop)
    held.take(_task("none"), _found(button("Help", near={})))
    assert not await held.is_its_form(fills, "Falcon Optics", shown, stop)
