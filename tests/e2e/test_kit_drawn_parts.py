"""What kits draw in the place of boxes, thumbs, rows and tags, shown once and repeated on other data."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import TELL, app

ROWS = """<h1>Shipment</h1><div id=o>Options</div>
<div role=grid aria-labelledby=o id=tags style="display:flex"></div>
<table role=grid aria-label=Items id=items><thead><tr><th></th><th>Item</th><th>Stock</th></tr></thead>
<tbody></tbody></table>
<button id=send>Send</button><p role=status id=s></p><div role=log aria-live=polite id=left></div><script>
const options = ['Insured', 'Fragile', 'Cold', 'Signed'];
const draw = () => { tags.innerHTML = options.map((one) => `<div role=row tabindex=-1><div role=gridcell
  style="display:flex"><span id="t${one}">${one}</span><button id="b${one}" aria-label=Remove
  aria-labelledby="b${one} t${one}">×</button></div></div>`).join('');
  tags.querySelectorAll('button').forEach((one, at) => { one.onclick = () => {
    options.splice(at, 1); draw(); left.textContent = options.join('× ') + '×'; }; }); };
draw();
items.tBodies[0].innerHTML = [['Lamp', 12], ['Chair', 4], ['Cabinet', 2], ['Desk', 9]].map(([name, stock]) =>
  `<tr role=row><td role=gridcell><label><input type=checkbox id="x${name}" aria-label=Select
  aria-labelledby="x${name} n${name}"></label></td><td role=rowheader id="n${name}">${name}</td>
  <td>${stock}</td></tr>`).join('');
send.onclick = () => {
  const chosen = [...document.querySelectorAll(':checked')].map((one) => one.id.slice(1));
  tell([options, chosen].join('; ')).then(() => { s.textContent = 'Sent'; }); };
</script>"""


async def test_rows_chosen_by_boxes_and_tags_named_by_their_signs_are_for_the_run_to_say(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="Remove Fragile").click()
        await page.get_by_role("checkbox", name="Select Chair").check()
        await page.get_by_role("checkbox", name="Select Cabinet").check()
        await page.get_by_role("button", name="Send").click()
        await page.get_by_text("Sent").wait_for()

    with app("", shipments=f"<title>Shipments</title>{TELL}{ROWS}") as served:
        sop = await round_trip.show(served.url + "/shipments", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"entry": "Fragile", "shipment": "Chair", "shipment_2": "Cabinet"}
        served.received.clear()
        other = {"entry": "Signed", "shipment": "Desk", "shipment_2": "Lamp"}
        summary = await round_trip.repeat(sop, other)
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "Insured,Fragile,Cold; Lamp,Desk")]


DRAWN = """<style>.box{display:inline-block;width:16px;height:16px;border:1px solid}
.away{position:fixed;top:0;left:0;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)}
.ctl{width:300px;padding:9px 0}.track{height:6px;background:#ddd;position:relative}
.thumb{position:absolute;top:-5px;width:16px;height:16px;background:#05a;margin-left:-8px}
.thumb input{position:fixed;top:0;left:0;width:16px;height:16px;clip:rect(0,0,0,0)}</style>
<h1>New booking</h1><label>Subject <input></label><br><label>Seats <input id=seats value=4></label>
<div role=group aria-label="Open hours"><div class=ctl tabindex=-1><div class=track>
<div class=thumb tabindex=-1><input type=range aria-label="From hour" min=6 max=22 value=9></div>
<div class=thumb tabindex=-1><input type=range aria-label="To hour" min=6 max=22 value=17></div>
</div></div></div>
<fieldset><legend>Equipment</legend><div id=boxes></div></fieldset>
<div id=l>Layout</div><div role=radiogroup aria-labelledby=l id=radios></div>
<button id=book>Book</button><p role=status id=s></p><script>
seats.onfocus = () => seats.setSelectionRange(seats.value.length, seats.value.length);
const place = (input) => { input.parentElement.style.left = (input.value - 6) / 16 * 100 + '%'; };
document.querySelectorAll('.thumb').forEach((thumb) => {
  const input = thumb.firstChild; place(input);
  input.oninput = () => place(input);
  thumb.onpointerdown = () => { const track = document.querySelector('.track').getBoundingClientRect();
    const move = (event) => {
      input.value = Math.round((event.clientX - track.x) / track.width * 16) + 6; place(input); };
    addEventListener('pointermove', move);
    addEventListener('pointerup', () => removeEventListener('pointermove', move), { once: true }); }; });
const drawn = (kind, name) => `<label><span role=${kind} tabindex=0 class=box aria-checked=false></span>
  <input type=${kind} name="${kind === 'radio' ? 'layout' : name}" value="${name}" tabindex=-1
  aria-hidden=true class=away>${name}</label><br>`;
boxes.innerHTML = ['Projector', 'Phone', 'Camera'].map((one) => drawn('checkbox', one)).join('');
radios.innerHTML = ['Boardroom', 'Classroom', 'U-shape'].map((one) => drawn('radio', one)).join('');
const sign = () => document.querySelectorAll('span.box').forEach((box) => {
  const on = box.nextElementSibling.checked; box.setAttribute('aria-checked', on);
  box.textContent = on ? (box.nextElementSibling.type === 'radio' ? '•' : '✓') : ''; });
document.querySelectorAll('.away').forEach((one) => one.addEventListener('click', sign));
book.onclick = () => { const of = (list) => [...list].map((one) => one.value).join();
  const [ranges, ticked] = ['[type=range]', ':checked'].map((one) => of(document.querySelectorAll(one)));
  tell([seats.value, ranges, ticked].join('; ')).then(() => { s.textContent = 'Booked'; }); };
</script>"""


@pytest.mark.sweep
async def test_signs_in_drawn_boxes_are_no_names_and_a_dragged_thumb_is_its_slider(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Subject").fill("Kick-off")
        await page.get_by_label("Seats").click()
        await page.keyboard.press("ControlOrMeta+a")
        await page.keyboard.type("6")
        thumb = await page.locator(".thumb").first.bounding_box()
        track = await page.locator(".track").bounding_box()
        assert thumb is not None and track is not None
        await page.mouse.move(thumb["x"] + 8, thumb["y"] + 8)
        await page.mouse.down()
        await page.mouse.move(track["x"] + track["width"] * 5 / 16, thumb["y"] + 8, steps=4)
        await page.mouse.up()
        await page.get_by_text("Phone").click()
        await page.get_by_text("Camera").click()
        await page.get_by_text("Classroom").click()
        await page.get_by_role("button", name="Book").click()
        await page.get_by_text("Booked").wait_for()

    with app(DRAWN) as served:
        sop = await round_trip.show(served.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        shown = {"subject": "Kick-off", "seats": "6", "from_hour": "11", "phone": "true", "camera": "true"}
        assert given == shown | {"layout": "Classroom"}
        served.received.clear()
        other = {"seats": "12", "from_hour": "7", "phone": "false", "camera": "true", "layout": "U-shape"}
        summary = await round_trip.repeat(sop, other)
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert summary.retries == 0
        assert told(served) == [("/tell", "12; 7,17; Camera,U-shape")]


TICKS = """<style>[role=listbox]{position:absolute;background:#fff;border:1px solid}
[hidden]{display:none}</style>
<h1>Leave</h1><label>Employee <input></label><p><span id=c>Copy to</span> <button id=copy role=combobox
aria-labelledby=c aria-haspopup=listbox aria-controls=list aria-expanded=false>Nobody</button></p>
<div role=listbox id=list aria-multiselectable=true hidden></div><button id=send>Send</button>
<p role=status id=s></p><script>
const chosen = [];
const entry = (one, on) => `<div role=option aria-selected=${on}>${on ? '✓ ' : ''}${one}</div>`;
const draw = () => {
  list.innerHTML = ['Ana', 'Bo', 'Carla', 'Dev'].map((one) => entry(one, chosen.includes(one))).join(''); };
draw();
copy.onclick = () => {
  list.hidden = !list.hidden; copy.setAttribute('aria-expanded', !list.hidden); };
list.onclick = ({ target }) => { const name = target.textContent.replace('✓ ', '');
  if (chosen.includes(name)) chosen.splice(chosen.indexOf(name), 1); else chosen.push(name);
  copy.textContent = chosen.join(', ') || 'Nobody'; draw(); };
addEventListener('keydown', ({ key }) => { if (key === 'Escape') list.hidden = true; });
send.onclick = () => tell([document.querySelector('input').value, chosen].join('; '))
  .then(() => { s.textContent = 'Sent'; });
</script>"""


@pytest.mark.sweep
async def test_the_tick_of_a_chosen_entry_is_no_part_of_its_name(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Employee").fill("Ana")
        await page.get_by_role("combobox", name="Copy to").click()
        await page.get_by_role("option", name="Bo").click()
        await page.get_by_role("option", name="Dev").click()
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name="Send").click()
        await page.get_by_text("Sent").wait_for()

    with app(TICKS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"employee": "Ana", "copy_to": "Bo", "copy_to_2": "Dev"}
        served.received.clear()
        # That the list offers the employee is chance.
        summary = await round_trip.repeat(sop, {"employee": "Zoe", "copy_to": "Carla", "copy_to_2": "Ana"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "Zoe; Carla,Ana")]


RADIOS = """<h1>Leave</h1><span id=r>Reason</span><div role=radiogroup aria-labelledby=r id=radios></div>
<button id=send>Send</button><p role=status id=s></p><script>
const choose = (chosen) => { for (const one of radios.querySelectorAll('button')) {
  one.setAttribute('aria-checked', one === chosen); one.textContent = one === chosen ? '●' : ''; } };
radios.innerHTML = ['Personal', 'Medical', 'Family'].map((one) => `<div>
  <button type=button role=radio id="r${one}" style="width:20px;height:20px"></button>
  <label for="r${one}">${one}</label></div>`).join('');
radios.querySelectorAll('button').forEach((one) => { one.onclick = () => choose(one); });
choose(rPersonal);
send.onclick = () => tell(radios.querySelector('[aria-checked=true]').id.slice(1))
  .then(() => { s.textContent = 'Sent'; });
</script>"""


@pytest.mark.sweep
async def test_a_radio_button_with_a_label_keeps_its_name_as_a_dot_is_drawn_in_it(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("radio", name="Family").click()
        await page.get_by_role("button", name="Send").click()
        await page.get_by_text("Sent").wait_for()

    with app("", leave=f"<title>Leave</title>{TELL}{RADIOS}") as served:
        sop = await round_trip.show(served.url + "/leave", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"reason": "Family"}
        served.received.clear()
        summary = await round_trip.repeat(sop, {"reason": "Medical"})
        assert (summary.outcome, summary.retries) == ("done", 0), summary.error
        assert told(served) == [("/tell", "Medical")]


CHIPS = """<h1>Shirt</h1><style>.chips > * { display: inline-block; padding: 4px; cursor: pointer }
.on { background: #cde }</style><p>Size</p><div class=chips id=size></div>
<p>Colour</p><ul class=chips id=colour></ul><button id=send>Send</button><p role=status id=s></p><script>
const draw = (where, tag, words) => {
  where.innerHTML = words.map((one, at) => `<${tag} class="chip ${at ? '' : 'on'}">${one}</${tag}>`).join('');
  const all = [...where.children];
  const choose = (chosen) => all.forEach((one) => one.classList.toggle('on', one === chosen));
  for (const one of all) one.onclick = () => choose(one);
};
draw(size, 'div', ['Small', 'Medium', 'Large']);
draw(colour, 'li', ['Red', 'Green', 'Blue']);
send.onclick = () => tell([...document.querySelectorAll('.on')].map((one) => one.textContent).join())
  .then(() => { s.textContent = 'Sent'; });
</script>"""


@pytest.mark.sweep
async def test_chips_that_are_nothing_but_boxes_are_choices_of_what_stands_before_them(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("Large", exact=True).click()
        await page.get_by_text("Green", exact=True).click()
        await page.get_by_role("button", name="Send").click()
        await page.get_by_text("Sent").wait_for()

    with app("", shirts=f"<title>Shirts</title>{TELL}{CHIPS}") as served:
        sop = await round_trip.show(served.url + "/shirts", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"size": "Large", "colour": "Green"}
        served.received.clear()
        # What is chosen already is left as it is.
        summary = await round_trip.repeat(sop, {"size": "Small", "colour": "Blue"})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Small,Blue")]


# As Cloudscape draws its switch: the words are no label of the browser's, and the box lies unseen over the
# picture of it.
CALLED_SWITCH = """<title>Machine</title><h1>Machine</h1>
<div id=switch><span style="position:relative;display:inline-block;width:30px;height:16px;background:#ccc">
<input type=checkbox aria-labelledby=words style="position:absolute;inset:0;opacity:0;margin:0"></span>
<span><span id=words>In <b>use</b></span></span></div>
<button onclick="save()">Save</button><p role=status id=said></p>
<script>const box = document.querySelector('input');
const save = () => fetch('/save?what=' + box.checked, {method: 'POST'})
  .then(() => { said.textContent = 'Saved'; });
document.getElementById('switch').onclick = (event) => {
  if (event.target !== box) setTimeout(() => { box.checked = !box.checked; }); };</script>"""


@pytest.mark.sweep
async def test_a_switch_is_turned_by_the_words_that_it_is_called_by(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("use").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": CALLED_SWITCH, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"in_use": "true"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"in_use": "false"})
        assert summary.outcome == "done", summary.error
        assert [one.query["what"] for one in app.received if one.method == "POST"] == ["false"]
