"""Candidates on a real page: from every document and shadow tree, described whole, marked for a person."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page

from handrail.actuators.browser.session import BrowserSession
from handrail.browser import LaunchedBrowser
from handrail.sop.target import Target
from handrail.targeting import Candidate, Match, choose, decide
from tests.app import App

INNER = "<h2>Inside</h2><button>Save inside</button>"
PAGE = """<h1>Contacts</h1><main><form aria-label=Contact>
<label>Name <input name=name></label><label>Password <input type=password value=tiger></label>
<button id=save>Save</button><button hidden>Ghost</button></form>
<x-card></x-card><iframe title=More src=/inner></iframe><p>Some words</p><a>Edit</a></main>
<script>customElements.define('x-card', class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: 'open'}).innerHTML = '<button>Save in shadow</button>'; } });</script>"""
BUTTON = Target(role="button", name="Save", tag="button")


@pytest.fixture
async def session(launched: LaunchedBrowser, tmp_path: Path) -> AsyncIterator[BrowserSession]:
    assert launched.browser is not None
    context = await launched.browser.new_context(viewport={"width": 900, "height": 600})
    session = BrowserSession(context, folder=tmp_path)
    await session.open_tab("main")
    yield session
    await context.close()


async def shown(session: BrowserSession, url: str) -> Page:
    page = session._tabs.page("main")
    await page.goto(url)
    await page.wait_for_load_state("load")
    return page


def named(candidates: tuple[Candidate, ...], name: str) -> Candidate:
    (found,) = (one for one in candidates if one.element.name == name)
    return found


async def test_every_document_and_open_shadow_tree_is_looked_into(session: BrowserSession) -> None:
    with App({"/": PAGE, "/inner": INNER}) as app:
        await shown(session, app.url)
        found = await session.gather("main", BUTTON)
    names = [one.element.name for one in found]
    assert {"Save", "Save in shadow", "Save inside", "Name"} <= set(names) and "Ghost" not in names
    # A link that only a script answers may have no address.
    assert "Edit" in [one.element.text for one in found]
    assert [step.url for step in named(found, "Save inside").frame] == ["/inner"]
    assert not named(found, "Save").frame
    assert all(one.element.value != "tiger" for one in found)


async def test_how_deep_ever_a_control_stands_its_dialog_is_told(session: BrowserSession) -> None:
    deep = "<div>" * 10 + "<button id=b>Deep</button>" + "</div>" * 10
    clobbered = "<form id=outer><input name=id><button>In form</button></form>"
    with App({"/": f"<div role=dialog>{deep}</div>{clobbered}"}) as app:
        await shown(session, app.url)
        found = await session.gather("main", BUTTON)
    assert named(found, "Deep").element.ancestors == (*("div",) * 8, "div[dialog]")
    # A field called `id` is not its form's.
    assert named(found, "In form").element.ancestors == ("form#outer", "body")


async def test_a_row_is_told_by_its_words_however_its_markup_is_indented(session: BrowserSession) -> None:
    indent = "\n" + " " * 300
    row = indent.join(
        ("<table><tr>", "<td>", "Tram 12", "</td>", "<td>", "<button>Go</button>", "</td></tr></table>")
    )
    with App({"/": row}) as app:
        await shown(session, app.url)
        found = await session.gather("main", BUTTON)
    assert named(found, "Go").element.near.row == "Tram 12 Go"


async def test_what_is_no_control_is_gathered_for_a_target_that_is_none(session: BrowserSession) -> None:
    with App({"/": PAGE, "/inner": INNER}) as app:
        await shown(session, app.url)
        controls = await session.gather("main", BUTTON)
        all_ = await session.gather("main", Target(role="heading", name="Contacts", tag="h1"))
    texts = [one.element.text for one in all_]
    assert "Some words" in texts and "Contacts" in texts
    assert all(one.element.text != "Some words" for one in controls)


@pytest.mark.parametrize("name", ["Save", "Save in shadow", "Save inside"])
async def test_a_candidate_is_described_so_that_it_is_found_exactly(
    session: BrowserSession, name: str
) -> None:
    with App({"/": PAGE, "/inner": INNER}) as app:
        await shown(session, app.url)
        wanted = named(await session.gather("main", BUTTON), name)
        target = await session.describe("main", wanted)
        assert target is not None and target.frame == wanted.frame
        look = await session.look("main", target=target, timeout=1)
        assert look.sighting is not None
        match = decide(target, look.sighting)
    assert isinstance(match, Match) and match.element.name == name


async def test_a_candidate_that_left_the_page_is_not_described(session: BrowserSession) -> None:
    with App({"/": PAGE, "/inner": INNER}) as app:
        page = await shown(session, app.url)
        wanted = named(await session.gather("main", BUTTON), "Save")
        await page.evaluate("document.querySelector('#save').remove()")
        assert await session.describe("main", wanted) is None


async def test_marks_are_in_the_picture_and_leave_the_page_as_it_was(session: BrowserSession) -> None:
    with App({"/": PAGE, "/inner": INNER}) as app:
        page = await shown(session, app.url)
        before = await page.content()
        found = await session.gather("main", BUTTON)
        plain = await session.picture("main")
        marked = await session.marked("main", (named(found, "Save"), named(found, "Save inside")))
        assert marked is not None and marked[:2] == b"\xff\xd8" and marked != plain
        assert await page.content() == before


async def test_what_is_below_the_window_is_brought_into_the_picture(session: BrowserSession) -> None:
    with App({"/": "<button>Top</button><div style='height:3000px'></div><button>Deep</button>"}) as app:
        page = await shown(session, app.url)
        deep = named(await session.gather("main", BUTTON), "Deep")
        assert await session.marked("main", (deep,))
        box = await page.get_by_role("button", name="Deep").bounding_box()
    assert box is not None and 0 <= box["y"] <= 600


async def test_two_thousand_controls_are_gathered_and_the_right_one_is_chosen(
    session: BrowserSession,
) -> None:
    rows = "".join(
        f"<tr><th>Contact {i}<td><a href=/c/{i}>Open {i}</a> <button>Edit {i}</button>" for i in range(1000)
    )
    with App({"/": f"<h1>Contacts</h1><table>{rows}</table>"}) as app:
        page = await shown(session, app.url)
        found = await session.gather("main", BUTTON)
        target = await session.describe("main", named(found, "Edit 700"))
        assert target is not None
        renamed = "b.textContent = 'Modify ' + b.closest('tr').rowIndex"
        await page.evaluate(f"for (const b of document.querySelectorAll('button')) {renamed}")
        choice = choose(target, await session.gather("main", target))
    assert len(found) == 2000
    assert choice.kind == "clear" and choice.best is not None
    assert choice.best.candidate.element.name == "Modify 700"


SAID = """<nav aria-label=Main><a href=/a>Home</a></nav><section aria-label=Filters><h2>Filter</h2>
<button disabled>Off</button><button aria-expanded=false>Menu</button>
<label>Agreed <input type=checkbox></label>
<label>Chosen <input type=checkbox checked style="position:absolute;width:1px;height:1px"></label>
<label>Empty <input></label><label>Fixed <input readonly value=7></label>
<label>Key <input style="-webkit-text-security: disc" value=tiger></label></section>
<ul><li><b>Ada</b><span> Byron</span><i hidden>gone</i><div><button>Edit</button></div></li></ul>"""


async def test_what_goes_without_saying_does_not_travel_and_everything_else_does(
    session: BrowserSession,
) -> None:
    with App({"/": SAID}) as app:
        await shown(session, app.url)
        brief = await session.gather("main", BUTTON, brief=True)
        whole = await session.gather("main", BUTTON)
        raw = await session._inpage.call(
            session._tabs.page("main"),
            "gather",
            {"role": None, "tag": None, "any": False, "most": 9, "brief": True},
        )
    assert raw[0] == {
        "tag": "a",
        "role": "link",
        "name": "Home",
        "near": {"section": "Main"},
        "href": f"{app.url}/a",
    }
    for found in (brief, whole):
        told = {one.element.name: one.element for one in found if one.element.tag != "label"}
        assert not told["Off"].enabled and told["Menu"].enabled and told["Menu"].expanded is False
        assert told["Agreed"].checked is False and told["Agreed"].visible
        assert told["Chosen"].checked is True and not told["Chosen"].visible
        assert told["Empty"].value == "" and told["Empty"].editable and not told["Fixed"].editable
        assert told["Key"].masked and told["Key"].value is None and not told["Fixed"].masked
        assert told["Off"].near.section == "Filters" and told["Home"].near.section == "Main"
        assert told["Edit"].near.row == "Ada Byron Edit"
