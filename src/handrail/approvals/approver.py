"""Asking a person: the request, the answer, and whoever can be asked."""

from __future__ import annotations

from typing import Literal, Protocol

from handrail._model import Model

Answer = Literal["allow", "allow_rest", "deny"]


class ApprovalRequest(Model):
    """What will happen, on what, and why it is asked; secrets are references."""

    id: str
    node: str
    action: str
    where: str
    why: str
    effect: str
    choices: tuple[Answer, ...] = ("allow", "allow_rest", "deny")


class Approval(Model):
    """A person's answer."""

    answer: Answer
    by: str
    why: str = ""


class Approver(Protocol):
    """A way to ask a person."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """The person's answer. Raises Waiting where nobody can be asked now."""
        ...
