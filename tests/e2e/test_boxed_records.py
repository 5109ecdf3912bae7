"""Forms and lists that a framework draws of boxes within boxes, as those are that people write in Python."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip

NAMES = ("Forklift service", "Payroll licence", "Server rack", "Trade fair")
OWNERS = ("Dora", "Emil", "Ann", "Carlos")
BOX = "<div class=part><div class=inner>{}</div></div>"


def _row(name: str, owner: str) -> str:
    """A record as columns of a line that stands alone in a box of its own; each part in a box as well."""
    ticked = f"<label><input type=checkbox aria-label=pick value='{name}'><i></i></label>"
    delete = f"<button onclick=\"ask('{name}')\">Delete</button>"
    said = f"<p><strong>{name}</strong></p>", f"<p>{owner}</p>"
    columns = "".join(f"<div class=column>{BOX.format(one)}</div>" for one in (ticked, *said, delete))
    return f"<div class=holder><div class=line>{columns}</div></div>"


LIST = f"""<title>Requests</title><style>.line {{display: flex; gap: 1em}}</style><h1>Requests</h1>
<div class=stack>{"".join(map(_row, NAMES, OWNERS))}
<div class=other><button onclick="approve()">Approve ticked</button></div></div>
<dialog id=sure><p id=asked></p><button onclick="done({{deleted: gone}}); sure.close()">Yes, delete</button>
</dialog>
<p role=status id=told></p><script>
let gone;
const done = (what) => fetch('/tell?what=' + JSON.stringify(what), {{method: 'POST'}})
  .then(() => {{ told.textContent = 'Done'; }});
const ask = (name) => {{ gone = name; asked.textContent = 'Really delete ' + name + '?'; sure.showModal(); }};
const approve = () => done({{approved: [...document.querySelectorAll(':checked')].map((one) => one.value)}});
</script>"""

TAGS = ("travel", "hardware", "training", "software")


def _form(*pressed: str) -> str:
    chips = "".join(
        f"<button type=button aria-pressed={str(one in pressed).lower()}>{one}</button>" for one in TAGS
    )
    return f"""<title>Request</title><h1>Request</h1><label>Note <input id=note></label>
<div><label>Tags</label><div role=toolbar aria-label=Tags onclick="turn(event.target)">{chips}</div></div>
<button onclick="save()">Save</button><p role=status id=told></p><script>
const turn = (chip) => chip.ariaPressed = chip.ariaPressed !== 'true';
const save = () => fetch('/tell?what=' + JSON.stringify([note.value,
  ...[...document.querySelectorAll('[aria-pressed=true]')].map((one) => one.textContent)]),
  {{method: 'POST'}}).then(() => {{ told.textContent = 'Saved'; }});
</script>"""


SLIDER = """<title>Settings</title><style>#limit {width: 400px; height: 20px; background: #ddd}</style>
<h1>Settings</h1><div>Limit</div>
<div id=limit role=slider tabindex=0 aria-label=Limit aria-valuemin=0 aria-valuemax=1000 aria-valuenow=500
 onclick="asked(event)" onkeydown="moved(event)"></div>
<button onclick="save()">Save</button><p role=status id=told></p><script>
const at = (value) => fetch('/where?at=' + value).then(() => { limit.ariaValueNow = value; });
const asked = (event) => at(Math.round(event.offsetX / 400 * 20) * 50);
const moved = (event) => { const by = {ArrowRight: 50, ArrowLeft: -50}[event.key];
  if (by) { limit.ariaValueNow = Number(limit.ariaValueNow) + by; event.preventDefault(); } };
const save = () => fetch('/tell?what=' + limit.ariaValueNow, {method: 'POST'})
  .then(() => { told.textContent = 'Saved'; });
</script>"""


def _told(app: App) -> list[object]:
    return [json.loads(one.query["what"]) for one in app.received if one.method == "POST"]


async def test_a_record_in_a_box_of_its_own_is_an_input_for_its_command(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="Delete").nth(2).click()
        await page.get_by_role("button", name="Yes, delete").click()
        await page.get_by_text("Done").wait_for()

    with App({"/": LIST, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"record": "Server rack"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"record": "Forklift service"})
        assert summary.outcome == "done", summary.error
        assert _told(app) == [{"deleted": "Forklift service"}]


@pytest.mark.sweep
async def test_records_in_boxes_of_their_own_are_inputs_where_they_are_ticked(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        for place in (1, 3):
            await page.locator("label").nth(place).click()
        await page.get_by_role("button", name="Approve ticked").click()
        await page.get_by_text("Done").wait_for()

    with App({"/": LIST, "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"record": "Payroll licence", "record_2": "Trade fair"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"record": "Server rack", "record_2": "Forklift service"})
        assert summary.outcome == "done", summary.error
        assert _told(app) == [{"approved": ["Forklift service", "Server rack"]}]


@pytest.mark.sweep
async def test_chips_of_which_several_are_pressed_are_inputs_and_pressed_where_they_are_not(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Note").fill("one")
        for tag in ("software", "travel"):
            await page.get_by_role("button", name=tag).click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": _form("hardware", "travel"), "/tell": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"note": "one", "tags": "software", "tags_2": "travel"}
        assert _told(app) == [["one", "hardware", "software"]]
        app.received.clear()
        # The one has it already, and is not pressed; the other one is taken back.
        summary = await round_trip.repeat(sop, {"note": "two", "tags": "travel", "tags_2": "hardware"})
        assert summary.outcome == "done", summary.error
        assert _told(app) == [["two", "travel"]]


@pytest.mark.sweep
async def test_a_slider_stands_where_its_server_puts_it_after_the_press(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("slider").click(position={"x": 120, "y": 10})
        await page.locator("[aria-valuenow='300']").wait_for()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": SLIDER, "/tell": Answer("{}"), "/where": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"limit": "300"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"limit": "700"})
        assert summary.outcome == "done", summary.error
        assert _told(app) == [700]
