"""The events of one action: proposed, judged, intended, done, and checked."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from handrail._model import Model
from handrail.errors import Category
from handrail.policy.documents.document import Level
from handrail.policy.words.vocabulary import Category as ActionCategory
from handrail.sop.node import Effect, Rung
from handrail.sop.target import Target
from handrail.targeting.snapshot import ElementSnapshot


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


class Criterion(Model):
    """One completion criterion as it was checked."""

    text: str
    held: bool
    seen: str | None = None
    """What was there instead, where it did not hold; and what a second channel read back, in any case."""


class Verified(Model):
    """The node's completion criteria all held, or the app told otherwise that what they are for was done."""

    kind: Literal["verified"]
    node: str
    criteria: tuple[Criterion, ...]
    otherwise: str | None = None
    """What told it in place of those that did not hold."""


class Unverified(Model):
    """The node has no completion criterion, or one did not hold."""

    kind: Literal["unverified"]
    node: str
    criteria: tuple[Criterion, ...]
    why: str
    ahead: bool = False
    """The app has done what only the next step is for, which is done once."""
