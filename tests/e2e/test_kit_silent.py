"""Fields that are called by their kind, and boxes that say nothing of themselves, as in jQWidgets."""

from __future__ import annotations

import json

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip

FORM = """<title>Staff</title><style>
.line {display: flex; height: 30px} .line > span {width: 120px} .list {border: 1px solid; width: 150px}
#open {position: absolute; background: white; width: 150px; transform: scaleY(0); transform-origin: top;
 transition: transform 400ms; visibility: hidden} #open.on {transform: scaleY(1); visibility: visible}
#open div {height: 30px}</style><h1>New person</h1><form onsubmit="return false">
<div class=line><span>Rows</span><div role=combobox aria-label=DropDownList aria-haspopup=listbox tabindex=0
 class=list>5</div></div>
<div class=line><span>Department</span><div role=combobox aria-label=DropDownList aria-haspopup=listbox
 aria-expanded=false tabindex=0 class=list id=dept onclick="opened()">Choose</div></div>
<div class=line><span>Town</span><input aria-label=input id=town></div>
<div class=line><span>Remote</span><div role=checkbox aria-checked=false tabindex=0 id=remote
 onclick="turned()"><span>Off</span></div></div>
<button onclick="save()">Save</button></form><p role=status id=said></p>
<div id=open role=listbox></div><script>
const names = ['Sales', 'Support', 'Finance', 'Legal'];
let on = false;
const opened = () => { const box = dept.getBoundingClientRect();
  open.style.left = box.x + 'px'; open.style.top = box.bottom + 'px';
  open.classList.add('on'); dept.ariaExpanded = 'true'; };
var open = document.getElementById('open');
open.innerHTML = names.map((one) => `<div role=option>${one}</div>`).join('');
open.onclick = ({clientY}) => {
  dept.textContent = names[Math.floor((clientY - open.getBoundingClientRect().y) / 30)];
  open.classList.remove('on'); dept.ariaExpanded = 'false'; };
// It writes what it was before.
const turned = () => { remote.ariaChecked = String(on); on = !on;
  remote.innerHTML = on ? '<span>On</span>' : '<span>Off</span>'; };
const save = () => fetch('/tell?what=' + JSON.stringify([dept.textContent, town.value, on]), {method: 'POST'})
  .then(() => { said.textContent = 'Saved'; });
</script>"""


async def test_fields_called_by_their_kind_go_by_their_captions_and_a_silent_box_is_turned_as_shown(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#dept").click()
        await page.wait_for_timeout(700)
        await page.get_by_role("option", name="Finance").click()
        await page.locator("#town").click()
        await page.keyboard.type("Oslo")
        await page.locator("#remote").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": FORM, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {
            "department": "Finance",
            "town": "Oslo",
        }
        app.received.clear()
        summary = await round_trip.repeat(sop, {"department": "Legal", "town": "Bergen"})
        assert summary.error is None
        sent = [json.loads(r.query["what"]) for r in app.received if r.method == "POST"]
        # The box says the same before and after: it is turned as it was when that was shown.
        assert sent == [["Legal", "Bergen", True]]
