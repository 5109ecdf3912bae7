"""Asking a person: the request, the answer, and whoever can be asked."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Protocol

from handrail._model import Model

Answer = Literal["allow", "allow_rest", "deny", "choose", "answer", "again"]


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


class Approver(Protocol):
    """A way to ask a person."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """The person's answer. Raises Waiting where nobody can be asked now."""
        ...
