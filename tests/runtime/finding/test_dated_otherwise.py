"""Which fields take a day by now, and which day a step gives."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from handrail.runtime.finding.dated_otherwise import day_given, way_of
from handrail.sop.node import Task
from handrail.targeting import ElementSnapshot
from tests.targeting.elements import field, recorded_from

DAY = date(2027, 4, 24)


@pytest.mark.parametrize(
    ("seen", "does"),
    [
        (field("Due", input_type="date"), "2027-04-24"),
        (field("Due", placeholder="DD.MM.YYYY"), "24.04.2027"),
        (field("Due", editable=False, placeholder="Pick a date"), "pick_date"),
        (field("Due", editable=False, value="9 Mar 2026"), "pick_date"),
        (field("Due"), None),
        (field("Due", editable=False), None),
        (field("Due", editable=False, value="Ada"), None),
    ],
)
def test_a_field_takes_a_day_as_it_says(seen: ElementSnapshot, does: str | None) -> None:
    way = way_of(seen, DAY)
    assert (getattr(way[0], "value", way[0].do) if way is not None else None) == does


@pytest.mark.parametrize(
    ("was", "action", "day"),
    [
        ({}, {"do": "pick_date", "date": "2027-04-24"}, DAY),
        ({"input_type": "date"}, {"do": "fill", "value": "2027-04-24"}, DAY),
        ({"placeholder": "MM/DD/YYYY"}, {"do": "fill", "value": "04/24/2027"}, DAY),
        ({}, {"do": "fill", "value": "04/03/2027"}, None),
        ({"placeholder": "MM/DD/YYYY"}, {"do": "fill", "value": "2027-04-24"}, None),
    ],
)
def test_the_day_is_known_only_where_nothing_leaves_it_open(was: Any, action: Any, day: date | None) -> None:
    target = recorded_from(field("Due", **was)).model_dump()
    facts = {"type": "task", "id": "due", "label": "Due", "effect": "repeatable"}
    assert day_given(Task.model_validate({**facts, "action": action, "target": target})) == day
