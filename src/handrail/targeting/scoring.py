"""Scoring: how likely each candidate is the recorded element, and why.

The score is a logistic regression over the features; its weights were fitted by `scripts/fit_targeting.py`
on pages of other sites than those that the results are reported for (docs/targeting-fit.md). Pure, and cheap
enough for every element of a large page: only those that a first look finds likely are compared in full.
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
from handrail.targeting.naming import first_name
from handrail.targeting.recorded import Recorded, recorded
from handrail.targeting.vetoes import veto
from handrail.targeting.wording import spellings

COMPARED: Final = 40
"""So many candidates of a page are compared in full; at a first look all others were less alike."""
TOLD: Final = 12
"""So many of them are told of: more than any menu holds."""


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
    """The likeliest candidates with their scores, best first; those under a veto after all others."""
    return score_recorded(recorded(target, [one.element for one in candidates]), candidates, weights())


def score_recorded(known: Recorded, candidates: Sequence[Candidate], fitted: Weights) -> tuple[Scored, ...]:
    """As `score`, for a target that was taken apart for these candidates, with these weights."""
    judged = []
    for one in likely(known, candidates):
        values = features_of(known, one.element)
        judged.append((veto(known, one.element), odds_of(values, fitted), values, one))
    judged.sort(key=lambda each: (each[0] is not None, -each[1]))
    return tuple(_scored(one, odds, values, why, fitted) for why, odds, values, one in judged[:TOLD])


def likely(known: Recorded, candidates: Sequence[Candidate], most: int = COMPARED) -> Sequence[Candidate]:
    """The candidates that are worth a comparison in full, of those that `known` was counted among."""
    if len(candidates) <= most:
        return candidates
    likeness = _first_look(known, candidates)
    places = heapq.nlargest(most, range(len(candidates)), key=likeness.__getitem__)
    return [candidates[place] for place in places]


def _first_look(known: Recorded, candidates: Sequence[Candidate]) -> list[float]:
    """What can be had cheaply: kind, name, identifying values, and whether it is where it was."""
    target, name = known.target, known.name.folded
    like_words = spellings(known.name)
    near, box = target.near, target.box
    looks = []
    for place, candidate in enumerate(candidates):
        seen = candidate.element
        likeness = 4.0 * known.bearers.get(place, 0)
        if target.role == seen.role:
            likeness += 3.0
        elif known.family == family(seen.role, seen.tag):
            likeness += 2.0
        elif not likeness:
            # Another kind of control is under a veto, whatever it says.
            looks.append(0.0)
            continue
        now = first_name(known.by, seen).casefold()
        if now == name:
            likeness += 4.0
        elif now:
            likeness += fuzz.ratio(name, now) / 100
            if not like_words.isdisjoint(now.split()):
                likeness += 2.0
        beside = seen.near
        if near.row is not None and near.row == beside.row:
            likeness += 2.0
        if near.before is not None and near.before == beside.before:
            likeness += 1.0
        if box is not None and (at := seen.box) is not None:
            likeness += max(0.0, 1.0 - (abs(box.x - at.x) + abs(box.y - at.y)) / 900)
        looks.append(likeness)
    return looks


def odds_of(values: dict[str, float], fitted: Weights) -> float:
    """The log-odds of a candidate with these features; one that is not known adds nothing."""
    return fitted.bias + sum(fitted.features.get(name, 0.0) * centred(v) for name, v in values.items())


def centred(value: float) -> float:
    """A feature from 0 to 1 as it enters the sum: from -1 to 1."""
    return 2 * value - 1


def _scored(
    candidate: Candidate, odds: float, values: dict[str, float], why: str | None, fitted: Weights
) -> Scored:
    said = [_feature(name, value, fitted.features.get(name, 0.0)) for name, value in values.items()]
    said.sort(key=lambda feature: -abs(feature.contribution))
    # Made of checked parts only; validating them again would take longer than all the rest.
    return Scored.model_construct(
        candidate=candidate,
        score=round(_probability(odds), 4),
        odds=odds,
        features=tuple(said),
        veto=why,
    )


def _probability(odds: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, odds))))


def _feature(name: str, value: float, weight: float) -> FeatureScore:
    _, high, low = FEATURES[name]
    words = high if value >= 0.95 else low if value < 0.5 else high.replace("the same", "a similar", 1)
    return FeatureScore.model_construct(
        name=name, value=round(value, 3), contribution=round(weight * centred(value), 3), words=words
    )
