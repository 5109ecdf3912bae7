"""Pages of older trackers and consoles that the server makes: shown once, repeated on other data."""

from __future__ import annotations

import re
import time
from html import escape

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App, Received, redirect
from tests.app import Page as Served
from tests.e2e.conftest import RoundTrip

CLEARING = """<title>Console</title><div id=main><h3>Device</h3>
<p><label>Name <input id=n></label></p><p><label>Timeout <input id=t></label></p>
<button id=b>Create</button></div>
<script>
function clearAll() { let id = setTimeout(() => {}, 0); while (id--) clearTimeout(id); }
b.onclick = async () => {
  const form = new URLSearchParams({name: n.value, timeout: t.value});
  clearAll();
  const answer = await fetch('/save', {method: 'POST', body: form});
  const text = await answer.text();
  clearAll();
  main.innerHTML = text; };
</script>"""
"""An app that ends all timers of its window whenever it shows something else."""


def _save(received: Received) -> str | Answer:
    name, timeout = (escape(received.form[one]) for one in ("name", "timeout"))
    if not timeout.isdigit():
        return (
            f"<h3>Device</h3><p><label>Timeout <input value='{timeout}'></label></p><button>Create</button>"
        )
    return f"<h3>Device {name}</h3><p>{name} has no graphs.</p><button>Add a graph</button>"


async def test_a_page_that_ends_all_timers_is_still_told_of_and_waited_for(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Name").click()
        await page.keyboard.type("Switch Oslo")
        await page.get_by_label("Timeout").click()
        await page.keyboard.type("500")
        await page.get_by_role("button", name="Create").click()
        await page.get_by_text("has no graphs").wait_for()

    with App({"/": CLEARING, "/save": _save}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        summary = await round_trip.repeat(sop, {"name": "Switch Bergen", "timeout": "700"})
        assert summary.outcome == "done", summary.error
        # What the server refuses it answers with 200 as well.
        summary = await round_trip.repeat(sop, {"name": "Bad", "timeout": "abc"}, verify_seconds=1)
        assert summary.outcome == "needs reconciliation"


def _tracker(titles: dict[int, str], changed: str) -> App:
    """A tracker with a list at `/issue` and its records at `/issue3`, whose title stands in a field alone."""

    def listed(_: Received) -> str:
        rows = "".join(
            f"<tr><td>{number}<td>{ago} hours ago<td><a href=/issue{number}>{title}</a><td>open"
            for ago, (number, title) in enumerate(titles.items(), start=2)
        )
        head = "<title>Issues</title><h2>List of issues</h2>"
        return f"{head}<table><tr><th>ID<th>Activity<th>Title<th>Status{rows}</table>"

    def shown(number: int) -> str:
        return f"""<title>Issue {number}</title><h2>Issue{number} Editing</h2>
        <form method=post action=/change><input type=hidden name=n value={number}>
        <label>Title <input name=title value='{titles[number]}'></label>
        <label>Note <input name=note></label><button>Submit</button></form>"""

    pages = {f"/issue{number}": shown(number) for number in titles}
    done = f"<title>Changed</title><h2>Changed</h2><p>{changed}</p>"
    return App({"/issue": listed, **pages, "/change": lambda _: redirect("/changed"), "/changed": done})


async def _note(page: Page, _: Recorder) -> None:
    await page.get_by_role("link").first.click()
    await page.get_by_label("Note").click()
    await page.keyboard.type("Cleaned")
    await page.get_by_role("button").click()
    await page.get_by_text("Note added").wait_for()


@pytest.mark.sweep
async def test_the_only_record_of_a_list_is_an_input_and_not_how_long_ago_it_was_changed(
    round_trip: RoundTrip,
) -> None:
    with _tracker({1: "Printer jams"}, "Note added.") as app:
        sop = await round_trip.show(app.url + "/issue", _note)
        assert {name: one.default for name, one in sop.variables.items()} == {
            "issue": "Printer jams",
            "note": "Cleaned",
        }
    start = sop.environment.start[0]
    with _tracker({5: "Toner empty", 1: "Printer jams", 7: "Lamp broken"}, "Note added.") as app:
        text = re.sub(r"127\.0\.0\.1:\d+", app.host, sop.model_dump_json(exclude_none=True))
        moved = type(sop).model_validate_json(text)
        assert moved.environment.start[0].url != start.url
        summary = await round_trip.repeat(moved, {"issue": "Lamp broken", "note": "New lamp"})
        assert summary.outcome == "done", summary.error
        assert [post["n"] for post in app.posts("/change")] == ["7"]


BOXES = """<title>Settings</title><div id=main><h3>Settings</h3>
<p><label>Level <input id=n></label></p><button id=b>Save</button></div><script>
b.onclick = async () => {
  const answer = await fetch('/save', {method: 'POST', body: new URLSearchParams({level: n.value})});
  const said = await answer.text();
  const box = document.createElement('div');
  box.innerHTML = `<h4>${said}</h4><p>Details are below.</p><button>Pause</button>`;
  box.setAttribute('role', 'dialog');
  box.setAttribute('aria-label', said);
  box.style = 'position: fixed; top: 80px; left: 80px; background: #fff';
  document.body.append(box);
  setTimeout(() => box.remove(), 2600); };
</script>"""
"""An app that says for some seconds in a box whether it took a form, which stays as it was."""


@pytest.mark.sweep
async def test_a_box_that_closes_by_itself_tells_whether_the_app_took_the_form(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Level").click()
        await page.keyboard.type("3")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_role("dialog").wait_for()
        await page.get_by_role("dialog").wait_for(state="hidden")

    def save(received: Received) -> str:
        return "Operation successful" if received.form["level"].isdigit() else "Operation failed"

    with App({"/": BOXES, "/save": save}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        summary = await round_trip.repeat(sop, {"level": "5"})
        assert summary.outcome == "done", summary.error
        summary = await round_trip.repeat(sop, {"level": "x"}, verify_seconds=1)
        assert summary.outcome == "needs reconciliation"


IN_PLACE = """<title>Groups</title><div id=main><h3 id=h>Group [new]</h3>
<p><label>Name <input id=n></label></p><button id=b>Create</button></div><script>
b.onclick = async () => {
  const answer = await fetch('/save', {method: 'POST', body: new URLSearchParams({name: n.value})});
  main.querySelector('p').insertAdjacentHTML('beforebegin', await answer.text()); };
</script>"""


@pytest.mark.sweep
async def test_a_form_that_stays_in_place_is_taken_where_the_page_names_the_record(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Name").click()
        await page.keyboard.type("Operators")
        await page.get_by_role("button", name="Create").click()
        await page.get_by_text("edit: Operators").wait_for()

    def save(received: Received) -> str:
        name = received.form["name"]
        return "<i>Try another one.</i>" if name == "Guests" else f"<p>Group [edit: {escape(name)}]</p>"

    with App({"/": IN_PLACE, "/save": save}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        summary = await round_trip.repeat(sop, {"name": "Night shift"})
        assert summary.outcome == "done", summary.error
        summary = await round_trip.repeat(sop, {"name": "Guests"}, verify_seconds=1)
        assert summary.outcome == "needs reconciliation"


MATRIX = (
    "<title>Search</title><h2>Search</h2><form method=post action=/go><table>"
    "<tr><th>&nbsp;</th><th>Filter on</th><th>Display</th><th>Sort on</th></tr>"
    + "".join(
        f"<tr><th>{one}:</th><td><input name={one}></td><td><input type=checkbox name=shown value={one}></td>"
        f"<td><input type=radio name=by value={one}></td></tr>"
        for one in ("Title", "Creator", "Status")
    )
    + "<tr><th>Query name:</th><td><input name=q></td><td></td><td></td></tr></table>"
    "<input type=submit value=Search></form>"
)
"""A search whose rows are captions of fields: in each a text, a box and one of the buttons of a column."""


@pytest.mark.sweep
async def test_a_table_of_captions_with_boxes_and_choices_is_no_list_of_records(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("[name=Title]").click()
        await page.keyboard.type("lamp")
        await page.locator("[type=checkbox][value=Creator]").click()
        await page.locator("[type=radio][value=Status]").click()
        await page.locator("[name=q]").click()
        await page.keyboard.type("Mine")
        await page.get_by_role("button").click()
        await page.get_by_text("Found").wait_for()

    with App({"/": MATRIX, "/go": lambda _: redirect("/found"), "/found": "<h2>Found</h2>"}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {
            "title": "lamp",
            "creator_display": "true",
            "sort_on": "Status:",
            "query_name": "Mine",
        }
        app.received.clear()
        other = {"title": "desk", "creator_display": "false", "sort_on": "Title:", "query_name": "Desks"}
        summary = await round_trip.repeat(sop, other)
        assert summary.outcome == "done", summary.error
        empty = {"Creator": "", "Status": ""}
        assert app.posts("/go") == [{"Title": "desk", "by": "Title", "q": "Desks", **empty}]


BULK = """<title>Devices</title><h3>Devices</h3><form method=post action=/go>
<table><tr><th>Name<th>Address<th></tr><tr><td>Switch 1<td>10.0.0.1<td><input type=checkbox name=s value=1>
<tr><td>Switch 2<td>10.0.0.2<td><input type=checkbox name=s value=2></table><div>All 2 Devices</div>
<div><select name=act hidden><option>Choose an action<option>Enable<option>Disable</select>
<span id=list role=combobox aria-haspopup=listbox tabindex=0>Choose an action</span>
<input type=submit value=Go></div></form>
<ul role=listbox id=menu hidden><li role=option>Enable<li role=option>Disable</ul><script>
list.onclick = () => { menu.hidden = false; };
menu.onclick = ({target}) => { menu.hidden = true; list.textContent = target.textContent;
  document.querySelector('select').value = target.textContent.trim(); };
</script>"""


@pytest.mark.sweep
async def test_a_list_is_not_called_by_how_many_records_stand_before_it(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("[value='2']").click()
        await page.get_by_role("combobox").click()
        await page.get_by_role("option", name="Disable").click()
        await page.get_by_role("button", name="Go").click()
        await page.get_by_text("Done").wait_for()

    with App({"/": BULK, "/go": lambda _: redirect("/done"), "/done": "<h3>Done</h3>"}) as app:
        sop = await round_trip.show(app.url + "/", drive)
    assert {"choose_an_action"} < sop.variables.keys()
    assert not [name for name in sop.variables if "devices" in name]


TICKET = """<title>Create</title><h1>Create a ticket</h1><form method=post action=/create id=form>
<p><label for=cc>Cc:</label> <span id=tags></span><input id=cc>
<input type=hidden name=cc id=all></p>
<p><label>Subject: <input name=subject></label></p>
<p><label for=one>Status:</label>
<button type=button id=one role=combobox aria-haspopup=listbox>new</button></p>
<p><label for=two>Owner:</label>
<button type=button id=two role=combobox aria-haspopup=listbox>new</button></p>
<input type=hidden name=status id=s value=new><input type=hidden name=owner id=o value=new>
<button>Create</button></form>
<div role=listbox id=menu hidden><a role=option>new</a> <a role=option>open</a> <a role=option>old</a></div>
<p>open</p><p>old</p><script>
cc.onkeydown = (event) => {
  if (event.key !== 'Tab' || !cc.value) return;
  event.preventDefault();
  tags.innerHTML += `<b>${cc.value}</b> `; all.value += cc.value + ';'; cc.value = ''; };
let last = null;
for (const [button, field] of [[one, s], [two, o]]) button.onclick = () => {
  last = [button, field]; menu.hidden = false; };
menu.onclick = ({target}) => { menu.hidden = true;
  last[0].textContent = last[1].value = target.textContent; };
</script>"""
"""A field that makes an entry of what was typed when it is left by Tab alone, and lists."""


@pytest.mark.sweep
async def test_a_tab_that_makes_an_entry_of_what_was_typed_is_pressed_again(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#cc").click()
        await page.keyboard.type("ida@berg.test")
        await page.keyboard.press("Tab")
        await page.get_by_text("ida@berg.test").wait_for()
        await page.get_by_label("Subject").click()
        await page.keyboard.type("Printer jams")
        for button, option in (("#one", "open"), ("#two", "old")):
            await page.locator(button).click()
            await page.get_by_role("option", name=option).click()
        await page.get_by_role("button", name="Create").click()
        await page.get_by_text("created").wait_for()

    def shown(received: Received) -> str:
        form = app.posts("/create")[-1]
        subject, people = escape(form["subject"]), form["cc"].strip(";")
        more = f"<p>&lt;{escape(people)}&gt;</p>" if people else ""
        return f"<title>Ticket</title><h1>#{len(app.received)}: {subject}</h1>{more}<p>It was created.</p>"

    with App({"/": TICKET, "/create": lambda _: redirect("/shown"), "/shown": shown}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert not [one for one in sop.clarifications if one.id.startswith("which-choice")]
        app.received.clear()
        other = {"cc": "bo@lind.test", "subject": "Lamp broken", "status": "new", "owner": "open"}
        summary = await round_trip.repeat(sop, other)
        assert summary.outcome == "done", summary.error
        assert app.posts("/create") == [
            {"cc": "bo@lind.test;", "subject": "Lamp broken", "status": "new", "owner": "open"}
        ]
        # The page names nobody then, and the ticket is there all the same.
        summary = await round_trip.repeat(sop, {**other, "cc": ""}, verify_seconds=1)
        assert summary.outcome == "done", summary.error


SIDE = "".join(
    f"<h3>{head}</h3><ul>{''.join(f'<li><a href=/admin/{one.lower()}>{one}</a>' for one in entries)}</ul>"
    for head, entries in (
        ("General", ("Basics", "Logging")),
        ("Tickets", ("Components", "Versions", "Types")),
    )
)


@pytest.mark.sweep
async def test_an_entry_of_a_menu_is_the_app_s_own_though_its_page_comes_late(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("link", name="Components").click()
        await page.get_by_label("Name").click()
        await page.keyboard.type("Printing")
        await page.get_by_role("button", name="Add").click()
        await page.get_by_text("has been added").wait_for()

    def listed(_: Received) -> str:
        time.sleep(0.6)
        form = (
            "<form method=post action=/add><label>Name <input name=name></label><button>Add</button></form>"
        )
        return f"<title>Components</title>{SIDE}<h2>Manage Components</h2>{form}"

    home = f"<title>Administration</title>{SIDE}<h2>Administration</h2>"
    pages: dict[str, Served] = {
        "/": home,
        "/admin/components": listed,
        "/add": lambda _: redirect("/added"),
        "/added": "<h2>Added</h2><p>It has been added.</p>",
    }
    with App(pages) as app:
        sop = await round_trip.show(app.url + "/", drive)
    assert sop.variables.keys() == {"name"}


@pytest.mark.sweep
async def test_a_link_that_begins_with_the_record_s_number_goes_by_the_name(round_trip: RoundTrip) -> None:
    reports = {1: "Active Tickets", 2: "Tickets by Version", 3: "My Tickets"}

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("link", name="Active").click()
        await page.get_by_label("Note").click()
        await page.keyboard.type("Seen")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    def report(number: int) -> str:
        title = f"{{{number}}} {reports[number]}"
        form = f"<form method=post action=/save><input type=hidden name=n value={number}>"
        head = f"<title>{title} – demo</title><h1>{title} (7 matches)</h1>"
        return f"{head}{form}<label>Note <input name=o></label><button>Save"

    links = "".join(
        f"<div><h3><a href=/report/{number}><em>{{{number}}}</em> {name}</a></h3><p>All of them.</p></div>"
        for number, name in reports.items()
    )
    pages: dict[str, Served] = {f"/report/{number}": report(number) for number in reports}
    pages |= {"/save": lambda _: redirect("/saved"), "/saved": "<h1>Saved</h1>"}
    with App({"/": f"<title>Reports</title><h1>Reports</h1>{links}", **pages}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {
            "report": "Active Tickets",
            "note": "Seen",
        }
        app.received.clear()
        summary = await round_trip.repeat(sop, {"report": "My Tickets", "note": "Mine"})
        assert summary.outcome == "done", summary.error
        assert app.posts("/save") == [{"n": "3", "o": "Mine"}]
