"""The events of the audit log: what happened to the journals of a home, and not in any one session."""

from __future__ import annotations

from typing import Final, Literal

from handrail._model import Model


class Vouched(Model):
    """Something is gone or granted, and who did that had the signing key of the home.

    A later checkpoint covers whatever stands there by then, an entry of a forger's as well; so what excuses
    that something is missing carries a signature of its own. There is none where the home never had a key.
    """

    key: str | None = None
    """Id of the key, as in a checkpoint."""
    signature: str | None = None
    """Ed25519, base64."""


class ChainHead(Model):
    """Where a chain ended at a moment."""

    session: str
    seq: int
    hash: str


class HeadsSigned(Model):
    """A signed checkpoint: these chains ended so, and so did the audit log before this entry."""

    kind: Literal["heads_signed"]
    at: str
    """UTC, ISO 8601; part of what is signed."""
    log_seq: int
    log_hash: str
    heads: tuple[ChainHead, ...]
    removals: Literal["signed"] | None = None
    """Whoever signed this signs removals by themselves. Those of earlier versions are believed as far as a
    checkpoint of such a version covers them."""
    key: str
    """Id of the key: the first 16 hexadecimal digits of the SHA-256 of its public part."""
    signature: str
    """Ed25519, base64."""


class KeyChanged(Model):
    """From now on, checkpoints are signed with this key; its predecessor vouches for it."""

    kind: Literal["key_changed"]
    at: str
    key: str
    public: str
    """The public part, 32 bytes in base64."""
    previous: str | None = None
    """The key that signed this; none for the first, which signed it itself."""
    by: str = ""
    why: str = ""
    signature: str


class Anchored(Model):
    """An end of the audit log was told to a place outside of the home."""

    kind: Literal["anchored"]
    how: Literal["file", "url", "timestamp"]
    where: str
    at_seq: int
    """Number of the log's entry that was told."""
    at_hash: str
    receipt: str | None = None
    """What the place answered, as a kept file: the timestamp's token."""


class HoldPlaced(Model):
    """Nothing of these sessions may be removed until the hold is released."""

    kind: Literal["hold_placed"]
    hold: str
    sessions: tuple[str, ...] = ()
    sops: tuple[str, ...] = ()
    """Ids of SOPs: all sessions of theirs, those to come among them."""
    everything: bool = False
    by: str
    why: str


class HoldReleased(Vouched):
    """A hold does not hold any more."""

    kind: Literal["hold_released"]
    hold: str
    by: str
    why: str


class ErasedEntry(Model):
    """An entry from which values were removed."""

    seq: int
    witness: str
    """Keyed hash of what stays; its key is in the entry's seal."""


class Erased(Vouched):
    """Values of a person were removed from a session; which ones is not told."""

    kind: Literal["erased"]
    session: str
    entries: tuple[ErasedEntry, ...] = ()
    files: tuple[str, ...] = ()
    """Kept files that were removed: pictures, tables of rows, prompts."""
    others: int = 0
    """Files of the session's own folder that were removed."""
    by: str
    why: str


class RuleVouched(Vouched):
    """Who wrote a remembered rule had the signing key; one of which no such entry tells is not obeyed."""

    kind: Literal["rule_vouched"]
    rule: str
    session: str
    seq: int
    """The entry that made the rule."""
    hash: str


class SignInFailed(Model):
    """Somebody came to the service without a token that is valid."""

    kind: Literal["sign_in_failed"]
    source: str
    """The address that it came from."""
    why: str = ""
    count: int = 1
    """How many times since the last such entry for the source."""


class Exported(Model):
    """Journals left the home as a file."""

    kind: Literal["exported"]
    form: Literal["jsonl", "csv", "bundle"]
    sessions: int
    digest: str
    """SHA-256 of the file."""
    by: str
    why: str = ""


AUDITED: Final = (
    HeadsSigned,
    KeyChanged,
    Anchored,
    HoldPlaced,
    HoldReleased,
    Erased,
    RuleVouched,
    SignInFailed,
    Exported,
)
"""All of them."""
