"""What was done in a record's row, and stands on the record's own page in the next version."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.runtime.finding.own_page import link_of_record, what_came
from handrail.targeting import ElementSnapshot
from tests.targeting.elements import button, on_page, recorded_from

_ROW = {"by": "row", "role": "row", "text": "Ember", "exact": True}
_DELETE = recorded_from(button("Delete"), {"by": "role", "role": "button", "name": "Delete", "within": _ROW})
_HEADED: Any = {"near": {"heading": "Ember"}}


def _link(name: str, to: str = "/5", **more: Any) -> ElementSnapshot:
    return button(name, tag="a", role="link", attributes={"href": to}, **more)


@pytest.mark.parametrize(
    ("shown", "leads"),
    [
        ((_link("Ember", in_row=True), _link("Fjord", "/6", in_row=False)), True),
        # A list beside the record, which is no list of rows.
        ((_link("Ember"), _link("Fjord", "/6")), True),
        ((_link("Ember North", in_row=True),), False),
        ((_link("Ember", "/referred", in_row=False), button("Rename", in_row=True)), False),
        ((_link("Ember"), _link("Ember", "/6")), False),
        ((_link("Ember", in_row=True), button("Delete", in_row=True)), False),
        ((button("Ember", in_row=True),), False),
    ],
)
def test_only_what_says_just_the_record_s_name_leads_to_its_page(
    shown: tuple[ElementSnapshot, ...], leads: bool
) -> None:
    assert (link_of_record(_DELETE, on_page(*shown)) is not None) is leads
    assert link_of_record(recorded_from(button("Delete")), on_page(*shown)) is None


@pytest.mark.parametrize(
    ("come", "is_it"),
    [
        ((button("Delete", **_HEADED),), True),
        ((button("Delete", near={"heading": "Edit Ember"}),), True),
        # Of a picture, of a note, and nobody knows which of two.
        ((button("Delete", near={"heading": "Picture"}),), False),
        ((button("Delete", near={"heading": "Ember", "row": "Called today"}),), False),
        ((button("Delete", **_HEADED), button("Delete", **_HEADED)), False),
        ((button("Archive", **_HEADED),), False),
    ],
)
def test_what_came_under_the_record_s_heading_is_taken(
    come: tuple[ElementSnapshot, ...], is_it: bool
) -> None:
    assert (what_came(_DELETE, on_page(_link("Ember")), on_page(*come)) is not None) is is_it


def test_what_was_there_before_has_not_come() -> None:
    shown = on_page(button("Delete", **_HEADED))
    assert what_came(_DELETE, shown, shown) is None
