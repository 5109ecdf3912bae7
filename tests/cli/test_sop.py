"""`handrail show`, `check` and `schema`: exit codes, and what is on which stream."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from handrail.sessions.given.rows import read_table
from handrail.sop.document import Sop
from handrail.sop.format import save, sop_bytes
from tests.builders import click, fill, sop
from tests.cli.command import Ran, handrail


def _saved(path: Path, document: Sop) -> Path:
    save(path, document)
    return path


def _ready(**more: Any) -> Sop:
    step = fill("Name", "{{ name }} – Ünï")
    return sop([step], ["app.example.com"], {"name": {}}, environment=_START, **more)


_START = {"start": [{"url": "https://app.example.com/"}]}


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    """An SOP that can be run."""
    return _saved(tmp_path / "ready.sop.json", _ready())


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """An SOP with an error and a warning."""
    document = sop([fill("Name", "{{ nmae }}")], ["app.example.com"], {"name": {}}, environment=_START)
    return _saved(tmp_path / "broken.sop.json", document)


def _document(ran: Ran) -> Any:
    """What is on stdout, which is one JSON document and nothing else."""
    return json.loads(ran.stdout)


def test_show_writes_the_table_that_a_run_takes(tmp_path: Path) -> None:
    variables: dict[str, Any] = {
        "name": {"default": "Jürgen, Weiß", "required": False},
        "stage": {"example": "New"},
    }
    steps = [fill("Name", "{{ name }}"), fill("Stage", "{{ stage }}"), fill("Password", "{{ crm_password }}")]
    document = sop(steps, ["app.example.com"], {**variables, "crm_password": {"secret": True}})
    path = _saved(tmp_path / "add.sop.json", document)
    table = tmp_path / "rows.csv"
    assert handrail("show", str(path), "--table", str(table)).returncode == 0
    assert table.read_bytes().startswith(b"\xef\xbb\xbf"), "spreadsheet programs take it for another encoding"
    assert read_table(table, document).rows == ({"name": "Jürgen, Weiß", "stage": "New"},)
    table.write_text("name,stage\nAda,Old\n", encoding="utf-8")
    again = handrail("show", str(path), "--table", str(table))
    assert (again.returncode, table.read_text(encoding="utf-8")) == (2, "name,stage\nAda,Old\n")


@pytest.mark.parametrize(
    ("steps", "table", "said"), [("Ada", "a.csv", "no variables"), ("{{ name }}", "a.txt", ".csv")]
)
def test_a_table_that_cannot_be_is_refused(tmp_path: Path, steps: str, table: str, said: str) -> None:
    variables: dict[str, Any] = {"name": {}} if "{{" in steps else {}
    path = _saved(tmp_path / "add.sop.json", sop([fill("Name", steps)], ["app.example.com"], variables))
    ran = handrail("show", str(path), "--table", str(tmp_path / table))
    assert (ran.returncode, said in ran.stderr, (tmp_path / table).exists()) == (2, True, False)


def test_check_of_a_good_sop(ready: Path) -> None:
    ran = handrail("check", str(ready))
    assert ran.returncode == 0
    assert ran.stdout == f"{ready}: ready to run (0 errors, 0 warnings)\n"


def test_check_tells_errors_and_warnings_and_exits_with_2(broken: Path) -> None:
    ran = handrail("check", str(broken))
    assert ran.returncode == 2
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("error: nodes[0] 'fill-name'.done_when[0].equals: the variable 'nmae'")
    assert any(line.startswith("warning: variables.name: no step uses") for line in lines)
    assert lines[-1].endswith("not valid (2 errors, 1 warning)")


def test_check_tells_what_blocks_a_run(tmp_path: Path) -> None:
    question = [{"id": "q", "question": "Which?", "required": True}]
    path = _saved(tmp_path / "x.sop.json", _ready(clarifications=question))
    ran = handrail("check", str(path))
    assert ran.returncode == 0
    assert "blocks a run: clarifications[0]: a question is open: Which?" in ran.stdout
    assert "valid, and not ready to run" in ran.stdout


def test_check_as_data(broken: Path, ready: Path) -> None:
    good, bad = handrail("check", str(ready), "--json"), handrail("check", str(broken), "--json")
    assert (good.returncode, bad.returncode) == (0, 2)
    assert _document(good) == {
        "file": str(ready),
        "ready": True,
        "errors": [],
        "warnings": [],
        "blocking": [],
        "cannot_be_undone": [],
    }
    errors = _document(bad)["errors"]
    assert [(e["code"], e["node"], e["field"]) for e in errors] == [
        ("undefined-variable", "fill-name", "done_when[0].equals"),
        ("undefined-variable", "fill-name", "action.value"),
    ]


def test_show_prints_sentences(ready: Path) -> None:
    ran = handrail("show", str(ready))
    assert ran.returncode == 0
    assert "  1. Fill 'Name' with '{{ name }} – Ünï'. Done when 'Name' holds" in ran.stdout
    assert "\x1b[" not in ran.stdout
    assert ran.stderr == ""


def test_show_as_data(ready: Path) -> None:
    ran = handrail("show", str(ready), "--json")
    document = _document(ran)
    assert [(step["number"], step["node"]) for step in document["steps"]] == [
        ("1", "fill-name"),
        ("2", "end"),
    ]
    assert document["variables"][0]["name"] == "name"


def test_show_reads_a_document_that_does_not_hold_together(broken: Path) -> None:
    assert "{{ nmae }}" in handrail("show", str(broken)).stdout


@pytest.mark.parametrize("option", [(), ("--json",)])
def test_schema_is_json_on_stdout(option: tuple[str, ...]) -> None:
    ran = handrail("schema", *option)
    assert ran.returncode == 0
    assert _document(ran)["title"] == "Handrail SOP"


@pytest.mark.parametrize("command", ["show", "check", "run"])
def test_a_missing_file_is_one_clear_sentence(command: str, tmp_path: Path) -> None:
    path = tmp_path / "missing.sop.json"
    ran = handrail(command, str(path))
    assert ran.returncode == 2
    assert ran.stderr == f"error: {path}: There is no such file. Check the path.\n"
    assert ran.stdout == ""


def test_a_truncated_file_is_told_as_data_too(tmp_path: Path) -> None:
    path = tmp_path / "x.sop.json"
    path.write_bytes(sop_bytes(_ready())[:200])
    ran = handrail("check", str(path), "--json")
    assert ran.returncode == 2
    error = _document(ran)["error"]
    assert error["message"].startswith("The file ends too early")
    assert (error["place"], error["category"], error["exit_code"]) == (str(path), "input", 2)


def test_a_newer_file_says_how_to_upgrade(tmp_path: Path) -> None:
    path = tmp_path / "x.sop.json"
    path.write_text('{"schema_version": 7}')
    ran = handrail("check", str(path))
    assert ran.returncode == 2
    assert "newer Handrail" in ran.stderr and "pip install -U handrail" in ran.stderr


def test_unknown_fields_are_data_with_their_places(tmp_path: Path) -> None:
    document = json.loads(sop_bytes(sop([click("Go")], ["x"])))
    document["nodes"][0]["labell"] = "x"
    path = tmp_path / "x.sop.json"
    path.write_text(json.dumps(document))
    problems = _document(handrail("check", str(path), "--json"))["error"]["problems"]
    assert [(p["code"], p["node"], p["field"]) for p in problems] == [("unknown-field", "click-go", "labell")]
