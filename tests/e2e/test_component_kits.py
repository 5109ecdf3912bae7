"""Pages of component kits: controls drawn in shadow trees, and grids whose rows change their words."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from handrail.sop.node import Task
from tests.e2e.conftest import RoundTrip, begun_at, told
from tests.e2e.test_widgets import TELL, app

FORM = """<x-label for=kind>Kind</x-label> <x-field id=kind></x-field>
<x-label for=town>Town</x-label> <x-field id=town></x-field>
<p><x-text>Ada</x-text></p><p><x-text>Bob</x-text></p>
<button onclick="tell(kind.value + ' ' + town.value + ' ' + picked)">Save</button><script>
let picked = '';
customElements.define('x-label', class extends HTMLElement {});
customElements.define('x-icon', class extends HTMLElement { connectedCallback() {
  this.tabIndex = -1;
  this.attachShadow({mode: 'open'}).innerHTML =
    '<svg width=16 height=16><g><path d="M0 0h16v16H0z"/></g></svg>'; } });
customElements.define('x-field', class extends HTMLElement { connectedCallback() {
  const root = this.attachShadow({mode: 'open'});
  root.innerHTML = '<input role=combobox> <x-icon title=Today></x-icon>';
  root.querySelector('x-icon').onclick = () => { root.querySelector('input').value = 'now'; }; }
  get value() { return this.shadowRoot.querySelector('input').value; } });
customElements.define('x-text', class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: 'open'}).innerHTML = '<label><slot></slot></label>';
  this.onclick = () => { picked = this.textContent; document.title = 'Picked ' + picked; }; } });
</script>"""


async def test_a_control_is_called_by_its_component_s_label(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#kind input").click()
        await page.keyboard.type("Paper")
        await page.locator("#town path").click()
        await page.locator("x-text").nth(1).click()
        await page.get_by_role("button", name="Save").click()

    with app(FORM) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        tasks = {task.id: task for task in sop.walk_nodes() if isinstance(task, Task)}
        assert list(sop.variables) == ["kind"]
        icon, text = tasks["click-today"].target, tasks["click-bob"].target
        assert icon is not None and icon.tag == "x-icon"
        assert text is not None and text.tag == "x-text" and text.locators[0].model_dump()["text"] == "Bob"
        summary = await round_trip.repeat(sop, {"kind": "Ink"})
        assert summary.outcome in {"done", "done, unverified"}, summary
        assert told(served) == [("/tell", "Ink now Bob")]


GRID = """<label>Filter <input type=search oninput="draw()" id=q></label><div id=grid role=grid></div>
<button onclick="tell([...chosen].join())">Delete</button><script>
const all = ['11 Paper', '12 Coffee', '13 Chairs'], chosen = new Set();
function draw() {
  grid.innerHTML = '<div role=row><span role=columnheader>Pick</span> <span role=columnheader>No</span> '
    + '<span role=columnheader>Title</span> <span role=columnheader>Open</span></div>';
  for (const [no, title] of all.filter((one) => one.includes(q.value)).map((one) => one.split(' '))) {
    const row = document.createElement('div');
    row.setAttribute('role', 'row');
    row.innerHTML = '<div role=gridcell><input type=checkbox aria-label="Select (off)"></div>'
      + `<div role=gridcell>${no}</div><div role=gridcell>${title}</div>`
      + '<div role=gridcell><input type=checkbox aria-label=Open></div>';
    const box = row.querySelector('input');
    box.onchange = () => { chosen.add(no); box.setAttribute('aria-label', 'Select (on)'); };
    grid.append(row);
  }
}
draw();</script>"""


@pytest.mark.sweep
async def test_a_row_s_box_whose_name_tells_its_state(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Filter").click()
        await page.keyboard.type("Coffee")
        await page.get_by_role("row").nth(1).get_by_role("checkbox").first.click()
        await page.get_by_role("button", name="Delete").click()

    with app(GRID) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        summary = await round_trip.repeat(sop, {"filter": "Chairs"})
        assert summary.outcome in {"done", "done, unverified"}, summary
        assert told(served) == [("/tell", "13")]


BOXES = """<label><x-box></x-box> Urgent</label> <x-named>Fasting</x-named>
<button onclick="tell([...document.querySelectorAll('x-box,x-named')].map((one) => one.ticked).join())">
Save</button><script>
const box = (name, inner) => customElements.define(name, class extends HTMLElement {
  connectedCallback() { this.attachShadow({mode: 'open'}).innerHTML = inner; }
  get ticked() { return this.shadowRoot.querySelector('input').checked; } });
box('x-box', '<input type=checkbox>');
box('x-named', '<label><input type=checkbox><slot></slot></label>');
</script>"""


@pytest.mark.sweep
async def test_a_box_that_a_component_draws_is_ticked_by_its_label(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("x-box input").click()
        await page.locator("x-named label").click()
        await page.get_by_role("button", name="Save").click()

    with app(BOXES) as served:
        assert await round_trip.same(served, drive) == [("/tell", "true,true")]
    assert round_trip.sop is not None
    tasks = [node for node in round_trip.sop.walk_nodes() if isinstance(node, Task)]
    ticked = [(task.action.do, task.target.label) for task in tasks if task.target]
    assert ticked[:2] == [("check", "Urgent"), ("check", "Fasting")]


ITEMS = """<x-list></x-list><p role=status id=s></p><script>
customElements.define('x-button', class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: 'open'}).innerHTML = '<button aria-label=Delete><slot></slot></button>'; } });
customElements.define('x-item', class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: 'open'}).innerHTML =
    '<div><slot></slot><slot name=more></slot><slot name=end></slot></div>'; } });
const list = document.querySelector('x-list');
const people = new URLSearchParams(location.search).get('people') ?? 'Ada Kiel,Bob Bonn,Cy Jena,Dot Ulm';
for (const one of people.split(',')) {
  const [name, town] = one.split(' '), item = document.createElement('x-item');
  item.style.display = 'block';
  item.innerHTML = MORE.replace('TOWN', town);
  item.prepend(name);
  item.querySelector('x-button').onclick = async () => {
    await tell(name);
    item.remove();
    s.textContent = 'It is deleted';
  };
  list.append(item);
}</script>"""
BUTTON = "<x-button slot=end><svg width=9 height=9 style=pointer-events:none></svg></x-button>"


@pytest.mark.sweep
async def test_an_item_that_is_a_component_is_known_by_what_it_says(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("x-item", has_text="Cy").locator("x-button").click()
        await page.get_by_text("It is deleted").wait_for()

    page = f"<script>const MORE = '<i slot=more>TOWN</i>{BUTTON}'</script>{ITEMS}"
    with app(page) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        fewer = begun_at(sop, served.url + "/?people=Bob Bonn,Cy Jena,Dot Ulm,Eve Hof")
        summary = await round_trip.repeat(fewer)
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "Cy")]


@pytest.mark.sweep
async def test_the_button_of_another_component_at_its_place_is_not_pressed(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("x-item").nth(1).locator("x-button").click()
        await page.get_by_text("It is deleted").wait_for()

    page = f"<script>const MORE = '{BUTTON}'</script>{ITEMS}"
    with app(page) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert [one.default for one in sop.variables.values()] == ["Bob"]
        served.received.clear()
        fewer = begun_at(sop, served.url + "/?people=Cy,Dot,Eve")
        summary = await round_trip.repeat(fewer)
        assert summary.outcome not in {"done", "done, unverified"}
        assert told(served) == []


CHOICES = """<style>.ear{position:absolute;width:1px;height:1px;overflow:hidden}
.list{visibility:hidden}.list.open{visibility:visible}</style>
<div role=radiogroup aria-label=Shipping id=ship></div>
<p><span id=l>Tags<span id=n class=ear> 0 chosen</span></span>
<button role=combobox aria-labelledby=l onclick="tags.classList.toggle('open')">None</button></p>
<div role=listbox class=list id=tags></div>
<p><span id=p>Priority</span> <b role=button aria-haspopup=listbox tabindex=0 aria-labelledby="p v"
onclick="prio.classList.add('open')"><span id=v>Normal</span></b></p><div role=listbox class=list id=prio>
</div><button onclick="tell([ship.dataset.is, chosen, v.textContent].join(';'))">Save</button><script>
const box = (role, type, name) => `<div role=${role} aria-checked=false tabindex=-1>
  <input type=${type} tabindex=-1 id="${name}">
  <label ${type[0] === 'c' ? `for="${name}"` : ''}>${name}</label></div>`;
ship.innerHTML = ['By road', 'By rail', 'By air'].map((one) => box('radio', 'radio', one)).join('');
const chosen = [], names = ['Fragile', 'Heavy', 'Urgent'];
tags.innerHTML = names.map((one) => box('option', 'checkbox', one)).join('');
prio.innerHTML = ['Low', 'Normal', 'High'].map((one) => `<div role=option>${one}</div>`).join('');
ship.onclick = tags.onclick = (event) => {
  // The page ticks the box by itself, as kits do.
  event.preventDefault();
  const whole = event.target.closest('[role=radio],[role=option]'), name = whole?.textContent.trim();
  if (!whole) return;
  setTimeout(() => {
    if (whole.parentElement === ship) for (const one of ship.children) {
      one.setAttribute('aria-checked', one === whole);
      one.children[0].checked = one === whole;
    } else chosen.push(name);
    if (whole.parentElement === ship) ship.dataset.is = name;
    else {
      whole.setAttribute('aria-checked', whole.children[0].checked = true);
      n.textContent = ` ${chosen.length} chosen`;
    } }); };
prio.onclick = (event) => { v.textContent = event.target.textContent; prio.classList.remove('open'); };
</script>"""


@pytest.mark.sweep
async def test_choices_that_a_kit_draws_with_boxes_of_the_browser_s_within(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("By rail").click()
        await page.get_by_role("combobox").click()
        for name in ("Fragile", "Urgent"):
            await page.get_by_text(name).click()
        await page.get_by_role("combobox").click()
        await page.get_by_text("Normal").first.click()
        await page.get_by_text("High").click()
        await page.get_by_role("button", name="Save").click()

    with app(CHOICES) as served:
        sop = await round_trip.show(served.url + "/", drive)
        values = {name: variable.default for name, variable in sop.variables.items()}
        assert values == {"shipping": "By rail", "tags": "Fragile", "tags_2": "Urgent", "priority": "High"}
        tasks = [node for node in sop.walk_nodes() if isinstance(node, Task)]
        assert [task.action.do for task in tasks[:4]] == ["check", "click", "click", "click"]
        assert [found.kind for found in tasks[6].done_when] == ["value"]
        served.received.clear()
        other = {"shipping": "By air", "tags": "Heavy", "tags_2": "Fragile", "priority": "Low"}
        summary = await round_trip.repeat(sop, other)
        assert summary.outcome in {"done", "done, unverified"}, summary
        assert told(served) == [("/tell", "By air;Heavy,Fragile;Low")]


COUNTED = """<p><label for=q>Quantity</label> <span><input type=number id=q value=1><button id=less>−</button>
<button id=more><svg width=9 height=9></svg></button></span></p><p>Stars</p>
<div id=t role=slider tabindex=0 aria-valuenow=2 style="width:100px;height:20px">2</div>
<button onclick="tell(q.value + ' ' + t.ariaValueNow)">Save</button>
<script>more.onclick = () => q.value++; less.onclick = () => q.value--;
const stand = (at) => { t.ariaValueNow = at; t.textContent = at; };
t.onpointerdown = ({offsetX}) => stand(Math.ceil(offsetX / 20));
t.onkeydown = ({key}) => stand(+t.ariaValueNow + ({ArrowRight: 1, ArrowLeft: -1}[key] ?? 0));</script>"""


@pytest.mark.sweep
@pytest.mark.parametrize("counts", ["type=number", "type=text"])
async def test_a_number_that_its_buttons_count_is_given_as_it_stands_in_the_end(
    round_trip: RoundTrip, counts: str
) -> None:
    """As is that of a slider that is pressed where it is to stand."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#more").dblclick()
        await page.locator("#more").click()
        await page.locator("#less").click()
        await page.get_by_role("slider").click(position={"x": 70, "y": 10})
        await page.get_by_role("button", name="Save").click()

    with app(COUNTED.replace("type=number", counts)) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"quantity": "3", "stars": "4"}
        assert [one.action.do for one in sop.walk_nodes() if isinstance(one, Task)] == [
            "fill",
            "fill",
            "click",
        ]
        served.received.clear()
        summary = await round_trip.repeat(sop, {"quantity": "7", "stars": "5"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "7 5")]


UNIT = """<div><label>Unit <i></i></label><div><div id=t aria-haspopup=listbox aria-expanded=false>
<button type=button id=b>Choose a unit</button></div></div></div>
<ul id=l role=listbox hidden style="position:absolute;top:150px"></ul><button id=save>Save</button>
<p id=s role=status></p><style>a { display:block }</style><script>
for (const one of ['Sales', 'Legal', 'Research', 'Finance']) {
  l.insertAdjacentHTML('beforeend', `<li role=option><a tabindex=0>${one}</a></li>`);
  l.lastChild.onclick = () => {
    b.textContent = one; l.hidden = true; t.setAttribute('aria-expanded', 'false'); };
}
b.onclick = () => { l.hidden = false; t.setAttribute('aria-expanded', 'true'); };
save.onclick = () => tell(b.textContent).then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_a_list_that_is_said_around_its_button_holds_another_choice_under_its_caption(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="Choose a unit").click()
        await page.get_by_text("Legal").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app("", unit=f"<title>Unit</title>{TELL}{UNIT}") as served:
        sop = await round_trip.show(served.url + "/unit", drive)
        assert [one.default for one in sop.variables.values()] == ["Legal"]
        served.received.clear()
        summary = await round_trip.repeat(sop, dict.fromkeys(sop.variables, "Finance"))
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "Finance")]
