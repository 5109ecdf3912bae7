"""The investor workflow of the examples: every mail is worked through, and a second run adds nothing."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from handrail.sop.format import load
from handrail.sop.readiness import blocking
from handrail.sop.validate import problems

FOLDER = Path(__file__).parents[2] / "examples" / "investor-crm"


@pytest.fixture(scope="module")
def prove() -> ModuleType:
    spec = importlib.util.spec_from_file_location("prove", FOLDER / "prove.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # A dataclass asks for its module by name.
    import sys

    sys.modules["prove"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["recorded", "investor-crm"])
def test_the_procedures_hold_together(name: str) -> None:
    sop = load(FOLDER / f"{name}.sop.json")
    assert [p for p in (*problems(sop), *blocking(sop)) if p.severity == "error"] == []


@pytest.mark.long
@pytest.mark.parametrize(("again", "most"), [(1, 2), pytest.param(2, None, marks=pytest.mark.sweep)])
async def test_every_investor_is_in_the_crm_once_however_often_it_runs(
    prove: ModuleType, tmp_path: Path, again: int, most: int | None
) -> None:
    assert await prove.prove(1, tmp_path, again=again, most=most) == [[]]
