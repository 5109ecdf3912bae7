"""Which fields for secrets were given the same value, by digests that pages tell and no recording keeps."""

from __future__ import annotations

from typing import Any, Final

from handrail.sop.target import Target

_GO_ON: Final = frozenset({"input", "key_down", "key_up", "mouse_move"})
"""What may come between two letters of one value."""


class Repeats:
    """Notes the values as they are typed, in the order of the recording."""

    def __init__(self) -> None:
        self._typed: dict[str, int] = {}
        """Digests of the values that were typed to their end, and the event by which each was at first."""
        self._typing: tuple[Target | None, str, int] | None = None

    def note(self, told: dict[str, Any]) -> None:
        """Take the digest out of what a page tells of a field, and say for it whether it came before."""
        digest, target = told.pop("digest", None), told.get("target")
        if self._typing is not None and (
            told["kind"] not in _GO_ON or (digest and target != self._typing[0])
        ):
            self._typed.setdefault(self._typing[1], self._typing[2])
            self._typing = None
        if digest:
            told["same_as"] = self._typed.get(digest, 0)
            self._typing = (target, digest, told["seq"])
