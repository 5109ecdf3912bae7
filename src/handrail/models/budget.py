"""What a session may spend on models, and what it has spent."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from handrail._model import Model
from handrail.errors import PermanentError


class Budget(Model):
    """Of one session, over its whole life."""

    calls: int = Field(default=100, ge=0)
    tokens: int = Field(default=500_000, ge=0)
    money: float = Field(default=5.0, ge=0)
    """US dollars; it can be held only for models whose price is known."""


class BudgetSpent(PermanentError):
    """The session may ask no more."""


@dataclass
class Spent:
    """What the session's questions have taken so far."""

    calls: int = 0
    tokens: int = 0
    money: float = 0.0

    def check(self, budget: Budget, tokens: int, money: float | None) -> None:
        """Raises BudgetSpent where one more call of about so many tokens would be too much."""
        if self.calls + 1 > budget.calls:
            raise _spent(f"{self.calls} of {budget.calls} calls")
        if self.tokens + tokens > budget.tokens:
            raise _spent(f"{self.tokens} of {budget.tokens} tokens, and the next call may take {tokens}")
        if money is not None and self.money + money > budget.money:
            raise _spent(f"${self.money:.4f} of ${budget.money:g}, and the next call may cost ${money:.4f}")

    def add(self, *, tokens: int, money: float | None) -> None:
        """One call was made."""
        self.calls += 1
        self.tokens += tokens
        self.money += money or 0.0


def _spent(what: str) -> BudgetSpent:
    return BudgetSpent(
        f"The session's budget for models is spent: {what}.",
        mend="Raise it under [budget] in the home's models.toml, or narrow what is asked.",
    )
