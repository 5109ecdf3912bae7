"""The events of a session's journal; everything else that is known of a session is a fold over them.

Secret values never enter an event: where one was used, the text holds `{{ secret:name }}`.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, JsonValue, TypeAdapter

from handrail._model import Model
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
from handrail.journal.events.life import HandedOver as HandedOver
from handrail.journal.events.life import Outcome as Outcome
from handrail.journal.events.life import Pruned as Pruned
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
from handrail.journal.events.undo import UndoBegun, UndoEnded, Undone
from handrail.journal.events.ways import WayFound
from handrail.policy.remembered import RememberedRule
from handrail.sop.amending import TARGET, Amendment
from handrail.sop.target import Target

Handler = Literal[
    "cookie banner",
    "still there",
    "announcement",
    "folded menu",
    "sign-in",
    "error page",
    "crashed tab",
    "lost value",
]
"""What is known of unexpected pages."""


class NodeEntered(Model):
    """The walk arrived at a node."""

    kind: Literal["node_entered"]
    node: str
    label: str
    visit: int = 1


class RuleRemembered(Model):
    """A person's answer holds for what is alike, until it expires or is revoked."""

    kind: Literal["rule_remembered"]
    node: str
    rule: RememberedRule


class RuleRevoked(Model):
    """A remembered answer does not hold any more; written to the chain that it stands in, at any time."""

    kind: Literal["rule_revoked"]
    rule: str
    """The rule's id."""
    by: str
    why: str = ""


class Handled(Model):
    """Something unexpected stood in a step's way, and a handler that knows it dealt with it."""

    kind: Literal["handled"]
    node: str
    """The step."""
    handler: Handler
    action: str
    """What was done, in words."""
    reason: str
    """What the step failed of."""


class Detour(Model):
    """In the middle of a step a group is walked that does not stand there; the walk itself stands still."""

    kind: Literal["detour"]
    node: str
    """The step."""
    group: str
    state: Literal["begun", "ended"]
    why: str = ""


class Pictured(Model):
    """A masked picture of the page was kept."""

    kind: Literal["pictured"]
    node: str
    moment: Literal["before", "after", "failure"]
    picture: Artefact
    hidden: dict[str, int] | None = None
    """Kind of personal data → in how many places it was blacked out; none where nothing was looked for."""


class Scrubbed(Model):
    """What was scrubbed of the session so far; told when it ends, and never by value."""

    kind: Literal["scrubbed"]
    provider: str
    """What found it, with its version."""
    found: dict[str, int]
    """Kind of personal data → how often a pseudonym was put in its place."""


class TurnBegun(Model):
    """A loop takes its next item."""

    kind: Literal["turn_begun"]
    node: str
    number: int
    """From 1."""
    of: int | None = None
    """How many there are, where that is known before."""
    item: str = ""
    """The item in a few words."""
    value: JsonValue = None
    """The item itself."""
    key: str | None = None
    """What tells the element of a list from the others."""
    url: str = ""
    """Where the list was seen."""


class ItemFailed(Model):
    """A loop's item could not be done, and the loop goes on without it."""

    kind: Literal["item_failed"]
    node: str
    number: int
    item: str
    at: str
    """The node where it failed."""
    error: str
    by: str
    """Who decided to go on: the SOP, or a person."""


class Offered(Model):
    """The recorded element was not found beyond doubt; these are what it might be."""

    kind: Literal["offered"]
    node: str
    attempt: int
    why: str
    options: tuple[Option, ...]
    picture: Artefact | None = None
    """The page with the options outlined and numbered."""


class VariableSet(Model):
    """A node gave a variable its value."""

    kind: Literal["variable_set"]
    node: str
    name: str
    value: JsonValue


class NodeLeft(Model):
    """The walk leaves a node."""

    kind: Literal["node_left"]
    node: str
    outcome: str
    millis: float
    why: str | None = None
    """What it failed of, where it did and the walk goes on."""


class AmendmentProposed(Model):
    """The run learned that a step's target is found otherwise now; nothing changes before it is accepted."""

    kind: Literal["amendment_proposed"]
    amendment: AmendmentId
    node: str
    field: str = TARGET
    """Where in the node the target stands, such as `target` or `action.onto`."""
    old: Target
    """As the SOP that was run writes it, templates and all."""
    new: Target
    reasons: tuple[str, ...] = ()
    score: float = Field(ge=0, le=1)
    url: str = ""
    """The page that it was found on."""
    pictures: tuple[Artefact, ...] = ()

    @property
    def change(self) -> Amendment:
        """What it would change, without the evidence."""
        return Amendment(node=self.node, field=self.field, old=self.old, new=self.new)


class AmendmentDecided(Model):
    """Somebody accepted or rejected an amendment, during the session or at any time after it."""

    kind: Literal["amendment_decided"]
    amendment: AmendmentId
    decision: Literal["accept", "reject"]
    by: str
    why: str = ""
    version: str | None = None
    """The SOP's version that accepting it made."""
    path: str | None = None
    """The file that the new version was written to."""
    sop: Artefact | None = None
    """The new version."""
    replaced: Artefact | None = None
    """What that file held before, byte for byte."""


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
