"""Shown on one version of an app, run on the next one: what is found otherwise must be the same thing."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip

PEOPLE = ("Ada Lovelace", "Grace Hopper", "Alan Turing", "Barbara Liskov")
COLUMNS = {
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
