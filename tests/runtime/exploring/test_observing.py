"""What a model is shown of a page: short, whole, and in words that stay the same while the page does."""

from __future__ import annotations

from typing import Any

from handrail.runtime.exploring.observing import Observation, observed
from handrail.targeting import ElementSnapshot
from tests.targeting.elements import button, field, on_page

URL = "http://crm.test/contacts"


def seen(*elements: ElementSnapshot, url: str = URL) -> Observation:
    return observed(url, "Contacts", on_page(*elements))


def inside(section: str, row: str | None = None) -> dict[str, Any]:
    return {"near": {"section": section, "row": row}}


def test_parts_rows_states_and_references_are_told() -> None:
    page = seen(
        button("Menu", **inside("Main")),
        field("Search", value="Ada", **inside("Contacts")),
        button("Edit", **inside("Contacts", "Ada Byron Term sheet Edit Delete")),
        button("Delete", enabled=False, **inside("Contacts", "Ada Byron Term sheet Edit Delete")),
        button("New", **inside("Contacts")),
    )
    assert page.described().splitlines() == [
        f"Page 'Contacts' at {URL}",
        "# Main",
        "[1] button 'Menu'",
        "# Contacts",
        "[2] textbox 'Search' (holds 'Ada')",
        "- Ada Byron Term sheet",
        "[3] button 'Edit'",
        "[4] button 'Delete' (disabled)",
        "-",
        "[5] button 'New'",
    ]


def test_changes_since_the_last_look_are_marked() -> None:
    before = seen(button("Menu", **inside("Main")), button("Old", **inside("Main")))
    now = seen(button("Menu", **inside("Main")), button("New", **inside("Main")))
    told = now.described(before)
    assert "[1] button 'Menu'" in told and "[2]*button 'New'" in told
    assert "No longer there: button 'Old'" in told
    elsewhere = seen(button("New", **inside("Main")), url="http://crm.test/orders")
    assert "No longer there" not in elsewhere.described(before)


def test_the_state_of_a_page_is_what_can_be_done_there_and_what_is_typed() -> None:
    once = seen(button("Save"), field("Name"))
    assert once.fingerprint == seen(button("Save"), field("Name")).fingerprint
    for other in (
        seen(button("Save"), field("Name", value="Ada")),
        seen(button("Save", enabled=False), field("Name")),
        seen(button("Save")),
        seen(button("Save"), field("Name"), url=f"{URL}?page=2"),
    ):
        assert other.fingerprint != once.fingerprint


def test_a_page_of_five_hundred_controls_is_told_whole() -> None:
    rows = [
        button(name, **inside("Contacts", f"Person {number} {'text ' * 8}Open Edit"))
        for number in range(260)
        for name in ("Open", "Edit")
    ]
    told = seen(*rows).described()
    assert "[500] button 'Edit'" in told and "[501]" not in told
    assert len(told) < 14000
