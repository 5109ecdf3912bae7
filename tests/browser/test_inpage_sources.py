"""The sources of the in-page scripts keep to the map of the code."""

from __future__ import annotations

import re

import pytest

from scripts.code_map import INPAGE, ROOT

SOURCE = ROOT / "inpage" / "src"


def test_every_folder_is_on_the_map() -> None:
    assert {path.name for path in SOURCE.iterdir() if path.is_dir()} == set(INPAGE)


@pytest.mark.parametrize("folder", INPAGE)
def test_a_folder_imports_only_from_those_below_it(folder: str) -> None:
    below = list(INPAGE)[list(INPAGE).index(folder) :]
    for path in (SOURCE / folder).glob("*.ts"):
        for name in re.findall(r"from '(\.[^']+)'", path.read_text(encoding="utf-8")):
            found = (path.parent / name).resolve().relative_to(SOURCE).parts[0]
            assert found in below, f"{path.relative_to(SOURCE)} imports {name}"
