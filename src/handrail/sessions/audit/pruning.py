"""Which old sessions go: by age, by number, by the space that they take."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from handrail.journal.chain.log import read_log
from handrail.journal.chain.store import JournalStore, SessionRecord
from handrail.journal.database.connecting import Database
from handrail.journal.database.templates import TemplateTable
from handrail.journal.events.event import Pruned, SessionId, SessionStarted
from handrail.journal.keeping.proof import prove
from handrail.journal.keeping.retention import last_named, remove, sweep
from handrail.journal.views.fold import walk
from handrail.journal.views.summary import summary_of
from handrail.privacy.household import drop_session
from handrail.sessions.service.place import Place
from handrail.sessions.tables.given_files import sweep_given


@dataclass(frozen=True)
class Keep:
    """What is kept; a session goes that is outside of any of these."""

    days: float | None = None
    """Sessions that began longer ago go."""
    newest: int | None = None
    """Sessions behind so many newer ones go."""
    bytes: int | None = None
    """The oldest go until the files of the home (pictures, downloads) take no more."""
    at_least_days: float | None = None
    """None goes that began later, whatever the rest says: `retention` in `audit.yaml`."""
    damaged: bool = True
    """Those stay whose journals do not hold: what somebody changed would be gone, and its removal signed."""


@dataclass(frozen=True)
class Pruning:
    """What was removed, or would be."""

    sessions: tuple[Pruned, ...]
    freed: int
    """Bytes of files; 0 where nothing was removed yet."""
    kept_open: int
    """Sessions that are old enough, and are not over: they wait, run, or were not settled; and the rows of a
    table that stays."""
    kept_held: tuple[SessionId, ...] = ()
    """Sessions that are old enough, and that a hold keeps."""
    kept_damaged: tuple[SessionId, ...] = ()
    """Sessions that are old enough, and whose journals do not hold."""
    kept_young: int = 0
    """Sessions that would go, and began later than `at_least_days` lets any go."""


def choose(place: Place, keep: Keep, *, by: str, now: datetime | None = None) -> Pruning:
    """The sessions that would go, the oldest first. Nothing is removed. Raises StoreError."""
    moment = now or datetime.now(UTC)
    records = sorted(place.store.sessions(), key=_began)
    going: dict[SessionId, str] = {}
    for number, record in enumerate(reversed(records), start=1):
        began = datetime.fromisoformat(_began(record))
        if keep.days is not None and moment - began > timedelta(days=keep.days):
            going[record.session] = f"it began more than {keep.days:g} days ago"
        elif keep.newest is not None and number > keep.newest:
            going[record.session] = f"{keep.newest} newer ones are kept"
    if keep.bytes is not None:
        going |= _too_much(place, records, going, keep.bytes)
    wished = len(going)
    if keep.at_least_days is not None:
        young = moment - timedelta(days=keep.at_least_days)
        for record in records:
            if datetime.fromisoformat(_began(record)) > young:
                going.pop(record.session, None)
    kept_young = wished - len(going)
    damaged = _damaged(place, going) if keep.damaged else set()
    told: list[Pruned] = []
    left_open = 0
    log = read_log(place.store)
    held: list[SessionId] = []
    for record in records:
        if record.session in going and log.holding(record.session, _sop_id(record)) is not None:
            held.append(record.session)
        elif record.session in damaged:
            continue
        elif record.session in going:
            event = _told(place.store, record, by, going[record.session])
            if event is None:
                left_open += 1
            else:
                told.append(event)
    rows = _rows_of_what_stays(records, told)
    going_now = tuple(event for event in told if event.session not in rows)
    return Pruning(
        going_now, 0, left_open + len(rows), tuple(held), tuple(sorted(damaged - {*held})), kept_young
    )


def prune(database: Database, place: Place, chosen: Pruning) -> Pruning:
    """Remove the chosen sessions with their files; what each chain ended with stays.

    Raises EnvironmentLack, StoreError: nothing goes that was signed, where the removal cannot be.
    """
    before = sum(_size(place.folder(SessionId(event.session))) for event in chosen.sessions)
    gone = last_named(place.store, chosen.sessions)
    remove(database, place.store, place.home, chosen.sessions)
    for event in chosen.sessions:
        shutil.rmtree(place.folder(SessionId(event.session)), ignore_errors=True)
        drop_session(place.home, event.session)
    freed = sweep(database, place.store, place.artefacts, gone)
    freed += sweep_given(place, TemplateTable(database))
    return replace(chosen, freed=before + freed)


def _rows_of_what_stays(records: Iterable[SessionRecord], told: Iterable[Pruned]) -> frozenset[str]:
    """The rows of tables that stay: a table that goes on begins each row that it does not find."""
    going = {event.session for event in told}
    staying = {record.session for record in records if record.session not in going}
    return frozenset(record.session for record in records if record.batch in staying) & going


def _began(record: SessionRecord) -> str:
    """When the session began, as its journal proves it: the list of sessions is covered by no hash."""
    return record.first.at if record.first is not None else record.started


def _damaged(place: Place, sessions: Collection[SessionId]) -> set[SessionId]:
    """Those whose journals were changed. A picture that is gone is no reason to keep the rest."""
    if not sessions:
        return set()
    findings = prove(place.store, place.artefacts, place.home, sessions=sessions).findings
    return {one for one in sessions if any(f.chain == one and f.kind != "file" for f in findings)}


def _too_much(
    place: Place, records: list[SessionRecord], going: dict[SessionId, str], most: int
) -> dict[SessionId, str]:
    sizes = {record.session: _taken(place, record.session) for record in records}
    total = sum(size for session, size in sizes.items() if session not in going)
    more: dict[SessionId, str] = {}
    for record in records:
        if total <= most:
            break
        if record.session not in going:
            more[record.session] = f"the files may take {most} bytes"
            total -= sizes[record.session]
    return more


def _sop_id(record: SessionRecord) -> str:
    event = record.first.event if record.first else None
    return event.sop_id if isinstance(event, SessionStarted) else ""


def _told(store: JournalStore, record: SessionRecord, by: str, why: str) -> Pruned | None:
    """What stays of a session; none where it is not over."""
    gathered = walk(store.read(record.session))
    if gathered.ended is None:
        return None
    summary = summary_of(gathered)
    if summary.outcome in ("waiting", "needs reconciliation"):
        return None
    return Pruned(
        kind="pruned",
        session=record.session,
        title=summary.title,
        started=_began(record),
        outcome=summary.outcome,
        entries=record.head.seq,
        hash=record.head.hash,
        by=by,
        why=why,
    )


def _taken(place: Place, session: SessionId) -> int:
    gathered = walk(place.store.read(session))
    pictures = {p.picture for visit in gathered.all_visits for p in visit.pictures}
    return _size(place.folder(session)) + sum(place.artefacts.size(name) for name in pictures)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in _files(folder))


def _files(folder: Path) -> Iterator[Path]:
    yield from (path for path in folder.rglob("*") if path.is_file())
