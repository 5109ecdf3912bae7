"""Lists, sliders and calendars in the manner of older widget kits: shown once, and repeated on other data."""

from __future__ import annotations

import json
import threading
import time

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from handrail.sop.node import Task
from tests.app import Answer, App, Received
from tests.app import Page as AppPage
from tests.e2e.conftest import RoundTrip, begun_at, told
from tests.e2e.test_widgets import app

LISTS = """<style>.behind{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
[role=combobox]{display:inline-block;width:240px}
.over{position:absolute;background:#fff;border:1px solid}</style>
<p><label for=city>City</label> <select id=city class=behind tabindex=-1><option>Bonn<option>Kiel<option>Ulm
</select><span id=one role=combobox aria-haspopup=true tabindex=0 aria-labelledby=held>
<span id=held role=textbox aria-readonly=true><span id=off>×</span>Bonn</span></span></p>
<p><label for=tags>Tags</label> <select id=tags multiple class=behind tabindex=-1><option>Red<option>Green
<option>Blue</select><span id=many role=combobox aria-haspopup=true><span id=chips></span>
<input type=search style="width:40px"></span></p><button>Save</button><p role=status id=s></p><script>
const list = (names, pick) => { document.querySelector('.over')?.remove();
  const over = document.createElement('ul'); over.className = 'over'; over.setAttribute('role', 'listbox');
  over.innerHTML = names.map((name) => `<li role=option>${name}</li>`).join('');
  over.onclick = ({target}) => { over.remove(); pick(target.textContent); };
  document.body.append(over); };
const namesOf = (select) => [...select.options].map((option) => option.label.trim());
off.onclick = (event) => { event.stopPropagation(); city.selectedIndex = -1; held.textContent = 'Pick one'; };
one.onclick = () => list(namesOf(city), (name) => { city.value = name; held.textContent = name; });
const search = many.querySelector('input');
const offer = () => list(namesOf(tags).filter((name) => name.startsWith(search.value)), (name) => {
  [...tags.options].find((option) => option.label.trim() === name).selected = true;
  chips.innerHTML += `<i><b>×</b>${name}</i> `; search.value = ''; });
many.onclick = search.oninput = offer;
search.onkeydown = ({key}) => { if (key === 'Enter') document.querySelector('.over li')?.click(); };
document.querySelector('button').onclick = () =>
  tell(city.value + ' ' + [...tags.selectedOptions].map((one) => one.label.trim()))
    .then(() => { s.textContent = 'Saved'; });
</script>"""


async def test_a_list_drawn_in_the_place_of_a_native_one(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#one").click()
        await page.locator(".over").get_by_text("Kiel").click()
        await page.locator("#many").click()
        await page.locator(".over").get_by_text("Green").click()
        await page.locator("#many input").click()
        await page.keyboard.type("Bl")
        await page.locator(".over").get_by_text("Blue").click()
        await page.get_by_role("button").click()
        await page.get_by_text("Saved").wait_for()

    async def clear(page: Page, _: Recorder) -> None:
        await page.locator("#off").click()
        await page.get_by_role("button").click()
        await page.get_by_text("Saved").wait_for()

    with app(LISTS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {
            "city": "Kiel",
            "tags": "Green",
            "tags_2": "Blue",
        }
        served.received.clear()
        summary = await round_trip.repeat(sop, {"city": "Ulm", "tags": "Red", "tags_2": "Green"})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Ulm Red,Green")]
        served.received.clear()
        sop = await round_trip.show(served.url + "/", clear, "cleared")
        served.received.clear()
        await round_trip.repeat(sop)
        assert told(served) == [("/tell", " ")]


@pytest.mark.sweep
async def test_what_enter_takes_of_a_list_for_several_is_made_sure_of(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#many input").click()
        for typed, left in (("Gr", "Green"), ("Bl", "Blue")):
            await page.keyboard.type(typed)
            await page.locator(".over li:only-child").get_by_text(left).wait_for()
            await page.keyboard.press("Enter")
        await page.get_by_role("button").click()
        await page.get_by_text("Saved").wait_for()

    with app(LISTS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {
            "tags": "Green",
            "tags_2": "Blue",
        }
        served.received.clear()
        summary = await round_trip.repeat(sop, {"tags": "Blue", "tags_2": "Red"})
        assert (summary.outcome, told(served)) == ("done", [("/tell", "Bonn Red,Blue")]), summary.error


BOXED = """<style>.behind{position:absolute;clip-path:inset(50%)} #menu{display:none;position:absolute;
background:#fff;border:1px solid} #menu.open{display:block}</style>
<p><label for=tags>Tags</label> <select id=tags multiple class=behind tabindex=-1><option>Red<option>Green
<option>Blue</select><button type=button id=unfold aria-expanded=false>None selected</button></p>
<div id=menu></div><button id=save>Save</button><p role=status id=s></p><script>
menu.innerHTML = [...tags.options].map(({text}, at) =>
  `<p><input type=checkbox id=b${at}><label for=b${at}>${text}</label></p>`).join('');
unfold.onclick = () => unfold.setAttribute('aria-expanded', menu.classList.toggle('open'));
menu.onchange = ({target}) => { tags.options[Number(target.id[1])].selected = target.checked;
  unfold.textContent = [...tags.selectedOptions].map((one) => one.text).join(', ') || 'None selected'; };
document.getElementById('save').onclick = () => tell([...tags.selectedOptions].map((one) => one.text))
    .then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_a_list_whose_entries_have_boxes(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#unfold").click()
        for name in ("Red", "Blue"):
            await page.locator("#menu").get_by_text(name).click()
        await page.locator("#unfold").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app(BOXED) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"tags": "Red", "tags_2": "Blue"}
        served.received.clear()
        summary = await round_trip.repeat(sop, {"tags": "Green", "tags_2": "Blue"})
        assert (summary.outcome, told(served)) == ("done", [("/tell", "Green,Blue")]), summary.error


CLIPPED = """<style>.drop{position:absolute;width:200px;background:#fff;border:1px solid;clip:rect(0,0,0,0);
clip-path:inset(100% 100%)} .on .drop{clip:auto;clip-path:none} .box{position:relative;width:200px}
ul{position:relative;margin:0;padding:0}</style><form onsubmit="return false">
<p><label for=land>Country</label> <select id=land style="display:none"><option><option>Norway<option>Denmark
<option>Sweden</select></p><div class=box id=one><a><span>Select an Option</span></a>
<div class=drop><ul></ul></div></div>
<p><label for=top>Toppings</label> <select id=top multiple style="display:none"><option>Cheese<option>Tomatoes
<option>Onions</select></p><div class=box id=many><ul class=chips><li><input id=seek></ul>
<div class=drop><ul></ul></div></div>
<button id=save>Save</button><p role=status id=s></p></form><script>
document.querySelector('label[for=top]').htmlFor = 'seek';
const put = (box, select, pick) => { const list = box.querySelector('.drop ul');
  const open = [...select.options].filter((one) => one.text.trim());
  const offer = () => { list.innerHTML = open.filter((one) => !(select.multiple && one.selected))
    .map((one) => `<li>${one.text.trim()}</li>`).join(''); };
  box.querySelector('a,input').onmousedown = () => { offer(); box.classList.add('on'); };
  list.addEventListener('mouseup', ({target}) => { box.classList.remove('on');
    open.find((one) => one.text.trim() === target.textContent).selected = true;
    pick(target.textContent); }); };
const several = document.getElementById('top');
put(one, land, (name) => { one.querySelector('span').textContent = name; });
put(many, several, (name) => {
  many.querySelector('.chips').insertAdjacentHTML('afterbegin', `<li>${name}</li>`); });
save.onclick = () => tell(land.value + ' ' + [...several.selectedOptions].map((one) => one.text.trim()))
    .then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_lists_that_are_put_away_by_clipping_them(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#one a").click()
        await page.locator("#one .drop").get_by_text("Denmark").click()
        for name in ("Cheese", "Onions"):
            await page.locator("#seek").click()
            await page.locator("#many .drop").get_by_text(name).click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app(CLIPPED) as served:
        sop = await round_trip.show(served.url + "/", drive)
        shown = {"country": "Denmark", "toppings": "Cheese", "toppings_2": "Onions"}
        assert {name: one.default for name, one in sop.variables.items()} == shown
        served.received.clear()
        given = {"country": "Sweden", "toppings": "Tomatoes", "toppings_2": "Cheese"}
        summary = await round_trip.repeat(sop, given)
        assert (summary.outcome, told(served)) == ("done", [("/tell", "Sweden Cheese,Tomatoes")]), (
            summary.error
        )


SHUT = """<style>.popup{position:absolute;background:#fff;border:1px solid}</style>
<form onsubmit="return false"><table><tr><td>Kind<td>
<table id=kind role=listbox aria-haspopup=true tabindex=0 title=Kind aria-expanded=false>
<tbody role=presentation>
<tr role=presentation><td role=presentation><span role=option aria-selected=true>Vendor</span>
<td role=presentation><input role=presentation readonly tabindex=-1 value="▼ " size=2></table>
</table><button>Save</button></form><p role=status id=s></p><script>
const drop = () => { document.querySelector('.popup')?.remove();
  const over = document.body.appendChild(document.createElement('div'));
  over.className = 'popup';
  const entries = ['Customer', 'Employee', 'Vendor'].map((name) =>
    `<tr role=option aria-label="${name} "><td>${name}`);
  over.innerHTML = `<table role=listbox aria-label=kind_menu>${entries.join('')}</table>`;
  over.onclick = ({target}) => { over.remove(); kind.ariaExpanded = 'false';
    kind.querySelector('span').textContent = target.closest('tr').textContent; };
  kind.ariaExpanded = 'true'; };
kind.onmousedown = drop;
document.querySelector('button').onclick = () =>
  tell(kind.querySelector('span').textContent).then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_a_closed_list_that_calls_itself_the_list_is_a_field(round_trip: RoundTrip) -> None:
    """As Dijit's `Select` does: what it shows is no entry, and its arrow is no field of its own."""

    async def drive(page: Page, _: Recorder) -> None:
        for part, entry in (("span", "Customer"), ("input", "Employee")):
            await page.locator(f"#kind {part}").click()
            await page.locator(".popup").get_by_text(entry).click()
        await page.get_by_role("button").click()
        await page.get_by_text("Saved").wait_for()

    with app(SHUT) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {
            "kind": "Customer",
            "kind_2": "Employee",
        }
        chosen = [str(criterion) for node in sop.nodes for criterion in getattr(node, "done_when", ())]
        assert any("kind='value' equals='{{ kind_2 }}'" in criterion for criterion in chosen)
        served.received.clear()
        summary = await round_trip.repeat(sop, {"kind": "Employee", "kind_2": "Vendor"})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Vendor")]


KEYS = """<p><label>Part <input id=p autocomplete=off></label></p><ul id=l style="min-height:40px"></ul>
<div style="position:relative;width:220px;height:20px;background:#eee"><div id=t role=slider tabindex=0
aria-label=Size aria-valuemin=0 aria-valuemax=100 aria-valuenow=20 style="position:absolute;left:40px;
width:20px;height:20px;background:#88c"></div></div><button>Save</button><p role=status id=s></p><script>
let timer = 0, marked = null, held = null;
p.onkeyup = ({key}) => { if (key.length > 1) return; clearTimeout(timer); timer = setTimeout(() => {
  l.innerHTML = ['Kiel', 'Ulm'].filter((one) => one.toLowerCase().includes(p.value))
    .map((one) => `<li>${one}`).join(''); }, 300); };
p.onkeydown = ({key}) => { if (key === 'ArrowDown') marked = l.firstChild;
  if (key === 'Enter' && marked) { p.value = marked.textContent; l.innerHTML = ''; } };
const stand = (at) => { t.ariaValueNow = at; t.style.left = at * 2 + 'px'; };
t.parentNode.onclick = (event) => { if (event.target !== t) stand(Math.round(event.offsetX / 2) - 5); };
t.onpointerdown = (event) => { held = event.clientX - Number(t.ariaValueNow) * 2; event.preventDefault(); };
onpointermove = (event) => { if (held !== null) stand(Math.round((event.clientX - held) / 2)); };
onpointerup = () => { held = null; };
t.onkeydown = ({key}) => { const step = {ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10}[key];
  if (step) stand(Number(t.ariaValueNow) + step); };
document.querySelector('button').onclick = () =>
  tell(p.value + ' ' + t.ariaValueNow).then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_what_is_offered_at_a_key_and_a_slider_s_value(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Part").click()
        await page.keyboard.type("ki")
        await page.get_by_text("Kiel").wait_for()
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        box = await page.get_by_role("slider").bounding_box()
        assert box
        await page.mouse.move(box["x"] + 4, box["y"] + 10)
        await page.mouse.down()
        await page.mouse.move(box["x"] + 84, box["y"] + 10, steps=5)
        await page.mouse.up()
        await page.mouse.click(box["x"] + 130, box["y"] + 10)
        await page.get_by_role("button").click()
        await page.get_by_text("Saved").wait_for()

    with app(KEYS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert told(served) == [("/tell", "Kiel 80")]
        served.received.clear()
        summary = await round_trip.repeat(sop, {"part": "ul", "size": "35"})
        assert told(served) == [("/tell", "Ulm 35")], summary.error


TITLED = """<style>.behind{position:absolute;width:.5px;height:20px;opacity:0;padding:0;border:0}
.over{position:absolute;background:#fff;border:1px solid}.line{display:flex}.line>*{position:relative}</style>
<h2>Ticket FIRST</h2>
<div class=line><div>Status:</div><div><select class=behind><option>A<option>B<option>C</select>
<button role=combobox aria-haspopup=listbox title=FIRST>FIRST</button></div></div>
<div class=line><div>Earlier:</div><div><select class=behind><option>A<option>B<option>C</select>
<button role=combobox aria-haspopup=listbox title=SECOND>SECOND</button></div></div>
<div class=line><div>Watchers:</div><div><div id=tags><i>Ann <a href="#" title=Remove>×</a></i>
<input id=w></div>
<div id=offers></div></div></div><p id=zone>Drop files here</p><button id=save>Save</button>
<div id=history></div><label><input type=file style="display:none">Picture</label><script>
document.body.insertAdjacentHTML('beforeend', `<input type=file class=dropped style="visibility:hidden;
  position:absolute;width:0;height:0">`);
const files = document.querySelector('.dropped'); zone.onclick = () => files.click();
files.onchange = () => { zone.textContent = files.files[0].name; };
for (const list of document.querySelectorAll('[role=combobox]')) list.onclick = () => {
  document.querySelector('.over')?.remove();
  const over = document.createElement('ul'); over.className = 'over'; over.setAttribute('role', 'listbox');
  over.innerHTML = [...'ABC'].map((name) => `<li role=option>${name}</li>`).join('');
  over.onclick = ({target}) => { over.remove(); list.title = list.textContent = target.textContent; };
  list.after(over); };
w.oninput = () => { offers.innerHTML = w.value && ['ann (Ann Lee)', 'ben (Ben Moor)', 'bea (Bea Ott)']
  .filter((one) => one.startsWith(w.value))
  .map((one) => `<div class=one>${one.replaceAll(w.value, '<b>$&</b>')}</div>`).join(''); };
offers.onclick = ({target}) => { w.value = ''; const name = target.closest('.one').textContent;
  offers.innerHTML = '';
  w.insertAdjacentHTML('beforebegin', `<i>${name} <a href="#" title=Remove>×</a></i>`); };
save.onclick = () => tell([...document.querySelectorAll('[role=combobox]')].map((one) => one.title) + ' ' +
  tags.textContent.replaceAll('×', '').trim().replace(/\\s+/g, ' ') + ' ' + zone.textContent).then(() => {
  document.querySelector('#history').innerHTML = ['FIRST made it', 'Ann came', 'FIRST was last'].map((one) =>
    `<div class="entry message"><p>${one}</p><p>once</p></div>`).join(''); });
</script>"""


@pytest.mark.sweep
async def test_a_list_that_is_titled_by_what_was_chosen_goes_by_the_text_before_it(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_title("A", exact=True).click()
        await page.locator(".over").get_by_text("C").click()
        await page.locator("#w").click()
        await page.keyboard.type("ben")
        await page.locator(".one").click()
        async with page.expect_file_chooser() as chooser:
            await page.locator("#zone").click()
        await (await chooser.value).set_files(round_trip.folder / "plan.txt")
        await page.get_by_text("plan.txt").wait_for()
        await page.locator("#save").click()
        await page.get_by_text("Ann came").wait_for()

    (round_trip.folder / "plan.txt").write_text("A plan")
    with app(TITLED.replace("FIRST", "A").replace("SECOND", "B")) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert told(served) == [("/tell", "C,B Ann ben (Ben Moor) plan.txt")]
        assert {name: one.default for name, one in sop.variables.items()} == {
            "status": "C",
            "watchers": "ben",
            "watchers_choice": "ben (Ben Moor)",
            "file": "recording/files/plan.txt",
        }
        assert '[title=\\"A\\"]' not in sop.model_dump_json()
        # The other list shows now what the first one did, and what is picked stands between others.
        served.pages = app(TITLED.replace("FIRST", "C").replace("SECOND", "A")).pages
        served.received.clear()
        values = {"status": "B", "watchers": "be", "watchers_choice": "bea (Bea Ott)"}
        summary = await round_trip.repeat(sop, values)
        assert told(served) == [("/tell", "B,A Ann bea (Bea Ott) plan.txt")], summary.error
        assert summary.outcome == "done", summary.unverified


SEARCHED = """<style>[role=combobox]{display:inline-block;width:240px}
.behind{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.over{position:absolute;width:240px;background:#fff;border:1px solid}</style>
<p><label for=who>Customer</label> <select id=who class=behind tabindex=-1></select>
<span id=one role=combobox aria-haspopup=true tabindex=0 aria-labelledby=held>
<span id=held role=textbox aria-readonly=true title=Search>Search</span></span></p><p><br><br><br></p>
<label>Note <input id=note></label><button>Save</button><p role=status id=s></p><script>
const names = ['Alder Ltd', 'Alder Logistics', 'Birch AG', 'Cedar Inc'];
one.onclick = () => { const over = document.createElement('span'); over.className = 'over';
  over.innerHTML = '<input type=search aria-label=Search><ul role=listbox></ul>'; document.body.append(over);
  const [search, list] = over.children;
  search.oninput = () => { list.innerHTML = names.filter((name) => name.startsWith(search.value))
    .map((name) => `<li role=option>${name}</li>`).join(''); };
  list.onmouseup = ({target}) => { held.textContent = held.title = target.textContent; over.remove(); };
  search.focus(); };
document.querySelector('button').onclick = () =>
  tell(held.textContent + ' ' + note.value).then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_a_list_with_a_search_of_its_own_is_called_by_its_label(round_trip: RoundTrip) -> None:
    """And what is picked is the field's, though no click comes: the list goes as the button is let go."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#one").click()
        await page.keyboard.type("Alder")
        await page.get_by_role("option", name="Alder Logistics").click()
        await page.get_by_label("Note").click()
        await page.keyboard.type("soon")
        await page.get_by_role("button").click()
        await page.get_by_text("Saved").wait_for()

    with app(SEARCHED) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert list(sop.variables) == ["customer", "note"]
        pick = next(node for node in sop.nodes if node.id.startswith("click-") and "{{" in node.label)
        (criterion,) = pick.done_when
        assert (criterion.kind, getattr(criterion, "equals", "")) == ("value", "{{ customer }}")
        served.received.clear()
        summary = await round_trip.repeat(sop, {"customer": "Birch AG", "note": "late"})
        assert (summary.outcome, told(served)) == ("done", [("/tell", "Birch AG late")]), summary.error


SHEET = """<style>.over{position:absolute;background:#fff;border:1px solid}.turn,#open{cursor:pointer}
#open{display:inline-block;width:16px;height:16px;background:#88c}</style>
<form><table><tr><td>Bought<td><i id=open></i> <input id=due aria-label=Bought></table>
<button type=button>Save</button></form><p role=status id=s></p><script>
let at = new Date(2026, 10, 1), over = null;
const draw = () => {
  const named = SAID || at.toLocaleString('en', {month: 'long', year: 'numeric'});
  const last = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate(), first = at.getDay();
  let days = '<tr>';
  for (let day = 1 - first; day <= last; day++)
    days += day < 1 ? '<td>' : ((day + first) % 7 === 1 ? '<tr>' : '') + `<td class=turn>${day}`;
  over.innerHTML = `<table><thead><tr><th class=turn>«<th colspan=5>${named}<th class=turn>»
    <tr>${'Su Mo Tu We Th Fr Sa'.split(' ').map((one) => '<th>' + one).join('')}<tbody>${days}</table>`;
  const [back, on] = over.querySelectorAll('th.turn');
  back.onclick = () => { at.setMonth(at.getMonth() - 1); draw(); };
  on.onclick = () => { at.setMonth(at.getMonth() + 1); draw(); };
  for (const one of over.querySelectorAll('td.turn')) one.onclick = () => {
    over.remove();
    const [month, day] =
      [at.getMonth() + 1, one.textContent.trim()].map((one) => String(one).padStart(2, '0'));
    due.value = `${at.getFullYear()}-${month}-${day}`; };
};
document.querySelector('#open').onclick = () => {
  over = document.createElement('div'); over.className = 'over'; document.body.append(over); draw(); };
document.querySelector('button').onclick = () => tell(due.value).then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_a_calendar_whose_head_is_the_table_s_own(round_trip: RoundTrip) -> None:
    """The month and the arrows stand in the heads of its columns; a button beside the field opens it."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#open").click()
        await page.get_by_text("»").click()
        await page.get_by_role("cell", name="17").click()
        await page.get_by_role("button").click()
        await page.get_by_text("Saved").wait_for()

    with app(SHEET.replace("SAID", "''")) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"bought": "2026-12-17"}
        served.received.clear()
        summary = await round_trip.repeat(sop, {"bought": "2027-02-09"})
        assert (summary.outcome, told(served)) == ("done", [("/tell", "2027-02-09")]), summary.error
    # Where it does not say the month, one date is all that a run can pick, and the SOP says so.
    with app(SHEET.replace("SAID", "'Choose'")) as served:
        sop = await round_trip.show(served.url + "/", drive, "unsaid")
        assert any("Is it always 2026-12-17?" in one.question for one in sop.clarifications)


CHIPS = """<label for=w>Tags</label><div id=tags></div><button>Save</button><p role=status id=s></p><script>
const tagged = (one) => `<span class=item>${one}<a href="javascript:void(0)">×</a></span> `;
tags.innerHTML = TAGS.map(tagged).join('') + '<input id=w>';
for (const sign of document.querySelectorAll('a')) sign.onclick = () => sign.parentElement.remove();
document.querySelector('button').onclick = () =>
  tell([...document.querySelectorAll('.item')].map((one) => one.firstChild.data))
    .then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_which_of_two_tags_in_a_field_is_taken_away_is_a_variable(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator(".item", has_text="Green").get_by_text("×").click()
        await page.get_by_role("button").click()
        await page.get_by_text("Saved").wait_for()

    with app(CHIPS.replace("TAGS", "['Red', 'Green']")) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"entry": "Green"}
        served.received.clear()
        summary = await round_trip.repeat(sop, {"entry": "Red"})
        assert (summary.outcome, told(served)) == ("done", [("/tell", "Green")]), summary.error


PICTURED = """<label for=w>Tags</label><div role=combobox aria-expanded=false><div id=tags></div></div>
<button>Save</button><p role=status id=s></p><script>
const names = location.search ? ['Blue', 'Red'] : ['Red', 'Green'];
const tagged = (one) => `<div class=line><span class=chip><b>${one}</b>
  <button aria-label=Close class=x><svg width=9 height=9><path d="M0 0l9 9"/></svg></button></span></div>`;
tags.innerHTML = names.map(tagged).join('') + '<input id=w role=combobox>';
for (const sign of document.querySelectorAll('.x')) sign.onclick = () => sign.closest('.line').remove();
document.querySelector('body > button').onclick = () =>
  tell([...document.querySelectorAll('.chip')].map((one) => one.innerText.trim()))
    .then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("tag", "outcome", "left"),
    [("Red", "done", [("/tell", "Blue")]), ("Green", "stopped before effect", [])],
)
async def test_the_tag_that_a_picture_without_words_of_its_own_takes_away_is_found_by_its_words(
    round_trip: RoundTrip, tag: str, outcome: str, left: list[tuple[str, str]]
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator(".chip", has_text="Red").get_by_role("button").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app(PICTURED) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"entry": "Red"}
        served.received.clear()
        summary = await round_trip.repeat(begun_at(sop, served.url + "/?other"), {"entry": tag})
        assert (summary.outcome, told(served)) == (outcome, left), summary.error


BEHIND = """<style>.away{position:absolute;width:1px;height:1px;overflow:hidden;pointer-events:none}
.box{display:inline-block;border:1px solid;width:200px} .over{position:absolute;background:#fff}</style>
<div id=app>
<div role=dialog aria-label=Edit><button aria-label=Close>×</button><div id=fields></div>
<button id=save>Save</button><p role=status id=s></p></div></div><script>
const [kind, site] = location.search ? ['Drill', 'Ulm'] : ['Crane', 'Kiel'];
const held = {Kind: kind, Site: site, Size: 'L'};
const offers = {Kind: ['Crane', 'Drill', 'Pump'], Site: ['Kiel', 'Ulm'], Size: ['S', 'L']};
fields.innerHTML = Object.keys(held).map((one) => `<div><label for=${one}>${one}</label> <div class=box>
  <div class=away><input id=${one} readonly aria-haspopup=listbox></div>
  <div class=away><select tabindex=-1><option>${held[one]}</select></div><span tabindex=-1></span>
  <div role=button aria-haspopup=listbox aria-label=Choose style="float:right">▾</div></div></div>`).join('');
const draw = () => { for (const box of document.querySelectorAll('.box')) {
  const field = box.querySelector('input');
  field.value = box.querySelector('span').textContent = held[field.id];
  box.onclick = () => open(field.id); } };
const open = (label) => { const over = document.createElement('div'); over.className = 'over';
  over.innerHTML = '<div><button aria-label=Close>×</button></div><ul role=listbox>' +
    offers[label].map((one) => `<li role=option>${one}</li>`).join('') + '</ul>';
  over.onclick = ({target}) => { if (target.matches('li')) { held[label] = target.textContent; draw(); }
    else if (target.matches('button')) over.remove(); };
  document.body.append(over); };
draw();
save.onclick = () => tell(Object.values(held)).then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_the_list_of_a_field_that_is_put_away_is_opened_whatever_it_shows_as_chosen(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("Crane", exact=True).locator("visible=true").click()
        await page.get_by_role("option", name="Pump").click()
        await page.locator(".over button").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app(BEHIND) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"kind": "Pump"}
        served.received.clear()
        summary = await round_trip.repeat(begun_at(sop, served.url + "/?other"), {"kind": "Crane"})
        assert (summary.outcome, told(served)) == (
            "done",
            [("/tell", "Crane,Ulm,L")],
        ), summary.error


TURNED_BY_LISTS = """<style>#sheet{position:absolute;background:#fff}</style><label>Due <input id=due></label>
<button style="margin-top:250px">Save</button><p role=status id=s></p><div id=sheet hidden></div><script>
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
let year = 2026, month = 10;
const options = (names, at) => names.map((one) => `<option ${one === at ? 'selected' : ''}>${one}`).join('');
const draw = () => {
  const last = new Date(year, month + 1, 0).getDate();
  sheet.innerHTML = `<select>${options(months, months[month])}</select>` +
    `<select>${options([2026, 2027, 2028], year)}</select><table><tr>` + [...Array(last).keys()].map((one) =>
      `<td>${one + 1}${one % 7 === 6 ? '<tr>' : ''}`).join('') + '</table>';
  const [inMonth, inYear] = sheet.children;
  inMonth.onchange = () => { month = inMonth.selectedIndex; draw(); };
  inYear.onchange = () => { year = Number(inYear.value); draw(); };
  for (const day of sheet.querySelectorAll('td')) day.onclick = () => { sheet.hidden = true;
    due.value = [year, month + 1, day.textContent].map((one) => String(one).padStart(2, '0')).join('-'); };
};
due.onclick = () => { draw(); sheet.hidden = false; };
document.querySelector('button').onclick = () => tell(due.value).then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_a_calendar_that_only_lists_of_months_and_years_turn(round_trip: RoundTrip) -> None:
    async def drive(page: Page, recorder: Recorder) -> None:
        await page.get_by_label("Due").click()
        await page.get_by_role("cell", name="17").wait_for()
        await recorder.settled()
        await page.locator("#sheet select").first.focus()
        await page.keyboard.press("D")
        await page.get_by_role("cell", name="31").click()
        await page.get_by_role("button").click()
        await page.get_by_text("Saved").wait_for()

    with app(TURNED_BY_LISTS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"due": "2026-12-31"}
        served.received.clear()
        summary = await round_trip.repeat(sop, {"due": "2028-02-29"})
        assert (summary.outcome, told(served)) == ("done", [("/tell", "2028-02-29")]), summary.error


BESIDE = """<p><label for=field>Stage</label> <b id=list style="border:1px solid">
<i><input id=field role=combobox aria-haspopup=listbox autocomplete=off style="opacity:0;width:9px"></i>
<span id=held>Pick one</span></b></p>
<div id=at role=listbox></div><button>Save</button><p role=status id=s></p><script>list.onclick = () => {
  at.innerHTML = ['New', 'Won', 'Closed'].map((name) => `<div role=option>${name}</div>`).join(''); };
at.onclick = ({target}) => { at.innerHTML = '';
  if (target.textContent !== 'Closed') held.textContent = target.textContent; };
document.querySelector('button').onclick = () =>
  tell(held.textContent).then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_a_choice_that_a_list_shows_beside_its_empty_field_is_checked(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#list").click()
        await page.get_by_role("option", name="Won").click()
        await page.get_by_role("button").click()
        await page.get_by_text("Saved").wait_for()

    with app(BESIDE) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        summary = await round_trip.repeat(sop, {"stage": "New"})
        assert (summary.outcome, told(served)) == ("done", [("/tell", "New")])
        served.received.clear()
        # The list closes, and takes nothing.
        summary = await round_trip.repeat(sop, {"stage": "Closed"}, verify_seconds=0.5)
        assert (summary.outcome, told(served)) == ("stopped before effect", []), summary.error
        assert "'Stage' holds 'Closed' (there was: Pick one)" in str(summary.error)


ASKS_FIRST = """<div id=t role=slider aria-valuemin=1 aria-valuemax=9 aria-valuenow=5><div tabindex=0
style="width:180px;height:20px;background:#eee"></div></div><button>Save</button>
<p role=status id=s></p><script>
const stand = (at) => setTimeout(() => { t.ariaValueNow = at; }, 40);
t.onclick = (event) => stand(Math.floor(event.offsetX / 20) + 1);
t.onkeydown = ({key}) => stand(Number(t.ariaValueNow) + ({ArrowRight: 1, ArrowLeft: -1}[key] ?? 0));
document.querySelector('button').onclick = () =>
  tell(t.ariaValueNow).then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_a_slider_whose_page_asks_its_server_before_it_moves(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        slider = page.get_by_role("slider")
        await slider.click(position={"x": 130, "y": 10})
        await page.wait_for_function("t.ariaValueNow === '7'")
        await page.locator("[tabindex]").press("ArrowRight")
        await page.wait_for_function("t.ariaValueNow === '8'")
        await page.get_by_role("button").click()
        await page.get_by_text("Saved").wait_for()

    with app(ASKS_FIRST) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert [one.default for one in sop.variables.values()] == ["8"]
        served.received.clear()
        summary = await round_trip.repeat(sop, dict.fromkeys(sop.variables, "3"))
        assert (summary.outcome, told(served)) == ("done", [("/tell", "3")]), summary.error


KEYED = """<form action=/tell method=post><label>Customer <input name=customer id=c autocomplete=off></label>
<ul id=l style="position:absolute;margin:0" hidden></ul><p><label>Terms <input name=terms id=t role=combobox
 aria-controls=m autocomplete=off></label><ul id=m role=listbox hidden></ul></p>
<label>Note <input name=note></label><button>Order</button></form><script>
const offers = (field, list, path, mark) => {
  let at = -1, turn = 0; const close = () => { list.hidden = true; list.innerHTML = ''; at = -1; };
  const take = (entry) => { field.value = entry.textContent; close(); };
  field.oninput = async () => { const mine = ++turn; close();
    const found = await (await fetch(path + '?q=' + field.value)).json();
    if (mine !== turn) return;
    list.innerHTML = found.map((one, n) => `<li id=${list.id}${n}>${one}</li>`).join('');
    list.hidden = false; };
  field.onkeydown = (event) => { const all = [...list.children];
    if (event.key === 'ArrowDown' && all.length) { at = Math.min(at + 1, all.length - 1); mark(all, at); }
    if (event.key === 'Enter' && at >= 0) { event.preventDefault(); take(all[at]); } };
  list.onclick = ({target}) => take(target.closest('li')); };
offers(c, l, '/customers', (all, at) => all.forEach((one, n) => one.className = n === at ? 'on' : ''));
offers(t, m, '/terms', (all, at) => { t.setAttribute('aria-activedescendant', all[at].id); });
</script>"""


@pytest.mark.sweep
async def test_what_arrow_keys_came_to_is_chosen_by_its_name_and_waited_for(round_trip: RoundTrip) -> None:
    names = {
        "/customers": ["Acme Ltd", "Acme GmbH", "Acorn Works", "Zenith"],
        "/terms": ["30 days", "60 days", "90 days"],
    }
    late = threading.Event()

    def offered(request: Received) -> str:
        wanted = request.query["q"].lower()
        if late.is_set():
            # Enter would come before the list, and send the form.
            time.sleep(0.4)
        return json.dumps([name for name in names[request.path] if name.lower().startswith(wanted)])

    async def drive(page: Page, _: Recorder) -> None:
        for label, begun in (("Customer", "Ac"), ("Terms", "6")):
            await page.get_by_label(label).click()
            await page.keyboard.type(begun)
            await page.locator("li").first.wait_for()
            for key in ("ArrowDown", "ArrowDown", "Enter") if label == "Customer" else ("ArrowDown", "Enter"):
                await page.keyboard.press(key)
        await page.get_by_label("Note").fill("soon")
        await page.get_by_role("button", name="Order").click()
        await page.get_by_text("Thank you").wait_for()

    pages: dict[str, AppPage] = {"/": KEYED, "/tell": "<h1>Thank you</h1>", **dict.fromkeys(names, offered)}
    with App(pages) as served:
        sop = await round_trip.show(served.url, drive)
        assert told(served) == [("/tell", "customer=Acme GmbH&note=soon&terms=60 days")]
        late.set()
        given = {"customer": "Acorn Works", "terms": "90 days", "note": "later"}
        assert set(sop.variables) == set(given)
        summary = await round_trip.repeat(sop, given)
        assert summary.outcome == "done", summary.error
        assert told(served)[1:] == [("/tell", "customer=Acorn Works&note=later&terms=90 days")]


BELOW_LABELS = """<style>.menu{display:none;border:1px solid}.open > .menu{display:block}
.chip{border:1px solid}</style>
<form><div class=field><label>Name</label><input name=name></div>
<div class=field><label>Topics</label><div class="pick several"><div class=said>Topics</div><div class=menu>
<div class=item>Pumps</div><div class=item>Seals</div><div class=item>Valves</div></div></div></div>
<div class=field><label>Unit</label><div class=pick><input type=hidden name=unit><div class=said>Unit</div>
<div class=menu><div class=item>Piece</div><div class=item>Box</div><div class=item>Pallet</div></div></div>
</div><button>Save</button></form><p role=status id=s></p><script>
const chosen = [];
const close = () => document.querySelectorAll('.open').forEach((one) => one.classList.remove('open'));
document.addEventListener('keydown', ({key}) => key === 'Escape' && close());
for (const pick of document.querySelectorAll('.pick')) pick.onclick = ({target}) => {
  if (!target.matches('.item')) { pick.classList.add('open'); return; }
  if (pick.matches('.several')) { chosen.push(target.textContent); target.remove();
    pick.querySelector('.said').innerHTML = chosen.map((one) => `<i class=chip>${one}</i>`).join('');
    return; }
  pick.querySelector('input').value = pick.querySelector('.said').textContent = target.textContent;
  close();
};
document.forms[0].onsubmit = (event) => { event.preventDefault(); const form = event.target;
  tell([form.elements.name.value, chosen, form.unit.value].join(' '))
    .then(() => { s.textContent = 'Saved'; }); };
</script>"""


@pytest.mark.sweep
async def test_fields_of_no_roles_below_their_labels_are_no_records(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("input[name=name]").fill("Ada")
        await page.locator(".several").click()
        await page.get_by_text("Seals").click()
        await page.keyboard.press("Escape")
        await page.locator(".pick").nth(1).click()
        await page.get_by_text("Box").click()
        await page.get_by_role("button").click()
        await page.get_by_text("Saved").wait_for()

    with app(BELOW_LABELS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        shown = {name: one.default for name, one in sop.variables.items()}
        assert shown == {"name": "Ada", "topics": "Seals", "unit": "Box"}
        assert not [one for one in sop.clarifications if one.required]
        served.received.clear()
        summary = await round_trip.repeat(sop, {"name": "Ben", "topics": "Valves", "unit": "Pallet"})
        # Nothing but the chips says that the list for several took it.
        assert summary.outcome == "done, unverified", summary.error
        assert told(served) == [("/tell", "Ben Valves Pallet")]


HEARD = """<style>.ear {position: absolute; top: -1000px; left: -1000px; font-size: 0}
.select {position: relative; width: 200px; height: 30px}
.shown {position: absolute; inset: 0; background: #eee}
.static {width: 0; height: 0; overflow: hidden; float: left}
#pop {position: absolute; background: #fff}</style>
<title>Staff</title><h1>Staff</h1>
<div class=static><span role=status aria-live=polite id=told></span></div>
<button id=add><span><bdi>Add member</bdi></span></button>
<div role=dialog aria-label="New member" id=form hidden><p><label for=name>Name</label><input id=name></p>
<div><span id=l>Country</span><div class=select id=select><div role=combobox aria-haspopup=listbox
 aria-expanded=false aria-labelledby=l tabindex=0 class=ear id=heard>Germany</div>
<input value=Germany class=ear tabindex=-1 aria-hidden=true>
<span class=shown aria-hidden=true><span id=shown>Germany</span></span></div></div>
<p><label><input type=checkbox id=terms>Terms accepted</label></p><button id=save>Save</button></div>
<div id=pop role=dialog aria-label="Available values" hidden><ul role=listbox></ul></div>
<ul role=list id=staff></ul>
<script>
const by = (id) => document.getElementById(id);
const send = (what) => fetch('/save?what=' + JSON.stringify(what), {method: 'POST'});
const draw = (people) => {
  by('staff').innerHTML = people.map(([name, role]) =>
    `<li role=listitem><div><div><div class=title>${name}</div><div class=more>${role}</div></div></div>
     <button aria-label=Delete><span>×</span></button></li>`).join('');
  const buttons = by('staff').querySelectorAll('button');
  buttons.forEach((button, at) => button.addEventListener('click', async () => {
    await send('delete ' + people[at][0]);
    draw(people.filter((_, other) => other !== at));
  }));
};
draw([['Ada Byron', 'admin'], ['Ben Ode', 'editor'], ['Cy Young', 'viewer']]);
by('add').addEventListener('click', () => {
  by('add').querySelector('bdi').setAttribute('aria-live', 'polite');
  by('form').hidden = false;
});
by('select').addEventListener('click', () => {
  by('pop').hidden = false;
  const entries = ['Germany', 'France', 'Spain'].map((one) => `<li role=option>${one}</li>`);
  by('pop').firstChild.innerHTML = entries.join('');
  for (const entry of by('pop').querySelectorAll('li')) entry.addEventListener('click', () => {
    by('heard').textContent = by('shown').textContent = entry.textContent;
    by('select').querySelector('input').value = entry.textContent.slice(0, 2).toLowerCase();
    by('pop').hidden = true;
    told.textContent = 'Collapsed';
    setTimeout(() => { told.textContent = ''; }, 900);
  });
});
by('save').addEventListener('click', async () => {
  const answer = await send([by('name').value, by('shown').textContent, by('terms').checked]);
  if (answer.ok) by('form').hidden = true;
});
</script>"""


@pytest.mark.sweep
async def test_a_list_that_is_there_for_the_ear_alone_is_chosen_from_in_what_is_drawn_for_it(
    round_trip: RoundTrip,
) -> None:
    """OpenUI5's `Select`: the combobox is off the page, and a bare box beside it shows the choice."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="Add member").click()
        await page.get_by_label("Name").click()
        await page.keyboard.type("Dora")
        await page.locator("#select").click()
        await page.get_by_role("option", name="Spain").click()
        await page.wait_for_timeout(500)
        await page.get_by_text("Terms accepted").click()
        await page.wait_for_timeout(700)
        await page.get_by_role("button", name="Save").click()
        await page.get_by_role("dialog").wait_for(state="hidden")

    with App({"/": HEARD, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        recorded = {"name": "Dora", "country": "Spain", "terms_accepted": "true"}
        assert {name: one.default for name, one in sop.variables.items()} == recorded
        # Its caption, which is read out while it is pressed, is no message.
        assert "Add member" not in str([node.done_when for node in sop.nodes if isinstance(node, Task)][-1])
        app.received.clear()
        other = {"name": "Eve", "country": "France", "terms_accepted": "false"}
        summary = await round_trip.repeat(sop, other)
        assert summary.outcome == "done", summary.error
        assert [one.query["what"] for one in app.received if one.method == "POST"] == [
            '["Eve","France",false]'
        ]


@pytest.mark.sweep
async def test_an_entry_of_two_lines_in_one_box_is_called_by_the_first(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("listitem").nth(1).get_by_role("button").click()
        await page.get_by_text("Ben Ode").wait_for(state="detached")

    with App({"/": HEARD, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        ((name, variable),) = sop.variables.items()
        assert variable.default == "Ben Ode"
        app.received.clear()
        summary = await round_trip.repeat(sop, {name: "Cy Young"})
        assert summary.outcome == "done", summary.error
        sent = [one.query["what"] for one in app.received if one.method == "POST"]
        assert sent == ['"delete Cy Young"']


SAID_BEHIND = """<style>.over{position:absolute;background:#fff;border:1px solid} .on{background:#cdf}
.part{cursor:pointer} #form{position:fixed;inset:60px;background:#fff}</style><h1>Companies</h1>
<table><tr><th>Name<th>Kind<th>Pace<tr><td>Ash<td>Client<td>Slow<tr><td>Birch<td>Partner<td>Fast
<tr><td>Cedar<td>Owner<td>Even</table><button id=new>New company</button><p role=status id=s></p><script>
document.getElementById('new').onclick = () => { const box = document.createElement('div'); box.id = 'form';
  box.innerHTML = `<form><div><input name=city> <small>City</small></div>
<div><input name=name> <small>Name</small></div>
<div><span><span class=part id=kind>Client</span><ul class=over hidden><li>Client<li>Partner<li>Owner</ul>
</span><small>Kind</small></div><div><span id=pace><span class=part>Slow</span> <span class=part>Even</span>
<span class=part>Fast</span></span> <small>Pace</small></div><button>Save</button></form>`;
  document.body.append(box); const [form, list] = [box.firstChild, box.querySelector('ul')];
  kind.onclick = () => { list.hidden = !list.hidden; };
  list.onclick = ({target}) => { kind.textContent = target.textContent.trim(); list.hidden = true; };
  pace.onclick = ({target}) => {
    for (const one of pace.children) one.classList.toggle('on', one === target); };
  form.onsubmit = (event) => { event.preventDefault();
    tell([form.name.value, kind.textContent, pace.querySelector('.on').textContent].join(' '))
      .then(() => { s.textContent = 'Saved'; box.remove(); }); }; };
</script>"""


@pytest.mark.sweep
async def test_what_is_chosen_is_an_input_though_the_page_behind_the_form_says_the_same(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#new").click()
        await page.locator("[name=name]").click()
        await page.keyboard.type("Dogwood")
        await page.locator("#kind").click()
        await page.locator("li").get_by_text("Partner").click()
        await page.locator("#pace").get_by_text("Even").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app(SAID_BEHIND) as served:
        sop = await round_trip.show(served.url + "/", drive)
        given = {one.default: name for name, one in sop.variables.items()}
        assert set(given) == {"Dogwood", "Partner", "Even"}
        assert given["Partner"] == "kind"
        served.received.clear()
        values = {given["Dogwood"]: "Elm", given["Partner"]: "Owner", given["Even"]: "Fast"}
        summary = await round_trip.repeat(sop, values)
        assert (summary.outcome, told(served)) == ("done", [("/tell", "Elm Owner Fast")]), summary.error


EDITED = """<style>.over{position:absolute;background:#fff;border:1px solid} .part{cursor:pointer}</style>
<ul id=all></ul><form hidden><h2 id=h></h2><table><tr><th>Kind<td><span><span class=part id=kind></span>
<ul class=over hidden><li>Client<li>Partner<li>Owner</ul></span></table><button>Save</button></form>
<p role=status id=s></p><script>
const [form, list] = [document.querySelector('form'), document.querySelector('.over')];
for (const [name, now] of [['Ash', 'Client'], ['Birch', 'Owner']]) {
  const one = document.createElement('li');
  one.innerHTML = `<b>${name}</b> <button>Edit</button>`; all.append(one);
  one.lastChild.onclick = () => {
    form.hidden = false; h.textContent = name; kind.textContent = now; }; }
kind.onclick = () => { list.hidden = !list.hidden; };
list.onclick = ({target}) => { kind.textContent = target.textContent.trim(); list.hidden = true; };
form.onsubmit = (event) => { event.preventDefault();
  tell(`${h.textContent} ${kind.textContent}`)
    .then(() => { s.textContent = 'Saved'; form.hidden = true; }); };
</script>"""


@pytest.mark.sweep
async def test_a_drawn_list_is_not_looked_for_by_what_was_chosen_on_the_recorded_record(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("listitem").filter(has_text="Ash").get_by_role("button").click()
        await page.locator("#kind").click()
        await page.locator(".over").get_by_text("Partner").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app(EDITED) as served:
        sop = await round_trip.show(served.url + "/", drive)
        given = {one.default: name for name, one in sop.variables.items()}
        assert set(given) == {"Ash", "Partner"}
        served.received.clear()
        summary = await round_trip.repeat(sop, {given["Ash"]: "Birch", given["Partner"]: "Client"})
        assert (summary.outcome, told(served)) == ("done", [("/tell", "Birch Client")]), summary.error


OWNED = """<style>.over{position:absolute;background:#fff;border:1px solid}</style>
<table><tr><th>Deal<th>Owner<tr><td>Ash<td>Ada Berg<tr><td>Birch<td>Ben Cole<tr><td>Cedar<td>Cleo Dahl</table>
<div role=dialog aria-label=Deal hidden><h2 id=h></h2><p>Owner: <button id=owner></button></p>
<button id=save>Save</button></div><p role=status id=s></p><script>
const [box, people] = [document.querySelector('[role=dialog]'), ['Ada Berg', 'Ben Cole', 'Cleo Dahl']];
document.querySelector('table').onclick = ({target}) => { const row = target.closest('tr');
  [h.textContent, owner.textContent] = [...row.cells].map((cell) => cell.textContent); box.hidden = false; };
owner.onclick = () => { const over = document.createElement('ul'); over.className = 'over';
  over.innerHTML = people.map((one) => `<li>${one}</li>`).join('');
  over.onclick = ({target}) => { owner.textContent = target.textContent; over.remove(); };
  document.body.append(over); };
save.onclick = () => tell(`${h.textContent} ${owner.textContent}`)
  .then(() => { s.textContent = 'Saved'; box.hidden = true; });
</script>"""


@pytest.mark.sweep
async def test_what_a_button_says_and_offers_again_is_the_choice_of_its_list(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("cell", name="Ash").click()
        await page.locator("#owner").click()
        await page.locator(".over").get_by_text("Cleo Dahl").click()
        await page.locator("#save").click()
        await page.get_by_text("Saved").wait_for()

    with app(OWNED) as served:
        sop = await round_trip.show(served.url + "/", drive)
        given = {one.default: name for name, one in sop.variables.items()}
        assert given["Cleo Dahl"] == "owner"
        assert set(given) == {"Ash", "Cleo Dahl"}
        served.received.clear()
        summary = await round_trip.repeat(sop, {given["Ash"]: "Birch", given["Cleo Dahl"]: "Ada Berg"})
        assert (summary.outcome, told(served)) == ("done", [("/tell", "Birch Ada Berg")]), summary.error


FORMLESS = """<style>.over{position:absolute;background:#fff;border:1px solid;top:170px;left:20px}
.line{position:relative;height:34px} .held,.typed,.tags{position:absolute;left:120px;width:200px}
.typed{opacity:0;z-index:1;pointer-events:none} .tags{z-index:1;pointer-events:none}
.tags input{width:30px;pointer-events:auto;border:0} .tags b{font-weight:400}</style>
<table><tr><th>Name<th>Team<tr><td>Ada<td>Sales<tr><td>Ben<td>Legal<tr><td>Cleo<td>Finance</table>
<div class=line><label>Team</label><div><div class=typed><input id=seek></div>
<input class=held name=team id=team tabindex=-1></div></div>
<div class=line><label>Skills</label><div><div class=tags><b id=chips></b> <input id=more></div>
<input class=held id=skills tabindex=-1></div></div>
<div class=line><label>Notes</label><div><input id=notes></div></div>
<button id=save>Save</button><p role=status id=s></p><script>
const chosen = [];
const list = (names, pick) => { document.querySelector('.over')?.remove();
  const over = document.createElement('div'); over.className = 'over'; over.id = 'choices-menu';
  over.innerHTML = names.map((name) => `<div class=menu-text>${name}</div>`).join('');
  over.onclick = ({target}) => { over.remove(); pick(target.textContent); };
  document.body.append(over); };
team.onclick = () => list(['Sales', 'Legal', 'Finance', 'Depot'], (name) => { team.value = name; });
more.onclick = () => list(['English', 'German', 'Spanish', 'SQL'].filter((one) => !chosen.includes(one)),
  (name) => { chosen.push(name); chips.textContent = chosen.join(' '); });
document.querySelector('#save').onclick = () =>
  tell(team.value + ' ' + chosen + ' ' + notes.value).then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_lists_without_roles_of_fields_in_no_form_are_inputs(round_trip: RoundTrip) -> None:
    """Their words stand in the table behind, too, and a field lies over the one that shows the choice."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#team").click()
        await page.locator(".over").get_by_text("Finance").click()
        for name in ("German", "SQL"):
            await page.locator("#more").click()
            await page.locator(".over").get_by_text(name).click()
        await page.locator("#notes").click()
        await page.keyboard.type("May")
        await page.locator("#save").click()
        await page.get_by_text("Saved").wait_for()

    with app(FORMLESS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {
            "team": "Finance",
            "skills": "German",
            "skills_2": "SQL",
            "notes": "May",
        }
        served.received.clear()
        other = {"team": "Legal", "skills": "Spanish", "skills_2": "English", "notes": "June"}
        summary = await round_trip.repeat(sop, other)
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Legal Spanish,English June")]
