"""What a helper is: source text that an exported script holds where it uses it."""

from __future__ import annotations

from typing import NamedTuple


class Helper(NamedTuple):
    """A function or class of the script; `uses` names other helpers, `imports` what it needs from modules."""

    source: str
    uses: tuple[str, ...] = ()
