"""Forms of component kits: fields, boxes and lists that are drawn around inputs which nobody sees."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from handrail.sop.document import Sop
from handrail.sop.node import Task
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import app


def tasks_of(sop: Sop) -> list[Task]:
    return [node for node in sop.walk_nodes() if isinstance(node, Task)]


LISTS = """<div id=kit-nrn3shy14-form></div><div id=at role=listbox style="position:fixed;top:300px"></div>
<button onclick="tell(picked.Customer + ' ' + picked.Category)">Save</button><script>
const picked = {}, form = document.querySelector('[id$=form]');
const draw = (name, options) => {
  const field = document.createElement('div');
  field.innerHTML = `<div role=combobox aria-haspopup=listbox style="width:200px;border:1px solid">
    <label id=l${name}>${name}</label> <span></span>
    <input role=combobox aria-labelledby=l${name} style="pointer-events:none;width:20px" readonly></div>`;
  field.firstChild.onclick = () => {
    at.innerHTML = options.map((one) => `<div role=option>${one}</div>`).join('');
    for (const option of at.children) option.onclick = () => {
      picked[name] = field.querySelector('input').value = option.textContent;
      field.querySelector('span').textContent = option.textContent;
      at.innerHTML = '';
    };
  };
  form.append(field);
};
draw('Customer', ['Acme', 'Bolt', 'Cargo']);
draw('Category', ['Travel', 'Meals', 'Hotel']);
</script>"""


@pytest.mark.sweep
async def test_a_list_is_found_below_another_that_shows_what_was_chosen(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        for field, option in ((0, "Cargo"), (1, "Hotel")):
            await page.locator("div[role=combobox]").nth(field).click()
            await page.get_by_role("option", name=option).click()
        await page.get_by_role("button", name="Save").click()

    with app(LISTS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        assert list(sop.variables) == ["customer", "category"]
        assert "nrn3shy14" not in sop.model_dump_json()
        summary = await round_trip.repeat(sop, {"customer": "Bolt", "category": "Meals"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "Bolt Meals")]


BOXES = """<style>.away {position: absolute; width: 0; height: 0; opacity: 0; margin: 0}
.core {display: inline-block; width: 40px; height: 20px; border: 1px solid}
.track {position: relative} .track input {position: absolute; inset: 0; z-index: -1; opacity: 0}</style>
<div class=item>Billable <div class=switch><input class=away type=checkbox role=switch aria-label=Billable>
  <span class=core></span></div></div>
<ul><li><label class=wide for=gone><span>Featured</span>
  <span class=track><input type=checkbox><span class=core></span></span></label></li></ul>
<div id=stars></div>
<button onclick="tell(on + ' ' + stars.dataset.value + ' ' + wide.checked)">Save</button><script>
let on = false;
const wide = document.querySelector('.wide input');
// Its label is tied to nothing: the page turns it by itself.
document.querySelector('.wide').onclick = () => { wide.checked = !wide.checked; };
wide.onclick = (event) => event.stopPropagation();
const box = document.querySelector('.away');
document.querySelector('.switch').onclick = () => { on = !on; box.checked = on; };
for (const number of [1, 2, 3, 4]) {
  const star = document.createElement('span');
  star.innerHTML = `<input class=away type=radio name=stars aria-label="${number} stars">
    <svg width=20 height=20 viewBox="0 0 20 20"><path d="M10 0l10 20H0z"/></svg>`;
  star.onclick = () => { stars.dataset.value = number; star.firstChild.checked = true; };
  stars.append(star);
}</script>"""


@pytest.mark.sweep
async def test_what_is_drawn_for_a_hidden_box_ticks_the_box(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator(".core").first.click()
        await page.locator(".wide .core").click()
        await page.locator("svg").nth(2).click()
        await page.get_by_role("button", name="Save").click()

    with app(BOXES) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {
            "billable": "true",
            "featured": "true",
            "stars": "3 stars",
        }
        ticked = [(task.action.do, task.target.name) for task in tasks_of(sop) if task.target]
        assert ticked == [
            ("check", "Billable"),
            ("check", None),
            ("check", "{{ stars }}"),
            ("click", "Save"),
        ]
        served.received.clear()
        summary = await round_trip.repeat(sop, {"stars": "2 stars"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "true 2 true")]
        served.received.clear()
        assert (await round_trip.repeat(sop, {"billable": "false", "featured": "false"})).error is None
        assert told(served) == [("/tell", "false 3 false")]


GROUPS = """<fieldset><legend>Delivery</legend><label><input type=radio name=r1 value=1> Train</label>
<label><input type=radio name=r1 value=2> Courier</label></fieldset>
<p><label>Name <input></label></p>
<div><b>Size</b><div><label><input type=radio name=":r7:" value=3> Small</label>
<label><input type=radio name=":r7:" value=4> Large</label></div></div>
<div role=radiogroup aria-label=Plan><p role=radio aria-checked=true>Free</p>
<p role=radio aria-checked=false>Team</p><p role=radio aria-checked=false>Firm</p></div>
<label>Billing</label><div><button type=button aria-pressed=true>Monthly</button><button type=button
aria-pressed=false>Yearly</button></div><p>Cover:</p><ul><li><button class="it it--active">Basic</button>
<li><button class=it>Whole</button></ul>
<button>Save</button><p role=status id=s></p><script>
const plans = [...document.querySelectorAll('[role=radio]')];
for (const plan of plans) plan.onclick = () => {
  for (const one of plans) one.setAttribute('aria-checked', one === plan); };
const bills = [...document.querySelectorAll('[aria-pressed]')];
for (const bill of bills) bill.onclick = () => { const was = bill.ariaPressed === 'true';
  for (const one of bills) one.ariaPressed = String(one === bill && !was); };
const covers = [...document.querySelectorAll('ul button')];
for (const cover of covers) cover.onclick = () => {
  for (const one of covers) one.className = one === cover ? 'it it--active' : 'it'; };
const on = ':checked,[aria-checked=true],[aria-pressed=true],.it--active';
[...document.querySelectorAll('button')].pop().onclick = () => tell([...document.querySelectorAll(on)]
  .map((one) => one.value || one.textContent.trim()))
  .then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_which_of_a_group_of_radio_buttons_is_chosen_is_a_variable(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        for choice in ("Courier", "Large", "Team", "Yearly", "Whole"):
            await page.get_by_text(choice).click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app(GROUPS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        recorded = {"delivery": "Courier", "size": "Large", "plan": "Team"}
        recorded |= {"billing": "Yearly", "cover": "Whole"}
        assert {name: one.default for name, one in sop.variables.items()} == recorded
        served.received.clear()
        # A second press on what is on takes it back: what is on already is left alone.
        other = {"delivery": "Train", "size": "Small", "plan": "Firm", "billing": "Monthly", "cover": "Basic"}
        summary = await round_trip.repeat(sop, other)
        assert (summary.outcome, told(served)) == ("done", [("/tell", "1,3,Firm,Monthly,Basic")]), (
            summary.error
        )


NUMBER = """<label>Amount <input id=n inputmode=decimal></label><p role=status id=r></p>
<label>Limit <input id=l value=1246></label>
<button onclick="tell(n.value + ' ' + l.value)">Save</button><script>
l.onkeydown = (event) => {
  if (!/^[0-9]$/.test(event.key)) return;
  event.preventDefault();
  l.setRangeText(event.key, l.selectionStart, l.selectionEnd, 'end');
};
let digits = '';
n.onkeydown = (event) => {
  if (!/^[0-9]$/.test(event.key)) return;
  event.preventDefault();
  digits += event.key;
  n.value = '€' + Number(digits).toFixed(2);
  r.textContent = 'Written as ' + n.value;
};</script>"""


@pytest.mark.sweep
async def test_a_number_that_its_field_writes_in_a_format_is_a_variable(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Amount").click()
        for digit, shown in (("7", "€7.00"), ("5", "€75.00")):
            await page.keyboard.press(digit)
            await page.get_by_text(f"Written as {shown}").wait_for()
            await page.wait_for_timeout(400)
        await page.get_by_label("Limit").dblclick()
        await page.keyboard.type("38")
        await page.get_by_role("button", name="Save").click()

    with app(NUMBER) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        assert {name: one.default for name, one in sop.variables.items()} == {
            "amount": "75",
            "limit": "38",
        }
        summary = await round_trip.repeat(sop, {"amount": "320", "limit": "590"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "€320.00 590")]


IN_LABEL = """<style>label {display: block; width: 400px; border: 1px solid} .go {cursor: pointer}</style>
<label for=f_8d2faa01-42fa-4b15-84bc-ac4146f00794>Customer
  <input id=f_8d2faa01-42fa-4b15-84bc-ac4146f00794 type=search aria-label=Customer role=combobox>
  <span id=chosen></span> <i aria-hidden=true>arrow_drop_down</i></label>
<label for=f_1c31bb42-2fa7-4b15-84bc-ac4146f00795>Date
  <input id=f_1c31bb42-2fa7-4b15-84bc-ac4146f00795 aria-label=Date>
  <i class=go aria-hidden=true>event</i></label><div id=at role=listbox></div>
<button onclick="tell(chosen.textContent + ' ' + at.title)">Save</button><script>
const search = document.querySelector('input');
search.oninput = () => {
  const found = ['Acme', 'Bolt', 'Cargo'].filter((one) => search.value && one.startsWith(search.value));
  at.innerHTML = found.map((one) => `<div role=option>${one}</div>`).join('');
  for (const option of at.children) option.onclick = () => {
    chosen.textContent = option.textContent; search.value = ''; at.innerHTML = ''; };
};
document.querySelector('.go').onclick = () => { at.title = 'opened'; document.title = 'Opened'; };
</script>"""


@pytest.mark.sweep
async def test_fields_that_are_drawn_within_their_labels(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Customer").click()
        await page.keyboard.type("Car")
        await page.get_by_role("option", name="Cargo").click()
        await page.locator("i.go").click()
        await page.get_by_role("button", name="Save").click()

    with app(IN_LABEL) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        # One value, though the field is empty again; and no secret, though its random id spells "2fa".
        assert {name: (one.default, one.secret) for name, one in sop.variables.items()} == {
            "customer": ("Cargo", False)
        }
        written = sop.model_dump_json()
        assert "f_8d2f" not in written.replace('"id":"f_', "") and "arrow_drop_down" not in str(sop.variables)
        summary = await round_trip.repeat(sop, {"customer": "Bolt"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "Bolt opened")]


LATE = """<style>header {position: fixed; inset: 0 0 auto 0; height: 50px}</style><div id=top></div>
<div id=rest style="margin-top:60px"></div><script>
const until = performance.now() + 1100;
while (performance.now() < until);
document.getElementById('top').innerHTML = '<header>Top</header>';
setTimeout(() => { rest.innerHTML = '<button onclick="tell(1)">New claim</button>'; }, 200);</script>"""


@pytest.mark.sweep
async def test_a_page_drawn_beneath_a_resting_pointer_was_not_hovered_over(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="New claim").click()

    with app(LATE) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert [task.action.do for task in tasks_of(sop)] == ["click"]


DIALOG = """<div role=dialog aria-label=Claim><p>Claim</p>
<p class=row><label>Customer <input id=c></label></p><p class=row><label>Amount <input id=n></label></p>
<div>Payment <label><input type=radio name=p> Card</label></div>
<button onclick="tell(n.value + %s)">Save</button></div>"""


@pytest.mark.sweep
async def test_what_a_dialog_s_fields_are_called_is_no_question(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Customer").click()
        await page.keyboard.type("Delete & Pay Ltd")
        await page.get_by_label("Amount").click()
        await page.keyboard.type("75")
        await page.get_by_label("Card").click()
        await page.get_by_role("button", name="Save").click()

    with app(DIALOG.replace("%s", "c.value")) as served:
        assert await round_trip.same(served, drive) == [("/tell", "75Delete & Pay Ltd")]


TYPED_LIST = """<label>Customer <input role=combobox aria-expanded=false id=c></label><div id=at></div>
<button onclick="tell(c.title)">Save</button><script>
const open = () => {
  c.setAttribute('aria-expanded', 'true');
  at.innerHTML = ['Acme', 'Bolt', 'Cargo'].filter((one) => one.startsWith(c.value))
    .map((one) => `<div role=option>${one}</div>`).join('');
  for (const option of at.children) option.onclick = () => {
    c.title = c.value = option.textContent;
    at.innerHTML = '';
    c.setAttribute('aria-expanded', 'false'); };
};
c.onclick = open;
let keyed = false;
c.onkeydown = () => { keyed = true; };
c.oninput = () => { if (keyed || at.children.length) open(); };
</script>"""


@pytest.mark.sweep
async def test_a_list_that_opens_by_keys_is_opened(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Customer").click()
        await page.keyboard.type("Car")
        await page.get_by_role("option", name="Cargo").click()
        await page.get_by_role("button", name="Save").click()

    with app(TYPED_LIST) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        summary = await round_trip.repeat(sop, {"customer": "Bolt"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "Bolt")]


SEARCHED = """<section><h2>Claim</h2><label for=native>Customer</label>
<select id=native style="position:absolute;width:1px;height:1px">
<option>Acme<option>Bolt<option>Cargo</select>
<span role=combobox tabindex=0 id=shown aria-label=Customer>Pick</span>
<table role=grid><tr role=row><th role=columnheader>Name<th role=columnheader>Limit
<tr role=row><td role=gridcell>Travel<td role=gridcell>100
<tr role=row><td role=gridcell>Meals<td role=gridcell>50</table>
<button onclick="tell(native.value + ' ' + limits.innerText)">Save</button></section>
<div id=at></div><script>
const limits = document.querySelector('table');
shown.onclick = () => {
  at.innerHTML = '<p><b><i><input type=search role=searchbox></i></b></p><div role=listbox></div>';
  const [search, list] = [at.querySelector('input'), at.querySelector('div')];
  const draw = () => {
    list.innerHTML = ['Acme', 'Bolt', 'Cargo'].filter((one) => one.startsWith(search.value))
      .map((one) => `<div role=option>${one}</div>`).join('');
    for (const option of list.children) option.onclick = () => {
      shown.textContent = native.value = option.textContent; at.innerHTML = ''; };
  };
  search.oninput = draw;
  draw();
  search.focus();
};
for (const cell of document.querySelectorAll('td:last-child')) cell.onclick = () => {
  if (cell.firstElementChild) return;
  const edit = document.createElement('input');
  edit.value = cell.textContent;
  edit.onblur = () => { cell.textContent = edit.value; };
  cell.replaceChildren(edit);
  edit.focus();
  edit.select();
};
</script>"""


@pytest.mark.sweep
async def test_a_list_with_a_search_of_its_own_and_a_cell_that_is_edited_in_place(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#shown").click()
        await page.keyboard.type("Car")
        await page.locator("#at").get_by_role("option").click()
        await page.get_by_role("gridcell", name="50").click()
        await page.keyboard.type("75")
        await page.get_by_role("button", name="Save").click()

    with app(SEARCHED) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        assert {name: one.default for name, one in sop.variables.items()} == {
            "customer": "Cargo",
            "record": "Meals",
            "limit": "75",
        }
        summary = await round_trip.repeat(sop, {"customer": "Bolt", "record": "Travel", "limit": "80"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert "Bolt Name\tLimit\nTravel\t80\nMeals\t50" in told(served)[0][1]


TWO_CALENDARS = """<style>.over {position: absolute; background: #fff; z-index: 9; top: 200px}</style>
<label>From <input id=from></label> <button id=until>Until</button>
<button onclick="tell(from.value + ' ' + until.title)">Save</button><script>
const calendar = (field, set, left) => {
  if (field.calendar) return;
  const over = document.createElement('div');
  over.className = 'over';
  over.style.left = left;
  const days = [...Array(30).keys()].map((day) => (day % 7 ? '' : '<tr>') + `<td>${day + 1}</td>`);
  over.innerHTML = '<b>November 2026</b><table>' + days.join('');
  for (const day of over.querySelectorAll('td')) day.onclick = () => {
    set('2026-11-' + day.textContent.padStart(2, '0')); close(); };
  const close = () => { over.remove(); field.calendar = null; };
  document.body.append(over);
  field.calendar = { close };
};
const from = document.querySelector('#from'), until = document.querySelector('#until');
from.onfocus = () => calendar(from, (day) => { from.value = day; }, '10px');
from.onblur = () => setTimeout(() => from.calendar?.close(), 200);
const shown = (day) => { until.title = until.textContent = day; };
until.onclick = () => setTimeout(() => calendar(until, shown, '400px'), 400);
</script>"""


@pytest.mark.sweep
async def test_the_calendar_of_the_field_before_is_not_taken_for_this_one_s(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("From").click()
        await page.keyboard.type("17 May")
        await page.keyboard.press("Tab")
        await page.locator(".over").wait_for(state="detached")
        await page.get_by_role("button", name="Until").click()
        await page.get_by_role("cell", name="21").click()
        await page.get_by_role("button", name="Save").click()

    with app(TWO_CALENDARS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert [task.action.do for task in tasks_of(sop)] == ["fill", "pick_date", "click"]
        served.received.clear()
        summary = await round_trip.repeat(sop, {"from_value": "3 May"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "3 May 2026-11-21")]


SLIDER = """<div id=around style="width:200px"><div id=thumb role=slider tabindex=0 aria-valuenow=3
  style="width:20px;height:20px;background:#aaa"></div></div><button>Save</button><script>
thumb.onkeydown = (event) => {
  if (event.key === 'ArrowRight') thumb.ariaValueNow = Number(thumb.ariaValueNow) + 1;
};
document.querySelector('button').onclick = () => tell(thumb.getAttribute('aria-valuenow'));</script>"""


@pytest.mark.sweep
async def test_a_nameless_slider_that_is_moved_by_keys_is_moved(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("slider").focus()
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("ArrowRight")
        await page.get_by_role("button", name="Save").click()

    with app(SLIDER) as served:
        assert await round_trip.same(served, drive) == [("/tell", "5")]


TREE = """<div id=tree role=tree tabindex=0 style="width:300px"><ul><li role=none><i role=presentation>+</i>
  <a href="#" role=treeitem>Inbox</a><ul hidden><li role=none><a href="#" role=treeitem>Mail</a></ul>
<li role=none><i role=presentation>+</i> <a href="#" role=treeitem>Archive</a>
  <ul hidden><li role=none><a href="#" role=treeitem>2024</a></ul></ul></div><button>Move</button><script>
let folder = '';
tree.onclick = (event) => {
  if (event.target.matches('i')) event.target.parentElement.querySelector('ul').hidden = false;
  if (event.target.matches('a')) { folder = event.target.textContent; event.preventDefault(); }
};
document.querySelector('button').onclick = () => tell(folder);</script>"""


@pytest.mark.sweep
async def test_what_unfolds_a_part_of_a_tree_is_pressed_and_not_the_tree(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("i").nth(1).click()
        await page.get_by_role("treeitem", name="2024").click()
        await page.get_by_role("button", name="Move").click()

    with app(TREE) as served:
        assert await round_trip.same(served, drive) == [("/tell", "2024")]


BRANCHES = """<ul role=tree style="width:600px"><li role=treeitem aria-expanded=false><i>+</i> <b>Sales</b>
  <ul role=group hidden><li role=treeitem><b>North</b><li role=treeitem><b>South</b></ul>
<li role=treeitem aria-expanded=true><i>+</i> <b>Reports</b>
  <ul role=group><li role=treeitem><b>May</b><li role=treeitem><b>June</b></ul></ul>
<output></output><button>Move</button><script>
let told = [];
document.querySelector('[role=tree]').onclick = ({ target }) => {
  const item = target.closest('li');
  if (target.matches('i')) item.querySelector('ul').hidden = false;
  if (!target.matches('b,i')) return;
  document.querySelector('output').textContent = item.querySelector('b').textContent;
  told.push(target.localName + ' ' + item.querySelector('b').textContent);
};
document.querySelector('button').onclick = () => tell(told.join(', '));</script>"""


@pytest.mark.sweep
async def test_an_item_of_a_tree_is_pressed_where_it_was_whatever_hangs_under_it(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("Reports", exact=True).click()
        await page.locator("i").first.click()
        await page.get_by_role("button", name="Move").click()

    with app(BRANCHES) as served:
        assert await round_trip.same(served, drive) == [("/tell", "b Reports, i Sales")]


CELLS = """<table style="width:300px"><tr><td>B-2<td>Nut<td>7</tr><tr><td>C-3<td>Washer<td>9</tr></table>
<input id=editor hidden aria-label=Cell><p id=r></p><script>
let edited = null;
for (const cell of document.querySelectorAll('td')) {
  cell.onmousedown = () => {
    for (const other of document.querySelectorAll('td')) other.className = '';
    cell.className = 'current highlight';
  };
  cell.ondblclick = () => {
    edited = cell;
    editor.hidden = false;
    editor.value = cell.textContent;
    editor.focus();
  };
}
editor.onkeydown = (event) => {
  if (event.key !== 'Enter') return;
  edited.textContent = editor.value;
  editor.hidden = true;
  tell(edited.parentElement.cells[0].textContent + ' ' + editor.value);
  setTimeout(() => { r.textContent = 'Saved'; });
};</script>"""


@pytest.mark.sweep
async def test_a_cell_that_its_first_press_marks_is_edited_by_a_double_click(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("td", has_text="Nut").dblclick()
        await page.keyboard.press("Control+a")
        await page.keyboard.type("Hex nut")
        await page.keyboard.press("Enter")
        await page.get_by_text("Saved").wait_for()

    with app(CELLS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        assert list(sop.variables) == ["record", "cell"]
        summary = await round_trip.repeat(sop, {"record": "C-3", "cell": "Ring"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "C-3 Ring")]


TURNED = """<style>.over {position: absolute; background: #fff; border: 1px solid; top: 90px; width: 240px}
.turn {display: inline-block; overflow: hidden; width: 20px; height: 20px}
.turn span {display: block; text-indent: -99em}</style>
<div role=group aria-labelledby=l><span id=l>Due</span> <span id=shown></span><button>…</button>
<input aria-hidden=true tabindex=-1 aria-labelledby=l id=due style="opacity:0;width:1px"></div>
<button id=save>Save</button><script>
let [year, month, years] = [2026, 10, false];
const named = (m) => new Date(2026, m, 1).toLocaleString('en', {month: 'long'});
const over = document.createElement('div');
over.className = 'over'; over.hidden = true; document.body.append(over);
const button = (content, press, className) => {
  // Some kits draw arrows as links that lead nowhere.
  const one = document.createElement(className ? 'a' : 'button');
  one.innerHTML = content; one.className = className; one.onclick = press; return one; };
const draw = () => {
  const numbers = [...Array(new Date(year, month + 1, 0).getDate()).keys()];
  const days = '<table>' + numbers.map((d) => (d % 7 ? '' : '<tr>') + `<td>${d + 1}`).join('') + '</table>';
  over.innerHTML = `<b>${named(month)} ${year}</b>`;
  over.append(button('&#9662;', () => { years = !years; draw(); }, ''));
  if (years) { over.append('2025 2026 2027 2028'); return; }
  for (const [word, step] of [['Earlier month', -1], ['Later month', 1]])
    over.append(button(`<span>${word}</span>`, () => { const d = new Date(year, month + step);
      [year, month] = [d.getFullYear(), d.getMonth()]; draw(); }, 'turn'));
  over.insertAdjacentHTML('beforeend', days);
  for (const day of over.querySelectorAll('td')) day.onclick = () => {
    due.value = `${year}-${String(month + 1).padStart(2, '0')}-${day.textContent.padStart(2, '0')}`;
    shown.textContent = due.value; over.hidden = true; }; };
document.querySelector('button').onclick = () => { over.hidden = false; draw(); };
save.onclick = () => tell(due.value);</script>"""


@pytest.mark.sweep
async def test_a_calendar_beside_whose_arrows_another_button_leads_to_years(round_trip: RoundTrip) -> None:
    """That one leads away from the days and back; the arrows' words stand beside them, for the ear alone."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="…").click()
        await page.get_by_text("Later month").locator("..").click()
        await page.get_by_role("cell", name="17").click()
        await page.get_by_role("button", name="Save").click()

    with app(TURNED) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert [task.action.do for task in tasks_of(sop)] == ["pick_date", "click"]
        served.received.clear()
        summary = await round_trip.repeat(sop, {"due": "2027-02-09"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "2027-02-09")]
