"""What component kits lay over a page, and entries that hold a field: a run keeps out of both."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip, told


def _app(page: str) -> App:
    script = "const tell = (what) => fetch('/tell?what=' + encodeURIComponent(what), {method: 'POST'});"
    return App({"/": f"<title>Visits</title><script>{script}</script>{page}", "/tell": Answer("{}")})


OVER_THE_PAGE = """<h1>New visit</h1>
<p><label for=name>Until</label> <input id=name></p>
<p><label for=day>Day</label> <input id=day autocomplete=off></p>
<p><label for=phone>Phone</label> <input id=phone></p>
<div id=picker role=dialog aria-label="Choose a day" hidden
 style="position: fixed; left: 0; right: 0; top: 165px; bottom: 0; background: #eee">
 <table role=grid><tr><td>1<td>2<td>3</table></div>
<p style="margin-top: 60px"><button id=save>Save</button></p><p role=status id=s></p>
<script>
const by = (id) => document.getElementById(id);
by('day').onfocus = () => { by('picker').hidden = false; };
document.onmousedown = (e) => {
  if (!by('picker').contains(e.target) && e.target !== by('day')) by('picker').hidden = true; };
by('save').onclick = () => tell([by('name').value, by('phone').value].join(' | '))
  .then(() => { by('s').textContent = 'Saved'; });
</script>"""


async def test_what_tab_brought_up_is_put_away_by_the_press_that_put_it_away(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Until").fill("24.12.2026")
        await page.get_by_label("Until").press("Tab")
        await page.get_by_role("dialog").wait_for()
        await page.wait_for_timeout(600)
        await page.get_by_label("Phone").click()
        await page.keyboard.type("555")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with _app(OVER_THE_PAGE) as app:
        sop = await round_trip.show(app.url + "/", drive)
        app.received.clear()
        summary = await round_trip.repeat(sop, {"until": "31.01.2027", "phone": "777"})
        assert summary.outcome == "done", summary.error
        assert told(app) == [("/tell", "31.01.2027 | 777")]


FIELD_IN_AN_ENTRY = """<h1>New visit</h1><label for=with>Hosts</label>
<ul role=listbox id=chosen style="padding: 0"><li role=option style="display: inline-block; padding: 8px">
<input id=with role=combobox autocomplete=off></li></ul>
<ul role=listbox id=list hidden></ul><p><button id=save>Save</button></p><p role=status id=s></p>
<script>
const by = (id) => document.getElementById(id), hosts = [];
const people = ['Ada Byron', 'Carl Gauss', 'Emmy Noether'];
let waiting;
by('with').oninput = () => { clearTimeout(waiting); waiting = setTimeout(() => {
  const found = people.filter((one) => one.includes(by('with').value));
  by('list').innerHTML = found.map((one) => `<li role=option>${one}</li>`).join('');
  by('list').hidden = false; }, 400); };
by('list').onclick = (e) => { hosts.push(e.target.textContent);
  by('list').hidden = true; by('with').value = '';
  by('chosen').insertAdjacentHTML('afterbegin',
    `<li role=option style="display: inline-block">${hosts.at(-1)}</li>`); };
by('save').onclick = () => tell(hosts.join(' | ')).then(() => { by('s').textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_an_entry_that_holds_the_field_is_not_the_one_that_says_what_is_typed(
    round_trip: RoundTrip,
) -> None:
    """It was pressed in its place, and the run was done without the person."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Hosts").press_sequentially("Ada")
        await page.get_by_role("option", name="Ada Byron", exact=True).click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with _app(FIELD_IN_AN_ENTRY) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"hosts": "Ada Byron"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"hosts": "Emmy Noether"})
        assert summary.outcome == "done", summary.error
        assert told(app) == [("/tell", "Emmy Noether")]


TICKED_ENTRIES = """<h1>Staff</h1><ul id=staff style="list-style: none"></ul>
<div role=dialog id=edit hidden style="position: fixed; inset: 0 200px 0 0; background: #fff"><h2></h2>
<span id=own>Skills</span>
<div id=field role=combobox aria-haspopup=listbox aria-labelledby=own tabindex=0>
Chosen: <span id=shown></span></div>
<p><label>Office <input></label> <label>Floor <input></label> <label>Desk <input></label></p>
<button id=save>Save</button></div>
<div id=over style="position: fixed; right: 0; top: 0; width: 190px" hidden>
<div role=listbox id=list aria-multiselectable=true></div></div><p role=status id=s></p>
<script>
const by = (id) => document.getElementById(id), all = ['Chess', 'Logic', 'Maths'];
const people = {Ada: ['Logic'], Ben: [], Cy: ['Chess']};
let who, has = [];
by('staff').innerHTML = Object.keys(people)
  .map((name) => `<li>${name} <button aria-label="Edit ${name}">…</button></li>`)
  .join('');
by('staff').onclick = (e) => {
  who = e.target.closest('li')?.firstChild.data.trim();
  has = [...people[who]];
  by('edit').querySelector('h2').textContent = 'Edit ' + who; by('edit').ariaLabel = 'Edit ' + who;
  by('edit').hidden = false; draw(); };
const draw = () => {
  by('shown').innerHTML = has.map((one) => `<span role=option>${one}</span>`).join(' ');
  for (const option of by('list').children) {
    const on = has.includes(option.dataset.key);
    option.ariaSelected = String(on);
    Object.assign(option.querySelector('input'), {checked: on, ariaChecked: String(on)});
  }
};
by('list').innerHTML = all.map((one) => `<div role=option data-key=${one} aria-selected=false>` +
  `<label style="display: block"><input type=checkbox role=checkbox aria-checked=false> ${one}` +
  '</label></div>').join('');
by('list').onchange = (e) => { const one = e.target.closest('[role=option]').dataset.key;
  has = has.includes(one) ? has.filter((other) => other !== one) : [...has, one]; draw(); };
by('field').onclick = () => { by('over').hidden = false; };
document.onmousedown = (e) => {
  if (!by('over').contains(e.target) && !by('field').contains(e.target)) by('over').hidden = true;
};
by('save').onclick = () => tell(who + ' ' + has.sort()).then(() => { by('s').textContent = 'Saved ' + who;
  by('edit').hidden = true; });
</script>"""


@pytest.mark.sweep
async def test_entries_with_boxes_of_their_own_are_chosen_and_the_list_is_shut_beside_the_fields(
    round_trip: RoundTrip,
) -> None:
    """What was chosen stands in the field as an entry, too; the press that shuts the list falls on the form,
    which says whatever its fields hold."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Edit Ada").click()
        await page.get_by_role("combobox").click()
        for skill in ("Maths", "Chess"):
            await page.get_by_role("listbox").get_by_role("option", name=skill).click()
        await page.mouse.click(500, 400)
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved Ada").wait_for()

    with _app(TICKED_ENTRIES) as app:
        assert await round_trip.same(app, drive) == [("/tell", "Ada Chess,Logic,Maths")]
        sop = round_trip.sop
        assert sop is not None
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"record": "Ada", "skills": "Maths", "skills_2": "Chess"}
        for record, skill in (("Ben", "Logic"), ("Cy", "Logic")):
            app.received.clear()
            summary = await round_trip.repeat(sop, {"record": record, "skills": skill})
            assert summary.outcome in {"done", "done, unverified"}, summary.error
            assert told(app) == [("/tell", f"{record} Chess,Logic")]


# As Blueprint draws it: the words end well before the item, and the menu beside it is placed a moment later.
SUBMENU = """<style>ul{list-style:none;margin:0;padding:4px;width:140px;background:#eee} li{position:relative}
a{display:flex;justify-content:space-between;padding:4px} .place{height:0} .beside{position:absolute}</style>
<title>Machines</title><h1>Machines</h1><table>ROWS</table><p role=status id=said></p><div id=portal></div>
<script>
const tell = (id, what) => fetch(`/set?what=${id} ${what}`, {method: 'POST'}).then(() => {
  portal.textContent = ''; said.textContent = 'Set'; });
const entries = (id, words) => words.map((word) =>
  `<li><a role=menuitem tabindex=0 onclick="tell(${id}, '${word}')">${word}</a></li>`).join('');
const menuOf = (id) => { portal.innerHTML = `<ul role=menu>
  <li onmouseenter="setTimeout(beside, 50, this, ${id})"><a role=menuitem aria-haspopup=menu>
  <span>Priority</span><b>&rsaquo;</b></a></li>
  ${entries(id, ['Delete'])}</ul>`; };
const beside = (item, id) => {
  if (item.children.length > 1) return;
  item.insertAdjacentHTML('beforeend', `<div class=place><div class=beside style="top:-999px"><ul role=menu>
    ${entries(id, ['Low', 'Medium', 'High'])}</ul></div></div>`);
  setTimeout(() => { item.querySelector('.beside').style = 'top:0;left:142px'; }, 20);
};
</script>"""
MACHINES = {3: "Drill", 5: "Drill press", 8: "Lathe"}


@pytest.mark.sweep
async def test_a_value_in_a_menu_beside_an_item_is_an_input_and_the_item_is_pointed_at(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("row", name="Drill press").get_by_role("button").click()
        await page.get_by_text("Priority").hover()
        await page.get_by_role("menuitem", name="High").click()
        await page.get_by_text("Set", exact=True).wait_for()

    rows = "".join(
        f"<tr><td>{name}<td><button onclick='menuOf({id})'>⋯</button>" for id, name in MACHINES.items()
    )
    with App({"/": SUBMENU.replace("ROWS", rows), "/set": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        machine = next(name for name, one in sop.variables.items() if one.default == "Drill press")
        assert {name: one.default for name, one in sop.variables.items()} == {
            machine: "Drill press",
            "priority": "High",
        }
        app.received.clear()
        summary = await round_trip.repeat(sop, {machine: "Lathe", "priority": "Low"})
        assert summary.outcome == "done", summary.error
        assert [one.query["what"] for one in app.received if one.method == "POST"] == ["8 Low"]
