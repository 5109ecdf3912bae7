"""The report of the fit, as a page of the documentation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

from benchmarks.drifting.tally import wilson
from handrail.targeting.choosing import decide_among
from handrail.targeting.recorded import recorded
from handrail.targeting.scoring import Scored, Weights, score_recorded
from scripts.targeting.cases import NAMES, FitCase, Verdict
from scripts.targeting.fitting import probability

BINS: Final = (0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 1.0)

Outcome = Literal["right", "asked", "wrong"]


class Judged(NamedTuple):
    case: FitCase
    best: Scored | None
    outcome: Outcome


def judged_by(weights: Weights, case: FitCase) -> Judged:
    """The product's own decision, with the weights as they were just fitted."""
    known = recorded(case.target, [one.element for one in case.candidates])
    choice = decide_among(known, score_recorded(known, case.candidates, weights), weights)
    place = choice.best.candidate.place if choice.best is not None else None
    if choice.kind == "clear":
        return Judged(case, choice.best, "right" if place == case.right else "wrong")
    return Judged(case, choice.best, "right" if case.right is None else "asked")


def report(
    weights: Weights,
    cases: Sequence[FitCase],
    left_out: Sequence[tuple[FitCase, Verdict]],
    chosen: Any,
    tried: Sequence[Any],
) -> str:
    held_out = [judged_by(weights, case) for case in cases if case.split == "held_out"]
    return "\n".join(
        [
            "# How target scoring was fitted",
            "",
            "Made by `python scripts/fit_targeting.py`; do not edit. What the scores are for is told in "
            "[targeting.md](targeting.md); the measure of healing, which counts exact matches too, is "
            "`benchmarks/healing.py`.",
            "",
            *_data(cases),
            *_weights(weights),
            *_thresholds(weights, chosen, tried),
            *_calibration(left_out, held_out),
            *_results(held_out),
        ]
    )


def _data(cases: Sequence[FitCase]) -> Iterable[str]:
    yield "## Cases"
    yield ""
    yield (
        "A case is a target that was recorded on a saved real page, and the candidates on the page as a "
        "mutation left it. Only those count that the exact locators leave open, since nothing else is "
        "ever scored. Sites are on one side of the split only; the saved pages and their licences are "
        "in `benchmarks/healing_pages/`."
    )
    yield ""
    yield "| split | site | pages | cases | element there | element gone |"
    yield "|---|---|---:|---:|---:|---:|"
    for split in ("fit", "held_out"):
        for site in sorted({case.site for case in cases if case.split == split}):
            own = [case for case in cases if case.site == site]
            there = sum(case.right is not None for case in own)
            pages = len({case.page for case in own})
            side = split.replace("_", " ")
            yield f"| {side} | {site} | {pages} | {len(own)} | {there} | {len(own) - there} |"
    vetoed = sum(_vetoed(case) for case in cases)
    there = sum(case.right is not None for case in cases)
    yield ""
    words = "the element itself is under a veto: asked, not healed."
    yield f"In {vetoed} of the {there} cases where it is there, {words}"
    yield ""


def _vetoed(case: FitCase) -> bool:
    return case.right is not None and case.seen[case.right].vetoed


def _weights(weights: Weights) -> Iterable[str]:
    yield "## Weights"
    yield ""
    yield (
        "Logistic regression over features from 0 to 1, centred to -1 to 1 (unknown ones add nothing), none "
        "of them negative; candidates under a veto take no part. The odds are calibrated by a line through "
        "what each site showed when the weights were fitted without it."
    )
    yield ""
    yield "| feature | weight |"
    yield "|---|---:|"
    for name in sorted(NAMES, key=lambda name: -weights.features[name]):
        yield f"| {name} | {weights.features[name]:.2f} |"
    yield f"| (bias) | {weights.bias:.2f} |"
    yield ""


def _thresholds(weights: Weights, chosen: Any, tried: Sequence[Any]) -> Iterable[str]:
    yield "## Thresholds"
    yield ""
    yield (
        f"An element is taken with a probability of at least {weights.clear:g}, and log-odds at least "
        f"{weights.margin:g} ahead of any other's. Each site of the fit was judged by weights fitted on the "
        "other ones; of all pairs of thresholds with the fewest wrong actions "
        f"({chosen.wrong}), the strictest was chosen that heals nearly as much (99 %) as the best of them."
    )
    yield ""
    yield "| probability | margin | healed right | wrong |"
    yield "|---:|---:|---:|---:|"
    for one in tried:
        if one.margin in (0.5, 1.5, 3.0) or one == chosen:
            mark = " ←" if one == chosen else ""
            yield f"| {one.clear:g} | {one.margin:g} | {one.healed} | {one.wrong}{mark} |"
    yield ""


def _calibration(left_out: Sequence[tuple[FitCase, Verdict]], held_out: Sequence[Judged]) -> Iterable[str]:
    yield "## Calibration"
    yield ""
    yield (
        "Of the best candidates without a veto: the share that is the element, by probability, on the fit's "
        "sites when left out, and on the held-out sites. Doubts and margins are not counted in, so that "
        "fewer are taken than would be right."
    )
    yield ""
    yield "| probability | left out in turn | of | held out | of |"
    yield "|---|---:|---:|---:|---:|"
    one = [(probability(v.odds), v.best == case.right) for case, v in left_out if v.best is not None]
    two = [(j.best.score, j.best.candidate.place == j.case.right) for j in held_out if j.best is not None]
    for low, high in pairwise(BINS):
        cells = []
        for points in (one, two):
            hits = [hit for p, hit in points if low <= p < high or (p == high == 1.0)]
            cells += [f"{sum(hits) / len(hits):.1%}" if hits else "–", str(len(hits))]
        yield f"| {low:g}–{high:g} | {' | '.join(cells)} |"
    yield ""


def _results(held_out: Sequence[Judged]) -> Iterable[str]:
    yield "## Held-out sites"
    yield ""
    yield (
        "The product's own decision (`handrail.targeting.choose`) on sites that nothing was fitted on, with "
        "95 % intervals (Wilson). *Right* is the element taken, or refused where it is gone."
    )
    yield ""
    yield from _table(
        "changes where the element is still there", held_out, lambda j: j.case.right is not None
    )
    yield from _table("changes after which it is gone", held_out, lambda j: j.case.right is None)


def _table(title: str, judged: Sequence[Judged], fits: Callable[[Judged], bool]) -> Iterable[str]:
    chosen = [one for one in judged if fits(one)]
    yield f"| {title} | cases | right | asked | wrong | right, 95 % | wrong, 95 % |"
    yield "|---|---:|---:|---:|---:|---|---|"
    for kind in sorted({one.case.kind for one in chosen}):
        yield _line(kind.replace("+", " + "), [one for one in chosen if one.case.kind == kind])
    yield _line("**all**", chosen)
    yield ""


def _line(name: str, some: Sequence[Judged]) -> str:
    counts = {outcome: sum(one.outcome == outcome for one in some) for outcome in ("right", "asked", "wrong")}
    right = " to ".join(f"{bound:.1%}" for bound in wilson(counts["right"], len(some)))
    wrong = " to ".join(f"{bound:.1%}" for bound in wilson(counts["wrong"], len(some)))
    cells = (len(some), counts["right"], counts["asked"], counts["wrong"], right, wrong)
    return f"| {name} | {' | '.join(map(str, cells))} |"
