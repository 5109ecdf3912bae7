"""What tells that an action is of a category."""

from __future__ import annotations

from typing import NamedTuple

from handrail.policy.words.vocabulary import Category


class Evidence(NamedTuple):
    """One sign that an action is of a category."""

    category: Category
    why: str
    """A clause: "it says 'Delete account'"."""
