"""Pictures with personal data: nothing of one is on disk before it was read, and the run does not wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from handrail.actuators import Actuator
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.events.event import Event, Pictured
from handrail.runtime.walk.pictures import Hidden, Moment, Pictures
from handrail.runtime.walk.scribe import Scribe


class _Camera:
    def __init__(self) -> None:
        self.asked: list[str] = []

    async def picture(self, page: str, *, begun: Callable[[], None] | None = None) -> bytes:
        self.asked.append(page)
        return b"raw"


class _Notes:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def note(self, *events: Event) -> None:
        self.events.extend(events)


class Dark:
    """Pictures whose reading ends when the test says so."""

    def __init__(self, folder: Path, *, wanted: bool = True) -> None:
        self.folder = folder
        self.read = asyncio.Event()
        self.notes = _Notes()
        self.camera = _Camera()
        self.pictures = Pictures(
            cast(Actuator, self.camera),
            Artefacts(folder),
            cast(Scribe, self.notes),
            hide=self._hide,
            wanted=wanted,
        )

    async def _hide(self, image: bytes) -> Hidden:
        await self.read.wait()
        return Hidden(b"black", {"PERSON": 2})

    def kept(self) -> list[bytes]:
        return [path.read_bytes() for path in self.folder.rglob("*") if path.is_file()]


@pytest.fixture
def dark(tmp_path: Path) -> Callable[..., Dark]:
    return lambda **more: Dark(tmp_path, **more)


async def test_a_picture_is_on_disk_only_when_it_was_read(dark: Callable[..., Dark]) -> None:
    work = dark()
    await work.pictures.taken("save", "main", "before")
    assert work.kept() == [] and work.notes.events == []
    work.read.set()
    await work.pictures.finish()
    assert work.kept() == [b"black"]
    (event,) = work.notes.events
    assert isinstance(event, Pictured) and event.hidden == {"PERSON": 2}


async def test_the_browser_is_asked_for_a_picture_before_the_next_step_goes_on(
    dark: Callable[..., Dark],
) -> None:
    work = dark()
    await work.pictures.begin("save", "main", "after")
    assert work.camera.asked == ["main"]
    work.read.set()
    await work.pictures.finish()


async def test_no_more_wait_in_memory_than_can_be_read(dark: Callable[..., Dark]) -> None:
    work = dark()
    for _ in range(30):
        await work.pictures.begin("save", "main", "after")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    work.read.set()
    await work.pictures.finish()
    assert 1 <= len(work.notes.events) <= 12


async def test_no_picture_is_kept_where_none_is_wanted(dark: Callable[..., Dark]) -> None:
    work = dark(wanted=False)
    work.read.set()
    await work.pictures.taken("save", "main", "before")
    assert await work.pictures.kept(b"raw") is None
    await work.pictures.finish()
    assert work.kept() == [] and work.notes.events == []


async def test_the_picture_before_an_effect_may_be_begun_while_the_step_before_ends(
    dark: Callable[..., Dark],
) -> None:
    work = dark()
    work.read.set()
    await work.pictures.expect("main")
    await work.pictures.taken("save", "main", "before")
    await work.pictures.taken("save", "main", "before")
    await work.pictures.finish()
    # The second one is of what came after the first.
    assert work.camera.asked == ["main", "main"]
    assert len([event for event in work.notes.events if isinstance(event, Pictured)]) == 2


@pytest.mark.parametrize(("page", "moment"), [("popup", "before"), ("main", "failure")])
async def test_a_picture_that_was_begun_early_is_none_of_anything_else(
    dark: Callable[..., Dark], page: str, moment: Moment
) -> None:
    work = dark()
    work.read.set()
    await work.pictures.expect("main")
    await work.pictures.taken("save", page, moment)
    await work.pictures.finish()
    assert work.camera.asked == ["main", page]
    assert len(work.notes.events) == 1


async def test_a_picture_that_waited_too_long_for_its_effect_is_taken_anew(
    dark: Callable[..., Dark], monkeypatch: pytest.MonkeyPatch
) -> None:
    work = dark()
    work.read.set()
    await work.pictures.expect("main")
    # As where a person was asked meanwhile.
    monkeypatch.setattr("handrail.runtime.walk.pictures._EARLY_SECONDS", 0)
    await work.pictures.taken("save", "main", "before")
    await work.pictures.finish()
    assert work.camera.asked == ["main", "main"]
    assert len(work.notes.events) == 1
