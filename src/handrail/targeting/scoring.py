"""Scoring: how likely each candidate is the recorded element, and why.

The score is a logistic regression over the features; its weights were fitted by `scripts/fit_targeting.py`
on pages of other sites than those that the results are reported for (docs/targeting-fit.md). Pure, and cheap
enough for every element of a large page.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from handrail._model import Model
from handrail.sop.target import Target
from handrail.targeting.candidate import Candidate
from handrail.targeting.features import FEATURES, features_of
from handrail.targeting.vetoes import veto


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
    """The candidates with their scores, best first; those under a veto after all others."""
    fitted = weights()
    raw = [(odds_of(values, fitted), values, one) for one in candidates for values in [_values(target, one)]]
    scored = [_scored(target, one, odds, values, fitted) for odds, values, one in raw]
    return tuple(sorted(scored, key=lambda one: (one.veto is not None, -one.odds)))


def _values(target: Target, candidate: Candidate) -> dict[str, float]:
    return features_of(target, candidate.element)


def odds_of(values: dict[str, float], fitted: Weights) -> float:
    """The log-odds of a candidate with these features; one that is not known adds nothing."""
    return fitted.bias + sum(fitted.features.get(name, 0.0) * centred(v) for name, v in values.items())


def centred(value: float) -> float:
    """A feature from 0 to 1 as it enters the sum: from -1 to 1."""
    return 2 * value - 1


def _scored(
    target: Target, candidate: Candidate, odds: float, values: dict[str, float], fitted: Weights
) -> Scored:
    # The reasons are written for those that somebody may come to see.
    telling = values if odds > -6 else {}
    said = [_feature(name, value, fitted.features.get(name, 0.0)) for name, value in telling.items()]
    said.sort(key=lambda feature: -abs(feature.contribution))
    return Scored(
        candidate=candidate,
        score=round(_probability(odds), 4),
        odds=odds,
        features=tuple(said),
        veto=veto(target, candidate.element),
    )


def _probability(odds: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, odds))))


def _feature(name: str, value: float, weight: float) -> FeatureScore:
    _, high, low = FEATURES[name]
    words = high if value >= 0.95 else low if value < 0.5 else f"{high.replace('the same', 'a similar', 1)}"
    contribution: Any = round(weight * centred(value), 3)
    return FeatureScore(name=name, value=round(value, 3), contribution=contribution, words=words)
