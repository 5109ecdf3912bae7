"""The fit itself: logistic regression whose weights are never negative, by Newton's method."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

_RIDGE: Final = 1.0
_STEPS: Final = 25


class Row(NamedTuple):
    """A candidate: its features as they enter the sum (0 where unknown), and whether it is the element."""

    values: tuple[float, ...]
    is_it: bool
    weight: float = 1.0


class Fit(NamedTuple):
    bias: float
    weights: tuple[float, ...]

    def odds(self, values: Sequence[float]) -> float:
        return self.bias + sum(w * v for w, v in zip(self.weights, values, strict=True))


def fit(rows: Sequence[Row], width: int, ridge: float = _RIDGE) -> Fit:
    """The likeness that the data count most against an element is left out, and the rest fitted again."""
    free = list(range(width))
    start = [0.0] * (width + 1)
    while True:
        bias, found = _newton(rows, free, ridge, start)
        worst, place = min(zip(found, free, strict=True))
        if worst >= 0:
            weights = [0.0] * width
            for place, weight in zip(free, found, strict=True):
                weights[place] = weight
            return Fit(bias, tuple(weights))
        start = [bias, *(weight for weight, at in zip(found, free, strict=True) if at != place)]
        free.remove(place)


def _newton(
    rows: Sequence[Row], free: list[int], ridge: float, start: list[float]
) -> tuple[float, list[float]]:
    size = len(free) + 1
    inputs = [(1.0, *(row.values[place] for place in free)) for row in rows]
    at = start
    for _ in range(_STEPS):
        slope = [0.0 if i == 0 else -ridge * at[i] for i in range(size)]
        bend = [[0.0 if i != j or i == 0 else ridge for j in range(size)] for i in range(size)]
        for row, x in zip(rows, inputs, strict=True):
            p = probability(sum(a * b for a, b in zip(at, x, strict=True)))
            error, curve = row.weight * (row.is_it - p), row.weight * max(p * (1 - p), 1e-9)
            for i, xi in enumerate(x):
                if xi:
                    slope[i] += error * xi
                    scaled, line = curve * xi, bend[i]
                    for j in range(i + 1):
                        line[j] += scaled * x[j]
        for i in range(size):
            for j in range(i + 1, size):
                bend[i][j] = bend[j][i]
        step = _solved(bend, slope)
        longest = max(map(abs, step))
        # Far from the goal Newton's steps are too long for a sum that saturates.
        at = [value + change * min(1.0, 2.0 / longest) for value, change in zip(at, step, strict=True)]
        if longest < 1e-4:
            break
    return at[0], at[1:]


def probability(odds: float) -> float:
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, odds))))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a small, well-conditioned system, by elimination."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(i + 1, size):
            factor = rows[k][i] / rows[i][i]
            if factor:
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    solution = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][j] * solution[j] for j in range(i + 1, size))
        solution[i] = (rows[i][size] - rest) / rows[i][i]
    return solution
