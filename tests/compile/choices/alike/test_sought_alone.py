"""The only item that a search left, pressed as a whole."""

from __future__ import annotations

import pytest

from handrail.sop.locator import CssLocator, RowLocator, TextLocator
from handrail.sop.target import Target
from tests.compile.recordings import Show, field, tasks


@pytest.mark.parametrize(
    ("came", "gone", "by_name"),
    [
        (("Clock is late", "38"), ("Slow report",), True),
        (("Clock is late",), (), False),
        (("38",), ("Slow",), False),
    ],
)
@pytest.mark.parametrize("role", [None, "article"])
def test_the_item_that_a_search_left_is_pressed_by_what_was_sought_whatever_else_it_says(
    role: str | None, came: tuple[str, ...], gone: tuple[str, ...], by_name: bool
) -> None:
    """Its whole text, with the recorded ticket's channel and effort, was waited for and pressed."""
    said = "☆ Clock is late Chat 38"
    paths = (TextLocator(by="text", text=said), CssLocator(by="css", css="#t7"))
    item = Target(tag="div", role=role, text=said, locators=paths)
    show = Show().type(field("Search"), "Clock is late", texts=came, gone=gone)
    pressed = tasks(show.click(item, headings=("Edit ticket",)).sop())[-1].target
    assert pressed is not None
    found_by = [one.text for one in pressed.locators if isinstance(one, TextLocator | RowLocator)]
    assert (found_by == ["{{ search }}"]) is by_name
