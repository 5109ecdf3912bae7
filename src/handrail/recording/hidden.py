"""What was typed into fields for secrets, in memory alone: no recording keeps what a page repeats of it.

The fields themselves are masked in the page. Pages tell the values once more, so that what they say of them
elsewhere, in a text, a title or an address, here or on a later page, is masked before it is written.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import BaseModel

from handrail.recording.event import Clipboard, DialogAnswered, Input, PageState, RecordedEvent
from handrail.secrets.forms import MASK, cut_short, forms, in_address

_LONG: Final = 6
"""Signs; a value of so many is told from other text wherever it stands, and in whatever case."""
_SHORT: Final = 3
"""Signs; a value of so few is told from other text where it stands alone, in a text that people read."""
_TOLD: Final = '["hidden",'
_BETWEEN: Final = r"[\s\u00ad\u200b-]*"
_ALONE: Final = (r"(?<![^\W_])", r"(?![^\W_])")
_ESCAPED: Final = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
"""A sign in a selector, by its number or as it is."""
_OURS: Final = frozenset(
    "button cause code direction kind method modifiers page picture role sha256 shadow stored".split()
)
"""Fields that hold no words of the page, or a few words of ours."""
_SECRET_WORDS: Final = re.compile(
    r"pass(?:word|code|phrase)|passw|kennwort|contrase|mot.?de.?passe|\botp\b|one.?time(?!zone)|2fa|mfa(?!x|st)|"
    r"totp\b|verification.?code|security.?code|\bcv[vc]2?\b|\bcsc\b|\bpin\b|\btan\b|secret(?!ary|ari|ion)",
    re.IGNORECASE,
)
"""What fields for secrets are called; as in the page's `masked.ts`."""


_OF_SOMEBODY: Final = re.compile(
    r"user|name|mail|account|benutzer|konto|cuenta|compte|usuari|utilisat", re.IGNORECASE
)


def asks_for_secret(message: str) -> bool:
    """Whether a dialog of the browser asks for one: its field shows what is typed, and is in no page."""
    return _SECRET_WORDS.search(message) is not None


def asks_whose(message: str) -> bool:
    """Whether it may ask for whose secret it is: a name stands in the pages for what it is."""
    return _OF_SOMEBODY.search(message) is not None


class Hidden:
    """The values of one recording."""

    def __init__(self) -> None:
        self._whole: dict[str, list[str]] = {}
        """With what each looks like in other text."""
        self._parts: set[str] = set()
        self._everywhere: re.Pattern[str] | None = None
        self._begun: re.Pattern[str] | None = None
        self._read: re.Pattern[str] | None = None
        self._led_on = False
        self.heard = 0
        """How often pages told that something was typed into such a field."""

    def __bool__(self) -> bool:
        return bool(self._whole or self._parts)

    def overhears(self, message: str) -> bool:
        """Whether the page tells a value by this message, and nothing else; then it is known from now on.

        Of a value with too few signs yet to be told from other text, it says only that it is typed.
        """
        if not message.startswith(_TOLD):
            return False
        _, value, whole = json.loads(message)
        self.heard += 1
        self.learn(value, whole=whole)
        return True

    def learn(self, value: str, *, whole: bool) -> None:
        """A value was typed, or the first part of one."""
        if len(value) < _SHORT or value in (self._whole if whole else self._parts):
            return
        if whole:
            self._whole[value] = _patterns(value)
            self._everywhere = _any_of([pattern for each in self._whole.values() for pattern in each])
            self._read = _any_of([_alone(one) for one in self._whole if len(one) <= _SHORT])
        else:
            self._parts.add(value)
        self._begun = _any_of([_alone(one) for one in self._parts])

    def leads_on(self) -> None:
        """Another page came: it repeats values, and nothing that was half typed."""
        self._led_on = True

    def begins_act(self) -> None:
        """What is done on a later page may name a word that a value begins with: "Admin" of "Admin123!"."""
        if not self._led_on:
            return
        self._led_on = False
        self._parts = {part for part in self._parts if not (part.isalpha() and self._is_begun(part))}
        self._begun = _any_of([_alone(one) for one in self._parts])

    def _is_begun(self, part: str) -> bool:
        return any(value.startswith(part) for value in self._whole)

    def values(self) -> frozenset[str]:
        """The values that were typed to their end."""
        return frozenset(self._whole)

    def veiled(self) -> list[str]:
        """What is veiled in pictures: the values, as a page may write them."""
        coded = {form.lower() for one in self._whole if len(one) > _SHORT for form in _forms(one)}
        return sorted(coded | {*self._whole} | self._parts)

    def masked(self, text: str) -> str:
        """A text without them."""
        for pattern in (self._everywhere, self._begun):
            if pattern is not None:
                text = pattern.sub(MASK, text)
        return text

    def masked_reading(self, text: str) -> str:
        """A text that people read, or an address, without them and without the short ones."""
        text = self.masked(text)
        return self._read.sub(MASK, text) if self._read is not None else text

    def masked_address(self, address: str) -> str:
        """An address without them, also where a short one stands as a value in it."""
        head, mark, query = self.masked(address).partition("?")
        parts = re.split("([&#])", query)
        return head + mark + "".join(self._masked_pair(part) for part in parts)

    def _masked_pair(self, pair: str) -> str:
        name, equals, value = pair.partition("=")
        return f"{name}{equals}{self.masked_reading(value)}"


def without(event: RecordedEvent, hidden: Hidden) -> dict[str, Any]:
    """The fields of an event without them. What a person typed in the open stays as they typed it."""
    kept = _OURS
    if isinstance(event, Input) and not event.masked:
        kept |= {"value"}
    if isinstance(event, DialogAnswered):
        kept |= {"dialog"}
    if isinstance(event, Clipboard):
        kept |= {"what", "text"} if event.what == "paste" else {"what"}
    return _fields(event, hidden, kept)


def _fields(model: BaseModel, hidden: Hidden, kept: frozenset[str]) -> dict[str, Any]:
    found = {}
    for name, value in model:
        if name in kept:
            found[name] = value
        elif name == "locators":
            # One that holds a value finds nothing on the next day.
            found[name] = [one for one in value if not _says_any(one, hidden)]
        elif name in {"url", "to", "request_url", "action", "from_url", "asked_for"} and value is not None:
            found[name] = hidden.masked_address(value)
        else:
            found[name] = _masked(value, hidden, reading=isinstance(model, PageState) or name == "title")
    return found


def _says_any(locator: BaseModel, hidden: Hidden) -> bool:
    texts = [locator.model_dump_json(), *_selectors(locator)]
    return any(hidden.masked(text) != text for text in texts)


def _selectors(locator: BaseModel) -> Iterator[str]:
    """The texts of a locator that escape signs, as a selector does, without that."""
    for _, value in locator:
        if isinstance(value, BaseModel):
            yield from _selectors(value)
        elif isinstance(value, str) and "\\" in value:
            yield _ESCAPED.sub(_unescaped, value)


def _unescaped(escape: re.Match[str]) -> str:
    digits, sign = escape.groups()
    return sign or (chr(int(digits, 16)) if int(digits, 16) <= sys.maxunicode else "")


def _masked(value: Any, hidden: Hidden, *, reading: bool = False) -> Any:
    match value:
        case str():
            return hidden.masked_reading(value) if reading else hidden.masked(value)
        case BaseModel():
            return _fields(value, hidden, _OURS)
        case Mapping():
            # What counts or names a field is no repetition of a short value.
            return {hidden.masked(key): _masked(part, hidden) for key, part in value.items()}
        case tuple() | list() if reading:
            # One that is shown in groups stands in several texts.
            return hidden.masked_reading("\n".join(value)).split("\n") if value else []
        case tuple() | list():
            return [_masked(part, hidden) for part in value]
        case _:
            return value


def _patterns(value: str) -> list[str]:
    if len(value) <= _SHORT:
        return []
    if len(value) < _LONG:
        return [_alone(form) for form in sorted(forms(value).written, key=len, reverse=True)]
    found = [re.escape(form) for form in sorted(_forms(value), key=len, reverse=True)]
    grouped = _BETWEEN.join(re.escape(sign) for sign in value if not sign.isspace())
    found.append(f"(?i:{grouped})")
    if value.isdigit():
        found = [rf"(?<!\d){one}(?!\d)" for one in found]
    cut = cut_short(value)
    return [*found, *([cut.pattern] if cut is not None else [])]


def _forms(value: str) -> frozenset[str]:
    known = forms(value)
    return known.written | known.coded


def _alone(value: str) -> str:
    before, behind = _ALONE
    known = sorted({value, *in_address(value)}, key=len, reverse=True)
    return f"{before}(?:{'|'.join(map(re.escape, known))}){behind}"


def _any_of(patterns: list[str]) -> re.Pattern[str] | None:
    # The longest first: a part of a value leaves the rest of it standing.
    return re.compile("|".join(sorted(patterns, key=len, reverse=True))) if patterns else None
