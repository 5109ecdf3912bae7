"""The one walk over a journal's entries; state, summary and report are views of what it gathers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeGuard, get_args

from pydantic import JsonValue

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
    SessionId,
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
from handrail.journal.views.marks import Mark as Mark
from handrail.journal.views.marks import Turn as Turn
from handrail.journal.views.undoing import Undoing
from handrail.journal.views.visit import Attempt, Question, Visit, attempted, done_by_hand, noted, open_in
from handrail.journal.views.waited import Waited, seconds_between

_LEARNED: Final = (AmendmentProposed, StepsProposed, AmendmentDecided)
_RULES: Final = (RuleRemembered, RuleRevoked)
_OfAStep: TypeAlias = Proposed | Judged | Intended | Acted | Verified | Pictured
_OF_A_STEP: Final = frozenset(get_args(_OfAStep))
"""Most of a journal. They are known by their type: to ask of each whether it is another model takes long."""
_ELSEWHERE: Final = (Pruned, Scrubbed, *AUDITED)
"""They stand in chains that are no sessions."""


@dataclass(slots=True)
class Walk:
    """What a journal tells, gathered entry by entry; `add` may go on as new entries come."""

    session: SessionId | None = None
    started: SessionStarted | None = None
    started_at: str = ""
    taken_at: str = ""
    """When the first process took it up, where it was queued before."""
    last_at: str = ""
    last_seq: int = 0
    erased: bool = False
    """Values were taken out of it: nothing can be done by it any more."""
    visits: list[Visit] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    """Nodes that were entered and not left, outermost first."""
    left: NodeLeft | None = None
    """The last node that was left, and how."""
    variables: dict[str, JsonValue] = field(default_factory=dict)
    retries: int = 0
    models: tuple[ModelAnswered, ...] = ()
    """What models answered, rewound or not: it was paid for, and the same is not asked twice."""
    ways: dict[str, Entry] = field(default_factory=dict)
    """Node → the way that exploring found there last (`WayFound`), rewound or not."""
    ended: SessionEnded | None = None
    latest: dict[str, Visit] = field(default_factory=dict)
    """Node → its last visit."""
    numbered: dict[tuple[str, int], Visit] = field(default_factory=dict)
    """Node and number of the visit → the visit."""
    shelved: dict[tuple[str, int], Visit] = field(default_factory=dict)
    """Visits with a `once` action that were rewound, until the walk comes there again."""
    turns: dict[str, Turn] = field(default_factory=dict)
    """Open loop → the turn that it is in."""
    marks: list[Mark] = field(default_factory=list)
    """The checkpoints, without those that were rewound."""
    taken: Taken | None = None
    """The process that took the session up last, where it was not the first."""
    answers: dict[str, Answered] = field(default_factory=dict)
    """Request → the answer, rewound or not: nobody is asked the same thing twice."""
    waited: Waited = field(default_factory=Waited)
    """For people's answers."""
    idle: float = 0.0
    """Seconds in which nobody worked on it or was asked: from its process's end until another took it up."""
    asked: dict[str, Asked] = field(default_factory=dict)
    """Request → the question as it was asked first, rewound or not: its deadline stays what it was."""
    rewound: dict[str, tuple[str, Asked]] = field(default_factory=dict)
    """Questions that were open in what was rewound, each with its step's label, until the walk comes there
    again: whoever answers meanwhile has answered."""
    told: tuple[Told, ...] = ()
    """Who was told of which question."""
    amendments: tuple[Entry, ...] = ()
    """What was proposed and decided; `journal.amendments` reads them."""
    owner: str = ""
    """The user whose session it is."""
    handed: HandedOver | None = None
    """How it came to be theirs, where it was another's before."""
    undo: Undoing | None = None
    """The undoing that is under way."""
    undos: list[Undoing] = field(default_factory=list)
    kept: int = 0
    """Number of what the browser kept last."""
    forked: bool = False
    """It begins in the middle, where its origin was: nothing before that may be walked."""
    handled: tuple[Handled, ...] = ()
    """The unexpected pages that were dealt with, rewound or not."""
    aside: bool = False
    """A detour is walked: where the walk is does not change meanwhile."""
    at_wheel: TakenOver | None = None
    """The person who has the browser; the walk stands still."""
    drives: tuple[HandedBack, ...] = ()
    """What people did in the browser, rewound or not."""
    by_hand: HandedBack | None = None
    """A person's deeds among which there may be the next `once` action, as long as nobody has said so."""

    @property
    def process(self) -> SessionStarted | Taken | None:
        """The one that ran the session last."""
        return self.taken or self.started

    @property
    def asks_no_more(self) -> bool:
        """Whether it was stopped, or ended otherwise than to wait: an answer must not have it go on."""
        return self.ended is not None and self.ended.outcome != "waiting"

    @property
    def undone_to(self) -> UndoBegun | None:
        """The undoing of the session that was the last thing done in it."""
        last = self.undos[-1] if self.undos else None
        over = last is not None and last.ended is not None and last.begun.group is None
        went_on = self.taken is not None and self.taken.rewound_to is not None
        return last.begun if last is not None and over and not went_on else None

    @property
    def all_visits(self) -> list[Visit]:
        """The visits with what was rewound and must not be forgotten."""
        return [*self.shelved.values(), *self.visits] if self.shelved else self.visits

    def add(self, entry: Entry) -> None:
        """Take the next entry. Raises `JournalBroken` when it cannot be read."""
        if not self.last_seq:
            self.session, self.started_at = entry.session, entry.at
        self.last_seq = entry.seq
        if has_gaps(entry.body, entry.seal):
            self.erased = True
        event = entry.event
        if _is_of_a_step(event):
            self._is_at(event, entry.at)
            self._note(self._visit(event.node, entry.at), event, entry)
            return
        if isinstance(event, _LEARNED):
            # What was learned, and what people decide of it later, changes nothing of the walk or its end.
            self.amendments += (entry,)
            return
        if isinstance(event, _RULES):
            # `journal.rules` reads them, of all sessions.
            return
        if isinstance(event, Told):
            # That somebody was told of a question changes nothing of where the session is.
            self.told += (event,)
            return
        if isinstance(event, HandedOver):
            self.owner, self.handed = event.to, event
            return
        self._is_at(event, entry.at)
        if isinstance(event, _ELSEWHERE):
            return
        match event:
            case SessionStarted():
                self.started, self.owner = event, event.user
            case NodeEntered():
                self._enter(event, entry)
            case NodeLeft():
                self._leave(event)
            case SessionEnded():
                self._end(event)
            case Taken():
                self._take(event, entry.at)
            case TakenOver():
                self.at_wheel = event
            case HandedBack():
                self.at_wheel = None
                self.drives += (event,)
                self.by_hand = event if event.effects else self.by_hand
            case Detour():
                self.aside = event.state == "begun"
            case Handled():
                self.handled += (event,)
            case WayFound():
                self.ways[event.node] = entry
            case Checkpoint():
                self._mark(event, entry.seq)
            case Forked():
                self._fork(event, entry.seq)
            case UndoBegun():
                self.taken = self.taken and self.taken.model_copy(update={"rewound_to": None})
                self.undo = Undoing(event)
                self.undos.append(self.undo)
            case Undone() if self.undo is not None:
                self._undone(self.undo, event)
            case UndoEnded() if self.undo is not None:
                self._undo_ended(self.undo, event)
            case Undone() | UndoEnded():
                return
            case _:
                self._note(self._visit(event.node, entry.at), event, entry)

    def _is_at(self, event: Event, at: str) -> None:
        if isinstance(event, Taken) and not (self._is_first() or self._is_table() or self.waited.open):
            self.idle += seconds_between(self.last_at, at)
        self.last_at = at
        # A session that waited or was stopped is written on when it is resumed.
        if self.ended is not None and not isinstance(event, Pictured):
            self._go_on()

    def _go_on(self) -> None:
        self.ended = None
        for visit in self.latest.values():
            visit.ended = None

    def _is_first(self) -> bool:
        """Whether it was only queued so far."""
        return self.taken is None and self.started is not None and self.started.pid is None

    def _is_table(self) -> bool:
        """Whether its rows go on while no process has it."""
        return self.started is not None and self.started.rows is not None

    def _take(self, event: Taken, at: str) -> None:
        if self._is_first():
            self.taken_at = at
        self.taken, self.aside = event, False
        if event.rewound_to is not None:
            self._rewind(event.rewound_to)

    def _fork(self, event: Forked, seq: int) -> None:
        self.forked = True
        self.left = NodeLeft(kind="node_left", node=event.left, outcome=event.outcome, millis=0)
        self.open = list(event.open)
        self.turns = {
            node: Turn(turn.number, turn.value, list(turn.keys), turn.url)
            for node, turn in event.turns.items()
        }
        self.variables = dict(event.variables)
        turns, given = dict(self.turns), dict(self.variables)
        self.marks.append(Mark(seq, 0, self.left, event.open, turns, given, event.tabs))

    def _undone(self, undo: Undoing, event: Undone) -> None:
        undo.undone.append(event)
        undo.visits, undo.variables = [], {}
        visit = self.numbered.get((event.node, event.visit)) or self.shelved.get((event.node, event.visit))
        for attempt in visit.attempts if visit else ():
            if attempt.number == event.attempt:
                attempt.undone = event

    def _undo_ended(self, undo: Undoing, event: UndoEnded) -> None:
        undo.ended, self.undo = event, None
        # Nobody goes on in the middle of what was undone.
        self.marks = [mark for mark in self.marks if mark.seq <= undo.begun.after]

    def _mark(self, event: Checkpoint, seq: int) -> None:
        self.kept = max(self.kept, event.storage or 0)
        if event.node in self.latest:
            self.latest[event.node].tabs = event.tabs
        if self.undo is not None:
            self.undo.tabs = event.tabs
        elif self.left is not None and not self.aside:
            turns = {node: self.turns[node] for node in self.open if node in self.turns}
            self.marks.append(
                Mark(
                    seq,
                    len(self.visits),
                    self.left,
                    tuple(self.open),
                    turns,
                    dict(self.variables),
                    event.tabs,
                    event.storage,
                )
            )

    def _rewind(self, seq: int) -> None:
        """Back to the checkpoint that was entry `seq`; to the beginning for 0.

        Visits since then are as if they had not been, but for those with a `once` action.
        """
        while self.marks and self.marks[-1].seq > seq:
            self.marks.pop()
        mark = self.marks[-1] if self.marks and self.marks[-1].seq == seq else None
        kept = mark.visits if mark else 0
        later = self.visits[kept:]
        del self.visits[kept:]
        self.rewound |= open_in(later)
        for visit in later:
            self.numbered.pop((visit.node, visit.number), None)
            if any(attempt.once for attempt in visit.attempts):
                self.shelved[visit.node, visit.number] = visit
        self.latest = {visit.node: visit for visit in self.visits[:kept]}
        self.left = mark.left if mark else None
        self.open = list(mark.open) if mark else []
        turns = mark.turns if mark else {}
        self.turns = {node: turn._replace(keys=turn.keys[: turn.number]) for node, turn in turns.items()}
        self.variables = dict(mark.variables) if mark else {}

    def _enter(self, event: NodeEntered, entry: Entry) -> None:
        if self.undo is None and not self.aside:
            self._close(event.node)
            self.open.append(event.node)
            self.turns.pop(event.node, None)
        # With the number that it had, a resumed session arrives again where it was.
        key = (event.node, event.visit)
        visit = self.numbered.get(key)
        if visit is None:
            visit = self.shelved.pop(key, None) or Visit(
                event.node, event.label, event.visit, entry.at, entry.seq
            )
            self.numbered[key] = visit
            self.visits.append(visit)
        visit.outcome, visit.undoing, visit.aside = None, self.undo is not None, self.aside
        if self.undo is not None and not self.aside:
            self.undo.visits.append(visit)
        self.latest[event.node] = visit

    def _leave(self, event: NodeLeft) -> None:
        if self.undo is None and not self.aside:
            self._close(event.node)
            self.left = event
            if self.rewound:
                self.rewound = {name: one for name, one in self.rewound.items() if one[1].node != event.node}
        if event.node in self.latest:
            self.latest[event.node].outcome = event.outcome
            self.latest[event.node].millis = event.millis
            self.latest[event.node].why = event.why

    def _close(self, node: str) -> None:
        if node in self.open:
            del self.open[self.open.index(node) :]

    def _end(self, event: SessionEnded) -> None:
        self.ended = event
        if event.node in self.latest and event.outcome not in ("waiting", "cancelled"):
            self.latest[event.node].ended = event

    def _visit(self, node: str, at: str) -> Visit:
        visit = self.latest.get(node)
        if visit is None:
            visit = self.latest[node] = Visit(node, node, 1, at)
            self.visits.append(visit)
        return visit

    def _note(self, visit: Visit, event: Event, entry: Entry) -> None:
        match event:
            case Proposed() | Judged() | Intended() | Acted() | ActFailed():
                attempt = attempted(visit, event, entry)
                if isinstance(event, Intended):
                    self._keep_values(attempt)
            case Pictured() | Verified() | Unverified() | Decided() | ItemFailed() | Offered():
                noted(visit, event, entry)
            case ModelAnswered():
                self.models += (event,)
            case TurnBegun():
                visit.turns = event.number
                self.variables = dict(self.variables)
                before = self.turns.get(event.node)
                keys = before.keys if before else []
                if event.key is not None:
                    keys.append(event.key)
                self.turns[event.node] = Turn(event.number, event.value, keys, event.url)
            case DoneByHand():
                self._keep_values(done_by_hand(visit, event))
                self.by_hand = None if event.effect == "once" else self.by_hand
            case Settled():
                self.by_hand = None
                visit = self.numbered.get((event.node, event.visit or 0), visit)
                for attempt in visit.attempts:
                    if attempt.number == event.attempt:
                        attempt.settled = event
            case VariableSet():
                visit.variables += (event,)
                given = self.undo.variables if self.undo is not None else self.variables
                given[event.name] = event.value
            case Retried():
                self.retries += 1
                if visit.attempts:
                    visit.attempts[-1].retried = event
            case Asked():
                self.waited.asked(event.request, entry.at)
                self.rewound.pop(event.known_as, None)
                # One that is asked again after it was denied, or since it became another, has its time anew.
                first = self.asked.get(event.request)
                if first is None or first.at != event.at or event.request in self.answers:
                    self.asked[event.request] = event
                visit.questions += (Question(event, None),)
            case Answered():
                self.waited.answered(event.request, entry.at)
                self.answers[event.request] = event
                if event.request in self.asked:
                    self.rewound.pop(self.asked[event.request].known_as, None)
                visit.questions = tuple(
                    Question(asked, event if asked.request == event.request else answered)
                    for asked, answered in visit.questions
                )

    def _keep_values(self, attempt: Attempt) -> None:
        if attempt.once:
            # What is read from here on to the next effect is about this one.
            self.variables = dict(self.variables)
        attempt.values = self.variables
        around = [node for node in self.open if node in self.turns] if self.turns else ()
        attempt.turns = tuple((node, self.turns[node].number, self.turns[node].value) for node in around)


def _is_of_a_step(event: Event) -> TypeGuard[_OfAStep]:
    return type(event) in _OF_A_STEP


def walk(entries: Iterable[Entry]) -> Walk:
    """All that the entries of one session tell. Raises `JournalBroken` when one cannot be read."""
    gathered = Walk()
    for entry in entries:
        gathered.add(entry)
    return gathered
