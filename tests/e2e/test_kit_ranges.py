"""Times from one day to another, picked in two sheets side by side."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip, told
from tests.sweeping import some_of

STAY = """<title>Stays</title><style>table {border-collapse: collapse} td {width: 26px}</style>
<h1>New stay</h1>
<p><label for=stay>Stay</label> <input id=stay readonly size=30></p><p><button id=save>Save</button></p>
<p role=status id=s></p><div id=over style="position: absolute; left: 300px; top: 60px; display: flex" hidden>
<div><button aria-label=Earlier>‹</button> <b></b> <button aria-label=Later>›</button><table></table></div>
<div><button aria-label=Earlier>‹</button> <b></b> <button aria-label=Later>›</button><table></table></div>
</div>
<script>
const by = (id) => document.getElementById(id), two = (n) => String(n).padStart(2, '0');
const said = (day) => `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
const months = [new Date(2026, 10, 1), new Date(2026, 11, 1)];
let from = null, to = null;
// Each of the two is turned by itself, and the end stays behind the beginning.
const turn = (place, by) => {
  const next = new Date(months[place].getFullYear(), months[place].getMonth() + by, 1);
  if (place === 0 ? next >= months[1] : next <= months[0]) return;
  months[place] = next;
  draw();
};
const draw = () => [...by('over').children].forEach((box, place) => {
  const month = months[place], [earlier, later] = box.querySelectorAll('button');
  [earlier.onclick, later.onclick] = [() => turn(place, -1), () => turn(place, 1)];
  box.querySelector('b').textContent = month.toLocaleString('en', {month: 'long', year: 'numeric'});
  const first = new Date(month), rows = [];
  first.setDate(1 - month.getDay());
  for (let week = 0; week < 6; week++) {
    const row = document.createElement('tr');
    for (let n = 0; n < 7; n++) {
      const day = new Date(first.getFullYear(), first.getMonth(), first.getDate() + week * 7 + n);
      row.insertAdjacentHTML('beforeend', `<td title="${said(day)}">${day.getDate()}</td>`);
      row.lastChild.onclick = () => pick(day);
    }
    rows.push(row);
  }
  box.querySelector('table').replaceChildren(...rows);
});
const pick = (day) => {
  if (!from || to > from) [from, to] = [day, day]; else to = day;
  by('stay').value = `${said(from)} to ${said(to)}`;
  if (to > from) by('over').hidden = true;
};
by('stay').onclick = () => { by('over').hidden = false; draw(); };
by('over').hidden = true;
by('save').onclick = () => fetch('/tell?what=' + by('stay').value, {method: 'POST'})
  .then(() => { by('s').textContent = 'Saved'; });
</script><style>[hidden] {display: none !important}</style>"""


@pytest.mark.parametrize("end", some_of(["2026-11-18", "2026-12-03"], 1))
async def test_a_time_is_picked_in_sheets_that_turn_by_themselves(round_trip: RoundTrip, end: str) -> None:
    """Until its end is picked it is shown as a single day; a day at the edge of a sheet is of the next month,
    as it says itself."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Stay").click()
        await page.locator("td[title='2026-11-12']").first.click()
        await page.wait_for_timeout(400)
        await page.locator(f"td[title='{end}']").first.click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": STAY, "/tell": Answer("{}")}) as app:
        assert await round_trip.same(app, drive) == [("/tell", f"2026-11-12 to {end}")]
        sop = round_trip.sop
        assert sop is not None
        recorded = {name: one.default for name, one in sop.variables.items()}
        assert recorded == {"stay": "2026-11-12", "stay_2": end}
        for first, last in (("2026-10-05", "2026-12-24"), ("2027-03-30", "2027-05-02")):
            app.received.clear()
            summary = await round_trip.repeat(sop, {"stay": first, "stay_2": last})
            assert summary.outcome == "done", summary.error
            assert told(app) == [("/tell", f"{first} to {last}")]
