"""What an exploration remembers: what it tried in which state of the page, and which states it has seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

_CIRCLE: Final = " The page is as it was before: this led in a circle."


@dataclass
class Tried:
    """Refuses nothing by itself; whoever explores asks it."""

    lines: list[str] = field(default_factory=list)
    """What was tried, in words, in its order."""
    moves: set[tuple[str, str]] = field(default_factory=set)
    """State of the page and action: nothing is tried twice in the same state."""
    states: dict[str, int] = field(default_factory=dict)
    """State → the number of the look at which it was first seen."""
    refused: int = 0
    """Proposals in a row that were not followed."""
    acted: int = 0
    money: float = 0.0
    """US dollars that the questions have cost so far, where the price is known."""

    def saw(self, fingerprint: str) -> None:
        """A state of the page. One that was seen before is told with the line that led to it."""
        if fingerprint not in self.states:
            self.states[fingerprint] = len(self.states) + 1
        elif self.lines and self.refused == 0 and not self.lines[-1].endswith(_CIRCLE):
            self.lines[-1] += _CIRCLE

    def again(self, fingerprint: str, move: str) -> bool:
        """Whether this move was made in this state before; it counts as made from now on."""
        known = (fingerprint, move) in self.moves
        self.moves.add((fingerprint, move))
        return known

    def did(self, words: str, where: str) -> None:
        """A move was made."""
        self.acted += 1
        self.refused = 0
        self.lines.append(f"{words}: done, then {where}.")

    def refuse(self, words: str, why: str) -> None:
        """A move was not made."""
        self.refused += 1
        self.lines.append(f"{words}: not done, {why.rstrip('.')}.")

    def begin_anew(self) -> None:
        """Count from here on; what was tried stays known."""
        self.refused, self.acted, self.money = 0, 0, 0.0

    def told(self) -> str:
        """All of it, one a line."""
        return "\n".join(f"{number}. {line}" for number, line in enumerate(self.lines, start=1))
