"""Grids that lay out each row as a table of its own, as Ext JS does, and fields in their cells."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip

GRID = """<title>Staff</title><style>
[role=row] > div {display: flex}
[role=columnheader], td {width: 100px; height: 24px; padding: 0; position: relative}
table {border-spacing: 0} .field {display: flex; border: 1px solid gray; width: 98px}
.field input {width: 70px; border: 0} .arrow {width: 20px; cursor: pointer}
.editor {position: absolute; left: 0; top: 0} .icon {cursor: pointer; width: 16px; height: 16px}
ul {position: absolute; background: white}
.chosen {background: gold}</style>
<div role=grid aria-label=Staff><div role=rowgroup><div role=row><div role=presentation>
 <div role=columnheader>Id</div><div role=columnheader>Name</div><div role=columnheader>Department</div>
 <div role=columnheader>Hired</div><div role=columnheader>Actions</div></div></div></div>
 <div role=rowgroup id=body></div></div>
<button onclick="remove()">Delete</button><p role=status id=said></p><script>
let staff = [['1', 'Ada', 'Sales', '10/01/2024'], ['2', 'Ben', 'Support', '11/02/2024'],
             ['3', 'Cleo', 'Finance', '12/03/2024'], ['4', 'Dan', 'Sales', '13/04/2024']];
let chosen = null;
const cell = (text) => `<td role=gridcell tabindex=-1><div>${text}</div></td>`;
const drawn = () => { body.innerHTML = staff.map((one) => `<table role=presentation><tbody>
 <tr role=row id=r${one[0]}>${one.map(cell).join('')}<td role=gridcell tabindex=-1>
 <div role=button class=icon onclick="opened('${one[0]}')"></div></td></tr></tbody></table>`).join('');
 for (const one of staff) {
   const row = document.getElementById('r' + one[0]);
   row.onclick = () => { document.querySelector('.chosen')?.classList.remove('chosen');
     row.classList.add('chosen'); chosen = one; };
   row.cells[2].ondblclick = () => edited(row.cells[2], one);
 } };
const tell = (what, text) => fetch('/tell?what=' + JSON.stringify(what), {method: 'POST'})
  .then(() => { drawn(); said.textContent = text; });
const remove = () => { if (!chosen) return; staff = staff.filter((one) => one !== chosen);
  tell(['delete', chosen[1]], chosen[1] + ' was deleted'); };
const opened = (id) => { const one = staff.find((each) => each[0] === id);
  document.body.insertAdjacentHTML('beforeend', `<div role=dialog aria-label="Edit"><label>Hired
  <input id=hired value=${one[3]}></label><button onclick="stored('${id}')">Save</button></div>`); };
const stored = (id) => { const one = staff.find((each) => each[0] === id); one[3] = hired.value;
  document.querySelector('[role=dialog]').remove(); tell(['hired', one[1], one[3]], 'Saved'); };
const edited = (cell, one) => {
  cell.firstChild.style.visibility = 'hidden';
  cell.insertAdjacentHTML('beforeend', `<div class=editor>
    <div role=presentation class=field>
    <div role=presentation><input role=combobox aria-haspopup=true readonly name=dept value=${one[2]}></div>
    <div role=presentation class=arrow></div></div></div>`);
  const input = cell.querySelector('input');
  input.focus();
  cell.querySelector('.arrow').onclick = (event) => { event.stopPropagation();
    const box = cell.getBoundingClientRect();
    document.body.insertAdjacentHTML('beforeend',
      `<ul role=listbox style="top:${box.bottom}px;left:${box.x}px">` +
      ['Sales', 'Support', 'Finance', 'Legal'].map((one) => `<li role=option>${one}</li>`).join(''));
    for (const entry of document.querySelectorAll('li')) entry.onclick = () => {
      input.value = entry.textContent; entry.parentElement.remove(); input.focus(); }; };
  input.onkeydown = (event) => { if (event.key !== 'Enter') return;
    one[2] = input.value; tell(['department', one[1], one[2]], 'Saved'); };
};
drawn();
</script>"""


def _told(app: App) -> list[list[str]]:
    return [json.loads(r.query["what"]) for r in app.received if r.method == "POST"]


async def test_a_row_that_is_a_table_of_its_own_is_called_by_its_record(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("gridcell", name="Cleo").click()
        await page.get_by_role("button", name="Delete").click()
        await page.get_by_text("was deleted").wait_for()

    with App({"/": GRID, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        [(name, variable)] = sop.variables.items()
        assert variable.default == "Cleo"
        app.received.clear()
        # Sales is said by two rows.
        summary = await round_trip.repeat(sop, {name: "Ada"})
        assert summary.outcome == "done", summary.error
        assert _told(app) == [["delete", "Ada"]]


@pytest.mark.sweep
async def test_a_cell_s_editor_is_called_by_its_column_and_so_is_its_arrow(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#r3 td").nth(2).dblclick()
        await page.locator(".arrow").click()
        await page.get_by_role("option", name="Legal").click()
        await page.keyboard.press("Enter")
        await page.get_by_text("Saved").wait_for()

    with App({"/": GRID, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        row = next(name for name, one in sop.variables.items() if one.default == "Cleo")
        assert {name: one.default for name, one in sop.variables.items()} == {
            row: "Cleo",
            "department": "Legal",
        }
        app.received.clear()
        summary = await round_trip.repeat(sop, {row: "Dan", "department": "Support"})
        assert summary.error is None
        assert _told(app) == [["department", "Dan", "Support"]]


@pytest.mark.sweep
async def test_an_icon_in_a_row_is_not_called_by_the_day_beside_it(round_trip: RoundTrip) -> None:
    """A form that holds the same day came up: the press picked none."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#r2 .icon").click()
        await page.get_by_label("Hired").fill("01/05/2024")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": GRID, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert not [one for one in sop.clarifications if "calendar" in one.question]
        assert "11/02/2024" not in json.dumps([node.label for node in sop.nodes])


TAGS = """<title>Tags</title><style>ul {position: absolute; background: white; margin: 0; width: 200px}
.arrow {display: inline-block; width: 20px; height: 20px; cursor: pointer; background: #ddd}</style>
<h1>New note</h1><label for=skills>Skills</label>
<input id=skills role=combobox aria-haspopup=listbox readonly>
<div style="height: 40px"></div>
<label for=kind>Kind</label> <input id=kind readonly>
<button id=more onclick="kind.value = 'Long'">Long</button>
<button onclick="save()">Save</button><p role=status id=said></p><script>
const names = ['German', 'Excel', 'Python', 'Welding', 'SQL'];
let chosen = [];
skills.onclick = () => {
  if (document.querySelector('ul')) return;
  const box = skills.getBoundingClientRect();
  document.body.insertAdjacentHTML('beforeend', `<ul role=listbox aria-label=Available
    style="top:${box.bottom}px;left:${box.x}px;line-height:2">` +
    names.map((one) => `<li role=option aria-selected=${chosen.includes(one)}>${one}</li>`).join(''));
  for (const entry of document.querySelectorAll('li')) {
    entry.onmousedown = (event) => event.preventDefault();
    entry.onclick = () => {
      const name = entry.textContent;
      chosen = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
      entry.ariaSelected = String(chosen.includes(name)); skills.value = chosen.join(', '); };
  }
};
skills.onkeydown = (event) => { if (event.key === 'Tab') document.querySelector('ul')?.remove(); };
const save = () => fetch('/tell?what=' + JSON.stringify([skills.value, kind.value]), {method: 'POST'})
  .then(() => { said.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_a_tab_that_puts_an_open_list_away_is_pressed_again(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Skills").click()
        await page.get_by_role("option", name="Excel").click()
        await page.keyboard.press("Tab")
        await page.get_by_role("button", name="Long").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": TAGS, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        app.received.clear()
        summary = await round_trip.repeat(sop, {"skills": "Python"})
        assert summary.outcome == "done", summary.error
        assert _told(app) == [["Python", "Long"]]
