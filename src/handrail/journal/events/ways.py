"""The ways that explorations found, as a journal tells them: who takes the session up goes them again."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from handrail._model import Model
from handrail.sop.node import Task


class WayFound(Model):
    """Exploring led to what a node looks for, and the node was then seen to have worked."""

    kind: Literal["way_found"]
    node: str
    steps: tuple[Task, ...]
    """As the SOP would have them: values of the run are templates."""
    values: dict[str, JsonValue] = Field(default_factory=dict)
    """What the names in them, and in what was looked for, stood for then; secrets aside."""
    start: str
    """The address at which it began."""
    url: str
    """The page that it led to."""
    taken: int
    """So many steps were taken, those among them that seem to have led in circles."""
    confidence: float = Field(default=1, ge=0, le=1)
