"""What to say of a session that its process leaves in the middle, as when the home's disk is full."""

from __future__ import annotations

from handrail.errors import HandrailError, LeaseLost, StoreError
from handrail.journal.chain.store import JournalStore
from handrail.journal.events.event import SessionId
from handrail.journal.views.summary import Summary, summary
from handrail.sop.document import Sop


def tell_how_to_go_on(error: StoreError, store: JournalStore, session: SessionId, sop: Sop) -> None:
    """Have the error say how the session is gone on with, and what must not be done once more: whoever only
    reads what is wrong with the disk would run it again."""
    if isinstance(error, LeaseLost):
        # Another process does go on with it.
        return
    error.mend = f"{error.suggestion} {how_to_go_on(store, session, sop)}"


def how_to_go_on(store: JournalStore, session: SessionId, sop: Sop) -> str:
    """How a session is gone on with that was left in the middle, and what it may have done."""
    try:
        left = summary(store.read(session), sop)
    except HandrailError:
        left = None
    return _told(left, session)


def _told(left: Summary | None, session: SessionId) -> str:
    if left is not None and left.batch is not None and left.row is not None:
        go_on = f"`handrail session resume {left.batch} --queue`, and a worker does the rows that are left"
    else:
        go_on = f"`handrail session resume {session}`"
    if left is None:
        return f"What was under way may have been done: do not run it again, but go on with {go_on}."
    # What was pressed, and had no answer yet, is not known to have been done.
    pressed = (one for one in left.once_done if one.node == left.stopped_at)
    if doubts := (*left.in_doubt, *pressed):
        doubt = " and ".join(f"'{one.label}'" for one in doubts)
        return f"{doubt} may have been done: do not run it again, but go on with {go_on}."
    if left.once_done:
        done = " and ".join(f"'{one.label}'" for one in left.once_done)
        return f"{done} was done: do not run it again, but go on with {go_on}."
    return f"Nothing was done yet that is done only once. Go on with {go_on}."
