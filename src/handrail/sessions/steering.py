"""What people call to sessions: pause, resume, stop, answer, hand off. The same for terminal and HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from handrail.errors import UsageError
from handrail.journal.event import Asked, SessionEnded, SessionId
from handrail.journal.fold import Walk, walk
from handrail.journal.holder import this_process
from handrail.journal.inbox import Message
from handrail.journal.outcome import OVER, outcome_of
from handrail.journal.private import shown
from handrail.journal.state import state
from handrail.journal.store import JournalWriter
from handrail.journal.work import WorkLine, WorkState
from handrail.sessions.dispatching import TERMINAL
from handrail.sessions.listing import find_session, is_running
from handrail.sessions.service import Service
from handrail.sessions.starting import job_of
from handrail.sessions.users import User
from handrail.sessions.worker import claim, hand_over

_VERBS: Final = frozenset({"allow", "allow_rest", "allow_always", "deny", "answer", "again", "choose"})
"""Choices of a question that are kinds of answers, and not names of what can be chosen."""


@dataclass(frozen=True)
class Reply:
    """What a person answers to a question: one of these."""

    allow: bool = False
    allow_rest: bool = False
    allow_always: bool = False
    deny: bool = False
    choose: str | None = None
    text: str | None = None
    again: bool = False
    why: str = ""


def find(service: Service, wanted: str, user: User) -> SessionId:
    """The session that an id, its beginning, or `last` means. Raises UsageError where the user has none."""
    session = find_session(service.place.store, wanted)
    if not user.sees(owner_of(service, session)):
        raise UsageError(
            f"There is no session '{wanted}'.", mend="`handrail session list` shows those that there are."
        )
    return session


def owner_of(service: Service, session: SessionId) -> str:
    """The user whose session it is."""
    line = service.work.find(session)
    return line.job.owner if line is not None else _behind(service, session).owner


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
    """Have the session taken up again, from where its journal says. Raises UsageError where it is over."""
    line = queued_line(service, session)
    refuse_over(service, session, line)
    let_workers(service, line)
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
    return "ended"


def hand_off(
    service: Service, session: SessionId, user: User, *, to: str = "", worker: str = "", why: str = ""
) -> WorkState:
    """Give the session to another user, or to one worker, with all that belongs to it.

    One that runs finishes its step first, and goes on then. Raises UsageError as `pause` does.
    """
    if not to and not worker:
        raise UsageError("Nobody is named to hand the session to.", mend="Name a user, or a worker.")
    line = queued_line(service, session)
    body: dict[str, JsonValue] = {"to": to, "worker": worker, "why": why}
    claimed = claim(service.dispatcher, service.work, session, this_process())
    if claimed is None:
        if line.state == "ended":
            raise _over(service, session)
        service.inbox.post(session, "hand-off", user.name, body)
        return "held"
    message = Message(0, session, "hand-off", body, user.name, "")
    hand_over(service.place.store, service.work, claimed, message)
    back: WorkState = "queued" if line.state == "held" else line.state
    service.dispatcher.release(claimed, back)
    return back


def answer(
    service: Service, session: SessionId, user: User, reply: Reply, request: str | None = None
) -> WorkState:
    """Answer the session's question, and have it go on. Raises UsageError where the answer does not fit."""
    behind = _behind(service, session)
    asked = _question(behind, session, request)
    body = _body(reply, asked, behind)
    line = queued_line(service, session)
    service.inbox.post(session, "answer", user.name, {**body, "request": asked.request, "why": reply.why})
    let_workers(service, line)
    service.dispatcher.wake(session)
    if line.state == "ended":
        service.work.move(session, ["ended"], "queued")
    now = service.work.find(session)
    return now.state if now is not None else line.state


def questions(service: Service, session: SessionId) -> tuple[Asked, ...]:
    """What waits for a person's answer, in the order in which it was asked."""
    return state(shown(service.place.store, session)).questions


def _question(behind: Walk, session: SessionId, request: str | None) -> Asked:
    open_ones = [
        question.asked
        for visit in behind.visits
        for question in visit.questions
        if question.answered is None and request in (None, question.asked.request)
    ]
    if not open_ones:
        what = f"has no open question '{request}'" if request else "waits for no answer"
        raise UsageError(f"The session '{session}' {what}.", mend=f"See `handrail session status {session}`.")
    # A question that was asked again after the session was taken up anew is the same one.
    if len({asked.request for asked in open_ones}) > 1:
        names = ", ".join(f"{asked.request} ({asked.question})" for asked in open_ones)
        raise UsageError(f"The session has several questions: {names}.", mend="Name one with --request.")
    return open_ones[-1]


def _body(reply: Reply, asked: Asked, behind: Walk) -> dict[str, JsonValue]:
    given = [
        ("allow", reply.allow),
        ("allow_rest", reply.allow_rest),
        ("allow_always", reply.allow_always),
        ("deny", reply.deny),
        ("choose", reply.choose is not None),
        ("answer", reply.text is not None),
        ("again", reply.again),
    ]
    named = [verb for verb, is_given in given if is_given]
    offered = _offered(asked, behind)
    verbs = [choice for choice in asked.choices if choice in _VERBS and choice != "choose"]
    ways = ", ".join([*verbs, *(f"choose {name}" for name in offered)])
    if len(named) != 1:
        raise UsageError("Give one answer.", place=asked.question, mend=f"It may be: {ways}.")
    verb = named[0]
    if verb == "choose" and reply.choose in offered:
        return {"answer": "choose", "choice": reply.choose}
    if verb == "choose" or verb not in verbs:
        raise UsageError(
            "This is no answer to the question.", place=asked.question, mend=f"It may be: {ways}."
        )
    return {"answer": verb, "text": reply.text}


def _offered(asked: Asked, behind: Walk) -> list[str]:
    """The names of what can be chosen."""
    named = [choice for choice in asked.choices if choice not in _VERBS]
    visit = behind.latest.get(asked.node)
    if "choose" in asked.choices and visit is not None and visit.offered:
        named += [str(option.number) for option in visit.offered[-1].options]
    return named


def queued_line(service: Service, session: SessionId) -> WorkLine:
    """How the session stands in the queue; one that `handrail run` left is put there, at rest."""
    line = service.work.find(session)
    if line is not None:
        return line
    behind = _behind(service, session)
    started = behind.started
    if started is None:
        raise UsageError(f"The journal of the session '{session}' has no beginning.")
    if behind.ended is None and is_running(behind.process):
        raise UsageError(
            f"The session '{session}' runs as a row of a table in the foreground.",
            mend="Press Ctrl-C there: it stops after its step, and can be resumed.",
        )
    over = behind.ended is not None and behind.ended.outcome != "waiting"
    service.dispatcher.submit(job_of(service, session, started, behind.owner), "ended" if over else "waiting")
    found = service.work.find(session)
    assert found is not None
    return found


def let_workers(service: Service, line: WorkLine) -> None:
    """A session that began in the foreground may be gone on with by any worker."""
    if line.job.worker == TERMINAL:
        service.work.assign(line.session, worker="")


def refuse_over(service: Service, session: SessionId, line: WorkLine) -> None:
    if line.state != "ended":
        return
    ended = _behind(service, session).ended
    if ended is None or ended.outcome in OVER:
        raise _over(service, session)


def _over(service: Service, session: SessionId) -> UsageError:
    ended = _behind(service, session).ended
    came_to = f": it ended '{ended.outcome}'" if ended is not None else ""
    return UsageError(f"The session '{session}' is over{came_to}.", mend="Run the SOP again for a new one.")


def _behind(service: Service, session: SessionId) -> Walk:
    return walk(service.place.store.read(session))
