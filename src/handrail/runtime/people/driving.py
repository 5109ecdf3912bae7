"""A person drives: the walk stands still, what they do is recorded, and the journal tells of it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Collection, Coroutine
from dataclasses import dataclass
from typing import Any

from handrail.actuators.actuator import Recording
from handrail.errors import HandrailError, StoreError, Waiting
from handrail.journal.events.driving import HandedBack, TakenOver
from handrail.journal.events.event import Tab
from handrail.recording.event import RecordedEvent
from handrail.recording.store import EVENTS_NAME
from handrail.runtime.people.demonstrating import Demonstration, demonstration
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.wheel import Recordings, Return, Wish
from handrail.sop.domains import host_of
from handrail.sop.node import MAIN_PAGE, Node


@dataclass(frozen=True)
class Drive:
    """What came of a person's driving."""

    by: str
    back: HandedBack
    shown: Demonstration
    moved: bool
    """Some tab shows another document than before."""


def page_of(node: Node | None) -> str:
    """The tab that the node works in."""
    page = getattr(node, "page", MAIN_PAGE)
    return page if isinstance(page, str) else MAIN_PAGE


async def drive(crew: Crew, recordings: Recordings, node: Node | None, wish: Wish) -> Drive:
    """Let the person drive until they hand back.

    Raises Waiting where they leave it, or the browser is closed, and Stopped or Waiting where the session is
    stopped or put aside meanwhile. In every case the journal tells what they did.
    """
    wheel, number, name = crew.stop.wheel, recordings.next(), node.id if node is not None else ""
    taken = TakenOver(
        kind="taken_over", node=name, by=wish.by, why=wish.why, number=number, address=wheel.address
    )
    before, began = _documents(crew), time.monotonic()
    typed: frozenset[str] = frozenset()

    def heard(event: RecordedEvent) -> None:
        nonlocal typed
        wheel.touch()
        # Whoever goes on if this process ends in the middle of it is to know them.
        if recording is not None and recording.hidden != typed:
            typed = recording.hidden
            keep_typed(crew, typed)

    crew.scribe.write(taken, durable=True)
    recording: Recording | None = None
    wheel.begin(wish.by)
    try:
        async with crew.actuator.driven(
            recordings.path(number),
            page=page_of(node),
            browser=recordings.browser,
            scrub=crew.scribe.scrubbed_json,
            on_event=heard,
        ) as recording:
            came = await _until_back(crew, recording, taken)
    finally:
        wheel.end()
        # What the page goes on to show of it, the run keeps out.
        if recording is not None:
            crew.scribe.keep_out(*recording.hidden)
            keep_typed(crew, recording.hidden)
    shown = demonstration(recordings.path(number), page_of(node))
    recordings.cover(recordings.path(number))
    back = HandedBack(
        kind="handed_back",
        node=name,
        number=number,
        by=came.by if isinstance(came, Return) else "",
        at=came.at if isinstance(came, Return) else None,
        why="" if isinstance(came, Return) else came.message,
        seconds=round(time.monotonic() - began, 1),
        recording=recordings.keep((recordings.path(number) / EVENTS_NAME).read_bytes(), ".jsonl"),
        deeds=shown.deeds,
        effects=shown.effects,
        tabs={n: Tab(url=tab.url, title=tab.title) for n, tab in crew.actuator.tabs().items()},
    )
    crew.scribe.write(back, durable=True)
    if isinstance(came, HandrailError):
        raise came
    return Drive(wish.by, back, shown, _documents(crew) != before)


def keep_typed(crew: Crew, secrets: Collection[str]) -> None:
    """Secrets that a person typed are kept, sealed, for a process that takes the session up."""
    hosts = {host_of(tab.url) for tab in crew.actuator.tabs().values()}
    if secrets and crew.recordings is not None:
        # A disk that is full is told by the journal.
        with contextlib.suppress(StoreError):
            crew.recordings.typed(secrets, hosts - {""})


def left_alone(recordings: Recordings, taken: TakenOver) -> HandedBack:
    """The end of a driving whose process ended in the middle of it; what was done until then is on disk."""
    folder = recordings.path(taken.number)
    shown = demonstration(folder, MAIN_PAGE)
    recordings.cover(folder)
    events = folder / EVENTS_NAME
    return HandedBack(
        kind="handed_back",
        node=taken.node,
        number=taken.number,
        why=f"The process ended while {taken.by} drove.",
        recording=recordings.keep(events.read_bytes(), ".jsonl") if events.is_file() else None,
        deeds=shown.deeds,
        effects=shown.effects,
    )


def _documents(crew: Crew) -> dict[str, tuple[str, int]]:
    return {name: (tab.url, tab.document) for name, tab in crew.actuator.tabs().items()}


async def _until_back(crew: Crew, recording: Recording, taken: TakenOver) -> Return | HandrailError:
    """How the driving ended: given back, or with the error that the session is put aside or stopped with."""
    wheel = crew.stop.wheel
    mend = "Take it over again, or go on with `handrail session resume`."

    async def stopped() -> HandrailError:
        await crew.stop.come()
        try:
            crew.stop.check()
        except HandrailError as error:
            return error
        raise AssertionError("the signal came without a reason")

    async def idle() -> HandrailError:
        await wheel.idle()
        return Waiting(f"{taken.by} took over, and did nothing for {wheel.idle_seconds:g} s.", mend=mend)

    async def closed() -> HandrailError:
        why = await recording.ended()
        return Waiting(f"{taken.by} took over, and {why}.", mend=mend)

    async def at_terminal() -> Return:
        assert wheel.attendant is not None
        at = await wheel.attendant.hands_back(f"{taken.by} drives. {taken.why}".strip())
        return Return(wheel.attendant.name, at)

    ways: list[Coroutine[Any, Any, Return | HandrailError]] = [
        wheel.given_back(),
        stopped(),
        idle(),
        closed(),
    ]
    if wheel.attendant is not None:
        ways.append(at_terminal())
    tasks = [asyncio.ensure_future(way) for way in ways]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        # Where several came at once, the person's word goes before.
        return next(task.result() for task in tasks if task.done())
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
