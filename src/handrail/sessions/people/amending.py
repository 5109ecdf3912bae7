"""Deciding amendments: finding one by what a person types, accepting it into the SOP file, rejecting it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from handrail.errors import SopError, StoreError, UsageError
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.sealing import ERASED
from handrail.journal.chain.store import JournalStore, JournalWriter
from handrail.journal.events.event import AmendmentDecided, Artefact, SessionId, SessionStarted
from handrail.journal.keeping.private import acting_event
from handrail.journal.views.amendments import AmendmentLine, amendments_of
from handrail.journal.views.state import state
from handrail.private import one_at_a_time
from handrail.sessions.service.listing import is_running
from handrail.sop.amending import apply, stands_there
from handrail.sop.document import Sop
from handrail.sop.format import load, loads, save, sop_bytes
from handrail.sop.validate import problems

_LOCK: Final = "amending.lock"


@dataclass(frozen=True)
class Accepted:
    """What accepting an amendment did."""

    path: Path
    """The file that holds the new version."""
    version: str
    before: str
    """The version that it was made from."""
    kept: Path | None
    """Where the file's content of before is kept; none where no file was replaced."""


def find_amendment(store: JournalStore, wanted: str) -> AmendmentLine:
    """The amendment that an id or its beginning means. Raises `UsageError`, `StoreError`, `JournalBroken`."""
    lines = amendments_of(store)
    fitting = [
        line
        for line in lines
        if wanted and any(proposal.event.amendment.startswith(wanted.lower()) for proposal in line.proposals)
    ]
    if not fitting:
        raise UsageError(
            f"There is no amendment '{wanted}'.",
            mend="`handrail amend list --all` lists all amendments.",
        )
    if len(fitting) > 1:
        names = ", ".join(line.id for line in fitting)
        raise UsageError(f"'{wanted}' begins several ids: {names}.", mend="Give more of the id.")
    return fitting[0]


def accept(
    store: JournalStore,
    artefacts: Artefacts,
    line: AmendmentLine,
    *,
    by: str,
    why: str = "",
    output: Path | None = None,
) -> Accepted:
    """Write the SOP's next version, and journal who accepted the amendment.

    It goes to the file that the session ran, or to `output`. What the file held before is kept in the home. A
    file that has the new target already (another way led there) stays as it is. Raises SopError, UsageError,
    StoreError; nothing is changed then.
    """
    # Of two that are accepted at once, the second goes into the version that the first has made.
    with changing_sops(artefacts):
        return _accept(store, artefacts, line, by, why, output)


def changing_sops(artefacts: Artefacts) -> AbstractContextManager[None]:
    """Meanwhile nobody else of this home reads an SOP's file, changes it and writes it. Raises StoreError."""
    return one_at_a_time(artefacts.folder.parent / _LOCK, what="The SOP")


def _accept(
    store: JournalStore, artefacts: Artefacts, line: AmendmentLine, by: str, why: str, output: Path | None
) -> Accepted:
    started = _decidable(store, line)
    if ERASED in line.first.event.model_dump_json():
        raise UsageError(
            "Values were erased from this amendment, and would be missing in the SOP.",
            mend="Reject it, and record the step again.",
        )
    source = _source(started, artefacts, output)
    if source.meta.id != started.sop_id:
        raise SopError(
            f"This is the SOP '{source.meta.id}' now; the amendment is for '{started.sop_id}'.",
            place=started.sop_path,
            mend="Name with -o where the new version goes, after putting the file back.",
        )
    change = acting_event(store, line.first.session, line.first.event).change
    there = stands_there(source, change)
    amended = source if there else apply(source, change)
    _check(source, amended)
    path = (output or Path(started.sop_path)).absolute()
    kept = None if there else _keep(path, artefacts)
    made = artefacts.put(sop_bytes(amended), ".sop.json", durable=True)
    if not there or output is not None:
        save(path, amended)
    _journal(
        store,
        line,
        AmendmentDecided(
            kind="amendment_decided",
            amendment=line.id,
            decision="accept",
            by=by,
            why=why,
            version=amended.meta.version,
            path=str(path),
            sop=made,
            replaced=kept,
        ),
    )
    return Accepted(path, amended.meta.version, source.meta.version, artefacts.path(kept) if kept else None)


def reject(store: JournalStore, line: AmendmentLine, *, by: str, why: str) -> None:
    """Journal who rejected the amendment, and why. Raises UsageError, StoreError."""
    _decidable(store, line)
    decided = AmendmentDecided(kind="amendment_decided", amendment=line.id, decision="reject", by=by, why=why)
    _journal(store, line, decided)


def started_of(store: JournalStore, session: SessionId) -> SessionStarted:
    """How the session began. Raises UsageError where its journal does not say."""
    first = next(store.read(session), None)
    event = first.event if first else None
    if not isinstance(event, SessionStarted):
        raise UsageError(
            f"The journal of the session '{session}' has no beginning.",
            mend=f"`handrail session verify {session}` tells what was changed.",
        )
    return event


def _decidable(store: JournalStore, line: AmendmentLine) -> SessionStarted:
    if line.decided is not None:
        raise UsageError(
            f"The amendment '{line.id}' was {line.status} by {line.decided.by} at {line.decided_at[:19]}Z.",
            mend="`handrail amend list` lists the open ones.",
        )
    session = line.first.session
    started = started_of(store, session)
    # Its process continues the chain from what it wrote last; an entry in between would stop it.
    if is_running(started) and not _is_over(store, session):
        raise UsageError(
            f"The session '{session}', which proposed it, still runs.", mend="Decide when it has ended."
        )
    return started


def _is_over(store: JournalStore, session: SessionId) -> bool:
    return state(store.read(session)).ended is not None


def _source(started: SessionStarted, artefacts: Artefacts, output: Path | None) -> Sop:
    """The SOP to amend: the file that was run as it is now; with `output`, else the version that was run."""
    path = Path(started.sop_path) if started.sop_path else None
    if path is not None and path.is_file():
        return load(path)
    if output is None:
        what = f"'{path}' is no longer there" if path else "The session does not say which file it ran"
        raise SopError(
            f"{what}.", mend="Name a file with -o: it gets the version that was run, with the amendment."
        )
    return loads(artefacts.get(started.sop).decode(), started.sop_id)


def _keep(path: Path, artefacts: Artefacts) -> Artefact | None:
    """What the file holds now, kept in the home byte for byte; none for a new file."""
    try:
        content = path.read_bytes() if path.is_file() else None
    except OSError as error:
        raise SopError(f"It cannot be read: {error.strerror}.", place=str(path)) from error
    return None if content is None else artefacts.put(content, ".sop.json", durable=True)


def _check(before: Sop, after: Sop) -> None:
    known = {(problem.code, problem.place) for problem in problems(before)}
    new = [
        problem
        for problem in problems(after)
        if problem.severity == "error" and (problem.code, problem.place) not in known
    ]
    if new:
        raise SopError.of(new, after.meta.id, what="With the amendment it would not hold together")


def _journal(store: JournalStore, line: AmendmentLine, event: AmendmentDecided) -> None:
    JournalWriter(store, line.first.session).write(event, durable=True)


def picture_path(artefacts: Artefacts, picture: Artefact) -> Path | None:
    """Where a picture of the evidence is kept; none where it is missing."""
    try:
        return artefacts.path(picture)
    except (StoreError, ValueError):
        return None
