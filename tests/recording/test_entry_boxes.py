"""An entry of a list that is ticked by the box that it shows: where it was pressed, and what became of it."""

from __future__ import annotations

from pathlib import Path

from handrail.recording.event import CheckChange, Click
from handrail.recording.store import load_recording
from tests.app import App
from tests.recording.conftest import Recorded

PAGE = """<title>Staff</title><h1>Staff</h1><ul role=listbox aria-label=Skills>
<li role=option tabindex=0 style="width:200px"><x-box></x-box><span>Logic</span></li>
<li role=option tabindex=0 style="width:200px"><x-box></x-box><span>Maths</span></li></ul>
<script>
customElements.define('x-box', class extends HTMLElement {
  constructor() {
    super().attachShadow({ mode: 'open' }).innerHTML =
      '<div style="display:inline-block;width:16px;height:16px;border:1px solid"></div>';
    this.onclick = () => this.toggleAttribute('checked');
  }
});
</script>"""


async def test_the_box_of_an_entry_is_pressed_itself_and_says_that_the_entry_is_chosen(
    tmp_path: Path, recorded: Recorded
) -> None:
    with App({"/": PAGE}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.settled()
            await recorder.page.locator("x-box").first.click()
            await recorder.page.get_by_text("Maths").click()
            await recorder.settled()
    events = load_recording(tmp_path / "r").events
    on_box, on_words = (event for event in events if isinstance(event, Click))
    assert on_box.offset is not None
    assert (on_box.offset[0] < 20, on_words.offset) == (True, None)
    assert [(event.target.name, event.checked) for event in events if isinstance(event, CheckChange)] == [
        ("Logic", True)
    ]
