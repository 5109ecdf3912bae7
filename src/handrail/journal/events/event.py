"""The events of a session's journal; everything else that is known of a session is a fold over them.

Secret values never enter an event: where one was used, the text holds `{{ secret:name }}`.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, NamedTuple

from pydantic import Field, TypeAdapter

from handrail.errors import JournalBroken
from handrail.journal.events.acts import Acted as Acted
from handrail.journal.events.acts import ActFailed as ActFailed
from handrail.journal.events.acts import Criterion as Criterion
from handrail.journal.events.acts import Intended as Intended
from handrail.journal.events.acts import Judged as Judged
from handrail.journal.events.acts import Proposed as Proposed
from handrail.journal.events.acts import Retried as Retried
from handrail.journal.events.acts import Settled as Settled
from handrail.journal.events.acts import Unverified as Unverified
from handrail.journal.events.acts import Verified as Verified
from handrail.journal.events.audited import (
    Anchored,
    Erased,
    Exported,
    HeadsSigned,
    HoldPlaced,
    HoldReleased,
    KeyChanged,
    RuleVouched,
    SignInFailed,
)
from handrail.journal.events.consulted import Decided as Decided
from handrail.journal.events.consulted import ModelAnswered as ModelAnswered
from handrail.journal.events.consulted import ModelAsked as ModelAsked
from handrail.journal.events.consulted import TextWritten as TextWritten
from handrail.journal.events.driving import DoneByHand, HandedBack, StepsProposed, TakenOver
from handrail.journal.events.ids import AmendmentId as AmendmentId
from handrail.journal.events.ids import Artefact as Artefact
from handrail.journal.events.ids import SessionId as SessionId
from handrail.journal.events.learned import AmendmentDecided as AmendmentDecided
from handrail.journal.events.learned import AmendmentProposed as AmendmentProposed
from handrail.journal.events.learned import RuleRemembered as RuleRemembered
from handrail.journal.events.learned import RuleRevoked as RuleRevoked
from handrail.journal.events.life import HandedOver as HandedOver
from handrail.journal.events.life import Outcome as Outcome
from handrail.journal.events.life import Pruned as Pruned
from handrail.journal.events.life import Scrubbed as Scrubbed
from handrail.journal.events.life import SessionEnded as SessionEnded
from handrail.journal.events.life import SessionStarted as SessionStarted
from handrail.journal.events.life import Taken as Taken
from handrail.journal.events.places import Checkpoint as Checkpoint
from handrail.journal.events.places import Forked
from handrail.journal.events.places import Tab as Tab
from handrail.journal.events.questions import Answered as Answered
from handrail.journal.events.questions import Asked as Asked
from handrail.journal.events.questions import Option as Option
from handrail.journal.events.questions import Told as Told
from handrail.journal.events.seen import Handled as Handled
from handrail.journal.events.seen import Handler as Handler
from handrail.journal.events.seen import Offered as Offered
from handrail.journal.events.seen import Pictured as Pictured
from handrail.journal.events.undo import UndoBegun, UndoEnded, Undone
from handrail.journal.events.walking import Detour as Detour
from handrail.journal.events.walking import ItemFailed as ItemFailed
from handrail.journal.events.walking import NodeEntered as NodeEntered
from handrail.journal.events.walking import NodeLeft as NodeLeft
from handrail.journal.events.walking import TurnBegun as TurnBegun
from handrail.journal.events.walking import VariableSet as VariableSet
from handrail.journal.events.ways import WayFound

Event = Annotated[
    SessionStarted
    | Taken
    | Pruned
    | Checkpoint
    | Settled
    | NodeEntered
    | Proposed
    | Judged
    | Asked
    | Answered
    | Told
    | RuleRemembered
    | RuleRevoked
    | Intended
    | Acted
    | ActFailed
    | Retried
    | Handled
    | Detour
    | Pictured
    | Scrubbed
    | Verified
    | Unverified
    | Decided
    | ModelAsked
    | ModelAnswered
    | TextWritten
    | TurnBegun
    | ItemFailed
    | Offered
    | VariableSet
    | NodeLeft
    | SessionEnded
    | AmendmentProposed
    | AmendmentDecided
    | HandedOver
    | TakenOver
    | HandedBack
    | DoneByHand
    | StepsProposed
    | WayFound
    | Forked
    | UndoBegun
    | Undone
    | UndoEnded
    | HeadsSigned
    | KeyChanged
    | Anchored
    | HoldPlaced
    | HoldReleased
    | Erased
    | RuleVouched
    | SignInFailed
    | Exported,
    Field(discriminator="kind"),
]


class Entry(NamedTuple):
    """An event in its place in a session's chain, as it is stored.

    It keeps the exact text that was hashed, so that checking the chain never depends on how this version
    would write the event.
    """

    session: SessionId
    seq: int
    """From 1, without a gap."""
    at: str
    """UTC, ISO 8601 with microseconds."""
    prev: str
    """Hash of the entry before it; 64 zeros for the first."""
    hash: str
    kind: str
    body: str
    """The event as canonical JSON."""
    seal: str = ""
    """What opens the keyed hashes that stand in the chain for the event's values; empty in format 1, where
    the chain hashes the text itself."""
    writer: str = ""
    """The user and the machine of the process that wrote it, as `ana@desk-4`; unknown in format 1."""

    @property
    def event(self) -> Event:
        """The event, read from the body at each call. Raises `JournalBroken` when it cannot be read."""
        try:
            return parse_event(self.body)
        except ValueError as error:
            raise JournalBroken(
                "The journal holds an entry that cannot be read.",
                place=f"session {self.session}, entry {self.seq}",
                mend=f"`handrail session verify {self.session}` tells what was changed.",
            ) from error


@cache
def _events() -> TypeAdapter[Event]:
    return TypeAdapter(Event)


def parse_event(body: str) -> Event:
    """The event that a body holds; `ValueError` when it is not one."""
    return _events().validate_json(body)
