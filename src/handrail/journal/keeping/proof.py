"""Whether all that a home tells can be believed: chains, files, signatures, and what was anchored elsewhere.

A chain by itself shows an edit only to whoever kept its last hash. Here it is held against the signed
checkpoints of the audit log, these against the keys that this machine knows, and the log's own end against
what was noted beside the keys and told to places outside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from handrail.errors import EnvironmentLack, JournalBroken
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.linking import START, Head
from handrail.journal.chain.log import AUDIT, AuditLog, gather
from handrail.journal.chain.signing import Known, is_signed, key_id, known
from handrail.journal.chain.store import RETENTION, JournalStore
from handrail.journal.chain.verification import Verification, unlike_signed, verify
from handrail.journal.events.audited import ChainHead, Erased, HeadsSigned, KeyChanged, Vouched
from handrail.journal.events.event import Entry, Pruned, SessionId
from handrail.journal.keeping.vouching import Vouching
from handrail.journal.views.rules import rules_of

FindingKind = Literal[
    "chain", "file", "signature", "key", "checkpoint", "missing session", "log", "anchor", "unreadable"
]


@dataclass(frozen=True)
class Finding:
    """Something that cannot be as it was written."""

    chain: str
    """The session, or `audit` or `retention`."""
    kind: FindingKind
    message: str


@dataclass(frozen=True)
class ProvenChain:
    """One chain, and how far its checkpoints reach."""

    session: str
    entries: int
    hash: str
    signed_to: int
    """Number of the last entry that a signed checkpoint covers; 0 where none does."""
    removed: bool = False
    """It was removed, and the retention chain tells of it."""

    @property
    def unsigned(self) -> int:
        """How many entries no checkpoint covers yet."""
        return max(self.entries - self.signed_to, 0)


@dataclass
class Proof:
    """What was checked, and what does not hold."""

    chains: list[ProvenChain] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What could not be checked here, in words."""
    keys: dict[str, bool] = field(default_factory=dict)
    """Signing key → whether this machine knows it from elsewhere than the log."""
    checkpoints: int = 0
    anchors: int = 0
    """Anchors that were looked at and fit."""

    @property
    def holds(self) -> bool:
        """Whether nothing was found to be wrong."""
        return not self.findings

    @property
    def whole(self) -> bool:
        """Whether besides every entry is covered by a checkpoint, of a key that is known from elsewhere."""
        signed = all(chain.unsigned == 0 for chain in self.chains if chain.session != AUDIT)
        return self.holds and signed and bool(self.keys) and all(self.keys.values())

    def found(self, chain: str, kind: FindingKind, message: str) -> None:
        """Note what does not hold."""
        self.findings.append(Finding(chain, kind, message))


@dataclass(frozen=True)
class Witnessed:
    """An end of the audit log as a place outside tells it."""

    where: str
    seq: int
    hash: str


def prove(
    store: JournalStore,
    artefacts: Artefacts,
    home: Path,
    *,
    sessions: Collection[SessionId] | None = None,
    trusted: Iterable[str] = (),
    witnessed: Sequence[Witnessed] = (),
) -> Proof:
    """Check these sessions, or all of the home, and the audit log behind them.

    `trusted` are ids of signing keys that the caller knows from elsewhere, besides those that this machine
    knows; `witnessed` are ends of the log that were told to places outside. Raises StoreError.
    """
    proof = Proof()
    entries = tuple(store.read(AUDIT))
    log = _readable(entries)
    _prove_chain(store, artefacts, AUDIT, log, proof)
    knows = known(home)
    vouching = _prove_log(entries, log, knows, set(trusted), proof)
    for one in witnessed:
        _prove_witnessed(entries, one, proof)
    told = dict(store.heads())
    wanted = [SessionId(name) for name in told if name != AUDIT] if sessions is None else [*sessions]
    for session in wanted:
        _prove_chain(store, artefacts, session, log, proof)
    if missing := _missing(log, told, None if sessions is None else set(wanted)):
        if RETENTION not in wanted:
            _prove_chain(store, artefacts, RETENTION, log, proof)
        _prove_removed(store, missing, vouching, proof)
    _prove_list(store, wanted, proof)
    for name, seq in store.strays():
        if sessions is None or name in sessions:
            proof.found(name, "chain", f"Entry {seq} is of no chain: it was added from outside.")
    _note_rules(store, home, wanted, proof)
    if not log.signed:
        proof.notes.append("No checkpoint was signed yet: `handrail audit sign` signs one.")
    return proof


def _prove_list(store: JournalStore, wanted: Collection[SessionId], proof: Proof) -> None:
    """Whether the list of sessions, which no hash covers, says of each when it began as its journal does."""
    sessions = frozenset(wanted)
    for record in store.sessions():
        if record.session in sessions and record.first is not None and record.started != record.first.at:
            message = f"It is listed as begun at {record.started}, and its journal at {record.first.at}."
            proof.found(record.session, "chain", message)


def _note_rules(store: JournalStore, home: Path, wanted: Collection[SessionId], proof: Proof) -> None:
    """Rules that nobody signed grant nothing, and are told: somebody may have made them up."""
    try:
        lines = rules_of(store, home)
    except JournalBroken:
        # The chain's own check names it.
        return
    for line in lines:
        if not line.signed and line.session in wanted:
            proof.notes.append(
                f"The remembered rule {line.rule.id} in session {line.session} is not signed with a key of"
                " this home, and is not obeyed."
            )


def _readable(entries: tuple[Entry, ...]) -> AuditLog:
    """The log as far as it can be read."""
    readable = []
    for entry in entries:
        try:
            entry.event  # noqa: B018
        except Exception:
            # The chain's own check names it.
            continue
        readable.append(entry)
    return gather(readable)


def _prove_chain(
    store: JournalStore, artefacts: Artefacts, session: SessionId, log: AuditLog, proof: Proof
) -> None:
    head = store.head(session)
    entries = tuple(store.read(session))
    if head == START and not entries:
        return
    found: Verification = verify(entries, artefacts, head, log)
    for fault in found.chain:
        proof.found(session, "chain", fault.message)
    for file in found.files:
        proof.found(session, "file", file.message)
    signed_to = 0
    hashes = {entry.seq: entry.hash for entry in entries}
    for _, event in log.signed:
        for one in event.heads:
            if one.session == session and hashes.get(one.seq) == one.hash:
                signed_to = max(signed_to, one.seq)
    for unlike in unlike_signed(entries, log, session):
        proof.found(session, "checkpoint", unlike.message)
    proof.chains.append(ProvenChain(session, found.entries, found.hash, signed_to))


def _prove_log(
    entries: tuple[Entry, ...], log: AuditLog, knows: Known, trusted: set[str], proof: Proof
) -> Vouching:
    """The keys, the signatures, the removals, and the end that was noted beside the keys."""
    publics: dict[str, str] = {}
    for _, change in log.keys:
        _prove_key(change, publics, proof)
    for key in publics:
        proof.keys[key] = key in knows.publics or key in trusted
        if (knows.publics or trusted) and not proof.keys[key]:
            proof.found(AUDIT, "key", f"Neither you nor this machine know the signing key {key}.")
    good = [signed for signed in log.signed if _prove_signed(*signed, publics, proof)]
    vouching = Vouching(log, good, publics)
    for entry, removal in log.removals:
        if not vouching.of_log(entry, removal):
            proof.found(AUDIT, "signature", f"Entry {entry.seq}: {_unvouched(removal)}")
    if publics and not knows.publics and not trusted:
        names = ", ".join(publics)
        proof.notes.append(f"This machine does not know the signing keys ({names}): compare them by --trust.")
    if knows.head is not None and knows.head != START:
        told = Witnessed("the note beside the signing key", knows.head.seq, knows.head.hash)
        _prove_witnessed(entries, told, proof)
    elif knows.head is None and _has_signed(knows, publics):
        proof.found(AUDIT, "anchor", f"The note beside the signing key is missing; {_UNNOTED}")
    if knows.unnoted:
        message = f"The note beside the signing key was missing when entry {knows.unnoted} was signed"
        proof.found(AUDIT, "anchor", f"{message}; {_UNNOTED}")
    for head in knows.lost:
        told = Witnessed("an earlier note beside the signing key", head.seq, head.hash)
        _prove_witnessed(entries, told, proof)
    return vouching


def _has_signed(knows: Known, told: dict[str, str]) -> bool:
    """Whether this machine has signed this home's log: with a key that the log tells of, or that is of no
    other home."""
    return bool(knows.publics if knows.of_this_home else knows.publics.keys() & told.keys())


_UNNOTED: Final = (
    "so nothing here shows whether the audit log was cut before. Compare it with an anchor (--anchor). If "
    "you moved the home, or lost the note yourself, accept that with `handrail audit key rotate --why`."
)


def _unvouched(removal: Vouched) -> str:
    of = f" from session {removal.session}" if isinstance(removal, Erased) else ""
    what = "values were removed" if isinstance(removal, Erased) else "a hold was released"
    return f"that {what}{of} is not signed with a key of this home; somebody may have made it up."


def _prove_key(change: KeyChanged, publics: dict[str, str], proof: Proof) -> None:
    try:
        fits = key_id(change.public) == change.key
        by = publics.get(change.previous or "", change.public if change.previous is None else "")
        good = fits and bool(by) and is_signed(by, change)
    except EnvironmentLack:
        proof.notes.append("Signatures cannot be checked without the 'cryptography' package.")
        good = True
    except ValueError:
        good = False
    if good:
        publics[change.key] = change.public
    else:
        proof.found(
            AUDIT, "key", f"The change to the signing key {change.key} is not signed as it should be."
        )


def _prove_signed(entry: Entry, event: HeadsSigned, publics: dict[str, str], proof: Proof) -> bool:
    """Whether the checkpoint's signature holds."""
    when = f"The checkpoint of {event.at[:19]}Z (entry {entry.seq})"
    if (event.log_seq, event.log_hash) != (entry.seq - 1, entry.prev):
        proof.found(AUDIT, "log", f"{when} was signed behind another entry than the one before it.")
    public = publics.get(event.key)
    try:
        if public is None or not is_signed(public, event):
            proof.found(AUDIT, "signature", f"{when} does not carry a signature of the key {event.key}.")
            return False
    except EnvironmentLack:
        return True
    proof.checkpoints += 1
    return True


def _prove_witnessed(entries: tuple[Entry, ...], told: Witnessed, proof: Proof) -> None:
    found = next((entry for entry in entries if entry.seq == told.seq), None)
    if found is None:
        message = f"{told.where} tells of entry {told.seq} of the audit log, which is not there: it was cut."
        proof.found(AUDIT, "anchor", message)
    elif found.hash != told.hash:
        message = f"{told.where} tells of another entry {told.seq} of the audit log: it was written anew."
        proof.found(AUDIT, "anchor", message)
    else:
        proof.anchors += 1


def _missing(log: AuditLog, told: dict[str, Head], wanted: set[SessionId] | None) -> tuple[ChainHead, ...]:
    """The last signed ends of sessions that are not there any more."""
    last = {one.session: one for _, event in log.signed for one in event.heads}
    return tuple(one for name, one in last.items() if name not in told and (wanted is None or name in wanted))


def _prove_removed(
    store: JournalStore, missing: tuple[ChainHead, ...], vouching: Vouching, proof: Proof
) -> None:
    """Of sessions that were signed and are gone, the retention chain tells what became of them."""
    entries = tuple(store.read(RETENTION))
    gone: dict[str, list[tuple[bool, Pruned]]] = {}
    for entry in entries:
        try:
            event = entry.event
        except Exception:
            continue
        if isinstance(event, Pruned):
            good = vouching.of_retention(entries, event, entry.seq)
            gone.setdefault(event.session, []).append((good, event))
    for one in missing:
        told = gone.get(one.session, [])
        pruned = next((event for good, event in reversed(told) if good), None)
        if pruned is None and told:
            message = (
                "It was signed, and is not there; that it was removed is not signed, and may be made up."
            )
            proof.found(one.session, "missing session", message)
        elif pruned is None:
            proof.found(
                one.session, "missing session", "It was signed but is missing, and no record explains why."
            )
        elif pruned.entries < one.seq or (pruned.entries == one.seq and pruned.hash != one.hash):
            message = "What the retention chain tells of it is not what was signed."
            proof.found(one.session, "checkpoint", message)
        else:
            proof.chains.append(ProvenChain(one.session, pruned.entries, pruned.hash, one.seq, removed=True))
