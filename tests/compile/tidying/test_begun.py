"""Texts that a page takes up from what is no field, as on the cells of a sheet."""

from __future__ import annotations

import pytest

from handrail.sop.locator import CssLocator
from handrail.sop.target import Box, Target
from tests.compile.recordings import Show, button, element, field, ids, node, tasks

CITY = Target(
    tag="div",
    role="gridcell",
    name="Rome",
    label="City",
    locators=element("gridcell", "Rome").locators,
    box=Box(x=100, y=200, width=80, height=20),
)
EDITOR = field("Editor", box=Box(x=101, y=201, width=90, height=18))
SAVE = button("Save")
BOLD = button("Bold", box=Box(x=100, y=10, width=20, height=20))
PAGE = Target(tag="body", text="Open", box=Box(x=0, y=0, width=1000, height=800))


def sheet(
    cell: Target, *, by_browser: bool, then: Target | None = None, focused: Target | None = None
) -> Show:
    """A press on a cell and "Oslo" typed there: its field came up with the first letter, or took it."""
    show = Show().click(cell)
    if then is not None:
        show.click(then, texts=("pressed",))
    letter = show.add("key_down", key="O", target=focused or cell)
    if by_browser:
        show.add("input", target=EDITOR, value="O", before="")
    show.add("key_up", key="O")
    show.change(cause=letter, values={"Editor": "O"})
    before = "O"
    for key in "slo":
        show.add("key_down", key=key, target=EDITOR)
        show.add("input", target=EDITOR, value=before + key, before="" if by_browser else "O")
        before += key
    return show.change(values={"Editor": "Oslo"})


@pytest.mark.parametrize("by_browser", [False, True])
def test_what_is_typed_on_a_cell_is_one_text_with_the_letter_that_brought_up_its_field(
    by_browser: bool,
) -> None:
    show = sheet(CITY, by_browser=by_browser)
    show.change(cause=show.key("Tab", EDITOR), texts=("Oslo",))
    sop = show.click(SAVE).sop()
    assert ids(sop) == ["click-city", "type-city", "press-tab", "click-save"]
    assert node(sop, "type-city").action.model_dump()["text"] == "{{ city }}"
    # Tab goes to whatever has the focus: the field is called by what was typed, or gone, on other data.
    assert node(sop, "press-tab").target is None
    assert sop.variables["city"].default == "Oslo"


@pytest.mark.parametrize(
    ("focused", "target"), [(CITY, "Rome"), (BOLD, None), (PAGE, None)], ids=["cell", "button", "page"]
)
def test_what_was_pressed_elsewhere_is_not_what_the_text_was_typed_on(
    focused: Target, target: str | None
) -> None:
    sop = sheet(CITY, by_browser=True, then=BOLD, focused=focused).click(SAVE).sop()
    typed = next(task for task in tasks(sop) if task.action.do == "type")
    assert (typed.target.name if typed.target else None) == target
    assert "bold" not in sop.variables


def test_what_is_typed_where_keys_have_led_goes_to_what_has_the_focus() -> None:
    bare = Target(tag="td", role="gridcell", locators=(CssLocator(by="css", css="tr > td:nth-of-type(2)"),))
    show = sheet(CITY, by_browser=True)
    show.change(cause=show.key("Tab", EDITOR), texts=("Oslo",))
    show.add("key_down", key="7", target=bare)
    show.add("input", target=EDITOR, value="7", before="")
    sop = show.change(values={"Editor": "7"}).sop()
    typed = tasks(sop)[-1]
    assert (typed.action.do, typed.target) == ("type", None)
    assert len(sop.variables) == 2


def test_a_text_of_one_letter_that_the_page_itself_put_in_its_field_ends_with_tab_as_well() -> None:
    show = Show().click(CITY)
    for digit in "78":
        show.change(cause=show.key(digit, CITY), values={"Editor": digit})
        show.change(cause=show.key("Tab", EDITOR), texts=(digit,))
    sop = show.click(SAVE).sop()
    assert [task.action.do for task in tasks(sop)] == ["click", "type", "press", "type", "press", "click"]
    assert [variable.default for variable in sop.variables.values()] == ["7", "8"]


def test_a_first_letter_that_was_taken_back_is_no_press() -> None:
    show = Show().click(CITY)
    show.change(cause=show.key("P", CITY), values={"Editor": "P"})
    show.add("key_down", key="Backspace", target=EDITOR)
    show.add("input", target=EDITOR, value="", before="P")
    show.keys(EDITOR, "Oslo")
    show.change(values={"Editor": "Oslo"}).change(cause=show.key("Tab", EDITOR), texts=("Oslo",))
    sop = show.click(SAVE).sop()
    assert ids(sop) == ["click-city", "type-city", "press-tab", "click-save"]
    assert sop.variables["city"].default == "Oslo"


def test_a_shortcut_that_brings_up_a_field_writes_nothing_there() -> None:
    to = field("To")
    show = Show()
    show.change(cause=show.key("c", Target(tag="body")), values={"To": ""})
    show.keys(to, "carl")
    sop = show.change(values={"To": "carl"}).sop()
    assert [task.action.do for task in tasks(sop)] == ["press", "fill"]


def test_tab_from_one_cell_s_field_to_the_next_s_which_is_called_the_same_is_pressed() -> None:
    show = Show().type(EDITOR, "Oslo")
    show.change(cause=show.key("Tab", EDITOR), values={"Editor": "187"}, texts=("Oslo",))
    show.keys(EDITOR, "77", before="")
    sop = show.change(values={"Editor": "77"}).sop()
    assert ids(sop) == ["fill-editor", "press-tab-editor", "fill-editor-2"]


def test_keys_to_a_text_box_that_draws_its_text_elsewhere_are_one_text_with_its_blanks() -> None:
    """As in code editors, where the box that hears the keys has neither a value nor a size."""
    box = element("textbox", "Editor content")
    show = Show()
    for letter in "let a":
        show.change(cause=show.key(letter, box))
    show.change(cause=show.key("Enter", box))
    show.key("b", box)
    show.key("x", box)
    show.change(cause=show.key("Backspace", box))
    sop = show.click(SAVE).sop()
    assert ids(sop) == ["type-page", "click-save"]
    assert sop.variables["editor_content"].default == "let a\nb"
    assert tasks(sop)[0].target is None


def test_a_field_that_unrolls_under_the_first_letter_is_filled_in() -> None:
    """As it is drawn in no width before, nothing but its place is known of it then."""
    place = CssLocator(by="css", css="header > div:nth-of-type(2) > input")
    known = field("Search", "search")
    unrolled = known.model_copy(update={"locators": (*known.locators, place)})
    narrow = known.model_copy(update={"label": None, "name": None, "locators": (place,)})
    show = Show().click(button("Find"))
    for letters in ("O", "Os"):
        show.add("key_down", key=letters[-1], target=narrow)
        show.add("input", target=unrolled, value=letters, before="")
    sop = show.change(values={"Search": "Os"}).sop()
    assert [task.action.do for task in tasks(sop)] == ["click", "fill"]


@pytest.mark.parametrize("shown", ["rm a.gif", ""])
def test_what_is_typed_on_a_page_that_shows_it_is_one_text(shown: str) -> None:
    """A terminal has no field: each letter was a step of its own, as recorded, and the blanks were lost."""
    show = Show()
    for key in "rm a.gif":
        seq = show.add("key_down", key=key, target=None)
        show.change(cause=seq, texts=(shown[: len(shown)],) if shown else ())
    seq = show.add("key_down", key="Enter", target=None)
    show.add("response", method="POST", request_url="https://crm.example.com/do", status=200)
    sop = show.change(cause=seq, alerts=("Removed",)).sop()
    assert [one.default for one in sop.variables.values()] == (["rm a.gif"] if shown else [])
    if shown:
        assert [task.action.do for task in tasks(sop)] == ["type", "press"]


def test_what_is_typed_on_a_grid_that_draws_its_own_cells_is_a_text_for_each() -> None:
    """Such a grid has the focus itself, and no field: its numbers stayed as recorded, unasked."""
    grid = Target(tag="div", attributes={"id": "hours"}, locators=(CssLocator(by="css", css="#hours"),))
    show = Show().click(element("gridcell", "Mon"))
    for key in ("7", ".", "5", "ArrowRight", "8", "Enter", "o", "f", "ArrowRight", "j", "2"):
        show.add("key_down", key=key, target=grid)
        show.change(cause=show.add("key_up", key=key, handled=True), texts=("of",) if key == "f" else ())
    sop = show.click(SAVE).sop()
    assert [one.default for one in sop.variables.values()] == ["7.5", "8", "of"]
    pressed = [getattr(task.action, "keys", "") for task in tasks(sop)[1:-1]]
    assert pressed == ["", "ArrowRight", "", "Enter", "", "ArrowRight", "j", "2"]
