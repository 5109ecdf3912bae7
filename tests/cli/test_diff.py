"""`handrail diff` as people call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from handrail.cli.app import run
from handrail.sop.format import save

from ..builders import click, open_page, sop

SAVE, STORE = click("Save", "once"), {**click("Store", "once"), "id": "click-save"}


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    for name, step in (("a", SAVE), ("b", STORE)):
        save(tmp_path / f"{name}.sop.json", sop([open_page("http://crm.test"), step], ["crm.test"]))
    return str(tmp_path / "a.sop.json"), str(tmp_path / "b.sop.json")


def test_a_difference_is_printed_and_is_no_failure(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["diff", *files]) == 0
    assert "the button 'Save' → the button 'Store'" in capsys.readouterr().out
    assert run(["diff", files[0], files[0]]) == 0
    assert capsys.readouterr().out == "no difference\n"


def test_differences_as_data(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", *files, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["same"] is False
    assert document["new"] == {"file": files[1], "id": "test", "version": "1"}
    (target,) = [entry for entry in document["differences"] if entry["field"] == "target"]
    assert (target["name"], target["before"], target["after"]) == (
        "click-save",
        "the button 'Save'",
        "the button 'Store'",
    )


def test_a_file_that_is_no_sop_is_bad_input(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cut.sop.json").write_text("{", encoding="utf-8")
    assert run(["diff", files[0], str(tmp_path / "cut.sop.json")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "ends too early" in printed.err
