"""What was chosen before, as a list or what stands beside it says it, though its words stay on the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from handrail.compile.choices.seen.picks import goes_by
from handrail.compile.reading.known import fold
from handrail.compile.reading.steps import Draft
from handrail.sop.target import Target

MAX_LABEL: Final = 40
"""Letters; a longer text is no label, and no choice."""


def said_elsewhere(opener: Target) -> str:
    """What a list says, or asks for a choice with, in words that another one says as well, or its label: they
    do not go from the page with the choice. A button of such a name opens commands; one that a caption names
    shows its value."""
    text, name = fold(opener.text or ""), fold(opener.name or "")
    captioned = (
        opener.role == "button" and fold(opener.near.before or "") == name and not has_words(name, text)
    )
    in_page = (locator for locator in opener.locators if getattr(locator, "within", None) is None)
    again = (opener.role is None or (captioned and bool(name))) and bool(text) and not goes_by(in_page, text)
    return text if again and len(text) <= MAX_LABEL else ""


def offered_again(opener: Target, picking: Draft) -> str:
    """What the opener says, or what stands right before a button that changes it, and is one of the other
    entries as well, be it behind what all of them begin with ("Mark as"): a choice that was made."""
    target, among = picking.target, picking.among
    if target is None or among is None or among.same or not among.beside:
        return ""
    others = [*map(fold, among.beside)]
    lead = _words_all_begin_with([fold(target.text or target.name or ""), *others])
    offered = {words.casefold() for other in others for words in (other, " ".join(other.split()[lead:]))}
    before = fold(opener.near.before or "") if opener.role == "button" else ""
    said = (fold(opener.text or opener.name or ""), before)
    return next((text for text in said if text and text.casefold() in offered), "")


def value_of_line(opener: Target, entry: Target) -> str:
    """What a button in the line of a form says that opens a list of options: what was chosen there, or that
    nothing is, since the line has a caption besides."""
    said, caption = fold(opener.name or opener.text or ""), fold(opener.near.group or "")
    opens = opener.role == "button" and entry.role == "option" and not opener.label
    return said if opens and caption and said != caption else ""


def is_one_of(text: str, picking: Draft) -> bool:
    return picking.among is not None and text in map(fold, picking.among.beside)


def _words_all_begin_with(entries: Sequence[str]) -> int:
    """How many words all of the entries begin with."""
    words = zip(*map(str.split, entries), strict=False)
    return sum(1 for _ in takewhile(lambda said: len(set(said)) == 1, words))


def split_by(whole: str, part: str) -> list[str]:
    """What stands before and after the part, as a word."""
    return re.split(rf"(?<!\w){re.escape(part)}(?!\w)", whole, maxsplit=1)


def has_words(whole: str, part: str) -> bool:
    return len(split_by(whole, part)) > 1
