"""How the values of an entry stay out of the chain, so that one can be removed and the chain still holds.

Since format 2 the chain does not hash an event's text, but its sketch: the event with every text and number
replaced by a keyed hash of it (HMAC-SHA256), each under a key of its own. The keys come from the entry's
seed, which is stored beside the entry. Who has the seed can check every value; when a value is removed, its
key goes with it, and what stays in the chain cannot be guessed at any more. The words of Handrail's own
(kinds, verdicts, steps, times) stand in the sketch as they are: they cannot be removed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256, shake_256
from secrets import token_bytes
from typing import Any, Final, NamedTuple

from handrail.errors import JournalBroken

KEY_BYTES: Final = 16
ERASED: Final = "[erased]"
"""Stands in a text where a value was removed."""

PLAIN: Final = frozenset(
    "attempt autonomy by_default calls categories category confidence cost decision dispatched edited effect "
    "handler handrail_version input_tokens kind log millis moment node number of outcome output_tokens pid "
    "policy_mode recorded risk row rule rung seconds seq sop_id sop_version state verdict visit".split()
)
"""Fields of an event whose words or numbers stand in the chain as they are. Never changed within format 2:
what is not named here is a value."""

_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))

_quoted: Final = json.encoder.encode_basestring


class SealBroken(ValueError):
    """The text of a seal is none that Handrail wrote."""


class Removed(NamedTuple):
    """An entry after values were removed from it."""

    body: str
    seal: str
    writer: str


def new_seal() -> str:
    """A seal for a new entry."""
    return f"2:{token_bytes(KEY_BYTES).hex()}"


def sketch(body: str, writer: str, seal: str) -> tuple[str, str]:
    """The event's part of what the chain hashes, and the writer's. Raises SealBroken, ValueError."""
    outline = _Outline(json.loads(body), writer)
    if outline.text != body:
        raise SealBroken("the text is not as Handrail writes it")
    return outline.hashed(_Keys.read(seal, len(outline.leaves)))


def sealed(event: Mapping[str, Any], writer: str, seal: str) -> tuple[str, str, str]:
    """A new event as its canonical text, and as `sketch` gives it."""
    outline = _Outline(event, writer)
    whole = without_halves(outline.text)
    if whole != outline.text:
        outline = _Outline(json.loads(whole), writer)
    return (outline.text, *outline.hashed(_Keys.read(seal, len(outline.leaves))))


def without_halves(text: str) -> str:
    """The text with U+FFFD for half surrogate pairs, which pages can hold and UTF-8 cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def is_erased(seal: object) -> bool:
    """Whether values were removed from an entry with this seal."""
    return isinstance(seal, str) and seal.startswith("{")


def has_gaps(body: str, seal: str) -> bool:
    """Whether an entry lacks values of its event, which were removed: what says who wrote it is none."""
    return is_erased(seal) and ERASED in body


def is_old(seal: object) -> bool:
    """Whether the entry is of format 1, in which the chain hashes the text itself."""
    return seal == "" or (isinstance(seal, str) and seal.startswith('{"v":1,'))


def witness_of(seal: str, *texts: str) -> str:
    """Keyed hash of what stays of an entry from which values were removed. Raises SealBroken."""
    try:
        key = bytes.fromhex(json.loads(seal)["witness"])
    except (ValueError, KeyError, TypeError) as error:
        raise SealBroken("the seal cannot be read") from error
    return _digest(key, "\n".join(texts))


def removed(body: str, writer: str, seal: str, change: Callable[[str, Any], Any]) -> Removed | None:
    """The entry with `change` made to its values; none where nothing changes.

    `change` gets a value's path (`inputs.name`) and the value, and gives what stays of it. Raises
    JournalBroken for an entry that does not fit its seal.
    """
    try:
        event = json.loads(body)
        before = _Outline(event, writer)
        new_writer = str(change("writer", writer))
        after = _Outline(_changed(event, change), new_writer)
        if (after.text, new_writer) == (body, writer):
            return None
        if is_old(seal):
            text = json.dumps({"v": 1, "witness": token_bytes(KEY_BYTES).hex()}, separators=(",", ":"))
        else:
            text = _Keys.read(seal, len(before.leaves)).without(before.leaves, after.leaves)
    except (ValueError, KeyError, TypeError) as error:
        raise JournalBroken("An entry cannot be read, and nothing was removed from it.") from error
    return Removed(after.text, text, new_writer)


class _Outline:
    """An event's canonical text in pieces, and which of these are values."""

    def __init__(self, event: Mapping[str, Any], writer: str) -> None:
        self._pieces: list[str] = []
        self._places: list[int] = []
        self._event(event)
        self.text = "".join(self._pieces)
        self.leaves = [self._pieces[place] for place in self._places]
        self.leaves.append(_quoted(writer))

    def hashed(self, keys: _Keys) -> tuple[str, str]:
        """The event with keyed hashes for its values, and the writer's."""
        digests = keys.digests(self.leaves)
        pieces = self._pieces.copy()
        for place, digest in zip(self._places, digests, strict=False):
            pieces[place] = f'"{digest}"'
        return "".join(pieces), f'"{digests[-1]}"'

    def _event(self, event: Mapping[str, Any]) -> None:
        put = self._pieces.append
        before = "{"
        for name in sorted(event):
            put(f"{before}{_quoted(name)}:")
            before = ","
            value = event[name]
            if name in PLAIN and _is_flat(value):
                put(_flat(value))
            else:
                self._value(value)
        put("}" if before == "," else "{}")

    def _value(self, value: Any) -> None:
        put = self._pieces.append
        if isinstance(value, str):
            self._places.append(len(self._pieces))
            put(_quoted(value))
        elif value is None or isinstance(value, bool):
            put("null" if value is None else "true" if value else "false")
        elif isinstance(value, int | float):
            self._places.append(len(self._pieces))
            put(_flat(value))
        elif isinstance(value, Mapping):
            before = "{"
            for name in sorted(value):
                put(f"{before}{_quoted(name)}:")
                before = ","
                self._value(value[name])
            put("}" if before == "," else "{}")
        else:
            before = "["
            for part in value:
                put(before)
                before = ","
                self._value(part)
            put("]" if before == "," else "[]")


class _Keys:
    """The keys of an entry's values, in the order in which these stand in its text."""

    def __init__(self, keys: list[bytes | None], gone: dict[int, str]) -> None:
        self._keys = keys
        self._gone = gone

    @classmethod
    def read(cls, seal: str, count: int) -> _Keys:
        """The keys that a seal holds for so many values."""
        try:
            if seal.startswith("2:"):
                seed = bytes.fromhex(seal[2:])
                if len(seed) != KEY_BYTES or seal[2:] != seed.hex():
                    raise SealBroken("the seed is not as Handrail writes it")
                stream = shake_256(seed).digest(KEY_BYTES * count)
                return cls([stream[at : at + KEY_BYTES] for at in range(0, len(stream), KEY_BYTES)], {})
            told = json.loads(seal)
            keys = [None if key is None else bytes.fromhex(key) for key in told["keys"]]
            gone = {int(place): str(digest) for place, digest in told["gone"].items()}
            empty = {place for place, key in enumerate(keys) if key is None}
            if told["v"] != 2 or len(keys) != count or empty != set(gone):
                raise SealBroken("the seal does not fit the entry")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise SealBroken("the seal cannot be read") from error
        return cls(keys, gone)

    def digests(self, leaves: list[str]) -> list[str]:
        return [
            self._gone[place] if key is None else _digest(key, leaf)
            for place, (key, leaf) in enumerate(zip(self._keys, leaves, strict=True))
        ]

    def without(self, before: list[str], after: list[str]) -> str:
        """The seal when the values that changed have lost their keys."""
        digests = self.digests(before)
        keys: list[str | None] = []
        gone: dict[str, str] = {}
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            key = self._keys[place]
            if old != new or key is None:
                keys.append(None)
                gone[str(place)] = digests[place]
            else:
                keys.append(key.hex())
        told = {"gone": gone, "keys": keys, "v": 2, "witness": token_bytes(KEY_BYTES).hex()}
        return json.dumps(told, separators=(",", ":"))


def _digest(key: bytes, leaf: str) -> str:
    """HMAC-SHA256 (RFC 2104), written out: the library's takes three times as long for texts of this size."""
    block = key.ljust(64, b"\0")
    inner = sha256(block.translate(_INNER) + leaf.encode("utf-8", "surrogatepass")).digest()
    return sha256(block.translate(_OUTER) + inner).hexdigest()


def _flat(value: Any) -> str:
    # Nearly all are texts and whole numbers, which the encoder takes the long way to.
    if type(value) is str:
        return _quoted(value)
    if type(value) is int:
        return str(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _is_flat(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(isinstance(part, str | int | float | bool) for part in value)
    return value is None or isinstance(value, str | int | float | bool)


def _changed(event: dict[str, Any], change: Callable[[str, Any], Any]) -> dict[str, Any]:
    return {
        name: value if name in PLAIN and _is_flat(value) else _changed_value(name, value, change)
        for name, value in event.items()
    }


def _changed_value(path: str, value: Any, change: Callable[[str, Any], Any]) -> Any:
    if isinstance(value, dict):
        return {name: _changed_value(f"{path}.{name}", part, change) for name, part in value.items()}
    if isinstance(value, list):
        return [_changed_value(f"{path}[{place}]", part, change) for place, part in enumerate(value)]
    if value is None or isinstance(value, bool):
        return value
    return change(path, value)
