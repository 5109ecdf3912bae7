"""What a journal tells of its session: all that the views are made of."""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import JsonValue

from handrail.journal.events.driving import HandedBack, TakenOver
from handrail.journal.events.event import (
    Answered,
    Asked,
    Entry,
    HandedOver,
    Handled,
    ModelAnswered,
    NodeLeft,
    SessionEnded,
    SessionId,
    SessionStarted,
    Taken,
    Told,
)
from handrail.journal.events.undo import UndoBegun
from handrail.journal.views.marks import Mark, Turn
from handrail.journal.views.undoing import Undoing
from handrail.journal.views.visit import Visit
from handrail.journal.views.waited import Waited


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
