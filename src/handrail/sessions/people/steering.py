"""What people call to sessions: pause, resume, stop, answer, hand off. The same for terminal and HTTP."""

from __future__ import annotations

from pydantic import JsonValue

from handrail.errors import UsageError
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.holder import this_process
from handrail.journal.database.inbox import Message
from handrail.journal.database.work import WorkLine, WorkState
from handrail.journal.events.event import SessionEnded, SessionId
from handrail.journal.views.outcome import OVER, outcome_of
from handrail.journal.views.state import state
from handrail.sessions.beginning.lining import let_workers as let_workers
from handrail.sessions.beginning.lining import queued_line as queued_line
from handrail.sessions.beginning.lining import walk_of
from handrail.sessions.conducting.ending import refuse_undone
from handrail.sessions.people.answering import Reply as Reply
from handrail.sessions.people.answering import answer as answer
from handrail.sessions.people.answering import questions as questions
from handrail.sessions.service.auditing import sign_quietly
from handrail.sessions.service.claiming import claim, hand_over
from handrail.sessions.service.listing import find_session
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User
from handrail.sessions.service.whole import refuse_erased


def find(service: Service, wanted: str, user: User) -> SessionId:
    """The session that an id, its beginning, or `last` means. Raises UsageError where the user has none."""
    session = find_session(service.place.store, wanted)
    if not user.sees(owner_of(service, session)):
        raise UsageError(
            f"There is no session '{wanted}'.", mend="`handrail session list` lists all sessions."
        )
    return session


def owner_of(service: Service, session: SessionId) -> str:
    """The user whose session it is."""
    line = service.work.find(session)
    return line.job.owner if line is not None else walk_of(service, session).owner


def pause(service: Service, session: SessionId, user: User) -> WorkState:
    """Put the session aside after its step. The state in which it is now: `held` while the step ends.

    Raises UsageError for a session that is over, or that runs in the foreground.
    """
    line = queued_line(service, session)
    if service.work.move(session, ["queued", "waiting"], "paused"):
        return "paused"
    if line.state == "ended":
        raise _over(service, session)
    if line.state == "held":
        service.inbox.post(session, "pause", user.name)
    return line.state


def resume(service: Service, session: SessionId) -> WorkState:
    """Have the session taken up again, from where its journal says. Raises UsageError where it is over, or
    values were erased from it."""
    line = queued_line(service, session)
    refuse_over(service, session, line)
    refuse_erased(walk_of(service, session), session)
    let_workers(service, line)
    for row in service.work.lines(parent=session, states=["waiting"]):
        if not state(service.place.store.read(row.session)).questions:
            # It waits for nothing but this: that somebody lets it go on.
            resume(service, row.session)
    if not service.work.move(session, ["paused", "waiting", "ended"], "queued"):
        return line.state
    return "queued"


def ready_here(service: Service, session: SessionId, *, also_over: bool = False) -> None:
    """Make the session ready to be claimed by this process. Raises UsageError where it is over, unless that
    is no matter for what it is claimed for."""
    line = queued_line(service, session)
    if not also_over:
        refuse_over(service, session, line)
    service.work.move(session, ["queued", "waiting", "ended"], "paused")


def stop(service: Service, session: SessionId, user: User, why: str = "") -> WorkState:
    """End the session, after its step where it runs. The state in which it is now.

    Raises UsageError for a session that is over, or that runs in the foreground.
    """
    line = queued_line(service, session)
    reason = why or f"Stopped by {user.name}."
    if line.job.kind == "batch" and line.state != "ended":
        # A worker stops its rows, and then the batch.
        service.inbox.post(session, "stop", user.name, {"why": reason})
        service.work.move(session, ["waiting", "paused"], "queued")
        service.dispatcher.wake(session)
        return "held"
    claimed = claim(service.dispatcher, service.work, session, this_process())
    if claimed is None:
        if line.state == "ended":
            raise _over(service, session)
        service.inbox.post(session, "stop", user.name, {"why": reason})
        return "held"
    behind = state(service.place.store.read(session))
    JournalWriter(service.place.store, session, fence=claimed.fence).write(
        SessionEnded(
            kind="session_ended", outcome=outcome_of(behind, "person"), node=behind.current, error=reason
        ),
        durable=True,
    )
    service.inbox.forget(session)
    service.dispatcher.release(claimed, "ended")
    sign_quietly(service.place, session)
    return "ended"


def hand_off(
    service: Service, session: SessionId, user: User, *, to: str = "", worker: str = "", why: str = ""
) -> WorkState:
    """Give the session to another user, or to one worker, with all that belongs to it.

    One that runs finishes its step first, and goes on then. Raises UsageError as `pause` does.
    """
    if not to and not worker:
        raise UsageError("Say whom to hand the session to.", mend="Name a user, or a worker.")
    line = queued_line(service, session)
    body: dict[str, JsonValue] = {"to": to, "worker": worker, "why": why}
    claimed = claim(service.dispatcher, service.work, session, this_process())
    if claimed is None:
        if line.state == "ended":
            raise _over(service, session)
        service.inbox.post(session, "hand-off", user.name, body)
        return "held"
    message = Message(0, session, "hand-off", body, user.name, "")
    hand_over(service.place.store, claimed, message)
    back: WorkState = "queued" if line.state == "held" else line.state
    service.dispatcher.release(claimed, back)
    return back


def refuse_over(service: Service, session: SessionId, line: WorkLine) -> None:
    if line.state != "ended":
        return
    behind = walk_of(service, session)
    if behind.ended is None or behind.ended.outcome in OVER:
        raise _over(service, session)
    refuse_undone(behind, session)


def _over(service: Service, session: SessionId) -> UsageError:
    ended = walk_of(service, session).ended
    came_to = f": it ended '{ended.outcome}'" if ended is not None else ""
    return UsageError(f"The session '{session}' is over{came_to}.", mend="Run the SOP again for a new one.")
