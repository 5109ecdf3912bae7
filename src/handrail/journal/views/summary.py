"""A session's summary: the outcome first, then the figures that people, JSON and reports show alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from handrail._model import Model
from handrail.journal.events.event import (
    AmendmentId,
    AmendmentProposed,
    Artefact,
    Entry,
    Handler,
    Outcome,
    SessionId,
    Verified,
)
from handrail.journal.events.undo import Undone
from handrail.journal.views.fold import walk
from handrail.journal.views.outcome import outcome_so_far
from handrail.journal.views.state import SessionState, state_of
from handrail.journal.views.waited import seconds_between
from handrail.journal.views.walked import Walk
from handrail.sop.document import Sop
from handrail.sop.node import Effect, Rung
from handrail.sop.sentences import describe_target


class UnverifiedNode(Model):
    """A node that was not shown to have done what it is for, and why not."""

    node: str
    label: str
    why: str


class GivenUp(Model):
    """An item of a loop, or a node, that could not be done, and that the walk went on without."""

    node: str
    label: str
    item: str
    """The item in a few words; empty for a node."""
    error: str


class HandledPage(Model):
    """Something unexpected that stood in a step's way, and what was done about it."""

    node: str
    handler: Handler
    action: str
    reason: str


class FoundOtherwise(Model):
    """A step whose element the recorded locators did not give: it was found by other signs, and what it was
    found as is proposed as a change of the SOP. Or one of which the app told otherwise that it was done."""

    node: str
    label: str
    element: str
    """The element in words, as it was found; or what told that it was done."""
    amendment: AmendmentId | None = None


class OnceEffect(Model):
    """A `once` action that was performed, or that may have been."""

    node: str
    label: str
    action: str


class Reversal(Model):
    """An action that was to be undone, and how that was done, or why not."""

    node: str
    label: str
    action: str
    effect: Effect
    how: str


class Unanswered(Model):
    """A question that a person has not answered."""

    request: str
    """By which `handrail approvals answer` knows it."""
    node: str
    question: str
    why: str


class Summary(Model):
    """What a session came to. Times are seconds."""

    outcome: Outcome
    interrupted: bool
    """The journal has no end: the session still runs, or its process was killed."""
    session: SessionId | None
    sop_id: str
    sop_version: str
    title: str
    policy: str = "standard"
    """The mode of the policy that the gate obeyed."""
    batch: str | None
    row: int | None
    started: str
    """UTC, ISO 8601."""
    elapsed_seconds: float
    """Since it was first taken up, without the idle ones."""
    queued_seconds: float = 0.0
    """Before that, in the queue."""
    idle_seconds: float = 0.0
    """In which nobody worked on it or was asked: from a process's end until another took it up."""
    waited_seconds: float = 0.0
    """Of the elapsed ones, those in which a person was asked and had not answered."""
    steps: int
    """Steps that the walk came to; a loop's count once for each time."""
    steps_done: int
    """Those whose completion criteria were all seen to hold."""
    retries: int
    handled: tuple[HandledPage, ...] = ()
    found_otherwise: tuple[FoundOtherwise, ...] = ()
    unverified: tuple[UnverifiedNode, ...]
    exceptions: tuple[GivenUp, ...] = ()
    approvals_asked: int
    approvals_answered: int
    open_questions: tuple[Unanswered, ...] = ()
    """What it waits for, where it waits for a person."""
    outputs: dict[str, JsonValue]
    once_done: tuple[OnceEffect, ...]
    in_doubt: tuple[OnceEffect, ...]
    cannot_be_undone: tuple[OnceEffect, ...] = ()
    """Those of `once_done` for which the SOP names no compensation; where the SOP is at hand."""
    undone: tuple[Reversal, ...] = ()
    not_undone: tuple[Reversal, ...] = ()
    rungs: dict[Rung, int]
    """How many performed actions each rung found."""
    model_calls: int
    """Requests that were sent to models, second tries among them."""
    model_tokens: int
    model_cost: float | None
    """US dollars; none where the price of any call is not known."""
    stopped_at: str | None
    """Id of the node where it stopped, if not at an end."""
    error: str | None
    suggestion: str | None
    pictures: tuple[Artefact, ...]


def summary(entries: Iterable[Entry], sop: Sop | None = None) -> Summary:
    """The summary of one session's entries; with the SOP, `outputs` holds its output variables alone.

    Raises `JournalBroken` when an entry cannot be read.
    """
    return summary_of(walk(entries), sop)


def summary_of(gathered: Walk, sop: Sop | None = None) -> Summary:
    """The summary after a walk over a journal."""
    state = state_of(gathered)
    started, ended = gathered.started, gathered.ended
    visits = [visit for visit in gathered.all_visits if visit.is_step]
    steps = [visit for visit in visits if not visit.undoing]
    questions = [question for visit in visits for question in visit.questions]
    labels = {visit.node: visit.label for visit in visits}
    begun = seconds_between(gathered.taken_at or gathered.started_at, gathered.last_at)
    elapsed = max(0.0, round(begun - gathered.idle, 3))
    return Summary(
        outcome=outcome_so_far(state),
        interrupted=ended is None,
        session=gathered.session,
        sop_id=started.sop_id if started else "",
        sop_version=started.sop_version if started else "",
        title=started.title if started else "",
        policy=started.policy_mode if started else "standard",
        batch=started.batch if started else None,
        row=started.row if started else None,
        started=gathered.started_at,
        elapsed_seconds=elapsed,
        queued_seconds=seconds_between(gathered.started_at, gathered.taken_at),
        idle_seconds=round(gathered.idle, 3),
        waited_seconds=min(elapsed, round(gathered.waited.seconds(gathered.last_at), 3)),
        steps=len(steps),
        steps_done=sum(visit.status == "done" for visit in steps),
        retries=gathered.retries,
        handled=tuple(
            HandledPage(node=event.node, handler=event.handler, action=event.action, reason=event.reason)
            for event in gathered.handled
        ),
        found_otherwise=_found_otherwise(gathered),
        unverified=tuple(
            UnverifiedNode(node=item.node, label=item.label, why=item.why) for item in state.unverified
        ),
        exceptions=tuple(
            GivenUp(node=item.node, label=item.label, item=item.item, error=item.error)
            for item in state.exceptions
        ),
        approvals_asked=len(questions),
        approvals_answered=sum(question.answered is not None for question in questions),
        open_questions=_open_questions(gathered, state),
        outputs=_outputs(gathered, sop),
        once_done=_once_done(gathered),
        in_doubt=tuple(
            OnceEffect(node=doubt.node, label=labels[doubt.node], action=doubt.action)
            for doubt in state.in_doubt
            if doubt.effect == "once"
        ),
        cannot_be_undone=_lasting(gathered, sop),
        undone=_reversals(state.undone, labels),
        not_undone=_reversals(state.not_undone, labels),
        rungs=_rungs(gathered),
        model_calls=sum(answer.calls for answer in gathered.models),
        model_tokens=sum(answer.input_tokens + answer.output_tokens for answer in gathered.models),
        model_cost=_cost(gathered),
        stopped_at=ended.node if ended else state.current,
        error=ended.error if ended else None,
        suggestion=ended.suggestion if ended else None,
        pictures=tuple(picture.picture for visit in visits for picture in visit.pictures),
    )


def _open_questions(gathered: Walk, state: SessionState) -> tuple[Unanswered, ...]:
    if gathered.asks_no_more:
        return ()
    return tuple(
        Unanswered(request=asked.request, node=asked.node, question=asked.question, why=asked.why)
        for asked in state.questions
    )


def _outputs(gathered: Walk, sop: Sop | None) -> dict[str, JsonValue]:
    if sop is None:
        return dict(gathered.variables)
    return {
        name: value
        for name, value in gathered.variables.items()
        if name in sop.variables and sop.variables[name].output
    }


def _found_otherwise(gathered: Walk) -> tuple[FoundOtherwise, ...]:
    labels = {visit.node: visit.label for visit in gathered.all_visits}
    events = (entry.event for entry in gathered.amendments)
    checked = (visit.checked_entry.event for visit in gathered.all_visits if visit.checked_entry is not None)
    told = tuple(
        FoundOtherwise(node=one.node, label=labels.get(one.node, one.node), element=one.otherwise)
        for one in checked
        if isinstance(one, Verified) and one.otherwise is not None
    )
    return told + tuple(
        FoundOtherwise(
            node=event.node,
            label=labels.get(event.node, event.node),
            element=describe_target(event.new),
            amendment=event.amendment,
        )
        for event in events
        if isinstance(event, AmendmentProposed)
    )


def _once_done(gathered: Walk) -> tuple[OnceEffect, ...]:
    return tuple(
        OnceEffect(node=visit.node, label=visit.label, action=attempt.action)
        for visit in gathered.all_visits
        for attempt in visit.attempts
        if attempt.done and attempt.stands and not visit.undoing
    )


def _lasting(gathered: Walk, sop: Sop | None) -> tuple[OnceEffect, ...]:
    if sop is None:
        return ()
    lasting = {node.id for node in sop.walk_nodes() if node.compensation is None}
    return tuple(effect for effect in _once_done(gathered) if effect.node in lasting)


def _reversals(events: Iterable[Undone], labels: Mapping[str, str]) -> tuple[Reversal, ...]:
    return tuple(
        Reversal(
            node=event.node,
            label=labels.get(event.node, event.node),
            action=event.action,
            effect=event.effect,
            how=event.how,
        )
        for event in events
    )


def _rungs(gathered: Walk) -> dict[Rung, int]:
    return dict(
        Counter(
            attempt.rung
            for visit in gathered.all_visits
            for attempt in visit.attempts
            if attempt.acted and attempt.rung
        )
    )


def _cost(gathered: Walk) -> float | None:
    costs = [answer.cost for answer in gathered.models if answer.calls]
    known = [cost for cost in costs if cost is not None]
    return round(sum(known), 8) if len(known) == len(costs) else None
