"""What is opened for an element that is out of sight in the next version of an app."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from handrail.actuators import Look
from handrail.runtime.finding.unfolding import come_up_in, is_called_so, is_menu_of_row, openers
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found
from handrail.runtime.walk.stopping import StopSignal
from handrail.targeting import Candidate, ElementSnapshot, Sighting
from tests.targeting.elements import button, field, on_page, recorded_from

ROW = {"by": "row", "role": "row", "text": "Ben", "exact": True}
IN_ROW = recorded_from(button("Edit"), {"by": "role", "role": "button", "name": "Edit", "within": ROW})
FORM: Any = {"method": "post", "action": "/save"}


def menu(name: str = "More", **more: Any) -> ElementSnapshot:
    popup = {"attributes": {"aria-haspopup": "menu", "type": "button"}}
    return ElementSnapshot.model_validate({**button(name).model_dump(), **popup, **more})


def plain(name: str, **more: Any) -> ElementSnapshot:
    return ElementSnapshot.model_validate(
        {**button(name).model_dump(), "attributes": {"type": "button"}, **more}
    )


def _tab(row: str) -> ElementSnapshot:
    """An item of a list each."""
    leads = {"href": "http://a.test/5#sales", "attributes": {"href": "#sales"}, "near": {"row": row}}
    return ElementSnapshot.model_validate(
        {"tag": "a", "role": "tab", "name": "Sales", "checked": False, **leads}
    )


def opened(target: Any, *seen: ElementSnapshot) -> list[str]:
    candidates = [Candidate(place=at, element=one) for at, one in enumerate(seen)]
    return [one.element.name for one in openers(target, candidates)]


def test_of_an_element_in_a_row_only_the_menu_of_that_row_is_opened() -> None:
    own, others = menu("Mine", in_row=True), menu("Theirs", in_row=False)
    assert opened(IN_ROW, others, own, menu("Page")) == ["Mine"]
    assert opened(IN_ROW, plain("⋯", in_row=True), others) == ["⋯"]
    for name in ("Actions", "More", "Mehr", "Plus"):
        assert opened(IN_ROW, plain(name, in_row=True)) == [name]
    assert opened(IN_ROW, own, menu("Another", in_row=True)) == []
    assert opened(IN_ROW, plain("Archive", in_row=True), menu("Page")) == []


def test_a_menu_of_the_page_is_none_of_a_row() -> None:
    begins = {**ROW, "exact": False}
    target = recorded_from(button("Edit"), {"by": "role", "role": "button", "name": "Edit", "within": begins})
    assert opened(target, menu("Page")) == []
    assert opened(recorded_from(button("Edit")), menu("Page")) == ["Page"]


@pytest.mark.parametrize(
    ("seen", "may"),
    [
        (ElementSnapshot(tag="button", role="tab", name="Details", checked=False), True),
        (ElementSnapshot(tag="button", role="tab", name="General", checked=True), False),
        (ElementSnapshot(tag="a", role="tab", name="Details", href="http://a.test/details"), False),
        (_tab("Sales"), True),
        (_tab("Ember Sales"), False),
        (ElementSnapshot(tag="summary", name="Additional details", expanded=False), True),
        (plain("Address", expanded=False), True),
        (plain("Address", expanded=True), False),
        (plain("Show all fields", form=FORM), True),
        (plain("Show all customers"), False),
        (plain("Next", form=FORM), True),
        (plain("Next"), False),
        (ElementSnapshot(tag="button", role="button", name="Next", form=FORM), False),
        (plain("Delete", expanded=False), False),
        (menu("Actions"), False),
    ],
)
def test_for_a_field_only_what_shows_another_part_of_the_form_is_opened(
    seen: ElementSnapshot, may: bool
) -> None:
    assert opened(recorded_from(field("Phone")), seen) == ([seen.name] if may else [])


@pytest.mark.parametrize(
    ("seen", "is_it"),
    [
        (ElementSnapshot(tag="li", role="menuitem", name="Edit"), True),
        (button("EDIT"), True),
        (button("Edit all"), False),
        (ElementSnapshot(tag="li", role="menuitem", name="Edit", enabled=False), False),
        (ElementSnapshot(tag="a", role="link", name="Edit", href="http://a.test/x"), False),
        (field("Edit"), False),
    ],
)
def test_what_comes_up_must_be_called_as_it_was(seen: ElementSnapshot, is_it: bool) -> None:
    assert is_called_so(IN_ROW, seen) is is_it


def test_a_group_of_the_page_s_own_links_may_hold_one_of_them() -> None:
    nav: dict[str, Any] = {"ancestors": ("li", "nav", "body"), "near": {"row": "Purchasing"}}
    group = plain("Purchasing", expanded=False, **nav)
    suppliers = {"tag": "a", "role": "link", "name": "Suppliers", "ancestors": ("nav", "body")}
    assert opened(recorded_from(ElementSnapshot.model_validate(suppliers)), group) == ["Purchasing"]
    assert opened(recorded_from(button("Save")), group) == []


async def test_a_field_that_came_up_is_taken_where_it_is_the_recorded_one_beyond_doubt() -> None:
    looks = {"attributes": {"id": "price"}, "near": {"section": "Sales"}}
    target = recorded_from(
        field("Price:", **looks), {"by": "label", "text": "Price:"}, {"by": "css", "css": "#price"}
    )
    tab = _tab("Sales")

    async def come_up(now: ElementSnapshot) -> Found | None:
        exact = recorded_from(now)

        async def look(page: str, *, target: Any, **_: Any) -> Look:
            count = 1 if target == exact else 0
            hits = {"count": count, "elements": [0] * count}
            sighting = {"locators": [hits] * len(target.locators), "elements": [now]}
            return Look(url="http://a.test/5", sighting=Sighting.model_validate(sighting))

        async def gather(page: str, target: Any) -> Any:
            return on_page(tab, now)

        async def describe(page: str, one: Candidate) -> Any:
            return exact

        actuator = SimpleNamespace(look=look, gather=gather, describe=describe)
        crew = SimpleNamespace(actuator=actuator, stop=StopSignal())
        return await come_up_in(cast("Crew", crew), "main", target, on_page(tab), seconds=0)

    found = await come_up(field("Price", **looks))
    assert found is not None and found.target.name == "Price"
    assert await come_up(field("Width", near={})) is None


@pytest.mark.parametrize(
    ("name", "is_menu"),
    [
        ("More actions", True),
        ("Actions for Cleo", True),
        ("⋮", True),
        ("Archive", False),
        ("More results", False),
    ],
)
def test_the_menu_of_a_row_is_one_whatever_record_it_says(name: str, is_menu: bool) -> None:
    target = recorded_from(button(name), {"by": "role", "role": "button", "name": name, "within": ROW})
    assert is_menu_of_row(target) is is_menu
    assert opened(IN_ROW, plain(name, in_row=True)) == ([name] if is_menu else [])
