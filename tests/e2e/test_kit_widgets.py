"""Widgets as component kits make them, shown once and repeated on other data."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from handrail.sop import action as sop
from handrail.sop.condition import TextIs
from handrail.sop.node import Task
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import app

FORM = """<style>[role=listbox],.list{position:absolute;top:40px;width:200px;background:#fff}
#veil{position:fixed;inset:0}[hidden]{display:none}</style><form onsubmit="return false">
<p><span id=l1>Priority</span><span role=combobox aria-haspopup=listbox aria-labelledby=l1 tabindex=0 id=_r_1_
style="display:inline-block;width:200px">Normal</span></p>
<p><label>Team <input role=combobox autocomplete=new-password id=team></label> <b id=chosen></b></p>
<p role=group aria-label=Due>MONTH/DAY</p>
<p>Alerts <button type=button role=switch aria-checked=false aria-label=Alerts id=sw>x</button></p>
<button id=save>Save</button></form><p role=status id=done></p><div id=over></div><script>
const pr = document.querySelector('[role=combobox]'), over = document.getElementById('over');
const close = () => { over.innerHTML = ''; };
const list = (names, inner, took) => { over.innerHTML = '<div id=veil></div>' + inner(names.map((n) => n));
  over.querySelectorAll('.e').forEach((e) => e.onclick = () => { close(); took(e.textContent); }); };
pr.onmousedown = () => list(['Low', 'Normal', 'High'], (names) => '<ul role=listbox>' +
  names.map((n) => '<li class=e role=option>' + n + '</li>').join('') + '</ul>',
  (n) => { pr.textContent = n; });
const teams = ['Sales', 'Support', 'Stores'];
team.oninput = () => list(teams.filter((n) => n.toLowerCase().startsWith(team.value)), (names) =>
  '<div class=list>' + names.map((n) => '<div class=e title=' + n + '>' + n + '</div>').join('') + '</div>',
  (n) => { team.value = ''; chosen.textContent = n; });
const group = document.querySelector('[role=group]'), parts = [['Month', 'MM', 2], ['Day', 'DD', 2]];
group.innerHTML = parts.map(([n, e]) =>
  '<span role=spinbutton contenteditable=true aria-label=' + n + '>' + e + '</span>').join('/');
[...group.children].forEach((part, at) => { let typed = '';
  part.onfocus = () => { typed = ''; };
  part.oninput = (event) => {
    typed = (typed + event.data).slice(-2); part.textContent = typed.padStart(2, '0');
    if (typed.length === 2) group.children[at + 1]?.focus(); }; });
sw.onclick = () => sw.setAttribute('aria-checked', sw.getAttribute('aria-checked') !== 'true');
if (location.search) sw.click();
save.onclick = () => setTimeout(async () => {
  await tell([pr.textContent, chosen.textContent, group.innerText, sw.getAttribute('aria-checked')].join());
  done.textContent = 'Filed for good'; }, 400);
</script>"""


def node(round_trip: RoundTrip, label: str) -> Task:
    assert round_trip.sop is not None
    return next(n for n in round_trip.sop.nodes if isinstance(n, Task) and label in n.label)


async def test_a_form_of_widgets_that_a_kit_makes(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("combobox", name="Priority").click()
        await page.get_by_role("option", name="High").click()
        await page.get_by_label("Team").click()
        await page.keyboard.type("sup")
        await page.get_by_text("Support").click()
        await page.get_by_label("Month").click()
        await page.keyboard.type("0914")
        await page.get_by_role("switch").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Filed").wait_for()

    with app(FORM) as served:
        made = await round_trip.show(served.url + "/", drive)
        assert told(served) == [("/tell", "High,Support,09/14,true")]
        values = {name: variable.default for name, variable in made.variables.items()}
        assert values == {
            **{"priority": "High", "team": "sup", "team_choice": "Support"},
            **{"month": "09", "day": "14", "alerts": "true"},
        }
        # A list that opens at the press is opened by its field, and nobody hovered.
        assert [n.action.do for n in made.nodes if isinstance(n, Task)] == [
            *("click", "click", "fill", "click", "fill", "fill", "check", "click")
        ]
        messages = [c.contains for c in node(round_trip, "Save").done_when if isinstance(c, TextIs)]
        assert messages == ["Filed for good"]
        served.received.clear()
        others = {"priority": "Low", "team": "st", "team_choice": "Stores", "month": "1", "day": "5"}
        others["alerts"] = "false"
        summary = await round_trip.repeat(made, others)
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Low,Stores,01/05,false")]
        assert isinstance(node(round_trip, "Alerts").action, sop.Check)


TABLE = """<table><thead><tr><th>Name</th><th>Hours</th><th></th></tr></thead><tbody>
<tr><td>Ann Lee</td><td><input value=1></td><td><button>Book</button></td></tr>
<tr><td>Bob Stone</td><td><input value=2></td><td><button>Book</button></td></tr></tbody></table>
<div tabindex=-1><b>May</b><table role=grid><tr role=row><td role=gridcell>11</td><td role=gridcell>12</td>
</tr></table></div><p role=status id=done></p><script>
for (const b of document.querySelectorAll('button')) b.onclick = () => {
  const row = b.closest('tr'); tell(row.cells[0].innerText + ' ' + row.querySelector('input').value)
    .then(() => { done.textContent = 'Booked'; }); };
for (const d of document.querySelectorAll('[role=gridcell]')) d.onclick = () => { d.style.color = 'red';
  d.setAttribute('aria-selected', 'true'); tell(d.innerText); };
</script>"""


@pytest.mark.sweep
async def test_which_row_is_for_the_run_to_say(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        async with page.expect_response("**/tell*"):
            await page.get_by_role("gridcell", name="12").click()
        row = page.get_by_role("row", name="Bob Stone")
        await row.get_by_role("textbox").click()
        await page.keyboard.press("Control+a")
        await page.keyboard.type("7")
        await row.get_by_role("button").click()
        await page.get_by_text("Booked").wait_for()

    with app(TABLE) as served:
        made = await round_trip.show(served.url + "/", drive)
        assert {name: v.default for name, v in made.variables.items()} == {
            "record": "Bob Stone",
            "hours": "7",
        }
        target = node(round_trip, "12").target
        assert target is not None and (target.role, target.name) == ("gridcell", "12")
        served.received.clear()
        summary = await round_trip.repeat(made, {"record": "Ann Lee", "hours": "3"})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "12"), ("/tell", "Ann Lee 3")]


SORTABLE = """<label>Day <input id=day><b id=pop hidden>Pick a day</b></label>
<ol style="padding:0;margin:0">
<li style="height:40px"><i>::</i> One</li><li style="height:40px"><i>::</i> Two</li>
<li style="height:40px"><i>::</i> Three</li></ol><p role=status id=done></p><script>
day.onfocus = () => { pop.hidden = false; }; day.onblur = () => { pop.hidden = true; };
const all = document.querySelector('ol');
let held = null, from = 0;
all.onpointerdown = (event) => { held = event.target.closest('li'); from = event.clientY; };
onpointermove = (event) => { if (!held) return; const by = event.clientY - from;
  held.style.transform = 'translate(0,' + by + 'px)';
  for (const one of all.children) if (one !== held)
    one.style.transform = event.clientY < one.offsetTop + 40 ? 'translate(0,40px)' : ''; };
onpointerup = () => { if (!held) return; const one = held; held = null;
  all.insertBefore(one, [...all.children].find((e) => e !== one && e.style.transform));
  for (const e of all.children) e.style.transform = '';
  tell(day.value + all.innerText.replace(/[^A-Z]/g, '')).then(() => { done.textContent = 'Sorted'; }); };
</script>"""


@pytest.mark.sweep
async def test_a_handle_moves_its_entry_and_a_field_keeps_its_name(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Day").click()
        await page.keyboard.type("2026-12-05")
        start = await page.locator("i").nth(2).bounding_box()
        end = await page.locator("li").nth(0).bounding_box()
        assert start and end
        await page.mouse.move(start["x"] + 3, start["y"] + 5)
        await page.mouse.down()
        await page.mouse.move(start["x"] + 3, end["y"] + 9, steps=6)
        await page.mouse.up()
        await page.get_by_text("Sorted").wait_for()

    with app(SORTABLE) as served:
        assert await round_trip.same(served, drive) == [("/tell", "2026-12-05TOT")]
    assert round_trip.sop is not None
    assert [variable.default for variable in round_trip.sop.variables.values()] == ["2026-12-05"]


TAGS = """<style>svg {cursor: pointer}</style><h2>Tags</h2><p id=tags></p><button id=save>Save</button>
<p role=status id=s></p><script>
const names = location.search ? ['cold', 'warm', 'lead'] : ['warm', 'cold', 'lead'];
const draw = () => { tags.innerHTML = names.map((name) => `<span class=tag><span>${name}</span>
  <i><svg width=9 height=9><path d="M0 0l9 9"/></svg></i></span>`).join(' ');
  [...tags.children].forEach((tag, at) => {
    tag.querySelector('i').onclick = () => { names.splice(at, 1); draw(); }; }); };
draw();
save.onclick = () => tell(names).then(() => { s.textContent = 'Saved'; });
</script>"""


@pytest.mark.sweep
async def test_which_tag_is_taken_away_is_for_the_run_to_say(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#tags svg").nth(1).click()
        await page.get_by_text("cold").wait_for(state="detached")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app(TAGS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"entry": "cold"}
        served.received.clear()
        summary = await round_trip.repeat(sop, {"entry": "lead"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "warm,cold")]
