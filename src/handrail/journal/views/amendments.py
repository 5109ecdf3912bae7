"""The amendments of a home: a fold over what its journals say was proposed and decided."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Literal

from handrail.journal.chain.store import JournalStore
from handrail.journal.events.driving import StepsProposed
from handrail.journal.events.event import AmendmentDecided, AmendmentId, AmendmentProposed, Entry, SessionId
from handrail.sop.node import Explore, Task
from handrail.sop.target import Target

PROPOSED: Final = ("amendment_proposed", "steps_proposed")
DECIDED: Final = "amendment_decided"

Status = Literal["open", "accepted", "rejected", "overtaken"]
"""`overtaken` when another target was accepted for the same place."""

_Place = tuple[str, str, str, str]
"""SOP, node, field, and the old target: what an amendment is about."""


def amendment_id(session: SessionId, number: int) -> AmendmentId:
    """The id of a session's amendment of this number: eight letters and digits that type well.

    It is short for a hash, not certain to be unique: whoever finds two takes the beginning of neither.
    """
    digest = sha256(f"{session}:{number}".encode()).digest()
    return AmendmentId(b32encode(digest)[:8].decode().lower())


@dataclass(frozen=True, slots=True)
class Proposal:
    """One amendment as one session proposed it."""

    session: SessionId
    at: str
    """UTC, ISO 8601."""
    event: AmendmentProposed | StepsProposed


@dataclass(slots=True)
class AmendmentLine:
    """An amendment of a home. What several sessions proposed alike is one, and is decided once."""

    sop_id: str
    proposals: list[Proposal] = field(default_factory=list)
    """At least one, the first proposed first."""
    decided: AmendmentDecided | None = None
    decided_at: str = ""
    overtaken: bool = False

    @property
    def first(self) -> Proposal:
        return self.proposals[0]

    @property
    def id(self) -> AmendmentId:
        return AmendmentId(self.first.event.amendment)

    @property
    def status(self) -> Status:
        if self.decided is not None:
            return "accepted" if self.decided.decision == "accept" else "rejected"
        return "overtaken" if self.overtaken else "open"

    @property
    def place(self) -> _Place:
        event = self.first.event
        return self.sop_id, event.node, event.field, key_of(event.old)


def amendments(entries: Iterable[Entry], sop_ids: dict[SessionId, str]) -> tuple[AmendmentLine, ...]:
    """The amendments that these entries tell of, in the order of their first proposal.

    `sop_ids` says which SOP each session ran. Raises `JournalBroken` when an entry cannot be read.
    """
    lines: list[AmendmentLine] = []
    standing: dict[tuple[_Place, str], AmendmentLine] = {}
    by_id: dict[AmendmentId, AmendmentLine] = {}
    for entry in entries:
        event = entry.event
        if isinstance(event, AmendmentProposed | StepsProposed):
            proposal = Proposal(entry.session, entry.at, event)
            line = AmendmentLine(sop_ids.get(entry.session, ""), [proposal])
            key = line.place, key_of(event.new)
            known = standing.get(key)
            # Proposed again after it was accepted, it is a new one: the old target has come back.
            if known is not None and known.status != "accepted":
                known.proposals.append(proposal)
                line = known
            else:
                lines.append(line)
                standing[key] = line
            by_id[AmendmentId(event.amendment)] = line
        elif isinstance(event, AmendmentDecided) and event.amendment in by_id:
            _decide(by_id[event.amendment], event, entry.at, lines)
    return tuple(lines)


def _decide(line: AmendmentLine, event: AmendmentDecided, at: str, lines: list[AmendmentLine]) -> None:
    line.decided, line.decided_at = event, at
    if event.decision == "accept":
        for other in lines:
            if other.place == line.place and other.status == "open":
                other.overtaken = True


def key_of(what: Target | tuple[Task | Explore, ...]) -> str:
    """What tells one target from another; not where it happened to stand, or how it looked. Of steps, what
    they do."""
    if isinstance(what, tuple):
        return "\n".join(map(_key_of_step, what))
    return _key_of(what)


def _key_of_step(step: Task | Explore) -> str:
    if isinstance(step, Explore):
        return f"{step.id} {step.goal} {step.success.model_dump_json()}"
    return f"{step.id} {step.action.model_dump_json()} {key_of(step.target or Target())}"


def _key_of(target: Target) -> str:
    return target.model_copy(update={"box": None, "picture": None}).model_dump_json(exclude_defaults=True)


def amendments_of(store: JournalStore) -> tuple[AmendmentLine, ...]:
    """All amendments of a home. Raises `StoreError`; `JournalBroken` when an entry cannot be read."""
    entries = tuple(store.of_kinds(*PROPOSED, DECIDED))
    sessions = dict.fromkeys(entry.session for entry in entries)
    return amendments(entries, {session: _sop_id(store, session) for session in sessions})


def _sop_id(store: JournalStore, session: SessionId) -> str:
    first = next(store.read(session), None)
    event = first.event if first else None
    return event.sop_id if event is not None and event.kind == "session_started" else ""
