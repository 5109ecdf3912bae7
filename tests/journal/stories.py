"""Short ways to write a session's journal down, as the engine would have written it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic import JsonValue

from handrail.errors import Category
from handrail.journal.chain.linking import START, link
from handrail.journal.database.connecting import sqlite_database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.events.event import (
    Acted,
    ActFailed,
    Answered,
    Artefact,
    Asked,
    Criterion,
    Entry,
    Event,
    Intended,
    ItemFailed,
    Judged,
    NodeEntered,
    NodeLeft,
    Outcome,
    Pictured,
    Proposed,
    Retried,
    SessionEnded,
    SessionId,
    SessionStarted,
    Unverified,
    VariableSet,
    Verified,
)
from handrail.sop.node import Effect
from handrail.targeting.snapshot import ElementSnapshot

SESSION = SessionId("20261121-081233-3f9a2c")
SOP = Artefact("sha256:" + "5" * 64)


def started(**fields: object) -> SessionStarted:
    facts = {"sop": SOP, "sop_id": "add-contact", "sop_version": "3", "title": "Add a contact", **fields}
    return SessionStarted.model_validate({"kind": "session_started", **facts})


def entered(node: str, label: str | None = None, visit: int = 1) -> NodeEntered:
    return NodeEntered(kind="node_entered", node=node, label=label or f"Step {node}", visit=visit)


def left(node: str, outcome: str = "next", millis: float = 120) -> NodeLeft:
    return NodeLeft(kind="node_left", node=node, outcome=outcome, millis=millis)


def item_failed(node: str, at: str, item: str = "Ada") -> ItemFailed:
    return ItemFailed(
        kind="item_failed", node=node, number=1, item=item, at=at, error="It was not found.", by="the SOP"
    )


def ended(
    outcome: Outcome, node: str | None = None, error: str | None = None, suggestion: str | None = None
) -> SessionEnded:
    return SessionEnded(kind="session_ended", outcome=outcome, node=node, error=error, suggestion=suggestion)


def proposed(
    node: str, attempt: int = 1, action: str = "click “Save”", element: ElementSnapshot | None = None
) -> Proposed:
    return Proposed(
        kind="proposed",
        node=node,
        attempt=attempt,
        rung="exact",
        action=action,
        element=element,
        host="crm.example",
        confidence=1,
        reasons=("role and name fit", "3 of 3 locators agree"),
    )


def judged(node: str, attempt: int = 1, blocked: bool = False) -> Judged:
    reason = "The host evil.example is not in the list." if blocked else "The host is in the list."
    return Judged(
        kind="judged",
        node=node,
        attempt=attempt,
        verdict="block" if blocked else "allow",
        rule="domains",
        reason=reason,
    )


def intended(node: str, effect: Effect = "once", attempt: int = 1, old: str | None = None) -> Intended:
    return Intended(
        kind="intended", node=node, attempt=attempt, effect=effect, action="click “Save”", old_value=old
    )


def acted(node: str, attempt: int = 1) -> Acted:
    return Acted(kind="acted", node=node, attempt=attempt, millis=31.5)


def act_failed(node: str, *, dispatched: bool, attempt: int = 1) -> ActFailed:
    return ActFailed(
        kind="act_failed",
        node=node,
        attempt=attempt,
        category=Category.TRANSIENT,
        message="The page did not answer within 5 s.",
        dispatched=dispatched,
    )


def retried(node: str, attempt: int = 2) -> Retried:
    return Retried(kind="retried", node=node, attempt=attempt, reason="The page did not answer within 5 s.")


def verified(node: str, *texts: str) -> Verified:
    criteria = tuple(Criterion(text=text, held=True) for text in texts or ("the page says “Saved”",))
    return Verified(kind="verified", node=node, criteria=criteria)


def unverified(node: str) -> Unverified:
    """A node that has no criterion."""
    return Unverified(kind="unverified", node=node, criteria=(), why="the step has no completion criterion")


def missed(node: str, text: str = "the page says “Saved”", seen: str = "Please fill in a name") -> Unverified:
    """A node whose criterion did not hold."""
    criterion = Criterion(text=text, held=False, seen=seen)
    return Unverified(kind="unverified", node=node, criteria=(criterion,), why=f"not seen: {text}")


def pictured(node: str, picture: Artefact, moment: str = "after") -> Pictured:
    return Pictured.model_validate({"kind": "pictured", "node": node, "moment": moment, "picture": picture})


def asked(node: str, request: str = "r1") -> Asked:
    return Asked(
        kind="asked", request=request, node=node, question="Save this contact?", choices=("allow", "deny")
    )


def answered(node: str, request: str = "r1", answer: str = "allow") -> Answered:
    return Answered(kind="answered", request=request, node=node, answer=answer, by="ann", why="checked")


def variable(node: str, name: str, value: JsonValue) -> VariableSet:
    return VariableSet(kind="variable_set", node=node, name=name, value=value)


def done(node: str, effect: Effect = "repeatable", visit: int = 1) -> list[Event]:
    """A step that went well."""
    return [
        entered(node, visit=visit),
        proposed(node),
        judged(node),
        intended(node, effect),
        acted(node),
        verified(node),
        left(node),
    ]


def tell(*parts: Event | Iterable[Event], session: SessionId = SESSION) -> tuple[Entry, ...]:
    """The events, chained; a tenth of a second lies between two of them."""
    events: list[Event] = []
    for part in parts:
        # Models iterate over their fields, so they are told apart by their kind.
        events += [part] if hasattr(part, "kind") else list(part)  # type: ignore[list-item]
    entries: list[Entry] = []
    for number, event in enumerate(events):
        seconds, tenths = divmod(number, 10)
        at = f"2026-11-21T08:{seconds // 60:02}:{seconds % 60:02}.{tenths}00000Z"
        entries.append(link(entries[-1] if entries else START, session, event, at, "ana@desk-4"))
    return tuple(entries)


def sqlite_store(path: Path, *, busy_seconds: float = 5) -> DatabaseStore:
    """The journals in the SQLite file at `path`, which is made when it is missing."""
    return DatabaseStore(sqlite_database(path, busy_seconds=busy_seconds))
