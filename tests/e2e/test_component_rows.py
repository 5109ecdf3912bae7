"""Lists of components that draw one record each in a shadow tree: which record it is comes from the data."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip

STOCK = """<title>Stock</title><h1>Stock</h1>
<form action=/sent method=post><div id=list></div>
<input type=hidden name=pinned><input type=hidden name=counts>
<button>Save</button></form>
<script>
const [pinned, counts] = document.querySelectorAll('[type=hidden]');
class StockItem extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({mode: 'open'});
    root.innerHTML = `<div><b>${this.title}</b> <button type=button>Pin</button>
      <label>Amount <input></label></div>`;
    root.querySelector('button').onclick = () => { pinned.value += this.title; };
    root.querySelector('input').onchange = (event) => {
      counts.value += `${this.title}: ${event.target.value}`;
    };
  }
}
customElements.define('stock-item', StockItem);
const drawn = (name) => `<stock-item title=${name}></stock-item>`;
list.innerHTML = ['Desk', 'Chair', 'Lamp', 'Shelf'].map(drawn).join('');
</script>"""


async def test_a_record_that_a_component_draws_is_found_by_what_it_says(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        chair = page.locator("stock-item[title=Chair]")
        await chair.get_by_role("button", name="Pin").click()
        await chair.get_by_label("Amount").click()
        await page.keyboard.type("5")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_role("heading", name="Thank you").wait_for()

    with App({"/": STOCK, "/sent": Answer("<title>Sent</title><h1>Thank you</h1>")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        names = {one.default: name for name, one in sop.variables.items()}
        assert set(names) == {"Chair", "5"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {names["Chair"]: "Shelf", names["5"]: "12"})
        assert summary.outcome == "done", summary.error
        sent = [one.form for one in app.received if one.method == "POST"]
        assert sent == [{"pinned": "Shelf", "counts": "Shelf: 12"}]
