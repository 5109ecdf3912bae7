"""The one walk over a journal's entries; state, summary and report are views of what it gathers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias, TypeGuard, get_args

from handrail.journal.chain.sealing import has_gaps
from handrail.journal.events.audited import AUDITED
from handrail.journal.events.driving import DoneByHand, HandedBack, StepsProposed, TakenOver
from handrail.journal.events.event import (
    Acted,
    ActFailed,
    AmendmentDecided,
    AmendmentProposed,
    Answered,
    Asked,
    Checkpoint,
    Decided,
    Detour,
    Entry,
    Event,
    HandedOver,
    Handled,
    Intended,
    ItemFailed,
    Judged,
    ModelAnswered,
    NodeEntered,
    NodeLeft,
    Offered,
    Pictured,
    Proposed,
    Pruned,
    Retried,
    RuleRemembered,
    RuleRevoked,
    Scrubbed,
    SessionEnded,
    SessionStarted,
    Settled,
    Taken,
    Told,
    TurnBegun,
    Unverified,
    VariableSet,
    Verified,
)
from handrail.journal.events.places import Forked
from handrail.journal.events.undo import UndoBegun, UndoEnded, Undone
from handrail.journal.events.ways import WayFound
from handrail.journal.views.marks import Mark, Turn
from handrail.journal.views.undoing import Undoing
from handrail.journal.views.visit import Attempt, Question, Visit, attempted, done_by_hand, noted, open_in
from handrail.journal.views.waited import seconds_between
from handrail.journal.views.walked import Walk

_LEARNED: Final = (AmendmentProposed, StepsProposed, AmendmentDecided)
_RULES: Final = (RuleRemembered, RuleRevoked)
_OfAStep: TypeAlias = Proposed | Judged | Intended | Acted | Verified | Pictured
_OF_A_STEP: Final = frozenset(get_args(_OfAStep))
"""Most of a journal. They are known by their type: to ask of each whether it is another model takes long."""
_ELSEWHERE: Final = (Pruned, Scrubbed, *AUDITED)
"""They stand in chains that are no sessions."""


def add(so_far: Walk, entry: Entry) -> None:
    """Take the next entry. Raises `JournalBroken` when it cannot be read."""
    if not so_far.last_seq:
        so_far.session, so_far.started_at = entry.session, entry.at
    so_far.last_seq = entry.seq
    if has_gaps(entry.body, entry.seal):
        so_far.erased = True
    event = entry.event
    if _is_of_a_step(event):
        _is_at(so_far, event, entry.at)
        _note(so_far, _visit(so_far, event.node, entry.at), event, entry)
        return
    if isinstance(event, _LEARNED):
        # What was learned, and what people decide of it later, changes nothing of the walk or its end.
        so_far.amendments += (entry,)
        return
    if isinstance(event, _RULES):
        # `journal.rules` reads them, of all sessions.
        return
    if isinstance(event, Told):
        # That somebody was told of a question changes nothing of where the session is.
        so_far.told += (event,)
        return
    if isinstance(event, HandedOver):
        so_far.owner, so_far.handed = event.to, event
        return
    _is_at(so_far, event, entry.at)
    if isinstance(event, _ELSEWHERE):
        return
    match event:
        case SessionStarted():
            so_far.started, so_far.owner = event, event.user
        case NodeEntered():
            _enter(so_far, event, entry)
        case NodeLeft():
            _leave(so_far, event)
        case SessionEnded():
            _end(so_far, event)
        case Taken():
            _take(so_far, event, entry.at)
        case TakenOver():
            so_far.at_wheel = event
        case HandedBack():
            so_far.at_wheel = None
            so_far.drives += (event,)
            so_far.by_hand = event if event.effects else so_far.by_hand
        case Detour():
            so_far.aside = event.state == "begun"
        case Handled():
            so_far.handled += (event,)
        case WayFound():
            so_far.ways[event.node] = entry
        case Checkpoint():
            _mark(so_far, event, entry.seq)
        case Forked():
            _fork(so_far, event, entry.seq)
        case UndoBegun() | Undone() | UndoEnded():
            _undo(so_far, event)
        case _:
            _note(so_far, _visit(so_far, event.node, entry.at), event, entry)


def _is_at(so_far: Walk, event: Event, at: str) -> None:
    if isinstance(event, Taken) and not (_is_first(so_far) or _is_table(so_far) or so_far.waited.open):
        so_far.idle += seconds_between(so_far.last_at, at)
    so_far.last_at = at
    # A session that waited or was stopped is written on when it is resumed.
    if so_far.ended is not None and not isinstance(event, Pictured):
        _go_on(so_far)


def _go_on(so_far: Walk) -> None:
    so_far.ended = None
    for visit in so_far.latest.values():
        visit.ended = None


def _is_first(so_far: Walk) -> bool:
    """Whether it was only queued so far."""
    return so_far.taken is None and so_far.started is not None and so_far.started.pid is None


def _is_table(so_far: Walk) -> bool:
    """Whether its rows go on while no process has it."""
    return so_far.started is not None and so_far.started.rows is not None


def _take(so_far: Walk, event: Taken, at: str) -> None:
    if _is_first(so_far):
        so_far.taken_at = at
    so_far.taken, so_far.aside = event, False
    if event.rewound_to is not None:
        _rewind(so_far, event.rewound_to)


def _fork(so_far: Walk, event: Forked, seq: int) -> None:
    so_far.forked = True
    so_far.left = NodeLeft(kind="node_left", node=event.left, outcome=event.outcome, millis=0)
    so_far.open = list(event.open)
    so_far.turns = {
        node: Turn(turn.number, turn.value, list(turn.keys), turn.url) for node, turn in event.turns.items()
    }
    so_far.variables = dict(event.variables)
    turns, given = dict(so_far.turns), dict(so_far.variables)
    so_far.marks.append(Mark(seq, 0, so_far.left, event.open, turns, given, event.tabs))


def _undo(so_far: Walk, event: UndoBegun | Undone | UndoEnded) -> None:
    match event:
        case UndoBegun():
            so_far.taken = so_far.taken and so_far.taken.model_copy(update={"rewound_to": None})
            so_far.undo = Undoing(event)
            so_far.undos.append(so_far.undo)
        case Undone() if so_far.undo is not None:
            _undone(so_far, so_far.undo, event)
        case UndoEnded() if so_far.undo is not None:
            _undo_ended(so_far, so_far.undo, event)


def _undone(so_far: Walk, undo: Undoing, event: Undone) -> None:
    undo.undone.append(event)
    undo.visits, undo.variables = [], {}
    visit = so_far.numbered.get((event.node, event.visit)) or so_far.shelved.get((event.node, event.visit))
    for attempt in visit.attempts if visit else ():
        if attempt.number == event.attempt:
            attempt.undone = event


def _undo_ended(so_far: Walk, undo: Undoing, event: UndoEnded) -> None:
    undo.ended, so_far.undo = event, None
    # Nobody goes on in the middle of what was undone.
    so_far.marks = [mark for mark in so_far.marks if mark.seq <= undo.begun.after]


def _mark(so_far: Walk, event: Checkpoint, seq: int) -> None:
    so_far.kept = max(so_far.kept, event.storage or 0)
    if event.node in so_far.latest:
        so_far.latest[event.node].tabs = event.tabs
    if so_far.undo is not None:
        so_far.undo.tabs = event.tabs
    elif so_far.left is not None and not so_far.aside:
        turns = {node: so_far.turns[node] for node in so_far.open if node in so_far.turns}
        so_far.marks.append(
            Mark(
                seq,
                len(so_far.visits),
                so_far.left,
                tuple(so_far.open),
                turns,
                dict(so_far.variables),
                event.tabs,
                event.storage,
            )
        )


def _rewind(so_far: Walk, seq: int) -> None:
    """Back to the checkpoint that was entry `seq`; to the beginning for 0.

    Visits since then are as if they had not been, but for those with a `once` action.
    """
    while so_far.marks and so_far.marks[-1].seq > seq:
        so_far.marks.pop()
    mark = so_far.marks[-1] if so_far.marks and so_far.marks[-1].seq == seq else None
    kept = mark.visits if mark else 0
    later = so_far.visits[kept:]
    del so_far.visits[kept:]
    so_far.rewound |= open_in(later)
    for visit in later:
        so_far.numbered.pop((visit.node, visit.number), None)
        if any(attempt.once for attempt in visit.attempts):
            so_far.shelved[visit.node, visit.number] = visit
    so_far.latest = {visit.node: visit for visit in so_far.visits[:kept]}
    so_far.left = mark.left if mark else None
    so_far.open = list(mark.open) if mark else []
    turns = mark.turns if mark else {}
    so_far.turns = {node: turn._replace(keys=turn.keys[: turn.number]) for node, turn in turns.items()}
    so_far.variables = dict(mark.variables) if mark else {}


def _enter(so_far: Walk, event: NodeEntered, entry: Entry) -> None:
    if so_far.undo is None and not so_far.aside:
        _close(so_far, event.node)
        so_far.open.append(event.node)
        so_far.turns.pop(event.node, None)
    # With the number that it had, a resumed session arrives again where it was.
    key = (event.node, event.visit)
    visit = so_far.numbered.get(key)
    if visit is None:
        visit = so_far.shelved.pop(key, None) or Visit(
            event.node, event.label, event.visit, entry.at, entry.seq
        )
        so_far.numbered[key] = visit
        so_far.visits.append(visit)
    visit.outcome, visit.undoing, visit.aside = None, so_far.undo is not None, so_far.aside
    if so_far.undo is not None and not so_far.aside:
        so_far.undo.visits.append(visit)
    so_far.latest[event.node] = visit


def _leave(so_far: Walk, event: NodeLeft) -> None:
    if so_far.undo is None and not so_far.aside:
        _close(so_far, event.node)
        so_far.left = event
        if so_far.rewound:
            so_far.rewound = {name: one for name, one in so_far.rewound.items() if one[1].node != event.node}
    if event.node in so_far.latest:
        so_far.latest[event.node].outcome = event.outcome
        so_far.latest[event.node].millis = event.millis
        so_far.latest[event.node].why = event.why


def _close(so_far: Walk, node: str) -> None:
    if node in so_far.open:
        del so_far.open[so_far.open.index(node) :]


def _end(so_far: Walk, event: SessionEnded) -> None:
    so_far.ended = event
    if event.node in so_far.latest and event.outcome not in ("waiting", "cancelled"):
        so_far.latest[event.node].ended = event


def _visit(so_far: Walk, node: str, at: str) -> Visit:
    visit = so_far.latest.get(node)
    if visit is None:
        visit = so_far.latest[node] = Visit(node, node, 1, at)
        so_far.visits.append(visit)
    return visit


def _note(so_far: Walk, visit: Visit, event: Event, entry: Entry) -> None:
    match event:
        case Proposed() | Judged() | Intended() | Acted() | ActFailed():
            attempt = attempted(visit, event, entry)
            if isinstance(event, Intended):
                _keep_values(so_far, attempt)
        case Pictured() | Verified() | Unverified() | Decided() | ItemFailed() | Offered():
            noted(visit, event, entry)
        case ModelAnswered():
            so_far.models += (event,)
        case TurnBegun():
            _turn(so_far, visit, event)
        case DoneByHand():
            _keep_values(so_far, done_by_hand(visit, event))
            so_far.by_hand = None if event.effect == "once" else so_far.by_hand
        case Settled():
            so_far.by_hand = None
            visit = so_far.numbered.get((event.node, event.visit or 0), visit)
            for attempt in visit.attempts:
                if attempt.number == event.attempt:
                    attempt.settled = event
        case VariableSet():
            visit.variables += (event,)
            given = so_far.undo.variables if so_far.undo is not None else so_far.variables
            given[event.name] = event.value
        case Retried():
            so_far.retries += 1
            if visit.attempts:
                visit.attempts[-1].retried = event
        case Asked():
            _ask(so_far, visit, event, entry.at)
        case Answered():
            _answer(so_far, visit, event, entry.at)


def _turn(so_far: Walk, visit: Visit, event: TurnBegun) -> None:
    visit.turns = event.number
    so_far.variables = dict(so_far.variables)
    before = so_far.turns.get(event.node)
    keys = before.keys if before else []
    if event.key is not None:
        keys.append(event.key)
    so_far.turns[event.node] = Turn(event.number, event.value, keys, event.url)


def _ask(so_far: Walk, visit: Visit, event: Asked, at: str) -> None:
    so_far.waited.asked(event.request, at)
    so_far.rewound.pop(event.known_as, None)
    # One that is asked again after it was denied, or since it became another, has its time anew.
    first = so_far.asked.get(event.request)
    if first is None or first.at != event.at or event.request in so_far.answers:
        so_far.asked[event.request] = event
    visit.questions += (Question(event, None),)


def _answer(so_far: Walk, visit: Visit, event: Answered, at: str) -> None:
    so_far.waited.answered(event.request, at)
    so_far.answers[event.request] = event
    if event.request in so_far.asked:
        so_far.rewound.pop(so_far.asked[event.request].known_as, None)
    visit.questions = tuple(
        Question(asked, event if asked.request == event.request else answered)
        for asked, answered in visit.questions
    )


def _keep_values(so_far: Walk, attempt: Attempt) -> None:
    if attempt.once:
        # What is read from here on to the next effect is about this one.
        so_far.variables = dict(so_far.variables)
    attempt.values = so_far.variables
    around = [node for node in so_far.open if node in so_far.turns] if so_far.turns else ()
    attempt.turns = tuple((node, so_far.turns[node].number, so_far.turns[node].value) for node in around)


def _is_of_a_step(event: Event) -> TypeGuard[_OfAStep]:
    return type(event) in _OF_A_STEP


def walk(entries: Iterable[Entry]) -> Walk:
    """All that the entries of one session tell. Raises `JournalBroken` when one cannot be read."""
    gathered = Walk()
    for entry in entries:
        add(gathered, entry)
    return gathered
