"""Scoring: how likely each candidate is the recorded element, and why.

The score is a logistic regression over the features; its weights were fitted by `scripts/fit_targeting.py`
on pages of other sites than those that the results are reported for (docs/targeting-fit.md). Pure, and cheap
enough for every element of a large page: only those that a first, cheap look finds likely are compared in full.
"""

from __future__ import annotations

import heapq
import json
import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from rapidfuzz import fuzz

from handrail._model import Model
from handrail.sop.target import Target
from handrail.targeting.candidate import Candidate
from handrail.targeting.features import FEATURES, features_of
from handrail.targeting.kinds import family
from handrail.targeting.recorded import Recorded, attribute_of, recorded
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.vetoes import veto

COMPARED: Final = 48
"""So many candidates of a page are compared in full; none of the others was like the target at a first look."""


class Weights(Model):
    """What the fit found: weights of the features as they are centred, and where a choice is clear."""

    bias: float
    features: dict[str, float]
    clear: float
    """The least probability with which a candidate is taken without asking."""
    margin: float
    """By how much its log-odds must be ahead of every other's."""
    offered: float
    """Candidates below this probability are not worth showing."""


class FeatureScore(Model):
    """One feature of a candidate: its value, what it adds to the log-odds, and how a person says it."""

    name: str
    value: float
    contribution: float
    words: str


class Scored(Model):
    """A candidate with the probability that it is the recorded element; a veto keeps it from being taken."""

    candidate: Candidate
    score: float
    odds: float
    """The score as log-odds."""
    features: tuple[FeatureScore, ...]
    """What speaks for it and against it, the weightiest first."""
    veto: str | None = None


@cache
def weights() -> Weights:
    """The weights that this version decides with."""
    text = files("handrail.targeting").joinpath("weights.json").read_text(encoding="utf-8")
    return Weights.model_validate(json.loads(text))


def score(target: Target, candidates: Sequence[Candidate]) -> tuple[Scored, ...]:
    """The likely candidates with their scores, best first; those under a veto after all others."""
    return score_recorded(recorded(target, (one.element for one in candidates)), candidates, weights())


def score_recorded(known: Recorded, candidates: Sequence[Candidate], fitted: Weights) -> tuple[Scored, ...]:
    """As `score`, for a target that was taken apart before, with these weights."""
    scored = [_scored(known, one, fitted) for one in likely(known, candidates)]
    return tuple(sorted(scored, key=lambda one: (one.veto is not None, -one.odds)))


def likely(known: Recorded, candidates: Sequence[Candidate], most: int = COMPARED) -> Sequence[Candidate]:
    """The candidates that are worth a comparison in full: all of them on a small page."""
    if len(candidates) <= most:
        return candidates
    return heapq.nlargest(most, candidates, key=lambda one: _first_look(known, one.element))


def _first_look(known: Recorded, seen: ElementSnapshot) -> float:
    """What can be had cheaply: kind, name, identifying values, and whether it is where it was."""
    target = known.target
    if target.role == seen.role:
        likeness = 3.0
    else:
        likeness = 2.0 if known.family == family(seen.role, seen.tag) else 0.0
    now = known.called_now(seen)
    if now.folded == known.name.folded:
        likeness += 4.0
    elif now.folded and known.name.folded:
        likeness += fuzz.ratio(known.name.folded, now.folded) / 100
        if not known.name.concepts.isdisjoint(now.concepts):
            likeness += 2.0
    for name, wanted in known.identifying.items():
        if attribute_of(seen, name) == wanted.value:
            likeness += 4.0
    if target.near.row and target.near.row == seen.near.row:
        likeness += 2.0
    if target.near.before and target.near.before == seen.near.before:
        likeness += 1.0
    if target.box is not None and seen.box is not None:
        apart = abs(target.box.x - seen.box.x) + abs(target.box.y - seen.box.y)
        likeness += 1.0 - min(apart, 900.0) / 900.0
    return likeness


def odds_of(values: dict[str, float], fitted: Weights) -> float:
    """The log-odds of a candidate with these features; one that is not known adds nothing."""
    return fitted.bias + sum(fitted.features.get(name, 0.0) * centred(v) for name, v in values.items())


def centred(value: float) -> float:
    """A feature from 0 to 1 as it enters the sum: from -1 to 1."""
    return 2 * value - 1


def _scored(known: Recorded, candidate: Candidate, fitted: Weights) -> Scored:
    values = features_of(known, candidate.element)
    odds = odds_of(values, fitted)
    said = [_feature(name, value, fitted.features.get(name, 0.0)) for name, value in values.items()]
    said.sort(key=lambda feature: -abs(feature.contribution))
    # What a person never sees needs no validation; it is made of checked parts.
    return Scored.model_construct(
        candidate=candidate,
        score=round(_probability(odds), 4),
        odds=odds,
        features=tuple(said),
        veto=veto(known, candidate.element),
    )


def _probability(odds: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, odds))))


def _feature(name: str, value: float, weight: float) -> FeatureScore:
    _, high, low = FEATURES[name]
    words = high if value >= 0.95 else low if value < 0.5 else high.replace("the same", "a similar", 1)
    return FeatureScore.model_construct(
        name=name, value=round(value, 3), contribution=round(weight * centred(value), 3), words=words
    )
