"""Records that a step opens or commands: told by the address behind it, and by what its item says."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from itertools import pairwise
from urllib.parse import parse_qsl, unquote, urlsplit

from handrail.compile.choices.seen.picks import goes_by
from handrail.compile.effects.words import is_mere_command
from handrail.compile.reading.addresses import (
    is_id,
    numbered,
    record_noun,
    route_of,
    segments_of,
    slug,
)
from handrail.compile.reading.known import fold, is_telling
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.locator import RoleLocator
from handrail.sop.target import Target

_ID_ASKED = re.compile(r"(^|[_-])(id|uid|nr|no)$|(?<=[a-z])I[dD]$", re.IGNORECASE)
"""What a parameter is called by which a script is told the record."""


def picked_record(draft: Draft, told: Iterable[str]) -> str | None:
    """The name of the record, where a step clicks on it in a list and its page bears the same name: `told` is
    what came with the step to tell whose page it is."""
    target, leads_to = draft.target, draft.act.leads_to
    if not isinstance(draft.action, sop.Click | sop.DoubleClick) or target is None:
        return None
    # A plain text, as the title of the only card of a column, leads to no other part of the app.
    if target.near.row is None and not (target.role is None and target.text):
        return None
    name = fold(target.name or target.text or "")
    is_told = name in told
    if leads_to is None or not is_telling(name) or not (is_told or _names_row(target, name)):
        return None
    heads = is_told and _heads_row(target, name, "button")
    if (is_command_of_record(draft) and not heads) or is_mere_command(name):
        return None
    here = draft.act.event.url
    if not _ids_in(leads_to, segments_of(here)) - _ids_in(here):
        return None
    by_name = (locator for locator in target.locators if row_of(locator) is None)
    return name if goes_by(by_name, name) else None


def _names_row(target: Target, name: str) -> bool:
    """Whether it is what the row begins with, and no other row says so: the record's name, though its page
    shows it in no heading. A command stands behind it, and in each row."""
    return _heads_row(target, name, "link")


def _heads_row(target: Target, name: str, role: str) -> bool:
    cells, alone = target.near.cells, RoleLocator(by="role", role=role, name=name)
    return target.role == role and bool(cells) and fold(cells[0]) == name and alone in target.locators


def is_command_of_record(draft: Draft) -> bool:
    """Whether it is a button in a row, or a card, of another name, or one of several links by which something
    is done with one record: "Edit" leads to `/devices/2/edit`, and those beside it to other parts of the same
    `/devices/2`. Its own name says nothing of the record."""
    target, among = draft.target, draft.among
    if target is None:
        return False
    row = row_of(target.locators[0]) if target.locators else None
    named_otherwise = row is not None and fold(row.text) != fold(target.name or target.text or "")
    if target.role == "button" and named_otherwise:
        return not _is_head(draft, fold(row.text) if row is not None else "")
    if among is None or among.part is None or is_id(among.part):
        return False
    in_row = row is not None and row.role == "row" and named_otherwise
    return (among.in_app or in_row) and names_other_record(draft)


def _is_head(draft: Draft, record: str) -> bool:
    """Whether it says the record's name and more of the record, as the head does of an item that it unfolds:
    a state before the name, too. Any other command that says the name has a word of its own before it."""
    target, among = draft.target, draft.among
    said = fold(target.name or target.text or "") if target is not None else ""
    unfolds = isinstance(draft.action, sop.Click) and draft.action.expands
    return among is not None and record in map(fold, among.says) and (unfolds or said.startswith(record))


def _ids_in(url: str, nouns: Container[str] = frozenset()) -> set[tuple[str, str]]:
    """What an address names by an id, with the part before it: the first report is not the first ticket.

    From a list at `/issue`, which is among the `nouns`, `/issue3` leads to its third one.
    """
    parts = pairwise(["", *route_of(url).split("/")])
    asked = ((name, value) for name, value in parse_qsl(urlsplit(url).query) if _ID_ASKED.search(name))
    named = ((before, part) for before, part in parts if part and (is_id(part) or numbered(part) in nouns))
    return {*named, *((name, value) for name, value in asked if is_id(value))}


def address_behind(draft: Draft) -> str:
    """Where the step leads; failing that, where its link would: some show what it names in a dialog."""
    attributes = draft.target.attributes if draft.target is not None else {}
    return draft.act.leads_to or attributes.get("href", "")


def names_other_record(draft: Draft) -> bool:
    """Whether the address behind the step says a record by an id that the page's own address does not say."""
    return bool(_ids_in(address_behind(draft)) - _ids_in(draft.act.event.url))


def opens_record(draft: Draft) -> bool:
    """Whether the step is on a link to one record, and not to a part of the app."""
    target = draft.target
    if not isinstance(draft.action, sop.Click | sop.DoubleClick) or target is None or target.role != "link":
        return False
    address = route_of(address_behind(draft))
    return any(is_id(part) for part in address.split("/") if part) or _is_named(address, target)


def short_name(draft: Draft, name: str) -> str:
    """The last part of the address right below the page's own, where it is one or some words of the name, as
    `depot` is of "Depot move"."""
    address, page = route_of(address_behind(draft)), route_of(draft.act.event.url)
    own, _, last = address.rstrip("/").rpartition("/")
    said = slug(unquote(last))
    return said if own == page.rstrip("/") != "" and said and f"-{said}-" in f"-{slug(name)}-" else ""


def noun_behind(draft: Draft, name: str = "") -> str:
    """What the record is called that the step opens, whose `name` may be a part of what the step is on:
    `book` for `/books/2` and for `/books/salt-and-iron`."""
    address = route_of(address_behind(draft))
    if urlsplit(address_behind(draft)).scheme == "javascript":
        # What a script is called says nothing of records: `javascript:void(0)`.
        return "record"
    own, _, last = address.rpartition("/")
    named = draft.target is not None and (
        _is_named(address, draft.target) or slug(unquote(last)) == slug(name)
    )
    if named or short_name(draft, name):
        address = own
    elif (noun := numbered(last)) in segments_of(draft.act.event.url):
        # From /issue to /issue3.
        address = f"{own}/{noun}"
    return record_noun(address) or "record"


def _is_named(address: str, target: Target) -> bool:
    """Whether an address ends with what its link says."""
    last = address.rpartition("/")[2]
    return bool(last) and slug(unquote(last)) == slug(target.name or target.text or "")
