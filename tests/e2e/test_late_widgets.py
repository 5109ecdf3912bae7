"""Widgets that answer late, or write by themselves: shown once and repeated on other data."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from handrail.sop.action import Drag
from handrail.sop.node import Task
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import app

SUGGESTING = """<label for=t>Town</label><input id=t role=combobox autocomplete=off aria-controls=l>
<ul id=l role=listbox style="min-height:20px"></ul><button>Save</button><p role=status id=s></p><script>
let on = 0;
const offer = (text) => {
  const towns = ['Bonn', 'Berlin', 'Kiel', 'Ulm'], typed = text.toLowerCase();
  const found = towns.filter((one) => one.toLowerCase().includes(typed));
  l.innerHTML = found.map((one) => '<li role=option>' + one + '</li>').join('');
};
t.onfocus = () => offer('');
t.oninput = () => { clearTimeout(on); on = setTimeout(() => offer(t.value), 500); };
t.onkeydown = (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  t.value = l.firstChild?.textContent ?? '';
  l.innerHTML = '';
};
document.querySelector('button').onclick = () => tell(t.value).then(() => { s.textContent = 'Saved'; });
</script>"""


async def test_a_list_that_comes_late_is_waited_for_before_enter_picks_from_it(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Town").click()
        await page.keyboard.type("Ki")
        await page.get_by_role("option", name="Bonn").wait_for(state="detached")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app(SUGGESTING) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        summary = await round_trip.repeat(sop, {"town": "ul"})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Ulm")]


MONTH = """<table id=m><tr></tr></table><p role=status id=s></p><script>
const row = document.querySelector('tr');
for (let day = 1; day <= 5; day++) row.innerHTML += `<td role=gridcell aria-label="May ${day}"
  style="width:90px;height:70px;vertical-align:top"><i aria-hidden=true>${day}</i></td>`;
row.cells[0].innerHTML += '<div role=button style="height:20px">Review</div>';
const held = document.querySelector('[role=button]');
let mark = null;
const at = ({clientX, clientY}) =>
  document.elementsFromPoint(clientX, clientY).find((one) => one.matches('td'));
held.onpointerdown = (event) => { event.preventDefault(); mark = document.createElement('div');
  mark.style.cssText = 'position:absolute;background:#cde;width:90px;height:70px'; };
onpointermove = (event) => { if (!mark || !at(event)) return; const box = at(event).getBoundingClientRect();
  mark.style.left = box.x + 'px'; mark.style.top = box.y + 'px'; at(event).prepend(mark); };
onpointerup = (event) => { if (!mark) return; const cell = at(event); mark.remove(); mark = null;
  tell(cell.ariaLabel).then(() => { s.textContent = 'Moved'; }); };
</script>"""


@pytest.mark.sweep
async def test_what_marks_the_place_of_a_drag_is_not_dropped_on(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        start = await page.get_by_role("button").bounding_box()
        end = await page.get_by_role("gridcell", name="May 4").bounding_box()
        assert start and end
        await page.mouse.move(start["x"] + 9, start["y"] + 9)
        await page.mouse.down()
        await page.mouse.move(end["x"] + 60, end["y"] + 50, steps=8)
        await page.mouse.up()
        await page.get_by_text("Moved").wait_for()

    with app(MONTH) as served:
        assert await round_trip.same(served, drive) == [("/tell", "May 4")]
    assert round_trip.sop is not None
    (task,) = (node for node in round_trip.sop.walk_nodes() if isinstance(node, Task))
    assert isinstance(task.action, Drag) and task.action.onto.name == "May 4"


MASKED = """<label>Phone <input id=p></label><label>Card <input id=c></label><button>Save</button>
<p role=status id=s></p><script>
const masks = (field, blanks, lead, sizes) => { field.oninput = () => {
  let digits = field.value.replace(/\\D/g, '');
  if (lead && digits.startsWith('49')) digits = digits.slice(2);
  const groups = [];
  for (const size of sizes) { groups.push(digits.slice(0, size)); digits = digits.slice(size); }
  const text = lead + groups.filter(Boolean).join(' ');
  const whole = lead.length + sizes.reduce((one, other) => one + other) + sizes.length - 1;
  field.value = blanks ? text.padEnd(whole, '_') : text; }; };
masks(p, true, '+49 ', [3, 3, 3]);
masks(c, false, '', [4, 4]);
document.querySelector('button').onclick = () =>
  tell(p.value + ' | ' + c.value).then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_what_a_field_s_own_format_makes_of_a_text_is_what_was_typed(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Phone").click()
        await page.keyboard.type("151123456")
        await page.get_by_label("Card").click()
        await page.keyboard.type("41114111")
        await page.get_by_role("button").click()
        await page.get_by_text("Saved").wait_for()

    with app(MASKED) as served:
        sop = await round_trip.show(served.url + "/", drive)
        values = {name: variable.default for name, variable in sop.variables.items()}
        assert values == {"phone": "+49 151 123 456", "card": "4111 4111"}
        served.received.clear()
        summary = await round_trip.repeat(sop, {"phone": "+49170555666", "card": "40000566"})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "+49 170 555 666 | 4000 0566")]


STATES = """<table><thead><tr><th>Name<th>State</thead><tbody></tbody></table><p role=status id=s></p><script>
const grid = document.querySelector('tbody');
for (const [name, state] of [['Ann', 'Open'], ['Bob', 'Open'], ['Cy', 'Closed']]) {
  const row = grid.insertRow();
  row.innerHTML = `<td>${name}<td><div role=combobox tabindex=0 aria-haspopup=listbox>${state}</div>`;
  const list = row.querySelector('div');
  list.onclick = () => { const over = document.createElement('div');
    over.innerHTML = '<div role=listbox>' + ['Open', 'Closed', 'Waiting'].map(
      (one) => `<div role=option>${one}</div>`).join('') + '</div>';
    over.querySelectorAll('[role=option]').forEach((one) => one.onclick = () => {
      over.remove(); list.textContent = one.textContent;
      tell(name + ' ' + one.textContent).then(() => { s.textContent = 'Saved'; }); });
    document.body.append(over); };
}</script>"""


@pytest.mark.sweep
async def test_what_a_list_in_a_cell_says_is_its_value(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("row", name="Bob").get_by_role("combobox").click()
        await page.get_by_role("option", name="Closed").click()
        await page.get_by_text("Saved").wait_for()

    with app(STATES) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        summary = await round_trip.repeat(sop, {"record": "Cy", "state": "Waiting"})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Cy Waiting")]
