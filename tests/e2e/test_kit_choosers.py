"""What kits draw for choosing in place of lists and boxes, shown once and repeated on other data."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip, begun_at

SAVING = """<button id=save>Save</button><p role=status id=said></p><script>
save.onclick = () => fetch('/tell?what=' + encodeURIComponent(JSON.stringify(held())), {method: 'POST'})
  .then(() => { said.textContent = 'Saved'; });
</script>"""


def sent(app: App) -> list[object]:
    return [json.loads(request.query["what"]) for request in app.received if request.method == "POST"]


SWITCH = """<title>Stock</title><h1>Asset</h1><label for=name>Name</label><input id=name>
<div id=toggle><button id=used role=switch aria-checked=true aria-labelledby=words
 style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"></button>
<label id=words for=used style="cursor:pointer"><span>In use</span><div id=track
 style="width:48px;height:24px;background:#080"></div><b id=word aria-hidden=true>Yes</b></label></div>
<div role=tablist id=sizes><button role=tab aria-selected=true>Small</button>
<button role=tab aria-selected=false>Large</button></div><script>
used.onclick = () => { used.ariaChecked = String(used.ariaChecked !== 'true');
  word.textContent = used.ariaChecked === 'true' ? 'Yes' : 'No'; };
sizes.onclick = ({target}) => {
  for (const one of sizes.children) one.ariaSelected = String(one === target); };
const size = () => sizes.querySelector('[aria-selected=true]').textContent;
const held = () => [document.getElementById('name').value, used.ariaChecked, size()];
</script>"""


async def test_a_switch_drawn_in_its_button_s_label_is_an_input_and_a_tab_without_a_part_is_asked_about(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#name").fill("Desk lamp")
        await page.locator("#track").click()
        await page.get_by_role("tab", name="Large").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": SWITCH + SAVING, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"name": "Desk lamp", "in_use": "false"}
        assert any("Is it always 'Large'?" in one.question for one in sop.clarifications)
        app.received.clear()
        summary = await round_trip.repeat(sop, {"name": "Drill", "in_use": "true"})
        assert summary.error is None
        assert sent(app) == [["Drill", "true", "Large"]]


BOXES = """<title>Stock</title><h1>Asset</h1><form onsubmit="return false">
<label for=name>Name</label><input id=name>
<div><span id=cap>Tags</span>
<button id=tags aria-labelledby=cap aria-expanded=false>1 selected</button></div>
<ul id=list role=listbox hidden style="list-style:none"></ul></form><script>
const on = new Set(['spare']);
list.innerHTML = ['fragile', 'leased', 'insured', 'spare', 'loaned'].map((one) => `<li role=none><label>
  <input type=checkbox value=${one}>${one}</label></li>`).join('');
list.onchange = ({target}) => { on[target.checked ? 'add' : 'delete'](target.value);
  tags.textContent = on.size + ' selected'; };
tags.onclick = () => { list.hidden = !list.hidden; tags.ariaExpanded = String(!list.hidden);
  list.querySelectorAll('input').forEach((one) => { one.checked = on.has(one.value); }); };
const held = () => [document.getElementById('name').value, [...on]];
</script>"""


@pytest.mark.sweep
async def test_boxes_in_a_list_that_a_button_opens_are_entries_of_that_list(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#name").fill("Desk lamp")
        await page.locator("#tags").click()
        await page.get_by_text("loaned").click()
        await page.get_by_text("spare").click()
        await page.locator("#tags").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": BOXES + SAVING, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"name": "Desk lamp", "tags": "loaned", "tags_2": "spare"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"name": "Drill", "tags": "leased"})
        assert summary.error is None
        assert sent(app) == [["Drill", ["leased"]]]


BOARD = """<title>Board</title><h1>Board</h1><p role=status id=said></p>
<div id=board style="display:flex;gap:12px"></div><script>
const cards = {'Desk lamp': 'Later', 'Drill': 'Later', 'Laptop': 'Now', 'Van': 'Done', 'Forklift': 'Done'};
const told = (name, column) => fetch('/tell?what=' + encodeURIComponent(JSON.stringify([name, column])),
  {method: 'POST'}).then(() => { said.textContent = 'Moved ' + name; });
const draw = () => { board.innerHTML = ['Later', 'Now', 'Done'].map((column) => `<section data-c="${column}"
  style="width:160px;min-height:200px;background:#eee"><h3>${column}</h3>` + Object.keys(cards)
  .filter((name) => cards[name] === column).map((name) => `<div data-n="${name}" CARD
  style="background:white;margin:4px;padding:6px"><b>${name}</b><p>No hurry</p></div>`).join('') +
  '</section>').join(''); };
draw();
</script>"""

DRAGGED_BY_BROWSER = """<script>
let held = '';
board.ondragstart = ({target}) => { held = target.dataset.n; };
board.ondragover = (event) => event.preventDefault();
board.ondrop = ({target}) => { cards[held] = target.closest('section').dataset.c; draw();
  told(held, cards[held]); };
</script>"""

DRAGGED_BY_PAGE = """<script>
board.onpointerdown = (event) => {
  const card = event.target.closest('[data-n]'), [x, y] = [event.x, event.y];
  if (!card) return;
  event.preventDefault();
  const move = (now) => { card.style.transform = `translate(${now.x - x}px,${now.y - y}px)`; };
  addEventListener('pointermove', move);
  addEventListener('pointerup', (now) => { removeEventListener('pointermove', move);
    const column = document.elementsFromPoint(now.x, now.y).find((one) => one.matches('section'));
    if (column) cards[card.dataset.n] = column.dataset.c;
    draw();
    if (column) told(card.dataset.n, column.dataset.c); }, {once: true}); };
</script>"""


@pytest.mark.sweep
@pytest.mark.parametrize(
    "page",
    [
        BOARD.replace("CARD", "draggable=true") + DRAGGED_BY_BROWSER,
        BOARD.replace("CARD", "role=button tabindex=0") + DRAGGED_BY_PAGE,
    ],
    ids=["by the browser", "by the page"],
)
async def test_which_card_is_dragged_into_which_column_is_for_other_data_to_say(
    round_trip: RoundTrip, page: str
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("[data-n='Desk lamp']").hover()
        await page.mouse.down()
        # Amid the cards of the other column.
        box = await page.locator("[data-n=Laptop]").bounding_box()
        assert box is not None
        await page.mouse.move(box["x"] + 60, box["y"] + 30, steps=8)
        await page.mouse.up()
        await page.get_by_text("Moved").wait_for()

    with App({"/": page, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"card": "Desk lamp", "column": "Now"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"card": "Van", "column": "Later"})
        assert summary.error is None
        assert sent(app) == [["Van", "Later"]]


SHEET = """<title>Stock</title><h1>Stock</h1><p role=status id=said></p><table role=grid id=grid><thead><tr>
<th>Name</th><th>Kind</th><th>Owner</th></tr></thead><tbody></tbody></table><style>.list{position:absolute;
background:white;border:1px solid}.list div{padding:3px}td{width:150px;height:24px}</style><script>
const rows = [['Desk', 'Furniture', 'Ann Lee'], ['Van', 'Vehicles', 'Bob Stone'],
  ['Drill', 'Tools', 'Eva Novak'], ['Lamp', 'Furniture', 'Carla Gomez']];
const offered = ['Furniture', 'Vehicles', 'Tools'], owners = [...new Set(rows.map((row) => row[2]))];
const body = grid.tBodies[0];
const draw = () => { body.innerHTML = rows.map((row) => '<tr role=row>' + row.map((one) =>
  `<td role=gridcell tabindex=-1>${one}</td>`).join('') + '</tr>').join(''); };
draw();
const write = (at, column, value) => { rows[at][column] = value; draw(); fetch('/tell?what=' +
  encodeURIComponent(JSON.stringify([rows[at][0], value])), {method: 'POST'})
  .then(() => { said.textContent = 'Saved ' + column; }); };
const drawn = (list, names, held, chosen) => { list.innerHTML = names.map((one) =>
  `<div class="entry${one === held ? ' active' : ''}">${one}</div>`).join('');
  [...list.children].forEach((one) => { one.onmousedown = (event) => event.preventDefault();
    one.onclick = (event) => { event.stopPropagation(); list.remove(); chosen(one.textContent); }; }); };
body.onclick = ({target}) => {
  const cell = target.closest('td'), at = cell.parentElement.rowIndex - 1, column = cell.cellIndex;
  if (column === 0 || document.querySelector('.list')) return;
  const list = document.createElement('div'), box = cell.getBoundingClientRect(), held = rows[at][column];
  list.className = 'list';
  list.style.left = box.x + 'px'; list.style.top = box.bottom + 'px';
  if (column === 1) { drawn(list, offered, held, (value) => write(at, column, value)); }
  if (column === 2) {
    cell.innerHTML = '<input>'; const field = cell.firstChild; field.value = held; field.focus();
    const fill = (names) => drawn(list, names, held, (value) => write(at, column, value));
    fill(owners);
    const fits = (one) => one.toLowerCase().includes(field.value.toLowerCase());
    field.oninput = () => fill(owners.filter(fits)); }
  document.body.append(list); };
</script>"""


@pytest.mark.sweep
async def test_what_a_cell_s_list_offers_is_for_other_data_to_say_though_the_table_is_full_of_it(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("row", name="Desk").get_by_role("gridcell").nth(1).click()
        await page.wait_for_timeout(400)
        await page.locator(".entry", has_text="Tools").click()
        await page.get_by_text("Saved 1").wait_for()
        await page.get_by_role("row", name="Desk").get_by_role("gridcell").nth(2).click()
        await page.wait_for_timeout(400)
        await page.keyboard.press("Control+A")
        await page.keyboard.type("Bob")
        await page.wait_for_timeout(400)
        await page.locator(".entry", has_text="Bob Stone").click()
        await page.get_by_text("Saved 2").wait_for()

    with App({"/": SHEET, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"record": "Desk", "kind": "Tools", "owner": "Bob Stone"}
        assert not any("always" in one.question for one in sop.clarifications)
        app.received.clear()
        other = {"record": "Lamp", "kind": "Vehicles", "owner": "Eva Novak"}
        summary = await round_trip.repeat(sop, other)
        assert summary.error is None
        assert sent(app) == [["Lamp", "Vehicles"], ["Lamp", "Eva Novak"]]


FIELDS = """<title>Stock</title><style>.frame{border:1px solid;width:260px;height:28px;position:relative}
.frame input{border:0;width:120px}.kept{position:absolute;inset:0;opacity:0;z-index:-1}
.row{margin:8px;height:50px}.list{position:absolute;background:white;border:1px solid;margin-top:4px}</style>
<h1>Asset</h1><div class=row><div class=frame id=tagged></div></div>
<div class=row><label for=owner id=called>Owner</label>
<input id=owner role=combobox aria-expanded=false></div>
<div class=row><span>Keeper</span><div class=frame role=combobox aria-haspopup=listbox aria-expanded=false
 tabindex=-1 id=keeper><input id=typed><span id=shown></span></div></div><script>
const on = START, people = ['Ann Lee', 'Bob Stone', 'Carla Gomez', 'Eva Novak'];
let kept = on[1];
owner.value = on[1]; shown.textContent = kept;
const listed = (place, names, chosen) => {
  document.querySelector('.list')?.remove();
  const list = document.createElement('div'); list.className = 'list'; list.role = 'listbox';
  list.innerHTML = names.map((one) => `<div role=option>${one}</div>`).join('');
  list.onmousedown = (event) => event.preventDefault();
  list.onclick = ({target}) => { list.remove(); chosen(target.textContent); };
  place.after(list); };
const tags = () => { tagged.innerHTML = on[0].map((one) => `<span class=tag>${one}</span>`).join(' ') +
  '<input role=combobox aria-label=Tags readonly><input class=kept aria-hidden=true tabindex=-1>'; };
tags();
tagged.onclick = () => listed(tagged, ['fragile', 'leased', 'spare', 'loaned'], (one) => {
  on[0].push(one); tags(); });
const behind = (is) => { called.inert = is; is ? called.setAttribute('aria-hidden', 'true') :
  called.removeAttribute('aria-hidden'); };
const fits = (typed) => people.filter((one) => one.toLowerCase().includes(typed.toLowerCase()));
owner.oninput = () => { behind(true); listed(owner, fits(owner.value), (one) => {
  owner.value = one; behind(false); }); };
typed.onfocus = () => { typed.placeholder = kept; shown.hidden = true; listed(keeper, people, pick); };
const pick = (one) => { kept = one; typed.value = ''; shown.textContent = one; typed.blur(); };
typed.onblur = () => { typed.placeholder = ''; shown.hidden = false; };
typed.oninput = () => listed(keeper, fits(typed.value), pick);
keeper.onclick = () => typed.focus();
const held = () => [on[0], owner.value, kept];
</script>"""


@pytest.mark.sweep
async def test_fields_go_by_their_captions_whatever_they_show_or_put_behind(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator(".tag").click()
        await page.get_by_role("option", name="loaned").click()
        await page.locator("#owner").click()
        await page.keyboard.press("Control+A")
        await page.keyboard.type("Bob")
        await page.get_by_role("option", name="Bob Stone").click()
        await page.locator("#shown").click()
        await page.wait_for_timeout(300)
        await page.keyboard.type("Eva")
        await page.get_by_role("option", name="Eva Novak").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    pages = {
        path: (FIELDS + SAVING).replace("START", json.dumps(start))
        for path, start in {"/": [["spare"], "Ann Lee"], "/other": [["fragile"], "Carla Gomez"]}.items()
    }
    with App({**pages, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"tags": "loaned", "owner": "Bob Stone", "keeper": "Eva Novak"}
        app.received.clear()
        other = {"tags": "leased", "owner": "Eva Novak", "keeper": "Bob Stone"}
        summary = await round_trip.repeat(begun_at(sop, app.url + "/other"), other)
        assert summary.error is None
        assert sent(app) == [[["fragile", "leased"], "Eva Novak", "Bob Stone"]]


MONTH = """<title>Plan</title><h1>June</h1><p role=status id=said></p><table role=grid><tbody id=days>
</tbody></table>
<dialog id=asks><h2>New entry</h2><form method=dialog><label>Title <input id=title></label>
<button>Save</button></form></dialog><script>
days.innerHTML = [1, 8, 15].map((first) => '<tr role=row>' + [0, 1, 2, 3].map((more) => `<td role=gridcell
  data-d=${first + more}><div><div style="width:90px">${first + more}</div><div style="height:40px"></div>
  </div></td>`).join('') + '</tr>').join('');
let day = '';
days.onclick = ({target}) => { day = target.closest('td').dataset.d; asks.showModal(); };
asks.onclose = () => fetch('/tell?what=' + encodeURIComponent(JSON.stringify([day, title.value])),
  {method: 'POST'}).then(() => { said.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_a_day_of_a_month_that_is_pressed_beside_its_number_is_asked_about(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("td[data-d='9'] > div > div").nth(1).click()
        await page.get_by_label("Title").fill("Stocktaking")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": MONTH, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        asked = [one.question for one in sop.clarifications if not one.required]
        assert any("Is it always the place beside '9'?" in one for one in asked)
