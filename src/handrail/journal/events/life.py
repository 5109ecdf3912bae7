"""The events of a session as a whole: begun, taken up, handed over, ended, removed."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from handrail._model import Model
from handrail.journal.events.audited import Vouched
from handrail.journal.events.ids import Artefact
from handrail.journal.events.places import Origin
from handrail.sop.node import Rung

Outcome = Literal[
    "done",
    "done, unverified",
    "done with exceptions",
    "stopped before effect",
    "needs reconciliation",
    "waiting",
    "blocked",
    "cancelled",
    "failed",
]


class SessionStarted(Model):
    """A run of one SOP version on one input begins."""

    kind: Literal["session_started"]
    sop: Artefact
    """The SOP document that is run."""
    sop_path: str = ""
    """Where its file was on `machine`; empty where it had none."""
    sop_id: str
    sop_version: str
    title: str
    inputs: dict[str, JsonValue] = Field(default_factory=dict)
    inputs_hide: tuple[str, ...] = ()
    """The name of the secret behind each mark in the inputs, in order; empty for a mark that was given."""
    rows: Artefact | None = None
    """The inputs of every row, as JSON, where the session is a batch: each row is a session of its own."""
    now: str = ""
    """The moment that `{{ run.now }}` gives for the whole life of the session: local time with its zone."""
    batch: str | None = None
    """The session group that a table of rows makes."""
    row: int | None = None
    """The row's number in its table, from 1."""
    autonomy: Rung = "exact"
    settings: dict[str, JsonValue] = Field(default_factory=dict)
    """The limits that are not the usual ones, for whoever takes the session up later."""
    policy: str = ""
    """Content address of the policy that the gate obeys."""
    policy_mode: str = "standard"
    origin: Origin | None = None
    """Where it was forked from."""
    user: str = ""
    machine: str = ""
    pid: int | None = None
    """The process that runs it, so that a session that is under way can be told from a killed one."""
    browser: str = ""
    handrail_version: str = ""


class Taken(Model):
    """A process takes the session up: at its beginning, or again after it waited or its process ended.

    What was walked after `rewound_to` is walked once more, but for `once` actions that were done.
    """

    kind: Literal["taken"]
    node: str | None = None
    """Where the walk goes on; none for an end that was reached."""
    rewound_to: int | None = None
    """Number of the entry behind which the walk goes on; none where all that was walked still stands."""
    why: str = ""
    """Why there, in words."""
    user: str = ""
    machine: str = ""
    pid: int | None = None
    browser: str = ""
    handrail_version: str = ""


class Pruned(Vouched):
    """A session was removed to save space, or because it was kept long enough; this is what stays of it."""

    kind: Literal["pruned"]
    session: str
    title: str
    started: str
    """UTC, ISO 8601."""
    outcome: Outcome
    entries: int
    """How many its journal had."""
    hash: str
    """Of its last entry."""
    by: str
    why: str


class SessionEnded(Model):
    """The session is over."""

    kind: Literal["session_ended"]
    outcome: Outcome
    node: str | None = None
    """Where it stopped, if not at an end."""
    error: str | None = None
    suggestion: str | None = None


class HandedOver(Model):
    """The session belongs to somebody else from now on, or to one worker alone."""

    kind: Literal["handed_over"]
    to: str
    """The user whose session it is now."""
    worker: str | None = None
    """The only worker that may take it now; none where any may."""
    by: str
    why: str = ""


class Scrubbed(Model):
    """What was scrubbed of the session so far; told when it ends, and never by value."""

    kind: Literal["scrubbed"]
    provider: str
    """What found it, with its version."""
    found: dict[str, int]
    """Kind of personal data → how often a pseudonym was put in its place."""
