"""Undoing, as a journal tells it: its events, and what a fold gathers of one undoing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pydantic import JsonValue

from handrail._model import Model
from handrail.errors import Category
from handrail.sop.node import Effect

if TYPE_CHECKING:
    from handrail.journal.places import Tab
    from handrail.journal.visit import Visit


class UndoBegun(Model):
    """What was done behind an entry is about to be taken back, the last of it first."""

    kind: Literal["undo_begun"]
    after: int
    """Number of the entry behind which all is undone."""
    group: str | None = None
    """The atomic group that failed; none where a person wants the session undone."""
    to: str | None = None
    """The node that the session is undone back to, itself included; none for all of it."""
    node: str | None = None
    """Where the group failed."""
    why: str = ""
    """What it failed of, or the person's reason."""
    category: Category = Category.PERMANENT
    """Of what it failed of."""
    by: str = ""
    """The person; empty for a group that failed."""


class Undone(Model):
    """What came of undoing one action."""

    kind: Literal["undone"]
    node: str
    visit: int
    attempt: int
    effect: Effect
    action: str
    """What was to be undone, in words."""
    verdict: Literal["undone", "nothing to undo", "not undone"]
    how: str
    """How it was undone, or why not, in words."""


class UndoEnded(Model):
    """The undoing is over; `complete` where no `once` effect was left."""

    kind: Literal["undo_ended"]
    complete: bool


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
