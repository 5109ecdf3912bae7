"""The remembered rules of a home: a fold over what its journals say people decided for good, and revoked.

A rule lets actions pass, so it is obeyed only where the home's key signed it: whoever can write the
database, and has no key, grants nothing.
"""

from __future__ import annotations

import contextlib
import json
from base64 import b32encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

from handrail.errors import HandrailError, StoreError
from handrail.journal.chain.linking import entry_hash
from handrail.journal.chain.log import AUDIT, note
from handrail.journal.chain.signing import can_sign, is_signature, known, statement_of, vouch
from handrail.journal.chain.store import JournalStore
from handrail.journal.events.audited import RuleVouched
from handrail.journal.events.event import Entry, RuleRemembered, RuleRevoked, SessionId
from handrail.policy.rules.remembered import RememberedRule
from handrail.secrets.keys import KeyRing

REMEMBERED: Final = "rule_remembered"
REVOKED: Final = "rule_revoked"
VOUCHED: Final = "rule_vouched"
_TAKEN_BACK: Final = "rules-revoked"

RuleStatus = Literal["in force", "expired", "revoked", "not signed"]
Believes = Callable[[Entry], bool]
"""Whether the entry that made a rule is one that the home's key signed."""


def rule_id(session: SessionId, request: str) -> str:
    """The id of the rule that the answer to a request makes: eight letters and digits that type well."""
    return b32encode(sha256(f"{session}:{request}".encode()).digest())[:8].decode().lower()


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A remembered rule, and how it stands."""

    session: SessionId
    """Whose chain it stands in."""
    rule: RememberedRule
    signed: bool
    """Whether it is obeyed: the home's key signed it."""
    revoked: RuleRevoked | None = None
    revoked_at: str = ""
    taken_back: bool = False
    """Whether it was revoked, as is known beside the home's keys: also where no journal says so any more."""

    def status(self, now: datetime) -> RuleStatus:
        """How it stands at a moment."""
        if self.revoked is not None or self.taken_back:
            return "revoked"
        if not self.signed:
            return "not signed"
        return "in force" if datetime.fromisoformat(self.rule.until) > now else "expired"


def rules(entries: Iterable[Entry], believes: Believes) -> tuple[RuleLine, ...]:
    """The rules that these entries tell of, oldest first. Raises `JournalBroken` where one cannot be read."""
    lines: dict[str, RuleLine] = {}
    for entry in entries:
        event = entry.event
        if isinstance(event, RuleRemembered):
            before = lines.get(event.rule.id)
            signed = believes(entry)
            if before is None or (signed and not before.signed):
                lines[event.rule.id] = RuleLine(entry.session, event.rule, signed)
        elif isinstance(event, RuleRevoked) and event.rule in lines:
            line = lines[event.rule]
            if line.revoked is None:
                lines[event.rule] = replace(line, revoked=event, revoked_at=entry.at)
    return tuple(lines.values())


def sign_rule(store: JournalStore, home: Path, session: SessionId, rule: str) -> bool:
    """Sign the entry that made a rule, durably; whether that could be done: without, people are asked again.

    Raises StoreError.
    """
    made = store.of_kinds(REMEMBERED)
    entry = next((one for one in made if one.session == session and _makes(one, rule)), None)
    if entry is None:
        return False
    event = RuleVouched(kind=VOUCHED, rule=rule, session=session, seq=entry.seq, hash=entry.hash)
    try:
        signed = vouch(store, home, event)
    except HandrailError:
        return False
    note(store, lambda _: signed)
    return signed.signature is not None


def believer(store: JournalStore, home: Path) -> Believes:
    """Tells the rules of a home that were signed with its key. Raises StoreError, JournalBroken."""
    told = [entry.event for entry in store.of_kinds(VOUCHED) if entry.session == AUDIT]
    vouched = [event for event in told if isinstance(event, RuleVouched)]
    try:
        publics = known(home).publics
    except HandrailError:
        # As with a locked keyring: what cannot be checked grants nothing.
        return lambda entry: False
    if not can_sign():
        # Such a home has signed nothing, and nothing in it could be checked.
        return lambda entry: not publics
    good = {
        (event.session, event.seq, event.hash)
        for event in vouched
        if _is_good(event, publics.get(event.key or ""))
    }
    return lambda entry: (entry.session, entry.seq, entry.hash) in good and _is_whole(entry)


def _makes(entry: Entry, rule: str) -> bool:
    event = entry.event
    return isinstance(event, RuleRemembered) and event.rule.id == rule


def _is_good(event: RuleVouched, public: str | None) -> bool:
    return public is not None and is_signature(public, event.signature or "", statement_of(event))


def _is_whole(entry: Entry) -> bool:
    """Whether the entry holds what its hash was made of; the hash is what was signed."""
    try:
        return entry_hash(entry) == entry.hash
    except (TypeError, ValueError):
        return False


def rules_of(store: JournalStore, home: Path) -> tuple[RuleLine, ...]:
    """All remembered rules of a home. Raises `StoreError`, `JournalBroken`."""
    entries = tuple(store.of_kinds(REMEMBERED, REVOKED))
    # Most homes have none, and are asked for no key.
    if not entries:
        return ()
    gone = taken_back(home)
    return tuple(
        replace(line, taken_back=line.rule.id in gone) for line in rules(entries, believer(store, home))
    )


def taken_back(home: Path) -> frozenset[str]:
    """The rules that were revoked, as is known beside the home's keys."""
    ring = KeyRing(home)
    try:
        return frozenset(map(str, json.loads(ring.get(ring.own(_TAKEN_BACK)) or "[]")))
    except HandrailError:
        # No rule is believed where the keys cannot be had.
        return frozenset()
    except (TypeError, ValueError) as error:
        name = ring.words(ring.own(_TAKEN_BACK))
        raise StoreError("The list of revoked rules is damaged.", place=name) from error


def take_back(home: Path, *rules: str) -> None:
    """Note beside the home's keys that rules are revoked: whoever can write the database, and removes there
    that they were, does not bring them back."""
    ring = KeyRing(home)
    # Where it cannot be noted, the journal alone says it.
    with contextlib.suppress(HandrailError):
        before = taken_back(home)
        if not before.issuperset(rules):
            ring.put(ring.own(_TAKEN_BACK), json.dumps(sorted(before.union(rules))))


def rules_in_force(
    store: JournalStore, home: Path, sop: str, session: SessionId
) -> tuple[RememberedRule, ...]:
    """The rules that hold for a session of an SOP now: those for good, and those for this session alone."""
    now = datetime.now(UTC)
    return tuple(
        line.rule
        for line in rules_of(store, home)
        if line.rule.sop == sop and line.status(now) == "in force" and line.rule.session in ("", session)
    )
