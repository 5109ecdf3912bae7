"""Where a walk was at its checkpoints, and in its loops: places that a later process may go on from."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import JsonValue

from handrail.journal.events.event import NodeLeft, Tab


class Turn(NamedTuple):
    """The turn that a loop is in."""

    number: int
    value: JsonValue
    keys: list[str]
    """Of the elements that were taken so far; later turns add theirs to the same list."""
    url: str = ""
    """Where the list was seen last."""


class Mark(NamedTuple):
    """Where the walk was at a checkpoint: a later process may go on from here."""

    seq: int
    visits: int
    """How many there were."""
    left: NodeLeft
    open: tuple[str, ...]
    turns: dict[str, Turn]
    variables: dict[str, JsonValue]
    tabs: dict[str, Tab]
    storage: int | None = None
    """Number of what the browser kept then."""
