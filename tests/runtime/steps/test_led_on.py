"""Whether a step has led to where the next one goes on, though its address did not come."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from handrail.actuators import Finding, Look
from handrail.runtime.steps.led_on import led_on
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.stopping import StopSignal
from handrail.sop.node import Task
from handrail.targeting import Sighting
from tests.targeting.elements import FORM, button, field, on_page, recorded_from

_ROUTE: Any = {"kind": "url", "matches": r"#/members/[^/?]+/edit(\?|$)"}
_PATH: Any = {"kind": "url", "path": "/members/*/edit"}
_NAMED: Any = {"kind": "text", "contains": "Ember", "as_name": True}
_IN_DIALOG: Any = {"ancestors": ("form", "div[dialog]", "body")}
_LIST = "http://app.test/#/members"


_ENTRY = button(
    "Variables", tag="div", role="menuitem", ancestors=("div[menu]", "body"), near={}, attributes={}
)


_MENU = button("Actions", near={}, attributes={"aria-haspopup": "menu", "type": "button"}, ancestors=("div",))
_SHUT = _MENU.model_copy(update={"enabled": False})


class _Next:
    def __init__(self, *, sees_to_record: bool = True, with_: Any = None) -> None:
        self._sees = sees_to_record
        self._with = with_ or recorded_from(field("Phone"))

    def goes_on_with(self, page: str) -> Any:
        return self._with

    @property
    def real(self) -> Any:
        return SimpleNamespace(identity=("the heading",) if self._sees else ())


async def _led(
    asked: Any,
    missed: Any,
    *,
    before: str,
    now: str,
    following: Any = None,
    rows: Any = (),
    count: int = 1,
    pressed: Any = None,
    does: Any = None,
    stays: bool = True,
    headed: Any = None,
    **more: Any,
) -> Any:
    hits = {"count": count, "elements": [0] if count else []}
    sighting = Sighting.model_validate({"locators": [hits], "elements": [field("Phone", **more)]})
    gone = Sighting.model_validate({"locators": [{"count": 0, "elements": []}], "elements": []})

    async def look(page: str, *, target: Any, **_: Any) -> Look:
        if target.role == "heading":
            fits = headed is not None and target.name == headed.name
            head = {"locators": [{"count": int(fits), "elements": [0] * fits}], "elements": [headed] * fits}
            return Look(url=now, sighting=Sighting.model_validate(head))
        return Look(url=now, sighting=gone if target.name == "Edit" and not stays else sighting)

    async def gather(page: str, target: Any) -> Any:
        return on_page(*rows)

    actuator = SimpleNamespace(is_open=lambda page: True, look=look, gather=gather, url=lambda page: now)
    values = SimpleNamespace(plain=("member",), shown=lambda name: "Ember")
    crew = SimpleNamespace(actuator=actuator, stop=StopSignal(), values=values, moved={})
    click = {"type": "task", "id": "edit", "label": "Edit", "intent": "Goes on.", "effect": "none"}
    real = Task.model_validate(
        {
            **click,
            "action": does or {"do": "click"},
            "target": (pressed or recorded_from(button("Edit"))).model_dump(),
            "done_when": asked,
        }
    )
    findings = [Finding(held=part not in missed) for part in asked]
    return await led_on(cast("Crew", crew), real, findings, before, following or _Next())


@pytest.mark.parametrize(
    ("now", "more", "says"),
    [
        (_LIST, _IN_DIALOG, "it opened a dialog"),
        ("http://app.test/#/people/5/edit", {}, "it led to"),
        ("http://app.test/?id=5#/members", {}, "it led to"),
        (_LIST, {}, None),
    ],
)
async def test_a_form_that_had_a_route_of_its_own_may_come_in_a_dialog_or_elsewhere(
    now: str, more: Any, says: str | None
) -> None:
    told = await _led([_ROUTE], [_ROUTE], before=_LIST, now=now, **more)
    assert says in told if says else told is None


async def test_a_query_may_tell_the_record_that_a_path_told() -> None:
    before, now = "http://app.test/?view=members", "http://app.test/?view=members&id=5"
    assert await _led([_PATH], [_PATH], before=before, now=now) is not None
    named = {"kind": "url", "path": "/members/Ember"}
    assert await _led([named], [named], before=before, now=now) is None


async def test_a_page_need_not_say_whose_it_is_where_the_next_step_sees_to_that() -> None:
    asked, now = [_ROUTE, _NAMED], "http://app.test/#/members/5/edit"
    assert await _led(asked, [_NAMED], before=_LIST, now=now) is not None
    careless = _Next(sees_to_record=False)
    assert await _led(asked, [_NAMED], before=_LIST, now=now, following=careless) is None
    assert await _led([_NAMED], [_NAMED], before=_LIST, now=now) is None


@pytest.mark.parametrize(
    ("whose", "now", "led"), [(True, "members", True), (False, "members", False), (True, "", False)]
)
async def test_a_list_that_has_moved_is_there_by_the_record_that_is_needed_of_it(
    whose: bool, now: str, led: bool
) -> None:
    row = {"by": "row", "role": "row", "text": "Ember", "exact": True}
    edit = recorded_from(button("Edit"), {"by": "role", "role": "button", "name": "Edit", "within": row})
    route: Any = {"kind": "url", "matches": r"#/members(\?|$)"}
    menu = button("More actions", in_row=whose)
    told = await _led(
        [route],
        [route],
        before="http://app.test/",
        now=f"http://app.test/{now}",
        following=_Next(with_=edit),
        rows=(menu,),
    )
    assert (told is not None) is led


@pytest.mark.parametrize("there", [True, False])
async def test_what_comes_next_may_be_another_control_by_now_that_is_sure_to_be_meant(there: bool) -> None:
    leads: Any = {"tag": "a", "role": "link", "attributes": {"href": "/members/new"}}
    following = _Next(with_=recorded_from(button("New member", **leads)))
    plain: Any = {"attributes": {"type": "button"}}
    rows = (button("New member", **plain),) if there else (button("Members", **plain),)
    told = await _led(
        [_PATH], [_PATH], before="http://app.test/", now=_LIST, following=following, rows=rows, count=0
    )
    assert (told is not None) is there


@pytest.mark.parametrize(
    ("row", "method", "led"),
    [("Ember Save", "GET", True), ("Fjord Save", "GET", False), ("Ember", "POST", False)],
)
async def test_a_row_is_edited_in_its_place_whatever_the_app_is_asked_for(
    row: str, method: str, led: bool
) -> None:
    within = {"by": "row", "role": "row", "text": "Ember", "exact": True}
    change = recorded_from(
        button("Change"), {"by": "role", "role": "link", "name": "Change", "within": within}
    )
    asked: Any = {"kind": "response", "method": method, "path": "/members"}
    near: Any = {"near": {**FORM, "row": row}}
    told = await _led([asked], [asked], before=_LIST, now=_LIST, pressed=change, **near)
    assert (told is not None) is led


_SAVES: Any = {"kind": "element", "state": "visible", "target": recorded_from(button("Save member"))}
_HOLDS: Any = {"kind": "value", "equals": "Ember", "target": recorded_from(field("Name:"))}
_DRAWN: Any = {"tag": "div", "attributes": {"class": "c1"}, "ancestors": ("div", "body")}


@pytest.mark.parametrize(
    ("asked", "row", "led"),
    [
        (_SAVES, button("Save member", **_DRAWN), True),
        (_SAVES, button("Save member", **_DRAWN, visible=False), False),
        (_SAVES, button("Delete member", **_DRAWN), False),
        (_HOLDS, field("Name *", value="Ember"), True),
        (_HOLDS, field("Name *", value="Fjord"), False),
        ({**_SAVES, "state": "enabled"}, button("Save member", **_DRAWN), False),
    ],
)
async def test_what_had_to_come_may_be_called_or_drawn_otherwise(asked: Any, row: Any, led: bool) -> None:
    asked = {**asked, "target": asked["target"].model_dump()}
    assert (await _led([asked], [asked], before=_LIST, now=_LIST, rows=(row,)) is not None) is led


@pytest.mark.parametrize(
    ("shown", "led"), [((_ENTRY,), True), ((_ENTRY, _ENTRY), False), ((), False)], ids=["it", "two", "none"]
)
async def test_a_menu_may_hold_what_comes_next_as_another_kind_of_entry(shown: Any, led: bool) -> None:
    link = recorded_from(button("Variables", tag="a", role="link", ancestors=("li", "nav", "body"), near={}))
    asked = [{"kind": "element", "state": "visible", "target": link.model_dump()}]
    here = "http://app.test/"
    said = await _led(asked, asked, before=here, now=here, following=_Next(with_=link), rows=shown)
    assert (said is not None) is led


@pytest.mark.parametrize(
    ("now", "sees", "count", "led"),
    [
        ("http://app.test/members/5", True, 1, True),
        ("http://app.test/members/5", False, 1, False),
        ("http://app.test/members/5", True, 0, False),
        (_LIST, True, 1, False),
    ],
)
async def test_a_page_in_the_place_of_a_dialog_is_gone_on_in_where_the_next_step_sees_whose_it_is(
    now: str, sees: bool, count: int, led: bool
) -> None:
    by = {"by": "role", "role": "dialog"}
    dialog = {"kind": "element", "state": "visible", "target": {"role": "dialog", "locators": [by]}}
    following = _Next(sees_to_record=sees)
    told = await _led([dialog], [dialog], before=_LIST, now=now, following=following, count=count)
    assert (told is not None) == led


async def test_another_page_may_come_at_the_same_address_where_what_was_pressed_is_gone() -> None:
    assert await _led([_ROUTE], [_ROUTE], before=_LIST, now=_LIST, stays=False) is not None
    assert await _led([_ROUTE], [_ROUTE], before=_LIST, now=_LIST, stays=False, count=0) is None


@pytest.mark.parametrize(
    ("now", "stays", "name", "led"),
    [
        ("http://app.test/members/5", True, "Edit member", True),
        (_LIST, False, "Edit member", True),
        (_LIST, True, "Edit member", False),
        (_LIST, False, "New member", False),
    ],
)
async def test_a_page_that_is_headed_as_the_dialog_was_called_came_in_its_place(
    now: str, stays: bool, name: str, led: bool
) -> None:
    by = {"by": "role", "role": "dialog", "name": "Edit member"}
    target = {"role": "dialog", "name": "Edit member", "locators": [by]}
    dialog = {"kind": "element", "state": "visible", "target": target}
    heading = button(name, tag="h2", role="heading")
    careless = _Next(sees_to_record=False)
    told = await _led(
        [dialog], [dialog], before=_LIST, now=now, following=careless, stays=stays, headed=heading
    )
    assert (told is not None) is led


@pytest.mark.parametrize(
    ("shown", "led"),
    [
        ((_MENU,), True),
        ((_MENU, _MENU), False),
        ((), False),
        ((_MENU.model_copy(update={"enabled": False}),), False),
    ],
    ids=["a menu", "two", "none", "which cannot be used"],
)
async def test_a_command_that_did_not_come_may_be_in_the_only_menu_of_the_page(shown: Any, led: bool) -> None:
    own = recorded_from(button("Mark as paid", near={}))
    asked = [{"kind": "element", "state": "visible", "target": own.model_dump()}]
    here = "http://app.test/"
    said = await _led(asked, asked, before=here, now=here, following=_Next(with_=own), rows=shown)
    assert (said is not None) is led


@pytest.mark.parametrize(
    ("does", "pressed", "there", "led"),
    [
        ({"do": "press", "keys": "Enter"}, "Name", True, True),
        ({"do": "click"}, "Search", True, True),
        ({"do": "click"}, "Search", False, False),
        # What is pressed elsewhere may have to do something in that row first.
        ({"do": "click"}, "Edit", True, False),
    ],
)
async def test_a_row_that_was_searched_for_is_there_whatever_it_is_opened_by(
    does: Any, pressed: str, there: bool, led: bool
) -> None:
    row = {"by": "row", "role": "row", "text": "Ember", "exact": True}
    own = recorded_from(button("✎"), {"by": "role", "role": "button", "name": "✎", "within": row})
    asked = [{"kind": "element", "state": "visible", "target": own.model_dump()}]
    here = "http://app.test/"
    more: Any = {"pressed": recorded_from(button(pressed)), "rows": (button("Edit", in_row=there),)}
    said = await _led(asked, asked, before=here, now=here, following=_Next(with_=own), does=does, **more)
    assert (said is not None) is led


@pytest.mark.parametrize(
    ("whose", "turned_by", "led"),
    [("Ember", ("Previous", "Next"), True), ("Ember", (), False), ("Fjord", ("Previous", "Next"), False)],
)
async def test_a_sorted_list_may_show_the_record_on_another_of_its_pages(
    whose: str, turned_by: tuple[str, ...], led: bool
) -> None:
    def edit_of(record: str) -> Any:
        row = {"by": "row", "role": "row", "text": record, "exact": True}
        return recorded_from(button("Edit"), {"by": "role", "role": "button", "name": "Edit", "within": row})

    asked = [{"kind": "element", "state": "visible", "target": edit_of(whose).model_dump()}]
    plain: Any = {"attributes": {"type": "button"}, "near": {}}
    listed = (button("Edit", near={"row": "Fjord Edit"}), *(button(name, **plain) for name in turned_by))
    said = await _led(
        asked, asked, before=_LIST, now=_LIST, following=_Next(with_=edit_of("Ember")), rows=listed
    )
    assert (said is not None) is led
