"""Pages that pass over what is pressed while they wait for their server."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest
from playwright.async_api import Page

from handrail.actuators.browser.traffic import PageTraffic
from handrail.browser.inpage import InPage
from handrail.journal.events.event import Event as JournalEvent
from handrail.runtime.walk.pictures import Moment, Pictures
from tests.actuators.test_browser_widgets import REPORT, heard, told
from tests.actuators.test_direct_input import CLICK, Perform, context, direct, inpage, page, perform
from tests.app import App, Received
from tests.app import Page as ServedPage
from tests.builders import by_role, click, fill, open_page, sop, task
from tests.runtime.conftest import QUICK, Runner, run
from tests.sweeping import some_of

__all__ = ["context", "direct", "inpage", "page", "perform", "run"]

BUSY = (
    REPORT
    + """<button onclick="press()">Open</button><p hidden>The form</p><script>
let busy = true;
const ready = () => { busy = false; };
LOADING
const press = async () => {
  if (busy) return;
  await tell('opened');
  document.querySelector('p').hidden = false;
};</script>"""
)
"""A page that passes over what is pressed while it waits for its server, as many that say "Loading…"."""


BY_SCRIPT = "fetch('/list').then(ready)"
IN_A_FRAME = """const frame = document.body.appendChild(document.createElement('iframe'));
frame.contentWindow.location.replace('/list');
frame.onload = ready;"""


@pytest.mark.parametrize("loading", some_of([BY_SCRIPT, IN_A_FRAME], 1))
async def test_a_click_that_a_busy_page_passed_over_is_done_again(run: Runner, loading: str) -> None:
    pressed = Event()

    def watch(event: JournalEvent) -> None:
        if event.kind == "acted" and event.node == "click-open":
            pressed.set()

    run.on_event = watch

    def later(request: Received) -> str:
        assert pressed.wait(10)
        return "list"

    with App({"/": BUSY.replace("LOADING", loading), "/list": later, "/tell": "ok"}) as app:
        opens = click("Open", done_when=heard("The form"))
        summary = await run(sop([open_page(app.url), opens], [app.host]))
    assert summary.outcome == "done"
    assert told(app) == ["opened"]


@pytest.mark.parametrize("loading", [BY_SCRIPT, IN_A_FRAME])
async def test_before_an_effect_a_busy_page_is_waited_for(run: Runner, loading: str) -> None:
    later = Event()

    def listed(request: Received) -> str:
        later.wait(0.4)
        return "list"

    with App({"/": BUSY.replace("LOADING", loading), "/list": listed, "/tell": "ok"}) as app:
        opens = click("Open", "once", done_when=heard("The form"))
        summary = await run(sop([open_page(app.url), opens], [app.host]))
    assert summary.outcome == "done"
    assert told(app) == ["opened"]


async def test_what_a_page_begins_as_its_picture_is_taken_is_waited_for_before_an_effect(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, later, taken = Event(), Event(), Pictures.taken

    async def taken_and_busy(self: Pictures, node: str, page: str, moment: Moment) -> None:
        await taken(self, node, page, moment)
        if moment == "before":
            await self._actuator._tabs.page(page).evaluate("begin()")  # type: ignore[attr-defined]
            assert await asyncio.to_thread(asked.wait, 10)

    def listed(request: Received) -> str:
        asked.set()
        later.wait(0.4)
        return "list"

    monkeypatch.setattr(Pictures, "taken", taken_and_busy)
    begin = "ready(); const begin = () => { busy = true; fetch('/list').then(ready); };"
    with App({"/": BUSY.replace("LOADING", begin), "/list": listed, "/tell": "ok"}) as app:
        opens = click("Open", "once", done_when=heard("The form"))
        summary = await run(sop([open_page(app.url), opens], [app.host]))
    assert summary.outcome == "done"
    assert told(app) == ["opened"]


ENTERED = """<form action=/all><label>Search <input name=q></label></form><script>
const load = (src) => document.head.append(Object.assign(document.createElement('script'), { src }));
document.querySelector('input')
  .addEventListener('focus', () => load('/first.js'), { once: true });</script>"""
"""A page that loads the scripts of its search as the field is entered, as wikis do; without them Enter leads
to a list of all that was found, with them to the record itself."""


DRAWN = (
    REPORT
    + """<button onclick="draw()">List</button><section></section><p hidden>The form</p><script>
const draw = () => {
  document.querySelector('section').innerHTML = `<a href="#form">Open</a>
    <script src="/never.js"></` + `script>`;
  document.head.append(Object.assign(document.createElement('script'), { src: '/list.js' }));
};</script>"""
)
"""A page that draws a list and then loads the script that hears of what is pressed in it."""


@pytest.mark.parametrize("effect", some_of(["none", "repeatable"], 1))
async def test_a_click_waits_for_scripts_that_the_page_is_loading(run: Runner, effect: str) -> None:
    later = Event()

    def script(request: Received) -> str:
        later.wait(0.3)
        # The run ends as the form shows: what is told by then has arrived.
        return """document.querySelector('a').onclick = async () => {
          await tell('opened');
          document.querySelector('p').hidden = false;
        };"""

    with App({"/": DRAWN, "/list.js": script, "/tell": "ok"}) as app:
        opens = task("press", {"do": "click"}, target=by_role("link", "Open"))
        opens = {**opens, "effect": effect, "done_when": heard("The form")}
        shows = click("List", done_when=heard("Open"))
        summary = await run(sop([open_page(app.url), shows, opens], [app.host]))
    assert summary.outcome == "done"
    assert told(app) == ["opened"]


async def test_enter_waits_for_scripts_that_the_page_is_loading(run: Runner) -> None:
    later = Event()

    def first(request: Received) -> str:
        later.wait(0.3)
        return "load('/second.js')"

    def second(request: Received) -> str:
        later.wait(0.3)
        return "document.querySelector('form').action = '/one'"

    pages: dict[str, ServedPage] = {"/": ENTERED, "/first.js": first, "/second.js": second}
    with App({**pages, "/one": "The record", "/all": "All that was found"}) as app:
        enter = task("enter", {"do": "press", "keys": "Enter"}, target=by_role("textbox", "Search"))
        summary = await run(
            sop(
                [open_page(app.url), fill("Search", "Winch"), {**enter, "done_when": heard("The record")}],
                [app.host],
            )
        )
    assert summary.outcome == "done"


async def test_enter_does_not_wait_for_a_script_of_another_site_that_hangs(run: Runner) -> None:
    searched, over = Event(), Event()
    hung: list[bool] = []

    def tag(request: Received) -> str:
        searched.wait(4)
        over.set()
        return ""

    def found(request: Received) -> str:
        hung.append(not over.is_set())
        searched.set()
        return "All that was found"

    with App({"/tag.js": tag}, host="localhost") as tags, App({"/all": found}) as app:
        app.pages["/"] = f"<script async src={tags.url}/tag.js></script>{ENTERED}"
        app.pages["/first.js"] = ""
        enter = task("enter", {"do": "press", "keys": "Enter"}, target=by_role("textbox", "Search"))
        steps = [
            open_page(app.url),
            fill("Search", "Winch"),
            {**enter, "done_when": heard("All that was found")},
        ]
        patient = QUICK.model_copy(update={"find_seconds": 60})
        summary = await run(sop(steps, [app.host]), settings=patient)
    assert summary.outcome == "done"
    assert [one.path for one in tags.received] == ["/tag.js"]
    assert hung == [True]


async def test_what_a_page_draws_before_the_effect_is_not_its_doing(run: Runner) -> None:
    later = Event()

    def listed(request: Received) -> str:
        later.wait(0.4)
        return "list"

    script = "fetch('/list').then(() => { document.body.append('Saved'); })"
    with App({"/": f"<button>Save</button><script>{script}</script>", "/list": listed}) as app:
        await run(sop([open_page(app.url), click("Save", "once", done_when=heard("Saved"))], [app.host]))
    intended = next(event for event in run.events if event.kind == "intended" and event.node == "click-save")
    assert intended.held_before


PRESSES = {
    "nothing": "",
    "a row": "document.body.append('row')",
    "a number": "document.querySelector('input').value++",
    "a class": "document.body.classList.toggle('open')",
    "the next frame": "requestAnimationFrame(() => document.body.append('row'))",
    "an address": "history.pushState(0, '', '#next')",
    "a question": "fetch('/ok')",
}


@pytest.mark.parametrize("made", PRESSES)
async def test_a_click_of_which_the_page_made_something_was_not_passed_over(
    page: Page, made: str, inpage: InPage, perform: Perform
) -> None:
    listed = Event()

    def later(request: Received) -> str:
        assert listed.wait(10)
        return "list"

    body = f'<input value=1><button type=button onclick="{PRESSES[made]}">Add</button>'
    with App({"/": body, "/list": later, "/ok": "ok"}) as app:
        await page.goto(app.url)
        loading = "void (globalThis.loading = fetch('/list').then((list) => list.text()))"
        assert await perform(CLICK, "button", "Add", before=loading)
        listed.set()
        await page.evaluate("loading")
        traffic = PageTraffic(inpage, lambda _: page, lambda: page)
        assert await traffic.passed_over("main", leads=True) == (made == "nothing")


@pytest.mark.parametrize("leads", [True, False])
@pytest.mark.parametrize("made", PRESSES)
@pytest.mark.sweep
async def test_a_link_that_led_nowhere_was_passed_over_whatever_the_page_changed_meanwhile(
    page: Page, made: str, leads: bool, inpage: InPage, perform: Perform
) -> None:
    listed = Event()

    def later(request: Received) -> str:
        assert listed.wait(10)
        return "list"

    body = f'<input value=1><a href=/next onclick="{PRESSES[made]}; return false">Next</a>'
    with App({"/": body, "/list": later, "/ok": "ok"}) as app:
        await page.goto(app.url)
        loading = "void (globalThis.loading = fetch('/list').then((list) => list.text()))"
        assert await perform(CLICK, "link", "Next", before=loading)
        listed.set()
        await page.evaluate("loading")
        traffic = PageTraffic(inpage, lambda _: page, lambda: page)
        stayed = made not in ("an address", "a question")
        passed_over = made == "nothing" or (leads and stayed)
        assert await traffic.passed_over("main", leads=leads) == passed_over


async def test_a_document_that_never_loads_is_waited_for_once(page: Page, inpage: InPage) -> None:
    shown = Event()

    def never(request: Received) -> str:
        shown.wait(10)
        return ""

    with App({"/": "<p>Page</p><img src=/never>", "/never": never}) as app:
        await page.goto(app.url, wait_until="domcontentloaded")
        await inpage.attach(page)
        traffic = PageTraffic(inpage, lambda _: page, lambda: None)
        waited = [await traffic.quiet("main", seconds=0.3) for _ in range(2)]
        shown.set()
    assert waited == [True, False]
