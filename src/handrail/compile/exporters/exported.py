"""What an exporter gives."""

from __future__ import annotations

from dataclasses import dataclass

from handrail.errors import Problem


@dataclass(frozen=True)
class Exported:
    """The text, and what it could not express, in document order."""

    text: str
    losses: tuple[Problem, ...] = ()
