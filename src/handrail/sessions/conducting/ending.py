"""How a session's turn ends: its outcome, journaled, and what of it is kept for later."""

from __future__ import annotations

from typing import Final

from handrail.errors import (
    Blocked,
    Denied,
    EnvironmentLack,
    ErrorPage,
    HandrailError,
    NotReached,
    NotVerified,
    Stopped,
    StoreError,
    TransientError,
    UsageError,
    Waiting,
)
from handrail.journal.events.event import SessionEnded, SessionId
from handrail.journal.events.life import Outcome
from handrail.journal.views.fold import add, walk
from handrail.journal.views.outcome import OVER, Cause, outcome_of
from handrail.journal.views.state import state_of
from handrail.journal.views.walked import Walk
from handrail.runtime.engine import Walked
from handrail.runtime.walk.scribe import Scribe
from handrail.sessions.service.place import Place
from handrail.sop.document import Sop

_IN_DOUBT: Final = "See in the app whether it was done, before anything of it is run again."


def end(scribe: Scribe, place: Place, session: SessionId, sop: Sop, walked: Walked) -> Walk:
    """Journal how it ended; all that the journal tells then, read once."""
    cause = _cause(walked.error)
    scribe.write()
    gathered = walk(place.store.read(session))
    outcome = outcome_of(state_of(gathered), cause)
    scribe.write(
        SessionEnded(
            kind="session_ended",
            outcome=outcome,
            node=None if walked.error is None else walked.node,
            error=walked.error.message if walked.error else None,
            suggestion=suggestion_for(outcome, walked.error),
        ),
        durable=True,
    )
    undoable = any(node.compensation is not None for node in sop.walk_nodes())
    if (outcome in OVER and not undoable) or is_undone(gathered):
        # Nobody goes on with it, nor undoes it: its sign-ins need not be kept.
        place.forget_storage(session)
    for entry in place.store.read(session, after=gathered.last_seq):
        add(gathered, entry)
    return gathered


def suggestion_for(outcome: Outcome, error: HandrailError | None) -> str | None:
    """What to do now: where an effect is in doubt, to run it again as advised elsewhere may do it twice."""
    if outcome == "needs reconciliation" and not isinstance(error, NotVerified):
        return _IN_DOUBT
    return error.suggestion if error else None


def put_aside(error: HandrailError) -> HandrailError:
    """What a session that nobody attends stops for: where the app may be the cause and be well a while later,
    it does not end, but waits for a person to see to that."""
    if not isinstance(error, TransientError | ErrorPage | NotReached):
        return error
    return Waiting(
        f"{error.message} Trying again did not help.",
        place=error.place,
        mend="Check that the app runs, then go on with 'handrail session resume'.",
    )


def is_undone(behind: Walk) -> bool:
    """Whether all that the session did was undone: then nobody goes on with it."""
    return behind.undone_to is not None and behind.undone_to.to is None


def refuse_undone(behind: Walk, session: SessionId) -> None:
    """Raises UsageError for a session that was undone."""
    if is_undone(behind):
        raise UsageError(f"The session '{session}' was undone.", mend="Run the SOP again for a new one.")


def _cause(error: HandrailError | None) -> Cause:
    match error:
        case None:
            return "end"
        case Blocked():
            return "policy"
        case Stopped() | Denied():
            return "person"
        case Waiting():
            return "waiting"
        case StoreError() | EnvironmentLack():
            raise error
        case _:
            return "error"
