"""Lists whose field lies behind what they show, and tables whose headings are a table of their own."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.e2e.conftest import RoundTrip, begun_at, told
from tests.e2e.test_widgets import app

FORM = """<style>.frame{border:1px solid;width:200px;min-height:24px;transform:translateZ(0)}
.in{position:relative;display:flex}
.away{position:absolute;opacity:0;z-index:-1}.shown{position:absolute;z-index:-1;width:90%;top:0}
.list{position:absolute;margin:0;background:#fff}</style><h2>Order</h2><div id=all></div>
<button id=save>Save</button><p role=status id=done></p><script>
const chosen = location.search ? {Status: 'On hold', Team: 'Stores'} : {Status: 'Draft', Team: 'Sales'};
const lists = {Status: ['Draft', 'Planned', 'On hold'], Team: ['Sales', 'Support', 'Stores']};
for (const [name, options] of Object.entries(lists)) {
  const id = 'id-' + Math.floor(Math.random() * 9999) + '-' + name.length;
  all.insertAdjacentHTML('beforeend', `<p><label for=${id}>${name}</label></p><div class=frame tabindex=-1>
    <div class=in><div class=away>
    <input role=combobox aria-haspopup=listbox aria-expanded=false id=${id}></div>
    <div class=shown><span>${chosen[name]}</span></div></div></div>`);
  const frame = all.lastElementChild, field = frame.querySelector('input');
  field.parentElement.nextElementSibling.onmousedown = () => setTimeout(() => field.focus());
  field.onfocus = () => { field.parentElement.className = ''; };
  field.onblur = () => { field.parentElement.className = 'away'; };
  frame.onclick = () => {
    document.querySelector('.list')?.remove();
    frame.insertAdjacentHTML('afterend', '<ul class=list role=listbox>' +
      options.map((one) => `<li role=option>${one}</li>`).join('') + '</ul>');
    for (const one of frame.nextElementSibling.children) one.onclick = () => {
      chosen[name] = frame.querySelector('span').textContent = one.textContent;
      one.parentElement.remove(); }; }; }
save.onclick = () => tell(chosen.Status + ' ' + chosen.Team).then(() => { done.textContent = 'Filed'; });
</script>"""


async def test_a_list_s_field_behind_what_it_shows_is_found_by_its_label(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        for shown, option in (("Draft", "Planned"), ("Sales", "Stores")):
            await page.locator(".shown", has_text=shown).click(position={"x": 5, "y": 5})
            await page.get_by_role("option", name=option).click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Filed").wait_for()

    with app(FORM) as served:
        made = await round_trip.show(served.url + "/", drive)
        assert {name: v.default for name, v in made.variables.items()} == {
            "status": "Planned",
            "team": "Stores",
        }
        served.received.clear()
        other = begun_at(made, served.url + "/?other")
        summary = await round_trip.repeat(other, {"status": "Draft", "team": "Support"})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Draft Support")]


TABLES = """<style>table{table-layout:fixed;width:390px}td,th{text-align:left}td input{width:60px}</style>
<div><div><table><thead><tr><th>Title<th>Qty<th>Notes
</table></div><div><table><tbody id=body></table></div></div><p role=status id=done></p><script>
const rows = [['Pump', 1, 'old'], ['Crane', 1, 'new'], ['Lift', 3, '1']];
const cell = (said) => `<td><div><span>${said}</span></div></td>`;
body.innerHTML = rows.map((row) => '<tr>' + row.map(cell).join('') + '</tr>').join('');
for (const said of document.querySelectorAll('td:nth-child(n+2) span')) said.ondblclick = () => {
  const box = said.closest('td'), row = box.parentElement;
  box.innerHTML = `<input value="${said.textContent}">`;
  const field = box.firstChild;
  field.focus();
  field.onkeyup = (event) => { if (event.key !== 'Enter') return;
    const name = row.cells[0].textContent;
    tell([name, box.cellIndex, field.value].join())
      .then(() => { done.textContent = 'Updated ' + name; }); }; };
</script>"""


@pytest.mark.sweep
async def test_a_cell_is_edited_by_its_column_where_the_headings_are_a_table_of_their_own(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("row", name="Pump").get_by_text("1", exact=True).dblclick()
        await page.keyboard.press("Control+a")
        await page.keyboard.type("7")
        await page.keyboard.press("Enter")
        await page.get_by_text("Updated").wait_for()

    with app(TABLES) as served:
        made = await round_trip.show(served.url + "/", drive)
        assert list(made.variables) == ["record", "qty"]
        for record in ("Lift", "Crane"):
            served.received.clear()
            summary = await round_trip.repeat(made, {"record": record, "qty": "9"})
            assert summary.outcome == "done", summary.error
            assert told(served) == [("/tell", f"{record},1,9")]


SWAPPED = """<form id=form><div id=one></div><div id=two></div><button type=button id=save>Save</button>
<p role=status id=done></p></form><script>
const shown = {};
for (const at of ['one', 'two']) {
  const [text, number] = ['text', 'number'].map((type) => document.createElement('input'));
  [text.type, number.type, number.hidden] = ['text', 'number', true];
  for (const one of [text, number]) one.setAttribute('aria-label', 'List price');
  document.getElementById(at).append(text, number);
  text.onfocus = () => { [text.hidden, number.hidden] = [true, false]; number.focus(); };
  number.onblur = () => { text.value = number.value && Number(number.value).toFixed(2);
    [text.hidden, number.hidden] = [false, true]; };
  shown[at] = text;
}
document.getElementById('save').onclick = async () => { await tell([shown.one.value, shown.two.value].join());
  document.getElementById('done').textContent = 'Prices kept'; };</script>"""


@pytest.mark.sweep
async def test_a_field_that_gives_way_to_one_for_digits_is_pressed_first(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("List price").nth(0).click()
        await page.keyboard.type("12.5")
        await page.keyboard.press("Tab")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Prices kept").wait_for()

    with app(SWAPPED) as served:
        made = await round_trip.show(served.url + "/", drive)
        assert [one.default for one in made.variables.values()] == ["12.5"]
        served.received.clear()
        summary = await round_trip.repeat(made, dict.fromkeys(made.variables, "99"))
        assert (summary.outcome, told(served)) == ("done", [("/tell", "99.00,")])
