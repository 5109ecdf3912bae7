"""Choices that a page merely draws: the SOP asks about those that are no inputs."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip

SURVEY = """<title>Survey</title><style>span, td, .chip {cursor: pointer} i {font-style: normal}
.dot {display: inline-block; width: 30px; height: 14px; border: 1px solid}</style><h1>Survey</h1>
<div>Guests <div id=guests></div></div><div><b>Stars</b> <div id=stars></div></div>
<div><b>Vegan</b> <div id=vegan></div></div>
<dl><dt>Lock<dd><button type=button id=lock>Off</button><dt>Print<dd><div id=print class=dot></div>
<dt>Video<dd><span id=video>☐</span></dl>
<p>Taste <b id=taste><span>☆</span><span>☆</span><span>☆</span></b></p>
<div id=roles><div class=chip>Reader</div><div class=chip>Editor</div><div class=chip>Admin</div></div>
<table id=food><tr><td><th>Never<th>Often<tr><td>Food<td>○<td>○<tr><td>Staff<td>○<td>○</table>
<button id=save>Save</button><p role=status id=said></p>
<script>
const all = {lock: false, print: false};
const draw = (id, entries, make, look) => {
  for (const entry of entries) {
    const one = document.createElement(make);
    Object.assign(one, {innerHTML: entry.html, title: entry.title || ''});
    one.onclick = () => { all[id] = entry.value; look([...document.getElementById(id).children], one); };
    document.getElementById(id).append(one);
  }
};
draw('guests', [1, 2, 3, 4].map((n) => ({html: `<i></i>${n}`, value: n})), 'span',
  (ones, on) => ones.forEach((one) => { one.style.background = one === on ? 'navy' : ''; }));
draw('stars', [1, 2, 3].map((n) => ({html: '☆', title: `${n} of 3`, value: n})), 'button',
  (ones, on) => ones.forEach((one, at) => { one.textContent = at <= ones.indexOf(on) ? '★' : '☆'; }));
draw('vegan', ['Yes', 'No'].map((word) => ({html: word, value: word})), 'span',
  (ones, on) => ones.forEach((one) => { one.className = one === on ? 'x1' : ''; }));
vegan.lastChild.className = 'x1';
lock.onclick = () => { all.lock = !all.lock; lock.textContent = all.lock ? 'On' : 'Off'; };
print.onclick = () => { all.print = !all.print; print.style.background = all.print ? 'green' : ''; };
video.onclick = () => { all.video = !all.video; video.textContent = all.video ? '☑' : '☐'; };
[...taste.children].forEach((star, at) => { star.onclick = () => {
  all.taste = at + 1;
  [...taste.children].forEach((one, place) => { one.textContent = place <= at ? '★' : '☆'; });
}; });
for (const role of roles.children) role.onclick = () => {
  all.role = role.textContent;
  for (const one of roles.children) one.style.background = one === role ? 'navy' : '';
};
for (const cell of document.querySelectorAll('td + td')) cell.onclick = () => {
  all[cell.parentNode.cells[0].textContent] = cell.cellIndex;
  cell.textContent = '●';
};
save.onclick = () => fetch('/save', {method: 'POST', body: JSON.stringify(all)})
  .then(() => { said.textContent = 'Saved'; });
</script>"""


async def test_what_was_chosen_without_becoming_an_input_is_asked_about(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#guests span").nth(2).click()
        await page.locator("#stars button").nth(1).click()
        await page.locator("#vegan span").nth(0).click()
        await page.locator("#lock").click()
        await page.locator("#print").click()
        await page.locator("#video").click()
        await page.locator("#taste span").nth(1).click()
        await page.get_by_text("Editor").click()
        await page.locator("#food tr").nth(1).locator("td").nth(2).click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": SURVEY, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        asked = [one for one in sop.clarifications if not one.id.startswith("read-back")]
        said = ["'2 of 3'", "'On' in place of 'Off'", "behind 'Print'"]
        said += ["behind 'Video'", "number 2 of '☆'", "'Often'"]
        assert len(asked) == len(said), [one.question[:40] for one in asked]
        for one, words in zip(asked, said, strict=True):
            assert words in one.question
            assert not one.required
        assert "Save" not in " ".join(one.question for one in asked)
        # Those of a row that say by their looks which one is on are inputs.
        chosen = {name: one.default for name, one in sop.variables.items()}
        assert list(chosen.values()) == ["3", "Yes", "Editor", "Food"]
        app.received.clear()
        summary = await round_trip.repeat(sop, dict(zip(chosen, ("2", "No", "Admin", "Staff"), strict=True)))
        assert summary.outcome == "done", summary.error
        (sent,) = [json.loads(one.body) for one in app.received if one.method == "POST"]
        assert [sent[name] for name in ("guests", "vegan", "role", "Staff")] == [2, "No", "Admin", 2]


LISTS = """<title>Photo</title><style>
dd > div {cursor: pointer; width: 120px} .list {position: absolute}</style>
<h1>Beach</h1><dl><dt>Licence<dd><div class=list-of><span>Private</span> ▾</div>
<dt>Album<dd><div class=list-of><span>Family</span> ▾</div>
<dt>Use<dd><div class=list-of><span>Web</span> ▾</div></dl>
<button id=save>Save</button><p role=status id=said></p>
<script>
const offered = [['Private', 'Open', 'Rights reserved'], ['Family', 'Work', 'Travel'], ['Web', 'Print']];
[...document.querySelectorAll('.list-of')].forEach((box, at) => { box.onclick = () => {
  const list = document.createElement('div');
  list.className = 'list';
  list.style = `background: #fff; left: ${box.offsetLeft}px; top: ${box.offsetTop + 20}px`;
  for (const name of offered[at]) {
    const entry = Object.assign(document.createElement('div'), {textContent: name});
    entry.style.cursor = 'pointer';
    entry.onclick = () => { box.firstChild.textContent = name; list.remove(); };
    list.append(entry);
  }
  document.body.append(list);
}; });
save.onclick = () => fetch('/save', {method: 'POST', body: [...document.querySelectorAll('dd')].map(
  (one) => one.innerText.replace(' ▾', '').trim()).join()}).then(() => { said.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_what_opens_a_list_drawn_in_a_description_is_asked_about_at_its_entry_alone(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("Private ▾").click()
        await page.get_by_text("Rights reserved").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": LISTS, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert [one.default for one in sop.variables.values()] == ["Rights reserved"]
        assert not [one for one in sop.clarifications if one.required]
        (name,) = sop.variables
        app.received.clear()
        summary = await round_trip.repeat(sop, {name: "Open"})
        assert summary.outcome == "done", summary.error
        assert [one.body for one in app.received if one.method == "POST"] == [b"Open,Family,Web"]


SIZES = """<title>Order</title><h1>{name}</h1>
<div>Size <button id=less>‹</button><b id=size>{size}</b><button id=more>›</button></div>
<button id=save>Save</button><p role=status id=said></p>
<script>
const sizes = ['Small', 'Medium', 'Large', 'Huge'];
const turn = (by) => () => {{ size.textContent = sizes[(sizes.indexOf(size.textContent) + by + 4) % 4]; }};
less.onclick = turn(-1);
more.onclick = turn(1);
save.onclick = () => fetch('/save', {{method: 'POST', body: size.textContent}})
  .then(() => {{ said.textContent = 'Saved'; }});
</script>"""
ORDERS = "<title>Orders</title><h1>Orders</h1><ul><li><a href=/o/1>Oak</a><li><a href=/o/2>Elm</a></ul>"
RECORDS = ((1, "Oak", "Small"), (2, "Elm", "Medium"))


@pytest.mark.sweep
@pytest.mark.parametrize("at_once", [False, True], ids=["saved", "at once"])
async def test_a_choice_that_signs_turn_to_must_be_the_recorded_one_on_another_record(
    round_trip: RoundTrip, at_once: bool
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("link", name="Oak").click()
        for _time in range(2):
            await page.get_by_role("button", name="›").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    pages = {f"/o/{id}": SIZES.format(name=name, size=size) for id, name, size in RECORDS}
    if at_once:
        pages = {path: page.replace("4]; }", "4]; save.onclick(); }") for path, page in pages.items()}
    with App({"/": ORDERS, "/save": Answer("{}"), **pages}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert [one.default for one in sop.variables.values()] == ["Oak"]
        (asked,) = (one for one in sop.clarifications if not one.id.startswith("read-back"))
        assert "'›'" in asked.question
        (name,) = sop.variables
        app.received.clear()
        summary = await round_trip.repeat(sop, {name: "Elm"})
        assert summary.outcome not in {"done", "done, unverified"}
        assert at_once or not [one for one in app.received if one.method == "POST"]


PHOTOS = """<title>Photos</title><h1>Photos</h1><ul>ENTRIES</ul><p role=status id=said></p><script>
for (const link of document.querySelectorAll('a')) link.onclick = (event) => {
  event.preventDefault();
  const part = document.createElement('div');
  part.innerHTML = '<form><label>Caption <input></label> <button type=button>Save</button></form>';
  part.querySelector('button').onclick = () => fetch('/save', {method: 'POST', body: link.textContent})
    .then(() => { said.textContent = 'Saved'; });
  link.parentNode.append(part);
};
</script>"""
ENTRIES = "".join(f"<li><a href=#>{name}</a>" for name in ("Oak", "Elm", "Lime", "Ash", "Fir", "Yew"))


@pytest.mark.sweep
async def test_which_of_many_unfolds_is_asked_about_where_nothing_names_it(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("link", name="Lime").click()
        await page.get_by_label("Caption").fill("In May")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": PHOTOS.replace("ENTRIES", ENTRIES), "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert [one.default for one in sop.variables.values()] == ["In May"]
        (asked,) = (one for one in sop.clarifications if not one.id.startswith("read-back"))
        assert "'Lime'" in asked.question
