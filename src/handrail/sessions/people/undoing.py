"""Undoing a session: what it did is to be taken back, to its beginning or to one of its steps.

Here it is only written into the journal; whoever conducts the session then does it.
"""

from __future__ import annotations

from typing import Final

from handrail.errors import HandrailError, UsageError
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.holder import this_process
from handrail.journal.database.lease import Lease
from handrail.journal.database.work import WorkState
from handrail.journal.events.event import SessionId
from handrail.journal.events.undo import UndoBegun
from handrail.journal.views.fold import walk
from handrail.journal.views.walked import Walk
from handrail.runtime.undo.deeds import deeds, lasting
from handrail.sessions.people.steering import let_workers, queued_line, ready_here
from handrail.sessions.service.claiming import claim
from handrail.sessions.service.opening import Service
from handrail.sessions.service.place import Place
from handrail.sessions.service.users import User
from handrail.sessions.service.whole import refuse_erased
from handrail.sop.format import loads
from handrail.sop.graph import Graph

_SHOWN: Final = 5


def want_undone(
    session: SessionId,
    place: Place,
    *,
    by: str,
    to: str | None = None,
    why: str = "",
    lease: Lease | None = None,
) -> None:
    """Journal that the session is to be undone: all of it, or back to its last visit of the node `to`.

    One that is being undone already goes on with that. Raises UsageError for a session that was undone, was
    never at the node, or did nothing that can be undone; StoreError, LeaseLost.
    """
    behind = walk(place.store.read(session))
    if behind.undo is not None:
        return
    after = undone_after(behind, place, session, to)
    begun = UndoBegun(kind="undo_begun", after=after, to=to, why=why, by=by)
    fence = lease.fence if lease is not None else None
    JournalWriter(place.store, session, fence=fence).write(begun, durable=True)


def undo_by_worker(
    service: Service, session: SessionId, user: User, *, to: str | None = None, why: str = ""
) -> None:
    """Have a worker take back what the session did. Raises UsageError as `want_undone` does, and for one that
    is being worked on."""
    ready_here(service, session, also_over=True)
    held = claim(service.dispatcher, service.work, session, this_process())
    if held is None:
        raise UsageError(
            f"The session '{session}' is being worked on.", mend="Pause it first, or wait for its end."
        )
    before: WorkState = "ended" if _is_over(service, session) else "paused"
    try:
        want_undone(session, service.place, by=user.name, to=to, why=why, lease=held)
    except UsageError:
        service.dispatcher.release(held, before)
        raise
    let_workers(service, queued_line(service, session))
    service.dispatcher.release(held, "queued")


def _is_over(service: Service, session: SessionId) -> bool:
    return walk(service.place.store.read(session)).ended is not None


def undone_after(behind: Walk, place: Place, session: SessionId, to: str | None) -> int:
    """The number of the last entry that stays. Raises UsageError as `want_undone` does."""
    after = _last_that_stays(behind, session, to)
    refuse_erased(behind, session)
    assert behind.started is not None
    sop = loads(place.artefacts.get(behind.started.sop).decode(), f"the SOP of session {session}")
    if stays := [deed.action for deed in lasting(deeds(behind, Graph(sop), after))]:
        more = f" and {len(stays) - _SHOWN} more" if len(stays) > _SHOWN else ""
        raise UsageError(
            f"Nothing that the session '{session}' did can be undone: {', '.join(stays[:_SHOWN])}{more}.",
            mend="The session stays as it is. Take it back in the app.",
        )
    return after


def can_be_undone(behind: Walk, place: Place, session: SessionId) -> bool:
    """Whether undoing all that the session did would take anything back."""
    try:
        undone_after(behind, place, session, None)
    except (HandrailError, ValueError):
        return False
    return True


def _last_that_stays(behind: Walk, session: SessionId, to: str | None) -> int:
    if behind.started is None:
        raise UsageError(f"There is no session '{session}'.")
    if behind.undone_to is not None and behind.undone_to.to is None:
        raise UsageError(f"The session '{session}' is undone already.")
    if to is None:
        return 1
    visits = [visit for visit in behind.visits if visit.node == to and not visit.undoing]
    if not visits:
        known = ", ".join(dict.fromkeys(visit.node for visit in behind.visits if not visit.undoing))
        raise UsageError(f"The session was never at '{to}'.", mend=f"It came to: {known}." if known else None)
    # The entry of the visit itself is undone with it.
    return visits[-1].seq - 1
