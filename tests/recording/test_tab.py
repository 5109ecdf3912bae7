"""Which act a frame's change may have come of, by when it began; and why a tab has its document."""

from __future__ import annotations

from typing import cast

import pytest
from playwright.async_api import Page

from handrail.recording.event import PageState
from handrail.recording.hearing import cause_of_arrival, find_cause
from handrail.recording.tab import Document, Tab


def worked_in() -> Tab:
    tab = Tab("p1", cast(Page, None))
    tab.did(3, 10_000)
    tab.did(5, 14_000)
    return tab


def cause(tab: Tab, document: Document, began: float) -> int | None:
    find_cause(tab, document, began)
    found, document.cause = document.cause, None
    return found


def test_what_begins_right_after_an_act_may_come_of_it() -> None:
    tab = worked_in()
    assert [cause(tab, Document(), began) for began in (9_990, 10_400, 12_000, 14_000, 15_500)] == [
        None,
        3,
        None,
        5,
        None,
    ]


def test_what_the_press_of_a_click_begins_comes_of_the_click() -> None:
    tab = worked_in()
    tab.pressed = 14_500
    tab.did(7, 14_600)
    assert cause(tab, Document(), 14_550) == 7


def test_what_follows_on_something_that_came_of_an_act_comes_of_it_as_well() -> None:
    tab = worked_in()
    tab.came_of(5, 17_000)
    assert cause(tab, Document(), 17_800) == 5


def test_a_document_right_behind_another_one_that_came_of_an_act_comes_of_it_as_well() -> None:
    tab, document = worked_in(), Document()
    assert cause(tab, document, 14_100) == 5
    document.told_at = 16_000
    assert cause(tab, document, 16_700) == 5


def test_a_frame_that_keeps_on_changing_by_itself_is_no_answer_to_an_act() -> None:
    tab, clock = worked_in(), Document(state=PageState(url="about:srcdoc"), texts=frozenset({"10:00"}))
    assert [cause(tab, clock, began) for began in (11_500, 12_500, 13_500, 14_500)] == [None] * 4


@pytest.mark.parametrize(
    ("by_page", "documents", "addresses", "cause"),
    [
        (True, 1, 1, "consequence"),
        (True, 2, 1, "consequence"),
        (True, 3, 2, "address"),
        (False, 2, 1, "address"),
    ],
    ids=["opened", "empty for a moment", "gone to from there", "a person's new tab"],
)
def test_a_window_comes_with_the_page_that_it_was_opened_for(
    by_page: bool, documents: int, addresses: int, cause: str
) -> None:
    tab = Tab("p2", cast(Page, None), opener=worked_in() if by_page else None)
    tab.arrivals, tab.visits = documents, addresses
    assert cause_of_arrival(tab, "navigate", asked=False) == cause
