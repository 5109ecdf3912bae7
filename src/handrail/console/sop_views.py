"""What the console shows of the library: lists of SOPs with how their runs went, and the page of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Final, Literal

from pydantic import JsonValue

from handrail._model import Model
from handrail.console.library import Library, Shelved, Version, document_of
from handrail.console.viewing import Standing, ViewLine, view_lines
from handrail.errors import HandrailError, Problem, SopError
from handrail.journal.events.driving import StepsProposed
from handrail.journal.events.event import AmendmentProposed, Artefact, Outcome, SessionId
from handrail.journal.views.amendments import AmendmentLine, amendments_of
from handrail.sessions.given.inputs import input_variables, lacking_secrets, secret_names
from handrail.sessions.service.listing import SessionLine
from handrail.sessions.service.place import Place
from handrail.sop.document import Sop
from handrail.sop.node import Task
from handrail.sop.outline import Outline, outline
from handrail.sop.readiness import blocking
from handrail.sop.sentences import describe_action, describe_target
from handrail.sop.validate import problems

_BARS: Final = 20
"""So many of an SOP's last runs are shown."""


class RunBar(Model):
    """A run of an SOP, as a small bar."""

    session: SessionId
    standing: Standing
    outcome: Outcome | None
    seconds: float | None


class SopLine(Model):
    """An SOP in the library's list."""

    name: str
    title: str
    goal: str = ""
    version: str = ""
    owner: str = ""
    saved: str
    """UTC, ISO 8601."""
    steps: int = 0
    ready: bool = False
    """Whether it could be started now."""
    questions: int = 0
    """How many clarifications are open."""
    amendments: int = 0
    """How many amendments are open."""
    runs: tuple[RunBar, ...] = ()
    """The oldest first."""
    success: float | None = None
    """Which part of the runs that ended was done, 0 to 1."""
    next_start: str | None = None
    """When a schedule starts it next: UTC, ISO 8601."""
    error: str | None = None
    """Why it cannot be read."""


class ProblemView(Model):
    """One thing that is wrong or doubtful."""

    severity: Literal["error", "warning"]
    code: str
    message: str
    place: str
    node: str | None
    field: str | None
    mend: str | None


class Findings(Model):
    """What is wrong or doubtful in an SOP: the messages of `handrail check`."""

    problems: tuple[ProblemView, ...]
    blocking: tuple[ProblemView, ...]
    outline: Outline | None
    """None for a document that is no SOP."""


class Input(Model):
    """A variable that a session is given."""

    name: str
    type: str
    description: str
    default: str | None
    required: bool
    example: str | None


class Secret(Model):
    """A secret that a session needs, and whether the server knows it."""

    name: str
    known: bool


class AmendmentView(Model):
    """A proposed change of the SOP, with its evidence."""

    id: str
    status: str
    node: str
    field: str
    before: str
    after: str
    score: float
    reasons: tuple[str, ...]
    url: str
    session: SessionId
    """The one that proposed it first."""
    times: int
    """How many sessions proposed it."""
    at: str
    pictures: tuple[Artefact, ...]
    decided_by: str = ""
    why: str = ""


class SopPage(Model):
    """An SOP of the library as a page."""

    name: str
    hash: str
    document: dict[str, JsonValue]
    findings: Findings
    inputs: tuple[Input, ...]
    secrets: tuple[Secret, ...]
    versions: tuple[Version, ...]
    amendments: tuple[AmendmentView, ...]
    runs: tuple[ViewLine, ...]


def sop_lines(
    library: Library, place: Place, sessions: Sequence[SessionLine], starts: Mapping[str, str]
) -> tuple[SopLine, ...]:
    """The library's list; `starts` says when a schedule starts an SOP next, by its id.

    Raises StoreError, JournalBroken.
    """
    runs: defaultdict[str, list[ViewLine]] = defaultdict(list)
    for line in view_lines(sessions):
        runs[line.sop_id].append(line)
    proposed = amendments_of(place.store)
    # What lies there and cannot be read is told as well: whoever put it there looks for it.
    names = (*library.names(), *library.misnamed())
    return tuple(_line(library, name, runs, proposed, starts) for name in names)


def sop_page(
    library: Library, place: Place, name: str, sessions: Sequence[SessionLine], user: str
) -> SopPage:
    """The page of an SOP, as a user sees it.

    Raises UsageError where it is not there; SopError, StoreError, JournalBroken.
    """
    shelved = library.read(name)
    sop = shelved.sop
    own = [line for line in sessions if line.sop_id == sop.meta.id]
    lacking = lacking_secrets(sop, place.home, user)
    return SopPage(
        name=name,
        hash=shelved.hash,
        document=document_of(sop),
        findings=findings(sop),
        inputs=tuple(
            Input(
                name=variable,
                type=about.type,
                description=about.description,
                default=about.default,
                required=about.required and about.default is None,
                example=about.example,
            )
            for variable, about in input_variables(sop).items()
        ),
        secrets=tuple(Secret(name=secret, known=secret not in lacking) for secret in secret_names(sop)),
        versions=library.versions(name),
        amendments=tuple(_amendment(line) for line in _amendments(amendments_of(place.store), shelved)),
        runs=view_lines(own[:_BARS]),
    )


def findings(sop: Sop) -> Findings:
    """What `handrail check` says of the SOP, and its sentences."""
    return Findings(
        problems=tuple(_plain(problem) for problem in problems(sop)),
        blocking=tuple(_plain(problem) for problem in blocking(sop)),
        outline=outline(sop),
    )


def unfit(error: SopError) -> Findings:
    """What is wrong with a document that is no SOP."""
    found = error.problems or (
        Problem("error", "not-an-sop", error.message, error.place or "", mend=error.mend),
    )
    return Findings(problems=tuple(_plain(problem) for problem in found), blocking=(), outline=None)


def _plain(problem: Problem) -> ProblemView:
    return ProblemView.model_validate(asdict(problem))


def _line(
    library: Library,
    name: str,
    runs: defaultdict[str, list[ViewLine]],
    proposed: Sequence[AmendmentLine],
    starts: Mapping[str, str],
) -> SopLine:
    try:
        shelved = library.read(name)
        saved = datetime.fromtimestamp(shelved.path.stat().st_mtime, UTC).isoformat(timespec="seconds")
    except (HandrailError, OSError) as error:
        return SopLine(name=name, title=name, saved="", error=str(error))
    sop = shelved.sop
    own = runs[sop.meta.id]
    over = [run for run in own if run.standing == "ended"]
    faulty = any(problem.severity == "error" for problem in problems(sop))
    return SopLine(
        name=name,
        title=sop.meta.title,
        goal=sop.meta.goal,
        version=sop.meta.version,
        owner=sop.meta.owner,
        saved=saved,
        steps=sum(node.type not in ("group", "end") for node in sop.walk_nodes()),
        ready=not faulty and not blocking(sop),
        questions=sum(not question.answer for question in sop.clarifications),
        amendments=sum(line.status == "open" for line in _amendments(proposed, shelved)),
        runs=tuple(
            RunBar(session=run.session, standing=run.standing, outcome=run.outcome, seconds=run.seconds)
            for run in reversed(own[:_BARS])
        ),
        next_start=starts.get(sop.meta.id),
        success=sum(run.outcome == "done" for run in over) / len(over) if over else None,
    )


def _amendments(proposed: Sequence[AmendmentLine], shelved: Shelved) -> list[AmendmentLine]:
    return [line for line in proposed if line.sop_id == shelved.sop.meta.id]


def _amendment(line: AmendmentLine) -> AmendmentView:
    event = line.first.event
    before, after = _before_and_after(event)
    return AmendmentView(
        id=line.id,
        status=line.status,
        node=event.node,
        field=event.field,
        before=before,
        after=after,
        score=event.score,
        reasons=event.reasons,
        url=event.url,
        session=line.first.session,
        times=len(line.proposals),
        at=line.first.at,
        pictures=tuple(map(Artefact, event.pictures)),
        decided_by=line.decided.by if line.decided else "",
        why=line.decided.why if line.decided else "",
    )


def _before_and_after(event: AmendmentProposed | StepsProposed) -> tuple[str, str]:
    if isinstance(event, StepsProposed):
        before = "; ".join(
            describe_action(step) if isinstance(step, Task) else f"explore: {step.goal}" for step in event.old
        )
        return before or "nothing before it", "; ".join(map(describe_action, event.new))
    before, after = describe_target(event.old), describe_target(event.new)
    return before, after if after != before else f"{after}, found otherwise"
