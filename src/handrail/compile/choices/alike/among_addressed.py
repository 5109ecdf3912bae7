"""What the address behind an entry among its like says of the record that the entry leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from handrail.compile.choices.seen.among_marked import SEVERAL
from handrail.compile.choices.seen.records_opened import address_behind
from handrail.compile.reading.addresses import is_id, route_of, slug
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Among
from handrail.sop.target import Target

_PARTS: Final = re.compile(r"(^|[/?#&=]+)([^/?#&=]+)")
_WAY: Final = frozenset({"page", "step", "steps", "stage", "tab", "year", "month", "week", "day", "date"})
_WAY_ASKED: Final = _WAY | {
    "p",
    "offset",
    "start",
    "from",
    "limit",
    "size",
    "sort",
    "order",
    "view",
    "filter",
}
"""What an address, and what it asks with, calls numbers that say which part of a list, say, is shown."""
_ID_ASKED: Final = re.compile(r"(?:.*[a-z])?id|name|title|slug")
_SPACES: Final = re.compile(r"[:/]")
"""What stands between a record's name and the space that it is in."""


def has_id(draft: Draft, among: Among) -> bool:
    """Whether the entry leads to what has an id in its address, which the page had not."""
    address = address_behind(draft)
    here = {part for part, _ in _parts(draft.act.event.url)}
    ids = (part for part, way in _parts(address) if is_id(part) and part not in here and not way)
    return among.part in ids if among.part is not None else any(ids)


def asks_for(draft: Draft, name: str) -> bool:
    """Whether the address asks for what is called so, as `/book/slots?place=Oak%20Room` does."""
    asked, here = (
        {fold(value) for _, value in parse_qsl(urlsplit(address).query)}
        for address in (address_behind(draft), draft.act.event.url)
    )
    return name in asked - here


def _parts(address: str) -> Iterator[tuple[str, bool]]:
    """The parts of an address, and whether each only says which page of a list, say, it is."""
    before, way = "", _WAY
    for sign, part in _PARTS.findall(address.partition("//")[2].partition("/")[2] or address):
        way = _WAY_ASKED if sign == "?" else _WAY if sign == "#" else way
        yield part, before.lower() in way
        before = part


def own_name(address: str, among: Among) -> str:
    """The last part of an address below what the others may have in common with it, as a slug."""
    parts = [part for part, _ in _parts(route_of(address))]
    own = parts[-1] if len(parts) >= SEVERAL and among.part in {None, parts[-1]} else ""
    return slug(unquote(own))


def asked_name(draft: Draft, target: Target, among: Among) -> str:
    """What one script that shows all pages is asked for, as `lighthouse` of `?id=projects:lighthouse`: by an
    id, or by any name where it is an item of a tree. Its part of the app is asked for by other names."""
    in_tree = any(row is not None and row.role == "treeitem" for row in map(row_of, target.locators))
    for key, value in parse_qsl(urlsplit(address_behind(draft)).query):
        named = _ID_ASKED.fullmatch(key.lower()) or (in_tree and key.lower() not in _WAY_ASKED)
        if named and (among.part is None or value == unquote(among.part)):
            return slug(_SPACES.split(value)[-1])
    return ""
