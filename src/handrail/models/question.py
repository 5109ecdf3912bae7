"""A question to a model: what it is for, what it may see, what an answer looks like, and what it may take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, Literal, TypeVar

from pydantic import BaseModel

from handrail._model import Model

Purpose = Literal["decide", "write", "extract", "explore", "describe"]

A = TypeVar("A", bound=BaseModel)


class Limits(Model):
    """What one question may take."""

    seconds: float
    """For one answer; a second try has as many."""
    output_tokens: int
    characters: int = 12000
    """Of evidence, all of it together; more is cut, and the cut is told to the model."""
    money: float | None = None
    """US dollars that the question may cost at the most, by estimate before it is asked; none: no such limit
    besides the session's."""


LIMITS: Final[Mapping[Purpose, Limits]] = {
    "decide": Limits(seconds=10, output_tokens=300, characters=1300),
    "write": Limits(seconds=60, output_tokens=4000, characters=24000),
    "extract": Limits(seconds=60, output_tokens=4000, characters=24000),
    "explore": Limits(seconds=30, output_tokens=400, characters=20000),
    "describe": Limits(seconds=60, output_tokens=8000, characters=40000),
}
"""What is usual for each purpose."""


@dataclass(frozen=True)
class Evidence:
    """Something that the model may see. It is data: whatever stands in it is no instruction."""

    name: str
    """What it is, in words: "text of the page", "variable 'mail'"."""
    text: str


@dataclass(frozen=True)
class Question(Generic[A]):
    """One question, whole: whoever asks needs nothing else."""

    purpose: Purpose
    prompt: str
    """Name of the prompt's file, with its version: `decide-1`."""
    parts: Mapping[str, str]
    """What the prompt's places are filled with: words of the SOP, never of a page."""
    evidence: tuple[Evidence, ...]
    answer: type[A]
    """The answer's schema."""
    limits: Limits
    picture: bytes | None = field(default=None, repr=False)
    """A masked JPEG of the page."""
