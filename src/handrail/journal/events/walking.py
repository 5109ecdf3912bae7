"""The events of the walk over an SOP: nodes, detours, the turns of loops, and the values of variables."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from handrail._model import Model


class NodeEntered(Model):
    """The walk arrived at a node."""

    kind: Literal["node_entered"]
    node: str
    label: str
    visit: int = 1


class Detour(Model):
    """In the middle of a step a group is walked that does not stand there; the walk itself stands still."""

    kind: Literal["detour"]
    node: str
    """The step."""
    group: str
    state: Literal["begun", "ended"]
    why: str = ""


class TurnBegun(Model):
    """A loop takes its next item."""

    kind: Literal["turn_begun"]
    node: str
    number: int
    """From 1."""
    of: int | None = None
    """How many there are, where that is known before."""
    item: str = ""
    """The item in a few words."""
    value: JsonValue = None
    """The item itself."""
    key: str | None = None
    """What tells the element of a list from the others."""
    url: str = ""
    """Where the list was seen."""


class ItemFailed(Model):
    """A loop's item could not be done, and the loop goes on without it."""

    kind: Literal["item_failed"]
    node: str
    number: int
    item: str
    at: str
    """The node where it failed."""
    error: str
    by: str
    """Who decided to go on: the SOP, or a person."""


class VariableSet(Model):
    """A node gave a variable its value."""

    kind: Literal["variable_set"]
    node: str
    name: str
    value: JsonValue


class NodeLeft(Model):
    """The walk leaves a node."""

    kind: Literal["node_left"]
    node: str
    outcome: str
    millis: float
    why: str | None = None
    """What it failed of, where it did and the walk goes on."""
