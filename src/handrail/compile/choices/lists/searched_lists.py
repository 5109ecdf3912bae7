"""Lists that are searched for an entry by typing: into which field, and whether an entry came of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

from handrail.compile.choices.seen.picks import (
    letters_of,
    texts_after,
)
from handrail.compile.reading.elements import (
    is_list_field,
    is_search_field,
    is_text_field,
    keys_of,
    name_of,
)
from handrail.compile.reading.known import fold
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop


def is_sought_by(draft: Draft, label: str, name: str) -> bool:
    """Whether the step typed a part of the name into the field that is called so."""
    if draft.target is None or label not in keys_of(draft.target):
        return False
    part = typed_into(draft).casefold()
    return bool(part) and part in name.casefold()


def typed_into(draft: Draft) -> str:
    action = draft.action
    return fold(action.value if isinstance(action, sop.Fill) else getattr(action, "text", ""))


def is_offered_for(before: Draft, label: str, name: str) -> bool:
    """Whether all that the entry says came up because a part of it was typed into the field.

    Lists mark the typed letters in what they offer, so that a name comes up in pieces.
    """
    if before.target is None or not is_text_field(before.target) or not is_sought_by(before, label, name):
        return False
    letters, typed = letters_of(name), letters_of(typed_into(before))
    pieces = {piece for text in texts_after(before) if (piece := letters_of(text)) and piece in letters}
    covered = _covered(letters, {*pieces, typed})
    # One letter by itself is no text that a page's state tells of.
    return "  " not in covered and (typed in pieces or covered != _covered(letters, {typed}))


def _covered(letters: str, pieces: Iterable[str]) -> str:
    """The letters, with a blank for each that is in none of the pieces."""
    left = list(" " * len(letters))
    for piece in filter(None, pieces):
        for found in re.finditer(f"(?={re.escape(piece)})", letters):
            left[found.start() : found.start() + len(piece)] = piece
    return "".join(left)


def searches_list(draft: Draft, opener: Draft, following: Draft | None) -> bool:
    """Whether the step types into a field for searching that came as the list's field was clicked, or that
    stands, apart from that field, with what is picked next."""
    if not is_search_field(draft.target) or not is_list_field(opener.target):
        return False
    if following is not None and _shared(draft, following) > _shared(draft, opener):
        return True
    return any(
        name_of(draft.target) in view.after.values.keys() - view.before.values.keys()
        for view in opener.act.views
    )


def _shared(one: Draft, other: Draft) -> int:
    """How many of the elements around them are around both, where both are told up to the whole page."""
    ways = [draft.target.ancestors if draft.target is not None else () for draft in (one, other)]
    if not all(way and way[-1] == "body" for way in ways):
        return 0
    pairs = zip(reversed(ways[0]), reversed(ways[1]), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
