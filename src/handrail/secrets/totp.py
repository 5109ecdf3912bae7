"""One-time codes from a seed, as authenticator apps have them (RFC 6238: SHA-1, six digits, 30 seconds)."""

from __future__ import annotations

import base64
import binascii
import hmac
import struct
from typing import Final
from urllib.parse import parse_qs, urlsplit

from handrail.errors import UsageError

STEP_SECONDS: Final = 30
_DIGITS: Final = 6


def seed_of(text: str) -> str:
    """The seed in what an app shows for "enter it by hand", or in its `otpauth://` address.

    Raises UsageError for what is neither, without repeating it.
    """
    if text.startswith("otpauth://"):
        try:
            parts = urlsplit(text)
        except ValueError:
            raise UsageError(
                "This is not an authenticator app's address.", mend="Copy it completely."
            ) from None
        given = parse_qs(parts.query)
        other = {"digits": "6", "period": "30", "algorithm": "SHA1"}
        odd = [name for name, usual in other.items() if given.get(name, [usual])[0].upper() != usual]
        if parts.netloc != "totp" or odd:
            raise UsageError(
                "Only codes by time with six digits, 30 seconds and SHA-1 are known.",
                mend="Use the seed of an ordinary authenticator app.",
            )
        text = given.get("secret", [""])[0]
    seed = "".join(text.split()).replace("-", "").upper()
    if len(_decoded(seed)) < 10:
        raise UsageError("This is too short for a one-time code's seed.", mend="Copy it completely.")
    return seed


def code_at(seed: str, seconds: float) -> str:
    """The code of a moment, in seconds since 1970. Raises UsageError for what is no seed."""
    counter = struct.pack(">Q", int(seconds) // STEP_SECONDS)
    digest = hmac.digest(_decoded(seed), counter, "sha1")
    offset = digest[-1] & 0x0F
    number = struct.unpack(">I", digest[offset : offset + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**_DIGITS:0{_DIGITS}d}"


def _decoded(seed: str) -> bytes:
    try:
        return base64.b32decode(seed + "=" * (-len(seed) % 8))
    except (binascii.Error, ValueError):
        raise UsageError(
            "This is not a seed of one-time codes: it has letters A to Z and digits 2 to 7 only.",
            mend="Copy what the app shows for entering it by hand.",
        ) from None
