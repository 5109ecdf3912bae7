"""Undoing a session: what it did is to be taken back, to its beginning or to one of its steps.

Here it is only written into the journal; whoever conducts the session then does it.
"""

from __future__ import annotations

from handrail.errors import UsageError
from handrail.journal.event import SessionId
from handrail.journal.fold import Walk, walk
from handrail.journal.lease import Lease
from handrail.journal.store import JournalWriter
from handrail.journal.undo import UndoBegun
from handrail.sessions.place import Place


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

    One that is being undone already goes on with that. Raises UsageError for a session that was undone, or
    was never at the node; StoreError, LeaseLost.
    """
    behind = walk(place.store.read(session))
    if behind.undo is not None:
        return
    if behind.started is None:
        raise UsageError(f"There is no session '{session}'.")
    if behind.undone_to is not None and behind.undone_to.to is None:
        raise UsageError(f"The session '{session}' is undone already.")
    begun = UndoBegun(kind="undo_begun", after=_after(behind, to), to=to, why=why, by=by)
    fence = lease.fence if lease is not None else None
    JournalWriter(place.store, session, fence=fence).write(begun, durable=True)


def _after(behind: Walk, to: str | None) -> int:
    if to is None:
        return 1
    visits = [visit for visit in behind.visits if visit.node == to and not visit.undoing]
    if not visits:
        known = ", ".join(dict.fromkeys(visit.node for visit in behind.visits if not visit.undoing))
        raise UsageError(f"The session was never at '{to}'.", mend=f"It came to: {known}." if known else None)
    # The entry of the visit itself is undone with it.
    return visits[-1].seq - 1
