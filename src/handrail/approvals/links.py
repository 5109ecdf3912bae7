"""Signed links: whoever holds one may answer one question, in one person's name, until it expires.

A link is `payload.signature`, both base64url; the signature is HMAC-SHA-256 over the payload with a key that
lies in the home. It names the moment at which the question was asked: should the same question be asked
again, it is worth nothing. That it works once is seen to where answers are taken: a question takes one answer
of a person.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from pathlib import Path
from typing import Final, NamedTuple

from handrail.errors import StoreError, UsageError
from handrail.private import create_private

_KEY_FILE: Final = "approvals.key"
_BYTES: Final = 32


class Link(NamedTuple):
    """What a link allows."""

    session: str
    request: str
    at: str
    """When the question was asked (UTC, ISO 8601)."""
    person: str
    channel: str
    until: int
    """Seconds since 1970."""


class BadLink(UsageError):
    """A link that is not one of ours, or that was changed."""


class ExpiredLink(UsageError):
    """A link whose time is over."""


class Links:
    """Makes and reads the links of a home."""

    def __init__(self, home: Path) -> None:
        self._path = home / _KEY_FILE

    def token(self, link: Link) -> str:
        """The link as it stands in an address. Raises StoreError where the key cannot be kept."""
        payload = _encoded(json.dumps(list(link), separators=(",", ":")).encode())
        return f"{payload}.{_encoded(self._signature(payload))}"

    def read(self, token: str, now: float) -> Link:
        """What a link allows. Raises BadLink, ExpiredLink, StoreError."""
        payload, dot, signature = token.partition(".")
        bad = BadLink(
            "This link is not valid.", mend="Open it as it stands in the message, or sign in to the console."
        )
        try:
            # Bytes are compared: text of any other alphabet is no signature either.
            genuine = bool(dot) and hmac.compare_digest(
                _encoded(self._signature(payload)).encode(), signature.encode()
            )
            if not genuine:
                raise bad
            link = Link(*json.loads(_decoded(payload)))
        except (ValueError, TypeError):
            raise bad from None
        if now >= link.until:
            raise ExpiredLink("This link has expired.", mend="Sign in to the console to answer.")
        return link

    def _signature(self, payload: str) -> bytes:
        return hmac.new(self._load(), payload.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()

    def _load(self) -> bytes:
        # Read each time: a service that runs for weeks must not sign with a key that somebody has taken away.
        try:
            if not self._path.exists():
                create_private(self._path, secrets.token_bytes(_BYTES), what="The key of the links")
            key = self._path.read_bytes()
        except OSError as error:
            raise StoreError(
                f"The key of the links cannot be kept: {error.strerror}.", place=str(self._path)
            ) from error
        if len(key) < _BYTES:
            raise StoreError(
                "The key of the links is broken.",
                place=str(self._path),
                mend="Remove the file: a new one is made, and links that were sent are void.",
            )
        return key


def _encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
