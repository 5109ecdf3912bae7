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


SPOKEN = """<h1>Leave</h1><button id=open>Pick days</button><output id=o></output>
<div id=over style="position:absolute;top:120px" role=dialog aria-label=Days hidden><button id=b>‹</button>
<b id=head></b><button id=n>›</button><div style="display:flex"><table></table><table></table></div></div>
<p><button id=save>Save</button></p><p id=s role=status></p>
<style>[hidden] { display:none !important } td { padding:9px } i { position:absolute; left:-9999px }</style>
<script>
const by = (id) => document.getElementById(id);
const iso = (day) => new Date(day - day.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
const name = (day) => day.toLocaleDateString('en', {month: 'long', year: 'numeric'});
let at = new Date(2026, 9, 1), chosen = [];
const draw = () => {
  const next = new Date(at.getFullYear(), at.getMonth() + 1, 1);
  by('head').textContent = `${name(at)}, ${name(next)}`;
  [at, next].forEach((first, place) => {
    let body = '';
    for (let n = 0; n < 42; n++) {
      const day = new Date(first.getFullYear(), first.getMonth(), n - first.getDay() + 1);
      const told = day.toLocaleDateString('en', {dateStyle: 'long'});
      const off = day.getMonth() !== first.getMonth();
      body += (n % 7 ? '' : '<tr>') +
        (off ? '<td>' : `<td tabindex=-1 data-date=${iso(day)}>` +
        `<span aria-hidden=true>${day.getDate()}</span><i>${told}</i>`);
    }
    document.querySelectorAll('table')[place].innerHTML = body;
  });
};
const turn = (by) => { at = new Date(at.getFullYear(), at.getMonth() + by, 1); draw(); };
by('b').onclick = () => turn(-1);
by('n').onclick = () => turn(1);
draw();
by('open').onclick = () => { by('over').hidden = false; chosen = []; };
by('over').addEventListener('click', (event) => {
  const day = event.target.closest('[data-date]');
  if (!day) return;
  chosen.push(day.dataset.date);
  if (chosen.length < 2) return;
  by('o').textContent = chosen.join(' to ');
  by('over').hidden = true;
});
by('save').onclick = () => fetch('/tell?what=' + by('o').textContent, {method: 'POST'})
  .then(() => { by('s').textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_days_that_tell_their_date_for_the_ear_are_picked_by_their_cells(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="Pick days").click()
        for day in ("2026-11-10", "2026-11-20"):
            # Beside the number, which is a small part of its cell.
            await page.locator(f"td[data-date='{day}']").click(position={"x": 3, "y": 3})
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": SPOKEN, "/tell": Answer("{}")}) as app:
        assert await round_trip.same(app, drive) == [("/tell", "2026-11-10 to 2026-11-20")]
        sop = round_trip.sop
        assert sop is not None
        first, last = sop.variables
        assert [one.default for one in sop.variables.values()] == ["2026-11-10", "2026-11-20"]
        for days in (("2026-09-01", "2026-09-05"), ("2026-12-30", "2027-03-31")):
            app.received.clear()
            summary = await round_trip.repeat(sop, dict(zip((first, last), days, strict=True)))
            assert summary.outcome in {"done", "done, unverified"}, summary.error
            assert told(app) == [("/tell", " to ".join(days))]
