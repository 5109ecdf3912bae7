"""The recorded target as it is compared: taken apart once, and told how often its marks occur on the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from handrail.sop.locator import CssLocator, Locator, RoleLocator, RowLocator, TestIdLocator
from handrail.sop.target import Target
from handrail.targeting.kinds import called, family
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.wording import Words, words_of

IDENTIFYING: Final = ("test_id", "id", "name", "href")
"""What an author gives an element to tell it from others."""

# As in describe.ts: ids that builders and frameworks make anew say nothing when they are gone.
_FLEETING: Final = re.compile(
    r"\d{3,}|[0-9a-f]{8,}|^:|ember|react|radix|headlessui|mui-|css-|sc-|svelte-|__[A-Za-z0-9]{5,}$"
)
_LEADS_NOWHERE: Final = re.compile(r"#?!?$|javascript:|about:blank", re.IGNORECASE)
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
    by_label: bool
    """It has no name, and is called by its label."""
    named_alone: bool
    """No other element of its role had this name on the recorded page."""
    row: Words | None
    """The row that it stood in, without its own name; none where nothing is left to tell rows apart."""
    row_words: str | None
    """The words that the row of its locators must hold, values filled in."""
    classes: frozenset[str]
    identifying: dict[str, Identifying]
    bearers: dict[int, int]
    """Place on the page → how many of the identifying values the candidate there has."""

    def called_now(self, seen: ElementSnapshot) -> Words:
        if self.by_label:
            return words_of(seen.label or seen.name)
        return words_of(called(seen.name, seen.label, seen.text))


def attribute_of(seen: ElementSnapshot, name: str) -> str | None:
    """An identifying value; a choice among fields of one name is told by its value."""
    if name == "test_id":
        return seen.test_id
    value = seen.attributes.get(name)
    if value and name == "name" and "value" in seen.attributes:
        return f"{value}={seen.attributes['value']}"
    return value


def recorded(target: Target, page: Sequence[ElementSnapshot]) -> Recorded:
    """Take a target apart, and count on the page what should be its alone."""
    wanted = {name: value for name in IDENTIFYING if (value := _value(target, name))}
    bearing = {
        name: [place for place, seen in enumerate(page) if attribute_of(seen, name) == value]
        for name, value in wanted.items()
    }
    name = words_of(called(target.name, target.label, target.text))
    return Recorded(
        target=target,
        family=family(target.role, target.tag),
        name=name,
        by_label=not target.name and bool(target.label),
        named_alone=any(
            isinstance(one, RoleLocator) and one.name is not None and one.within is None
            for one in target.locators
        ),
        row=bare_row(target.near.row, name),
        row_words=_row_words(target),
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
        bearers=Counter(place for places in bearing.values() for place in places),
    )


def _value(target: Target, name: str) -> str | None:
    if name == "test_id":
        return target.test_id
    value = target.attributes.get(name)
    if not value or (name == "href" and _LEADS_NOWHERE.match(value)):
        return None
    if name == "name" and "value" in target.attributes:
        return f"{value}={target.attributes['value']}"
    return value


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
    if not rest and not words.numbers:
        return None
    folded = words.folded.replace(own.folded, " ", 1) if own.folded else words.folded
    return Words(" ".join(folded.split()), tuple(rest), words.numbers, words.negated, words.concepts)


def _row_words(target: Target) -> str | None:
    for locator in target.locators:
        for one in _around(locator):
            if isinstance(one, RowLocator):
                return one.text
    return None


def _around(locator: Locator) -> Iterator[Locator]:
    within: Locator | None = locator.within
    while within is not None:
        yield within
        within = within.within
