"""What a page says of what was done: at its fields, in its messages, and in those that go by themselves."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

AMOUNT = "<label for=a>Amount</label><input id=a"
WHY = "Must be positive"


async def said(page: Page, drawn: str, act: str = "") -> list[str]:
    """What it says after `act`, having been asked once before."""
    await page.set_content(f"<style>.off {{ display: none }}</style>{drawn}")
    asked = f"{inpage_source()}; handrail.messages()"
    await page.evaluate(asked)
    if act:
        await page.evaluate(act)
    return [one["text"] for one in await page.evaluate(asked)]


@pytest.mark.parametrize(
    "drawn",
    [
        f"<div>{AMOUNT} class=is-invalid><div class=invalid-feedback>{WHY}</div></div>",
        f"<div class='form-group has-error'>{AMOUNT}><span class=help-block>{WHY}</span></div>",
        f"<div>{AMOUNT} class='input is-danger'><p class='help is-danger'>{WHY}</p></div>",
        f"<p>{AMOUNT} aria-invalid=true aria-describedby=why></p><div id=why>{WHY}</div>",
        f"<p>{AMOUNT} aria-invalid=true aria-errormessage=why></p><div id=why>{WHY}</div>",
        f"<div><label class=error for=a>Amount *</label><input id=a>"
        f"<label class=error for=a>{WHY}</label></div>",
        f"<table><tr><th><label for=a>Amount</label><td>"
        f"<ul class=errorlist><li>{WHY}</ul><input id=a></table>",
        f"<div class=sc-1><label for=a style='color: #c20012'>Amount</label>"
        f"<input id=a style='border: 1px solid #c20012'><div style='color: #c20012'>{WHY}</div></div>",
    ],
    ids=["feedback", "help", "coloured", "described", "errormessage", "label", "table", "drawn in red"],
)
async def test_why_a_field_is_refused_is_told_with_what_the_field_is_called(page: Page, drawn: str) -> None:
    other = "<div><label for=b>Notes</label><input id=b><small class=form-text>As you like</small></div>"
    assert await said(page, f"<form>{drawn}{other}<button>Save</button></form>") == [f"Amount: {WHY}"]


@pytest.mark.parametrize(
    "drawn",
    [
        "<p><label>Amount * <input required></label></p>",
        "<table><tr><th>Amount</th><td><input required></td></tr></table>",
        "<div class=row><div>Amount:</div><div><input required></div></div>",
        "<p><b>Amount</b><br><input required></p>",
        "<p><input required placeholder=Amount></p>",
    ],
    ids=["label", "cell", "beside", "above", "placeholder"],
)
async def test_a_field_that_the_browser_refuses_is_called_as_people_call_it(page: Page, drawn: str) -> None:
    form = f"<form>{drawn}<button>Save</button></form>"
    (told,) = await said(page, form, "document.querySelector('form').requestSubmit()")
    assert told == "Amount: Please fill out this field."


async def test_a_field_that_nothing_calls_is_told_of_by_its_reason_alone(page: Page) -> None:
    form = "<form><input required><button>Save</button></form>"
    (told,) = await said(page, form, "document.querySelector('form').requestSubmit()")
    assert told == "Please fill out this field."


async def test_a_summary_of_refusals_is_told_by_its_entries_where_it_is_long(page: Page) -> None:
    entries = [f"Field {number} {'cannot be blank, ' * 4}as all know" for number in range(4)]
    drawn = f"<div id=errorExplanation><ul>{''.join(f'<li>{entry}' for entry in entries)}</ul></div>"
    assert await said(page, f"<h1>New issue</h1>{drawn}<form><input name=x></form>") == entries


@pytest.mark.parametrize(
    "drawn",
    [
        f"<div>{AMOUNT} class='ng-untouched ng-invalid'><div class=hint>At most 5</div></div>",
        f"<div>{AMOUNT}><div class='off invalid-feedback'>{WHY}</div></div>",
        f"<div>{AMOUNT}><span class=text-danger>*</span></div>",
        f"{AMOUNT}><button class='btn btn-danger'>Delete</button>",
        f"<table class=table-danger><tr><td>Overdue<td>{AMOUNT}></table>",
        f"<div>{AMOUNT}><small style='color: #c20012'>In euros</small></div>",
        f"<div>{AMOUNT} style='border: 1px solid #c20012'><small>In euros</small></div>",
        f"<ul><li id=errored_filter><a href='#'><img>Errored (0)</a></ul>{AMOUNT}>",
    ],
    ids=["untouched", "not shown", "star", "button", "coloured row", "red text", "red frame", "entry"],
)
async def test_what_no_refusal_is_is_not_told(page: Page, drawn: str) -> None:
    assert await said(page, f"<form>{drawn}</form>") == []


async def test_fields_that_were_not_filled_in_yet_leave_room_for_one_that_is_refused(page: Page) -> None:
    untouched = "<p><input class='ng-untouched ng-invalid'></p>" * 101
    refused = f"<div>{AMOUNT} class=is-invalid><div class=invalid-feedback>{WHY}</div></div>"
    assert await said(page, f"<form>{untouched}{refused}</form>") == [f"Amount: {WHY}"]


async def test_a_long_reason_that_a_field_gives_itself_is_clipped(page: Page) -> None:
    act = f"a.setCustomValidity('{WHY} '.repeat(30)); document.forms[0].requestSubmit()"
    [told] = await said(page, f"<form>{AMOUNT}><button>Save</button></form>", act)
    assert told.startswith(f"Amount: {WHY}") and len(told) == 200


@pytest.mark.parametrize("another", ["", "<div class=notice>User added.</div>"])
async def test_a_message_of_the_page_has_the_same_words_each_time(page: Page, another: str) -> None:
    """What was said before is no answer, and is known by its words."""
    close = "<button type=button><span>Dismiss this notice.</span></button>"
    notice = f"<div class='notice notice-error'><p>Backup failed. <a href=#x>Fix</a></p>{close}</div>"
    search = "<p><label>Search <input></label></p>"
    drawn = f"<div><h1>Users</h1>{notice}{another}{search}</div>"
    told = [text for text in await said(page, drawn) if "Backup" in text]
    assert told == ["Backup failed. Fix"]


async def test_a_message_that_went_by_itself_was_heard(page: Page) -> None:
    passes = """const frame = () => new Promise(requestAnimationFrame), d = document.createElement('div');
      d.setAttribute('role', 'status'); d.textContent = 'No number'; document.body.append(d);
      frame().then(frame).then(() => d.remove())"""
    assert await said(page, "<p>Form</p>", passes) == ["No number"]


@pytest.mark.parametrize(
    ("head", "told"), [("<th>Name<th>Made", []), ("<td>Name<td>Made", ["Name Made No posts found"])]
)
async def test_a_part_of_the_page_that_reads_out_the_heads_of_its_columns_is_no_message(
    page: Page, head: str, told: list[str]
) -> None:
    table = f"<table><tr>{head}</table>"
    drawn = f"<div aria-live=polite>{table}<p id=p></p></div>"
    came = "document.getElementById('p').textContent = 'No posts found'"
    assert await said(page, drawn, came) == told


SHELL = "position: absolute; inset: 0; overflow: hidden"
LONG = "<div style='height: 4000px'></div>"
SAVED = "<p role=status>Visit saved</p>"


@pytest.mark.parametrize(
    "page_part, heard",
    [
        (f"<div style='height: 100%; overflow: auto'>{SAVED}{LONG}</div>", ["Visit saved"]),
        (f"<div style='height: 100%; margin-left: -4000px; width: 300px; overflow: auto'>{SAVED}</div>", []),
        (
            f"<div style='height: 100%; overflow: auto'><div style='margin-top: -400px'>{SAVED}</div></div>",
            [],
        ),
    ],
    ids=["scrolled out", "in a drawer that is shut", "above what scrolls"],
)
async def test_a_message_is_heard_that_one_scrolls_to_in_an_apps_frame(
    page: Page, page_part: str, heard: list[str]
) -> None:
    scrolled = "document.querySelector('section > div').scrollTop = 3000"
    assert await said(page, f"<section style='{SHELL}'>{page_part}</section>", scrolled) == heard
