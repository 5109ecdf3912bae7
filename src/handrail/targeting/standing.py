"""Whether anything but its name says that an element is the recorded one.

A name is a word, and other parts of a page use the same one: *Settings* in a list's menu, and *Settings* in
the app's. Where no locator but those by name finds an element, something else of it or around it must be as
it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from handrail.sop.locator import (
    LabelLocator,
    Locator,
    PlaceholderLocator,
    RoleLocator,
    RowLocator,
    TextLocator,
)
from handrail.sop.target import Target
from handrail.targeting.kinds import called
from handrail.targeting.recorded import bare_row, without_way_back
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.wording import Words, in_letters, same_meaning, words_of

_ALIKE: Final = 0.6
_NEARLY: Final = 0.85
_KNOWN: Final = 2
"""Of one thing that is other by now, nothing follows: a button is moved to another section."""
_BY_WORDS: Final = (RoleLocator, LabelLocator, TextLocator, PlaceholderLocator)
_AROUND: Final = ("section", "heading", "before", "after")
_BESIDE: Final = ("before", "after")
_DIALOGS: Final = ("[dialog]", "[alertdialog]")
_OWN: Final = ("id", "name")
_TOLD: Final = ("title", "placeholder", "aria-label", "alt")


def is_in_dialog(ancestors: Sequence[str]) -> bool:
    """Whether one of what an element stands in is a dialog."""
    return any(part.startswith("dialog") or part.endswith(_DIALOGS) for part in ancestors)


def only_named(target: Target, seen: ElementSnapshot, votes: Sequence[Locator]) -> str | None:
    """That only a name of one word is as it was, as a clause; none where more is, or hardly more is known."""
    own = words_of(called(target.name, target.label, target.text))
    if not all(isinstance(one, _BY_WORDS) and _within_itself(one, own) for one in votes):
        return None
    compared = list(_kept(target, seen, own))
    if len(own.meanings) > 1 or len(compared) < _KNOWN or any(compared):
        return None
    return "only its name is the same, and nothing that it had or that stood around it"


def _within_itself(locator: Locator, own: Words) -> bool:
    """Whether it stands in nothing, or in a row that is called as it is."""
    around = locator.within
    if around is None:
        return True
    return isinstance(around, RowLocator) and words_of(around.text).folded == own.folded


def _kept(target: Target, seen: ElementSnapshot, own: Words) -> Iterator[bool]:
    """For each thing that was recorded beside the name, whether it is still there."""
    was, now = target.near, seen.near
    # Beside an entry stand the others, and which those are is a matter of the one that is picked.
    around = _AROUND if target.role != "option" else tuple(name for name in _AROUND if name not in _BESIDE)
    pairs = [(getattr(was, name), getattr(now, name)) for name in around]
    pairs += [(target.attributes.get(name), seen.attributes.get(name)) for name in _TOLD]
    for one, other in pairs:
        if one and words_of(one).folded != own.folded:
            yield _alike(words_of(one), words_of(other or ""))
    for name in _OWN:
        if value := target.attributes.get(name):
            yield value == seen.attributes.get(name)
    if (row := bare_row(was.row, own)) is not None:
        yield _alike(row, bare_row(now.row, own) or words_of(""))
    if (address := target.attributes.get("href")) is not None:
        yield same_page(address, seen.attributes.get("href", ""))


def _alike(one: Words, other: Words) -> bool:
    return max(in_letters(one, other), same_meaning(one, other)) >= _ALIKE


_STEPS: Final = re.compile(r"^(?:\w+:)?(?://)?(?:\.{0,2}/)*")


def same_page(one: str, other: str) -> bool:
    """Whether two addresses lead to the same page, as far as their words tell, wherever its folder is."""
    first, second = _bare(one), _bare(other)
    if first.rpartition("/")[2] == second.rpartition("/")[2]:
        return True
    return in_letters(words_of(first), words_of(second)) >= _NEARLY


def _bare(address: str) -> str:
    """Without what says only where to begin; nothing where only a script answers."""
    bare = without_way_back(address).partition("#")[0].partition("?")[0].rstrip("/")
    return "" if bare.startswith("javascript:") else _STEPS.sub("", bare)
