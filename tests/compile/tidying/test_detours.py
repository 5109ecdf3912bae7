"""What was left by going back: a detour where it only opened a record, and else a deed."""

from __future__ import annotations

import pytest

from handrail.sop.locator import RoleLocator, RowLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button, field, ids


def entry(name: str, row: str) -> Target:
    within = RowLocator(by="row", text=row)
    return Target(
        tag="a",
        role="link",
        name=name,
        near=Neighbourhood(row=row),
        locators=(RoleLocator(by="role", role="link", name=name, within=within),),
    )


def worked_in(first: Target, second: Target, *, status: int = 200) -> Show:
    """Two entries of a list are pressed; from the first one they come back."""
    show = Show(headings=("Contacts",))
    seq = show.press(first)
    show.add("response", method="GET", request_url=f"{APP}/contacts/1", status=status, document=True)
    show.led(seq, "/contacts/1", headings=("First",))
    show.add("navigated", to=f"{APP}/contacts", cause="back_forward", direction="back")
    show.change(url=f"{APP}/contacts", headings=("Contacts",))
    show.goes(second, "/contacts/2", headings=("Second",))
    return show.type(field("Note"), "Called").goes(button("Save"), "/contacts/2", send="post")


@pytest.mark.parametrize(
    ("first", "second", "status", "kept"),
    [
        (entry("Ann Lee", "Ann Lee Graz"), entry("Bob Stone", "Bob Stone Linz"), 200, False),
        (entry("Publish", "Ann Lee Publish"), entry("Publish", "Bob Stone Publish"), 200, True),
        (entry("Ann Lee", "Ann Lee Graz"), entry("Bob Stone", "Bob Stone Linz"), 302, True),
    ],
    ids=["opened", "says what it does", "leads on"],
)
def test_only_what_opened_a_record_is_left_out(
    first: Target, second: Target, status: int, kept: bool
) -> None:
    steps = ids(worked_in(first, second, status=status).sop())
    assert len([step for step in steps if step not in {"fill-note", "click-save"}]) == (3 if kept else 1)
