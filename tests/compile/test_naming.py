"""What variables are called."""

from __future__ import annotations

import pytest

from handrail.compile.known import Slot
from handrail.compile.naming import name_slots


@pytest.mark.parametrize(
    ("labels", "name"),
    [
        (["MM/DD/YYYY"], "date"),
        (["TT.MM.JJJJ"], "date"),
        (["hh:mm"], "time"),
        (["DD-MM-YYYY", "Due date"], "due_date"),
        (["Commission"], "commission"),
        (["Address"], "address"),
    ],
)
def test_how_a_date_is_to_be_written_names_no_field(labels: list[str], name: str) -> None:
    slot = Slot("11/24/2026", "typed", labels=labels)
    name_slots([slot])
    assert slot.name == name
