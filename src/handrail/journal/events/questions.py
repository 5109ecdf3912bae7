"""The events of asking people: the question as it is put, who was told of it, and the answer."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from handrail._model import Model
from handrail.policy.documents.document import ApprovalNeed, Level
from handrail.policy.words.vocabulary import Category

QuestionForm = Literal["approve", "choose", "answer", "review"]
OnTimeout = Literal["deny", "wait"]


class Option(Model):
    """One thing that may be chosen, and what speaks for it and against it."""

    number: int
    words: str
    score: float
    reasons: tuple[str, ...] = ()
    veto: str | None = None


class Asked(Model):
    """A person is asked.

    It holds all that a person needs to answer elsewhere and later. Secrets are references in it.
    """

    kind: Literal["asked"]
    request: str
    node: str
    question: str
    choices: tuple[str, ...]
    """The answers that are possible; of what is to be chosen, the ids of what is offered."""
    text: str = ""
    """The text that is to be reviewed."""
    form: QuestionForm | None = None
    """None in journals of versions that kept the question alone."""
    first: str | None = None
    """Where several people must allow it: the request of the first approval, by which all are known."""
    at: str | None = None
    """When it was asked for the first time (UTC, ISO 8601)."""
    where: str = ""
    element: str = ""
    """The element in words."""
    values: tuple[str, ...] = ()
    """What will be typed, chosen or sent."""
    editable: str | None = None
    """The value that may be answered with another one in its place."""
    why: str = ""
    effect: str = ""
    risk: Level = "low"
    factors: tuple[str, ...] = ()
    categories: tuple[Category, ...] = ()
    options: tuple[Option, ...] = ()
    """What can be chosen, in words."""
    sources: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    secret: bool | None = None
    """The answer is a secret: it may not be given by a way that others can read."""
    picture: str | None = None
    """Content address of what the page looks like, with the element outlined."""
    rule: str = ""
    """The rule of the policy by which it is asked."""
    amount: str = ""
    """The sum of money that it is about, where it is financial."""
    need: ApprovalNeed | None = None
    """What the policy asks of the approval."""
    excluded: dict[str, str] = Field(default_factory=dict)
    """People who may not allow it, each with the reason in words."""
    deadline: str | None = None
    """Until when an answer counts (UTC, ISO 8601)."""
    on_timeout: OnTimeout = "wait"
    """What happens at the deadline where nobody has answered."""

    @property
    def known_as(self) -> str:
        """The id by which people answer it: the same for all the approvals that one action needs."""
        return self.first or self.request


class Told(Model):
    """Somebody was told of a question, by a channel. It changes nothing of the session."""

    kind: Literal["told"]
    request: str
    node: str
    to: str
    """The person; empty for a channel that has no person of its own."""
    channel: str
    what: Literal["asked", "escalated", "withdrawn", "not reached"]
    why: str = ""


class Answered(Model):
    """A person answered."""

    kind: Literal["answered"]
    request: str
    node: str
    answer: str
    by: str
    why: str = ""
    via: str = ""
    """How it came: `terminal`, `api`, `link`, `file`, or `time-out`."""
    value: str | None = None
    """What is to be typed in place of the value that was asked about."""
    at: str | None = None
    """When the person answered (UTC, ISO 8601), where the answer was left before this entry was written: a
    worker may come to it hours later, and after the deadline."""
