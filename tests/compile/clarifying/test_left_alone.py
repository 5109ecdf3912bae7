"""The record that a search left alone in a list without rows: its name must be there before it is changed."""

from __future__ import annotations

import pytest

from handrail.sop.locator import RoleLocator, RowLocator
from handrail.sop.node import Task
from handrail.sop.target import Target
from tests.compile.recordings import Show, button, field, in_row, link, tasks

LISTED = ("Aster Bakery", "Birch Motors", "Cedar Clinic", "Delete")
NAMED = [{"kind": "text", "equals": "{{ search }}", "as_name": True}]


def search(*, gone: tuple[str, ...] = ("Aster Bakery", "Cedar Clinic"), sought: str = "Birch Motors") -> Show:
    show = Show(texts=LISTED).type(field("Search", "search"), sought)
    return show.click(button("Search"), gone=gone)


def identities(show: Show) -> list[list[dict[str, object]]]:
    return [
        [one.model_dump(exclude_none=True, exclude_defaults=True) for one in task.identity]
        for task in tasks(show.sop())
        if isinstance(task, Task)
    ]


def test_a_command_that_only_the_search_leads_to_is_for_the_record_of_that_name() -> None:
    show = search().click(button("Delete"), alerts=("Deleted",), gone=("Birch Motors",))
    assert identities(show)[1:] == [[], NAMED]


@pytest.mark.parametrize(
    ("show", "target"),
    [
        (search(gone=()), button("Delete")),
        (search(sought="Bir"), button("Delete")),
        (search(gone=("Birch Motors",)), button("Delete")),
        (search(), link("Reports", ancestors=("nav", "body"))),
        (search(), link("Birch Motors")),
    ],
    ids=["nothing else went", "a part of it", "not there", "the app's menu", "by its name"],
)
def test_nothing_is_asked_of_the_list_where_it_does_not_say_the_name_alone(
    show: Show, target: Target
) -> None:
    assert identities(show.click(target, texts=("Something",)))[-1] == []


def test_behind_a_box_that_was_ticked_in_the_record_s_row_the_list_need_not_say_what_was_sought() -> None:
    show = Show(texts=("Birch", *LISTED)).type(field("Search", "search"), "Birch")
    show.click(button("Search"), gone=("Aster Bakery", "Cedar Clinic"))
    row = RowLocator(by="row", text="Birch Motors", exact=True)
    named = RoleLocator(by="role", role="checkbox", name="Select Birch Motors", within=row)
    show.tick(field("Select Birch Motors", "checkbox").model_copy(update={"locators": (named,)}))
    assert identities(show.click(button("Delete"), gone=("Birch Motors",)))[-1] == []


def test_behind_a_button_in_the_record_s_row_the_list_need_not_say_what_was_sought() -> None:
    show = Show(texts=("Birch", *LISTED)).type(field("Search", "search"), "Birch")
    show.click(button("Search"), gone=("Aster Bakery", "Cedar Clinic"))
    show.click(in_row("button", "Edit", "Birch Motors", "Birch Motors Open Edit"), texts=("Save",))
    assert identities(show.click(button("Delete"), gone=("Birch Motors",)))[-1] == []
