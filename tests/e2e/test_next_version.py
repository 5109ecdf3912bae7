"""Shown on one version of an app, run on the next one: what is found otherwise must be the same thing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip
from tests.sweeping import some_of

PEOPLE = ("Ada Lovelace", "Grace Hopper", "Alan Turing", "Barbara Liskov")
COLUMNS: dict[str, Callable[[int], str]] = {
    "Name": lambda at: PEOPLE[at],
    "Owner": lambda at: PEOPLE[(at + 1) % len(PEOPLE)],
    "No.": lambda at: str(at + 1),
    "Status": lambda at: ("Active", "Lead", "Paused", "Lead")[at],
}
DELETES = """<title>Customers</title><h1>Customers</h1><p role=status id=said></p>{list}<script>
for (const button of document.querySelectorAll('button[data-id]')) button.onclick = () =>
  fetch('/gone/' + button.dataset.id, {{method: 'DELETE'}})
    .then(() => {{ said.textContent = 'Customer deleted'; }});
</script>"""


def table(*columns: str, people: tuple[int, ...] = (0, 1, 2, 3)) -> str:
    """The list of customers with these columns."""
    head = "".join(f"<th>{column}</th>" for column in columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{COLUMNS[column](at)}</td>" for column in columns)
        + f"<td><button data-id={at}>Delete</button></td></tr>"
        for at in people
    )  # fmt: skip
    return DELETES.format(list=f"<table><thead><tr>{head}<th></th></tr></thead><tbody>{rows}</tbody></table>")


async def delete_alan(page: Page, _: Recorder) -> None:
    await page.get_by_role("row", name="Alan").get_by_role("button").click()
    await page.get_by_text("Customer deleted").wait_for()


@pytest.mark.parametrize(
    "columns",
    [("Owner", "Name", "Status"), ("No.", "Status", "Name"), ("Name", "Owner")],
    ids=["an owner before it", "moved behind others", "an owner behind it"],
)
@pytest.mark.sweep
async def test_a_row_is_known_by_the_column_that_its_name_stood_in(
    round_trip: RoundTrip, columns: tuple[str, ...]
) -> None:
    deleted = {f"/gone/{at}": Answer("{}") for at in range(4)}
    with App({"/": table("Name", "Status"), **deleted}) as app:
        sop = await round_trip.show(app.url + "/", delete_alan)
        app.pages["/"] = table(*columns)
        app.received.clear()
        summary = await round_trip.repeat(sop, {next(iter(sop.variables)): "Barbara Liskov"})
        assert summary.outcome == "done", summary.error
        assert [one.path for one in app.received if one.method == "DELETE"] == ["/gone/3"]


async def test_who_is_gone_is_not_found_as_the_owner_of_another(round_trip: RoundTrip) -> None:
    deleted = {f"/gone/{at}": Answer("{}") for at in range(4)}
    with App({"/": table("Name", "Status"), **deleted}) as app:
        sop = await round_trip.show(app.url + "/", delete_alan)
        app.pages["/"] = table("Owner", "Name", people=(0, 1, 2))
        app.received.clear()
        summary = await round_trip.repeat(sop, {next(iter(sop.variables)): "Barbara Liskov"})
        assert summary.outcome != "done"
        assert [one.path for one in app.received if one.method == "DELETE"] == []


def cards(card: str, people: tuple[int, ...] = (0, 1, 2, 3)) -> str:
    """The list of customers, each drawn so."""
    drawn = "".join(card.format(at=at, name=PEOPLE[at], owner=PEOPLE[(at + 1) % 4]) for at in people)
    rows = card.startswith("<tr>")
    return EDITS.format(list=f"<table><tr><th>Name<th>Owner<th>{drawn}</table>" if rows else drawn)


EDITS = """<title>Customers</title><h1>Customers</h1><p role=status id=said></p>{list}<script>
for (const one of document.querySelectorAll('[data-id]')) one.onclick = (event) => {{
  event.preventDefault();
  fetch('/keep/' + one.dataset.id, {{method: 'POST'}}).then(() => {{ said.textContent = 'Kept'; }});
}};
</script>"""
KEEP = "<button data-id={at}>Keep</button>"
ROW = "<tr><td>{name}<td>{owner}<td>"
VERSIONS = {
    "cards": f"<article><h3>{{name}}</h3><p>{{owner}}</p><div>{KEEP}</div></article>",
    "items": f"<li><b>{{name}}</b> <i>{{owner}}</i> {KEEP}</li>",
    "lines": f"<div class=line><div>{{name}}</div><div>{{owner}}</div><div>{KEEP}</div></div>",
    "links": f"{ROW}<a href=# data-id={{at}}>Keep</a>",
    "menu": f"{ROW}<details><summary>⋯</summary>{KEEP}</details>",
    "whose": f"{ROW}<button data-id={{at}}>Keep {{name}}</button>",
}


async def keep_alan(page: Page, _: Recorder) -> None:
    await page.get_by_role("row", name="Alan").first.get_by_role("button").click()
    await page.get_by_text("Kept").wait_for()


@pytest.mark.parametrize("version", some_of(VERSIONS, 0, 3))
async def test_what_is_done_with_a_record_is_found_where_a_table_was_drawn_anew(
    round_trip: RoundTrip, version: str
) -> None:
    kept = {f"/keep/{at}": Answer("{}") for at in range(4)}
    with App({"/": cards(f"{ROW}{KEEP}"), **kept}) as app:
        sop = await round_trip.show(app.url + "/", keep_alan)
        app.pages["/"] = cards(VERSIONS[version])
        app.received.clear()
        summary = await round_trip.repeat(sop, {next(iter(sop.variables)): "Barbara Liskov"})
        assert summary.outcome == "done", summary.error
        assert [one.path for one in app.received if one.method == "POST"] == ["/keep/3"]
        assert [one.node for one in summary.found_otherwise]


@pytest.mark.parametrize("version", some_of(["cards", "items", "lines"], 0))
async def test_a_card_that_only_mentions_who_is_gone_is_not_theirs(
    round_trip: RoundTrip, version: str
) -> None:
    kept = {f"/keep/{at}": Answer("{}") for at in range(4)}
    with App({"/": cards(f"{ROW}{KEEP}"), **kept}) as app:
        sop = await round_trip.show(app.url + "/", keep_alan)
        app.pages["/"] = cards(VERSIONS[version], people=(0, 1, 2))
        app.received.clear()
        summary = await round_trip.repeat(sop, {next(iter(sop.variables)): "Barbara Liskov"})
        assert summary.outcome != "done"
        assert not [one for one in app.received if one.method == "POST"]


FORM = """<title>Profile</title><h1>Profile</h1>
<form id=f><label for=n>Newsletter</label> {box} <button>Save</button></form>
<p role=status id=said></p><script>
const box = document.querySelector('#n');
box.onclick = () => {{
  if (box.localName === 'button') box.setAttribute('aria-checked', box.ariaChecked !== 'true');
}};
f.onsubmit = (event) => {{
  event.preventDefault();
  const on = box.localName === 'button' ? box.ariaChecked === 'true' : box.checked;
  fetch('/save', {{method: 'POST', body: String(on)}}).then(() => {{ said.textContent = 'Saved'; }});
}};
</script>"""
BOX = "<input id=n type=checkbox>"
SWITCH = "<input id=n type=checkbox role=switch>"
DRAWN = "<button type=button id=n role=switch aria-checked=false>o</button>"


@pytest.mark.parametrize(("was", "now"), [(BOX, SWITCH), (SWITCH, BOX), (BOX, DRAWN), (DRAWN, BOX)])
@pytest.mark.sweep
async def test_a_box_that_is_drawn_as_a_switch_is_the_same(round_trip: RoundTrip, was: str, now: str) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#n").click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": FORM.format(box=was), "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        app.pages["/"] = FORM.format(box=now)
        app.received.clear()
        summary = await round_trip.repeat(sop)
        assert summary.outcome == "done", summary.error
        assert [one.body for one in app.received if one.method == "POST"] == [b"true"]


LISTED = """<title>Profile</title><h1>Profile</h1>{field}<button id=save>Save</button>
<p role=status id=said></p><script>
const field = document.querySelector('#status');
save.onclick = () => fetch('/save', {{method: 'POST', body: field.value || field.textContent}})
  .then(() => {{ said.textContent = 'Saved'; }});
if (field.localName === 'button') field.onclick = () => {{
  field.ariaExpanded = 'true';
  for (const words of ['Lead', 'Active', 'Active (trial)', 'Paused']) {{
    const option = Object.assign(document.createElement('li'), {{textContent: words, role: 'option'}});
    option.onclick = () => {{
      field.textContent = words;
      field.ariaExpanded = 'false';
      list.replaceChildren();
    }};
    list.append(option);
  }}
}};
</script>"""
NATIVE = """<label>Status <select id=status><option>Lead<option>Active<option>Paused</select></label>"""
BUTTON = """<span id=l>Status</span> <button id=status role=combobox aria-haspopup=listbox aria-expanded=false
aria-labelledby=l>Lead</button><ul role=listbox id=list></ul>"""


@pytest.mark.parametrize(("value", "sent"), [("Active", [b"Active"]), ("Archived", [])])
@pytest.mark.sweep
async def test_a_list_of_the_browser_s_own_that_the_page_draws_by_now(
    round_trip: RoundTrip, value: str, sent: list[bytes]
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Status").select_option("Paused")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": LISTED.format(field=NATIVE), "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        app.pages["/"] = LISTED.format(field=BUTTON)
        app.received.clear()
        summary = await round_trip.repeat(sop, {"status": value})
        assert (summary.outcome == "done") is bool(sent)
        assert sent or "shows no option 'Archived'" in (summary.error or "")
        assert [one.body for one in app.received if one.method == "POST"] == sent


DATED = """<title>Profile</title><h1>Profile</h1><label>Since <input id=status {asks}></label>
<button id=save>Save</button><p role=status id=said></p><script>
save.onclick = () => fetch('/save', {{method: 'POST', body: document.querySelector('#status').value}})
  .then(() => {{ said.textContent = '{says}'; }});</script>"""


@pytest.mark.sweep
async def test_a_day_is_written_as_the_field_asks_by_now_and_other_words_tell_that_it_was_kept(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Since").fill("12/31/2024")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Profile saved").wait_for()

    shown = DATED.format(asks="placeholder=MM/DD/YYYY", says="Profile saved")
    with App({"/": shown, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        app.pages["/"] = DATED.format(asks="placeholder=DD.MM.YYYY", says="Your changes were stored.")
        app.received.clear()
        summary = await round_trip.repeat(sop, {"since": "04/05/2026"})
        assert summary.outcome == "done", summary.error
        assert [one.body for one in app.received if one.method == "POST"] == [b"05.04.2026"]
        assert "the day is written '05.04.2026'" in summary.found_otherwise[0].element
        assert "the page says 'Your changes were stored.'" in summary.found_otherwise[1].element


HOME = "<title>Home</title><h1>Home</h1><a href=/{at}>Customers</a>"
KEEPS = """<title>Shop</title><h2>{at}</h2><label>Phone <input id=phone></label><button>Keep</button>
<p role=status id=said></p><script>
document.querySelector('button').onclick = () => fetch('/keep', {{method: 'POST', body: phone.value}})
  .then(() => {{ said.textContent = 'Customer kept'; history.pushState(null, '', '/{at}/done'); }});
</script>"""


@pytest.mark.sweep
async def test_a_page_that_has_another_address_is_known_by_what_the_next_step_finds_there(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("link", name="Customers").click()
        await page.get_by_label("Phone").fill("1")
        await page.get_by_role("button", name="Keep").click()
        await page.get_by_text("Customer kept").wait_for()

    pages = {"/": HOME.format(at="customers"), "/customers": KEEPS.format(at="customers")}
    with App({**pages, "/keep": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        app.pages |= {"/": HOME.format(at="clients"), "/clients": KEEPS.format(at="clients")}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"phone": "77"}, verify_seconds=1.5)
        assert summary.outcome == "done", summary.error
        assert [one.body for one in app.received if one.method == "POST"] == [b"77"]
        told = " ".join(one.element for one in summary.found_otherwise)
        assert "it led to /clients, where the next step goes on" in told
        app.pages["/clients"] = "<title>Shop</title><p>Under construction</p>"
        summary = await round_trip.repeat(sop, {"phone": "77"}, verify_seconds=1.5)
        assert summary.outcome == "stopped before effect"
        assert "the address is /customers" in (summary.error or "")


EDITOR = """<label>Name <input id=name value="{name}"></label><label>Phone <input id=phone></label>
<button id=save>Save</button>"""
SAVES = """
const save = document.querySelector('#save');
const send = () => fetch('/save', {method: 'POST', body: document.querySelector('#phone').value})
  .then(() => { said.textContent = 'Saved'; document.querySelector('[role=dialog]')?.remove(); });
save.onclick = ASKS ? () => {
  const asks = Object.assign(document.createElement('div'), {role: 'alertdialog', innerHTML:
    '<p>Save this customer?</p><button>No</button><button>Yes</button>'});
  document.body.append(asks);
  asks.lastChild.onclick = () => { asks.remove(); send(); };
} : send;
"""
MODAL = """<title>Customers</title><h1>Customers</h1><table><tr><th>Name<th>{rows}</table>
<p role=status id=said></p><script>
for (const one of document.querySelectorAll('[data-id]')) one.onclick = () => {{
  const open = Object.assign(document.createElement('div'), {{role: 'dialog', innerHTML: one.dataset.form}});
  document.body.append(open);
  {saves}
}};</script>"""


def editor_in_dialog(asks: bool) -> str:
    rows = "".join(
        f"<tr><td>{name}<td><button data-id={at} data-form='{EDITOR.format(name=name)}'>Edit</button>"
        for at, name in enumerate(PEOPLE)
    )
    return MODAL.format(rows=rows, saves=SAVES.replace("ASKS", str(asks).lower()))


async def edit_alan(page: Page, _: Recorder) -> None:
    await page.get_by_role("row", name="Alan").get_by_role("button").click()
    await page.get_by_label("Phone").fill("1")
    await page.get_by_label("Phone").press_sequentially("23")
    await page.get_by_role("button", name="Save").click()
    await page.get_by_text("Saved").wait_for()


@pytest.mark.sweep
async def test_a_dialog_that_became_a_page_of_its_own(round_trip: RoundTrip) -> None:
    saves = f"<p role=status id=said></p><script>{SAVES.replace('ASKS', 'false')}</script>"
    edits = {f"/{at}": f"<h1>Edit</h1>{EDITOR.format(name=name)}{saves}" for at, name in enumerate(PEOPLE)}
    rows = "".join(
        f"<tr><td>{name}<td><button onclick='location.href=\"/{at}\"'>Edit</button>"
        for at, name in enumerate(PEOPLE)
    )
    with App({"/": editor_in_dialog(False), "/save": Answer("{}"), **edits}) as app:
        sop = await round_trip.show(app.url + "/", edit_alan)
        app.pages["/"] = f"<title>Customers</title><h1>Customers</h1><table><tr><th>Name<th>{rows}</table>"
        app.received.clear()
        names = {one.default: name for name, one in sop.variables.items()}
        summary = await round_trip.repeat(sop, {names["Alan Turing"]: "Barbara Liskov", "phone": "77"})
        assert summary.outcome == "done", summary.error
        assert [one.body for one in app.received if one.method == "POST"] == [b"77"]
        assert "/3" in [one.path for one in app.received]


async def test_a_question_that_nobody_was_asked_before_is_told_and_nothing_is_in_doubt(
    round_trip: RoundTrip,
) -> None:
    with App({"/": editor_in_dialog(False), "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", edit_alan)
        app.pages["/"] = editor_in_dialog(True)
        app.received.clear()
        summary = await round_trip.repeat(sop)
        assert summary.outcome == "stopped before effect", summary.error
        assert "'Save this customer?'" in (summary.error or "")
        assert not [one for one in app.received if one.method == "POST"]
