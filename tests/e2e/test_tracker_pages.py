"""Pages of older trackers and consoles that the server makes: shown once, repeated on other data."""

from __future__ import annotations

import re
from html import escape

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App, Received, redirect
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
