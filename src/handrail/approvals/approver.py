"""Asking a person: the request, the answer, and whoever can be asked."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal, Protocol

from pydantic import Field, field_validator

from handrail._model import Model
from handrail.journal.events.questions import OnTimeout
from handrail.policy.documents.document import ApprovalNeed, Level
from handrail.policy.words.comparing import skeleton
from handrail.policy.words.vocabulary import Category

Answer = Literal[
    "allow",
    "allow_rest",
    "allow_session",
    "allow_always",
    "edit",
    "deny",
    "deny_stop",
    "choose",
    "answer",
    "again",
]
"""`allow` is for this once; `allow_rest` ends the asking before every step; `allow_session` makes a rule for
what is alike that holds in this session, `allow_always` one that holds until it ends; `edit` allows it with
another value; `deny` leaves this step undone, `deny_stop` ends the session."""

ALLOWING: Final[frozenset[str]] = frozenset({"allow", "allow_rest", "allow_session", "allow_always", "edit"})
"""Answers by which an action is done."""

DENYING: Final[frozenset[str]] = frozenset({"deny", "deny_stop"})


class Choice(Model):
    """One thing that may be chosen, with the reasons for and against it."""

    id: str
    words: str
    reasons: tuple[str, ...] = ()


class ApprovalRequest(Model):
    """What will happen, on what, and why it is asked; secrets are references.

    To `approve` is to allow or deny an action; to `choose` is to take one of `choices` or to deny them all;
    to `answer` is to give a text, or to say that what was asked for is done; to `review` is to allow a text,
    to give another in its place (`answer`), to have it written `again` with a remark (`why`), or to deny it.
    """

    id: str = ""
    """Tells the question from others; whoever asks sets it, the same for the same question."""
    first: str = ""
    """Where several people must allow it: the id of the first approval, under which all are answered."""
    turn: int = 1
    """Counts how often the same is asked at the same place: each time it is a question of its own."""
    about: str = ""
    """What tells it from another question in the same words at the same visit of the step: the try, or the
    item. What was said of one says nothing of another."""
    kind: Literal["approve", "choose", "answer", "review"] = "approve"
    node: str
    action: str
    where: str
    why: str
    effect: str
    answers: tuple[Answer, ...] = ("allow", "deny")
    """What may be answered to a request of the kind `approve`."""
    element: str = ""
    """The element in words."""
    values: tuple[str, ...] = ()
    """What will be typed, chosen or sent."""
    editable: str | None = None
    """The value that may be answered with another in its place; none where it may not."""
    risk: Level = "low"
    factors: tuple[str, ...] = ()
    """What makes the risk, each in words."""
    categories: tuple[Category, ...] = ()
    rule: str = ""
    """The rule of the policy by which it is asked."""
    amount: str = ""
    """The sum of money that it is about, where it is financial."""
    need: ApprovalNeed | None = None
    """What the policy asks of the approval: a role, several people, somebody else than who started."""
    excluded: dict[str, str] = Field(default_factory=dict)
    """People who may not allow it, each with the reason in words."""
    at: str = ""
    """When it was asked for the first time (UTC, ISO 8601); whoever asks sets it."""
    deadline: str | None = None
    """Until when an answer counts (UTC, ISO 8601); whoever asks sets it."""
    on_timeout: OnTimeout = "wait"
    """What happens at the deadline where nobody has answered."""
    choices: tuple[Choice, ...] = ()
    text: str = ""
    """The text to review."""
    sources: tuple[str, ...] = ()
    """What it was written from."""
    doubts: tuple[str, ...] = ()
    """Words of the text that occur in none of the sources."""
    gaps: tuple[str, ...] = ()
    """What the sources lack."""
    secret: bool = False
    """The answer is a secret: it is not shown while it is typed, nor journaled."""
    picture: Path | None = None
    """What the person should see; choices are outlined and numbered on it, in their order."""
    artefact: str | None = None
    """The picture's content address."""


class Approval(Model):
    """A person's answer."""

    answer: Answer
    by: str
    choice: str | None = None
    """The id of what was chosen."""
    text: str | None = None
    """What is answered; of `edit` the value."""
    why: str = ""
    until: str | None = None
    """Of `allow_always`: when the rule ends (UTC, ISO 8601); three months from now by default."""
    via: str = ""
    """How it came: `terminal`, `api`, `link`, `file`, `time-out`."""
    at: str | None = None
    """When it was left (UTC, ISO 8601), where that was before it is taken up."""

    @field_validator("until")
    @classmethod
    def _of_a_zone(cls, until: str | None) -> str | None:
        """A moment without a zone is in UTC: a rule is compared with the clock at each step."""
        if until is None:
            return None
        moment = datetime.fromisoformat(until)
        return (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).isoformat()


class Approver(Protocol):
    """A way to ask a person."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """The person's answer. Raises Waiting where nobody can be asked now."""
        ...


def same_person(one: str, other: str) -> bool:
    """Whether two names are one person's: case and white space around them make no other person."""
    return one.strip().casefold() == other.strip().casefold()


def may_be_same(one: str, other: str) -> bool:
    """Whether two names look like one person's, in letters of whichever script and width: for what somebody
    else must do. It gives nobody a role."""
    return same_person(one, other) or _look(one) == _look(other)


def _look(name: str) -> str:
    signs = unicodedata.normalize("NFKC", name).casefold().strip()
    # Accents do tell people apart.
    return "".join(sign if unicodedata.decomposition(sign) else skeleton(sign) for sign in signs)


def excluded_by(
    excluded: Mapping[str, str], person: str, same: Callable[[str, str], bool] = may_be_same
) -> str | None:
    """Why a person may not allow it; None where they may. `same` says whether two names are one person's."""
    return next((why for name, why in excluded.items() if same(name, person)), None)
