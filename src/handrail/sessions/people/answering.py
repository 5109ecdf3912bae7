"""Answers of people, whatever way they come: who may give one, whether it counts, and that none is lost.

An answer is on disk before anybody acts on it. The first one that counts wins; what comes later is told so.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from typing import Final

from pydantic import JsonValue

from handrail._model import Model
from handrail.approvals.approver import ALLOWING, DENYING, excluded_by, same_person
from handrail.approvals.document import APPROVALS_VARIABLE, ApprovalsDocument, approvals_of
from handrail.errors import JournalBroken, UsageError
from handrail.journal.database.inbox import Message
from handrail.journal.database.work import WorkState
from handrail.journal.events.event import Answered, Asked, SessionId
from handrail.journal.views.walked import Walk
from handrail.runtime.people.consulting import NOBODY, WITHDRAWN
from handrail.sessions.beginning.lining import let_workers, queued_line, walk_of
from handrail.sessions.people.pending import (
    Pending,
    Waiting,
    allowed_by,
    answers_to,
    closed_by,
    open_asked,
    utc_now,
)
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import ROLES, User

_VERBS: Final = ALLOWING | DENYING | {"answer", "again", "choose"}
"""Choices of a question that are kinds of answers, and not names of what can be chosen."""
_WITH_VALUE: Final = {"answer", "choose", "edit"}


class Reply(Model):
    """What a person answers to a question: one of these."""

    allow: bool = False
    allow_rest: bool = False
    allow_session: bool = False
    allow_always: bool = False
    edit: str | None = None
    """Allow it with this value."""
    deny: bool = False
    deny_stop: bool = False
    choose: str | None = None
    text: str | None = None
    again: bool = False
    why: str = ""

    @property
    def verbs(self) -> tuple[str, ...]:
        """What is answered, as a question names it; it should be one."""
        given = [name for name in Reply.model_fields if getattr(self, name) not in (None, False)]
        return tuple("answer" if name == "text" else name for name in given if name != "why")


class AlreadyAnswered(UsageError):
    """Somebody else was quicker, or this person has answered before."""


class NotYours(UsageError):
    """This person may not answer this question."""


class TooLate(UsageError):
    """The time for an answer is over."""


def directory(service: Service) -> ApprovalsDocument:
    """Who is asked in this home, and how. Raises PolicyError for a file that cannot be read."""
    return approvals_of(service.place.home, os.environ.get(APPROVALS_VARIABLE))


def answer(
    service: Service,
    session: SessionId,
    user: User,
    reply: Reply,
    request: str | None = None,
    *,
    via: str = "api",
) -> WorkState:
    """Answer the session's question, and have it go on once everybody who must has answered.

    The answer is on disk when this returns. Raises NotYours, AlreadyAnswered, TooLate; UsageError where the
    answer does not fit the question.
    """
    behind = walk_of(service, session)
    asked = _question(behind, session, request, service.inbox.answers(session))
    body = _body(reply, asked, behind)
    verb = str(body["answer"])
    known = directory(service)
    refuse(asked, user, known, verb)

    def fits(there: tuple[Message, ...]) -> None:
        _refuse_second(asked, behind, answers_to(asked, there), user, known)

    line = queued_line(service, session)
    given = {**body, "request": asked.known_as, "why": reply.why, "via": via}
    messages = service.inbox.post_answer(session, user.name, given, fits)
    if closed_by(asked, behind, answers_to(asked, messages)) is not None:
        let_workers(service, line)
        service.dispatcher.wake(session)
        if line.state == "ended":
            service.work.move(session, ["ended"], "queued")
    now = service.work.find(session)
    return now.state if now is not None else line.state


def refuse(asked: Asked, user: User, known: ApprovalsDocument, verb: str | None = None) -> None:
    """Raises TooLate or NotYours where this person cannot answer the question, or not with this verb."""
    deadline = asked.deadline
    if deadline is not None and utc_now().isoformat() > deadline.replace("Z", "+00:00"):
        raise TooLate(
            f"It could be answered until {deadline[:16].replace('T', ' ')} UTC.", place=asked.question
        )
    role = role_for(asked)
    if not has_role(user, role, known):
        raise NotYours(
            f"Somebody with the role '{role}' must answer, and {user.name} does not have it.",
            place=asked.question,
            mend="Roles are given by `handrail token add` and in the home's approvals.yaml.",
        )
    objection = excluded_by(asked.excluded, user.name, known.may_be_one)
    if objection is not None and verb not in DENYING and verb is not None:
        raise NotYours(objection, place=asked.question, mend="Ask somebody else to answer.")


def objection_to(
    asked: Asked, user: User, known: ApprovalsDocument, allowed_by: Iterable[str] = ()
) -> str | None:
    """Why this user's yes would not count, in words; None where it would."""
    if any(known.may_be_one(name, user.name) for name in allowed_by):
        return f"{user.name} has allowed it already; others must allow it, too."
    try:
        refuse(asked, user, known, "allow")
    except (NotYours, TooLate) as error:
        return error.message
    return None


def role_for(asked: Asked) -> str:
    """The role of those who may answer a question: the one that the policy names, or else `approver`."""
    need = asked.need
    return need.role if need is not None and need.role is not None else "approver"


def has_role(user: User, role: str, known: ApprovalsDocument) -> bool:
    """Whether a person has a role, by a token or by the file of people.

    An administrator has the roles of the service itself, and no others.
    """
    if role in user.roles or role in known.roles_of(user.name):
        return True
    return role in ROLES and user.may("administer")


def lacking(one: Pending, known: ApprovalsDocument) -> str:
    """Why a question cannot be allowed by those who are there, in words; empty where it can.

    Nothing is said of the service's own roles: tokens give these, too.
    """
    need = one.asked.need
    if need is None or need.role is None or need.role in ROLES:
        return ""
    excluded = {**one.asked.excluded, **dict.fromkeys(one.allowed_by, "")}
    able = [
        name for name in known.with_role(need.role) if excluded_by(excluded, name, known.may_be_one) is None
    ]
    missing = need.quorum - len(one.allowed_by)
    if len(able) >= missing:
        return ""
    who = f"only {', '.join(able)} may" if able else "nobody may"
    return f"{missing} with the role '{need.role}' must still allow it, and {who}"


def is_for(pending: Pending, user: User, known: ApprovalsDocument) -> bool:
    """Whether a question is there for a user: of a session that is theirs, or put to people like them."""
    if user.sees(pending.owner):
        return True
    if not user.may("answer") or not _may(pending.asked, user, known):
        return False
    return pending.asked.need is not None or any(same_person(user.name, name) for name in known.people)


def _may(asked: Asked, user: User, known: ApprovalsDocument) -> bool:
    try:
        refuse(asked, user, known, "allow")
    except NotYours:
        return False
    except TooLate:
        return True
    return True


def questions_for(service: Service, user: User, waiting: Waiting | None = None) -> tuple[Pending, ...]:
    """The open questions that a user may see, the oldest first."""
    known = directory(service)
    return tuple(one for one in (waiting or Waiting(service, values=True)).all() if is_for(one, user, known))


def find_question(service: Service, user: User, request: str) -> Pending:
    """The open question that an id, or its beginning, means.

    Raises AlreadyAnswered where it was one of the user's, and UsageError where the user has none.
    """
    fitting = [one for one in questions_for(service, user) if request and one.request.startswith(request)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise UsageError(f"'{request}' begins several ids.", mend="Give more of the id.")
    if closed := _closed(service, user, request):
        raise AlreadyAnswered(closed)
    raise UsageError(
        f"No question '{request}' is open.", mend="`handrail approvals list` lists the open questions."
    )


def _closed(service: Service, user: User, request: str) -> str:
    """What came of a question that is not open any more; empty where there was none for this user."""
    for entry in service.place.store.of_kinds("asked"):
        with contextlib.suppress(JournalBroken):
            asked = entry.event
            if not isinstance(asked, Asked) or request not in (asked.request, asked.known_as):
                continue
            behind = walk_of(service, entry.session)
            one = Pending(entry.session, "", "", behind.owner, "", "", asked, None)
            if not is_for(one, user, directory(service)):
                continue
            settled = closed_by(asked, behind, answers_to(asked, service.inbox.answers(entry.session)))
            if settled is not None:
                return _told(settled.by, settled.body.get("answer"))
            known = [said for id, said in behind.answers.items() if id in (asked.request, asked.known_as)]
            return told_of(known[-1]) if known else "No answer is needed any more."
    return ""


def questions(service: Service, session: SessionId) -> tuple[Asked, ...]:
    """What waits for a person's answer, in the order in which it was asked."""
    return tuple(asked for _, asked in open_asked(walk_of(service, session)))


def _question(behind: Walk, session: SessionId, request: str | None, messages: tuple[Message, ...]) -> Asked:
    there = [asked for _, asked in open_asked(behind)]
    named = [asked for asked in there if request in (None, asked.request, asked.known_as)]
    if not named:
        if request is not None and request in behind.answers:
            raise AlreadyAnswered(told_of(behind.answers[request]))
        what = f"has no open question '{request}'" if request else "waits for no answer"
        raise UsageError(f"The session '{session}' {what}.", mend=f"See `handrail session status {session}`.")
    if request is None and len(named) > 1:
        named = [asked for asked in named if closed_by(asked, behind, answers_to(asked, messages)) is None]
    if len(named) > 1:
        names = ", ".join(f"{asked.known_as} ({asked.question})" for asked in named)
        raise UsageError(f"The session has several questions: {names}.", mend="Name one with --request.")
    if not named:
        raise AlreadyAnswered(_told("somebody"))
    return named[-1]


def _refuse_second(
    asked: Asked, behind: Walk, answers: tuple[Message, ...], user: User, known: ApprovalsDocument
) -> None:
    settled = closed_by(asked, behind, answers)
    if settled is not None:
        raise AlreadyAnswered(_told(settled.by, settled.body.get("answer")), place=asked.question)
    before = (*allowed_by(asked, behind, answers), *(message.by for message in answers))
    if any(known.may_be_one(name, user.name) for name in before):
        raise AlreadyAnswered(
            f"{user.name} has answered this already; others must answer now.", place=asked.question
        )


def told_of(said: Answered) -> str:
    """What is told to somebody who comes too late with an answer."""
    if said.via == WITHDRAWN:
        return "It has become another matter since, and is asked anew."
    return "Nobody answered in time." if said.by == NOBODY else _told(said.by, said.answer)


def _told(by: str, answer: JsonValue = None) -> str:
    """Whoever says no after a yes must know; what a text or a choice was is told by the session."""
    what = f" with '{answer}'," if answer in (*ALLOWING, *DENYING) else ""
    return f"It was answered already,{what} by {by}."


def _body(reply: Reply, asked: Asked, behind: Walk) -> dict[str, JsonValue]:
    offered = offered_by(asked, behind)
    verbs = [choice for choice in asked.choices if choice in _VERBS and choice != "choose"]
    words = {str(option.number): option.words for option in asked.options}
    told = (f"choose {name} ({words[name]})" if name in words else f"choose {name}" for name in offered)
    ways = ", ".join([*verbs, *told])
    if len(reply.verbs) != 1:
        raise UsageError("Give one answer.", place=asked.question, mend=f"It may be: {ways}.")
    verb = reply.verbs[0]
    if verb == "choose":
        reply = reply.model_copy(update={"choose": _by_number(reply.choose or "", asked)})
    if verb == "choose" and reply.choose in verbs and reply.choose not in ("edit", "answer"):
        # Whoever lists all choices alike may name a plain yes or no in the same way.
        return {"answer": reply.choose, "text": None}
    if verb == "choose":
        called = [name for name in offered if words.get(name, "").casefold() == str(reply.choose).casefold()]
        chosen = reply.choose if reply.choose in offered else called[0] if len(called) == 1 else None
        if chosen is not None:
            return {"answer": "choose", "choice": chosen}
    if verb == "choose" or verb not in verbs:
        raise UsageError(
            "This answer does not fit the question.", place=asked.question, mend=f"It may be: {ways}."
        )
    if asked.secret and verb == "answer":
        raise UsageError(
            "This answer is a secret, but what is sent here is kept.",
            place=asked.question,
            mend="Give it in a terminal: `handrail session resume ID`.",
        )
    return {"answer": verb, "text": reply.edit if verb == "edit" else reply.text}


def _by_number(choice: str, asked: Asked) -> str:
    """What is named by the number that it is shown with, where that is no name of what is offered itself."""
    numbers = [str(option.number) for option in asked.options]
    if choice not in numbers or len(numbers) != len(asked.choices) or "choose" in asked.choices:
        return choice
    return asked.choices[numbers.index(choice)]


def offered_by(asked: Asked, behind: Walk) -> list[str]:
    """The names of what can be chosen."""
    named = [choice for choice in asked.choices if choice not in _VERBS]
    visit = behind.latest.get(asked.node)
    if "choose" in asked.choices and visit is not None and visit.offered:
        named += [str(option.number) for option in visit.offered[-1].options]
    return named


def reply_of(verb: str, value: str = "", why: str = "") -> Reply:
    """The reply that a verb and a value mean: `allow`, `choose` with `2`, `edit` with a text. What is offered
    may be named alone: `done`, `2`.

    Raises UsageError for a verb that there is not, with a value.
    """
    if verb not in _VERBS and not value:
        return Reply(choose=verb, why=why)
    if verb not in _VERBS:
        raise UsageError(f"There is no answer '{verb}'.", mend=f"It may be: {', '.join(sorted(_VERBS))}.")
    if verb == "again":
        return Reply(again=True, why=why or value)
    field = "text" if verb == "answer" else verb
    return Reply.model_validate({field: value if verb in _WITH_VALUE else True, "why": why})
