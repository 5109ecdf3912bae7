"""Fields that hide, by their names, what their form says of itself as a part of the page."""

from __future__ import annotations

from pathlib import Path

from handrail.recording.event import Click, Input, Raw
from handrail.recording.store import load_recording
from tests.app import App
from tests.recording.conftest import Recorded

NAMES = ("matches", "contains", "closest", "elements", "parentElement", "getAttribute", "localName")
FIELDS = "".join(
    f"<label style='position:absolute;top:{30 * place}px'>Field {place} <input name={name}></label>"
    for place, name in enumerate(NAMES)
)
PAGE = f"<form>{FIELDS}<button type=button style='position:absolute;top:300px'>Save</button></form>"


async def test_a_field_may_be_called_as_a_property_of_its_form(tmp_path: Path, recorded: Recorded) -> None:
    with App({"/": PAGE}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.settled()
            # By their places: such a form hides itself from Playwright, too.
            await recorder.page.mouse.click(120, 20)
            await recorder.page.keyboard.type("7")
            await recorder.page.mouse.click(30, 310)
            await recorder.settled()
    events = load_recording(tmp_path / "r").events
    assert not [event.what for event in events if isinstance(event, Raw)]
    (typed,) = (event for event in events if isinstance(event, Input))
    assert (typed.value, typed.target and typed.target.name) == ("7", "Field 0")
    assert [event.target and event.target.name for event in events if isinstance(event, Click)][-1] == "Save"
