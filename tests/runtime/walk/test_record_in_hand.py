"""A dialog that names another record than the one whose row it was opened from."""

from __future__ import annotations

from typing import Any, cast

import pytest

from handrail.actuators import Actuator
from handrail.errors import WrongRecord
from handrail.runtime.walk.exact import Found
from handrail.runtime.walk.record_in_hand import RecordInHand, RecordsInHand, names_another
from handrail.runtime.walk.stopping import StopSignal
from handrail.sop.node import Task
from handrail.targeting import Candidate, ElementSnapshot, Match
from tests.targeting.elements import button, recorded_from

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
