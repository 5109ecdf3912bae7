"""The titles that elements stand under: they name the record that is meant, and not the recorded one."""

from __future__ import annotations

import pytest

from handrail.sop.target import Neighbourhood
from tests.compile.recordings import APP, Show, field, in_row, node


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("Board Retreat", "{{ booking }}"),
        ("Edit Board Retreat", "Edit {{ booking }}"),
        ("Board Retreat North", "Board Retreat North"),
        ("Notes 3 Board Retreat", "Notes 3 Board Retreat"),
    ],
)
def test_a_title_that_says_what_is_done_with_a_record_names_whichever_is_meant(title: str, kept: str) -> None:
    edit = in_row("link", "Edit", "Board Retreat", "Board Retreat Open")
    show = Show(f"{APP}/bookings").goes(edit, "/bookings/2/edit", headings=(title,))
    sop = show.type(field("Guests", near=Neighbourhood(heading=title)), "14").sop()
    target = node(sop, "fill-guests").target
    assert target is not None and target.near.heading == kept
