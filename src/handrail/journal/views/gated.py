"""Whether every action of a journal passed the gate: a fold that finds what did not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from handrail.journal.events.event import Acted, Answered, Asked, Event, Intended, Judged

YES = frozenset({"allow", "allow_rest", "allow_session", "allow_always", "edit"})
"""Answers that let an action be done."""


class Ungated(NamedTuple):
    """An action that was begun without the gate's yes."""

    node: str
    attempt: int
    action: str
    why: str


def ungated(events: Iterable[Event]) -> tuple[Ungated, ...]:
    """The actions of one session's events that no decision of the gate, or nobody's answer to it, allowed."""
    judged: dict[tuple[str, int], Judged] = {}
    asked: dict[str, str] = {}
    allowed: set[str] = set()
    intended: set[tuple[str, int]] = set()
    found: list[Ungated] = []
    for event in events:
        match event:
            case Judged():
                judged[event.node, event.attempt] = event
                allowed.discard(event.node)
            case Asked():
                asked[event.request] = event.node
            case Answered() if event.answer in YES:
                allowed.add(asked.get(event.request, ""))
            case Intended():
                intended.add((event.node, event.attempt))
                why = _missing(judged.get((event.node, event.attempt)), event.node in allowed)
                if why:
                    found.append(Ungated(event.node, event.attempt, event.action, why))
            case Acted() if (event.node, event.attempt) not in intended:
                found.append(Ungated(event.node, event.attempt, "", "it was not intended before"))
            case _:
                continue
    return tuple(found)


def _missing(verdict: Judged | None, answered: bool) -> str:
    if verdict is None:
        return "the gate did not judge it"
    if verdict.verdict == "block":
        return "the gate blocked it"
    return "the gate asked, and nobody allowed it" if verdict.verdict == "ask" and not answered else ""
