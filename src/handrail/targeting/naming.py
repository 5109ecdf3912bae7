"""What people call an element, and from where they know it.

A field has a name, or a placeholder, or only the words beside it; between two versions of a page one becomes
another. What it was called is therefore looked for in whichever of them there is now.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal

from handrail.sop.target import Target
from handrail.targeting.kinds import called, family
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.wording import Words, in_letters, same_meaning, words_of

By = Literal["name", "label", "placeholder", "beside"]


def naming(target: Target, kind: str) -> tuple[By, Words]:
    """From where the recorded element's name is known, and the name; an empty one where it had none."""
    if target.name:
        return "name", words_of(target.name)
    if target.label:
        return "label", words_of(target.label)
    if kind == "field" and target.placeholder:
        return "placeholder", words_of(target.placeholder)
    if beside := text_beside(target, kind):
        return "beside", words_of(beside)
    return "name", words_of(target.text or "")


def text_beside(element: Target | ElementSnapshot, kind: str) -> str | None:
    """What a field or a box to tick is called by where no label is tied to it."""
    if kind == "field":
        return element.near.before
    return (element.near.after or element.near.before) if kind == "tick" else None


def called_now(by: By, name: Words, hint: str | None, seen: ElementSnapshot) -> Words:
    """What a candidate is called: of the names that it may go by, the likest to the recorded one. Its own
    words go before those beside it; `hint` is the recorded placeholder, and another one contradicts these."""
    kind = family(seen.role, seen.tag)
    own = (seen.label or seen.name) if by == "label" else (seen.name or seen.label)
    if kind not in ("field", "tick"):
        return words_of(own or called(None, None, seen.text))
    shown = seen.placeholder
    if shown and not seen.name and hint and spelled(hint) != spelled(shown):
        # A label that gives no name only stands beside the field.
        return words_of(shown)
    if own and shown and by == "placeholder":
        return min(words_of(own), words_of(shown), key=lambda one: _likeness(name, one))
    if own:
        return words_of(own)
    beside = text_beside(seen, kind)
    if shown and (by == "placeholder" or not beside or (hint and spelled(hint) != spelled(shown))):
        return words_of(shown)
    options = [words_of(text) for text in (shown, beside) if text]
    return max(options, key=lambda one: _likeness(name, one)) if options else words_of(seen.text)


def first_name(by: By, seen: ElementSnapshot) -> str:
    """What a candidate is called at a first look, which compares nothing."""
    own = (seen.label or seen.name) if by == "label" else (seen.name or seen.label)
    if own:
        return own
    return seen.placeholder or text_beside(seen, family(seen.role, seen.tag)) or seen.text


_LETTERS: Final = re.compile(r"[^\W_]+")


@lru_cache(maxsize=16384)
def spelled(name: str) -> str:
    """A name without capital letters and punctuation: a style guide's part of it."""
    return " ".join(_LETTERS.findall(name.casefold()))


def own_name(element: Target | ElementSnapshot) -> str:
    """What the element itself is called, and nothing beside it."""
    return element.name or element.placeholder or element.label or ""


def said_of(element: Target | ElementSnapshot) -> str:
    """What it is called in letters and digits: by its tip, where only a sign is drawn on it."""
    name = own_name(element) or element.text or ""
    tip = element.attributes.get("title", "")
    return spelled(name) or spelled(tip)


def _likeness(one: Words, other: Words) -> float:
    return max(in_letters(one, other), same_meaning(one, other))
