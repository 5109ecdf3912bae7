"""What a provider is: it is sent one prompt, and gives one text with what it took."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from handrail.models.prompts import Prompt


@dataclass(frozen=True)
class Reply:
    """What came back."""

    text: str
    """JSON, where the model did as it was told."""
    input_tokens: int
    """0 where the provider does not tell."""
    output_tokens: int
    fault: str = ""
    """Why there is no answer in it, where the provider says so: a refusal, or nothing of its own form."""
    cut: bool = False
    """It ended where it had no more room."""


class Unreachable(Exception):
    """No answer came, and another try may bring one: a lost connection, a time-out, a busy server."""

    def __init__(self, message: str, *, after: float = 1.0) -> None:
        super().__init__(message)
        self.after = after
        """Seconds to wait before the other try."""


class OtherForm(Exception):
    """The provider does not take the form in which it was asked; the next try takes another."""


class Refused(Exception):
    """The provider answered that it will not: a wrong key, an unknown model, a question that is too long."""


class ModelProvider(Protocol):
    """One model that can be asked."""

    @property
    def name(self) -> str:
        """The model, as `provider:name`."""
        ...

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        """US dollars; none where the price is not known."""
        ...

    @property
    def price_list(self) -> str:
        """Where the price stands: a list with its version or date; empty where it is not known."""
        ...

    async def reply(self, prompt: Prompt) -> Reply:
        """Ask once. Raises Unreachable, Refused, or OtherForm."""
        ...

    async def close(self) -> None:
        """Let its connections go."""
        ...
