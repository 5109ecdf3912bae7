"""Clarifications: what a recording leaves open, as questions to the person.

What is asked stands beside this, by what it is about; `of_step` says when.
"""

from __future__ import annotations

from typing import Final

from handrail.sop.document import Clarification
from handrail.sop.locator import Locator

LONGEST: Final = 60
"""So many letters of what a page says stand in a question."""


class Questions:
    """Collects the questions in the order of the work. A required one blocks every run."""

    def __init__(self) -> None:
        self._asked: list[Clarification] = []
        self.counted: list[tuple[Locator, ...]] = []
        """Of the signs that count something: one question for all presses on the same."""

    @property
    def asked(self) -> tuple[Clarification, ...]:
        return tuple(self._asked)

    def ask(self, name: str, question: str, node: str | None) -> None:
        """A question that must be answered before anything is run."""
        self.add(name, question, node, required=True)

    def propose(self, name: str, question: str, node: str | None) -> None:
        """A question that need not be answered: as long as it is not, the step does what was recorded."""
        self.add(name, question, node, required=False)

    def add(self, name: str, question: str, node: str | None, *, required: bool) -> None:
        """Its id is the `name`, with a number where another question has that."""
        asked = Clarification(id=self._free_id(name), question=question, node=node, required=required)
        self._asked.append(asked)

    def has_asked(self, what: str) -> bool:
        """Whether a question says this already."""
        return any(what in asked.question for asked in self._asked)

    def _free_id(self, name: str) -> str:
        taken = {clarification.id for clarification in self._asked}
        number = 2
        free = name
        while free in taken:
            free = f"{name}-{number}"
            number += 1
        return free
