"""A demonstration with detours: the wrong entry opened, a first search by too few letters."""

from __future__ import annotations

import pytest
from playwright.async_api import Dialog, Page

from handrail.recording.browser import Recorder
from handrail.sop.node import Task
from tests.app import Answer, App, Received
from tests.e2e.conftest import RoundTrip

PEOPLE = {"1": "Ann Lee", "2": "Ann Leek", "3": "Bob Stone", "4": "Cleo Stork"}


def people() -> App:
    """A list with a search, and a page for each record."""

    def listed(request: Received) -> str:
        sought = request.query.get("q", "")
        rows = "".join(
            f"<tr><td><a href=/people/{id}>{name}</a></td><td>Office {id}</td></tr>"
            for id, name in PEOPLE.items()
            if sought.lower() in name.lower()
        )
        return f"""<title>People</title><h1>People</h1><form action=/people>
        <label>Search people <input name=q type=search value="{sought}"></label><button>Search</button></form>
        <table><thead><tr><th>Name<th>Office</tr></thead><tbody>{rows}</tbody></table>"""

    def person(id: str) -> str:
        return f"""<title>{PEOPLE[id]}</title><h1>{PEOPLE[id]}</h1><p>Extension 55{id}</p>
        <form method=post action=/people/{id}/note><label>Note <input name=note></label>
        <button>Save note</button></form>"""

    pages: dict[str, str | Answer] = {f"/people/{id}": person(id) for id in PEOPLE}
    saved = {f"/people/{id}/note": "<title>People</title><p role=status>Note saved</p>" for id in PEOPLE}
    return App({"/people": listed, **pages, **saved})


async def look_for(page: Page, text: str) -> None:
    await page.get_by_label("Search people").click()
    await page.keyboard.press("Control+a")
    await page.keyboard.type(text)
    await page.keyboard.press("Enter")
    await page.get_by_role("link", name=text).first.wait_for()


async def visit(page: Page, recorder: Recorder, name: str) -> None:
    await page.get_by_role("link", name=name, exact=True).click()
    await page.get_by_role("heading", name=name, exact=True).wait_for()
    await recorder.settled()
    await page.go_back()
    await page.get_by_role("heading", name="People").wait_for()
    await recorder.settled()


async def note_on(page: Page, name: str, note: str) -> None:
    await page.get_by_role("link", name=name, exact=True).click()
    await page.get_by_label("Note").click()
    await page.keyboard.type(note)
    await page.get_by_role("button", name="Save note").click()
    await page.get_by_text("Note saved").wait_for()


async def test_neither_the_wrong_entry_nor_the_first_search_is_asked_of_other_data(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, recorder: Recorder) -> None:
        await look_for(page, "Le")
        await look_for(page, "Ann")
        await visit(page, recorder, "Ann Leek")
        await note_on(page, "Ann Lee", "Called")

    with people() as app:
        sop = await round_trip.show(f"{app.url}/people", drive)
        assert {one.default for one in sop.variables.values()} == {"Ann", "Ann Lee", "Called"}
        assert [one.id for one in sop.clarifications if one.id.startswith("left-out")] != []
        app.received.clear()
        names = {one.default: name for name, one in sop.variables.items()}
        given = {names["Ann"]: "Cleo", names["Ann Lee"]: "Cleo Stork", names["Called"]: "Wrote"}
        summary = await round_trip.repeat(sop, given)
        assert [(r.path, r.form) for r in app.received if r.method == "POST"] == [
            ("/people/4/note", {"note": "Wrote"})
        ]
    assert summary.outcome == "done"


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("note", "back_again"),
    [("Extension 552", False), ("", True)],
    ids=["what it says is written down", "each is only looked at"],
)
async def test_a_visit_that_the_work_needs_stays(round_trip: RoundTrip, note: str, back_again: bool) -> None:
    async def drive(page: Page, recorder: Recorder) -> None:
        await visit(page, recorder, "Ann Leek")
        if back_again:
            await visit(page, recorder, "Bob Stone")
        else:
            await note_on(page, "Ann Lee", note)

    with people() as app:
        sop = await round_trip.show(f"{app.url}/people", drive)
    assert "Ann Leek" in {one.default for one in sop.variables.values()}


ASKING = """<title>Ann Lee</title><h1>Ann Lee</h1><button onclick="%s">Delete</button>
<p role=status></p><dialog aria-label="Delete?"><button onclick="this.closest('dialog').close()">No</button>
<button onclick="gone()">Yes</button></dialog><script>
const gone = async () => {
  document.querySelector('dialog').close();
  await fetch('/gone', { method: 'POST' });
  document.querySelector('p').textContent = 'Deleted';
};</script>"""


@pytest.mark.sweep
@pytest.mark.parametrize(
    "asks",
    ["if (confirm('Delete Ann Lee?')) gone()", "document.querySelector('dialog').showModal()"],
)
async def test_what_was_pressed_and_taken_back_is_pressed_once(round_trip: RoundTrip, asks: str) -> None:
    async def drive(page: Page, recorder: Recorder) -> None:
        delete = page.get_by_role("button", name="Delete")
        for sure in (False, True):
            page.once("dialog", Dialog.accept if sure else Dialog.dismiss)
            await delete.click()
            if "confirm" not in asks:
                await recorder.settled()
                await page.get_by_role("button", name="Yes" if sure else "No").click()
            await recorder.settled()
        await page.get_by_text("Deleted").wait_for()

    with App({"/": ASKING % asks, "/gone": Answer("{}")}) as app:
        sop = await round_trip.show(app.url, drive)
        pressed = [task.label for task in sop.nodes if isinstance(task, Task)]
        assert sum("Delete" in label for label in pressed) == 1
        assert not any("No" in label for label in pressed)
        app.received.clear()
        summary = await round_trip.repeat(sop)
        assert [r.path for r in app.received if r.method == "POST"] == ["/gone"]
    assert summary.outcome == "done"


FILLED_IN = """<title>Contacts</title><h1>Contacts</h1><button id=new>New contact</button><p role=status></p>
<dialog aria-label="New contact"><form><label>Name <input name=name></label>
<label>Mail <input name=mail></label><button type=button id=no>Cancel</button>
<button>Save</button></form></dialog><script>
const dialog = document.querySelector('dialog'), form = document.forms[0];
document.getElementById('new').onclick = () => { CLEARS; dialog.showModal(); };
no.onclick = () => dialog.close();
form.onsubmit = async (event) => {
  event.preventDefault();
  await fetch('/saved', { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  dialog.close();
  document.querySelector('p').textContent = `Saved ${form.name.value}`;
};</script>"""


@pytest.mark.sweep
@pytest.mark.parametrize("clears", ["form.reset()", ""])
async def test_a_dialog_that_was_filled_in_and_cancelled_is_no_part_of_the_work(
    round_trip: RoundTrip, clears: str
) -> None:
    async def drive(page: Page, recorder: Recorder) -> None:
        new, name = page.get_by_role("button", name="New contact"), page.get_by_label("Name")
        await new.click()
        await name.press_sequentially("Ann Leek")
        await page.get_by_role("button", name="Cancel").click()
        await recorder.settled()
        await new.click()
        if clears:
            await name.press_sequentially("Ann Lee")
        await page.get_by_label("Mail").press_sequentially("ann@lee.test")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()
        await recorder.settled()

    with App({"/": FILLED_IN.replace("CLEARS", clears), "/saved": Answer("{}")}) as app:
        sop = await round_trip.show(app.url, drive)
        pressed = [task.label for task in sop.nodes if isinstance(task, Task)]
        assert sum("New contact" in label for label in pressed) == (1 if clears else 2)
        assert [*sop.variables] == ["name", "mail"]
        app.received.clear()
        summary = await round_trip.repeat(sop, {"name": "Bob Stone", "mail": "bob@stone.test"})
        assert app.posts("/saved") == [{"name": "Bob Stone", "mail": "bob@stone.test"}]
    assert summary.outcome == "done"
