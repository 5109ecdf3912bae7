"""Boxes that select what a command beside the list is done to: which entry is meant is an input."""

from __future__ import annotations

import pytest

from handrail.sop.document import Sop

from .recordings import APP, Show, button, field

LISTED = {"Ada": "false", "Ben": "false", "Cleo": "false"}


def archived(behind: dict[str, str], *, at: str = "/people") -> Sop:
    """Ben is ticked, and a command given; `behind` is what the boxes hold then."""
    show = Show(f"{APP}/people", values=LISTED)
    show.tick(field("Ben", "checkbox"))
    seq = show.press(button("Archive"))
    show.add("response", method="POST", request_url=f"{APP}/archive", status=200, document=False)
    show.state.values.clear()
    return show.change(cause=seq, url=f"{APP}{at}", values=behind, alerts=("Done",)).sop()


@pytest.mark.parametrize(
    "behind", [{"Ada": "false", "Cleo": "false"}, LISTED], ids=["it left the list", "it is there, and off"]
)
def test_the_ticked_entry_is_an_input_by_its_name(behind: dict[str, str]) -> None:
    (variable,) = archived(behind).variables.values()
    assert (variable.type, variable.default) == ("text", "Ben")


@pytest.mark.parametrize(
    ("behind", "at"),
    [({**LISTED, "Ben": "true"}, "/people"), ({}, "/people"), ({}, "/thanks")],
    ids=["it stays on", "the list is gone", "another page comes"],
)
def test_a_box_that_says_yes_of_one_record_is_ticked_or_not(behind: dict[str, str], at: str) -> None:
    (variable,) = archived(behind, at=at).variables.values()
    assert (variable.type, variable.default) == ("boolean", "true")
