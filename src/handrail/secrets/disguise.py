"""A secret in a text that shows it in groups, with signs that nobody sees, in other letters, or escaped in a
way that no list of forms holds: twice, by numbers, as another language does. Pure.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from urllib.parse import unquote

from handrail.secrets.forms import MASK, beginning

FEWEST: Final = 8
"""Signs of a secret that is told from other text without its own spaces and capitals."""
_END: Final = 64
_ROUNDS: Final = 3
_RUN: Final = re.compile(r"[a-z0-9]+")
_RUN_FROM: Final = 3
_UNSEEN: Final = re.compile("[\u0300-\u036f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_APART: Final = {ord(sign): None for sign in " \t\r\n\f\v\u00a0-\u2010\u2011\u2012\u2013+._"}
"""What groups are told apart by, in an address, too."""
_HALF: Final = r"(?:%[0-9a-f]?|&#?\w*|\\*[ux][0-9a-f]*|\\+)?"
"""Of an escaped sign, what is left where the text was cut in its middle."""
_BETWEEN: Final = "[\\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u2010-\u2013+._-]*"
_OLD: Final = re.compile(r"%u([0-9a-fA-F]{4})")
"""As `escape()` of JavaScript writes it."""
_ESCAPED: Final = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|[nrt]|(.))")


_LEADING: Final = re.compile(r"&#0+(?=\d)")
_NO_SIGN: Final = re.compile(r"&#\d{8,}")
"""The number of no sign, which Python does not read where it is very long."""


class Known(NamedTuple):
    """A secret, as it is looked for."""

    folded: str
    run: str
    """Letters and digits of it that most ways to escape leave together; empty where there are too few."""
    begun: str
    """The same for its first signs."""
    apart: re.Pattern[str]
    """Matches it in groups, and with signs between that nobody sees."""
    cut: re.Pattern[str]
    """The same for its beginning, where a text was cut in its middle."""


def known(secret: str) -> Known | None:
    """What a secret is looked for by; none for one that cannot be told from other text."""
    plain = folded(secret)
    if len(plain) < FEWEST:
        return None
    signs = [re.escape(sign) for sign in secret.translate(_APART)]
    rest = beginning([f"{_BETWEEN}{sign}" for sign in signs[FEWEST:-1]])
    begun = _BETWEEN.join(signs[:FEWEST])
    cut = re.compile(f"{begun}{rest}{_BETWEEN}{_HALF}(?=…|\\.\\.\\.)", re.IGNORECASE)
    return Known(
        plain, _run(secret.lower()), _run(plain[:FEWEST]), re.compile(_apart(signs), re.IGNORECASE), cut
    )


def _run(text: str) -> str:
    run = max(_RUN.findall(text), key=len, default="")
    return run if len(run) >= _RUN_FROM else ""


def _apart(signs: Sequence[str]) -> str:
    """Of a long one, its ends and whatever stands between: to compile thousands of signs takes seconds."""
    if len(signs) <= 2 * _END:
        return _BETWEEN.join(signs)
    begun, ended = (_BETWEEN.join(part) for part in (signs[:_END], signs[-_END:]))
    between = len(signs) - 2 * _END
    return rf"{begun}[\s\S]{{{between},{4 * between + _END}}}?{ended}"


def folded(text: str) -> str:
    """Its letters and signs alone, in small, as they look alike."""
    if not text.isascii():
        text = _UNSEEN.sub("", unicodedata.normalize("NFKD", text))
    return text.casefold().translate(_APART)


def is_in(text: str, secrets: Sequence[Known]) -> bool:
    """Whether one of the secrets stands in the text."""
    plain = folded(text) if secrets else ""
    if any(secret.folded in plain for secret in secrets):
        return True
    is_cut = "…" in text or "..." in text
    if is_cut and any(secret.cut.search(text) for secret in secrets):
        return True
    if not any(sign in plain for sign in "\\&%"):
        return False
    # Reading what is escaped takes its time, and nearly no text holds so much as a part of a secret.
    by_numbers = sum(map(plain.count, ("#", "%", "\\x", "\\u00"))) >= _RUN_FROM
    likely = [
        secret
        for secret in secrets
        if by_numbers or secret.run in plain or (is_cut and secret.begun in plain)
    ]
    if not likely:
        return False
    return any(
        one.folded in folded(reading) or (is_cut and one.cut.search(reading) is not None)
        for reading in _readings(text)
        for one in likely
    )


def without(text: str, secrets: Sequence[Known]) -> str:
    """The text without the secrets; where it cannot be told where one stands, without all of its line, or at
    last without anything."""
    if not is_in(text, secrets):
        return text
    for secret in secrets:
        text = secret.cut.sub(MASK, secret.apart.sub(MASK, text))
    text = "\n".join(MASK if is_in(line, secrets) else line for line in text.split("\n"))
    return MASK if is_in(text, secrets) else text


def _readings(text: str) -> Iterator[str]:
    for _ in range(_ROUNDS):
        plain = html.unescape(_NO_SIGN.sub("", _LEADING.sub("&#", _OLD.sub(_letter, text))))
        if "%" in plain:
            # Bytes of an older alphabet are no UTF-8.
            yield unquote(plain, "latin-1")
            plain = unquote(plain)
        plain = _ESCAPED.sub(_letter, plain)
        if plain == text:
            return
        text = plain
        yield text


def _letter(found: re.Match[str]) -> str:
    code = next((group for group in found.groups()[:2] if group), None)
    if code is not None:
        return chr(int(code, 16))
    return (found[3] if found.re is _ESCAPED else None) or ""
