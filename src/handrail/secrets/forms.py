"""The forms in which a secret stands in what programs write: addresses, pages, data, headers. Pure."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import quote, quote_plus

MASK: Final = "•••"
"""What stands for a secret in what is written."""
SHORTEST: Final = 4
"""Signs; what is shorter stands in words that are no secret, and cannot be told from them."""
_LEFT: Final = ("", "/", "*", "!'()*", "!'()*/", "!$&'()*+,;=:@", "!$&'()*+,;=:@/")
"""What libraries and browsers leave as it is in an address."""
_OF_ANY_CASE: Final = 6
"""Signs; a shorter secret in other letters cannot be told from other text."""
_RUN: Final = re.compile(r"[a-z0-9]+")
_FEWEST_KEPT: Final = 3
_NO_NAME: Final = re.compile(r'[\x00-\x1f/\\:*?"<>|]')
"""What browsers write as "_" in the name of a file."""
_TOLD_BY: Final = 5
"""So many of its first signs tell a secret of which a cut text holds no more."""
_CODED_TOLD_BY: Final = 8
"""So many signs of base64 or hexadecimal digits tell one."""
_MOST_NESTED: Final = 64
_CUT: Final = r"(?=…|\.\.\.)"


class Forms(NamedTuple):
    """All the forms of one secret."""

    written: frozenset[str]
    """As letters, with whatever an address, a page, data or capitals make of them."""
    coded: frozenset[str]
    """In base64 and hexadecimal digits."""
    kept: str
    """Letters, in small, that stand in every one of the written forms; empty where there are too few."""


def forms(secret: str) -> Forms:
    """The secret, and what it looks like in an address, in an address within one, in HTML, in JSON, in a name
    of a file, in capitals and in base64."""
    cases = {secret, secret.upper(), secret.lower()} if len(secret) >= _OF_ANY_CASE else {secret}
    written = {form for one in cases for form in (one, *_as_data(one), *_as_page(one))}
    addresses = {form for one in written for form in _as_address(one)}
    runs = max(_RUN.findall(secret.lower()), key=len, default="")
    kept = runs if len(runs) >= _FEWEST_KEPT else ""
    return Forms(frozenset(written | addresses), frozenset(_coded(secret)), kept)


def in_address(text: str) -> set[str]:
    """As browsers and libraries escape a text in some part of an address."""
    return {form for left in _LEFT for form in (quote(text, safe=left), quote_plus(text, safe=left))}


def _as_address(text: str) -> set[str]:
    once = in_address(text)
    # An address that is a parameter of another one is escaped once more.
    escaped = once | {quote(form, safe=left) for form in once for left in ("", "!'()*")}
    return escaped | {_small_escapes(form) for form in escaped}


def _as_data(text: str) -> set[str]:
    """In JSON, and in the name of a file."""
    said = {json.dumps(text, ensure_ascii=ascii_only)[1:-1] for ascii_only in (True, False)}
    return said | {form.replace("/", "\\/") for form in said} | {_NO_NAME.sub("_", text)}


def _as_page(text: str) -> set[str]:
    return {html.escape(text, quote=with_quotes) for with_quotes in (True, False)}


def _coded(secret: str) -> set[str]:
    """In base64, also behind something else, as `user:secret` is; and in hexadecimal digits."""
    whole = secret.encode()
    # `btoa` takes letters of one byte each.
    plains = {whole, secret.encode("latin-1", "ignore")} if _is_latin(secret) else {whole}
    return {form for plain in plains for form in _coded_bytes(plain)}


def _is_latin(text: str) -> bool:
    return all(ord(sign) < 256 for sign in text)


def _coded_bytes(plain: bytes) -> set[str]:
    found = {plain.hex(), plain.hex().upper()} if len(plain) >= _OF_ANY_CASE else set()
    for before in range(3):
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            coded = encode(b"\0" * before + plain).decode().rstrip("=")
            # The signs that share bits with what stands before or behind differ with that.
            first = (before * 8 + 5) // 6
            last = (before + len(plain)) * 8 // 6
            found |= {coded[first:last]} if before else {coded, coded[first:last]}
    return {form for form in found if len(form) >= _TOLD_BY}


def _small_escapes(text: str) -> str:
    """%2F as %2f."""
    first, *rest = text.split("%")
    return "%".join((first, *(part[:2].lower() + part[2:] for part in rest)))


def cut_short(secret: str, *, data: bool = False) -> re.Pattern[str] | None:
    """What matches the beginning of a secret where a text was cut in its middle, in `data` as JSON writes it,
    also in base64; None for a secret that is too short to be told by its beginning."""
    signs = [json.dumps(sign, ensure_ascii=False)[1:-1] if data else sign for sign in secret]
    if len(signs) <= _TOLD_BY:
        return None
    rest = beginning([re.escape(sign) for sign in signs[_TOLD_BY:-1]])
    forms = [form for form in _coded(secret) if len(form) > _CODED_TOLD_BY]
    # No more than the longest has: a text may hold their beginning again and again.
    more = rf"[\w+/=-]{{0,{max(map(len, forms), default=0)}}}"
    coded = {re.escape(form[:_CODED_TOLD_BY]) + more for form in forms}
    begun = [re.escape("".join(signs[:_TOLD_BY])) + rest, *coded]
    return re.compile(f"(?:{'|'.join(sorted(begun))}){_CUT}", re.ASCII)


def beginning(parts: Sequence[str]) -> str:
    """A pattern of as many of the first parts as stand there. Of many, whatever follows the first ones is
    taken for the others, up to where the text was cut: no pattern can be nested without end."""
    left = len(parts) - _MOST_NESTED
    rest = rf"(?:[\s\S]{{0,{4 * left}}}?{_CUT})?" if left > 0 else ""
    for part in reversed(parts[:_MOST_NESTED]):
        rest = f"(?:{part}{rest})?"
    return rest
