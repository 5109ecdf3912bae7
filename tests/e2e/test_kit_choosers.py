"""What kits draw for choosing in place of lists and boxes, shown once and repeated on other data."""

from __future__ import annotations

import json

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip

SAVING = """<button id=save>Save</button><p role=status id=said></p><script>
save.onclick = () => fetch('/tell?what=' + encodeURIComponent(JSON.stringify(held())), {method: 'POST'})
  .then(() => { said.textContent = 'Saved'; });
</script>"""


def sent(app: App) -> list[object]:
    return [json.loads(request.query["what"]) for request in app.received if request.method == "POST"]


SWITCH = """<title>Stock</title><h1>Asset</h1><label for=name>Name</label><input id=name>
<div id=toggle><button id=used role=switch aria-checked=true aria-labelledby=words
 style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"></button>
<label id=words for=used style="cursor:pointer"><span>In use</span><div id=track
 style="width:48px;height:24px;background:#080"></div></label></div><script>
used.onclick = () => { used.ariaChecked = String(used.ariaChecked !== 'true'); };
const held = () => [document.getElementById('name').value, used.ariaChecked];
</script>"""


async def test_a_switch_drawn_in_the_label_of_its_button_is_told_once(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#name").fill("Desk lamp")
        await page.locator("#track").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": SWITCH + SAVING, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"name": "Desk lamp", "in_use": "false"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"name": "Drill", "in_use": "true"})
        assert summary.error is None
        assert sent(app) == [["Drill", "true"]]


BOXES = """<title>Stock</title><h1>Asset</h1><form onsubmit="return false">
<label for=name>Name</label><input id=name>
<div><span id=cap>Tags</span>
<button id=tags aria-labelledby=cap aria-expanded=false>1 selected</button></div>
<ul id=list role=listbox hidden style="list-style:none"></ul></form><script>
const on = new Set(['spare']);
list.innerHTML = ['fragile', 'leased', 'insured', 'spare', 'loaned'].map((one) => `<li role=none><label>
  <input type=checkbox value=${one}>${one}</label></li>`).join('');
list.onchange = ({target}) => { on[target.checked ? 'add' : 'delete'](target.value);
  tags.textContent = on.size + ' selected'; };
tags.onclick = () => { list.hidden = !list.hidden; tags.ariaExpanded = String(!list.hidden);
  list.querySelectorAll('input').forEach((one) => { one.checked = on.has(one.value); }); };
const held = () => [document.getElementById('name').value, [...on]];
</script>"""


async def test_boxes_in_a_list_that_a_button_opens_are_entries_of_that_list(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#name").fill("Desk lamp")
        await page.locator("#tags").click()
        await page.get_by_text("loaned").click()
        await page.get_by_text("spare").click()
        await page.locator("#tags").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": BOXES + SAVING, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"name": "Desk lamp", "tags": "loaned", "tags_2": "spare"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"name": "Drill", "tags": "leased"})
        assert summary.error is None
        assert sent(app) == [["Drill", ["leased"]]]
