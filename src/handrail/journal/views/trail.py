"""The journal as an audit trail: for each entry who, what, when, why, on whose approval, under which versions
of policy and SOP, and from which machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from handrail._model import Model
from handrail.errors import JournalBroken
from handrail.journal.events.event import (
    Answered,
    Asked,
    Entry,
    Event,
    HandedOver,
    Judged,
    SessionStarted,
    Taken,
    Told,
)
from handrail.journal.views.gated import YES

_TELLING: Final = (
    "action question answer title label purpose message text name handler group question item file outcome "
    "verdict decision to how"
).split()
"""Fields that say what an event is about, the most telling first."""

_DEEDS: Final = frozenset({"intended", "acted", "act_failed"})
_WHY: Final = ("why", "reason", "error")


class AuditLine(Model):
    """One entry, with all that an auditor asks of it."""

    at: str
    """When: UTC, ISO 8601."""
    session: str
    seq: int
    kind: str
    who: str
    """The person of the event; where it names none, the user whose process wrote it."""
    machine: str
    what: str
    """In words."""
    why: str
    node: str
    """The step of the SOP."""
    approved_by: str
    """Who allowed the action: a person, or a rule of the policy."""
    answered_at: str
    """When the person of an answer gave it, where that was before it was journaled: UTC, ISO 8601."""
    owner: str
    """The user whose session it is."""
    sop: str
    sop_version: str
    sop_file: str
    """Content address of the SOP."""
    policy: str
    """Content address of the policy: its version."""
    policy_mode: str
    hash: str


UNREADABLE: Final = "This entry cannot be read."


def trail(entries: Iterable[Entry], *, broken_too: bool = False) -> Iterator[AuditLine]:
    """The lines of one chain's entries, in their order. Raises JournalBroken where one cannot be read, unless
    `broken_too`: it is a line that says so, then."""
    context = _Context()
    for entry in entries:
        try:
            yield context.line(entry)
        except JournalBroken:
            if not broken_too:
                raise
            yield context.broken(entry)


class _Context:
    """What earlier entries of a session say about a later one."""

    def __init__(self) -> None:
        self._started: SessionStarted | None = None
        self._process: SessionStarted | Taken | None = None
        self._owner = ""
        self._asked: dict[str, Asked] = {}
        self._allowed: dict[str, str] = {}
        """Step → who allowed its action."""
        self._allowing: dict[str, dict[str, None]] = {}
        """Question, by the id that it is known as → who said yes to it."""

    def broken(self, entry: Entry) -> AuditLine:
        told = {name: getattr(entry, name) for name in ("at", "session", "seq", "kind", "hash")}
        empty = dict.fromkeys(AuditLine.model_fields, "")
        return AuditLine.model_validate({**empty, **told, "what": UNREADABLE, "owner": self._owner})

    def line(self, entry: Entry) -> AuditLine:
        event = entry.event
        self._take(event)
        user, _, machine = entry.writer.rpartition("@")
        started, process = self._started, self._process
        node = str(getattr(event, "node", None) or "")
        return AuditLine(
            at=entry.at,
            session=entry.session,
            seq=entry.seq,
            kind=event.kind,
            who=_person(event) or user or (process.user if process else ""),
            machine=machine or (process.machine if process else ""),
            what=_what(event),
            why=_first(event, _WHY),
            node=node,
            approved_by=self._allowed.get(node, "")
            if event.kind in ("intended", "acted", "act_failed")
            else "",
            answered_at=event.at or "" if isinstance(event, Answered) else "",
            owner=self._owner,
            sop=started.sop_id if started else "",
            sop_version=started.sop_version if started else "",
            sop_file=started.sop if started else "",
            policy=started.policy if started else "",
            policy_mode=started.policy_mode if started else "",
            hash=entry.hash,
        )

    def _take(self, event: Event) -> None:
        match event:
            case SessionStarted():
                self._started = self._process = event
                self._owner = event.user
            case Taken():
                self._process = event
            case HandedOver():
                self._owner = event.to
            case Judged():
                by = f"policy: {event.rule}" if event.verdict == "allow" else ""
                self._allowed[event.node] = by
            case Asked():
                self._asked[event.request] = event
            case Answered() if event.answer in YES:
                asked = self._asked.get(event.request)
                if asked is None:
                    self._allowed[event.node] = event.by
                else:
                    # Where several people must allow it, a further question continues the first one.
                    people = self._allowing.setdefault(asked.known_as, {})
                    people[event.by] = None
                    self._allowed[asked.node] = ", ".join(people)
            case _:
                return


def _person(event: Event) -> str:
    for name in ("by", "user"):
        found = getattr(event, name, "")
        if found:
            return str(found)
    return ""


def _what(event: Event) -> str:
    if isinstance(event, Told):
        # Whom alone would read alike whether somebody was asked, told of the end, or not reached.
        return f"{event.what}: {event.to or 'whoever reads it'} by {event.channel}"
    return _first(event, _TELLING) or event.kind.replace("_", " ")


def _first(event: Event, names: Iterable[str]) -> str:
    for name in names:
        found: Any = getattr(event, name, None)
        if isinstance(found, str) and found:
            return found
    return ""
