"""Forms that tell neither labels nor roles, shown once and repeated on other data."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from handrail.sop.node import Task
from handrail.sop.sentences import describe_condition
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import app

FORM = """<style>.f{margin:6px}.w{display:contents}.pop{position:absolute;z-index:9;background:#fff}
.in input{pointer-events:none}.in,#due{width:200px;height:20px;border:1px solid}</style>
<div class=f><div class=w><div><button type=button>Title</button></div></div>
<div><div><div><div><input id=title></div></div></div></div></div>
<div class=f><div class=w><div><button type=button>Status</button></div></div>
<div><div><div><div class=in id=state><input readonly placeholder="Select one"></div></div></div></div></div>
<div class=f><div class=w><div><button type=button>Due</button></div></div>
<div><div><div><button type=button id=due></button></div></div></div></div>
<div class=f><div>Urgent</div>
<button type=button role=checkbox aria-pressed=false id=box>Enabled</button></div>
<div id=over></div><button id=save><i data-icon=check></i>+</button><p role=status id=done></p><script>
const el = (id) => document.getElementById(id), over = el('over'), due = el('due'), box = el('box');
el('state').onclick = () => {
  over.innerHTML = '<div class=pop>' +
    ['Draft', 'Open', 'Paid'].map((n) => '<button type=button>' + n + '</button>').join('') + '</div>';
  over.querySelectorAll('button').forEach((b) => b.onclick = () => {
    el('state').firstChild.value = b.textContent; over.innerHTML = ''; });
};
const names = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September',
  'October', 'November', 'December'];
let year = START_YEAR, month = START_MONTH, day = '';
const turn = (by, sign) => '<span data-by=' + by + '>' + sign + '</span> ';
const cell = (d) => '<td data-at="' + d.getMonth() + '"' +
  (d.getFullYear() > 2039 ? ' aria-disabled=true' : '') + '>' + d.getDate() + '</td>';
due.onclick = () => {
  const first = new Date(year, month, 1).getDay(), last = new Date(year, month + 1, 0).getDate();
  let rows = '', n = 1 - first;
  for (; n <= last; n += 7)
    rows += '<tr>' + [0, 1, 2, 3, 4, 5, 6].map((k) => cell(new Date(year, month, n + k))).join('') + '</tr>';
  over.innerHTML = '<div class=pop><p>' + turn(-12, '«') + turn(-1, '‹') + '<b>' + names[month] +
    '</b> <b>' + year + '</b> ' + turn(1, '›') + turn(12, '»') + '</p><table>' + rows +
    '</table></div>';
  over.querySelectorAll('[data-by]').forEach((one) => { one.style.cursor = 'pointer'; one.onclick = () => {
    month += Number(one.dataset.by); year += Math.floor(month / 12); month = (month + 12) % 12;
    setTimeout(due.onclick, 60); }; });
  over.querySelectorAll('td').forEach((one) => one.onclick = () => {
    if (Number(one.dataset.at) !== month) return;
    day = year + '-' + (month + 1) + '-' + one.textContent;
    due.textContent = names[month].slice(0, 3) + ' ' + one.textContent + ', ' + year; over.innerHTML = ''; });
};
box.onclick = () => box.setAttribute('aria-pressed', box.getAttribute('aria-pressed') !== 'true');
el('save').onclick = async () => { await tell([el('title').value, el('state').firstChild.value, day,
  box.getAttribute('aria-pressed')].join()); el('done').textContent = 'Filed for good'; };
</script>"""


def page_from(year: str) -> str:
    """The form, whose calendar opens on November of a year."""
    return FORM.replace("START_YEAR", year).replace("START_MONTH", "10")


async def fill_in(page: Page, _: Recorder) -> None:
    await page.locator("#title").click()
    await page.keyboard.type("Cables")
    await page.locator("#state").click()
    await page.get_by_text("Open").click()
    await page.locator("#due").click()
    await page.get_by_text("›", exact=True).click()
    await page.get_by_text("December").wait_for()
    await page.locator("td[data-at='11']", has_text="17").click()
    await page.locator("#box").click()
    await page.locator("#save").click()
    await page.get_by_text("Filed").wait_for()


@pytest.mark.sweep
async def test_a_form_whose_fields_are_called_by_what_stands_before_them(round_trip: RoundTrip) -> None:
    with app(page_from("2026")) as served:
        made = await round_trip.show(served.url + "/", fill_in)
        assert told(served) == [("/tell", "Cables,Open,2026-12-17,true")]
        values = {name: variable.default for name, variable in made.variables.items()}
        assert values == {"title": "Cables", "status": "Open", "due": "2026-12-17", "urgent": "true"}
        assert [n.action.do for n in made.nodes if isinstance(n, Task)] == [
            *("fill", "click", "click", "pick_date", "check", "click")
        ]
        # Another day, another month to start from, and years between.
        days = (("2031", "2028-02-09", "2028-2-9"), ("2026", "2027-11-01", "2027-11-1"))
        for (start, due, sent), urgent in zip(days, ("true", "false"), strict=True):
            served.pages["/"] = app(page_from(start)).pages["/"]
            served.received.clear()
            given = {"title": "Ink", "status": "Paid", "due": due, "urgent": urgent}
            summary = await round_trip.repeat(made, given)
            assert summary.outcome == "done", summary.error
            assert told(served) == [("/tell", f"Ink,Paid,{sent},{urgent}")], start


@pytest.mark.sweep
async def test_a_date_that_is_not_there_or_not_taken_is_not_done(round_trip: RoundTrip) -> None:
    with app(page_from("2026")) as served:
        made = await round_trip.show(served.url + "/", fill_in)
        assert [*made.variables] == ["title", "status", "due", "urgent"]
        served.received.clear()
        summary = await round_trip.repeat(made, {"due": "2040-01-01"})
        assert (summary.outcome, told(served)) == ("stopped before effect", [])
        # The app takes the press, and shows another day.
        other = page_from("2026").replace("' ' + one.textContent + ', '", "' 1, '")
        served.pages["/"] = app(other).pages["/"]
        summary = await round_trip.repeat(made, {"due": "2026-12-09"}, verify_seconds=0.5)
        assert (summary.outcome, told(served)) == ("stopped before effect", [])


TOGGLES = """<main><h1>Deal</h1><button type=button id=hot aria-pressed=false>Hot</button>
<div role=tablist><button type=button role=tab aria-selected=true>Facts</button>
<button type=button role=tab aria-selected=false>Terms</button></div>
<label>Sum <input id=sum></label> <button id=save>Save</button><p role=status id=done></p></main><script>
const el = (id) => document.getElementById(id), tabs = [...document.querySelectorAll('[role=tab]')];
el('hot').onclick = () => el('hot').setAttribute('aria-pressed', el('hot').ariaPressed !== 'true');
tabs.forEach((one) => { one.onclick = () => tabs.forEach((tab) => tab.ariaSelected = tab === one); });
el('save').onclick = async () => {
  await tell([el('hot').ariaPressed, tabs[1].ariaSelected, el('sum').value].join());
  el('done').textContent = 'Deal kept'; };</script>"""


async def turn_on(page: Page, _: Recorder) -> None:
    await page.get_by_role("button", name="Hot").click()
    await page.get_by_role("tab", name="Terms").click()
    await page.get_by_label("Sum").click()
    await page.keyboard.type("12")
    await page.get_by_role("button", name="Save").click()
    await page.get_by_text("Deal kept").wait_for()


@pytest.mark.sweep
async def test_a_toggle_button_and_a_tab_are_done_once_they_say_that_they_are_on(
    round_trip: RoundTrip,
) -> None:
    with app(TOGGLES) as served:
        made = await round_trip.show(served.url + "/", turn_on)
        tasks = [node for node in made.nodes if isinstance(node, Task)]
        said = [describe_condition(node.done_when[0], node.target) for node in tasks[:2]]
        assert said == ["the button 'Hot' is pressed", "the tab 'Terms' is selected"]
        served.received.clear()
        summary = await round_trip.repeat(made, {"sum": "7"})
        assert (summary.outcome, told(served)) == ("done", [("/tell", "true,true,7")])
        for dead in ("el('hot').onclick", "one.onclick"):
            served.received.clear()
            served.pages["/"] = app(TOGGLES.replace(dead, "window.nobody")).pages["/"]
            summary = await round_trip.repeat(made, {"sum": "7"}, verify_seconds=0.5)
            assert (summary.outcome, told(served)) == ("stopped before effect", []), dead


LINES = """<style>.line{display:flex}</style><form id=form><main><h1>Create an entry</h1>
<div class=line><div><label for=t>Title</label><div><input id=t></div></div>
<div><label for=s>Slug</label><div><input id=s></div></div></div>
<div class=line><div><label for=e>Embargo</label><div><input id=e></div></div>
<div><label for=f>Featured</label><button type=button>Clear</button>
<div><span>No</span><input type=checkbox id=f><span>Yes</span></div></div></div>
<div class=line><div><label for=r>Rank</label><div><input id=r></div></div>
<div><label for=b>Body</label><div><textarea id=b></textarea></div></div></div>
<button id=save type=button>Save</button><p role=status id=done></p></main></form><script>
const el = (id) => document.getElementById(id);
el('save').onclick = async () => { await tell([el('t').value, el('f').checked, el('r').value].join());
  el('done').textContent = 'Entry kept'; };</script>"""


@pytest.mark.sweep
async def test_a_box_in_a_line_of_a_form_with_several_fields_is_a_yes_or_no(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Title").click()
        await page.keyboard.type("Ferry")
        await page.get_by_label("Featured").click()
        await page.get_by_label("Rank").click()
        await page.keyboard.type("17")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Entry kept").wait_for()

    with app(LINES) as served:
        made = await round_trip.show(served.url + "/", drive)
        values = {name: variable.default for name, variable in made.variables.items()}
        assert values == {"title": "Ferry", "featured": "true", "rank": "17"}
        served.received.clear()
        summary = await round_trip.repeat(made, {"title": "Bus", "featured": "false", "rank": "31"})
        assert (summary.outcome, told(served)) == ("done", [("/tell", "Bus,false,31")])
