"""Places of a walk: the checkpoints from which a session can go on, and where a fork of one begins."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from handrail._model import Model


class Tab(Model):
    """A tab as a checkpoint keeps it."""

    url: str
    title: str = ""
    loaded: bool = False
    """It loaded a document while the node was done, and nothing has changed that since: opening the address
    gives the same."""
    sent: bool = False
    """What it shows is the answer to a form that was sent: opening the address gives another page."""


class Checkpoint(Model):
    """A point from which the session can go on: the node was left, and these are its tabs."""

    kind: Literal["checkpoint"]
    node: str
    tabs: dict[str, Tab]
    storage: int | None = None
    """Number of what the browser kept then, among all that the session kept of it."""


class Origin(Model):
    """The session that a fork was made of, and the entry of the checkpoint at which it begins."""

    session: str
    entry: int
    node: str
    """The node that was to be done anew."""
    by: str = ""
    """Who wanted it; it belongs to whom the other session belongs."""


class OpenTurn(Model):
    """The turn that a loop was in."""

    number: int
    value: JsonValue = None
    keys: tuple[str, ...] = ()
    url: str = ""


class Forked(Model):
    """Where a fork begins: what its origin knew at the checkpoint."""

    kind: Literal["forked"]
    left: str
    """The node that was left last."""
    outcome: str
    open: tuple[str, ...] = ()
    turns: dict[str, OpenTurn] = Field(default_factory=dict)
    variables: dict[str, JsonValue] = Field(default_factory=dict)
    tabs: dict[str, Tab] = Field(default_factory=dict)
