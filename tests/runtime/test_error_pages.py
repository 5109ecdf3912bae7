"""A page that an address led to, and that the server says it does not have or does not give."""

from __future__ import annotations

import pytest

from tests.app import Answer, App
from tests.builders import Json, click, open_page, sop
from tests.runtime.conftest import Runner
from tests.sweeping import some_of

AT_REPORT: Json = {"kind": "url", "path": "/report"}
NOT_FOUND: Json = {"kind": "response", "path": "/report", "status": 404}


@pytest.mark.parametrize(
    ("status", "done_when", "outcome"),
    some_of(
        [
            (200, [AT_REPORT], "done"),
            (403, [AT_REPORT], "stopped before effect"),
            (404, [AT_REPORT], "stopped before effect"),
            # An app whose server gives every page as one that is not found was recorded so.
            (404, [NOT_FOUND, AT_REPORT], "done"),
            # So was one that was recorded before its answers were: its words tell as much.
            (404, [AT_REPORT, {"kind": "text", "contains": "Figures"}], "done"),
        ],
        *(0, 2, 3, 4),
    ),
)
async def test_an_address_is_not_enough_where_the_server_answers_with_an_error(
    run: Runner, status: int, done_when: list[Json], outcome: str
) -> None:
    report = Answer("<p>Figures</p>", status)
    with App({"/": "<a href=/report>Report</a>", "/report": report}) as app:
        steps = [open_page(app.url), click("Report", role="link", done_when=done_when)]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == outcome, summary.error
    assert outcome == "done" or f"status {status}" in str(summary.error)


@pytest.mark.parametrize("status", some_of([200, 404, 500], 2))
async def test_what_is_not_found_on_an_error_page_is_told_with_its_status(run: Runner, status: int) -> None:
    with App({"/": Answer("<h1>Sorry</h1>", status)}) as app:
        start = {"start": [{"name": "main", "url": app.url + "/"}]}
        summary = await run(sop([click("Save")], [app.host], environment=start))
    assert (f"the server answers with status {status}" in (summary.error or "")) == (status >= 400)


async def test_a_server_that_lets_one_in_a_moment_later_is_given_that_moment(run: Runner) -> None:
    answers = iter([Answer("<script>setTimeout(() => location.reload(), 300)</script>Just a moment", 403)])
    with App({"/": "<a href=/report>Report</a>", "/report": lambda _: next(answers, "Figures")}) as app:
        steps = [open_page(app.url), click("Report", role="link", done_when=[AT_REPORT])]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == "done", summary.error
