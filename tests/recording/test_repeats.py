"""Which fields for secrets were given the same value: told without the value."""

from __future__ import annotations

from pathlib import Path

from handrail.recording.event import Input, RecordedEvent
from handrail.recording.store import load_recording
from tests.app import App
from tests.recording.conftest import Recorded

FIELDS = ("Password", "New password", "New password again", "Old password")
FORM = "".join(f"<p><label>{name} <input type=password></label>" for name in FIELDS)


def final(events: tuple[RecordedEvent, ...]) -> dict[str, Input]:
    """The last event of each field, in which its whole value stands."""
    return {e.target.label or "": e for e in events if isinstance(e, Input)}


async def test_a_secret_that_was_typed_before_says_where(tmp_path: Path, recorded: Recorded) -> None:
    values = ("canary-first", "canary-other", "canary-other", "canary-first")
    with App({"/": FORM}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            for name, value in zip(FIELDS, values, strict=True):
                await recorder.page.get_by_label(name, exact=True).click()
                await recorder.page.keyboard.type(value)
            await recorder.settled()
    first, other, again, back = (final(load_recording(tmp_path / "r").events)[name] for name in FIELDS)
    assert (first.same_as, other.same_as) == (0, 0)
    assert (again.same_as, back.same_as) == (other.seq, first.seq)


async def test_of_a_code_of_few_signs_nothing_is_told(tmp_path: Path, recorded: Recorded) -> None:
    with App({"/": "<label>PIN <input type=password></label>"}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.page.get_by_label("PIN").click()
            await recorder.page.keyboard.type("123")
            await recorder.settled()
    assert final(load_recording(tmp_path / "r").events)["PIN"].same_as is None
