"""One undoing, as a fold gathers it."""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import JsonValue

from handrail.journal.events.places import Tab
from handrail.journal.events.undo import UndoBegun, UndoEnded, Undone
from handrail.journal.views.visit import Visit


@dataclass(slots=True)
class Undoing:
    """An undoing as far as it has come."""

    begun: UndoBegun
    undone: list[Undone] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    """Visits of the action that is being undone now."""
    variables: dict[str, JsonValue] = field(default_factory=dict)
    """What these visits gave values to."""
    tabs: dict[str, Tab] = field(default_factory=dict)
    """The tabs at its last checkpoint."""
    ended: UndoEnded | None = None
