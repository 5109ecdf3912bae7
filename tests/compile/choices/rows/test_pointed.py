"""Where the pointer rests on a row for its buttons to come up."""

from __future__ import annotations

import pytest

from handrail.sop.locator import CssLocator, Locator, RoleLocator, RowLocator, TextLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, criteria, field, in_row, link, tasks

SAYS = "Select comment Visitor 3 v3@example.org When do you open?"


def address(*by_place: Locator) -> Target:
    """A link in the row that says something else that only this row says."""
    row = RowLocator(by="row", text="v3@example.org", exact=True)
    by_name = RoleLocator(by="role", role="link", name="v3@example.org", within=row)
    near = Neighbourhood(row=SAYS, before="Visitor 3")
    facts = {"class": "mail", "href": "mailto:v3@example.org"}
    locators = (by_name, *by_place)
    return Target(tag="a", role="link", name="v3@example.org", near=near, locators=locators, attributes=facts)


@pytest.mark.parametrize("placed", [True, False])
def test_the_pointer_rests_in_the_row_that_the_button_s_goes_by(placed: bool) -> None:
    """The record has one name, and other data give it once."""
    row = RowLocator(by="row", text="Visitor 3")
    place = CssLocator(by="css", css=":scope > td > a", within=row)
    show = Show()
    show.add("hover", target=address(*((place,) if placed else ())))
    sop = show.click(in_row("button", "Approve", "Visitor 3", SAYS), alerts=("Approved",)).sop()
    assert [variable.default for variable in sop.variables.values()] == ["Visitor 3"]
    rested = tasks(sop)[0].target
    named = RowLocator(by="row", text="{{ contact }}")
    assert rested is not None and (rested.name, rested.near.before) == (None, None)
    # Without a name it must look as it did.
    assert rested.attributes == {"class": "mail"}
    assert rested.locators == ((place.model_copy(update={"within": named}),) if placed else (named,))


@pytest.mark.parametrize("text", ["Valve leaks", "Rolf"])
def test_the_pointer_rests_on_the_card_whose_commands_show_only_then(text: str) -> None:
    """Nothing else was called so at that time, and the recorded card was worked on under `done`."""
    says, card = "Rolf Valve leaks ✎", RowLocator(by="row", role="card", text="Rolf", exact=True)
    other = card.model_copy(update={"text": "Valve leaks"}) if text == "Rolf" else card
    near = Neighbourhood(row=says, cells=("Rolf", "Valve leaks"))
    said = TextLocator(by="text", text=text, within=other)
    sign = RoleLocator(by="role", role="button", name="✎")
    locators = (sign.model_copy(update={"within": card}), sign)
    show = Show()
    show.add("hover", target=Target(tag="p", text=text, near=near, locators=(said,)))
    seq = show.press(Target(tag="button", role="button", name="✎", near=near, locators=locators))
    show.amend(among={"others": 2, "same": True, "role": "button"})
    sop = show.change(cause=seq, values={"Text": ""}).type(field("Text"), "Tight").sop()
    assert [one.default for one in sop.variables.values()] == ["Rolf", "Tight"]
    found = [task.target for task in tasks(sop)[:2]]
    given = card.model_copy(update={"text": "{{ contact }}"})
    assert found[0] is not None and found[0].locators == (given,)
    assert found[1] is not None and found[1].locators[0].within == given


@pytest.mark.parametrize(("entry", "others", "given"), [("Silva", "Weber", 1), ("Close", "Open", 0)])
def test_a_value_of_the_menu_that_the_pointer_brought_up_is_an_input(
    entry: str, others: str, given: int
) -> None:
    """No look at the page falls between resting there and pressing the entry, which was always the same."""
    show = Show()
    over = Target(tag="div", text="Hand over ▸", locators=(CssLocator(by="css", css="#menu > div"),))
    show.add("hover", target=over)
    pressed = Target(tag="div", text=entry, locators=(TextLocator(by="text", text=entry),))
    seq = show.press(pressed)
    show.amend(among={"others": 1, "beside": [others]})
    show.add("response", method="POST", request_url=f"{APP}/owner", status=200, document=False)
    assert len(show.change(cause=seq, alerts=("Done",)).sop().variables) == given


def test_the_pointer_in_another_row_is_left_where_it_was() -> None:
    show = Show()
    show.add("hover", target=address())
    sop = show.click(in_row("button", "Approve", "Ada", "Ada ada@example.org"), alerts=("Approved",)).sop()
    assert [variable.default for variable in sop.variables.values()] == ["v3@example.org", "Ada"]


def test_a_button_in_the_heading_of_a_column_belongs_to_no_record() -> None:
    heading = RowLocator(by="row", role="card", text="Department")
    button = RoleLocator(by="role", role="button", name="Filter column 'Department'", within=heading)
    target = Target(
        tag="span",
        role="button",
        name="Filter column 'Department'",
        ancestors=("td[columnheader]", "tr[row]", "tbody[presentation]"),
        near=Neighbourhood(row="Department"),
        locators=(button,),
    )
    assert not Show().click(target, dialogs=("Filter",)).sop().variables


def test_another_page_came_of_what_led_to_it_though_somebody_pointed_before_it_was_seen() -> None:
    show = Show().goes(link("Comments", "/comments"), "/comments", headings=("Comments",))
    seen = show.add("hover", target=address()) - 1
    show.amend(t=seen * 100.0 - 1)
    sop = show.click(in_row("button", "Approve", "Visitor 3", SAYS), alerts=("Approved",)).sop()
    led, pointed, _ = map(criteria, tasks(sop))
    assert [criterion["kind"] for criterion in led] == ["url", "text"]
    assert [criterion["kind"] for criterion in pointed] == ["element"]


@pytest.mark.parametrize("came", [("Broken",), ()])
@pytest.mark.parametrize("within", [True, False])
def test_what_shows_the_state_of_an_item_is_pressed_in_the_item_that_other_data_mean(
    within: bool, came: tuple[str, ...]
) -> None:
    """Its list hangs in it, or in the page's body. The item stayed the recorded one, or was pressed in its
    middle, unasked."""
    row = RowLocator(by="row", role="card", text="Boiler", exact=True)
    near = Neighbourhood(row="Boiler Running Jan", cells=("Boiler", "Running", "Jan"), before="Boiler")
    place = CssLocator(by="css", css="div:nth-of-type(2)", within=row)
    named = TextLocator(by="text", text="Broken", within=row if within else None)
    around = ("div", "div#list", "body")
    cell = Target(tag="div", text="Running", near=near, ancestors=around, locators=(place,))
    chosen = Target(tag="p", text="Broken", ancestors=("div", "div", *around), locators=(named,))
    show = Show()
    seq = show.press(cell)
    show.amend(among={"others": 2, "beside": ["Spare", "Idle"]})
    # All states may stand in other items, so that none comes with the list.
    show.change(cause=seq, texts=came)
    seq = show.press(chosen)
    show.amend(among={"others": 2, "beside": ["Running", "Spare"]})
    show.add("response", method="POST", request_url="https://crm.example.com/set", status=200)
    sop = show.change(cause=seq).sop()
    assert [one.default for one in sop.variables.values()] == ["Boiler", "Broken"]
    first = tasks(sop)[0].target
    assert first is not None and first.text is None and "{{" in str(first.locators)


def test_what_shows_the_state_of_an_item_is_pressed_in_it_though_no_other_item_is_in_that_state() -> None:
    row = RowLocator(by="row", role="listitem", text="Boiler", exact=True)
    near = Neighbourhood(row="Boiler Jan Running", cells=("Boiler", "Jan", "Running"), before="Jan")
    alone = TextLocator(by="text", text="Running")
    place = CssLocator(by="css", css="span:nth-of-type(2)", within=row)
    locators = (alone, alone.model_copy(update={"within": row}), place)
    badge = Target(tag="span", text="Running", near=near, locators=locators)
    chosen = Target(tag="div", text="Broken", locators=(TextLocator(by="text", text="Broken"),))
    show = Show()
    show.change(cause=show.press(badge), texts=("Broken", "Spare"))
    seq = show.press(chosen)
    show.amend(among={"others": 2, "beside": ["Running", "Spare"]})
    show.add("response", method="POST", request_url="https://crm.example.com/set", status=200)
    sop = show.change(cause=seq, gone=("Spare",)).sop()
    assert [one.default for one in sop.variables.values()] == ["Boiler", "Broken"]
    first = tasks(sop)[0].target
    assert first is not None and first.text is None and "Running" not in str(first.locators)
