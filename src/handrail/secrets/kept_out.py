"""The secrets that this process was told, kept out of what it writes without a journal's scribe before it.

That are the traceback of a fault of its own, and what is said of it.
"""

from __future__ import annotations

from typing import Final

from handrail.secrets.forms import MASK, SHORTEST, cut_short, forms

_told: Final[set[str]] = set()


def keep_out(*secrets: str) -> None:
    """From now on these stand in nothing that `without` gives back.

    Those of fewer than four signs cannot be told from other text.
    """
    _told.update(str(secret) for secret in secrets if len(secret) >= SHORTEST)


def without(text: str) -> str:
    """A text of this process's own without the secrets, in whichever form they stand in it."""
    for secret in sorted(_told, key=len, reverse=True):
        known = forms(secret)
        # As Python writes a text in a traceback, too.
        said = known.written | known.coded | {repr(secret)[1:-1]}
        for form in sorted(said, key=len, reverse=True):
            text = text.replace(form, MASK)
        cut = cut_short(secret)
        text = cut.sub(MASK, text) if cut is not None else text
    return text
