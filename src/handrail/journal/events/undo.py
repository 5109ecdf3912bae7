"""Undoing, as a journal tells it."""

from __future__ import annotations

from typing import Literal

from handrail._model import Model
from handrail.errors import Category
from handrail.sop.node import Effect


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
