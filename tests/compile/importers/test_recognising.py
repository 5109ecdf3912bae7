"""Whatever file is given: it is known by its content, or refused in one sentence, and nothing is written."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from handrail.cli.app import run
from handrail.compile.importers import import_file
from handrail.errors import SourceError
from handrail.sop.format import load
from tests.compile.importers.files import Json, errors, flow, side

FLOW = flow({"type": "navigate", "url": "https://a.example.com/"}, {"type": "click", "selectors": [["#a"]]})
SIDE = side(("open", "/"), ("if", "${a} == 1"), ("click", "id=a"), ("end", ""), ("type", "id=b", "x"))
WORKFLOW_USE: Json = {
    "name": "W",
    "description": "",
    "version": "1.0",
    "steps": [
        {"type": "navigation", "url": "https://a.example.com/"},
        {"type": "click", "cssSelector": "#a"},
        {"type": "scroll", "scrollX": 0, "scrollY": 5},
    ],
    "input_schema": [],
}
SOP: Json = {
    "meta": {"id": "s", "title": "S", "version": "0.8.0"},
    "public": {
        "nodes": [
            {"id": "a", "type": "task", "label": "A", "intent": "Does a."},
            {"id": "l", "type": "loop", "label": "L", "iterator": "mail", "children": ["b", "d"]},
            {"id": "b", "type": "task", "label": "B", "parentId": "l"},
            {"id": "d", "type": "decision", "label": "D", "parentId": "l"},
            {"id": "c", "type": "task", "label": "C", "parentId": "l"},
            {"id": "e", "type": "end", "label": "E"},
        ],
        "edges": [
            {"source": "a", "target": "l", "condition": "next"},
            {"source": "b", "target": "d", "condition": "next"},
            {"source": "d", "target": "c", "condition": "yes"},
            {"source": "d", "target": "b", "condition": "no"},
            {"source": "l", "target": "e", "condition": "done"},
        ],
        "variables": {"mail": "One mail"},
    },
    "private": {"steps": [], "skills": []},
}
WORKFLOW: Json = {
    "meta": {"id": "w", "title": "W", "version": "1.0.0"},
    "execution": {
        "workflow": {
            "nodes": [
                {"id": "g", "type": "compound_task", "label": "G", "children": ["a"], "actions": []},
                {
                    "id": "a",
                    "type": "atomic_task",
                    "label": "A",
                    "parentId": "g",
                    "actions": [{"type": "click", "target": {"selector": "#a"}}],
                },
            ],
            "flow": [],
        }
    },
}
ALL = {
    "devtools": FLOW,
    "selenium": SIDE,
    "workflow-use": WORKFLOW_USE,
    "runops-sop": SOP,
    "runops-workflow": WORKFLOW,
}


@pytest.mark.parametrize("format", ALL)
def test_a_format_is_known_by_its_content(format: str) -> None:
    assert import_file(json.dumps(ALL[format]).encode(), "named-badly.txt").format == format


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "x: The file is empty."),
        (b'{"title": "A",\n "steps": [\n  {"type": "na', "x: The file ends too early, at line 3"),
        (b'{"title": "A",\n "steps": [', "x: The file ends too early, at line 2"),
        (b'{"title": "A",\n "steps": [}', "x: It is not JSON at line 2, column 12"),
        (b'{"a": 1, "a": 2}', "x: The field 'a' is there twice in one object"),
        (b"PK\x03\x04\x14\x00\xff", "x: It is an archive. Unpack it"),
        (b"\xff\xfe\x00", "x: Line 1 is not UTF-16 text."),
        (b"<html><table>", "x: It is HTML or XML, not JSON."),
        (b"const puppeteer = require('puppeteer');", "x: It is a script, not JSON."),
        (b"name: W\nsteps:\n- type: click\n", "x: It is YAML, not JSON."),
        (b"[1, 2]", "x: It is JSON, but not a file of a tool that Handrail knows"),
        (
            b'{"foo": 1, "bar": 2}',
            "x: It is JSON, but not in a format that Handrail knows: its fields are 'foo', 'bar'.",
        ),
        (b'{"log": {"entries": []}}', "x: It is a HAR file"),
        (b'{"info": {}, "item": []}', "x: It is a Postman collection"),
        (b'{"nodes": [], "connections": {}}', "x: It is an n8n workflow"),
        (b'{"schema_version": 1, "nodes": []}', "x: It is an SOP of Handrail already."),
        (b'{"title": "Empty", "steps": []}', "x: There is no step in it."),
        (
            b'{"tests": [{"commands": []}], "version": "9.0"}',
            "x: version: It is version 9.0 of the Selenium IDE",
        ),
    ],
)
def test_bad_input_is_one_sentence_that_names_the_place(content: bytes, says: str) -> None:
    with pytest.raises(SourceError) as error:
        import_file(content, "x")
    assert str(error.value).startswith(says)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("name", "version"), [("runops-sop", "3.0"), ("runops-workflow", "2.1.0")])
def test_another_version_of_a_format_is_refused(name: str, version: str) -> None:
    document = copy.deepcopy(ALL[name])
    document["meta"]["version"] = version
    with pytest.raises(SourceError, match=rf"meta\.version: It is version {version} of the RunOps"):
        import_file(json.dumps(document).encode(), "x")


def test_a_field_of_a_wrong_kind_is_named() -> None:
    document = flow({"type": "navigate", "url": {"x": 1}})
    with pytest.raises(SourceError, match=r"x: steps\[0\]\.url: It should be text, but is an object\."):
        import_file(json.dumps(document).encode(), "x")


def test_nothing_is_written_for_a_bad_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output, report = tmp_path / "x.json", tmp_path / "x.sop.json", tmp_path / "x.md"
    source.write_text('{"title": "A", "steps": [')
    assert run(["compile", str(source), "-o", str(output), "--report", str(report)]) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.json"]
    assert capsys.readouterr().err.count("\n") == 1


def test_nothing_is_written_where_one_of_the_two_cannot_be(tmp_path: Path) -> None:
    source = tmp_path / "x.json"
    source.write_text(json.dumps(FLOW))
    nowhere = str(tmp_path / "no" / "x.sop.json")
    assert run(["compile", str(source), "-o", nowhere, "--report", str(tmp_path / "x.md")]) == 2
    assert run(["compile", str(source), "-o", str(source)]) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.json"]
    assert json.loads(source.read_text()) == FLOW


@pytest.mark.parametrize("option", ["--report", "--test"])
def test_options_for_files_are_refused_for_a_recording(tmp_path: Path, option: str) -> None:
    output = tmp_path / "x.sop.json"
    assert run(["compile", str(tmp_path), "-o", str(output), option, "y"]) == 2
    assert not output.exists()


def test_compile_tells_what_became_of_every_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output, report = tmp_path / "x.side", tmp_path / "x.sop.json", tmp_path / "x.md"
    source.write_text(json.dumps(SIDE))
    assert run(["compile", str(source), "-o", str(output), "--report", str(report), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["format"] == "selenium"
    assert document["steps"] == len(list(load(output).walk_nodes())) - 1
    assert {line["fate"] for line in document["report"]["fields"]} == {"kept", "mapped", "left"} - {"kept"}
    text = report.read_text()
    assert text.startswith("# Import of x.side") and "## Left out" in text
    assert run(["compile", str(source), "-o", str(output), "--title", "Mine"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("Mine\nSelenium IDE project 2.0: ")
    assert load(output).meta.title == "Mine"


@pytest.mark.parametrize("format", ALL)
def test_any_change_of_a_file_gives_a_sound_sop_or_one_sentence(format: str) -> None:
    """Others' files differ: fields that are missing, doubled, of another kind, in another order."""
    read = 0
    for seed in range(60):
        chance = random.Random(f"{format}{seed}")
        document = copy.deepcopy(ALL[format])
        for _ in range(chance.randrange(1, 4)):
            _disturb(document, chance)
        try:
            found = import_file(json.dumps(document).encode(), "x")
        except SourceError as error:
            assert "No valid SOP" not in str(error), f"seed {seed}: {error}"
        else:
            read += 1
            assert errors(found.sop) == [], f"seed {seed}"
    assert read > 10


def _disturb(document: Json, chance: random.Random) -> None:
    places = list(_containers(document))
    container = chance.choice(places)
    key: Any = (
        chance.randrange(len(container)) if isinstance(container, list) else chance.choice(list(container))
    )
    match chance.randrange(4):
        case 0:
            container.pop(key)
        case 1:
            container[key] = chance.choice(
                [None, 5, "x", [], {}, True, ["a"], {"a": 1}, "{{ x", "${y}", -1, "end"]
            )
        case 2 if isinstance(container, list):
            container.append(copy.deepcopy(container[0]))
        case _ if isinstance(container, list):
            chance.shuffle(container)


def _containers(value: Any) -> Any:
    if isinstance(value, dict | list) and value:
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from _containers(part)


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (
            {"version": "1.0", "steps": [{"type": "navigate"}, {"type": "input", "selector": "a"}]},
            "not in a format",
        ),
        ({"title": "x", "steps": 3}, r"steps: It should be a list, but is a number"),
        ({"Name": "m", "Commands": []}, "UI.Vision macro, which Handrail does not read"),
    ],
)
def test_what_another_tool_wrote_is_one_clear_sentence(document: dict[str, object], sentence: str) -> None:
    with pytest.raises(SourceError, match=sentence):
        import_file(json.dumps(document).encode(), "x.json")


def test_a_file_of_windows_is_read() -> None:
    text = json.dumps({"title": "x", "steps": [{"type": "navigate", "url": "https://a.example.com/"}]})
    assert import_file(text.encode("utf-16"), "x.json").sop.nodes
