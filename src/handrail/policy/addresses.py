"""What an address says by itself: the parts of a path, and of a query, that name a deed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

from handrail.policy.acting import acts_in
from handrail.policy.vocabulary import CATEGORIES, Category, vocabulary
from handrail.policy.words import tokens

DONE_BY_ASKING: Final[frozenset[Category]] = frozenset({"destructive", "irreversible", "system"})
"""What some apps do when they are only asked for a page."""
SIGN_INS: Final = frozenset({"session", "login", "logout", "log out", "sign in", "sign out", "signout"})
_ACTION_PARAMETERS: Final = frozenset({"action", "do", "op", "cmd", "operation", "task", "method", "_method"})
_YES: Final = frozenset({"1", "true", "yes"})
_LAST: Final = 3
"""So many parts at the end of a path say what is done, and to which record."""
_SHORT: Final = 2
_FILE: Final = re.compile(
    r"\.(?:m?js|css|html?|vue|json|map|svg|png|jpe?g|gif|webp|avif|ico|woff2?|txt|md|pdf|csv|wasm)$",
    re.IGNORECASE,
)
_OF_FILES: Final = frozenset("icon icons img image images asset assets static fonts templates".split())
_SHOWING: Final = frozenset(
    "form dialog modal popup preview reasons options status history log logs template count".split()
)
"""Last words of an address that asks for what is shown, or is known, about a deed."""
_ASKING: Final = frozenset("is has can may check get list count show preview".split())
_THINGS: Final = frozenset("trash sign drop install".split())
"""Words of a path that are as often a thing, or a page: the folder "trash"."""


def ends_a_sign_in(method: str, address: str) -> bool:
    """Whether a deletion is only that of whoever's sign-in: "DELETE /users/sign_out", "/api/session"."""
    last = tokens(unquote(urlsplit(address).path.rstrip("/").rpartition("/")[2]))
    return method.lower() == "delete" and " ".join(last) in SIGN_INS


@lru_cache(maxsize=1024)
def path_categories(address: str) -> frozenset[Category]:
    """The categories of the deeds that an address names."""
    if (parts := _split(address)) is None:
        return frozenset()
    return _of((*_in_path(_segments(parts)), *_in_query(parts)))


@lru_cache(maxsize=1024)
def done_by_asking(address: str) -> frozenset[Category]:
    """The categories of a deed that a script may have done by no more than asking for an address (GET).

    A file, a form and what is known about a deed are none, though their addresses speak of one.
    """
    parts = _split(address)
    if parts is None or _FILE.search(parts.path):
        return frozenset()
    segments = _segments(parts)
    last = next((segment for segment in reversed(segments) if segment), ("",))
    if last[-1] in _SHOWING or last[0] in _ASKING or any(_OF_FILES & {*segment} for segment in segments):
        return frozenset()
    in_path = (act for act in _in_path(segments) if act not in _THINGS)
    return _of((*in_path, *_in_query(parts))) & DONE_BY_ASKING


def telling(address: str) -> str:
    """The path of an address, with that of its query which names a deed; no other values."""
    parts = urlsplit(address)
    pairs = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if _of(_in_pair(*pair))]
    return f"{parts.path or '/'}{'?' if pairs else ''}{urlencode(pairs)}"


def words_of_deeds() -> frozenset[str]:
    """The words without which `done_by_asking` finds nothing in an address."""
    return frozenset(word for category in DONE_BY_ASKING for word in vocabulary().acts[category].paths)


@lru_cache(maxsize=1024)
def spoken_in_path(address: str) -> frozenset[Category]:
    """The categories that an address speaks of as a name would: `/partner-user-unlink/7/`."""
    try:
        segments = [segment for segment in unquote(urlsplit(address).path).split("/") if segment]
    except ValueError:
        return frozenset()
    words = tuple(word for segment in segments[-_LAST:] for word in tokens(segment) if not word.isdigit())
    return frozenset(category for category, _ in acts_in(words)) if words else frozenset()


def _split(address: str) -> SplitResult | None:
    try:
        return urlsplit(address)
    except ValueError:
        return None


def _segments(parts: SplitResult) -> list[tuple[str, ...]]:
    return [tokens(unquote(segment)) for segment in parts.path.split("/") if segment]


def _of(acts: Iterable[str]) -> frozenset[Category]:
    said = frozenset(acts)
    return frozenset(category for category in CATEGORIES if said & vocabulary().acts[category].paths)


def _in_path(segments: list[tuple[str, ...]]) -> Iterator[str]:
    if not any(segment and segment[0] in vocabulary().information for segment in segments):
        for segment in segments[-_LAST:]:
            yield from _acts_of_segment(segment)


def _in_query(parts: SplitResult) -> Iterator[str]:
    if any(segment and segment[0] in vocabulary().information for segment in _segments(parts)):
        return
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        yield from _in_pair(name, value)


def _in_pair(name: str, value: str) -> Iterator[str]:
    if name.lower() in _ACTION_PARAMETERS:
        yield from tokens(value)
    elif value.lower() in _YES:
        yield from tokens(name)
    elif (not value or value.isdigit()) and len(words := tokens(name)) <= _SHORT:
        # "?delete", "?delete=3", "?delete_id=3"; not "?not_deleted_before=2020".
        yield from words[:1]


def _acts_of_segment(words: tuple[str, ...]) -> Iterator[str]:
    """The words of one part of a path that may be an act: the first and the last of a short one."""
    if not words or len(words) > 4 or words[-1] in vocabulary().information:
        return
    if words[1:2] and words[1] in vocabulary().not_the_act.get(words[0], ()):
        return
    yield words[0]
    if len(words) > 1:
        yield words[-1]
        yield "".join(words)
