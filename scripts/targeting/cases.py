"""The collected cases, read back, with what the product makes of each candidate."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from handrail.sop.target import Target
from handrail.targeting import Candidate, ElementSnapshot
from handrail.targeting.choosing import doubt_of
from handrail.targeting.features import FEATURES, features_of
from handrail.targeting.recorded import recorded
from handrail.targeting.scoring import centred
from handrail.targeting.vetoes import veto
from scripts.targeting.fitting import Fit

CASES = Path(__file__).parents[2] / "benchmarks" / "targeting_cases.jsonl.gz"
NAMES = tuple(FEATURES)


class Seen(NamedTuple):
    """A candidate as the fit sees it."""

    values: tuple[float, ...]
    vetoed: bool
    doubtful: bool


class FitCase(NamedTuple):
    site: str
    page: str
    split: str
    kind: str
    target: Target
    candidates: tuple[Candidate, ...]
    seen: tuple[Seen, ...]
    right: int | None
    """Which candidate is the element; none where it is gone."""


class Verdict(NamedTuple):
    """What a fit says of a case: its best candidate, and by how much it is ahead."""

    best: int | None
    odds: float
    ahead: float
    doubtful: bool


def read_cases() -> Iterator[FitCase]:
    with gzip.open(CASES, "rt", encoding="utf-8") as file:
        for text in file:
            line = json.loads(text)
            elements = [ElementSnapshot.model_validate(one) for one in line["elements"]]
            for case in line["cases"]:
                candidates = tuple(
                    Candidate(place=place, element=elements[number])
                    for place, number in enumerate(case["candidates"])
                )
                target = Target.model_validate(case["target"])
                head = (line["site"], line["page"], line["split"], line["kind"])
                yield FitCase(*head, target, candidates, tuple(_seen(target, candidates)), case["right"])


def _seen(target: Target, candidates: Sequence[Candidate]) -> Iterator[Seen]:
    known = recorded(target, [one.element for one in candidates])
    for one in candidates:
        values = features_of(known, one.element)
        yield Seen(
            tuple(centred(values[name]) if name in values else 0.0 for name in NAMES),
            vetoed=veto(known, one.element) is not None,
            doubtful=doubt_of(known, values) is not None,
        )


def verdict(found: Fit, case: FitCase) -> Verdict:
    ranked = sorted(
        ((found.odds(one.values), place) for place, one in enumerate(case.seen) if not one.vetoed),
        reverse=True,
    )
    if not ranked:
        return Verdict(None, -40.0, 0.0, doubtful=True)
    odds, best = ranked[0]
    ahead = odds - ranked[1][0] if len(ranked) > 1 else 40.0
    return Verdict(best, odds, ahead, case.seen[best].doubtful)
