"""What a page shows of calendars, and what turns them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Page

from handrail.actuators.browser.calendars import Calendar
from handrail.browser import InPage, LaunchedBrowser
from handrail.errors import PermanentError
from tests.app import App
from tests.sweeping import some_of


@asynccontextmanager
async def served(
    launched: LaunchedBrowser, pages: Mapping[str, str]
) -> AsyncIterator[tuple[App, Page, InPage]]:
    """An app with these pages, and an empty page of the browser that our script reads."""
    assert launched.browser is not None
    with App(dict(pages)) as app:
        async with await launched.browser.new_context() as context:
            page, inpage = await context.new_page(), InPage(context)
            await inpage.attach(page)
            yield app, page, inpage


SHEET = f"<table>{''.join(f'<td>{day}' for day in range(1, 31))}</table>"
PAGE = f"""<button>✕</button><div><div role=dialog style="position:fixed;top:80px">
<b>November 2026</b>{SHEET}</div></div>"""


SUMMER = f"<table>{''.join(f'<td data-date=2026-7-{day}>{day}' for day in range(1, 32))}</table>"


async def test_a_page_s_own_number_of_a_month_is_no_word_against_the_heading(
    launched: LaunchedBrowser,
) -> None:
    pages = {"/": f"<b>August</b> <b>2026</b>{SUMMER}", "/bare": SUMMER}
    async with served(launched, pages) as (app, page, inpage):
        off = []
        for path in ("/", "/bare"):
            await page.goto(app.url + path)
            off.append((await inpage.call(page, "calendar", 2026, 10, 9, None, 500))["off"])
    assert off == [2, 3]


async def test_what_days_say_to_people_goes_before_what_they_say_to_scripts(
    launched: LaunchedBrowser,
) -> None:
    days = (
        f"<td data-value=2026-11-{day:02} aria-label='December {day:02}, 2026'>{day}" for day in range(1, 32)
    )
    async with served(launched, {"/": f"<table>{''.join(days)}</table>"}) as (app, page, inpage):
        await page.goto(app.url)
        assert (await inpage.call(page, "calendar", 2027, 1, 9, None, 500))["off"] == 1


async def test_what_lies_around_a_calendar_s_dialog_does_not_turn_it(launched: LaunchedBrowser) -> None:
    pages = {"/": PAGE, "/arrows": PAGE.replace("<b>", "<button>‹</button><b>")}
    async with served(launched, pages) as (app, page, inpage):
        turners = []
        for path in ("/", "/arrows"):
            await page.goto(app.url + path)
            seen = await inpage.call(page, "calendar", 2027, 2, 9, None, 500)
            assert (seen["state"], seen["off"]) == ("one", 3)
            turners.append(len(seen["earlier"]) + len(seen["later"]))
    assert turners == [0, 1]


TURNED_BY_WORDS = f"""<form><div style="position:absolute;top:80px;left:40px">
<button>Prev</button><button>November 2026</button><button>Next</button>{SHEET}</div>
<p><span role=radio tabindex=0 aria-checked=false>☆</span> <button type=button>−</button>
<input> <button type=button aria-haspopup=listbox>▾</button> <button>Next</button></p></form>"""


async def test_words_for_earlier_and_later_turn_a_calendar_and_the_form_around_it_does_not(
    launched: LaunchedBrowser,
) -> None:
    in_line = TURNED_BY_WORDS.replace("position:absolute;", "")
    pages = {
        "/": TURNED_BY_WORDS,
        "/none": TURNED_BY_WORDS.replace("<button>Prev", "<button hidden>").replace(">Next", " hidden>", 1),
        "/inline": in_line.replace("<button type=button>−</button>", ""),
    }
    async with served(launched, pages) as (app, page, inpage):
        turners = []
        for path in pages:
            await page.goto(app.url + path)
            seen = await inpage.call(page, "calendar", 2027, 2, 9, None, 500)
            assert (seen["state"], seen["off"]) == ("one", 3)
            turners.append(len(seen["earlier"]) + len(seen["later"]))
    assert turners == [2, 0, 2]


async def test_a_month_is_known_as_british_apps_shorten_it(launched: LaunchedBrowser) -> None:
    page = f"<title>T</title><b>Sept 2026</b>{SHEET}"
    async with served(launched, {"/": page}) as (app, tab, inpage):
        await tab.goto(app.url)
        assert (await inpage.call(tab, "calendar", 2026, 11, 9, None, 500))["off"] == 2


async def test_the_date_that_the_field_still_holds_says_no_month_of_its_calendar(
    launched: LaunchedBrowser,
) -> None:
    """The month was not known, and the day stayed the recorded one, unasked."""
    lists = "<select><option>January<option selected>November</select><select><option>2026</select>"
    page = f"<title>T</title><input readonly value='5 Mar 2026'><div>{lists}{SHEET}</div>"
    async with served(launched, {"/": page}) as (app, tab, inpage):
        await tab.goto(app.url)
        assert (await inpage.call(tab, "calendar", 2026, 11, 9, None, 500))["day"] is not None


async def test_a_calendar_that_opens_below_the_window_is_scrolled_to(launched: LaunchedBrowser) -> None:
    """It was held to be none that says its month: no pointer reaches it there."""
    page = f"""<title>T</title><div style='height:200vh'></div><div style='position:absolute'>
<b>November 2026</b>{SHEET}</div>"""
    async with served(launched, {"/": page}) as (app, tab, inpage):
        await tab.goto(app.url)
        assert (await inpage.call(tab, "calendar", 2026, 11, 9, None, 500))["day"] is not None


HEADS = "".join(f"<th tabindex=0>{day}" for day in "SMTWTFS")
ARROWS = f"""<div style="position:fixed;top:80px"><b>November 2026</b> <button>‹</button>
<table><tr>{HEADS}<tr>{"<td tabindex=-1>" * 3}{"".join(f"<td>{day}" for day in range(1, 31))}</table></div>"""
OF_BUTTONS = f"""<div style="position:fixed;top:80px"><button>‹</button> <b>November 2026</b>
<div>{"<button></button>" * 6}{"".join(f"<button>{day}</button>" for day in range(1, 31))}</div></div>"""


@pytest.mark.parametrize("drawn", [ARROWS, OF_BUTTONS], ids=["table", "buttons"])
async def test_a_day_of_the_week_and_a_cell_without_a_day_turn_nothing(
    launched: LaunchedBrowser, drawn: str
) -> None:
    async with served(launched, {"/": drawn}) as (app, page, inpage):
        await page.goto(app.url)
        seen = await inpage.call(page, "calendar", 2027, 2, 9, None, 500)
    turners = [one["css"] for one in (*seen["earlier"], *seen["later"])]
    assert len(turners) == 1 and turners[0].endswith("button")


ROLLING = """<x-field><div id=months style="height:220px;width:300px;overflow:auto"></div></x-field>
<p role=status></p><script>
customElements.define('x-field', class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: 'open'}).innerHTML =
    '<div style="position:fixed;top:90px;background:#fff"><slot></slot></div>'; } });
for (let month = 8; month < 30; month++) {
  const first = new Date(2026, month, 1), last = new Date(2026, month + 1, 0).getDate();
  const title = first.toLocaleDateString('en', {month: 'long', year: 'numeric'}), days = [];
  for (let day = 1; day <= last; day++) days.push('<td>' + day + (day % 7 ? '' : '<tr>'));
  const sheet = document.createElement('div');
  sheet.innerHTML = '<b>' + title + '</b><table><tr>' + days.join('') + '</table>';
  sheet.onclick = ({target}) => document.querySelector('p').append(target.textContent, ' ', title);
  months.append(sheet);
}
months.scrollTop = months.children[2].offsetTop - months.offsetTop;</script>"""


@pytest.mark.sweep
async def test_a_calendar_without_arrows_is_turned_by_the_wheel(launched: LaunchedBrowser) -> None:
    """It lies above the page by what its component draws around it, and shows no month that is cut off."""
    async with served(launched, {"/": ROLLING}) as (app, page, inpage):
        await page.goto(app.url)
        seen = await inpage.call(page, "calendar", 2026, 11, 9, None, 500)
        assert (seen["state"], seen["over"], seen["off"]) == ("one", True, 0)
        await Calendar(inpage, page, find=2).pick("2027-09-21", None)
        assert await page.inner_text("p") == "21 September 2027"


BESIDE = """<div style="position:fixed;top:80px;background:#fff;width:300px"><b id=title></b>
<span style="float:right"><button>‹</button><button>○</button><button>›</button></span>
<table id=days></table></div>
<p role=status></p><script>
let at = 0;
const draw = () => {
  const month = new Date(2026, 10 + at, 1), last = new Date(2026, 11 + at, 0).getDate(), cells = [];
  title.textContent = month.toLocaleDateString('en', {month: 'long', year: 'numeric'});
  for (let day = 1; day <= last; day++) cells.push('<td>' + day + (day % 7 ? '' : '<tr>'));
  days.innerHTML = '<tr>' + cells.join('');
};
draw();
[-1, 0, 1].forEach((by, place) => document.querySelectorAll('button')[place].onclick = () => {
  at = by && at + by;
  draw();
});
days.onclick = ({target}) => document.querySelector('p').append(target.textContent, ' ', title.textContent);
</script>"""


@pytest.mark.parametrize(
    ("day", "told"), [("2027-02-03", "3 February 2027"), ("2026-08-09", "9 August 2026")]
)
@pytest.mark.sweep
async def test_a_button_that_leads_to_today_leads_on_once_only(
    launched: LaunchedBrowser, day: str, told: str
) -> None:
    """It was tried when another month was shown, and stands among the arrows, which stand on one side."""
    async with served(launched, {"/": BESIDE}) as (app, page, inpage):
        await page.goto(app.url)
        await Calendar(inpage, page, find=2).pick(day, None)
        assert await page.inner_text("p") == told


SHEETS = """<p role=status></p><script>
const upTo = (most) => [...Array(most).keys()];
const nameOf = (month) => new Date(2026, month, 1).toLocaleDateString('en', {month: 'short'});
const MONTHS = upTo(12).map(nameOf);
const lastOf = (year, month) => new Date(year, month + 1, 0).getDate();
const sheetOf = (cells, said) =>
  '<tr>' + upTo(cells).map((n) => `<td>${said(n)}</td>` + (n % 7 === 6 ? '<tr>' : '')).join('');
const tell = (...words) => document.querySelector('p').append(words.join(' '));
"""

ZOOMING = (
    f"""<input id=born readonly><div id=sheet hidden style="position:fixed;top:60px"></div>
{SHEETS}"""
    + """
let year = 2026, month = 10, shows = 'days';
const presses = [];
function draw() {
  const first = Math.floor(year / 12) * 12;
  const heads = {days: MONTHS[month] + ' ' + year, years: first + ' – ' + (first + 11), months: year};
  const said = {days: (n) => n + 1, years: (n) => first + n, months: (n) => MONTHS[n]};
  sheet.innerHTML = `<button>‹</button><button class=head>${heads[shows]}</button><button>›</button><table>` +
    sheetOf(shows === 'days' ? lastOf(year, month) : 12, said[shows]) + '</table>';
}
born.onclick = () => { sheet.hidden = false; draw(); };
sheet.onclick = ({target}) => {
  presses.push(target.textContent);
  if (target.matches('.head')) shows = DEEP && shows === 'days' ? 'months' : 'years';
  else if (target.matches('button')) {
    const by = target.textContent === '‹' ? -1 : 1;
    if (shows === 'days') [year, month] = [year + Math.floor((month + by) / 12), (month + by + 12) % 12];
    else year += by * (shows === 'years' ? 12 : 1);
  } else if (shows === 'years') [year, shows] = [+target.textContent, 'months'];
  else if (shows === 'months') [month, shows] = [MONTHS.indexOf(target.textContent), 'days'];
  else { sheet.hidden = true; born.value = [year, month + 1, target.textContent].join('-'); }
  draw();
};</script>"""
)


@pytest.mark.parametrize("by_months", some_of(["true", "false"], 0))
async def test_a_date_of_birth_is_reached_over_the_years_behind_the_heading(
    launched: LaunchedBrowser, by_months: str
) -> None:
    async with served(launched, {"/": ZOOMING.replace("DEEP", by_months)}) as (app, page, inpage):
        await page.goto(app.url)
        await Calendar(inpage, page, find=2).pick("1984-03-09", page.locator("#born"))
        assert await page.input_value("#born") == "1984-3-9"
        assert len(await page.evaluate("presses")) < 12


YEAR_FIELD = (
    f"""<div style="position:fixed;top:60px"><b id=head></b> <input id=year type=number> <button>›</button>
<table id=days></table></div>{SHEETS}"""
    + """
let shown = new Date(2026, 10, 1);
function draw() {
  head.textContent = MONTHS[shown.getMonth()];
  year.value = shown.getFullYear();
  days.innerHTML = sheetOf(lastOf(shown.getFullYear(), shown.getMonth()), (n) => n + 1);
}
year.onkeyup = () => { shown = new Date(+year.value, shown.getMonth(), 1); draw(); };
document.querySelector('button').onclick = () => { shown.setMonth(shown.getMonth() + 1); draw(); };
days.onclick = ({target}) => tell(target.textContent, head.textContent, year.value);
draw();</script>"""
)


async def test_a_year_is_written_into_the_calendar_s_own_field(launched: LaunchedBrowser) -> None:
    async with served(launched, {"/": YEAR_FIELD}) as (app, page, inpage):
        await page.goto(app.url)
        await Calendar(inpage, page, find=2).pick("1984-12-09", None)
        assert await page.inner_text("p") == "9 Dec 1984"


GROWING = (
    f"""<div style="position:fixed;top:60px"><select id=months></select><select id=years></select>
<table id=days></table></div>{SHEETS}"""
    + """
let [year, month] = [2026, 10];
const option = (value, words, chosen) => `<option value=${value} ${chosen ? 'selected' : ''}>${words}`;
function draw() {
  months.innerHTML = MONTHS.map((name, n) => option(n, name, n === month)).join('');
  years.innerHTML = upTo(21).map((n) => option(year - 10 + n, year - 10 + n, n === 10)).join('');
  days.innerHTML = sheetOf(lastOf(year, month), (n) => n + 1);
}
years.onchange = () => { year = +years.value; draw(); };
months.onchange = () => { month = +months.value; draw(); };
days.onclick = ({target}) => tell(target.textContent, month + 1, year);
draw();</script>"""
)


async def test_a_list_of_years_that_goes_no_further_is_followed_as_it_grows(
    launched: LaunchedBrowser,
) -> None:
    async with served(launched, {"/": GROWING}) as (app, page, inpage):
        await page.goto(app.url)
        await Calendar(inpage, page, find=2).pick("1984-03-09", None)
        assert await page.inner_text("p") == "9 3 1984"


SPOKEN = """<div style="position:fixed;top:80px"><b>August 2026</b><button>‹</button><button>›</button>
<table><tr></table></div><style>td { position:relative; padding:9px }
td::after { content:''; position:absolute; inset:0 }
i { position:absolute; left:-9999px }</style><script>
const row = document.querySelector('tr');
for (let at = -5; at <= 31; at++) {
  const day = new Date(2026, 7, at), told = day.toLocaleDateString('en', {dateStyle: 'long'});
  row.innerHTML += `<td tabindex=-1><span aria-hidden=true>${day.getDate()}</span><i>${told}</i>`;
}</script>"""


async def test_a_date_told_for_the_ear_beside_a_day_heads_no_sheet(launched: LaunchedBrowser) -> None:
    # The last days of July come first, which has as many days.
    async with served(launched, {"/": SPOKEN}) as (app, page, inpage):
        await page.goto(app.url)
        seen = await inpage.call(page, "calendar", 2026, 8, 9, None, 500)
        assert (seen["state"], seen["off"]) == ("one", 0)
        day = page.locator(seen["day"]["css"])
        assert (await day.inner_text()).split() == ["9", "August", "9,", "2026"]
        await day.click(timeout=2000)


DRAWN = """<div id=sheet style="position:fixed;top:80px;background:#fff;width:300px">
<div role=combobox aria-label=Month tabindex=0></div> <div role=combobox aria-label=Year tabindex=0></div>
<table id=days></table></div><div id=over></div><p role=status></p><script>
const named = (at) => new Date(2026, at, 1).toLocaleDateString('en', {month: 'long'});
const names = [...Array(12).keys()].map(named);
const years = [2025, 2026, 2027].map(String), [month, year] = document.querySelectorAll('[role=combobox]');
const draw = () => {
  const at = names.indexOf(month.textContent) + 1, cells = [];
  for (let day = 1; day <= new Date(Number(year.textContent), at, 0).getDate(); day++)
    cells.push('<td>' + day + (day % 7 ? '' : '<tr>'));
  days.innerHTML = '<tr>' + cells.join('');
};
[month.textContent, year.textContent] = ['November', '2026'];
draw();
[[month, names], [year, years]].forEach(([list, entries]) => { list.onclick = () => setTimeout(() => {
  over.innerHTML = '<div role=listbox style="position:fixed;top:0;left:400px;height:90px;overflow:auto">' +
    entries.map((one) => '<div role=option>' + one + '</div>').join('') + '</div>';
  over.firstChild.onclick = ({target}) => {
    list.textContent = target.textContent; over.innerHTML = ''; draw(); };
}, 60); });
document.onkeydown = ({key}) => { if (key === 'Escape') over.innerHTML = ''; };
days.onclick = ({target}) =>
  document.querySelector('p').append(target.textContent, ' ', month.textContent, ' ', year.textContent);
</script>"""


@pytest.mark.parametrize(
    ("day", "told"), [("2027-02-03", "3 February 2027"), ("2026-12-31", "31 December 2026")]
)
async def test_lists_of_months_and_years_that_the_page_draws_are_chosen_from(
    launched: LaunchedBrowser, day: str, told: str
) -> None:
    async with served(launched, {"/": DRAWN}) as (app, page, inpage):
        await page.goto(app.url)
        await Calendar(inpage, page, find=2).pick(day, None)
        assert await page.inner_text("p") == told


async def test_a_year_that_a_drawn_list_does_not_offer_is_not_picked(launched: LaunchedBrowser) -> None:
    async with served(launched, {"/": DRAWN}) as (app, page, inpage):
        await page.goto(app.url)
        with pytest.raises(PermanentError, match="cannot be turned to February 2031"):
            await Calendar(inpage, page, find=2).pick("2031-02-03", None)
        assert await page.inner_text("p") == ""


SLIDING = """<style>.sheet { position: absolute; top: 60px; left: 300px; transition: left .3s linear }</style>
<button id=on>›</button><div class=sheet><b>November 2026</b>NOVEMBER</div><script>
document.getElementById('on').onclick = () => {
  const gone = document.querySelector('.sheet'), come = gone.cloneNode();
  come.innerHTML = `<b>December 2026</b>DECEMBER`;
  come.style.left = '600px';
  gone.after(come);
  gone.getBoundingClientRect(), come.getBoundingClientRect();
  [gone.style.left, come.style.left] = ['0px', '300px'];
  come.ontransitionend = () => gone.remove();
};</script>"""


async def test_sheets_that_slide_past_each_other_are_read_once_they_stand_still(
    launched: LaunchedBrowser,
) -> None:
    page_of = SLIDING.replace("NOVEMBER", SHEET).replace("DECEMBER", SHEET.replace("<td>30", "<td>30<td>31"))
    async with served(launched, {"/": page_of}) as (app, page, inpage):
        await page.goto(app.url)
        await page.click("#on")
        seen = await inpage.call(page, "calendar", 2026, 12, 9, 1, 2000)
        assert seen["off"] == 0
        assert await page.locator(seen["day"]["css"]).inner_text(timeout=300) == "9"
        assert await page.locator(".sheet").count() == 1
