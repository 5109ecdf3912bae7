"""Forms that the browser itself does not send, because a field lacks a value or holds a part of one."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip

FORM = """<title>Orders</title><h1>New order</h1><form method=post action=/save>
<label>Customer <input name=customer required></label>
<label>Due date <input type=date name=due required></label><button>Create order</button></form>
<label>Tags <select id=tags multiple><option>New</select></label><button onclick="tags.required = true;
tags.checkValidity(); tags.required = false; told.textContent = 'Checked'">Check tags</button>
<p id=told>"""


def app() -> App:
    return App({"/": FORM, "/save": Answer("<title>Orders</title><h1>Orders</h1><p>Created</p>")})


async def _press(page: Page) -> None:
    await page.get_by_role("button", name="Create order").click()


async def _press_too_soon(page: Page, recorder: Recorder) -> None:
    """The date has its month alone."""
    await page.get_by_label("Customer").fill("Cargo SA")
    await page.get_by_label("Due date").focus()
    await page.keyboard.type("03")
    await _press(page)
    await recorder.settled()


async def test_a_form_that_was_never_sent_and_a_date_typed_in_part_are_asked_about(
    round_trip: RoundTrip,
) -> None:
    with app() as served:
        sop = await round_trip.show(served.url + "/", _press_too_soon)
        assert not served.posts("/save")
    asked = {one.id: one.question for one in sop.clarifications if one.required}
    assert set(asked) == {"was-it-sent", "unrecorded"}
    assert "Due date" in asked["was-it-sent"] and "'Due date' is no whole date" in asked["unrecorded"]


async def test_a_form_that_was_corrected_and_sent_is_sent_once_and_nothing_is_asked(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, recorder: Recorder) -> None:
        # A script that makes a field required for a moment keeps no form back.
        await page.get_by_role("button", name="Check tags").click()
        await recorder.settled()
        await _press_too_soon(page, recorder)
        await page.get_by_label("Due date").fill("2027-03-12")
        await _press(page)
        await page.get_by_text("Created").wait_for()

    with app() as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert not [one for one in sop.clarifications if one.required]
        served.received.clear()
        summary = await round_trip.repeat(sop, {"customer": "Bob", "due_date": "2028-01-02"})
        assert summary.outcome == "done", summary.error
        assert served.posts("/save") == [{"customer": "Bob", "due": "2028-01-02"}]
