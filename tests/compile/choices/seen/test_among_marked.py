"""Items of lists that were chosen, and states that were pressed in them: which record is meant."""

from __future__ import annotations

import pytest

from handrail.sop.locator import CssLocator, RoleLocator, RowLocator, TextLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button, field, tasks

MATE = RowLocator(by="row", role="listitem", text="Mate", exact=True)


def part(said: str, *locators: TextLocator | CssLocator) -> Target:
    """A text in the item of Mate, which may be the only one of its kind on the page."""
    cells = ("Mate", "Riga", "13", "In progress", "Edit")
    near = Neighbourhood(row=" ".join(cells), cells=cells)
    return Target(tag="span", text=said, near=near, ancestors=("span", "li", "ul", "main"), locators=locators)


def test_a_press_after_which_a_bar_counts_what_is_chosen_has_chosen_the_item() -> None:
    """The recorded item was chosen whatever the data were, and nobody was asked."""
    place = CssLocator(by="css", css="span:nth-of-type(3)", within=MATE)
    show = Show(f"{APP}/teas")
    seq = show.press(part("13", TextLocator(by="text", text="13", within=MATE), place))
    show.amend(among={"others": 4, "beside": ("34", "18", "15")})
    show.change(cause=seq, texts=("1 selected",))
    show.goes(button("Sold out"), "/teas", send="post", texts=("Saved",), gone=("1 selected",))
    assert [one.default for one in show.sop().variables.values()] == ["Mate"]


@pytest.mark.parametrize("enables", [True, False])
def test_a_press_on_plain_words_counts_where_it_lets_a_button_be_pressed(enables: bool) -> None:
    """The item was marked by its colour alone, and a run came to a command that stayed disabled."""
    place = CssLocator(by="css", css="p:nth-of-type(2)", within=MATE)
    show = Show(f"{APP}/teas")
    show.change(disabled=1, texts=("Mate", "Riga"))
    words = part("Riga", TextLocator(by="text", text="Riga", within=MATE), place)
    seq = show.press(words.model_copy(update={"tag": "p"}))
    show.amend(among={"others": 4, "beside": ("Oslo", "Bonn", "Kiel")})
    show.change(cause=seq, disabled=0 if enables else 1)
    show.goes(button("Sold out"), "/teas", send="post", texts=("Saved",))
    assert [one.default for one in show.sop().variables.values()] == (["Mate"] if enables else [])


def test_the_item_that_a_search_left_alone_is_chosen_by_any_of_its_words() -> None:
    """It was looked for by the recorded words, though these had come with the search."""
    place = CssLocator(by="css", css="p:nth-of-type(2)", within=MATE)
    show = Show(f"{APP}/teas").type(field("Search"), "Mate")
    seq = show.press(button("Find"))
    show.change(cause=seq, texts=("Mate", "Riga", "13"), gone=("Senna", "Oslo"), disabled=1)
    seq = show.press(part("Riga", TextLocator(by="text", text="Riga", within=MATE), place))
    show.amend(among={"others": 2, "beside": ("13", "In progress")})
    show.change(cause=seq, disabled=0)
    sop = show.goes(button("Sold out"), "/teas", send="post", texts=("Saved",)).sop()
    assert "Riga" not in str([one.target.locators for one in tasks(sop) if one.target])


def test_a_state_that_no_other_item_is_in_is_the_state_of_its_item_and_no_record() -> None:
    """The menu that it opened went by it as well, so that the state was taken for the record."""
    alone = TextLocator(by="text", text="In progress")
    state = part("In progress", alone, alone.model_copy(update={"within": MATE}))
    state = state.model_copy(
        update={"locators": (*state.locators, CssLocator(by="css", css="span > span", within=MATE))}
    )
    waiting = RoleLocator(by="role", role="menuitem", name="Waiting")
    in_state = MATE.model_copy(update={"text": "In progress"})
    entry = Target(
        tag="div",
        role="menuitem",
        name="Waiting",
        near=state.near,
        ancestors=("div[menu]", "span", "li", "ul"),
        locators=(waiting, waiting.model_copy(update={"within": in_state})),
    )
    show = Show(f"{APP}/teas")
    seq = show.press(state)
    show.amend(among={"others": 4, "beside": ("Open", "Open", "Solved")})
    show.change(cause=seq, texts=("Waiting", "Rejected"))
    seq = show.press(entry)
    show.amend(among={"others": 2, "role": "menuitem", "beside": ("In progress", "Open", "Rejected")})
    sop = show.led(seq, "/teas", send="post", gone=("Rejected", "In progress")).sop()
    assert [one.default for one in sop.variables.values()] == ["Mate", "Waiting"]
    assert "In progress" not in str([one.target.locators for one in tasks(sop) if one.target])
