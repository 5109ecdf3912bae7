"""The fit itself: logistic regression whose weights are never negative, by Newton's method."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

_RIDGE: Final = 1.0
_STEPS: Final = 25
_ENOUGH: Final = 1e-4

Numbers: TypeAlias = NDArray[np.float64]


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


class _Table(NamedTuple):
    """The rows, column by column; the first is the bias's."""

    inputs: Numbers
    is_it: Numbers
    weight: Numbers


def fit(rows: Sequence[Row], width: int, ridge: float = _RIDGE) -> Fit:
    """The likeness that the data count most against an element is left out, and the rest fitted again."""
    table = _Table(
        np.array([(1.0, *row.values) for row in rows]),
        np.array([float(row.is_it) for row in rows]),
        np.array([row.weight for row in rows]),
    )
    free = list(range(width))
    start = np.zeros(width + 1)
    while True:
        columns = [0, *(place + 1 for place in free)]
        at = _newton(table._replace(inputs=table.inputs[:, columns]), ridge, start)
        found = [float(weight) for weight in at[1:]]
        worst, place = min(zip(found, free, strict=True))
        if worst >= 0:
            weights = [0.0] * width
            for place, weight in zip(free, found, strict=True):
                weights[place] = weight
            return Fit(float(at[0]), tuple(weights))
        start = np.delete(at, free.index(place) + 1)
        free.remove(place)


def _newton(table: _Table, ridge: float, start: Numbers) -> Numbers:
    inputs, is_it, weight = table
    penalty = np.full(inputs.shape[1], ridge)
    penalty[0] = 0.0
    at = start
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-np.clip(inputs @ at, -40.0, 40.0)))
        slope = inputs.T @ (weight * (is_it - p)) - penalty * at
        curve = weight * np.maximum(p * (1 - p), 1e-9)
        bend = inputs.T @ (inputs * curve[:, None]) + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        longest = float(np.max(np.abs(step)))
        # Far from the goal Newton's steps are too long for a sum that saturates.
        at = at + step * min(1.0, 2.0 / longest)
        if longest < _ENOUGH:
            break
    return at


def probability(odds: float) -> float:
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, odds))))
