"""How a record's row opens the record by now."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.runtime.finding.opened_otherwise import opener_in_row
from handrail.targeting import ElementSnapshot
from tests.targeting.elements import button, on_page

IN: dict[str, Any] = {"in_row": True, "attributes": {"type": "button"}}
NAME = button("Ember", tag="a", role="link", **IN | {"attributes": {"href": "/5"}})
EDIT = button("Edit", **IN)
PEN = button("✎", **IN | {"attributes": {"title": "Edit Ember"}})
DELETE = button("Delete", **IN)
OTHER = button("Edit", attributes={"type": "button"}, in_row=False)


@pytest.mark.parametrize(
    ("shown", "place"),
    [
        ((NAME, EDIT, DELETE), 0),
        ((DELETE, EDIT, OTHER), 1),
        ((DELETE, PEN), 1),
        ((EDIT, button("View", **IN)), None),
        ((NAME, NAME), None),
        ((DELETE, OTHER), None),
        ((button("Edit", **IN | {"attributes": {"type": "submit"}}),), None),
        ((button("Details", expanded=False, **IN),), None),
        ((button("Edit tags", **IN),), None),
    ],
    ids=["name", "command", "sign", "two", "two names", "none", "sends", "unfolds", "of a part"],
)
def test_its_name_or_the_only_command_that_opens_is_pressed(
    shown: tuple[ElementSnapshot, ...], place: int | None
) -> None:
    found = opener_in_row("Ember", on_page(*shown))
    assert (found.place if found is not None else None) == place
