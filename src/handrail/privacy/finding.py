"""What personal data is found in a text: its kind and its place, never its value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, get_args

Kind = Literal[
    "PERSON",
    "EMAIL",
    "PHONE",
    "ADDRESS",
    "CARD",
    "ACCOUNT",
    "NATIONAL_ID",
    "MEDICAL_RECORD",
    "BIRTHDATE",
    "OTHER",
]
"""`NATIONAL_ID`: a social-security, pension-insurance or identity number; `OTHER`: what somebody named."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


class Finding(NamedTuple):
    """A piece of a text that is personal data, from `start` to before `end`."""

    start: int
    end: int
    kind: Kind
    score: float = 1.0
    """How sure, from 0 to 1."""
    why: str = ""
    """What gave it away, in words without the value."""


def apart(findings: Iterable[Finding]) -> list[Finding]:
    """The findings in the order of the text, none on another: of two, the surer stays, then the longer."""
    best = sorted(findings, key=lambda one: (-one.score, one.start - one.end, one.start))
    kept: list[Finding] = []
    for one in best:
        if all(one.end <= other.start or one.start >= other.end for other in kept):
            kept.append(one)
    return sorted(kept)
