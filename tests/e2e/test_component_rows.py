"""Lists of components that draw one record each in a shadow tree: which record it is comes from the data."""

from __future__ import annotations

import pytest
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


LISTED = """<title>Staff</title><h1>Staff</h1><staff-list></staff-list><p role=status id=said></p>
<script>
const drawn = (name, markup, ready = () => {}) => customElements.define(name, class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({mode: 'open'}).innerHTML = markup;
    ready(this);
  }
});
drawn('staff-button', '<button type=button title=Delete><span aria-hidden=true>×</span></button>');
drawn('staff-item', `<style>.ear {position: absolute; left: -1000px; top: -1000px; font-size: 0}</style>
  <li role=listitem><div><span><slot></slot></span></div><div><staff-button></staff-button></div>
  <span class=ear>Is active</span></li>`, (item) => {
  item.shadowRoot.querySelector('staff-button').onclick = () =>
    fetch('/delete?what=' + item.textContent, {method: 'POST'}).then(() => {
      said.textContent = item.textContent + ' removed';
      item.remove();
    });
});
drawn('staff-list', '<ul role=list><slot></slot></ul>');
document.querySelector('staff-list').innerHTML =
  ['Ada Byron', 'Ben Ode', 'Ben Ode Junior', 'Dora Maar']
    .map((name) => `<staff-item>${name}</staff-item>`).join('');
</script>"""


@pytest.mark.sweep
async def test_a_button_of_a_component_within_an_entry_is_found_by_what_the_page_wrote_in_that(
    round_trip: RoundTrip,
) -> None:
    """UI5's lists: the entry shows its name in a slot, and its button is a component of its own."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("staff-item").nth(1).locator("staff-button").click()
        await page.get_by_text("Ben Ode removed").wait_for()

    with App({"/": LISTED, "/delete": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        (name,) = sop.variables
        assert sop.variables[name].default == "Ben Ode"
        for record in ("Ben Ode", "Dora Maar"):
            app.received.clear()
            summary = await round_trip.repeat(sop, {name: record})
            assert summary.outcome == "done", summary.error
            assert [one.query["what"] for one in app.received if one.method == "POST"] == [record]


BUDGETS = """<title>Files</title><h1>Files</h1>
<div role=grid aria-label="Files" id=list></div><p role=status id=said></p>
<style>.file{display:flex;justify-content:space-between;width:520px;padding:30px;border:1px solid}</style>
<script>
const drawn = (name) => `<div role=row tabindex=-1 aria-label="${name}">
  <div role=gridcell aria-colindex=1 style="display:contents"><div class=file>
  <div><div><span>${name}</span></div><div><span>Ready to open</span></div></div>
  <button aria-label=Menu>⋮</button></div></div></div>`;
list.innerHTML = ['Household', 'Workshop', 'Travels'].map(drawn).join('');
list.onclick = (event) => {
  if (event.target.closest('button')) return;
  const name = event.target.closest('[role=row]').ariaLabel;
  fetch('/open?what=' + name, {method: 'POST'}).then(() => { said.textContent = name + ' opened'; });
};
</script>"""


@pytest.mark.sweep
async def test_a_row_whose_cell_has_no_box_of_its_own_is_pressed_where_it_is_drawn(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("Household").click()
        await page.get_by_text("Household opened").wait_for()

    with App({"/": BUDGETS, "/open": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        ((name, variable),) = sop.variables.items()
        assert variable.default == "Household"
        app.received.clear()
        summary = await round_trip.repeat(sop, {name: "Travels"})
        assert summary.outcome == "done", summary.error
        assert [one.query["what"] for one in app.received if one.method == "POST"] == ["Travels"]
