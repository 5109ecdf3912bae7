"""Fields that take letters only once they are pressed, as those of lists do that are open then."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip

PAGE = """<title>Order</title><h1>Order</h1><label>Country <input id=country readonly></label>
<button id=save>Save</button><p role=status id=said></p><script>
country.onclick = () => { country.readOnly = false; };
country.onblur = () => { country.readOnly = true; };
save.onclick = () => fetch('/save', {method: 'POST', body: country.value})
  .then(() => { said.textContent = 'Saved'; });
</script>"""


async def test_a_field_that_is_read_only_until_it_is_pressed_is_pressed_first(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Country").click()
        await page.keyboard.type("Germany")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": PAGE, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        app.received.clear()
        summary = await round_trip.repeat(sop, {"country": "Spain"})
        assert summary.outcome == "done", summary.error
        assert [one.body for one in app.received if one.method == "POST"] == [b"Spain"]
