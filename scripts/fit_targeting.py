"""Fits the weights and thresholds of target scoring, and reports them on sites that had no part in it.

`python scripts/fit_targeting.py` reads `benchmarks/targeting_cases.jsonl.gz` (see collect_targeting.py), and
writes `src/handrail/targeting/weights.json` and `docs/targeting-fit.md`; `--check` only says whether both are
what the cases give. The same cases give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from handrail.targeting.scoring import Weights
from scripts.targeting.cases import NAMES, FitCase, Verdict, read_cases, verdict
from scripts.targeting.fitting import Fit, Row, fit, probability
from scripts.targeting.report import report

ROOT: Final = Path(__file__).parents[1]
WEIGHTS: Final = ROOT / "src" / "handrail" / "targeting" / "weights.json"
REPORT: Final = ROOT / "docs" / "targeting-fit.md"

HARD: Final = 5
"""So many of the likeliest wrong candidates of a case are fitted on; the others teach nothing."""
FIRST_GUESS: Final = Fit(0.0, tuple(2.0 if name in ("name", "meaning", "id") else 1.0 for name in NAMES))
CLEARS: Final = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99)
MARGINS: Final = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0)
OFFERED: Final = 0.02
GIVEN_UP: Final = 0.01
"""Of the steps healed in validation, so large a share is given up for stricter thresholds than needed."""


class Tried(NamedTuple):
    """A pair of thresholds, and what it came to on the sites that were left out in turn."""

    clear: float
    margin: float
    healed: int
    wrong: int


def rows_of(cases: Sequence[FitCase], before: Fit) -> list[Row]:
    """What is under a veto is never taken, and needs no weight."""
    rows: Counter[tuple[tuple[float, ...], bool]] = Counter()
    for case in cases:
        free = [(before.odds(one.values), place) for place, one in enumerate(case.seen) if not one.vetoed]
        others = [place for _, place in sorted(free, reverse=True) if place != case.right][:HARD]
        kept = others if case.right is None or case.seen[case.right].vetoed else [*others, case.right]
        rows.update((case.seen[place].values, place == case.right) for place in kept)
    return [Row(values, is_it, times) for (values, is_it), times in rows.items()]


def fitted_on(cases: Sequence[FitCase]) -> Fit:
    """Twice: which candidates are hard is only known once there are weights."""
    first = fit(rows_of(cases, FIRST_GUESS), len(NAMES))
    return fit(rows_of(cases, first), len(NAMES))


def left_out(cases: Sequence[FitCase]) -> list[tuple[FitCase, Verdict]]:
    """Each site judged by weights that were fitted without it."""
    judged = []
    for site in sorted({case.site for case in cases}):
        found = fitted_on([case for case in cases if case.site != site])
        judged += [(case, verdict(found, case)) for case in cases if case.site == site]
    return judged


def calibration(judged: Sequence[tuple[FitCase, Verdict]]) -> Fit:
    """How odds become those of being right: a line through what the left-out sites showed."""
    rows = [Row((one.odds,), one.best == case.right) for case, one in judged if one.best is not None]
    return fit(rows, 1, ridge=0.0)


def takes(one: Verdict, clear: float, margin: float) -> bool:
    likely = probability(one.odds) >= clear and one.ahead >= margin
    return one.best is not None and likely and not one.doubtful


def thresholds(judged: Sequence[tuple[FitCase, Verdict]]) -> tuple[Tried, list[Tried]]:
    """The strictest thresholds that heal nearly as much as the best pair without a wrong action."""
    tried = []
    for clear in CLEARS:
        for margin in MARGINS:
            taken = [(case, one) for case, one in judged if takes(one, clear, margin)]
            right = sum(one.best == case.right for case, one in taken)
            tried.append(Tried(clear, margin, right, len(taken) - right))
    fewest = min(one.wrong for one in tried)
    faultless = [one for one in tried if one.wrong == fewest]
    most = max(one.healed for one in faultless)
    enough = [one for one in faultless if one.healed >= most * (1 - GIVEN_UP)]
    return max(enough, key=lambda one: (one.clear, one.margin)), tried


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    cases = list(read_cases())
    fitting = [case for case in cases if case.split == "fit"]
    judged = left_out(fitting)
    line = calibration(judged)
    scale, shift = line.weights[0], line.bias
    calibrated = [
        (case, one._replace(odds=scale * one.odds + shift, ahead=scale * one.ahead)) for case, one in judged
    ]
    chosen, tried = thresholds(calibrated)
    found = fitted_on(fitting)
    weights = Weights(
        bias=round(scale * found.bias + shift, 3),
        features={name: round(scale * w, 3) for name, w in zip(NAMES, found.weights, strict=True)},
        clear=chosen.clear,
        margin=chosen.margin,
        offered=OFFERED,
    )
    made = {
        WEIGHTS: json.dumps(weights.model_dump(), indent=2) + "\n",
        REPORT: report(weights, cases, calibrated, chosen, tried),
    }
    if options.check:
        stale = [path.name for path, text in made.items() if path.read_text(encoding="utf-8") != text]
        print(f"not what the cases give: {', '.join(stale)}" if stale else "as the cases give")
        return 1 if stale else 0
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
