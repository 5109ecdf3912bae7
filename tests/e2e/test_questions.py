"""Questions with the same answers, one after the other: which answer is given to each is an input."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip
from tests.sweeping import some_of

ANSWER = "<label><input type=radio name={{1}} value={}> {}</label> "
ANSWERS = ANSWER.format("y", "Yes") + ANSWER.format("n", "No")
BLOCKS = {
    "lines of text": f"<p>{{0}}?</p>{ANSWERS}",
    "a box of its own for the answers": f"<p><b>{{0}}?</b></p><div>{ANSWERS}</div>",
    "terms": f"<dt>{{0}}?</dt><dd>{ANSWERS}</dd>",
    "rows": f"<tr><td>{{0}}?<td>{ANSWERS}</tr>",
}
UNTIED = "<input type=radio name={1} value=y> Yes <input type=radio name={1} value=n> No"
BLOCKS["words behind each, tied by nothing"] = f"<p>{{0}}? {UNTIED}</p>"
QUESTIONS = ("Do you smoke", "Do you drink", "Are you insured")


def form(kind: str) -> str:
    asked = "".join(BLOCKS[kind].format(one, f"q{at}") for at, one in enumerate(QUESTIONS))
    around = {"terms": "dl", "rows": "table"}.get(kind, "div")
    return (
        "<title>Health</title><h1>Health</h1><form action=/sent method=post>"
        f"<{around}>{asked}</{around}><button>Send</button></form>"
    )


@pytest.mark.parametrize("kind", some_of(list(BLOCKS), 3))
async def test_each_question_takes_its_own_answer_from_other_data(round_trip: RoundTrip, kind: str) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        for name, value in (("q0", "y"), ("q1", "n"), ("q2", "y")):
            await page.locator(f"input[name={name}][value={value}]").click()
        await page.get_by_role("button", name="Send").click()
        await page.get_by_role("heading", name="Thank you").wait_for()

    with App({"/": form(kind), "/sent": Answer("<title>Sent</title><h1>Thank you</h1>")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        recorded = {"do_you_smoke": "Yes", "do_you_drink": "No", "are_you_insured": "Yes"}
        assert {name: one.default for name, one in sop.variables.items()} == recorded
        app.received.clear()
        other = {"do_you_smoke": "No", "do_you_drink": "Yes", "are_you_insured": "No"}
        summary = await round_trip.repeat(sop, other)
        assert summary.outcome == "done", summary.error
        assert [one.form for one in app.received if one.method == "POST"] == [
            {"q0": "n", "q1": "y", "q2": "n"}
        ]
