"""Asking a person: the request, the answer, and whoever can be asked."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Protocol

from handrail._model import Model
from handrail.policy.document import ApprovalNeed, Level
from handrail.policy.vocabulary import Category

Answer = Literal["allow", "allow_rest", "allow_always", "deny", "choose", "answer", "again"]
"""`allow_rest` ends the asking before every step; `allow_always` makes a rule for what is alike."""


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
    kind: Literal["approve", "choose", "answer", "review"] = "approve"
    node: str
    action: str
    where: str
    why: str
    effect: str
    answers: tuple[Answer, ...] = ("allow", "deny")
    """What may be answered to a request of the kind `approve`."""
    risk: Level = "low"
    factors: tuple[str, ...] = ()
    """What makes the risk, each in words."""
    categories: tuple[Category, ...] = ()
    need: ApprovalNeed | None = None
    """What the policy asks of the approval: a role, several people, somebody else than who started."""
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


class Approval(Model):
    """A person's answer."""

    answer: Answer
    by: str
    choice: str | None = None
    """The id of what was chosen."""
    text: str | None = None
    why: str = ""
    until: str | None = None
    """Of `allow_always`: when the rule ends (UTC, ISO 8601); three months from now by default."""


class Approver(Protocol):
    """A way to ask a person."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """The person's answer. Raises Waiting where nobody can be asked now."""
        ...
