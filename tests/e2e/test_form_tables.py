"""Forms in tables whose rows hold controls of different kinds: a row is a line of the form and no record."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip

ORDER = """<title>Order</title><style>span, [role=menuitem] {cursor: pointer} .on {background: #cef}</style>
<h1>Order 7</h1><table><tr><td>Payment<td><button id=pay>Card</button><div role=menu id=ways hidden></div>
<tr><td>Gift<td><div id=gift><span>Yes</span> <span class=on>No</span></div>
<tr><td>Contact<td><textarea id=contact></textarea></table>
<button id=save>Save</button><p role=status id=said></p>
<script>
for (const way of ['Invoice', 'Card', 'Cash', 'Direct debit']) {
  const entry = Object.assign(document.createElement('div'), {textContent: way, role: 'menuitem'});
  entry.onclick = () => { pay.textContent = way; ways.hidden = true; };
  ways.append(entry);
}
pay.onclick = () => { ways.hidden = !ways.hidden; };
for (const one of gift.children) one.onclick = () => {
  for (const each of gift.children) each.classList.toggle('on', each === one);
};
save.onclick = () => fetch('/save', {method: 'POST', body:
  [pay.textContent, document.querySelector('.on').textContent, contact.value].join()})
  .then(() => { said.textContent = 'Saved'; });
</script>"""


async def test_lines_of_a_form_in_a_table_are_fields_and_no_records(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#pay").click()
        await page.get_by_role("menuitem", name="Cash").click()
        await page.get_by_text("Yes", exact=True).click()
        await page.locator("#contact").fill("Ring twice")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": ORDER, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"payment": "Cash", "gift": "Yes", "contact": "Ring twice"}
        app.received.clear()
        other = {"payment": "Invoice", "gift": "No", "contact": "Nothing"}
        summary = await round_trip.repeat(sop, other)
        assert summary.outcome == "done", summary.error
        assert [one.body for one in app.received if one.method == "POST"] == [b"Invoice,No,Nothing"]
