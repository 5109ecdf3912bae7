"""What the buttons beside a number leave in its field is what the person gave."""

from pathlib import Path

from handrail.recording.event import Input
from handrail.recording.store import load_recording
from tests.app import App
from tests.recording.conftest import Recorded

LATE = """<h1>Seats</h1><label>Seats <input type=number id=seats value=1></label>
<button aria-label="Decrement number"><svg width=9 height=9></svg></button>
<button aria-label="Increment number" id=more><svg width=9 height=9></svg></button><script>
more.onclick = () => setTimeout(() => { seats.value = Number(seats.value) + 1; }, 10);
</script>"""


async def test_a_number_that_the_page_writes_a_while_after_the_press_is_told(
    tmp_path: Path, recorded: Recorded
) -> None:
    with App({"/": LATE}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            for value in ("2", "3"):
                await recorder.page.locator("#more").click()
                await recorder.page.wait_for_function("(value) => seats.value === value", arg=value)
            await recorder.page.get_by_role("heading").click()
    events = load_recording(tmp_path / "r").events
    assert [(event.value, event.stepped) for event in events if isinstance(event, Input)][-1:] == [
        ("3", True)
    ]
