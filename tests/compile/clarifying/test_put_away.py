"""What came up over a page by itself and was put away: a run asks first whether it is there."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop.document import Sop
from handrail.sop.node import Decision
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button, criteria, field, ids, link, node

CLOSE = button("Close dialog", ancestors=("div", "div[dialog]", "body"))


def asked(sop: Sop) -> list[tuple[str, str, str]]:
    """From which decision one goes where, and when."""
    decisions = {one.id for one in sop.nodes if isinstance(one, Decision)}
    return [(edge.source, edge.when, edge.target) for edge in sop.edges if edge.source in decisions]


def arrived(**after: Any) -> Show:
    return Show().goes(link("Add"), "/contacts/new", headings=("New contact",), **after)


def named(show: Show) -> Sop:
    show.type(field("Name"), "Ada")
    return show.click(button("Save"), alerts=("Saved",)).sop()


def test_a_dialog_that_came_with_the_page_is_closed_where_it_is_there() -> None:
    sop = named(arrived(dialogs=("Welcome",)).click(CLOSE, dialogs=()))
    assert asked(sop) == [
        ("if-click-close-dialog", "it is there", "click-close-dialog"),
        ("if-click-close-dialog", "it is not", "fill-name"),
    ]
    assert ("click-add", "if-click-close-dialog") in {(edge.source, edge.target) for edge in sop.edges}
    kinds = [(one["kind"], one.get("state")) for one in criteria(node(sop, "click-add"))]
    assert kinds and ("element", "visible") not in kinds


def test_one_that_was_not_seen_to_come_has_come_with_the_page() -> None:
    assert asked(named(arrived().click(CLOSE)))


@pytest.mark.parametrize("edited", [True, False])
def test_a_dialog_that_was_opened_or_worked_in_is_there_in_every_run(edited: bool) -> None:
    if edited:
        show = arrived(dialogs=("Filter",))
        show.type(field("City", ancestors=("div", "div[dialog]")), "Bonn")
    else:
        show = arrived().click(button("Help"), dialogs=("Help",))
    sop = named(show.click(CLOSE, dialogs=()))
    assert asked(sop) == [] and "click-close-dialog" in ids(sop)


def test_another_button_of_a_dialog_is_pressed_in_every_run() -> None:
    publish = button("Publish", ancestors=("div", "div[dialog]", "body"))
    assert asked(named(arrived(dialogs=("Welcome",)).click(publish, dialogs=()))) == []


def banner(says: str) -> Target:
    return button("Accept all", near=Neighbourhood(before=says))


@pytest.mark.parametrize(
    ("says", "gone", "asks"),
    [
        ("We use cookies", ("Accept all",), True),
        ("We use cookies", (), False),
        ("Three invitations", ("Accept all",), False),
    ],
)
def test_consent_to_cookies_is_given_where_it_is_asked_for(
    says: str, gone: tuple[str, ...], asks: bool
) -> None:
    show = Show(f"{APP}/contacts").click(banner(says), gone=gone)
    assert bool(asked(named(show))) is asks
