"""What an address says by itself: the parts of a path, and of a query, that name a deed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final
from urllib.parse import SplitResult, quote_plus, unquote, unquote_plus, urlencode, urlsplit

from handrail.policy.words.acting import acts_in
from handrail.policy.words.comparing import tokens
from handrail.policy.words.vocabulary import CATEGORIES, Category, vocabulary

DONE_BY_ASKING: Final[frozenset[Category]] = frozenset({"destructive", "irreversible", "system"})
"""What some apps do when they are only asked for a page."""
SIGN_INS: Final = frozenset({"session", "login", "logout", "log out", "sign in", "sign out", "signout"})
_ACTION_PARAMETERS: Final = frozenset(
    {"action", "act", "do", "op", "cmd", "command", "operation", "task", "method", "_method"}
)
_YES: Final = frozenset({"1", "true", "yes"})
_LAST: Final = 3
"""So many parts at the end of a path say what is done, and to which record."""
_SHORT: Final = 2
_FILE: Final = re.compile(
    r"\.(?:m?js|css|vue|map|svg|png|jpe?g|gif|webp|avif|ico|woff2?|txt|md|pdf|csv|wasm)$", re.IGNORECASE
)
_PAGE: Final = re.compile(r"\.(?:html?|json|xml|php|aspx?|jsp|do|cgi|pl)$", re.IGNORECASE)
"""Endings of what a server makes when it is asked: `/orders/3/cancel.json`."""
_INDEX: Final = re.compile(r"/(?:index|default)\.\w{2,5}$", re.IGNORECASE)
_OF_FILES: Final = frozenset(
    "icon icons svg sprites static fonts i18n l10n locale locales translations".split()
)
_SORTS: Final = frozenset({"sort", "orderby", "sortby", "ordering"})
_SHOWING: Final = frozenset(
    "form dialog modal popup preview reasons options status history log logs audit template count".split()
)
"""Last words of an address that asks for what is shown, or is known, about a deed."""
_ASKING: Final = frozenset("is has can may check get list count show preview with include not".split())
_THINGS: Final = frozenset("trash sign drop install".split())
"""Words of a path that are as often a thing, or a page: the folder "trash"."""
_OF_ALL: Final = frozenset("reboot restart shutdown poweroff factoryreset purge truncate deleteall".split())
"""Deeds that are done to no record among others."""
_DATE: Final = re.compile(r"/(?:19|20)\d\d/\d\d(?=/)(?:/\d\d(?=/))?")
_NO_RECORD: Final = re.compile(r"v?\d+(?:\.\d+)+|v\d+|[a-z]\d\d?[a-z]", re.IGNORECASE)
"""Versions of an interface, and long words cut short (`i18n`)."""
_WHOSE: Final = frozenset({"me", "self", "current", "all"})
_IDS: Final = frozenset("id ids uid uuid guid pk".split())
_OF_THE_REQUEST: Final = frozenset(
    "page p per limit offset cursor size start rows skip take first last count since until from to year month"
    " day time timestamp ts t v version session client request trace visitor csrf token sig signature cb"
    " cache nocache rnd random".split()
)
"""Parameters whose numbers tell of what is asked for, or of who asks, and of no record."""


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

    The address names the record as well (`/contacts/3/delete`, `/delete?id=3`), or the deed in a parameter:
    a word alone is as often what an article is called. A file, a form and what is known about a deed are
    none.
    """
    parts = _split(address)
    if parts is None or _FILE.search(parts.path):
        return frozenset()
    segments = _segments(parts)
    last = next((segment for segment in reversed(segments) if segment), ("",))
    if _only_shows(last) or any(_OF_FILES & {*segment} for segment in segments) or _informs(segments):
        return frozenset()
    return _of((*_done_in_path(parts), *_done_in_query(parts))) & DONE_BY_ASKING


@lru_cache(maxsize=1024)
def commands(address: str) -> frozenset[str]:
    """What the parameters of its query say is to be done, in small letters: `take` of `?action=take&id=3`."""
    parts = _split(address)
    if parts is None:
        return frozenset()
    said = ((name, value) for name, value in _pairs(parts) if name.lower() in _ACTION_PARAMETERS)
    return frozenset(value.lower() for _, value in said if value)


@lru_cache(maxsize=1024)
def sorts(address: str) -> bool:
    """Whether an address only says by what a list is sorted: `?view[list][sort]=name`."""
    parts = _split(address)
    said = [tokens(name) for name, value in _pairs(parts) if value] if parts is not None else []
    return any(words and words[-1] in _SORTS for words in said)


def told_to(address: str, words: tuple[str, ...]) -> frozenset[Category]:
    """The categories of what an address says is done when it is asked for, not only what its page is about:
    as `done_by_asking`, any command of its query, and what the words of its link say as well."""
    commanded = _of(word for said in commands(address) for word in tokens(said))
    return done_by_asking(address) | commanded | _of(words)


@lru_cache(maxsize=1024)
def sent_in_query(address: str) -> tuple[str, ...]:
    """The values of an address's query."""
    parts = _split(address)
    return tuple(value for _, value in _pairs(parts) if value) if parts is not None else ()


@lru_cache(maxsize=1024)
def is_of_page(address: str, page: str) -> bool:
    """Whether an address is that of the page that shows it, whatever its query and the place in it."""
    to, of = _split(address), _split(page)
    if to is None or of is None or not of.netloc:
        return False
    return (to.scheme, to.netloc, _folder(to.path)) == (of.scheme, of.netloc, _folder(of.path))


def is_on_host(address: str, page: str) -> bool:
    """Whether an address is on the host of the page."""
    to, of = _split(address), _split(page)
    return to is not None and of is not None and bool(of.netloc) and to.netloc == of.netloc


def _folder(path: str) -> str:
    """A path without the file that servers show for its folder: `/index.html` is `/`."""
    return _INDEX.sub("/", path) or "/"


def done_to_a_record(address: str) -> tuple[str, ...]:
    """The words of an address's last part where it stands right behind a record: `/mails/125/send`."""
    parts = _split(address)
    said = _said_in(parts.path) if parts is not None else []
    return tokens(said[-1]) if said[1:] and _is_a_record(said[-2]) and not _is_a_record(said[-1]) else ()


def telling(address: str) -> str:
    """The path of an address, with that of its query which names a deed; no other values."""
    parts = urlsplit(address)
    told = [
        quote_plus(name) if value is None else urlencode({name: value})
        for name, value in _pairs(parts)
        if _of(_in_pair(name, value))
    ]
    return f"{parts.path or '/'}{'?' if told else ''}{'&'.join(told)}"


def words_of_deeds() -> frozenset[str]:
    """The words without which `done_by_asking` finds nothing in an address."""
    return frozenset(word for category in DONE_BY_ASKING for word in vocabulary().acts[category].paths)


@lru_cache(maxsize=1024)
def spoken_in_path(address: str) -> frozenset[Category]:
    """The categories that an address speaks of as a name would: `/user-unlink/7/`, `?action=unlink`."""
    if (parts := _split(address)) is None:
        return frozenset()
    segments = [segment for segment in unquote(parts.path).split("/") if segment]
    words = tuple(word for segment in segments[-_LAST:] for word in tokens(segment) if not word.isdigit())
    told = [tokens(value or "") for name, value in _pairs(parts) if name.lower() in _ACTION_PARAMETERS]
    return frozenset(category for said in (words, *told) if said for category, _ in acts_in(said))


def _split(address: str) -> SplitResult | None:
    try:
        return urlsplit(address)
    except ValueError:
        return None


def _pairs(parts: SplitResult) -> Iterator[tuple[str, str | None]]:
    """The parameters of a query; one that stands alone, with no sign behind it, has no value (none)."""
    for said in filter(None, parts.query.split("&")):
        name, sign, value = said.partition("=")
        yield unquote_plus(name), unquote_plus(value) if sign else None


def _said_in(path: str) -> list[str]:
    return [unquote(segment) for segment in _PAGE.sub("", path).split("/") if segment]


def _segments(parts: SplitResult) -> list[tuple[str, ...]]:
    return [tokens(segment) for segment in _said_in(parts.path)]


def _of(acts: Iterable[str]) -> frozenset[Category]:
    said = frozenset(acts)
    return frozenset(category for category in CATEGORIES if said & vocabulary().acts[category].paths)


def _informs(segments: list[tuple[str, ...]]) -> bool:
    return any(segment and segment[0] in vocabulary().information for segment in segments)


def _only_shows(words: tuple[str, ...]) -> bool:
    return bool(words) and (words[-1] in _SHOWING or words[0] in _ASKING)


def _in_path(segments: list[tuple[str, ...]]) -> Iterator[str]:
    if not _informs(segments):
        for segment in segments[-_LAST:]:
            yield from _acts_of_segment(segment)


def _in_query(parts: SplitResult) -> Iterator[str]:
    if not _informs(_segments(parts)):
        for name, value in _pairs(parts):
            yield from _in_pair(name, value)


def _in_pair(name: str, value: str | None) -> Iterator[str]:
    if name.lower() in _ACTION_PARAMETERS:
        yield from tokens(value or "")
    elif value is not None and value.lower() in _YES:
        yield from tokens(name)
    elif (value is None or (value.isdigit() and value.strip("0"))) and len(words := tokens(name)) <= _SHORT:
        # "?delete", "?delete=3", "?delete_id=3"; not "?not_deleted_before=2020", nor an empty filter.
        yield from words[:1]


def _done_in_path(parts: SplitResult) -> Iterator[str]:
    said = _said_in(_DATE.sub("", parts.path))
    asked_of = any(_names_a_record(name, value or "") for name, value in _pairs(parts))
    for place in range(max(0, len(said) - _LAST), len(said)):
        words = tokens(said[place])
        is_last = place == len(said) - 1
        beside = (*said[max(0, place - 1) : place], *said[place + 1 : place + 2])
        if not _is_a_deed(said[place], words):
            continue
        if any(map(_is_a_record, beside)) or (is_last and (asked_of or "".join(words) in _OF_ALL)):
            yield from (act for act in _acts_of_segment(words) if act not in _THINGS)


def _is_a_deed(said: str, words: tuple[str, ...]) -> bool:
    """Whether a part of a path is a deed, with what it is done to at the most, and no title of a text."""
    return len(words) <= _SHORT or not ("-" in said or " " in said)


def _is_a_record(said: str) -> bool:
    """Whether it is a record's number, or a sign of its own: `17`, `ord_4f`, `ada@example.com`."""
    digits = sum(map(str.isdigit, said))
    if digits in {0, len(said)} or _NO_RECORD.fullmatch(said):
        return said.isdigit() or said.lower() in _WHOSE or "@" in said
    return digits > 1 or any(sign in said for sign in "-_~:@")


def _names_a_record(name: str, value: str) -> bool:
    words = tokens(name)
    if not value or not words or _OF_THE_REQUEST & {*words}:
        return False
    return words[-1] in _IDS or _is_a_record(value)


def _done_in_query(parts: SplitResult) -> Iterator[str]:
    for name, value in _pairs(parts):
        chooses = name.lower() in _ACTION_PARAMETERS
        said = value or "" if chooses else name
        if " " in said or _only_shows(tokens(said)):
            continue
        yield from (act for act in _in_pair(name, value) if chooses or act not in _THINGS)


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
