"""Sealing a text with AES-256-GCM: only its key reads what is sealed, and no change goes unseen."""

from __future__ import annotations

import base64
import json
import secrets as randomness
from collections.abc import Mapping
from typing import Any, Final

from pydantic import JsonValue

from handrail.errors import EnvironmentLack

KEY_BYTES: Final = 32


class NotOpened(Exception):
    """The key does not open it, it was changed, or it is nothing that was sealed."""


def cipher() -> tuple[Any, type[Exception]]:
    """AES-256-GCM, and what it raises. Raises EnvironmentLack where the library is missing."""
    try:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ImportError as error:
        raise EnvironmentLack(
            "Encryption needs the 'cryptography' package, but it is not installed.",
            mend="Install it: pip install 'handrail[secrets]'.",
        ) from error
    return AESGCM, InvalidTag


def is_possible() -> bool:
    """Whether the library for it is installed."""
    try:
        cipher()
    except EnvironmentLack:
        return False
    return True


def seal(content: bytes, key: bytes, label: Mapping[str, JsonValue]) -> str:
    """The sealed content as JSON, with a label that can be read without the key, and not be changed."""
    made, _ = cipher()
    nonce = randomness.token_bytes(12)
    sealed = made(key).encrypt(nonce, content, _told(label))
    parts = {"nonce": nonce, "content": sealed}
    return json.dumps(
        {
            "sealed": 1,
            "label": dict(label),
            **{name: base64.b64encode(part).decode() for name, part in parts.items()},
        }
    )


def label_of(text: str) -> dict[str, JsonValue] | None:
    """The label of what was sealed, unproven; none for a text that was not."""
    document = _document(text)
    return document["label"] if document is not None else None


def unseal(text: str, key: bytes) -> bytes:
    """What was sealed; its label is then proven. Raises NotOpened, EnvironmentLack."""
    made, invalid = cipher()
    document = _document(text)
    if document is None:
        raise NotOpened
    try:
        nonce, content = (base64.b64decode(document[part], validate=True) for part in ("nonce", "content"))
        opened: bytes = made(key).decrypt(nonce, content, _told(document["label"]))
    except (invalid, ValueError, KeyError, TypeError):
        raise NotOpened from None
    return opened


def _document(text: str) -> dict[str, Any] | None:
    try:
        document = json.loads(text)
    except ValueError:
        return None
    fits = (
        isinstance(document, dict) and document.get("sealed") == 1 and isinstance(document.get("label"), dict)
    )
    return document if fits else None


def _told(label: Mapping[str, JsonValue]) -> bytes:
    return json.dumps(dict(label), sort_keys=True, separators=(",", ":")).encode()
