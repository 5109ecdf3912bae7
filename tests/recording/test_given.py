"""Values that a program gives to fields in a person's place are recorded; those of the page's own are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page

from handrail.recording.event import Input, SelectOption, Upload
from handrail.recording.store import load_recording
from handrail.secrets.forms import MASK
from tests.app import App
from tests.recording.conftest import Recorded

PAGE = """<title>Order</title><h1>Order</h1>
<label>Status <select id=state><option>Open<option>Closed<option>Held</select></label>
<label>Tags <select multiple><option>red<option>green<option>blue</select></label>
<label>Due <input type=date id=due></label><label>Hour <input type=time></label>
<label>Colour <input type=color></label><label>Volume <input type=range max=10></label>
<label>Plan <input type=file></label><label>Sheet <input type=file hidden></label>
<label>Key <input type=password id=key></label>
<button onclick="give(state, 'Held')">Hold</button>
<button onclick="setTimeout(() => give(due, '2026-01-31'))">End of month</button>
<script>
  const [state, due] = ['state', 'due'].map((id) => document.getElementById(id));
  function give(field, value) {
    field.value = value;
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
</script>"""


async def give_all(page: Page, plan: Path) -> None:
    await page.get_by_label("Status").select_option("Closed")
    await page.get_by_label("Tags").select_option(["red", "blue"])
    await page.get_by_label("Due").fill("2026-12-24")
    await page.get_by_label("Hour").fill("14:30")
    await page.get_by_label("Colour").fill("#ff8800")
    await page.get_by_label("Volume").fill("7")
    await page.get_by_label("Plan").set_input_files(plan)
    sheet = {"name": "sheet.csv", "mimeType": "text/csv", "buffer": b"a,b"}
    await page.get_by_label("Sheet").set_input_files(sheet)  # type: ignore[arg-type]


async def test_a_drivers_values_are_recorded_like_a_persons(tmp_path: Path, recorded: Recorded) -> None:
    plan = tmp_path / "plan.txt"
    plan.write_text("the plan")
    with App({"/": PAGE}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.settled()
            await give_all(recorder.page, plan)
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    chosen = [event for event in recording.events if isinstance(event, SelectOption)]
    assert [event.options for event in chosen] == [("Closed",), ("red", "blue")]
    # Nobody had come to the field, so that nobody knows what it held.
    assert [event.before for event in chosen] == [(), ()]
    filled = {
        event.target.label: event.value
        for event in recording.events
        if isinstance(event, Input) and event.target
    }
    assert filled == {"Due": "2026-12-24", "Hour": "14:30", "Colour": "#ff8800", "Volume": "7"}
    files = [file for event in recording.events if isinstance(event, Upload) for file in event.files]
    assert [(file.name, (tmp_path / "r" / str(file.stored)).read_bytes()) for file in files] == [
        ("plan.txt", b"the plan"),
        ("sheet.csv", b"a,b"),
    ]


@pytest.mark.sweep
async def test_what_the_pages_own_scripts_give_is_not_recorded(tmp_path: Path, recorded: Recorded) -> None:
    with App({"/": PAGE}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            page = recorder.page
            await recorder.settled()
            await page.get_by_role("button", name="Hold").click()
            await page.get_by_role("button", name="End of month").click()
            await page.wait_for_function("due.value === '2026-01-31'")
            await page.evaluate("give(state, 'Closed'); give(key, 'not typed by anybody')")
            await recorder.settled()
    kinds = {event.kind for event in load_recording(tmp_path / "r").events}
    assert "click" in kinds and not kinds & {"select", "input"}


async def test_a_secret_that_a_program_gives_is_masked(tmp_path: Path, recorded: Recorded) -> None:
    # What kits draw for a list asks for new passwords, to keep browsers from suggesting anything.
    drawn = """<label for=find>Breed</label><div><select style="display: none"><option>Beagle</select>
    <div><div>Beagle <input id=find autocomplete=new-password></div></div></div>"""
    with App({"/": PAGE + drawn}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.page.locator("#find").press("C")
            await recorder.settled()
            session = await recorder.page.context.new_cdp_session(recorder.page)
            frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
            world = await session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "manager"})
            # As a password manager's own script would, which has an address like this one.
            script = """document.getElementById('key').value = 'canary-key-581';
            document.getElementById('key').dispatchEvent(new Event('input', { bubbles: true }));
            //# sourceURL=chrome-extension://manager/fill.js"""
            where = {"contextId": world["executionContextId"]}
            await session.send("Runtime.evaluate", {"expression": script, **where})
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    assert [(event.value, event.masked) for event in recording.events if isinstance(event, Input)] == [
        ("C", False),
        (MASK, True),
    ]
    kept = b"".join(path.read_bytes() for path in (tmp_path / "r").rglob("*") if path.is_file())
    assert b"canary-key-581" not in kept
