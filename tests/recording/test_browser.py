"""The recorder on real pages with real input: nothing lost, nothing secret kept."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import io
import os
import re
import signal
import sys
import threading
from pathlib import Path
from typing import Any, TypeVar

import pytest
from PIL import Image, ImageChops
from playwright.async_api import Download, Error, Page, async_playwright

from handrail.browser.attaching import AttachedTabs
from handrail.browser.early import EarlyTabs, Message
from handrail.compile import compile_recording
from handrail.errors import RecordingError, StoreError
from handrail.recording import pages
from handrail.recording.browser import record, wait_for_end
from handrail.recording.event import (
    Changed,
    CheckChange,
    Click,
    DialogAnswered,
    Downloaded,
    Hover,
    Input,
    Interrupted,
    KeyDown,
    Navigated,
    Raw,
    RecordedEvent,
    Responded,
    SelectOption,
)
from handrail.recording.store import Recording, RecordingWriter, load_recording
from handrail.secrets.forms import MASK
from handrail.sop.locator import CssLocator, RoleLocator, RowLocator
from handrail.sop.node import Task
from tests.app import Answer, App, Received, redirect
from tests.app import Page as Served
from tests.ports import free_port, refusing_port
from tests.recording.conftest import Recorded
from tests.sweeping import some_of

FORM = """<title>New</title><h1>New contact</h1><form method=post action=/save>
<label>Name <input name=name></label><label>Password <input type=password name=pw></label>
<label>Code <input name=otp autocomplete=one-time-code></label>
<button type=button onclick="document.querySelector('[name=pw]').type = 'text'">Show password</button>
<button>Save</button></form>"""
PAGES: dict[str, Served] = {
    "/": FORM,
    "/save": lambda r: redirect("/list"),
    "/list": "<title>List</title><h1>List</h1><p role=alert>Contact saved</p>",
}
E = TypeVar("E")


def of(recording: Recording, kind: type[E]) -> list[E]:
    return [event for event in recording.events if isinstance(event, kind)]


async def enter(page: Page) -> None:
    await page.get_by_label("Name").click()
    await page.keyboard.type("Nora")
    await page.get_by_role("button", name="Save").click()
    await page.get_by_text("Contact saved").wait_for()


async def test_an_event_tells_what_where_before_and_after(tmp_path: Path) -> None:
    with App(PAGES) as app:
        async with record(app.url + "/", tmp_path / "r", headless=True) as recorder:
            await recorder.settled()
            await enter(recorder.page)
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    save = next(click for click in of(recording, Click) if click.target and click.target.name == "Save")
    assert save.target is not None
    assert save.target.role == "button"
    assert save.target.locators[0].model_dump(exclude_none=True) == {
        "by": "role",
        "role": "button",
        "name": "Save",
    }
    assert save.target.near.heading == "New contact"
    assert save.target.box is not None
    assert save.title == "New"
    assert save.picture is not None and recording.picture_path(save.picture).is_file()
    after = of(recording, Changed)[-1]
    assert after.after >= save.seq
    assert after.state.headings == ("List",)
    assert after.state.alerts == ("Contact saved",)
    assert [(r.method, r.status) for r in of(recording, Responded)] == [
        ("GET", 200),
        ("POST", 303),
        ("GET", 200),
    ]
    assert [n.cause for n in of(recording, Navigated)] == ["address", "consequence"]
    assert recording.manifest.end_reason == "finished"


async def test_back_to_a_page_that_holds_a_frame_is_one_back(tmp_path: Path, recorded: Recorded) -> None:
    frame = "<iframe src=/in></iframe>"
    pages: dict[str, Served] = {
        "/": f"{frame}<h1>One</h1>",
        "/two": f"{frame}<h1>Two</h1>",
        "/in": "<p>In</p>",
    }
    with App(pages) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.settled()
            await recorder.page.goto(app.url + "/two")
            await recorder.settled()
            await recorder.page.go_back()
            await recorder.page.frame_locator("iframe").get_by_text("In").wait_for()
            await recorder.settled()
    causes = [event.cause for event in of(load_recording(tmp_path / "r"), Navigated)]
    assert causes == ["address", "address", "back_forward"]


async def test_secrets_are_masked_in_the_page_and_never_reach_the_disk(
    tmp_path: Path, recorded: Recorded
) -> None:
    canaries = ("canary-pw-731", "canary-otp-942")
    with App(PAGES) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            page = recorder.page
            await page.get_by_label("Password").click()
            await page.keyboard.type(canaries[0])
            await page.get_by_role("button", name="Show password").click()
            await page.get_by_label("Password").click()
            await page.keyboard.press("End")
            await page.keyboard.type("!")
            await page.get_by_label("Code").click()
            await page.keyboard.type(canaries[1])
            await page.get_by_role("button", name="Save").click()
            await page.get_by_text("Contact saved").wait_for()
            await recorder.settled()
        assert app.posts("/save")[0]["pw"] == canaries[0] + "!"
    recording = load_recording(tmp_path / "r")
    kept = b"".join(path.read_bytes() for path in (tmp_path / "r").rglob("*") if path.is_file())
    for canary in canaries:
        assert canary.encode() not in kept
        assert base64.b64encode(canary.encode()) not in kept
    typed = of(recording, Input)
    assert typed and all(event.masked and event.value == MASK for event in typed)
    in_secret = [k for k in of(recording, KeyDown) if k.target and k.target.label in {"Password", "Code"}]
    assert {k.key for k in in_secret} <= {"", "End"}
    assert all(v == MASK for c in of(recording, Changed) for k, v in c.state.values.items() if k != "Name")


REPEATING = (
    """<title>Set</title><h1>Password</h1><form action=/set onsubmit="document.title = pw.value">
<label>Password <input type=password name=pw oninput="said.textContent = this.value"></label>
<fieldset><legend>One-time code</legend>"""
    + "".join(
        f"<input name=d{n} aria-label='Digit {n}' autocomplete=one-time-code maxlength=1 size=1>"
        for n in range(6)
    )
    + """</fieldset><label>Card code <input name=cvc autocomplete=cc-csc></label>
<label>Name <input name=who></label><button>Set password</button></form>
<p id=said style="font: 60px monospace; color: #f00"></p>"""
)


def told(request: Received) -> str:
    form = request.query
    code = "".join(form.get(f"d{n}", "") for n in range(6))
    return f"""<title>{form["pw"]} is set</title>
    <h1>Your password <i style="color: #f00">{form["pw"]}</i> was set</h1>
    <p role=alert>Code <b>{code[:3]}</b> {code[3:]} is used</p><p>Order 1738 of {form["who"]}</p>
    <a href="/next?key={form["pw"]}">Copy {form["pw"]}</a><iframe srcdoc="<p>{form["pw"]}</p>"></iframe>"""


SHOWN = """<title>Key</title>
<style>input { color: #f00; font-size: 40px } .dots { -webkit-text-security: disc }</style>
<h1>Key</h1><label>Password <input id=pw type=password value=filled-in-614></label>
<label>Site key <input id=key class=dots></label>
<button onclick="prompt('Your PIN?'); pw.type = 'text'; key.className = ''">Show</button>
<button>Look</button>"""


async def test_a_secret_is_one_though_the_page_filled_it_in_hides_it_by_a_class_or_asks_in_a_dialog(
    tmp_path: Path, recorded: Recorded
) -> None:
    canaries = ("filled-in-614", "by-class-208", "answer-975")
    with App({"/": SHOWN}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            page = recorder.page
            page.on("dialog", lambda dialog: dialog.accept(canaries[2]))
            await page.get_by_label("Site key").click()
            await page.keyboard.type(canaries[1])
            await page.get_by_role("button", name="Show").click()
            await recorder.settled()
            await page.get_by_role("button", name="Look").click()
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    kept = (tmp_path / "r" / "events.jsonl").read_text()
    assert [canary for canary in canaries if canary in kept] == []
    assert [answer.text for answer in of(recording, DialogAnswered)] == [MASK]
    last = of(recording, Click)[-1]
    assert last.picture is not None
    assert reddish(recording, last.picture) == 0
    variables = compile_recording(recording).variables
    assert {name for name, variable in variables.items() if variable.secret} == {"site_key", "your_pin"}


async def test_the_first_signs_of_a_secret_are_in_no_picture(tmp_path: Path, recorded: Recorded) -> None:
    """Nothing can be veiled by so few: whoever stops there is waited for."""
    with App({"/": REPEATING}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            page = recorder.page
            await page.get_by_label("Password").click()
            await page.keyboard.type("ca")
            # It is at rest, and what is pressed next would show it.
            await recorder.settled()
            await page.get_by_label("Password").click()
            await page.keyboard.type("nary-pw")
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    assert of(recording, Click)
    for picture in {event.picture for event in recording.events if event.picture}:
        assert reddish(recording, picture) == 0


def reddish(recording: Recording, picture: str) -> int:
    """How much of a picture is red, as what the page repeats of the secret is."""
    red, green, _ = Image.open(io.BytesIO(recording.picture(picture) or b"")).convert("RGB").split()
    return sum(ImageChops.subtract(red, green).histogram()[120:])


async def test_a_code_that_stands_in_a_page_by_chance_is_kept_nowhere(
    tmp_path: Path, recorded: Recorded
) -> None:
    """In the server's port, in the lines of a picture, and within a longer number."""
    form = """<title>Pay</title><h1>Order 17385</h1><svg><path d="M 738 12"/></svg><form action=/paid>
    <label>PIN <input name=pin type=password></label>
    <label>Card code <input name=cvc autocomplete=cc-csc></label><button>Pay</button></form>"""

    def paid(request: Received) -> str:
        return f"<title>Paid</title><h1>Paid with {request.query['pin']} and {request.query['cvc']}</h1>"

    with App({"/": form, "/paid": paid}) as app:
        port = app.host.rpartition(":")[2]
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            page = recorder.page
            await page.get_by_label("PIN").click()
            await page.keyboard.type(port)
            await page.get_by_label("Card code").click()
            await page.keyboard.type("738")
            await page.get_by_role("button", name="Pay").click()
            await page.get_by_text("Paid with").wait_for()
            await recorder.settled()
    kept = (tmp_path / "r" / "events.jsonl").read_text().replace(app.host, "")
    assert "Paid with ••• and •••" in kept
    assert "cvc=•••" in kept
    # Times, places and the sums of pictures hold such numbers by chance.
    assert port not in re.sub(r'"\w+":-?[\d.]+|sha256:\w+', "", kept)


async def test_what_the_page_repeats_of_a_secret_is_kept_nowhere(tmp_path: Path, recorded: Recorded) -> None:
    pages: dict[str, Served] = {
        "/": REPEATING,
        "/set": told,
        "/next": "<title>Next</title><h1>Next page</h1>",
    }
    with App(pages) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            page = recorder.page
            await page.get_by_label("Name").click()
            await page.keyboard.type("Password")
            await page.get_by_label("Password").click()
            await page.keyboard.type("canary-p")
            await recorder.settled()
            await page.keyboard.insert_text("w-731")
            for place, digit in enumerate("904215"):
                await page.get_by_label(f"Digit {place}").click()
                await page.keyboard.type(digit)
            await page.get_by_label("Card code").click()
            await page.keyboard.type("738")
            await page.get_by_role("button", name="Set password").click()
            await page.get_by_text("was set").wait_for()
            await recorder.settled()
            await page.get_by_role("link").click()
            await page.get_by_text("Next page").wait_for()
            await recorder.settled()
    folder = tmp_path / "r"
    # Times, places and the server's port hold such numbers by chance.
    kept = re.sub(r'"\w+":-?[\d.]+|127\.0\.0\.1:\d+', "", (folder / "events.jsonl").read_text())
    for canary in ("canary", "904215", "904", '"738', "=738"):
        assert canary not in kept, canary
    assert "Your password ••• was set" in kept
    # What only looks like one of them stays: a longer number, and the page's own words.
    assert "Order 1738 of Password" in kept
    recording = load_recording(folder)
    # What was to be read of it was red.
    pictures = {event.picture for event in recording.events if event.picture}
    assert of(recording, Click)[-1].picture in pictures
    for picture in pictures:
        assert reddish(recording, picture) == 0
    # Nothing is looked for, and nothing waited for, by a value that is different the next time.
    for node in compile_recording(recording).walk_nodes():
        found = node.target.locators if isinstance(node, Task) and node.target is not None else ()
        assert MASK not in f"{node.done_when} {found}"


async def test_each_press_tells_what_the_element_was_called_then(tmp_path: Path, recorded: Recorded) -> None:
    page = """<style>.busy .idle, .calm .hurry { display: none }</style>
    <div id=box class=calm><button id=b><span class=idle>Save</span> <span class=hurry>now</span></button>
    </div>    <p id=more></p><label for=f id=l>Name</label><input id=f><script>
    const shadow = more.attachShadow({ mode: 'open' });
    const steps = [
      () => { box.className = 'busy'; },
      () => { b.querySelector('.hurry').firstChild.data = 'later'; },
      () => { b.setAttribute('aria-label', 'Keep'); },
      () => { more.insertAdjacentHTML('afterend', '<button>Keep</button>'); },
      () => { document.querySelectorAll('button')[1].remove(); l.textContent = 'Full name'; },
      () => { shadow.innerHTML = '<button>Keep</button>'; },
      () => { const s = document.createElement('style'); s.textContent = '#more { display: none }';
              document.head.append(s); b.removeAttribute('aria-label'); box.className = ''; },
    ];
    b.onclick = () => steps.shift()?.();</script>"""
    with App({"/": page}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            for turn in range(8):
                await recorder.page.locator("#b").click()
                if turn in {0, 6}:
                    await recorder.page.locator("#f").click()
            await recorder.settled()
    clicks = [click.target for click in of(load_recording(tmp_path / "r"), Click) if click.target]
    named = [(target.name, sum(found.by == "role" for found in target.locators)) for target in clicks]
    assert named == [
        ("Save", 1),
        ("Name", 1),
        ("now", 1),
        ("later", 1),
        ("Keep", 1),
        ("Keep", 0),
        ("Keep", 1),
        ("Keep", 0),
        ("Full name", 1),
        ("Save later", 1),
    ]


async def test_what_changes_in_a_frame_is_told_of_the_frame(tmp_path: Path, recorded: Recorded) -> None:
    inner = """<label>Code <input id=c></label><input placeholder=Voucher>
    <label>From <input placeholder=Day></label><input placeholder=Day>
    <button onclick="r.textContent = 'Checked'; parent.note()">Check</button><p role=status id=r></p>"""
    outer = """<h1>Shop</h1><p role=status id=s></p><iframe name=pay src=/pay></iframe><script>
    note = () => setTimeout(() => { s.textContent = 'Payment noted'; }, 50);</script>"""
    with App({"/": outer, "/pay": inner}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            frame = recorder.page.frame_locator("[name=pay]")
            await frame.get_by_label("Code").click()
            await recorder.page.keyboard.type("X-7")
            await frame.get_by_role("button", name="Check").click()
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    click = of(recording, Click)[-1]
    came = {change.frame: change for change in of(recording, Changed) if change.after == click.seq}
    assert click.target is not None and click.target.frame[0].name == "pay"
    within, page = came[click.target.frame], came[()]
    assert (within.before_state.alerts, within.state.alerts) == ((), ("Checked",))
    # What is called by nothing but the hint of another field as well is not told.
    assert within.state.values == {"Code": "X-7", "Voucher": "", "From": ""}
    assert (page.before_state.alerts, page.state.alerts) == ((), ("Payment noted",))
    assert within.url == page.url == app.url + "/"


FRAMES: dict[str, Served] = {
    "/": """<iframe name=help></iframe><iframe name=note></iframe><iframe name=chat src=/chat></iframe>
    <iframe name=report></iframe><iframe name=drawer src=/drawer hidden></iframe><p id=box></p>
    <script>const f = window.frames;
    const acts = {
      Help: () => { document.querySelector('[name=help]').srcdoc = '<h2>Helpful</h2>'; },
      Note: () => { const d = f.note.document; d.open(); d.write('<h2>Noted</h2>'); d.close(); },
      Chat: () => f.chat.postMessage('Said'),
      Report: () => { f.report.location = '/wait'; },
      Drawer: () => { document.querySelector('[name=drawer]').hidden = false; },
      New: () => { box.innerHTML = '<iframe name=new src=/new></iframe>'; },
    };
    for (const name in acts) { const b = document.createElement('button'); b.textContent = name;
      b.onclick = acts[name]; document.body.append(b); }</script>""",
    "/chat": """<h2>Chat</h2><script>onmessage = (e) => {
    document.body.innerHTML = `<h2>${e.data}</h2>`; }</script>""",
    "/wait": "<h2>One moment</h2><script>setTimeout(() => location.replace('/figures'), 200)</script>",
    "/figures": """<h2>Loading</h2><script>setTimeout(async () => {
    document.body.innerHTML = await (await fetch('/table')).text(); }, 100)</script>""",
    "/drawer": "<h2>In the drawer</h2>",
    "/new": "<h2>Newly made</h2>",
}


@pytest.mark.sweep
async def test_what_comes_of_an_act_in_other_frames_is_told_of_those(
    tmp_path: Path,
    recorded: Recorded,
) -> None:
    waits = threading.Event()

    def table(_: Received) -> str:
        waits.wait(10)
        return "<h2>Sales</h2>"

    acts = ("Help", "Note", "Chat", "Drawer", "New", "Report")
    with App({**FRAMES, "/table": table}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            await recorder.settled()
            for name in acts:
                await recorder.page.get_by_role("button", name=name).click()
                await recorder.settled()
            report = recorder.page.frame_locator("[name=report]")
            await report.get_by_role("heading", name="Loading").wait_for()
            await recorder.settled()
            waits.set()
            await report.get_by_role("heading", name="Sales").wait_for()
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    clicked = {click.seq: click.target.name for click in of(recording, Click) if click.target}
    came: dict[tuple[str | None, str | None], Changed] = {}
    for change in of(recording, Changed):
        if change.frame and change.after in clicked:
            came[clicked[change.after], change.frame[-1].name] = change
    assert {key: change.state.headings for key, change in came.items()} == {
        ("Help", "help"): ("Helpful",),
        ("Note", "note"): ("Noted",),
        ("Chat", "chat"): ("Said",),
        ("Drawer", "drawer"): ("In the drawer",),
        ("New", "new"): ("Newly made",),
        ("Report", "report"): ("Sales",),
    }
    assert came["Chat", "chat"].before_state.headings == ("Chat",)
    assert came["Report", "report"].state.texts == ("Sales",)


async def test_a_click_is_told_before_all_that_its_own_script_does_at_once(
    tmp_path: Path, recorded: Recorded
) -> None:
    inner = """<button onclick="frameElement.remove()">Shut</button>"""
    outer = """<iframe name=box src=/box></iframe><button onclick="
      const sent = new XMLHttpRequest(); sent.open('POST', '/sent', false);
      sent.send(JSON.stringify({query: 'mutation { addNote(text: 7) { id } }'}));
      sent.open('POST', '/sent', false); sent.send(JSON.stringify({query: '{ notes { id } }'}));
      for (const at of ['/list', '/x/3/remove']) { sent.open('GET', at, false); sent.send() }">Send</button>
      <button onclick="
      const asked = new XMLHttpRequest(); asked.open('POST', '/list', false);
      asked.setRequestHeader('X-HTTP-Method-Override', 'GET'); asked.send('n=9'); alert('Sure')">Ask</button>
      <button onclick="location.href = '/gone'">Go</button>"""
    pages = {"/": outer, "/box": inner, "/sent": "ok", "/list": "[]", "/gone": "<h1>Gone</h1>"}
    with App(pages) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            page = recorder.page
            page.on("dialog", lambda dialog: asyncio.ensure_future(dialog.accept()))
            await page.frame_locator("[name=box]").get_by_role("button", name="Shut").click()
            for name in ("Send", "Ask", "Go"):
                await page.get_by_role("button", name=name).click()
            await page.get_by_role("heading", name="Gone").wait_for()
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    assert [r.operations for r in of(recording, Responded) if r.method == "POST"] == [("addNote",)]
    scripts = [r.request_url.rpartition(":")[2][5:] for r in of(recording, Responded) if not r.document]
    assert scripts == ["/sent", "/x/3/remove"], "what some apps do when they are only asked"
    told: list[str] = []
    for event in recording.events[1:]:
        if isinstance(event, Click):
            assert event.target is not None
            told.append(event.target.name or "")
        elif isinstance(event, Responded | Navigated) or event.kind == "dialog":
            told.append(event.kind)
    acted = told[told.index("Shut") :]
    assert acted[:7] == ["Shut", "Send", "response", "response", "Ask", "dialog", "Go"]
    assert "navigated" in acted[7:]


@pytest.mark.sweep
async def test_a_form_or_a_dialog_is_no_message_whatever_its_class_says(
    tmp_path: Path, recorded: Recorded
) -> None:
    # What is gone before anybody could have read it is none, either.
    page = """<script>hide = () => { e.hidden = true }
    flash = () => { e.hidden = false; requestAnimationFrame(() => requestAnimationFrame(hide)) }</script>
    <button onclick="d.hidden = f.hidden = m.hidden = false; flash()">Show</button>
    <div role=alert id=e hidden>Error fetching tickets</div>
    <div class=message-box id=f hidden><p>Name</p><input></div>
    <div role=dialog aria-label=Tour id=d hidden><div class=message-foot><button>Skip</button></div></div>
    <div class=message id=m hidden>Ticket made <button>Undo</button></div>"""
    with App({"/": page}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            await recorder.page.get_by_role("button", name="Show").click()
            await recorder.settled()
    assert of(load_recording(tmp_path / "r"), Changed)[-1].state.alerts == ("Ticket made",)


async def test_what_is_done_before_a_page_is_whole_leaves_nothing_of_it_unseen(
    tmp_path: Path, recorded: Recorded
) -> None:
    whole = threading.Event()

    def script(_: Received) -> str:
        whole.wait(60)
        return ""

    slow = """<title>Slow</title><button onclick="">Early</button><script src=/script></script>
    <button onclick="more.innerHTML = '<h1>Order</h1><label>Name <input></label>'">More</button><p id=more>"""
    with App({"/": "<a href=/slow>Go</a>", "/slow": slow, "/script": script}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            page = recorder.page
            await page.get_by_text("Go").click(no_wait_after=True)
            await page.get_by_text("Early").click(no_wait_after=True)
            whole.set()
            await page.get_by_text("More").click()
            await page.get_by_label("Name").click()
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    more = of(recording, Click)[2]
    (after,) = (change.state for change in of(recording, Changed) if change.after == more.seq)
    assert (after.headings, after.values) == (("Order",), {"Name": ""})


async def test_what_came_after_a_look_ahead_is_told_with_the_next_press(
    tmp_path: Path, recorded: Recorded
) -> None:
    page = """<button id=a onclick="setTimeout(() => { s.textContent = 'Late' }, 40)">First</button>
    <label>Name <input id=n></label><button id=b>Second</button><p role=status id=s></p>"""
    with App({"/": page}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            await recorder.page.locator("#a").click()
            await recorder.page.get_by_text("Late").wait_for()
            await recorder.page.locator("#n").press("Enter")
            await recorder.page.locator("#n").fill("Ada")
            await recorder.page.locator("#b").click()
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    first, second = of(recording, Click)
    between = [change.state for change in of(recording, Changed) if first.seq < change.seq < second.seq]
    assert between[0].alerts == ("Late",)
    assert between[-1].values == {"Name": "Ada"}


@pytest.mark.sweep
async def test_what_a_page_says_beside_a_refused_field_as_it_comes_is_told_of(
    tmp_path: Path, recorded: Recorded
) -> None:
    """Apps that send a form back mark what they refuse, in whatever language they say why."""
    form = "<form action=/back><p><label for=c>City</label><input id=c></p><button>Save</button></form>"
    back = form.replace("<p>", "<div>").replace("</p>", "<ul class=errorlist><li>Täytä kenttä</ul></div>")
    with App({"/": form, "/back": back}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            await recorder.page.get_by_role("button").click()
            await recorder.page.get_by_text("Täytä").wait_for()
            await recorder.settled()
    told = [change.state.refusals for change in of(load_recording(tmp_path / "r"), Changed)]
    assert told[0] == ()
    assert told[-1] == ("City: Täytä kenttä",)


async def test_what_unfolds_a_part_of_the_page_is_told_of_by_its_name(
    tmp_path: Path, recorded: Recorded
) -> None:
    page = """<details><summary>Filters</summary><p>All</p></details><button aria-expanded=false
    onclick="this.setAttribute('aria-expanded', true)">Tags</button><input role=combobox aria-expanded=true
    aria-label=City>"""
    with App({"/": page}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            await recorder.page.get_by_text("Filters").click()
            await recorder.settled()
            await recorder.page.get_by_text("Tags").click()
            await recorder.settled()
    told = [change.state.unfolded for change in of(load_recording(tmp_path / "r"), Changed)]
    assert told[-2:] == [("Filters",), ("Filters", "Tags")]


async def test_what_scripts_do_by_themselves_is_not_recorded(tmp_path: Path, recorded: Recorded) -> None:
    page = """<label>Name <input id=n></label><button id=b>Go</button><script>
    setTimeout(() => { n.value = 'robot'; n.dispatchEvent(new Event('input', {bubbles: true})); b.click();
    document.title = 'done'; }, 0);</script>"""
    with App({"/": page}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            await recorder.page.wait_for_function("document.title === 'done'")
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    assert not of(recording, Input) and not of(recording, Click)


async def test_the_page_cannot_see_or_feed_the_recorder(tmp_path: Path, recorded: Recorded) -> None:
    page = """<button id=b>Go</button><script>document.title = [typeof handrail, typeof handrailTell].join();
    JSON.stringify = () => 'broken'; Array.prototype.map = () => []; Element.prototype.matches = () => false;
    </script>"""
    with App({"/": page}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            assert await recorder.page.title() == "undefined,undefined"
            await recorder.page.locator("#b").click()
            await recorder.settled()
    clicks = of(load_recording(tmp_path / "r"), Click)
    assert [click.target.name for click in clicks if click.target] == ["Go"]


async def test_fast_typing_and_a_navigation_right_behind_lose_nothing(
    tmp_path: Path, recorded: Recorded
) -> None:
    with App(PAGES) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            page = recorder.page
            await page.get_by_label("Name").focus()
            await page.keyboard.type("Nora Quist of Lund", delay=0)
            await page.keyboard.press("Enter")
            await page.get_by_text("Contact saved").wait_for()
        assert app.posts("/save")[0]["name"] == "Nora Quist of Lund"
    recording = load_recording(tmp_path / "r")
    assert of(recording, Input)[-1].value == "Nora Quist of Lund"
    assert of(recording, KeyDown)[-1].key == "Enter"
    assert of(recording, Navigated)[-1].to.endswith("/list")


@pytest.mark.sweep
async def test_a_letter_that_leads_to_another_site_at_once_is_not_lost(tmp_path: Path) -> None:
    with App({"/next": "<title>Next</title>"}, host="localhost") as app:
        leads = f"<label>Code <input oninput=\"location = '{app.url}/next'\"></label>"
        app.pages["/"] = leads
        here = app.url.replace("localhost", "127.0.0.1")
        async with record(here + "/", tmp_path / "r", headless=True) as recorder:
            await recorder.page.get_by_label("Code").focus()
            async with recorder.page.expect_navigation(url="**/next"):
                await recorder.page.keyboard.press("7")
    assert [event.value for event in of(load_recording(tmp_path / "r"), Input)] == ["7"]


async def test_a_crashed_page_leaves_a_usable_recording(tmp_path: Path) -> None:
    with App(PAGES) as app:
        async with record(app.url + "/", tmp_path / "r", headless=True) as recorder:
            await recorder.page.get_by_label("Name").click()
            await recorder.page.keyboard.type("Nora")
            await recorder.settled()
            crashed = asyncio.Event()
            recorder.page.on("crash", lambda _: crashed.set())
            with pytest.raises(Error):
                await recorder.page.goto("chrome://crash")
            await crashed.wait()
    recording = load_recording(tmp_path / "r")
    assert [event.what for event in of(recording, Interrupted)] == ["the page crashed"]
    sop = compile_recording(recording)
    assert any(clarification.required for clarification in sop.clarifications)


def browser_on(profile: Path) -> int:
    """The process id of the browser that runs on a profile."""
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with contextlib.suppress(OSError):
                words = (process / "cmdline").read_bytes().decode().split("\0")
                if f"--user-data-dir={profile}" in words and not any("--type=" in w for w in words):
                    return int(process.name)
    raise AssertionError("no browser runs on the profile")


async def test_a_killed_browser_leaves_a_usable_recording(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    with App(PAGES) as app:
        async with record(app.url + "/", tmp_path / "r", headless=True, profile=profile) as recorder:
            await recorder.page.get_by_label("Name").click()
            await recorder.page.keyboard.type("Nora")
            await recorder.settled()
            os.kill(browser_on(profile), signal.SIGKILL)
            assert "closed" in await recorder.ended()
    recording = load_recording(tmp_path / "r")
    assert of(recording, Input)[-1].value == "Nora"
    assert recording.manifest.ended is not None
    compile_recording(recording)


async def test_a_password_in_an_address_is_kept_nowhere(tmp_path: Path) -> None:
    def closed(request: Received) -> str | Answer:
        if "authorization" in request.headers:
            return "<title>In</title><form action=/next><button>Go</button></form>"
        return Answer("", 401, {"www-authenticate": "Basic"})

    with App({"/": closed, "/next": closed}) as app:
        async with record(f"http://ana:canary-606@{app.host}/", tmp_path / "r", headless=True) as recorder:
            await recorder.settled()
            await recorder.page.get_by_role("button", name="Go").click()
            await recorder.settled()
        assert app.received[-1].path == "/next"
    assert load_recording(tmp_path / "r").manifest.start_url == f"{app.url}/"
    kept = b"".join(path.read_bytes() for path in (tmp_path / "r").rglob("*") if path.is_file())
    assert b"canary-606" not in kept


async def test_an_unreachable_page_is_said_in_a_sentence(tmp_path: Path) -> None:
    with refusing_port() as port:
        url = f"http://127.0.0.1:{port}/"
        with pytest.raises(RecordingError, match="could not be opened: nothing answers there"):
            async with record(url, tmp_path / "r", headless=True):
                pass
        # The same command is to work once the app runs.
        assert list(tmp_path.iterdir()) == []
        (tmp_path / "r").mkdir()
        with pytest.raises(RecordingError, match="could not be opened"):
            async with record(url, tmp_path / "r", headless=True):
                pass
        assert list((tmp_path / "r").iterdir()) == []


async def test_a_folder_in_use_is_not_written_into(tmp_path: Path) -> None:
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "mine.txt").write_text("keep")
    with App(PAGES) as app, pytest.raises(RecordingError):
        async with record(app.url + "/", tmp_path / "r", headless=True):
            pass
    assert [path.name for path in (tmp_path / "r").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("end", some_of([signal.SIGINT, signal.SIGTERM, None], 0))
async def test_the_command_is_driven_over_its_port_and_ends_well(
    tmp_path: Path, end: signal.Signals | None
) -> None:
    port = free_port()
    page = FORM.replace("<button>", "<label>Stage <select name=s><option>A<option>B</select></label><button>")
    with App({**PAGES, "/": page}) as app:
        process = await asyncio.create_subprocess_exec(
            str(Path(sys.executable).with_name("handrail")),
            "record",
            app.url + "/",
            "-o",
            str(tmp_path / "r"),
            "--headless",
            "--cdp-port",
            str(port),
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "HANDRAIL_HOME": str(tmp_path / "home")},
        )
        assert process.stderr is not None
        while b"Recording with" not in (line := await process.stderr.readline()):
            assert line, "the recorder ended before it was ready"
        async with async_playwright() as playwright:
            browser = await playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
            driven = browser.contexts[0].pages[0]
            await driven.get_by_label("Stage").focus()
            await driven.keyboard.press("B")
            await enter(driven)
            if end is None:
                await driven.close()
            else:
                process.send_signal(end)
            await process.communicate()
        assert process.returncode == 0
    recording = load_recording(tmp_path / "r")
    assert [event.options for event in of(recording, SelectOption)] == [("B",)]
    assert of(recording, Input)[-1].value == "Nora"
    assert recording.manifest.ended is not None


INDENTED = f"""<title>People</title><body class="has-messages"><nav><a href=/>People</a></nav>
<main><h1>People</h1><div class=messages role=status>Welcome back</div>
<ul role=listbox aria-label=Tags><li role=alert>No results found</li></ul><table><tbody>
<tr aria-hidden=true style="height:0"><td></td><td></td><td></td></tr>
<tr>{" " * 500}<td><button>Edit</button></td>{" " * 500}<td>Beta Foods</td>{" " * 500}<td>Ben Moor</td></tr>
</tbody></table></main>"""


async def test_a_row_is_told_whole_and_a_page_is_no_message(tmp_path: Path, recorded: Recorded) -> None:
    with App({"/": INDENTED}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.page.get_by_role("button", name="Edit").click()
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    (click,) = of(recording, Click)
    assert click.target is not None and click.target.near.row == "Edit Beta Foods Ben Moor"
    assert {alert for event in of(recording, Changed) for alert in event.state.alerts} == {"Welcome back"}
    # A row by which a kit measures its columns is none of the list's.
    assert [event.state.counts["table 1"] for event in of(recording, Changed)][:1] == [1]


ASKED = """<title>Ships</title>
<button onclick="document.querySelector('dialog').showModal()">Christen</button>
<dialog><p>You can christen this ship only once.</p><input aria-label=Name><button>Yes</button></dialog>"""


async def test_what_is_pressed_among_its_like_is_told_with_what_tells_it_from_them(
    tmp_path: Path, recorded: Recorded
) -> None:
    """A place on a map goes by its words, what each row says is a command, and a star is one of a scale."""
    bins = "".join(
        f"<g><rect x={left} width=90 height=90 fill=red /><text x={left} y=95>{name}</text></g>"
        for name, left in (("A1", 0), ("A2", 100), ("A3", 200))
    )
    rows = "".join(f"<tr><td>Hall {hall}<td><span>Report damage</span>" for hall in (1, 2, 3))
    page = f"<svg width=300 height=100>{bins}</svg><table>{rows}<tr><td>Phase<td><span>Open</span></table>"
    page += "".join(f"<button aria-label='{stars} stars'>★</button>" for stars in (1, 2, 3))
    states = zip(("New", "Sold", "Lost"), ("true", "false", "false"), strict=True)
    page += f"<p>{''.join(f'<button aria-pressed={on}>{state}</button>' for state, on in states)}</p>"
    with App({"/": page}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            await recorder.settled()
            await recorder.page.locator("rect").nth(1).click()
            for row in (1, 3):
                await recorder.page.locator("span").nth(row).click()
            await recorder.page.evaluate("document.querySelector('tr:last-child').remove()")
            await recorder.page.locator("span").nth(1).click()
            await recorder.page.locator("button").nth(1).click()
            await recorder.page.get_by_role("button", name="Sold").click()
            await recorder.settled()
    place, *clicks, star, state = of(load_recording(tmp_path / "r"), Click)
    assert star.among is not None and star.among.beside == ("1 stars", "3 stars")
    assert [one.among is not None and one.among.one_on for one in (star, state)] == [False, True]
    assert place.target is not None and (place.target.tag, place.target.text) == ("text", "A2")
    assert place.among is not None and place.among.beside == ("A1", "A3")
    assert [click.among is not None and click.among.same for click in clicks] == [False, False, True]


async def test_a_button_in_a_dialog_keeps_what_the_dialog_says(tmp_path: Path, recorded: Recorded) -> None:
    with App({"/": ASKED}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.page.get_by_role("button", name="Christen").click()
            await recorder.page.get_by_role("button", name="Yes").click()
            await recorder.settled()
    opened, answered = of(load_recording(tmp_path / "r"), Click)
    assert opened.target is not None and opened.target.near.dialog is None
    assert answered.target is not None
    assert answered.target.near.dialog == "You can christen this ship only once."


BILLS = "".join(
    f"<tr><td>9.{day} KiB<td>More<i hidden> of {day}</i><td>2026-10-0{day}<td>Thu, October {day}th, 2026"
    f"<td>1{day}.25<td>€ {day}<td>{day}12<td>{who}<td>{what}"
    f"<td><a href=/e{day}>Edit</a> <button>Delete</button></tr>"
    for day, who, what in ((1, "Ada", "Rent"), (3, "Ben", "Fuel"), (4, "Ada", "Bread"), (5, "Ben", "Rent"))
)
NUMBERED = "".join(
    f"<tr><td>{number}<td>{state}<td>{what}<td><button>Close</button></tr>"
    for number, state, what in ((175, "Open", "Ink"), (176, "Open", "Sign-in"), (177, "New", "Screen"))
)


async def test_the_address_that_was_gone_to_is_kept_and_a_row_is_called_by_what_tells_it(
    tmp_path: Path,
    recorded: Recorded,
) -> None:
    pages: dict[str, Served] = {
        "/lang/fr": lambda r: redirect("/"),
        "/": f"<h1>Bills</h1><table>{BILLS}</table><table>{NUMBERED}</table>",
    }
    with App(pages) as app:
        async with recorded(f"{app.url}/lang/fr", tmp_path / "r") as recorder:
            await recorder.page.get_by_role("row", name="Bread").get_by_role("button").click()
            await recorder.page.get_by_role("row", name="Screen").get_by_role("button").click()
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    (came,) = of(recording, Navigated)
    assert (came.to, came.asked_for) == (f"{app.url}/", f"{app.url}/lang/fr")
    rows = [click.target.locators[0].within for click in of(recording, Click) if click.target]
    assert [row.text for row in rows if isinstance(row, RowLocator)] == ["Bread", "Screen"]


PARTIES = "".join(
    f"<tr><td><input type=checkbox></td><td>{number}</td><td><div><span title='{name}'>{name}</span></div>"
    f"</td><td>{city}</td><td>0.00</td></tr>"
    for number, name, city in ((7, "Ada Ltd", "Ulm"), (8, "Bo GmbH", "Bonn"), (9, "Cy AG", "Bonn"))
)
MENU = "".join(
    f"<tr><td></td><td><span title={name}>{name}</span></td></tr>" for name in ("Home", "Work", "Off")
)


@pytest.mark.sweep
async def test_a_row_is_called_by_its_cell_that_is_pressed_where_each_row_says_another_thing_there(
    tmp_path: Path,
    recorded: Recorded,
) -> None:
    """The text of a cell is no link, and may be the only one that tells the row from the others."""
    page = f"<nav><table>{MENU}</table></nav><main><table>{PARTIES}</table></main>"
    with App({"/": page}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            for said in ("Home", "Bo GmbH", "Bonn", "Ulm"):
                await recorder.page.get_by_text(said, exact=True).first.click()
            await recorder.settled()
    menu, name, city, other = (click.target for click in of(load_recording(tmp_path / "r"), Click))
    assert menu is not None and all(one.within is None for one in menu.locators)
    assert name is not None and name.locators[0].within == RowLocator(
        by="row", role="row", text="Bo GmbH", exact=True
    )
    assert any(isinstance(one, CssLocator) and ":nth-of-type(3)" in one.css for one in name.locators)
    # What two rows say alike names neither; what only one says is another text on other data.
    assert city is not None and isinstance(city.locators[0].within, RowLocator)
    assert city.locators[0].within.text == "Bo GmbH" and isinstance(city.locators[0], RoleLocator)
    assert other is not None and [one.by for one in other.locators if one.within] == ["css"]


BLOCKS = """<div role=tabpanel tabindex=0><p id=below style="height:20px"></p></div>
  <div contenteditable=true id=e aria-label=Body><div><span contenteditable=false role=button
  tabindex=0>Drag</span><p><br></p></div></div><script>
e.addEventListener('beforeinput', (event) => {
  // What is no letter is put in by the editor, and the browser tells of no input then.
  if (/^[a-z ]$/i.test(event.data)) return;
  event.preventDefault();
  const at = getSelection().getRangeAt(0), text = document.createTextNode(event.data);
  at.insertNode(text); getSelection().collapse(text, 1); });
</script><style>.red { color: red }</style><div contenteditable=true id=code aria-label=Code
  ><span class=red>old</span> text</div><script>
// It is drawn anew without what the browser makes of it, and with a closing quote that is there already.
code.addEventListener('input', () => {
  code.textContent = code.textContent.replace('""', '"'); getSelection().collapse(code, 1); });
</script>"""


@pytest.mark.sweep
async def test_a_region_s_text_is_without_its_handles_and_with_what_its_editor_wrote(
    tmp_path: Path, recorded: Recorded
) -> None:
    with App({"/": BLOCKS}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.page.locator("#below").click()
            await recorder.page.locator("#e p").click()
            await recorder.page.keyboard.type("Wait 5 days.")
            await recorder.page.locator("#code").click()
            await recorder.page.keyboard.press("Control+a")
            await recorder.page.keyboard.type('"a""')
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    inputs = of(recording, Input)
    written, code = (
        [one for one in inputs if (one.value[:1] == '"') is is_code] for is_code in (False, True)
    )
    assert (written[0].before, written[-1].value) == ("", "Wait 5 days.")
    assert code[-1].value == '"a"'
    assert not of(recording, Raw)
    # A panel is what one looks at, and nobody presses it.
    pressed = of(recording, Click)[0].target
    assert pressed is not None and pressed.role != "tabpanel"


def come_into_late(monkeypatch: pytest.MonkeyPatch, until: asyncio.Event) -> None:
    """As on a busy machine: by then the popup has been worked in."""
    attach = AttachedTabs.attach

    async def late(self: AttachedTabs, page: Page, **how: Any) -> None:
        if page.url.endswith("/pick"):
            await until.wait()
        await attach(self, page, **how)

    monkeypatch.setattr(AttachedTabs, "attach", late)


@pytest.mark.parametrize(
    ("then", "held"),
    some_of([("", "_attach"), (";window.close()", "_attach"), (";window.close()", "hand_over")], 0, 2),
    ids=["stays", "closes itself", "closes itself while it is come into"],
)
@pytest.mark.sweep
async def test_a_popup_that_is_pressed_before_the_tab_is_told_of(
    tmp_path: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch, then: str, held: str
) -> None:
    pressed = asyncio.Event()
    hand_over = EarlyTabs.hand_over

    async def late_over(self: EarlyTabs, target: str) -> list[Message]:
        if target in self._targets:  # pyright: ignore[reportPrivateUsage]
            await pressed.wait()
        return await hand_over(self, target)

    if held == "_attach":
        come_into_late(monkeypatch, pressed)
    else:
        monkeypatch.setattr(EarlyTabs, "hand_over", late_over)
    pick = f"<button onclick=\"opener.v = 'Ada'{then}\">Ada</button>"
    with App({"/": "<button onclick=\"window.open('/pick')\">Pick</button>", "/pick": pick}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            async with recorder.page.expect_popup() as opened:
                await recorder.page.get_by_role("button", name="Pick").click()
            popup = await opened.value
            # It may be closed before the click has been told of as done.
            with contextlib.suppress(Error):
                await popup.get_by_role("button", name="Ada").click()
            await recorder.page.wait_for_function("window.v === 'Ada'")
            if then and not popup.is_closed():
                await popup.wait_for_event("close")
            pressed.set()
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    assert [e.target.name for e in of(recording, Click) if e.target] == ["Pick", "Ada"]
    assert [e.page for e in of(recording, Click)] == ["p1", "p2"]
    came = [(e.to, e.cause) for e in of(recording, Navigated) if e.page == "p2"]
    assert came == [(app.url + "/pick", "consequence")]
    assert not of(recording, Raw)


async def test_a_tab_that_never_lets_the_recorder_in_keeps_no_recording_from_its_end(
    tmp_path: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "_ENTER_SECONDS", 0.1)
    come_into_late(monkeypatch, asyncio.Event())
    with App({"/": "<button onclick=\"window.open('/pick')\">Pick</button>", "/pick": ""}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            async with recorder.page.expect_popup() as opened:
                await recorder.page.get_by_role("button", name="Pick").click()
            await opened.value
    assert [e.target.name for e in of(load_recording(tmp_path / "r"), Click) if e.target] == ["Pick"]


@pytest.mark.parametrize("then", some_of(["", "this.remove()"], 1), ids=["stays", "is gone"])
async def test_what_was_done_before_the_recorder_came_is_told_all_the_same(
    tmp_path: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch, then: str
) -> None:
    done = asyncio.Event()

    async def never(*_: object) -> None:
        pass

    come_into_late(monkeypatch, done)
    # The way by which windows are come into early is too slow as well.
    monkeypatch.setattr(EarlyTabs, "watch", never)
    pick = f"<label>Name <input></label><button onclick='{then}'>Pick</button><button>Next</button>"
    drawn = "new Promise(r => new PerformanceObserver(r).observe({type: 'first-input', buffered: true}))"
    with App({"/": "<button onclick=\"window.open('/pick')\">Open</button>", "/pick": pick}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            async with recorder.page.expect_popup() as opened:
                await recorder.page.get_by_role("button", name="Open").click()
            popup = await opened.value
            await popup.get_by_role("button", name="Pick").click()
            await popup.get_by_label("Name").fill("Nora")
            await popup.evaluate(drawn)
            done.set()
            await recorder.settled()
            await popup.get_by_role("button", name="Next").click()
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    clicked = [e.target.name for e in of(recording, Click) if e.target]
    assert clicked == (["Open", "Next"] if then else ["Open", "Pick", "Next"])
    assert [e.value for e in of(recording, Input)] == ["Nora"]
    asked = [c.question for c in compile_recording(recording).clarifications if c.required]
    assert any("pressed in this window before" in question for question in asked) == bool(then)


async def test_a_file_that_another_program_took_is_told_and_nothing_after_it_is_lost(
    tmp_path: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where Playwright drives over `--cdp-port` without `no_defaults`."""

    async def elsewhere(_: Download) -> Path:
        return tmp_path / "taken"

    monkeypatch.setattr(Download, "path", elsewhere)
    served: dict[str, Served] = {
        "/": '<a href="data:text/csv,a" download=list.csv>List</a><button>Next</button>'
    }
    with App(served) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            async with recorder.page.expect_download():
                await recorder.page.get_by_text("List").click()
            await recorder.page.get_by_role("button", name="Next").click()
    recording = load_recording(tmp_path / "r")
    (download,) = of(recording, Downloaded)
    first, last = of(recording, Click)
    assert (download.file.name, download.file.stored, download.after) == ("list.csv", None, first.seq)
    assert last.target is not None and last.target.name == "Next"


async def test_a_disk_that_is_full_ends_the_recording_at_once(
    tmp_path: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    with App(PAGES) as app, pytest.raises(StoreError, match="No space"):
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            await recorder.settled()

            def refuses(_: object, event: RecordedEvent) -> None:
                raise StoreError("No space left on device")

            monkeypatch.setattr(RecordingWriter, "append", refuses)
            await recorder.page.get_by_role("button", name="Save").click()
            await wait_for_end(recorder, asyncio.Event())


@pytest.mark.sweep
async def test_what_comes_of_scrolling_is_not_taken_for_what_comes_of_the_pointer(
    tmp_path: Path, recorded: Recorded
) -> None:
    grows = "onwheel=\"body.insertAdjacentHTML('beforeend', '<button>Like</button>'); onwheel = null\""
    with App({"/": f"<body {grows}><p>One</p><p>Two</p>"}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            for text in ("One", "Two"):
                await recorder.page.get_by_text(text).hover()
            await recorder.page.mouse.wheel(0, 100)
            await recorder.page.get_by_role("button", name="Like").click()
    kinds = [event.kind for event in load_recording(tmp_path / "r").events]
    assert "click" in kinds and "hover" not in kinds


@pytest.mark.sweep
async def test_of_several_buttons_that_come_with_the_pointer_none_brings_up_another(
    tmp_path: Path, recorded: Recorded
) -> None:
    style = "<style>form{visibility:hidden} tr:hover form{visibility:visible}</style>"
    rows = "".join(
        f"<tr><td>{name}<td><form><button type=button>Stop</button></form>"
        "<form><button type=button>Edit</button></form>"
        for name in ("Ada", "Ben", "Cleo")
    )
    with App({"/": f"{style}<table>{rows}</table>"}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            row = recorder.page.locator("tr", has_text="Ben")
            await row.hover()
            await row.get_by_role("button", name="Edit").click()
    pointed = [event.target.name for event in of(load_recording(tmp_path / "r"), Hover)]
    assert pointed == ["Ben"]


async def test_a_box_that_the_page_lays_a_picture_over_and_turns_itself_is_ticked(
    tmp_path: Path, recorded: Recorded
) -> None:
    """Nobody sees the box through it, and the label that presses it stands beside both."""
    style = "<style>b{position:relative} input{position:absolute;opacity:0} svg{position:relative}</style>"
    box = f"""{style}<div onclick="event.preventDefault(); setTimeout(() => a.checked = !a.checked)">
    <b><input type=checkbox id=a><svg width=24 height=24><rect width=24 height=24 /></svg></b>
    <label for=a>Ada</label></div>"""
    with App({"/": box}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            await recorder.page.locator("svg").click()
            await recorder.page.wait_for_function("a.checked")
    [ticked] = of(load_recording(tmp_path / "r"), CheckChange)
    assert (ticked.target.name, ticked.checked) == ("Ada", True)


@pytest.mark.sweep
async def test_a_part_that_the_page_scrolls_while_a_word_is_pressed_was_not_scrolled_by_hand(
    tmp_path: Path,
    recorded: Recorded,
) -> None:
    page = """<div id=box style="height:40px;overflow:auto">
    <a onpointerdown="box.scrollTop = 30">Pick</a><p>One<p>Two<p>Three</div>"""
    with App({"/": page}) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            await recorder.page.get_by_text("Pick").hover()
            await recorder.page.mouse.down()
            await recorder.page.wait_for_function("box.scrollTop === 30")
            await recorder.page.evaluate(
                "new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))"
            )
            await recorder.page.mouse.up()
            await recorder.settled()
    assert "scroll" not in [event.kind for event in load_recording(tmp_path / "r").events]


async def test_what_a_text_area_holds_is_its_value_and_no_text_of_the_page(
    tmp_path: Path, recorded: Recorded
) -> None:
    served: dict[str, Served] = {
        "/": "<a href=/edit>Edit</a>",
        "/edit": "<p>Page</p><textarea>Open</textarea>",
    }
    with App(served) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            await recorder.settled()
            await recorder.page.get_by_text("Edit").click()
            await recorder.page.get_by_text("Page").wait_for()
            await recorder.settled()
    last = of(load_recording(tmp_path / "r"), Changed)[-1].state
    assert last.texts == ("Page",)


async def test_what_a_page_showed_that_was_left_at_once_is_told(tmp_path: Path, recorded: Recorded) -> None:
    made = "<p>Order SO-4713</p>"
    served: dict[str, Served] = {"/": "<a href=/made>Go</a>", "/made": made, "/next": "<p>Ship</p>"}
    with App(served) as app:
        async with recorded(app.url + "/", tmp_path / "r") as recorder:
            await recorder.settled()
            await recorder.page.get_by_text("Go").click()
            await recorder.page.get_by_text("SO-4713").wait_for()
            await recorder.page.goto(app.url + "/next")
    texts = {text for change in of(load_recording(tmp_path / "r"), Changed) for text in change.state.texts}
    assert "Order SO-4713" in texts


@pytest.mark.sweep
async def test_a_field_that_unrolls_as_one_comes_to_it_is_told_by_its_name(
    tmp_path: Path, recorded: Recorded
) -> None:
    page = """<style>input { width: 0; border: 0; padding: 0 } input.open { width: 200px }</style>
    <button onclick="who.focus(); requestAnimationFrame(() => who.className = 'open')">Find</button>
    <input id=who aria-label="Search people"><p><input aria-label="Something else"></p>"""
    with App({"/": page}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.settled()
            await recorder.page.get_by_role("button", name="Find").click()
            await recorder.page.locator("#who.open").wait_for()
            await recorder.page.keyboard.type("Ann")
            await recorder.settled()
    typed = of(load_recording(tmp_path / "r"), Input)[-1]
    assert typed.target is not None and typed.target.locators[0].by == "role"


async def test_a_field_is_no_secret_because_its_words_hold_the_letters_of_one(
    tmp_path: Path, recorded: Recorded
) -> None:
    fields = ("timezone", "secretary", "totPrice", "numfax", "comfast")
    hidden = ("oneTimeCode", "one_time", "client_secret", "userMfaToken", "totp_code", "login2fa", "usermfa")
    form = "".join(
        f"<p><label for={name}>{name}</label> <input id={name} name={name}>" for name in fields + hidden
    )
    with App({"/": form}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            for place, name in enumerate(fields + hidden):
                await recorder.page.locator(f"#{name}").click()
                await recorder.page.keyboard.type(str(place))
            await recorder.settled()
    typed = {one.target.name: one.value for one in of(load_recording(tmp_path / "r"), Input) if one.target}
    assert typed == {**{name: str(place) for place, name in enumerate(fields)}, **dict.fromkeys(hidden, MASK)}
