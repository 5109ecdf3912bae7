"""An app that offers to undo: it says at once that something was done, and tells its server a while later."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import app

LIST = """<table><tr><th>Name<th></tr>
<tr><td>Ada<td><button>Delete</button></tr><tr><td>Bob<td><button>Delete</button></tr></table>
<p role=status id=s></p><script>
for (const button of document.querySelectorAll('button')) button.onclick = () => {
  const row = button.closest('tr');
  row.remove();
  s.textContent = 'Element deleted';
  setTimeout(() => { s.textContent = ''; tell(row.cells[0].textContent); }, 1600);
};</script>"""


async def test_what_was_said_before_the_server_was_told_counts(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("row", name="Ada").get_by_role("button").click()
        async with page.expect_response("**/tell*"):
            pass

    with app(LIST) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        assert "Element deleted" in sop.model_dump_json()
        summary = await round_trip.repeat(sop, {"record": "Bob"})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Bob")]
