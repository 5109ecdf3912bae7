"""The documents cannot lie: claims name what shows them, and generated parts are current."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from scripts.docs import GENERATED

ROOT = Path(__file__).parent.parent
CLAIMS = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
PROOFS = re.findall(r"`((?:tests|benchmarks)/[\w/]+\.py(?:::\w+)?|scripts/[\w-]+)`", CLAIMS)


def test_every_claim_has_a_proof() -> None:
    rows = [line for line in CLAIMS.splitlines() if line.startswith("| ") and "---" not in line][1:]
    assert rows
    for row in rows:
        assert re.search(r"`(tests|benchmarks)/", row), f"no proof in: {row}"


@pytest.mark.parametrize("proof", PROOFS)
def test_the_proof_exists(proof: str) -> None:
    path, _, name = proof.partition("::")
    source = ROOT / path
    assert source.is_file(), f"{path} is not there"
    if name:
        tree = ast.parse(source.read_text(encoding="utf-8"))
        functions = {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)}
        assert name in functions, f"{path} has no {name}"


@pytest.mark.parametrize("name", sorted(GENERATED))
def test_generated_documents_are_current(name: str) -> None:
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == GENERATED[name](), "run 'make docs'"


def test_links_between_documents_lead_somewhere() -> None:
    for document in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text(encoding="utf-8")):
            assert (document.parent / link).exists(), f"{document.name} links to {link}"
