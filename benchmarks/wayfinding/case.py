"""One thing that is looked for in a practice app, and how the search for it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from handrail_practice.serve import AppName

Json = dict[str, Any]
Ended = Literal["found", "gave up", "neither"]


@dataclass(frozen=True)
class Errand:
    """Something to be found: by a node that explores, or by a step whose element is not where it was."""

    name: str
    app: AppName
    start: str
    """Path of the page that it begins on."""
    node: Json
    """The node, without its id; whatever it does has no lasting effect, were it found where it may be."""


@dataclass(frozen=True)
class Case:
    """An errand under some drifts."""

    errand: Errand
    drifts: tuple[str, ...]
    gone: bool
    """What is looked for is nowhere: the right end is to give up."""

    @property
    def words(self) -> str:
        return f"{self.errand.name}, {' + '.join(self.drifts)}"


@dataclass(frozen=True)
class Result:
    """How a case ended, as the apps and the outside saw it."""

    case: Case
    ended: Ended
    calls: int
    """Questions to the model."""
    seconds: float
    escapes: int
    """Requests that came to a site outside the procedure's domains."""
    effects: int
    """Rows of the apps' databases that came, went or changed."""
    why: str = ""

    @property
    def right(self) -> bool:
        return self.ended == ("gave up" if self.case.gone else "found")
