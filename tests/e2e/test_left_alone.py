"""What is done to the one record that a search leaves in a list without rows is done to no other."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import App, Received
from tests.e2e.conftest import RoundTrip
from tests.sweeping import some_of

TERMS = "<dt>{name}</dt><dd>Customer <button onclick=\"gone('{name}')\">Delete</button></dd>"
BOXES = (
    "<div><span>{name}</span> <span>Customer</span> <button onclick=\"gone('{name}')\">Delete</button></div>"
)
BARE = "<div>{name} <button onclick=\"gone('{name}')\">Delete</button></div>"
SCRIPT = """<script>async function gone(name) {
await fetch('/gone?name=' + encodeURIComponent(name), {method: 'POST'}); location.reload(); }</script>"""


def companies(drawn: str, names: list[str]) -> App:
    """A list that its server searches for parts of names, and from which one deletes without being asked."""

    def page(request: Received) -> str:
        sought = request.query.get("q", "")
        shown = "".join(drawn.format(name=name) for name in names if sought in name)
        field = f"<input type=search name=q aria-label=Search value='{sought}'>"
        form = f"<form>{field}<button>Search</button></form>"
        shown = f"<dl>{shown}</dl>" if drawn == TERMS else shown
        return f"<title>Companies</title><h1>Companies</h1>{form}<div id=list>{shown}</div>{SCRIPT}"

    def gone(request: Received) -> str:
        names.remove(request.query["name"])
        return "{}"

    return App({"/": page, "/gone": gone})


async def delete_birch(page: Page, _: Recorder) -> None:
    await page.get_by_role("searchbox").click()
    await page.keyboard.type("Birch Motors")
    await page.get_by_role("button", name="Search").click()
    await page.get_by_role("button", name="Delete").nth(1).wait_for(state="hidden")
    await page.get_by_role("button", name="Delete").click()
    await page.get_by_role("button", name="Delete").wait_for(state="hidden")


@pytest.mark.parametrize("drawn", some_of([TERMS, BOXES, BARE], 0), ids=["terms", "boxes", "bare texts"])
async def test_another_record_that_a_search_leaves_alone_is_not_taken_for_the_one_that_is_meant(
    round_trip: RoundTrip, drawn: str
) -> None:
    names = ["Aster Bakery", "Birch Motors", "Cedar Clinic", "Dune Travel Ltd", "Elm Logistics"]
    with companies(drawn, names) as served:
        sop = await round_trip.show(served.url + "/", delete_birch)
        assert [one.default for one in sop.variables.values()] == ["Birch Motors"]
        (search,) = sop.variables
        summary = await round_trip.repeat(sop, {search: "Cedar Clinic"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        summary = await round_trip.repeat(sop, {search: "Dune Travel"})
        assert summary.outcome == "stopped before effect"
        assert summary.error is not None and "a text of the page is just 'Dune Travel'" in summary.error
    assert names == ["Aster Bakery", "Dune Travel Ltd", "Elm Logistics"]
