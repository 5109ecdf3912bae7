"""What is said about a file that is no SOP: one clear sentence for each problem, with its place and mend."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from handrail.errors import SopError
from handrail.sop.document import SCHEMA_VERSION
from handrail.sop.format import load, loads, sop_bytes
from handrail.sop.migrations import migrate
from tests.builders import click, fill, sop

Json = dict[str, Any]


def _document() -> Json:
    group = {"type": "group", "id": "form", "label": "Form", "children": [fill("Name", "Ada")]}
    nodes = [group, click("Save", "once")]
    document: Json = json.loads(sop_bytes(sop(nodes, ["localhost"], {"name": {}})))
    return document


def _error(text: str) -> SopError:
    with pytest.raises(SopError) as caught:
        loads(text, "x.sop.json")
    return caught.value


def _name(document: Json) -> Json:
    """The node 'fill-name'."""
    node: Json = document["nodes"][0]["children"][0]
    return node


NAME = "nodes[0] 'form'.children[0] 'fill-name'"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "x.sop.json: The file is empty. Make it with `handrail compile`."),
        (" \n", "x.sop.json: The file is empty."),
        ("[1]", "x.sop.json: An SOP is a JSON object, and this is something else."),
        ('{\n "a": 1\n "b": 2}', "x.sop.json: It is not JSON at line 3, column 2: "),
        ('{"a": 1', "x.sop.json: The file ends too early, at line 1, column 8. It seems to be cut off"),
        (
            '{"a": "some te',
            "x.sop.json: The file ends too early, at line 1, column 7. It seems to be cut off",
        ),
        ('{"id": "n", "x": 1, "x": 2}', "x.sop.json: The field 'x' of 'n' is there twice. Take one"),
        ('{"x": "a\\uD83d b"}', "x.sop.json: \\ud83d is half of a character, and no text."),
        ('{"x": 1e999}', "x.sop.json: 1e999 is not a number that an SOP may hold."),
        ('{"x": NaN}', "x.sop.json: NaN is not a number that an SOP may hold."),
        ('{"x": ' + "9" * 5000 + "}", "x.sop.json: 9999999999999999999… is not a number"),
        ("[" * 100_000, "x.sop.json: It is nested too deeply"),
        ("{}", "x.sop.json: field 'schema_version' is missing. Add \"schema_version\": 1."),
        ('{"schema_version": "1"}', "x.sop.json: field 'schema_version' should be a whole number."),
        (
            '{"schema_version": 99, "novelty": true}',
            "x.sop.json: It was made by a newer Handrail: its schema_version is 99, and this one reads "
            "up to 1. Upgrade with `pip install -U handrail`.",
        ),
        ('{"schema_version": 0}', "x.sop.json: Its schema_version 0 is not one that Handrail ever wrote."),
    ],
)
def test_text_that_is_no_sop(text: str, says: str) -> None:
    assert str(_error(text)).startswith(says)


def test_every_cut_of_a_file_is_an_error_of_one_kind() -> None:
    text = sop_bytes(sop([fill("Name", "Ada")], ["localhost"])).decode()
    for length in range(len(text.rstrip())):
        _error(text[:length])


def _set(where: Callable[[Json], Json], **fields: Any) -> Callable[[Json], None]:
    return lambda document: where(document).update(fields)


def _drop(where: Callable[[Json], Json], field: str) -> Callable[[Json], None]:
    return lambda document: where(document).pop(field)


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        (
            _set(_name, labell="x"),
            "unknown-field",
            f"{NAME}: field 'labell' is not known; did you mean 'label'?",
        ),
        (_set(_name, zzz=1), "unknown-field", f"{NAME}: field 'zzz' is not known. Take it out."),
        (
            _drop(lambda d: _name(d)["action"], "value"),
            "missing-field",
            f"{NAME}.action: field 'value' is missing. Add 'value'.",
        ),
        (
            _set(lambda d: _name(d)["action"], value=5),
            "wrong-type",
            f'{NAME}.action.value: should be text, and is the number 5. Write it in quotes: "…".',
        ),
        (
            _drop(lambda d: d["nodes"][1], "type"),
            "missing-field",
            "nodes[1] 'click-save': field 'type' is missing, which says what this is. Add 'type'.",
        ),
        (
            _set(lambda d: _name(d)["action"], do="fil"),
            "unknown-value",
            f"{NAME}.action: 'fil' is not a known 'do'; did you mean 'fill'?",
        ),
        (
            _set(lambda d: _name(d)["target"]["locators"][0], by="guess"),
            "unknown-value",
            f"{NAME}.target.locators[0]: 'guess' is not a known 'by'. Known are: role, label, placeholder, "
            "text, test_id, row, heading, group, css, xpath.",
        ),
        (
            _set(lambda d: d["nodes"][1], effect="twice"),
            "unknown-value",
            "nodes[1] 'click-save'.effect: 'twice' is not one of 'none', 'repeatable' or 'once'.",
        ),
        (
            _set(_name, id="Fill Name"),
            "bad-value",
            "nodes[0] 'form'.children[0] 'Fill Name'.id: 'Fill Name' is not an id: a lower-case letter",
        ),
        (
            _set(_name, timeout=0),
            "bad-value",
            f"{NAME}.timeout: should be more than 0, and is the number 0.",
        ),
        (
            _set(_name, retry={"times": 11}),
            "bad-value",
            f"{NAME}.retry.times: should be at most 10, and is the number 11.",
        ),
        (
            _set(_name, done_when={"kind": "text"}),
            "wrong-type",
            f"{NAME}.done_when: should be a list, and is an object. Write it in brackets: […].",
        ),
        (
            _set(_name, done_when=[{"kind": "variable", "name": "x", "comparison": "like"}]),
            "unknown-value",
            f"{NAME}.done_when[0].comparison: 'like' is not one of 'equals', 'not_equals', 'less',",
        ),
        (
            _set(_name, target={"locators": [{"by": "text", "text": None}]}),
            "wrong-type",
            f"{NAME}.target.locators[0].text: should be text, and is null.",
        ),
        (
            _set(_name, target={"locators": [{"by": "css", "css": "a", "within": {"by": "text"}}]}),
            "missing-field",
            f"{NAME}.target.locators[0].within: field 'text' is missing.",
        ),
        (
            _set(lambda d: d["variables"], name={"type": "string"}),
            "unknown-value",
            "variables.name.type: 'string' is not one of 'text', 'number',",
        ),
        (
            _set(lambda d: d["edges"][0], form="x"),
            "unknown-field",
            "edges[0]: field 'form' is not known; did you mean 'from'?",
        ),
        (_drop(lambda d: d, "meta"), "missing-field", "field 'meta' is missing. Add 'meta'."),
        (_set(lambda d: d, nodes=None), "wrong-type", "nodes: should be a list, and is null."),
        (
            _set(lambda d: d["environment"], viewport={"width": "wide"}),
            "wrong-type",
            "environment.viewport.width: should be a whole number, and is 'wide'.",
        ),
    ],
)
def test_a_field_that_does_not_fit(change: Callable[[Json], None], code: str, says: str) -> None:
    document = _document()
    change(document)
    (problem,) = _error(json.dumps(document)).problems
    assert str(problem).startswith(says)
    assert problem.code == code


def test_a_problem_names_its_node_and_field_for_programs() -> None:
    document = _document()
    _name(document)["action"]["value"] = 5
    (problem,) = _error(json.dumps(document)).problems
    assert (problem.node, problem.field) == ("fill-name", "action.value")


def test_several_problems_are_told_together() -> None:
    document = _document()
    _name(document)["labell"] = "x"
    document["nodes"][1]["effect"] = "twice"
    error = _error(json.dumps(document))
    assert len(error.problems) == 2
    assert str(error).splitlines()[0] == "x.sop.json: It cannot be read, for 2 reasons:"
    assert all(f"\n  {problem}" in str(error) for problem in error.problems)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SopError, match="There is no such file"):
        load(tmp_path / "missing.sop.json")
    with pytest.raises(SopError, match="It is a folder"):
        load(tmp_path)
    (tmp_path / "latin.sop.json").write_bytes(b'{\n"title": "caf\xe9"}')
    with pytest.raises(SopError, match="Line 2 is not UTF-8"):
        load(tmp_path / "latin.sop.json")


def test_an_older_document_is_migrated_step_by_step() -> None:
    def first(document: Json) -> Json:
        return {**document, "steps": document["tasks"]}

    def second(document: Json) -> Json:
        return {**document, "nodes": document["steps"]}

    old = {"schema_version": 1, "tasks": ["a"]}
    new = migrate(old, "x", migrations={1: first, 2: second}, current=3)
    assert new["nodes"] == ["a"]
    assert new["schema_version"] == 3
    assert old == {"schema_version": 1, "tasks": ["a"]}


def test_a_migration_is_used_on_loading() -> None:
    def rename(document: Json) -> Json:
        return {**document, "meta": {"id": "x", "title": document["meta"]["name"]}}

    document = _document() | {"schema_version": SCHEMA_VERSION - 1, "meta": {"name": "Old"}}
    loaded = loads(json.dumps(document), "x", migrations={SCHEMA_VERSION - 1: rename})
    assert loaded.meta.title == "Old"
