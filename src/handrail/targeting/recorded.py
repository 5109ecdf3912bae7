"""The recorded target as it is compared: taken apart once, and told how often its marks occur on the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from handrail.sop.locator import (
    CssLocator,
    HeadingLocator,
    LabelLocator,
    Locator,
    PlaceholderLocator,
    RoleLocator,
    RowLocator,
    TestIdLocator,
)
from handrail.sop.target import Target
from handrail.targeting.kinds import family
from handrail.targeting.naming import By, called_now, naming
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.wording import Words, holds_words, words_of

IDENTIFYING: Final = ("test_id", "id", "name", "href")
"""What an author gives an element to tell it from others."""

# As in icons.ts: ids that builders and frameworks make anew say nothing when they are gone.
_FLEETING: Final = re.compile(
    r"\d{3,}|[0-9a-f]{8,}|^:|(^|[^A-Za-z])(ember|react|radix|headlessui|mui|css|sc|svelte)(?=[-_:\d]|$)"
    r"|__[A-Za-z0-9]{5,}$"
)
_LEADS_NOWHERE: Final = re.compile(r"#?!?$|javascript:|about:blank", re.IGNORECASE)
_WAY_BACK: Final = re.compile(
    r"(next|url|back|back_?url|return|return_?to|return_?url|referr?er|came_from|_changelist_filters)=/(?!/)",
    re.IGNORECASE,
)
_ENTRIES: Final = frozenset({"link", "button", "menuitem", "tab"})
_MENU: Final = re.compile(r"nav\b|[^\[]*\[(?:navigation|menu|menubar|tablist)\]")
_CHOICES: Final = frozenset({"radio", "checkbox", "submit", "button"})


@dataclass(frozen=True, slots=True)
class Identifying:
    """One identifying value of the target."""

    value: str
    fleeting: bool
    vouched: bool
    """It was the target's alone on the recorded page, as far as the recording tells."""
    times: int
    """How many candidates have it now."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A target, ready to be compared."""

    target: Target
    family: str
    name: Words
    by: By
    """From where its name is known."""
    named_alone: bool
    """No other element of its role had this name on the recorded page."""
    page: Sequence[ElementSnapshot]
    """All candidates."""
    named_in_section: bool
    """No other element of its role had this name in its section."""
    named_under_heading: bool
    """No other element of its role had this name under its heading."""
    beside: frozenset[str]
    """The texts before and after it: what is called so now is its neighbour, and not itself."""
    row: Words | None
    """The row that it stood in, without its own name; none where nothing is left to tell rows apart."""
    row_words: str | None
    """The words that its row must hold, as its locators say, with the run's values; they go before `row`."""
    row_alone: bool
    """Those words told its row from all others when it was recorded."""
    submits: bool
    """It sends its form."""
    classes: frozenset[str]
    identifying: dict[str, Identifying]
    leads_nowhere: bool
    """It is a link that only a script answers."""
    bearers: dict[int, int]
    """Place on the page → how many of the identifying values the candidate there has."""

    def called_now(self, seen: ElementSnapshot) -> Words:
        return called_now(self.by, self.name, self.target.placeholder, seen)


def attribute_of(seen: ElementSnapshot, name: str) -> str | None:
    """An identifying value; a choice among fields of one name is told by its value."""
    if name == "test_id":
        return seen.test_id
    value = seen.attributes.get(name)
    if value and name == "href":
        return without_way_back(value)
    if value and name == "name" and "value" in seen.attributes:
        return f"{value}={seen.attributes['value']}"
    return value


def leads_nowhere(address: str) -> bool:
    """Whether only a script answers a link with this address."""
    return _LEADS_NOWHERE.match(address) is not None


@lru_cache(maxsize=4096)
def without_way_back(address: str) -> str:
    """An address without the parameters that only say where to return to: they are as the page's own is."""
    path, mark, query = address.partition("?")
    if not mark or path.strip("/") == "":
        return address
    query, hash_mark, fragment = query.partition("#")
    kept = [pair for pair in query.split("&") if not _WAY_BACK.match(unquote(pair))]
    return path + ("?" + "&".join(kept) if kept else "") + hash_mark + fragment


def recorded(target: Target, page: Sequence[ElementSnapshot]) -> Recorded:
    """Take a target apart, and count on the page what should be its alone."""
    wanted = {name: value for name in IDENTIFYING if (value := _value(target, name))}
    bearing = {
        name: [place for place, seen in enumerate(page) if attribute_of(seen, name) == value]
        for name, value in wanted.items()
    }
    kind = family(target.role, target.tag)
    by, name = naming(target, kind)
    named_alone = any(_says_its_name(one, by) and one.within is None for one in target.locators)
    row_words = None if named_alone and _in_a_menu(target) else _row_words(target, name)
    row_alone = row_words is not None and _row_alone(target)
    return Recorded(
        target=target,
        family=kind,
        name=name,
        by=by,
        named_alone=named_alone,
        page=page,
        named_in_section=any(
            _says_its_name(one, by) and isinstance(one.within, RoleLocator) for one in target.locators
        ),
        named_under_heading=any(
            _says_its_name(one, by) and isinstance(one.within, HeadingLocator) for one in target.locators
        ),
        beside=_beside(target, name),
        row=None if row_alone or _in_a_menu(target) else _recorded_row(target, name),
        row_words=row_words,
        row_alone=row_alone,
        submits=submits(target),
        classes=frozenset((target.attributes.get("class") or "").split()),
        identifying={
            name: Identifying(
                value,
                fleeting=_FLEETING.search(value) is not None and name == "id",
                vouched=_vouched(target, name),
                times=len(bearing[name]),
            )
            for name, value in wanted.items()
        },
        leads_nowhere=target.role == "link" and leads_nowhere(target.attributes.get("href", "")),
        bearers=Counter(place for places in bearing.values() for place in places),
    )


def _in_a_menu(target: Target) -> bool:
    """Whether it is an entry of a menu: what stands in one line with it is no record."""
    return target.role in _ENTRIES and any(_MENU.match(line) for line in target.ancestors)


def submits(element: Target | ElementSnapshot) -> bool:
    """Whether the markup says that the element sends its form."""
    return "submit" in (element.input_type, element.attributes.get("type"))


def _says_its_name(locator: Locator, by: By) -> bool:
    if by == "placeholder":
        return isinstance(locator, PlaceholderLocator)
    if isinstance(locator, LabelLocator):
        return by in ("name", "label")
    return isinstance(locator, RoleLocator) and locator.name is not None


def _value(target: Target, name: str) -> str | None:
    if name == "test_id":
        return target.test_id
    value = target.attributes.get(name)
    if not value or (name == "href" and leads_nowhere(value)):
        return None
    if name == "name" and "value" in target.attributes:
        return f"{value}={target.attributes['value']}"
    return without_way_back(value) if name == "href" else value


def _vouched(target: Target, name: str) -> bool:
    """Every locator found the target alone when it was recorded; without any, nothing is known."""
    if not target.locators:
        return True
    for one in target.locators:
        if one.within is not None:
            continue
        if name == "test_id" and isinstance(one, TestIdLocator):
            return True
        if isinstance(one, CssLocator) and not _is_path(one.css):
            if name == "id" and one.css.startswith("#"):
                return True
            if f"[{name}=" in one.css:
                return True
    return False


def _is_path(css: str) -> bool:
    return " > " in css or ":nth-of-type(" in css


def bare_row(row: str | None, own: Words) -> Words | None:
    """A row's words without the element's own name; none where no word is left."""
    if not row:
        return None
    words = words_of(row)
    if words.folded == own.folded:
        return None
    rest = list(words.meanings)
    for meaning in own.meanings:
        if meaning in rest:
            rest.remove(meaning)
    if not rest:
        return None
    numbers = tuple(one for meaning in rest for one in meaning if one.startswith("#"))
    folded = words.folded.replace(own.folded, " ", 1) if own.folded else words.folded
    return Words(" ".join(folded.split()), tuple(rest), numbers, words.negated, words.concepts)


def exact_row(target: Target) -> RowLocator | None:
    """The row in which the element must stand, where that is one that a part of it calls just so."""
    row = _row(target, naming(target, family(target.role, target.tag))[1])
    return row.model_copy(update={"within": None}) if row is not None and row.exact else None


def own_row(target: Target) -> RowLocator | None:
    """The row that is called just as the element is: a record's, whose name is pressed in it."""
    own = naming(target, family(target.role, target.tag))[1].folded
    return next((row for row in _rows(target) if row.exact and words_of(row.text).folded == own), None)


def _row_words(target: Target, own: Words) -> str | None:
    row = _row(target, own)
    return None if row is None else row.text


def _row(target: Target, own: Words) -> RowLocator | None:
    """A row that is known by the element's own name says no more than the name."""
    return next((row for row in _rows(target) if not holds_words(own.folded, row.text)), None)


def _row_alone(target: Target) -> bool:
    """Whether the element was the only one of its kind in rows with these words. Where only a value of the
    element itself could tell it, other rows hold the words, too."""
    return any(
        not isinstance(locator, CssLocator | TestIdLocator)
        and any(isinstance(one, RowLocator) for one in _around(locator))
        for locator in target.locators
    )


def _beside(target: Target, own: Words) -> frozenset[str]:
    texts = (words_of(text).folded for text in (target.near.before, target.near.after) if text)
    return frozenset(text for text in texts if text and text != own.folded)


def _recorded_row(target: Target, own: Words) -> Words | None:
    """The row as it was, unless it was about another record than this run is."""
    if any(not holds_words(target.near.row or "", row.text) for row in _rows(target)):
        return None
    return bare_row(target.near.row, own)


def _rows(target: Target) -> Iterator[RowLocator]:
    for locator in target.locators:
        for one in _around(locator):
            if isinstance(one, RowLocator):
                yield one


def _around(locator: Locator) -> Iterator[Locator]:
    within: Locator | None = locator.within
    while within is not None:
        yield within
        within = within.within
