"""The seam to what finds personal data in texts, and the choice of it."""

from __future__ import annotations

from typing import Protocol

from handrail.privacy.finding import Finding


class Provider(Protocol):
    """Finds personal data. One may be asked from several threads at once."""

    @property
    def name(self) -> str:
        """What it is, with its version."""
        ...

    def find(self, text: str) -> list[Finding]:
        """The findings in the order of the text, none on another."""
        ...
