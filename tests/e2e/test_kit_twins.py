"""Controls that stand in a page twice, drawn for the eye and once more for the form, as Kobalte has them."""

from __future__ import annotations

import json

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip

FORM = """<title>Staff</title><style>
.heard {position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0; overflow: hidden;
 clip-path: inset(50%)}
.box {width: 16px; height: 16px; border: 1px solid} .track {position: relative; width: 200px; height: 10px;
 background: #ddd} [role=slider] {position: absolute; width: 16px; height: 16px; left: 50%}</style>
<h1>Staff</h1><div role=alertdialog aria-label="New person" tabindex=-1>
<div role=group><input type=checkbox id=on class=heard aria-labelledby=said-on><div class=box
 onclick="on.checked = !on.checked; on.focus()"></div><label id=said-on for=on>Active</label></div>
<div role=group><label id=said-pay for=pay>Salary</label><div>
 <div aria-hidden=true class=heard><input tabindex=-1 name=pay id=sent value=1600></div>
 <input role=spinbutton id=pay inputmode=decimal aria-labelledby=said-pay value="1,600"
  oninput="sent.value = pay.value.replace(',', '')">
 <button tabindex=-1 aria-label=Increment onclick="counted(50)">▴</button>
 <button tabindex=-1 aria-label=Decrement onclick="counted(-50)">▾</button></div></div>
<div role=group><label id=said-load>Workload</label><div class=track onpointerdown="slid(event)">
 <span role=slider id=load tabindex=0 aria-labelledby=said-load aria-valuemin=0 aria-valuemax=100
  aria-valuenow=50 onkeydown="moved(event)"><input type=range step=10 tabindex=-1 class=heard id=kept
  aria-labelledby=said-load></span></div></div>
<button onclick="save()">Save</button></div><p role=status id=told></p><script>
const counted = (by) => { sent.value = Number(sent.value) + by;
  pay.value = Number(sent.value).toLocaleString('en'); };
const at = (value) => { load.ariaValueNow = kept.value = value; load.style.left = value + '%'; };
const slid = (event) => { const box = document.querySelector('.track').getBoundingClientRect();
  at(Math.round((event.clientX - box.x) / box.width * 10) * 10); load.focus(); };
const moved = (event) => { const by = {ArrowRight: 10, ArrowLeft: -10}[event.key];
  if (by) at(Number(load.ariaValueNow) + by); };
const save = () => fetch('/tell?what=' + JSON.stringify([on.checked, sent.value, load.ariaValueNow]),
  {method: 'POST'}).then(() => { told.textContent = 'Saved'; });
</script>"""


async def test_what_is_drawn_for_a_control_that_nobody_sees_is_an_input(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator(".box").click()
        for _press in range(2):
            await page.get_by_role("button", name="Increment").click()
        track = await page.locator(".track").bounding_box()
        assert track is not None
        await page.mouse.click(track["x"] + 160, track["y"] + 5)
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": FORM, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"active": "true", "salary": "1,700", "workload": "80"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"active": "false", "salary": "2050", "workload": "20"})
        assert summary.outcome == "done", summary.error
        sent = [json.loads(r.query["what"]) for r in app.received if r.method == "POST"]
        assert sent == [[False, "2050", "20"]]
