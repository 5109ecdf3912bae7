"""Sweeps: tests with a row of long cases, of which `make test` runs some and `make test-all` all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some_of(cases: Iterable[Any], *always: int) -> list[Any]:
    """The cases of a parametrized test; those at the places `always` belong to every run."""
    return [
        case
        if place in always
        else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.sweep)
        for place, case in enumerate(cases)
    ]
