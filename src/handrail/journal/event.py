"""The events of a session's journal; everything else that is known of a session is a fold over them.

Secret values never enter an event: where one was used, the text holds `{{ secret:name }}`.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, NamedTuple, NewType

from pydantic import Field, JsonValue, TypeAdapter

from handrail._model import Model
from handrail.errors import Category, JournalBroken
from handrail.journal.audited import (
    Anchored,
    Erased,
    Exported,
    HeadsSigned,
    HoldPlaced,
    HoldReleased,
    KeyChanged,
    SignInFailed,
)
from handrail.journal.driving import DoneByHand, HandedBack, StepsProposed, TakenOver
from handrail.journal.places import Checkpoint as Checkpoint
from handrail.journal.places import Forked, Origin
from handrail.journal.places import Tab as Tab
from handrail.journal.questions import Answered as Answered
from handrail.journal.questions import Asked as Asked
from handrail.journal.questions import Option as Option
from handrail.journal.questions import Told as Told
from handrail.journal.undo import UndoBegun, UndoEnded, Undone
from handrail.policy.document import Level
from handrail.policy.remembered import RememberedRule
from handrail.policy.vocabulary import Category as ActionCategory
from handrail.sop.amending import TARGET, Amendment
from handrail.sop.node import Effect, Rung
from handrail.sop.target import Target
from handrail.targeting.snapshot import ElementSnapshot

SessionId = NewType("SessionId", str)
AmendmentId = NewType("AmendmentId", str)
Artefact = NewType("Artefact", str)
"""Content address of a stored file: `sha256:` and 64 hexadecimal digits."""

Outcome = Literal[
    "done",
    "done, unverified",
    "done with exceptions",
    "stopped before effect",
    "needs reconciliation",
    "waiting",
    "blocked",
    "cancelled",
    "failed",
]


Handler = Literal["cookie banner", "still there", "announcement", "sign-in", "error page", "crashed tab"]
"""What is known of unexpected pages."""


class SessionStarted(Model):
    """A run of one SOP version on one input begins."""

    kind: Literal["session_started"]
    sop: Artefact
    """The SOP document that is run."""
    sop_path: str = ""
    """Where its file was on `machine`; empty where it had none."""
    sop_id: str
    sop_version: str
    title: str
    inputs: dict[str, JsonValue] = Field(default_factory=dict)
    rows: Artefact | None = None
    """The inputs of every row, as JSON, where the session is a batch: each row is a session of its own."""
    now: str = ""
    """The moment that `{{ run.now }}` gives for the whole life of the session: local time with its zone."""
    batch: str | None = None
    """The session group that a table of rows makes."""
    row: int | None = None
    """The row's number in its table, from 1."""
    autonomy: Rung = "exact"
    settings: dict[str, JsonValue] = Field(default_factory=dict)
    """The limits that are not the usual ones, for whoever takes the session up later."""
    policy: str = ""
    """Content address of the policy that the gate obeys."""
    policy_mode: str = "standard"
    origin: Origin | None = None
    """Where it was forked from."""
    user: str = ""
    machine: str = ""
    pid: int | None = None
    """The process that runs it, so that a session that is under way can be told from a killed one."""
    browser: str = ""
    handrail_version: str = ""


class Taken(Model):
    """A process takes the session up: at its beginning, or again after it waited or its process ended.

    What was walked after `rewound_to` is walked once more, but for `once` actions that were done.
    """

    kind: Literal["taken"]
    node: str | None = None
    """Where the walk goes on; none for an end that was reached."""
    rewound_to: int | None = None
    """Number of the entry behind which the walk goes on; none where all that was walked still stands."""
    why: str = ""
    """Why there, in words."""
    user: str = ""
    machine: str = ""
    pid: int | None = None
    browser: str = ""
    handrail_version: str = ""


class Settled(Model):
    """Whether an action in doubt was done, as it was found out later."""

    kind: Literal["settled"]
    node: str
    attempt: int
    verdict: Literal["done", "not done"]
    why: str
    visit: int | None = None
    """The visit of the node; none for its last one."""
    by: str = ""
    """The person who said so; empty where it was read back."""


class Pruned(Model):
    """A session was removed to save space, or because it was kept long enough; this is what stays of it."""

    kind: Literal["pruned"]
    session: str
    title: str
    started: str
    """UTC, ISO 8601."""
    outcome: Outcome
    entries: int
    """How many its journal had."""
    hash: str
    """Of its last entry."""
    by: str
    why: str


class NodeEntered(Model):
    """The walk arrived at a node."""

    kind: Literal["node_entered"]
    node: str
    label: str
    visit: int = 1


class Proposed(Model):
    """A rung says: this action on this element."""

    kind: Literal["proposed"]
    node: str
    attempt: int
    rung: Rung
    action: str
    """The action in words."""
    element: ElementSnapshot | None = None
    host: str = ""
    confidence: float = Field(ge=0, le=1)
    reasons: tuple[str, ...] = ()


class Judged(Model):
    """The gate decided."""

    kind: Literal["judged"]
    node: str
    attempt: int
    verdict: Literal["allow", "ask", "block"]
    rule: str
    reason: str
    risk: Level = "low"
    factors: tuple[str, ...] = ()
    """What makes the risk, each in words."""
    categories: tuple[ActionCategory, ...] = ()


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


class Intended(Model):
    """The action is about to be dispatched; after a crash, an intent without an outcome is in doubt."""

    kind: Literal["intended"]
    node: str
    attempt: int
    effect: Effect
    action: str
    do: str | None = None
    """The action's name in the SOP, of the skill that was taken."""
    url: str | None = None
    """The address of the page before it."""
    target: Target | None = None
    """How the element is found again, where the action gives it a value."""
    old_value: str | None = None
    """The value that the element had; never of one that takes a secret."""
    secret: bool | None = None
    held_before: bool | None = None
    """What the page shows of the completion criterion was there before the action: it proves nothing."""


class Acted(Model):
    """The action was performed; whether it did what it is for is said by the verification."""

    kind: Literal["acted"]
    node: str
    attempt: int
    millis: float
    file: str | None = None
    """The file that it made."""


class ActFailed(Model):
    """The action failed; `dispatched` says whether the app may have seen any of it."""

    kind: Literal["act_failed"]
    node: str
    attempt: int
    category: Category
    message: str
    dispatched: bool


class Retried(Model):
    """A failure is tried again."""

    kind: Literal["retried"]
    node: str
    attempt: int
    reason: str
    seconds: float = 0
    """How long is waited before."""


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


class Criterion(Model):
    """One completion criterion as it was checked."""

    text: str
    held: bool
    seen: str | None = None
    """What was there instead, where it did not hold; and what a second channel read back, in any case."""


class Verified(Model):
    """The node's completion criteria all held."""

    kind: Literal["verified"]
    node: str
    criteria: tuple[Criterion, ...]


class Unverified(Model):
    """The node has no completion criterion, or one did not hold."""

    kind: Literal["unverified"]
    node: str
    criteria: tuple[Criterion, ...]
    why: str


class Decided(Model):
    """A decision came to an outcome; the evidence is each outcome's check as it was found."""

    kind: Literal["decided"]
    node: str
    outcome: str
    by_default: bool
    """No check held, or model and person left it open: the safe outcome was taken."""
    evidence: tuple[Criterion, ...]
    question: str = ""
    """What a model was asked, by its hash; empty where none was."""
    quote: str = ""
    """What shows it, word for word."""
    why: str = ""
    """In the words of the model, or why its answer did not count."""
    by: str = ""
    """The person who decided; empty where nobody had to."""


class ModelAsked(Model):
    """A model is about to be asked; what it was sent is kept without secrets."""

    kind: Literal["model_asked"]
    node: str
    question: str
    """Hash of all that was sent: the same question has the same one."""
    purpose: str
    model: str
    """`provider:name`."""
    prompt: str
    """Name of the prompt's file, with its version."""
    prompt_hash: str
    text: Artefact
    """What was sent, in words."""
    evidence: tuple[str, ...] = ()
    """What the model was shown, in words."""
    picture: bool = False
    """It was shown a masked picture of the page as well."""


class ModelAnswered(Model):
    """What came of a question to a model, and what it took."""

    kind: Literal["model_answered"]
    node: str
    question: str
    purpose: str
    answer: JsonValue = None
    """None where no usable answer came."""
    why: str = ""
    """Why there is none."""
    recorded: bool = False
    """The session had asked the same before: nothing was sent."""
    calls: int = 0
    """Requests that were sent, second tries among them."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    """US dollars; none where the price is not known."""
    price_list: str = ""
    seconds: float = 0.0


class TextWritten(Model):
    """A model's text was taken: by itself, or because a person accepted or edited it."""

    kind: Literal["text_written"]
    node: str
    name: str
    """The variable that holds it."""
    characters: int
    doubts: tuple[str, ...] = ()
    """What the model's text said and no input did, before any edit."""
    gaps: tuple[str, ...] = ()
    """What the inputs lack."""
    by: str = ""
    """Who saw and accepted it; empty where nobody had to."""
    edited: bool = False


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


class SessionEnded(Model):
    """The session is over."""

    kind: Literal["session_ended"]
    outcome: Outcome
    node: str | None = None
    """Where it stopped, if not at an end."""
    error: str | None = None
    suggestion: str | None = None


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


class HandedOver(Model):
    """The session belongs to somebody else from now on."""

    kind: Literal["handed_over"]
    to: str
    """The user whose session it is now."""
    by: str
    why: str = ""


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
