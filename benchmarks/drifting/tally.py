"""Counting cases: by class, with 95 % intervals, as a table and as data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from benchmarks.drifting.case import Case

_Z = 1.959964


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a proportion (Wilson's score interval); from nothing follows nothing."""
    if of == 0:
        return 0.0, 1.0
    share, z2 = hits / of, _Z * _Z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = _Z * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def count(cases: Sequence[Case]) -> dict[str, Any]:
    """The figures of some cases. `healed_right` is the share that went on where the target is there."""
    there = [case for case in cases if not case.gone]
    right_there = sum(case.outcome == "right" for case in there)
    wrong = sum(case.outcome == "wrong" for case in cases)
    figures: dict[str, Any] = {
        "cases": len(cases),
        "right": sum(case.outcome == "right" for case in cases),
        "asked": sum(case.outcome == "asked" for case in cases),
        "wrong": wrong,
        "wrong_where_refusal_is_right": sum(case.gone and case.outcome == "wrong" for case in cases),
        "wrong_95": [round(bound, 5) for bound in wilson(wrong, len(cases))],
    }
    if there:
        figures["target_there"] = len(there)
        figures["healed_right"] = round(right_there / len(there), 4)
        figures["healed_right_95"] = [round(bound, 4) for bound in wilson(right_there, len(there))]
    return figures


def by_class(cases: Iterable[Case]) -> dict[str, dict[str, Any]]:
    classes: dict[str, list[Case]] = {}
    for case in cases:
        classes.setdefault(case.kind, []).append(case)
    return {kind: count(of) for kind, of in classes.items()}


def table(figures: dict[str, dict[str, Any]]) -> str:
    """One line a class, for people."""
    head = (
        f"{'class':28} {'cases':>6} {'right':>6} {'asked':>6} {'wrong':>6}  {'healed right':22} wrong (95 %)"
    )
    return "\n".join([head, *(_line(kind, of) for kind, of in figures.items())])


def _line(kind: str, of: dict[str, Any]) -> str:
    healed = "to be refused"
    if "healed_right" in of:
        low, high = of["healed_right_95"]
        healed = f"{of['healed_right']:6.1%} ({low:.1%}-{high:.1%})"
    low, high = of["wrong_95"]
    counts = f"{of['cases']:6} {of['right']:6} {of['asked']:6} {of['wrong']:6}"
    return f"{kind:28} {counts}  {healed:22} {low:.2%}-{high:.2%}"
