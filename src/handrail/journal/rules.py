"""The remembered rules of a home: a fold over what its journals say people decided for good, and revoked."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final, Literal

from handrail.journal.event import Entry, RuleRemembered, RuleRevoked, SessionId
from handrail.journal.store import JournalStore
from handrail.policy.remembered import RememberedRule

REMEMBERED: Final = "rule_remembered"
REVOKED: Final = "rule_revoked"

RuleStatus = Literal["in force", "expired", "revoked"]


def rule_id(session: SessionId, request: str) -> str:
    """The id of the rule that the answer to a request makes: eight letters and digits that type well."""
    return b32encode(sha256(f"{session}:{request}".encode()).digest())[:8].decode().lower()


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A remembered rule, and how it stands."""

    session: SessionId
    """Whose chain it stands in."""
    rule: RememberedRule
    revoked: RuleRevoked | None = None
    revoked_at: str = ""

    def status(self, now: datetime) -> RuleStatus:
        """How it stands at a moment."""
        if self.revoked is not None:
            return "revoked"
        return "in force" if datetime.fromisoformat(self.rule.until) > now else "expired"


def rules(entries: Iterable[Entry]) -> tuple[RuleLine, ...]:
    """The rules that these entries tell of, oldest first. Raises `JournalBroken` where one cannot be read."""
    lines: dict[str, RuleLine] = {}
    for entry in entries:
        event = entry.event
        if isinstance(event, RuleRemembered):
            lines.setdefault(event.rule.id, RuleLine(entry.session, event.rule))
        elif isinstance(event, RuleRevoked) and event.rule in lines:
            line = lines[event.rule]
            if line.revoked is None:
                lines[event.rule] = RuleLine(line.session, line.rule, event, entry.at)
    return tuple(lines.values())


def rules_of(store: JournalStore) -> tuple[RuleLine, ...]:
    """All remembered rules of a home. Raises `StoreError`, `JournalBroken`."""
    return rules(store.of_kinds(REMEMBERED, REVOKED))


def rules_in_force(store: JournalStore, sop: str, session: SessionId) -> tuple[RememberedRule, ...]:
    """The rules that hold for a session of an SOP now: those for good, and those for this session alone."""
    now = datetime.now(UTC)
    return tuple(
        line.rule
        for line in rules_of(store)
        if line.rule.sop == sop and line.status(now) == "in force" and line.rule.session in ("", session)
    )
