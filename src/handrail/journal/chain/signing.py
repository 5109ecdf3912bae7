"""Signed checkpoints: with the home's Ed25519 key, that chains ended so at a moment.

The private part is in the keyring or in a file of its own (`secrets.keys`); beside it stand the public parts
of all keys of this home, and where the audit log ended when it was signed last. Whoever can change the
database and cannot get at these can forge no journal unseen.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

from handrail.errors import EnvironmentLack, HandrailError, StoreError
from handrail.journal.chain.linking import START, Head
from handrail.journal.chain.log import AUDIT, note
from handrail.journal.chain.sealing import without_halves
from handrail.journal.chain.store import JournalStore
from handrail.journal.events.audited import ChainHead, HeadsSigned, KeyChanged, Vouched
from handrail.journal.events.event import Event, SessionId
from handrail.secrets.keys import KeyRing

PRIVATE: Final = "audit"
PUBLIC: Final = "audit-public"
LAST: Final = "audit-head"
_MOST_HEADS: Final = 500
_MOST_LOST: Final = 50

Deed = TypeVar("Deed", bound=Vouched)


@dataclass(frozen=True)
class Known:
    """What this machine knows of a home's keys, independently of the home's journals."""

    publics: dict[str, str]
    """Key → public part."""
    head: Head | None
    """Where the audit log ended when it was signed last."""
    lost: tuple[Head, ...] = ()
    """Where it had ended at other times, which it did not hold any more when it was signed the next time."""
    unnoted: int = 0
    """The entry at which the note was made anew, since somebody had removed it; 0 where nobody had."""
    of_this_home: bool = False
    """The keys are of this home alone, so that whoever has one has signed this home's log."""


class Signer:
    """The current signing key of a home. Raises EnvironmentLack without the library, StoreError."""

    def __init__(self, home: Path) -> None:
        self._ring = KeyRing(home)
        text = self._ring.get(PRIVATE)
        if text is None:
            # Before there is a key: whoever finds one and no note knows that somebody has removed it.
            self.begin()
            text = self._ring.make(PRIVATE, _new_private())
        self._private = _private_of(text, self._ring)
        self._pin()

    @property
    def public(self) -> str:
        """The public part, in base64."""
        return _public_of(self._private)

    @property
    def key(self) -> str:
        """The key's id."""
        return key_id(self.public)

    @property
    def place(self) -> str:
        """Where the private part is."""
        return self._ring.words(PRIVATE)

    def sign(self, statement: bytes) -> str:
        """The signature, in base64."""
        return base64.b64encode(self._private.sign(statement)).decode()

    def begin(self) -> None:
        """Note that nothing was signed yet, where nothing is noted."""
        if self._ring.get(self._ring.own(LAST)) is None:
            self._ring.put(self._ring.own(LAST), json.dumps({"seq": START.seq, "hash": START.hash}))

    @property
    def is_shared(self) -> bool:
        """Whether other homes may sign with it, too."""
        return not self._ring.is_own

    def replace(self) -> Signer:
        """A new key in place of this one, whose private part is forgotten by the ring and kept by the caller
        until it has vouched for the new one."""
        self._ring.put(PRIVATE, _new_private())
        new = object.__new__(Signer)
        new._ring = self._ring
        new._private = _private_of(self._ring.get(PRIVATE) or "", self._ring)
        new._pin()
        return new

    def remember(self, store: JournalStore, head: Head, *, accept: bool = False) -> None:
        """Note where the audit log ends.

        What was noted before and is not in the log stays noted, and so does that there was no note: a new
        signature hides no log that was cut or written anew. With `accept` it is forgotten.
        """
        before = _noted(self._ring)
        known_head = before.head if before.head != START else None
        gone = (known_head,) if known_head is not None and not _is_in(store, known_head) else ()
        lost = () if accept else tuple(dict.fromkeys((*before.lost, *gone)))[-_MOST_LOST:]
        unnoted = 0 if accept else before.unnoted or (head.seq if before.head is None else 0)
        told = {"seq": head.seq, "hash": head.hash, "lost": lost, "unnoted": unnoted}
        told = {name: value for name, value in told.items() if value}
        self._ring.put(self._ring.own(LAST), json.dumps(told))

    def _pin(self) -> None:
        publics = _publics(self._ring)
        if self.key not in publics:
            self._ring.put(PUBLIC, json.dumps({**publics, self.key: self.public}))


def known(home: Path) -> Known:
    """What this machine knows of the keys of a home; nothing is made. Raises StoreError."""
    ring = KeyRing(home)
    return _noted(ring, _publics(ring) or _own_public(ring))


def _noted(ring: KeyRing, publics: dict[str, str] | None = None) -> Known:
    name = ring.own(LAST)
    try:
        told = json.loads(ring.get(name) or "{}")
        lost = tuple(Head(int(seq), str(digest)) for seq, digest in told.get("lost", ()))
        unnoted = int(told.get("unnoted", 0))
        head = Head(int(told["seq"]), str(told["hash"])) if told else None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise StoreError("The note of the audit log's end is damaged.", place=ring.words(name)) from error
    return Known(publics or {}, head, lost, unnoted, ring.is_own)


def _is_in(store: JournalStore, head: Head) -> bool:
    entry = next(store.read(AUDIT, head.seq - 1, limit=1), None)
    return entry is not None and (entry.seq, entry.hash) == head


def sign_heads(store: JournalStore, home: Path, chains: Iterable[SessionId]) -> int:
    """Sign where these chains end now, and with them the audit log; how many chains were signed.

    Raises EnvironmentLack, StoreError.
    """
    signer = signer_of(store, home)
    heads = [(chain, store.head(chain)) for chain in dict.fromkeys(chains)]
    told = [ChainHead(session=chain, seq=head.seq, hash=head.hash) for chain, head in heads if head != START]
    for start in range(0, max(len(told), 1), _MOST_HEADS):
        part = tuple(told[start : start + _MOST_HEADS])
        signer.remember(store, note(store, lambda log, part=part: _signed(signer, log, part)))  # type: ignore[misc]
    return len(told)


def rotate(store: JournalStore, home: Path, *, by: str, why: str) -> tuple[str, str]:
    """Sign with a new key from now on; the ids of the old and the new one. Raises as `sign_heads`.

    The reason stands for all that came before: an end of the log that is lost is no finding any more.
    """
    old = signer_of(store, home)
    new = old.replace()
    head = note(store, lambda log: _key_changed(new, old, by, why))
    new.remember(store, head, accept=True)
    return old.key, new.key


def vouch(store: JournalStore, home: Path, event: Deed) -> Deed:
    """The event with a signature of its own; as it is where the home never had a key and can have none.

    Raises EnvironmentLack, StoreError where it had one that cannot be used: nothing may be taken away or
    granted that could be told from a forgery by nobody.
    """
    try:
        signer = signer_of(store, home)
    except HandrailError:
        if _keys_told(store):
            raise
        return event
    named = event.model_copy(update={"key": signer.key})
    return named.model_copy(update={"signature": signer.sign(statement_of(named))})


def statement_of(event: HeadsSigned | KeyChanged | Vouched) -> bytes:
    """What is signed: the event without its signature, as canonical JSON."""
    facts = event.model_dump(exclude={"signature"}, exclude_none=True)
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return without_halves(text).encode()


def is_signed(public: str, event: HeadsSigned | KeyChanged) -> bool:
    """Whether the event's signature is of the key with this public part. Raises EnvironmentLack."""
    return is_signature(public, event.signature, statement_of(event))


def is_signature(public: str, signature: str, statement: bytes) -> bool:
    """Whether the signature over a statement is of the key with this public part. Raises EnvironmentLack."""
    library = _library()
    from cryptography.exceptions import InvalidSignature

    try:
        library.Ed25519PublicKey.from_public_bytes(base64.b64decode(public)).verify(
            base64.b64decode(signature), statement
        )
    except (InvalidSignature, ValueError):
        return False
    return True


KEY_ID: Final = r"[0-9a-f]{16}"
"""What the fingerprint of a key looks like."""


def key_id(public: str) -> str:
    """The id of a key with this public part. Raises ValueError."""
    return sha256(base64.b64decode(public)).hexdigest()[:16]


def signer_of(store: JournalStore, home: Path) -> Signer:
    """The signer; the log tells of its key."""
    signer = Signer(home)
    told = _keys_told(store)
    if not told or told[-1].key != signer.key:
        if signer.is_shared and signer.key not in {event.key for event in told}:
            signer.begin()
        head = note(store, lambda log: _key_changed(signer, None, "", "first use on this machine"))
        signer.remember(store, head)
    return signer


def _keys_told(store: JournalStore) -> list[KeyChanged]:
    told = [entry.event for entry in store.of_kinds("key_changed") if entry.session == AUDIT]
    return [event for event in told if isinstance(event, KeyChanged)]


def _signed(signer: Signer, log: Head, heads: tuple[ChainHead, ...]) -> Event:
    facts = {"at": _now(), "log_seq": log.seq, "log_hash": log.hash, "key": signer.key}
    event = HeadsSigned(kind="heads_signed", heads=heads, removals="signed", signature="", **facts)  # type: ignore[arg-type]
    return event.model_copy(update={"signature": signer.sign(statement_of(event))})


def _key_changed(new: Signer, old: Signer | None, by: str, why: str) -> Event:
    event = KeyChanged(
        kind="key_changed",
        at=_now(),
        key=new.key,
        public=new.public,
        previous=old.key if old else None,
        by=by,
        why=why,
        signature="",
    )
    return event.model_copy(update={"signature": (old or new).sign(statement_of(event))})


def _publics(ring: KeyRing) -> dict[str, str]:
    text = ring.get(PUBLIC)
    try:
        publics = json.loads(text) if text else {}
        return {str(key): str(public) for key, public in publics.items()}
    except (ValueError, AttributeError) as error:
        raise StoreError("The list of signing keys is damaged.", place=ring.words(PUBLIC)) from error


def _own_public(ring: KeyRing) -> dict[str, str]:
    """The public part of the private key, where the list of public parts is gone."""
    text = ring.get(PRIVATE) if can_sign() else None
    if text is None:
        return {}
    public = _public_of(_private_of(text, ring))
    return {key_id(public): public}


def can_sign() -> bool:
    """Whether the library for signatures is installed."""
    try:
        _library()
    except EnvironmentLack:
        return False
    return True


def _library() -> Any:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError as error:
        raise EnvironmentLack(
            "Signatures need the 'cryptography' package, but it is not installed.",
            mend="Install it: pip install 'handrail[secrets]'.",
        ) from error
    return ed25519


def _new_private() -> str:
    raw: bytes = _library().Ed25519PrivateKey.generate().private_bytes_raw()
    return base64.b64encode(raw).decode()


def _private_of(text: str, ring: KeyRing) -> Any:
    try:
        return _library().Ed25519PrivateKey.from_private_bytes(base64.b64decode(text.strip(), validate=True))
    except ValueError as error:
        raise StoreError(
            "The signing key is damaged.", place=ring.words(PRIVATE), mend="Put a copy of it back."
        ) from error


def _public_of(private: Any) -> str:
    return base64.b64encode(private.public_key().public_bytes_raw()).decode()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
