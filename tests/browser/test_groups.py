"""The same answers to one question after the other: each is found as an answer to its own."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

ANSWERS = "<label><input type=radio name={1}> Yes</label> <label><input type=radio name={1}> No</label>"
FLAT = "<p>{0}?</p>" + ANSWERS
BOXED = f"<p><b>{{0}}?</b></p><div>{ANSWERS}</div>"
TERMS = f"<dt>{{0}}?</dt><dd>{ANSWERS}</dd>"
YES: dict[str, Any] = {"by": "role", "role": "radio", "name": "Yes"}
SMOKES = {"by": "group", "text": "Do you smoke?"}


def asked(block: str, *questions: str) -> str:
    return "<form>" + "".join(block.format(one, f"q{at}") for at, one in enumerate(questions)) + "</form>"


@pytest.mark.parametrize("block", [FLAT, BOXED, TERMS])
async def test_an_answer_is_found_by_its_question_wherever_that_goes(page: Page, block: str) -> None:
    await page.set_content(asked(block, "Do you smoke", "Do you drink"))
    recorded = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('input')).locators"
    )
    assert recorded[0] == {**YES, "within": SMOKES}
    await page.set_content(asked(block, "Are you insured", "Do you drink", "Do you smoke"))
    request = {"conditions": [], "locators": recorded[:1], "strong": 1, "timeout": 0, "again": False}
    seen = (
        await page.evaluate(f"request => {{ {inpage_source()}; return handrail.look(request); }}", request)
    )["sighting"]
    assert seen["locators"][0]["count"] == 1
    assert seen["elements"][0]["attributes"]["name"] == "q2"


async def test_an_answer_to_a_question_that_is_asked_twice_is_not_found_by_it(page: Page) -> None:
    await page.set_content(asked(FLAT, "Do you smoke", "Do you smoke"))
    recorded = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('input')).locators"
    )
    assert not any(one.get("within") == SMOKES for one in recorded)


async def test_an_answer_that_is_given_once_needs_no_question(page: Page) -> None:
    await page.set_content(asked(FLAT, "Do you smoke"))
    recorded = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('input')).locators"
    )
    assert recorded[0] == YES


async def test_radio_buttons_that_a_script_holds_together_go_by_what_stands_before_them(page: Page) -> None:
    """Each has a name of its own then, which tells nothing of the group."""
    answers = "".join(
        f"<label><input type=radio name=radio-{n}> {one}</label>" for n, one in enumerate("ABC")
    )
    await page.set_content(f"<fieldset><div></div><span>Status</span><div>{answers}</div></fieldset>")
    groups = await page.evaluate(
        f"{inpage_source()}; "
        "[...document.querySelectorAll('input')].map((one) => handrail.describe(one).near.group)"
    )
    assert groups == ["Status"] * 3


@pytest.mark.parametrize(
    ("before", "called"),
    [("<p>Role</p>", "Role"), ("<p><button>Previous</button><button>Next</button></p>", None)],
)
async def test_buttons_of_which_one_is_on_are_not_called_by_a_row_of_commands(
    page: Page, before: str, called: str | None
) -> None:
    roles = "<div><button aria-pressed=true>Owner</button><button aria-pressed=false>Editor</button></div>"
    await page.set_content(f"<h3>Add member</h3>{before}{roles}")
    found = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('[aria-pressed=false]'))"
    )
    assert found["near"].get("group") == called


async def test_a_choice_is_found_by_its_name_with_what_explains_it(page: Page) -> None:
    """Beyond 120 letters it was told by its place alone, and was no input."""
    name = (
        f"Some pages {'Blocks those that are named below, and leaves all others as they are. ' * 2}".strip()
    )
    one = "<div role=radio aria-checked=false tabindex=0>{0}</div>"
    choices = one.format("Everywhere") + one.format(name)
    await page.set_content(f"<div role=radiogroup aria-label=Type>{choices}</div>")
    locators = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelectorAll('[role=radio]')[1]).locators"
    )
    assert {"by": "role", "role": "radio", "name": name} in locators


HAND = "<style>.p{cursor:pointer}</style>"
LIST = "<table><tr><td>Ada<td>Attic<tr><td>Claude<td>Cellar<tr><td>Grace<td>Attic</table>"
DRAWN = "<div class=p tabindex=0><span>{}</span><i></i></div>"
LINES = "<div><label>Name</label><input></div><div><label>Day</label><input type=date></div>"
SECTION = {"by": "role", "role": "group", "name": "Room"}
ROOMS = "".join(map(DRAWN.format, ("Library", "Attic", "Cellar")))


@pytest.mark.parametrize(
    ("form", "around"),
    [
        (
            f"{LINES}<div><label>Room</label><div>{ROOMS}</div></div>",
            {"by": "group", "text": "Room"},
        ),
        (f"<fieldset><legend>Room</legend><div>{ROOMS}</div></fieldset>", SECTION),
    ],
)
async def test_a_drawn_choice_goes_by_its_words_in_what_it_answers(
    page: Page, form: str, around: dict[str, str]
) -> None:
    """It was known by its place alone where its words stand in the list behind the form as well."""
    await page.set_content(f"{HAND}{LIST}<section><h2>New</h2>{form}</section>")
    told = await page.evaluate(
        f"""{inpage_source()}; (([_, choice]) => {{
          const box = choice.getBoundingClientRect();
          return handrail.describedAt(box.right - 5, box.y + 5);
        }})([...document.querySelectorAll('[tabindex]')])"""
    )
    assert (told["tag"], told["near"]["group"]) == ("span", "Room")
    first = told["locators"][0]
    assert (first["text"], first["within"]) == ("Attic", around)


async def test_an_entry_of_an_opened_list_is_no_answer_to_what_was_chosen_in_it_before(page: Page) -> None:
    """It was found by its place behind the earlier choice, which is another one in another record."""
    entries = "".join(f"<div class=p>{one}</div>" for one in ("Library", "Attic", "Cellar"))
    lines = f"{LINES}<div><label>Room</label><span><span class=p>Cellar</span>"
    over = f"<div style='position:absolute'>{entries}</div></span></div>"
    await page.set_content(f"{HAND}{LIST}<section><h2>Edit</h2>{lines}{over}</section>")
    told = await page.evaluate(
        f"{inpage_source()}; handrail.describe([...document.querySelectorAll('div.p')][1])"
    )
    assert told["near"]["group"] == "Room"
    assert told["locators"][0] == {"by": "text", "text": "Attic", "within": {"by": "group", "text": "Room"}}


@pytest.mark.parametrize(("head", "asked"), [("Tea Packing State", "State"), (None, "Packing")])
async def test_what_stands_before_choices_in_a_table_of_records_is_no_question(
    page: Page, head: str | None, asked: str
) -> None:
    """What the record holds in the cell before was taken for it. Without headings, the table is a form."""
    buttons = "".join(
        f"<button aria-pressed={on}>{one}</button>" for on, one in (("true", "New"), ("false", "Sold"))
    )
    heads = "".join(f"<th>{one}" for one in head.split()) if head else ""
    table = f"<table><thead><tr>{heads}</thead><tr><td>Mate<td>Packing<td><span>{buttons}</span></table>"
    await page.set_content(table)
    told = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('button')).near.group"
    )
    assert told == asked


@pytest.mark.parametrize(
    "choice",
    [
        "<div><label for={0}><input type=radio name=kind id={0}> {1}</label></div>",
        "<div><input type=radio name=kind id={0}> <label for={0}>{1}</label></div>",
        "<label for={0}><input type=radio name=kind id={0}> {1}</label>",
    ],
)
async def test_the_label_of_the_whole_group_is_no_part_of_its_first_choices_name(
    page: Page, choice: str
) -> None:
    """Frameworks tie it to the first of the choices, which then is given in the place of the others."""
    choices = "".join(choice.format(f"k{at}", one) for at, one in enumerate(["Relative", "Absolute"]))
    await page.set_content(f"<form><label for=k0>Kind of amount</label>{choices}</form>")
    first = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('#k0'))")
    assert (first["name"], first["label"], first["near"]["group"]) == (
        "Relative",
        "Relative",
        "Kind of amount",
    )
