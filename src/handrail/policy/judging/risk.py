"""The risk of an action: low, medium or high, with what makes it so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from handrail.policy.categories.evidence import Evidence
from handrail.policy.deeds.amounts import Amount
from handrail.policy.deeds.facts import Proposal
from handrail.policy.documents.document import Level
from handrail.policy.judging.granting import covers_category
from handrail.policy.words.vocabulary import Category

_CATEGORY_POINTS: Final[dict[Category, int]] = {
    "destructive": 3, "irreversible": 2, "financial": 4, "credential": 3, "system": 4, "sharing": 2,
    "file_system": 1, "unfamiliar": 1,
}  # fmt: skip
_MEDIUM_FROM: Final = 3
_HIGH_FROM: Final = 5
_HIGH_UNNAMED: Final = frozenset({"destructive", "financial", "system"})
"""What is of high risk where no step of the SOP names it: nobody meant it, and no click undoes it."""
_LARGE: Final = Decimal(1000)
_MANY: Final = 10
_OFTEN: Final = 20
_COUNTED: Final = re.compile(r"\b(\d{1,6})\b")
_ALL: Final = frozenset(
    {"all", "alle", "alles", "todo", "todos", "todas", "tout", "tous", "toutes", "everything"}
)


class Assessment(NamedTuple):
    """A level and its factors."""

    level: Level
    factors: tuple[str, ...]


def assess(
    proposal: Proposal,
    evidence: Sequence[Evidence],
    amount: Amount | None,
    words: Sequence[str],
    *,
    named: bool = True,
) -> Assessment:
    """The risk of a proposal whose categories are known; `words` are those of its name, `named` says whether
    the SOP names it beyond doubt."""
    factors = list(_factors(proposal, evidence, amount, words))
    points = sum(weight for weight, _ in factors)
    if proposal.effect == "once" and not named and points < _MEDIUM_FROM:
        # Its words may be of no list; that nobody named what it does once is known.
        factors.append((_MEDIUM_FROM - points, "no step of the SOP names it"))
        points = _MEDIUM_FROM
    surprising = _surprise(proposal, evidence, named=named)
    if surprising is not None and points < _HIGH_FROM:
        # Neither experience nor a way back makes little of what the SOP says nothing of.
        factors.append((_HIGH_FROM - points, f"no step of the SOP names that it is {surprising}"))
        points = _HIGH_FROM
    level: Level = "high" if points >= _HIGH_FROM else "medium" if points >= _MEDIUM_FROM else "low"
    return Assessment(level, tuple(f"{weight:+d} {said}" for weight, said in factors))


def _surprise(proposal: Proposal, evidence: Sequence[Evidence], *, named: bool) -> Category | None:
    """The grave category of the action that no step of the SOP names."""
    known = proposal.granted if named else ()
    unnamed = (sign.category for sign in evidence if not covers_category(known, sign.category))
    return next((category for category in unnamed if category in _HIGH_UNNAMED), None)


def _factors(
    proposal: Proposal, evidence: Sequence[Evidence], amount: Amount | None, words: Sequence[str]
) -> Iterator[tuple[int, str]]:
    if proposal.effect == "once":
        yield 1, "repeating it would do it twice"
    for sign in evidence:
        yield _CATEGORY_POINTS[sign.category], f"{sign.category.replace('_', ' ')}: {sign.why}"
    if amount is not None and any(sign.category == "financial" for sign in evidence):
        yield (2 if amount.number >= _LARGE else 1), f"it is about {amount}"
    if evidence or proposal.effect == "once":
        yield from _reach(proposal, words)
    yield from _sureness(proposal)
    if not evidence:
        return
    if proposal.undoable:
        yield -1, "the SOP knows a step that undoes it"
    if proposal.named and proposal.seen >= _OFTEN:
        yield -1, f"it was done {proposal.seen} times before"
    elif proposal.seen == 0:
        yield 1, "it was never done before here"


def _reach(proposal: Proposal, words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """How many records it touches."""
    ticked = proposal.element.leads.ticked if proposal.element is not None else None
    numbers = [int(word) for word in words if _COUNTED.fullmatch(word)]
    records = max([*numbers, ticked or 0])
    if any(word in _ALL for word in words):
        yield 2, "it is for all of them"
    elif records >= _MANY:
        yield 2, f"it is for {records} records at once"
    elif records > 1:
        yield 1, f"it is for {records} records at once"


def _sureness(proposal: Proposal) -> Iterator[tuple[int, str]]:
    if proposal.rung in {"explore", "vision"}:
        yield 2, f"it was found by the rung '{proposal.rung}', not by the SOP"
    elif proposal.rung == "candidates" and not proposal.chosen_by:
        yield 1, f"the element was healed, with {proposal.confidence:.0%}"
