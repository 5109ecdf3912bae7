"""How long a session only waited for people to answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

WORTH_TELLING_SECONDS: Final = 1.0
"""Whoever answers at once has kept nobody waiting."""


@dataclass(slots=True)
class Waited:
    """The times in which at least one question was open; those of questions asked at once count once."""

    open: set[str] = field(default_factory=set)
    since: str = ""
    """When the first of the open questions was asked: UTC, ISO 8601."""
    before: float = 0.0
    """Seconds until then."""

    def asked(self, request: str, at: str) -> None:
        """A question is open from now on."""
        self.since = self.since if self.open else at
        self.open.add(request)

    def answered(self, request: str, at: str) -> None:
        """It is not any more."""
        if self.open == {request}:
            self.before += seconds_between(self.since, at)
        self.open.discard(request)

    def seconds(self, until: str) -> float:
        """In all, up to now."""
        return self.before + (seconds_between(self.since, until) if self.open else 0.0)


def seconds_between(start: str, end: str) -> float:
    """Both as the journal has them: UTC, ISO 8601; 0 where there is none, or a clock was set back between."""
    if not start or not end:
        return 0.0
    passed = datetime.fromisoformat(end) - datetime.fromisoformat(start)
    return max(0.0, round(passed.total_seconds(), 3))
