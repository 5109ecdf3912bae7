"""Forking: a new session that begins at a checkpoint of another one, and remembers where it comes from."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from handrail import __version__
from handrail.browser.storage import save_storage
from handrail.errors import UsageError
from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import Entry, Event, SessionId, SessionStarted
from handrail.journal.events.places import Forked, OpenTurn, Origin
from handrail.journal.keeping.private import acting
from handrail.journal.views.fold import walk
from handrail.journal.views.marks import Mark
from handrail.journal.views.walked import Walk
from handrail.runtime.walk.position import anchors
from handrail.sessions.beginning.starting import job_of
from handrail.sessions.conducting.typed import keep_typed, read_typed
from handrail.sessions.service.opening import Service
from handrail.sessions.service.place import Place, new_session_id
from handrail.sessions.service.whole import refuse_erased
from handrail.sop.format import loads
from handrail.sop.graph import Graph


def fork(
    session: SessionId, place: Place, node: str, *, repeat: Collection[str] = (), by: str = ""
) -> SessionId:
    """Begin a session that does the node anew, from the checkpoint before its last visit on.

    Variables, tabs and what the browser kept are as they were there, so it belongs to whom the other session
    belongs, whoever asks for it (`by`). The other one stays as it is. Raises UsageError where it was never at
    the node, and where a `once` effect that it did would be done again and is not among `repeat`.
    """
    entries = tuple(acting(place.store, session))
    behind = walk(entries)
    started = behind.started
    if started is None:
        raise UsageError(f"The journal of '{session}' has no beginning.")
    refuse_erased(behind, session)
    graph = Graph(loads(place.artefacts.get(started.sop).decode(), str(started.sop)))
    mark = _before(entries, behind, graph, node)
    since = mark.seq if mark is not None else 1
    _refuse_repetition(behind, since, repeat, session, node)
    forked = new_session_id()
    place.make_folder(forked)
    origin = Origin(session=session, entry=since, node=node, by=by)
    events: list[Event] = [_started(started, origin, behind.owner)]
    if mark is not None:
        events.append(_place_of(mark))
        kept = place.storage_at(session, mark.storage)
        if kept is not None:
            save_storage(place.storage_path(forked), kept, place.home)
    typed = read_typed(place.typed_path(session), place.home)
    for host, secret in typed:
        keep_typed(place.typed_path(forked), place.home, [secret], [host])
    JournalWriter(place.store, forked).write(*events, durable=True)
    return forked


def fork_for_worker(
    service: Service, session: SessionId, node: str, repeat: Collection[str] = (), *, by: str
) -> SessionId:
    """Fork the session, and queue the new one. Raises UsageError as `fork` does."""
    made = fork(session, service.place, node, repeat=repeat, by=by)
    started = walk(service.place.store.read(made)).started
    assert started is not None
    service.dispatcher.submit(job_of(service, made, started, started.user))
    return made


def _before(entries: tuple[Entry, ...], behind: Walk, graph: Graph, node: str) -> Mark | None:
    """The checkpoint before the node; none for the beginning."""
    visits = [visit for visit in behind.visits if visit.node == node and not visit.undoing]
    if not visits:
        known = ", ".join(dict.fromkeys(visit.node for visit in behind.visits if not visit.undoing))
        raise UsageError(
            f"The session was never at '{node}'.", mend=f"It came to: {known}." if known else None
        )
    then = walk(entry for entry in entries if entry.seq < visits[-1].seq)
    position = next(anchors(then, graph), None)
    if position is None or position.seq is None:
        raise UsageError(
            f"There is no checkpoint before '{node}' from which nothing would be repeated.",
            mend="Fork from an earlier step.",
        )
    return next((mark for mark in then.marks if mark.seq == position.seq), None)


def _refuse_repetition(
    behind: Walk, since: int, repeat: Collection[str], session: SessionId, node: str
) -> None:
    again = {
        visit.node: visit.label
        for visit in behind.all_visits
        if not visit.undoing
        for attempt in visit.attempts
        if attempt.stands and attempt.intended_entry and attempt.intended_entry.seq > since
    }
    left = {name: label for name, label in again.items() if name not in repeat}
    if left:
        words = ", ".join(f"'{label}' ({name})" for name, label in left.items())
        options = " ".join(f"--repeat {name}" for name in left)
        raise UsageError(
            f"The session did what happens once behind '{node}', and a fork would do it again: {words}.",
            mend=f"Undo it first (`handrail session undo {session} --to {node}`), or say that it is to be "
            f"done again: {options}.",
        )


def _started(started: SessionStarted, origin: Origin, owner: str) -> SessionStarted:
    return started.model_copy(
        update={
            "origin": origin,
            "now": datetime.now().astimezone().isoformat(timespec="seconds"),
            "batch": None,
            "row": None,
            "user": owner,
            "machine": "",
            "pid": None,
            "browser": "",
            "handrail_version": __version__,
        }
    )


def _place_of(mark: Mark) -> Forked:
    return Forked(
        kind="forked",
        left=mark.left.node,
        outcome=mark.left.outcome,
        open=mark.open,
        turns={
            node: OpenTurn(number=turn.number, value=turn.value, keys=tuple(turn.keys), url=turn.url)
            for node, turn in mark.turns.items()
        },
        variables=mark.variables,
        tabs=mark.tabs,
    )
