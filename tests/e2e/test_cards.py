"""Records that are no rows of a table: picked as cards, tiles or entries, and worked on for other data."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App, Received
from tests.app import Page as Served
from tests.e2e.conftest import RoundTrip
from tests.sweeping import some_of

NAMES = {3: "Garden Chair", 7: "Garden Chair Cushion", 4: "Desk Lamp", 9: "Wall Clock"}
RECORD = """<label>Note <input id=note></label> <button onclick="save({id})">Save</button>
<p role=status id=said></p>"""
SCRIPT = """<style>.card{cursor:pointer;display:block;width:200px}</style><script>
const save = (id) => fetch(`/save?what=${id} ${note.value}`, {method: 'POST'})
  .then(() => { said.textContent = 'Saved'; });
const show = (id, name) => { pane.innerHTML = `<h2>${name}</h2>` + `RECORD`.replace('{id}', id); };
</script>""".replace("RECORD", RECORD)

LISTS = {
    "links of several texts": "<a class=card href='/p/{id}'><small>SKU-{id}</small><h3>{name}</h3></a>",
    "a picture and a title": "<div class=card><a href='/p/{id}'><img alt='{name}' width=9 height=9></a>"
    "<h3><a href='/p/{id}'>{name}</a></h3></div>",
    "components of their own": "<x-card><template shadowrootmode=open><a href='/p/{id}'>{name}</a></template>"
    "</x-card>",
    "tiles of a script": "<div class=card onclick='location = `/p/{id}`'><b>{name}</b><p>#{id}</p></div>",
    "a board with a pane": "<div onclick='show({id}, `{name}`)'><div>{name}</div><small>#{id}</small></div>",
}


def stock(entry: str) -> App:
    """A list with the entry for each record, and a page for each."""

    def record(received: Received) -> str:
        id = int(received.path.rpartition("/")[2])
        return f"<title>Stock</title><h1>{NAMES[id]}</h1>{SCRIPT}{RECORD.format(id=id)}"

    entries = "".join(entry.format(id=id, name=name) for id, name in NAMES.items())
    products = f"<title>Stock</title>{SCRIPT}<h1>Products</h1><div>{entries}</div><section id=pane></section>"
    return App({"/": products, "/save": Answer("{}"), **{f"/p/{id}": record for id in NAMES}})


@pytest.mark.parametrize("entry", some_of(LISTS.values(), 2), ids=LISTS)
async def test_another_record_is_worked_on_with_other_data(round_trip: RoundTrip, entry: str) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("Garden Chair", exact=True).click()
        await page.get_by_label("Note").fill("First")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with stock(entry) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"record": "Garden Chair", "note": "First"}
        for id, name in ((7, "Garden Chair Cushion"), (4, "Desk Lamp")):
            app.received.clear()
            summary = await round_trip.repeat(sop, {"record": name, "note": "Next"})
            assert summary.outcome == "done", summary.error
            assert [r.query["what"] for r in app.received if r.method == "POST"] == [f"{id} Next"]


ARCHIVES = "<button onclick='archive({id})'>Archive</button>"
ROWS = "<tr><td>{name}<td>#{id}<td>" + ARCHIVES
ENTRIES = "<li>{name} " + ARCHIVES
ARCHIVE = """<script>const archive = (id) => fetch(`/archive?id=${id}`, {method: 'POST'})
  .then(() => { said.textContent = 'Archived'; });</script><p role=status id=said></p>"""


@pytest.mark.sweep
@pytest.mark.parametrize("entry", [ROWS, ENTRIES], ids=["rows", "entries"])
async def test_a_record_that_is_not_there_is_not_one_that_is_called_longer(
    round_trip: RoundTrip, entry: str
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button").nth(0).click()
        await page.get_by_text("Archived", exact=True).wait_for()

    listed = "".join(entry.format(id=id, name=name) for id, name in NAMES.items())
    around = ("<table>", "</table>") if entry is ROWS else ("<ul>", "</ul>")
    page = f"<title>Stock</title><h1>Products</h1>{listed.join(around)}{ARCHIVE}"
    with App({"/": page, "/archive": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        (name,) = sop.variables
        for wanted, ids in (("Desk", []), ("Desk Lamp", ["4"]), ("Garden Chair", ["3"])):
            app.received.clear()
            summary = await round_trip.repeat(sop, {name: wanted})
            assert (summary.outcome == "done") == bool(ids), summary.error
            assert [r.query["id"] for r in app.received if r.method == "POST"] == ids


@pytest.mark.sweep
async def test_what_is_sought_in_another_column_is_no_part_of_a_longer_name(round_trip: RoundTrip) -> None:
    def orders(received: Received) -> str:
        sought = received.query.get("q", "")
        found = {id: name for id, name in NAMES.items() if sought in name}
        row = "<tr><td><a href=/o/{id}>SO-{id}</a><td>{name}<td>" + ARCHIVES
        listed = "".join(row.format(id=id, name=name) for id, name in found.items())
        form = "<form><label>Search <input name=q></label><button>Find</button></form>"
        return f"<title>Stock</title><h1>Orders</h1>{form}<table>{listed}</table>{ARCHIVE}"

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Search").fill("Wall Clock")
        await page.get_by_role("button", name="Find").click()
        await page.get_by_role("row", name="SO-9").get_by_role("button").click()
        await page.get_by_text("Archived", exact=True).wait_for()

    with App({"/": orders, "/archive": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert "cells" not in sop.model_dump_json(exclude_defaults=True)
        for wanted, ids in (("Desk", []), ("Desk Lamp", ["4"])):
            app.received.clear()
            summary = await round_trip.repeat(sop, {"search": wanted})
            assert (summary.outcome == "done") == bool(ids), summary.error
            assert [r.query["id"] for r in app.received if r.method == "POST"] == ids


HEAD = "<button id=b{id} aria-expanded=false aria-controls=r{id} onclick='unfold(this)'>{name}</button>"
NAMED = "<span>{name}</span> <small>SKU-{id}</small>"
COMMAND = "<p>SKU {id}</p><button onclick='archive({id})'>Archive</button>"
LAZY = HEAD.replace("{name}", NAMED).replace("unfold(", "draw({id}, ")
ACCORDIONS = {
    "details": f"<details><summary>{NAMED}</summary>{COMMAND}</details>",
    "headings": f"<h3>{HEAD}</h3><div id=r{{id}} hidden>{COMMAND}</div>",
    "regions": f"<h3>{HEAD}</h3><div id=r{{id}} role=region aria-labelledby=b{{id}} hidden>{COMMAND}</div>",
    "items": f"<div class=item>{HEAD}<div id=r{{id}} hidden>{COMMAND}</div></div>",
    "drawn when opened": f"<div class=item>{LAZY}<div id=r{{id}} hidden></div></div>",
}
UNFOLD = """<script>const unfold = (head) => {
  const part = document.getElementById(head.getAttribute('aria-controls'));
  part.hidden = !part.hidden;
  head.setAttribute('aria-expanded', String(!part.hidden));
};
const draw = (id, head) => { window['r' + id].innerHTML = `COMMAND`.replaceAll('{id}', id); unfold(head); };
</script>""".replace("COMMAND", COMMAND)


@pytest.mark.sweep
@pytest.mark.parametrize("item", ACCORDIONS.values(), ids=ACCORDIONS)
async def test_what_an_accordion_unfolds_is_another_record_s_with_other_data(
    round_trip: RoundTrip, item: str
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("Garden Chair", exact=True).click()
        await page.get_by_role("button", name="Archive").click()
        await page.get_by_text("Archived", exact=True).wait_for()

    items = "".join(item.format(id=id, name=name) for id, name in NAMES.items())
    page = f"<title>Stock</title><h1>Products</h1><div>{items}</div>{UNFOLD}{ARCHIVE}"
    with App({"/": page, "/archive": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"record": "Garden Chair"}
        for id, name in ((7, "Garden Chair Cushion"), (4, "Desk Lamp")):
            app.received.clear()
            summary = await round_trip.repeat(sop, {"record": name})
            assert summary.outcome == "done", summary.error
            assert [r.query["id"] for r in app.received if r.method == "POST"] == [str(id)]


@pytest.mark.sweep
async def test_the_parts_of_a_form_that_unfold_are_no_records(round_trip: RoundTrip) -> None:
    parts = {"Profile": "Name", "Security": "Hint", "Billing": "Iban"}
    inside = "<label>{0} <input></label><button>Save {0}</button>"
    items = "".join(
        f"<details><summary>{part}</summary>{inside.format(field)}</details>" for part, field in parts.items()
    )

    async def drive(page: Page, recorder: Recorder) -> None:
        await page.get_by_text("Security", exact=True).click()
        await page.get_by_label("Hint").fill("First")
        await page.get_by_role("button", name="Save Hint").click()
        await recorder.settled()

    with App({"/": f"<title>Settings</title><div>{items}</div>"}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert [*sop.variables] == ["hint"]


@pytest.mark.sweep
async def test_what_stands_on_all_pages_is_no_record(round_trip: RoundTrip) -> None:
    parts = ("App settings", "Team members", "Customer orders")
    links = "".join(
        f"<div><a href='/admin/{part.lower().replace(' ', '-')}'>{part}</a></div>" for part in parts
    )

    async def drive(page: Page, recorder: Recorder) -> None:
        await page.get_by_role("link", name="Team members").click()
        await page.get_by_label("Note").fill("First")
        await recorder.settled()

    form = "<h1>Team members</h1><label>Note <input></label>"
    pages = {"/": f"<title>Stock</title>{links}", "/admin/team-members": f"<title>Stock</title>{links}{form}"}
    with App(pages) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert [*sop.variables] == ["note"]


@pytest.mark.sweep
@pytest.mark.parametrize("named", ["<em>{}</em>", "{}"])
async def test_a_link_that_says_the_kind_before_the_name_is_an_input(
    round_trip: RoundTrip, named: str
) -> None:
    """In a list of links "Milestone: Spring", of which the name alone tells them apart."""
    names = ("plan-1", "spring", "spring-2", "summer-9")
    links = [f"<h2><a href=/milestone/{one}>Milestone: {named.format(one)}</a></h2>" for one in names]
    served: dict[str, Served] = {"/": f"<h1>Roadmap</h1>{''.join(f'<div>{one}</div>' for one in links)}"}
    for one in names:
        remove = f"<form method=post action=/remove/{one}><button>Delete milestone</button></form>"
        served |= {
            f"/milestone/{one}": f"<h1>Goals</h1><p>{one}</p>{remove}",
            f"/remove/{one}": "<h1>Done</h1>",
        }

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("link", name="Milestone: spring", exact=True).click()
        async with page.expect_response("**/remove/*"):
            await page.get_by_role("button", name="Delete milestone").click()

    with App(served) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert [one.default for one in sop.variables.values()] == ["spring"]
        assert (await round_trip.repeat(sop, {"milestone": "spring-2"})).outcome == "done"
        removed = [one.path for one in app.received if one.method == "POST"]
        assert removed == ["/remove/spring", "/remove/spring-2"]


@pytest.mark.sweep
async def test_a_record_that_stands_twice_on_the_page_is_found_in_its_part(round_trip: RoundTrip) -> None:
    """As among the newest and in the list of all: what names it finds two links in each place."""
    book = (
        "<div class='col book'>"
        "<div class=cover><a href='/p/{id}'><img alt='{name}' width=9 height=9></a></div>"
        "<div class=meta><a href='/p/{id}'><p>{name}</p></a><p><a href='/by/{id}'>Maker {id}</a></p></div>"
        "</div>"
    )

    def record(received: Received) -> str:
        id = int(received.path.rpartition("/")[2])
        return f"<title>Stock</title><h1>{NAMES[id]}</h1>{SCRIPT}{RECORD.format(id=id)}"

    def listed(ids: list[int]) -> str:
        return "".join(book.format(id=id, name=NAMES[id]) for id in ids)

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("Garden Chair", exact=True).last.click()
        await page.get_by_label("Note").fill("First")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    newest, every = listed([4, 3, 9]), listed(list(NAMES))
    page = f"<title>Stock</title><h2>Newest</h2><div>{newest}</div><h2>Products</h2><div>{every}</div>"
    with App({"/": page, "/save": Answer("{}"), **{f"/p/{id}": record for id in NAMES}}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {one.default for one in sop.variables.values()} == {"Garden Chair", "First"}
        (name,) = (name for name, one in sop.variables.items() if one.default == "Garden Chair")
        for id, wanted in ((7, "Garden Chair Cushion"), (4, "Desk Lamp")):
            app.received.clear()
            summary = await round_trip.repeat(sop, {name: wanted, "note": "Next"})
            assert summary.outcome == "done", summary.error
            assert [r.query["what"] for r in app.received if r.method == "POST"] == [f"{id} Next"]


@pytest.mark.sweep
async def test_an_entry_of_the_menu_that_counts_is_found_when_there_are_more(round_trip: RoundTrip) -> None:
    """Its icon brings a style sheet, which is no text, and another link leads to the same list."""
    counted = 0

    def home(_: Received) -> str:
        icon = "<svg width=9 height=9><style>.members_cls-1{fill:none}</style><path d='M0 0'></svg>"
        entry = f"<li><a href=/members>{icon}Members <span>{counted}</span></a>"
        menu = f"<nav><ul><li><a href=/tags>Tags</a>{entry}</ul></nav>"
        return f"<title>Notes</title>{menu}<main><h1>Home</h1><a href=/members>Your first members</a></main>"

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("link", name="Members 0").click()
        await page.get_by_label("Note").fill("First")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    members = f"<title>Notes</title><h1>Members</h1>{SCRIPT}{RECORD.format(id=0)}"
    with App({"/": home, "/members": members, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert "fill:none" not in sop.model_dump_json()
        counted = 12
        app.received.clear()
        summary = await round_trip.repeat(sop, {"note": "Next"})
        assert summary.outcome == "done", summary.error
        assert [r.query["what"] for r in app.received if r.method == "POST"] == ["0 Next"]


LINES = {
    "lines that are pressed": "<li style='cursor:pointer' data-id={id}><span>{name}</span> "
    "<span>Maker {id}</span>",
    "lines with a command": "<li><span>{name}</span> <span style='cursor:pointer' data-id={id}>Open</span>",
}


@pytest.mark.sweep
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
async def test_the_texts_of_a_line_without_classes_are_one_record_s(round_trip: RoundTrip, line: str) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        words = "Open" if "Open" in line else "Garden Chair"
        await page.get_by_text(words, exact=True).first.click()
        await page.get_by_label("Note").fill("First")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    lines = "".join(line.format(id=id, name=name) for id, name in NAMES.items())
    opens = """<script>onclick = (event) => { const id = event.target.closest('[data-id]')?.dataset.id;
        if (id) { location.hash = `#/p/${id}`; main.innerHTML = `RECORD`.replace('{id}', id); } };</script>"""
    script = SCRIPT + opens.replace("RECORD", RECORD)
    page = f"<title>Stock</title>{script}<div id=main><ul>{lines}</ul></div>"
    with App({"/": page, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"record": "Garden Chair", "note": "First"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"record": "Desk Lamp", "note": "Next"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert [r.query["what"] for r in app.received if r.method == "POST"] == ["4 Next"]


SET_IN_CARDS = {
    "a list that tells at once": "<select aria-label=State onchange='put({id}, this.value)'>"
    "<option>Open<option>Held<option>Sold</select>",
    "a field before a command": "<label>State <input></label> <button onclick='"
    "put({id}, this.parentNode.querySelector(`input`).value)'>Set</button>",
}


@pytest.mark.sweep
@pytest.mark.parametrize("control", SET_IN_CARDS.values(), ids=SET_IN_CARDS)
async def test_what_is_set_in_a_card_is_set_in_the_given_one(round_trip: RoundTrip, control: str) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        card = page.locator(".box").filter(has_text="#3")
        if "select" in control:
            await card.get_by_label("State").select_option("Held")
        else:
            await card.get_by_label("State").fill("Held")
            await card.get_by_role("button", name="Set").click()
        await page.get_by_text("Told", exact=True).wait_for()

    cards = "".join(
        f"<div class=box><h4>{name}</h4><p>#{id}</p>{control.format(id=id)}</div>"
        for id, name in NAMES.items()
    )
    script = """<p role=status id=said></p><script>
    const put = (id, state) =>
      fetch(`/put?what=${id} ${state}`, {method: 'POST'}).then(() => { said.textContent = 'Told'; });
    </script>"""
    with App({"/": f"<title>Stock</title><div>{cards}</div>{script}", "/put": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"record": "Garden Chair", "state": "Held"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"record": "Wall Clock", "state": "Sold"})
        assert summary.outcome == "done", summary.error
        assert [r.query["what"] for r in app.received if r.method == "POST"] == ["9 Sold"]


@pytest.mark.sweep
async def test_a_box_that_is_called_by_its_whole_line_chooses_the_record_of_that_line(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("listitem").filter(has_text="Maker 3").get_by_role("checkbox").check()
        await page.get_by_role("button", name="Archive").click()
        await page.get_by_text("Archived", exact=True).wait_for()

    lines = "".join(
        f"<li><input type=checkbox data-id={id}><span>{name}</span><span>Maker {id}</span><b>{id}.5</b>"
        for id, name in NAMES.items()
    )
    script = """<button>Archive</button><p role=status id=said></p><script>
    document.querySelector('button').onclick = () => { const on = [...document.querySelectorAll(':checked')];
      fetch(`/archive?ids=${on.map((one) => one.dataset.id)}`, {method: 'POST'}).then(() => {
        said.textContent = 'Archived'; on.forEach((one) => { one.checked = false; }); }); };</script>"""
    with App({"/": f"<title>Stock</title><ul>{lines}</ul>{script}", "/archive": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"entry": "Garden Chair"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"entry": "Desk Lamp"})
        assert summary.outcome == "done", summary.error
        assert [r.query["ids"] for r in app.received if r.method == "POST"] == ["4"]


@pytest.mark.sweep
async def test_the_tile_whose_name_stays_as_the_list_goes_is_the_record(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("Garden Chair", exact=True).click()
        await page.get_by_label("Note").fill("First")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    tiles = "".join(f"<div style='cursor:pointer' data-id={id}>{name}</div>" for id, name in NAMES.items())
    opens = """<script>onclick = ({target}) => { const id = target.dataset.id; if (id)
        main.innerHTML = `<div>${target.textContent}</div>` + `RECORD`.replace('{id}', id); };</script>"""
    script = SCRIPT + opens.replace("RECORD", RECORD)
    page = f"<title>Stock</title>{script}<div id=main><div>{tiles}</div></div>"
    with App({"/": page, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"record": "Garden Chair", "note": "First"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"record": "Desk Lamp", "note": "Next"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert [r.query["what"] for r in app.received if r.method == "POST"] == ["4 Next"]
