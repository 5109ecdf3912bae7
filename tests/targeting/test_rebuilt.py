"""What the next version of an app has built with another kit, and is called as it was: a link is an entry of
a menu bar, a page has become a dialog, and a label has lost its colon."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.targeting import Choice, ElementSnapshot, choose
from tests.targeting.elements import button, field, on_page, recorded_from

PAGE: dict[str, Any] = {"ancestors": ("form", "main", "body"), "near": {"heading": "New booking"}}
DIALOG: dict[str, Any] = {"ancestors": ("div", "div[dialog]", "body"), "near": {"section": "New booking"}}
BEHIND: dict[str, Any] = {"ancestors": ("div", "body"), "near": {"heading": "Bookings"}}
BAR: dict[str, Any] = {"ancestors": ("nav", "body"), "near": {}, "attributes": {"href": "/bookings"}}
LINK = button("Bookings", tag="a", role="link", **BAR)
NEW = button("New booking", tag="a", role="link", **BEHIND | {"attributes": {"href": "/bookings/new"}})
ENTRY = button("Bookings", tag="li", role="menuitem", ancestors=("ul[menubar]",), near={}, attributes={})
EDIT = {"heading": "Edit Ada"}
PLAIN = {**BEHIND, "attributes": {"type": "button"}}


def chosen(recorded: ElementSnapshot, *now: ElementSnapshot) -> Choice:
    return choose(recorded_from(recorded), on_page(*now, field("Phone")))


def is_sure(recorded: ElementSnapshot, *now: ElementSnapshot) -> bool:
    return chosen(recorded, *now).kind == "clear"


@pytest.mark.parametrize(
    ("recorded", "now", "sure"),
    [
        (LINK, (ENTRY,), True),
        (ENTRY, (LINK,), True),
        (NEW, (button("New booking", **PLAIN),), True),
        (NEW, (button("New booking", **PLAIN), button("New booking", **PLAIN)), False),
        (NEW, (button("New booking", **{**PLAIN, "near": {"row": "Spring Gala New booking"}}),), False),
        (NEW, (button("New booking", **{**PAGE, "attributes": {}}),), False),
        (LINK, (button("Bookings", **{**PLAIN, "near": {"heading": "Reports"}}),), False),
    ],
    ids=["entry", "link again", "button", "two", "in a row", "sends a form", "one word elsewhere"],
)
def test_what_leads_on_is_pressed_whatever_it_is_built_with(
    recorded: ElementSnapshot, now: tuple[ElementSnapshot, ...], sure: bool
) -> None:
    assert is_sure(recorded, *now) is sure


@pytest.mark.parametrize("name", ["Room", "Save"])
def test_in_a_dialog_that_is_called_as_the_page_was_the_one_of_that_name_is_meant(name: str) -> None:
    make = field if name == "Room" else button
    recorded, behind = make(name, **PAGE), make(name, **BEHIND)
    assert is_sure(recorded, make(name, **DIALOG), behind)
    assert not is_sure(recorded, make(name, **DIALOG), make(name, **DIALOG))
    assert not is_sure(recorded, make(name, **{**DIALOG, "near": {"section": "Filters"}}), behind)
    # And the other way round, unless another dialog is open.
    on_page, far = make(name, **{**PAGE, "box": None}), button("Close", **DIALOG)
    was = make(name, **{**DIALOG, "attributes": {"class": "k"}})
    assert is_sure(was, on_page)
    assert not is_sure(was, on_page, far)


def test_what_was_chosen_already_is_not_the_entry_of_the_list_over_the_dialog() -> None:
    listed = button("Chess", role="option", ancestors=("div[listbox]", "div", "body"), near=EDIT)
    far: dict[str, Any] = {"box": {"x": 9, "y": 90, "width": 40, "height": 20}, "attributes": {}}
    chip = button(
        "Chess", tag="b", role="option", ancestors=("div[combobox]", "div[dialog]"), near=EDIT, **far
    )
    choice = choose(recorded_from(listed), on_page(chip, listed))
    assert choice.best is not None and choice.best.candidate.place == 1


def test_a_label_may_lose_its_colon() -> None:
    beside = {"heading": "New booking", "before": "Room:", "after": "Date:"}
    recorded = field("Room:", **{**PAGE, "near": beside})
    elsewhere: dict[str, Any] = {
        "ancestors": ("div", "body"),
        "box": {"x": 9, "y": 900, "width": 90, "height": 9},
    }
    now = field("Room", near={"heading": "New booking"}, **elsewhere)
    assert is_sure(recorded, now)
    assert not is_sure(recorded, now, now)


def test_a_list_that_is_drawn_behind_a_field_that_takes_no_text_is_a_list() -> None:
    native = field("Room", tag="select", role="combobox", input_type=None, editable=False, **PAGE)
    drawn = {"role": "combobox", "input_type": "search", **DIALOG}
    assert is_sure(native, field("Room", **drawn, editable=False))
    assert not is_sure(native, field("Room", **drawn, editable=True))


ASKS: dict[str, Any] = {"ancestors": ("div#dm[dialog]", "body"), "near": {"dialog": "Delete customer?"}}
IN_LIST = button(
    "Delete", near={"row": "Ada Lovelace Edit Delete", "heading": "Customers"}, ancestors=("td", "body")
)


@pytest.mark.parametrize(
    ("title", "more", "kind"),
    [
        ("Delete customer?", (), "clear"),
        ("Archive customer?", (), "unsure"),
        ("Delete customer?", (button("Delete", ancestors=("section[dialog]", "body")),), "unsure"),
    ],
    ids=["the same question", "another question", "two of them"],
)
def test_the_answer_to_the_same_dialog_is_sure_though_rows_behind_it_are_called_so(
    title: str, more: tuple[ElementSnapshot, ...], kind: str
) -> None:
    now = button("Delete", near={"heading": title}, ancestors=("div", "div[dialog]", "body"), box=None)
    choice = chosen(button("Delete", **ASKS), IN_LIST, IN_LIST, now, *more)
    assert choice.kind == kind
    assert (choice.best is not None and choice.best.score >= 0.95) is (kind == "clear")


def test_a_sign_in_its_record_s_row_is_called_by_its_tip() -> None:
    row = {"by": "row", "text": "Ember", "role": "row", "exact": True}
    edit = button("Edit", near={"row": "Ember Active"}, attributes={}, ancestors=("td", "tr", "body"))
    target = recorded_from(edit, {"by": "role", "role": "button", "name": "Edit", "within": row})

    def sign(drawn: str, tip: str, whose: str) -> ElementSnapshot:
        more: dict[str, Any] = {"near": {"row": f"{whose} ✎ 🗑"}, "ancestors": ("td", "tr", "body")}
        return button(drawn, attributes={"title": tip}, in_row=whose == "Ember", **more)

    signs = [sign(*one, whose) for whose in ("Ember", "Fjord") for one in (("✎", "Edit"), ("🗑", "Delete"))]
    choice = choose(target, on_page(*signs))
    assert choice.kind == "clear" and choice.best is not None
    assert choice.best.candidate.place == 0
    words = [sign("Archive", "Edit", "Ember"), sign("🗑", "Delete", "Ember")]
    assert choose(target, on_page(*words)).kind != "clear"


@pytest.mark.parametrize(
    ("tip", "drawn", "now", "clear"),
    [
        ("Select", "★", "Select", True),
        ("Select", "☆", "Watch", False),
        ("", "☆", "", True),
        ("", "★", "", False),
    ],
)
def test_a_sign_that_was_recorded_is_known_by_its_tip_or_by_itself(
    tip: str, drawn: str, now: str, *, clear: bool
) -> None:
    row = {"by": "row", "text": "Ember", "role": "row", "exact": True}
    star = button("☆", text="", near={"row": "Ember Active"}, attributes={"title": tip} if tip else {})
    target = recorded_from(star, {"by": "role", "role": "button", "name": "☆", "within": row})
    card: dict[str, Any] = {"near": {}, "ancestors": ("div", "body"), "box": None, "text": ""}
    seen = button(drawn, attributes={"title": now} if now else {}, in_row=True, **card)
    assert (choose(target, on_page(seen)).kind == "clear") is clear


@pytest.mark.parametrize(
    ("title", "called", "clear"),
    [
        ("Delete customer?", ("Cancel", "Yes, delete"), True),
        ("Delete customer?", ("OK", "Keep", "×"), True),
        # Another deed, another question, two that do something, and nothing that calls it off.
        ("Delete customer?", ("Cancel", "Yes, archive"), False),
        ("Archive customer?", ("Cancel", "OK"), False),
        ("Delete customer?", ("Cancel", "OK", "Archive"), False),
        ("Delete customer?", ("OK",), False),
    ],
)
def test_the_answer_that_says_yes_to_the_same_question_is_the_recorded_one(
    title: str, called: tuple[str, ...], clear: bool
) -> None:
    where: dict[str, Any] = {"near": {"heading": title}, "ancestors": ("div", "div[dialog]", "body")}
    choice = chosen(button("Delete", **ASKS), IN_LIST, *(button(name, **where) for name in called))
    assert (choice.kind == "clear") is clear
    if clear and choice.best is not None:
        assert choice.best.candidate.element.name in ("Yes, delete", "OK")


_SENDS: dict[str, Any] = {"ancestors": ("div", "form", "body"), "attributes": {"type": "submit"}}
_SIGN_IN = button("Log in", **_SENDS, near={"heading": "Administration", "before": "Password:"})
_SIGNS_IN = button(
    "Log in",
    ancestors=("form", "section", "div"),
    attributes={"type": "submit"},
    near={"before": "Welcome", "heading": "Shop"},
    box={"x": 20, "y": 2400, "width": 240, "height": 60},
)
_HINTED = field("Password", placeholder="Password", label=None, near={"before": "Welcome"})


@pytest.mark.parametrize(
    ("now", "sure"),
    [
        ((_SIGNS_IN, _HINTED), True),
        ((_SIGNS_IN,), False),
        ((_SIGNS_IN, _HINTED, _SIGNS_IN), False),
        (
            (button("Log in", ancestors=("header", "body"), attributes={"type": "button"}, near={}), _HINTED),
            False,
        ),
    ],
    ids=["behind its field", "without it", "two of them", "that only leads there"],
)
def test_a_button_sends_the_field_that_it_stood_behind(now: tuple[ElementSnapshot, ...], sure: bool) -> None:
    assert is_sure(_SIGN_IN, *now) is sure


def test_a_button_sends_the_box_that_it_stood_behind_as_well() -> None:
    saved = button("Save", **_SENDS, near={"heading": "Editing Ada", "before": "Active:", "after": "Delete"})
    saves = _SIGNS_IN.model_copy(update={"name": "Save", "text": "Save"})
    box = button("Active", tag="input", role="checkbox", input_type="checkbox", near={})
    assert is_sure(saved, saves, box)
    assert not is_sure(saved, saves)
