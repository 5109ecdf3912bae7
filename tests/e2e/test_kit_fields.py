"""Fields as component kits draw them: shown once, and repeated on other data."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import app

FORM = """<style>.ear {position: absolute; width: 1px; height: 1px; overflow: hidden}
#clock ul {display: inline-block; height: 90px; overflow: auto; list-style: none; margin: 0; padding: 0}
#days button {width: 40px}</style>
<span id=what>Crop</span> <button id=crop aria-haspopup=listbox aria-labelledby="what crop">Rye</button>
<div id=crops role=listbox hidden><div role=option>Rye</div><div role=option>Oat</div>
<div role=option>Spelt</div></div>
<p><label>Stay <input id=stay readonly size=30></label></p><div id=month hidden style="position:absolute;
  background:#fff"><button aria-label=Earlier>‹</button><b></b><button aria-label=Later>›</button>
  <div id=days></div></div>
<p><label>Alarm <input id=alarm readonly></label></p><div id=clock tabindex=-1 hidden><ul></ul><ul></ul></div>
<p><label for=scan>Scan</label> <span id=at><input type=file id=scan hidden></span>
<button id=pick>Attach</button> <i id=kept></i></p><button id=save>Save</button><p role=status id=s></p>
<script>
crop.onclick = () => { crops.hidden = false; };
crops.onclick = (e) => { crop.textContent = e.target.textContent; crops.hidden = true; };
const said = (d) => `${d.getMonth() + 1}/${d.getDate()}/${d.getFullYear()}`;
let shown = new Date(2026, 10, 1), from = null, to = null;
const turn = (by) => { shown = new Date(shown.getFullYear(), shown.getMonth() + by, 1);
  month.querySelector('b').textContent = shown.toLocaleString('en', {month: 'long', year: 'numeric'});
  days.innerHTML = '';
  for (let n = 1; n <= new Date(shown.getFullYear(), shown.getMonth() + 1, 0).getDate(); n++) {
    const day = new Date(shown.getFullYear(), shown.getMonth(), n);
    const chosen = from && +from === +day ? `<span class=ear>${n}</span>` : '';
    days.insertAdjacentHTML('beforeend', `<div style="display:inline-block"><i>${n}</i>${chosen}</div>`);
    days.lastChild.onclick = () => { if (!from || to) [from, to] = [day, null]; else to = day;
      stay.value = said(from) + (to ? ' - ' + said(to) : '');
      if (to) month.hidden = true; else turn(0); };
  } };
month.querySelector('[aria-label=Earlier]').onclick = () => turn(-1);
month.querySelector('[aria-label=Later]').onclick = () => turn(1);
stay.onclick = () => { month.hidden = false; turn(0); };
const two = (n) => String(n).padStart(2, '0'), at = ['', ''];
[...clock.children].forEach((list, place) => {
  for (let n = 0; n < [24, 60][place]; n++) list.insertAdjacentHTML('beforeend', `<li>${two(n)}</li>`);
  list.onclick = (e) => { at[place] = e.target.textContent; alarm.value = at.join(':');
    clock.hidden = !at.includes(''); }; });
alarm.onclick = () => { clock.hidden = false; };
pick.onclick = () => document.getElementById('scan').click();
document.getElementById('at').onchange = (e) => { kept.textContent = e.target.files[0].name;
  document.getElementById('at').innerHTML = '<input type=file id=scan hidden>'; };
save.onclick = () => tell([crop.textContent, stay.value, alarm.value, kept.textContent].join(' | '))
  .then(() => { s.textContent = 'Saved'; });
</script>"""


async def test_fields_as_kits_draw_them(round_trip: RoundTrip, tmp_path: Path) -> None:
    """A list whose button names itself, a time whose end stands behind its beginning and whose chosen day is
    said once more for the ear, columns of hours and minutes with the focus, a file's field that forgets."""
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text(name)

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="Rye").click()
        await page.get_by_role("option", name="Oat").click()
        await page.get_by_label("Stay").click()
        await page.get_by_label("Later").click()
        await page.locator("#days i").get_by_text("10", exact=True).click()
        await page.locator("#days i").get_by_text("22", exact=True).click()
        await page.get_by_label("Alarm").click()
        await page.locator("#clock li").get_by_text("09").first.click()
        await page.locator("#clock ul").nth(1).get_by_text("15").click()
        async with page.expect_file_chooser() as chooser:
            await page.get_by_role("button", name="Attach").click()
        await (await chooser.value).set_files(tmp_path / "one.txt")
        await page.get_by_text("one.txt").wait_for()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app(FORM) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert told(served) == [("/tell", "Oat | 12/10/2026 - 12/22/2026 | 09:15 | one.txt")]
        served.received.clear()
        values = {"crop": "Spelt", "stay": "2027-02-17", "stay_2": "2027-03-05", "scan": "two.txt"}
        assert set(sop.variables) == set(values)
        summary = await round_trip.repeat(sop, values)
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Spelt | 2/17/2027 - 3/5/2027 | 09:15 | two.txt")]
