"""Sweeps: rows of long cases of a kind, of which `make test` runs some and `make test-all` all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some_of(cases: Iterable[Any], *always: int) -> list[Any]:
    """The cases of a parametrized test; those at the places `always` belong to every run."""
    return [case if place in always else _swept(case) for place, case in enumerate(cases)]


def _swept(case: Any) -> Any:
    if hasattr(case, "marks"):
        return pytest.param(*case.values, marks=[*case.marks, pytest.mark.sweep], id=case.id)
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.sweep)
