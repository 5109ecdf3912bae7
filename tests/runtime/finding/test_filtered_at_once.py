"""A button to search by that is gone since the list is filtered as one types."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from handrail.actuators import Look
from handrail.runtime.finding.filtered_at_once import filtered_at_once
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.stopping import StopSignal
from handrail.sop.node import Task
from handrail.targeting import Sighting
from tests.targeting.elements import button, field, recorded_from

ROW = {"by": "row", "role": "row", "text": "Ben", "exact": True}
IN_ROW = recorded_from(button("Archive"), {"by": "role", "role": "button", "name": "Archive", "within": ROW})
ANYWHERE = recorded_from(button("Archive"))


def step(action: dict[str, Any], target: Any, effect: str = "none") -> Task:
    facts = {"type": "task", "id": "step", "label": "Step", "intent": "Goes on.", "effect": effect}
    return Task.model_validate({**facts, "action": action, "target": target.model_dump()})


@pytest.mark.parametrize(
    ("name", "held", "ahead", "listed", "passed"),
    [
        ("Search", "Ben", IN_ROW, True, True),
        ("Reset", "Ben", IN_ROW, True, False),
        ("Search", "", IN_ROW, True, False),
        ("Search", "Ben", ANYWHERE, True, False),
        ("Search", "Ben", IN_ROW, False, False),
    ],
)
async def test_nothing_is_pressed_where_the_sought_row_is_listed_already(
    name: str, held: str, ahead: Any, listed: bool, passed: bool
) -> None:
    """What comes next is done in that row; by its place alone, nobody knows that the list was filtered."""
    typed = step({"do": "fill", "value": "Ben"}, recorded_from(field("Name")))

    async def look(page: str, *, target: Any, timeout: float) -> Look:
        there = field("Name", value=held) if target == typed.target else button("Archive", in_row=True)
        count = int(listed or target == typed.target)
        hits = [{"count": count, "elements": [0] if count else []} for _ in target.locators]
        sighting = {"locators": hits, "elements": [there] if count else []}
        return Look(url="http://app.test/", sighting=Sighting.model_validate(sighting))

    async def rest(page: str) -> None:
        return None

    actuator = SimpleNamespace(look=look, traffic=SimpleNamespace(rest=rest))
    filled = SimpleNamespace(last=lambda page: SimpleNamespace(real=typed))
    crew = cast(Crew, SimpleNamespace(actuator=actuator, filled=filled, stop=StopSignal()))
    search = step({"do": "click"}, recorded_from(button(name)))
    instead = await filtered_at_once(crew, search, search, ahead)
    assert (instead is not None and instead.real.action.do == "hover") is passed
