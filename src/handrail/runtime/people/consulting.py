"""Putting a question to people: journaled with all that they need, answered at most once, and in time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from handrail.approvals import Approval, ApprovalRequest
from handrail.approvals.approver import DENYING
from handrail.errors import Waiting
from handrail.journal.events.questions import Answered, Asked, Option
from handrail.policy.deeds.facts import is_more
from handrail.policy.documents.document import ApprovalNeed
from handrail.runtime.walk.crew import Crew

TIMED_OUT = "time-out"
"""How an answer came that nobody gave."""
WITHDRAWN = "withdrawn"
"""How an answer came that only closes a question, in whose place another one is asked."""
NOBODYS = frozenset({TIMED_OUT, WITHDRAWN})
NOBODY = "nobody"


def _counts(approval: Approval) -> None:
    return None


async def ask(
    crew: Crew,
    request: ApprovalRequest,
    choices: tuple[str, ...],
    *,
    counts: Callable[[Approval], str | None] = _counts,
) -> Approval:
    """A person's answer, on disk with its question before it takes effect. Raises Waiting where nobody can
    be asked.

    The request's id is set here: one that was answered before the session was taken up again is not asked
    twice, and its deadline stays what it was. One that has become another matter, or was denied, is asked
    anew with an id of its own: no answer to what was shown before fits it. `counts` says why an answer is not
    one, where it is not: then another person's is waited for.
    """
    request, instead = _dated(crew, request)
    asked = _asked(request, choices)
    crew.scribe.write(*map(_withdrawn, instead), asked)
    crew.trail.closed.update(one.request for one in instead)
    crew.trail.asked[request.id] = asked
    approval = crew.trail.answered(request)
    if approval is None or _objection(approval, counts) is not None:
        approval = await _in_time(crew, request)
    objection = _objection(approval, counts)
    if objection is not None:
        raise Waiting(objection, place=f"node '{request.node}'", mend="Ask them to answer.")
    crew.scribe.write(_answered(request, approval), durable=True)
    crew.trail.closed.add(request.id)
    return approval


def _objection(approval: Approval, counts: Callable[[Approval], str | None]) -> str | None:
    if approval.answer in DENYING and approval.via == TIMED_OUT:
        return None
    if not approval.by.strip():
        return "An answer must say whose it is."
    return counts(approval)


def unanswered(deadline: str) -> str:
    """Why something is denied that nobody has answered."""
    return f"Nobody answered by {deadline[:19].replace('T', ' ')} UTC."


async def _in_time(crew: Crew, request: ApprovalRequest) -> Approval:
    """The answer; at the deadline the policy's safe one, where it says so."""
    asking = crew.approver.ask(_without_secrets(request, crew.scribe.scrubbed))
    if request.deadline is None or request.on_timeout != "deny":
        return await crew.stop.race(asking)
    left = (datetime.fromisoformat(request.deadline) - datetime.now(UTC)).total_seconds()
    try:
        # What was answered in time lies there already, and is had at once.
        async with asyncio.timeout(max(left, 1)):
            return await crew.stop.race(asking)
    except TimeoutError:
        pass
    except Waiting:
        if left > 0:
            raise
    return Approval(answer="deny", by=NOBODY, via=TIMED_OUT, why=unanswered(request.deadline))


def _without_secrets(request: ApprovalRequest, scrub: Callable[[str], str]) -> ApprovalRequest:
    """As people see it: what came from the page, its address, or a model may repeat a secret."""

    def each(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(scrub(text) for text in texts)

    told = {name: scrub(getattr(request, name)) for name in ("action", "where", "why", "element", "text")}
    several = {
        name: each(getattr(request, name)) for name in ("values", "factors", "sources", "doubts", "gaps")
    }
    choices = tuple(
        choice.model_copy(update={"words": scrub(choice.words), "reasons": each(choice.reasons)})
        for choice in request.choices
    )
    editable = scrub(request.editable) if request.editable is not None else None
    return request.model_copy(update={**told, **several, "choices": choices, "editable": editable})


def _dated(crew: Crew, request: ApprovalRequest) -> tuple[ApprovalRequest, tuple[Asked, ...]]:
    """The request with its id and its times, as they were when it was asked first; and the questions that are
    open in whose place it is asked anew."""
    trail = crew.trail
    id = trail.request_id(request)
    before = trail.asked.get(request.first or id)
    instead: tuple[Asked, ...] = ()
    # One that was denied, and is asked again because a person resumed the session, has its time anew.
    if not request.first and before is not None and (trail.was_denied(id) or _is_another(request, before)):
        instead = trail.open_of(id)
        id, before = trail.id_anew(request), None
    now = datetime.now(UTC)
    at = before.at if before is not None and before.at else _text(now)
    seconds, on_timeout = _patience(request.need, crew.patience)
    if before is not None and before.at:
        deadline, on_timeout = before.deadline, before.on_timeout
    else:
        deadline = _text(now + timedelta(seconds=seconds)) if seconds else None
    if on_timeout != "deny":
        # Whoever waits on takes the answer whenever it comes: else nothing could ever go on.
        deadline = None
    changes = {"id": id, "at": at, "deadline": deadline, "on_timeout": on_timeout}
    return request.model_copy(update=changes), instead


def _is_another(request: ApprovalRequest, before: Asked) -> bool:
    """Whether it has become another matter than what people were shown: the page may have changed while they
    thought. Journals of earlier versions do not tell the rule."""
    return request.kind == "approve" and bool(before.rule) and is_more(request, before)


def _patience(need: ApprovalNeed | None, patience: ApprovalNeed) -> tuple[float | None, str]:
    """Seconds that an answer is waited for, and what happens then: the policy's, or else the home's."""
    asked = need if need is not None and need.timeout else patience
    return asked.timeout, asked.on_timeout


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _asked(request: ApprovalRequest, choices: tuple[str, ...]) -> Asked:
    return Asked(
        kind="asked",
        request=request.id,
        node=request.node,
        question=request.action,
        choices=choices,
        text=request.text,
        form=request.kind,
        first=request.first if request.first != request.id and request.first else None,
        at=request.at,
        where=request.where,
        element=request.element,
        values=request.values,
        editable=request.editable,
        why=request.why,
        effect=request.effect,
        risk=request.risk,
        factors=request.factors,
        categories=request.categories,
        rule=request.rule,
        amount=request.amount,
        options=tuple(
            Option(number=number, words=choice.words, score=0, reasons=choice.reasons)
            for number, choice in enumerate(request.choices, start=1)
        ),
        sources=request.sources,
        doubts=request.doubts,
        gaps=request.gaps,
        secret=request.secret or None,
        picture=request.artefact,
        need=request.need,
        excluded=request.excluded,
        deadline=request.deadline,
        on_timeout=request.on_timeout,
    )


def _withdrawn(asked: Asked) -> Answered:
    return Answered(
        kind="answered",
        request=asked.request,
        node=asked.node,
        answer="asked anew",
        by=NOBODY,
        why="It is another matter now than what was asked.",
        via=WITHDRAWN,
    )


def _answered(request: ApprovalRequest, approval: Approval) -> Answered:
    edited = approval.answer == "edit"
    said = approval.answer if edited else approval.choice or approval.text or approval.answer
    return Answered(
        kind="answered",
        request=request.id,
        node=request.node,
        answer="•••" if request.secret else said,
        by=approval.by,
        why=approval.why,
        via=approval.via,
        value=approval.text if edited else None,
        at=approval.at,
    )
