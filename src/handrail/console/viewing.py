"""What the console shows of a session: a fold over its journal, with how it stands in the queue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from pydantic import JsonValue

from handrail._model import Model
from handrail.errors import UsageError
from handrail.journal.events.driving import StepsProposed
from handrail.journal.events.event import (
    AmendmentId,
    AmendmentProposed,
    Artefact,
    Criterion,
    Outcome,
    Pictured,
    SessionId,
)
from handrail.journal.views.fold import walk
from handrail.journal.views.summary import Summary, summary_of
from handrail.journal.views.visit import NodeStatus, Visit
from handrail.journal.views.waited import seconds_between
from handrail.journal.views.walked import Walk
from handrail.secrets.forms import MASK
from handrail.sessions.people.undoing import can_be_undone
from handrail.sessions.reports.report import MEANINGS, TONES
from handrail.sessions.reports.report_file import sop_of
from handrail.sessions.reports.report_steps import Album, Picture, Tone, step_view
from handrail.sessions.service.listing import SessionLine
from handrail.sessions.service.place import Place
from handrail.sop.document import Sop
from handrail.sop.node import Group, Loop

Standing = Literal["queued", "running", "waiting", "paused", "interrupted", "ended", "broken"]

_FORGOTTEN: Final = "The journal has no end: its process was killed, or still runs elsewhere."


class ViewLine(Model):
    """A session in the console's list."""

    session: SessionId
    title: str
    sop_id: str
    started: str
    """UTC, ISO 8601."""
    standing: Standing
    outcome: Outcome | None
    owner: str
    batch: str | None
    row: int | None
    seconds: float | None = None
    """From its first entry to its last one."""


class StepPicture(Model):
    """A picture of the page that a step kept."""

    moment: Literal["before", "after", "failure"]
    picture: Artefact
    at: str


class StepNote(Model):
    """A line that stands out in a step."""

    tone: Tone
    title: str
    text: str


class Step(Model):
    """One arrival at a node, in words; `visit` counts the arrivals at it."""

    number: int
    node: str
    visit: int
    label: str
    status: NodeStatus
    action: str
    rung: str | None
    entered: str
    millis: float | None
    retries: int
    notes: tuple[StepNote, ...]
    criteria: tuple[Criterion, ...]
    how: tuple[tuple[str, str], ...]
    pictures: tuple[StepPicture, ...]


class Healed(Model):
    """A step whose element was found otherwise, and the change of the SOP that is proposed for it."""

    amendment: str
    node: str
    label: str


class SessionView(Model):
    """One session as a page of the console."""

    line: ViewLine
    summary: Summary
    meaning: str
    tone: Tone
    inputs: tuple[tuple[str, JsonValue], ...]
    autonomy: str
    browser: str
    machine: str
    steps: tuple[Step, ...]
    healed: tuple[Healed, ...]
    can_be_undone: bool
    is_table: bool
    """It only keeps the rows of a table; what is done is done by theirs."""


def standing(line: SessionLine) -> Standing:
    """How a session stands, in the one word by which the console shows and sorts it."""
    if line.broken:
        return "broken"
    if line.running:
        return "running"
    if line.interrupted:
        return "interrupted"
    match line.state:
        case "queued" | "paused" | "waiting":
            return line.state
    return "waiting" if line.outcome == "waiting" else "ended"


def view_lines(lines: Iterable[SessionLine]) -> tuple[ViewLine, ...]:
    """The lines of the console's list."""
    return tuple(_view_line(line, seconds_of(line)) for line in lines)


def seconds_of(line: SessionLine) -> float | None:
    """From its first entry to its last one, without the times in which no process had it."""
    if not line.last:
        return None
    return max(0.0, round(seconds_between(line.started, line.last) - line.idle_seconds, 3))


def _view_line(line: SessionLine, seconds: float | None) -> ViewLine:
    return ViewLine(
        session=line.session,
        title=line.title,
        sop_id=line.sop_id,
        started=line.started,
        standing=standing(line),
        outcome=line.outcome,
        owner=line.owner,
        batch=line.batch,
        row=line.row,
        seconds=seconds,
    )


def session_view(place: Place, line: SessionLine) -> SessionView:
    """The page of a session. Raises StoreError; JournalBroken when an entry cannot be read."""
    entries = tuple(place.store.read(line.session))
    gathered = walk(entries)
    started = gathered.started
    if started is None:
        raise UsageError(f"The journal of the session '{line.session}' has no beginning.")
    sop = sop_of(entries, place.artefacts)
    summed = summary_of(gathered, sop)
    labels = {visit.node: visit.label for visit in gathered.all_visits}
    process = gathered.process or started
    forgotten = standing(line) == "interrupted"
    return SessionView(
        line=_view_line(line, summed.elapsed_seconds),
        summary=summed,
        meaning=_FORGOTTEN if forgotten else MEANINGS[summed.outcome],
        tone=TONES[summed.outcome],
        inputs=tuple(_inputs(started.inputs, sop)),
        autonomy=started.autonomy,
        browser=process.browser,
        machine=process.machine,
        steps=tuple(_steps(gathered, sop, place)),
        healed=tuple(_healed(gathered, labels)),
        can_be_undone=can_be_undone(gathered, place, line.session),
        is_table=started.rows is not None,
    )


def sop_of_session(place: Place, session: SessionId) -> Sop:
    """The SOP that a session runs. Raises UsageError where it is missing or was changed."""
    sop = sop_of(tuple(place.store.read(session)), place.artefacts)
    if sop is None:
        raise UsageError(
            f"The procedure of the session '{session}' is missing or was changed.",
            mend=f"`handrail session verify {session}` tells what was changed.",
        )
    return sop


class _NoPictures(Album):
    """Pictures are given as addresses, and not put into the page."""

    def picture(self, artefact: Artefact, caption: str) -> Picture:
        return Picture(caption, None)


def _steps(gathered: Walk, sop: Sop | None, place: Place) -> Iterable[Step]:
    containers = {node.id for node in sop.walk_nodes() if isinstance(node, Group | Loop)} if sop else set()
    album = _NoPictures(place.artefacts)
    walked = (
        visit
        for visit in gathered.visits
        if visit.is_step or (visit.status == "running" and visit.node not in containers)
    )
    for number, visit in enumerate(walked, start=1):
        yield _step(visit, number, album)


def _step(visit: Visit, number: int, album: Album) -> Step:
    told = step_view(visit, number, album)
    rungs = [attempt.rung for attempt in visit.attempts if attempt.rung]
    return Step(
        number=number,
        node=visit.node,
        visit=visit.number,
        label=visit.label,
        status=visit.status,
        action=told.action,
        rung=rungs[-1] if rungs else None,
        entered=visit.entered,
        millis=visit.millis,
        retries=sum(attempt.retried is not None for attempt in visit.attempts),
        notes=tuple(StepNote(tone=note.tone, title=note.title, text=note.text) for note in told.notes),
        criteria=told.criteria,
        how=tuple(told.how),
        pictures=tuple(
            StepPicture(moment=event.moment, picture=event.picture, at=entry.at)
            for entry in visit.picture_entries
            if isinstance(event := entry.event, Pictured)
        ),
    )


def _inputs(given: Mapping[str, JsonValue], sop: Sop | None) -> Iterable[tuple[str, JsonValue]]:
    if sop is None:
        yield from given.items()
        return
    for name, variable in sop.variables.items():
        if variable.secret:
            yield name, MASK
        elif name in given:
            yield name, given[name]
    yield from ((name, value) for name, value in given.items() if name not in sop.variables)


def _healed(gathered: Walk, labels: Mapping[str, str]) -> Iterable[Healed]:
    for entry in gathered.amendments:
        event = entry.event
        if isinstance(event, AmendmentProposed | StepsProposed):
            yield Healed(
                amendment=AmendmentId(event.amendment),
                node=event.node,
                label=labels.get(event.node, event.node),
            )
