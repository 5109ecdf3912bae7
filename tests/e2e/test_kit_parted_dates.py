"""A date field of a kit that takes a day part by part, and says after each key what stands in it."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip
from tests.sweeping import some_of

FORM = """<title>Orders</title><p><label for=due>Due</label> <input id=due placeholder=MM/DD/YYYY></p>
<button onclick="save()">Save</button><p role=status id=said></p><script>
const sizes = [2, 2, 4];
let parts = ['MM', 'DD', 'YYYY'], at = 0, typed = '';
const draw = () => {
  due.value = parts.join('/');
  const begin = parts.slice(0, at).join('/').length + (at && 1);
  due.setSelectionRange(begin, begin + parts[at].length);
};
const key = (sign) => {
  if (!/[0-9]/.test(sign)) return;
  typed += sign;
  parts[at] = typed.padStart(sizes[at], '0');
  if (typed.length === sizes[at]) [at, typed] = [Math.min(at + 1, 2), ''];
};
due.onclick = () => { [at, typed] = [0, '']; draw(); };
due.oninput = ({data}) => {
  if (data && data.length > 1) parts = data.split('/').map((part, place) => part.padStart(sizes[place], '0'));
  else key(data ?? '');
  draw();
};
const save = () => fetch('/save?what=' + due.value, {method: 'POST'})
  .then(() => { said.textContent = 'Saved'; });
</script>"""


@pytest.mark.parametrize("delay", some_of([0, 80], 1))
async def test_a_day_typed_part_by_part_is_told_whole_and_set_to_another_one(
    round_trip: RoundTrip, delay: int
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Due").click()
        await page.keyboard.type("03152027", delay=delay)
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": FORM, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"due": "03/15/2027"}
        for day in ("03/15/2027", "11/28/2026"):
            app.received.clear()
            summary = await round_trip.repeat(sop, {"due": day})
            assert summary.outcome == "done", summary.error
            assert [r.query["what"] for r in app.received if r.method == "POST"] == [day]
