"""Whether a table's row is called as the recorded one was, or only mentions that behind its own name.

An alias of Ben's stands in a row that says "ben" as well; what is done there is done to the alias.
"""

from __future__ import annotations

import re

from handrail.sop.locator import Locator, RowLocator
from handrail.sop.target import Target
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.wording import folded


def begins_row(target: Target, locator: Locator) -> str | None:
    """What the row is called in which the locator looks, where the recorded row began with that."""
    row = locator.within
    if not isinstance(row, RowLocator) or row.role != "row" or not row.text.strip():
        return None
    return row.text if _place(target.near.row or "", row.text) == 0 else None


def only_mentions(seen: ElementSnapshot, called: str) -> bool:
    """Whether the row of the element says other words before what the recorded row began with, unless those
    stand under their old heading: columns were moved, or a new one stands before them."""
    if seen.under_column:
        return False
    now = seen.near.row or ""
    place = _place(now, called)
    return place > 0 and any(map(str.isalpha, folded(now)[:place]))


def _place(row: str, called: str) -> int:
    """Where a row first says the words, as whole ones; -1 where it does not."""
    found = re.search(rf"(?<![\w@.-]){re.escape(folded(called))}(?![\w@.-])", folded(row))
    return found.start() if found is not None else -1
