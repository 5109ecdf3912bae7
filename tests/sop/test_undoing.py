"""The undo registry: every action knows what takes it back, or why nothing does."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from pydantic import TypeAdapter

from handrail.sop.action import Action, Check, Fill, Select, Uncheck, Upload
from handrail.sop.node import Node
from handrail.sop.undoing import (
    Before,
    Compensate,
    GoBack,
    Inverse,
    Irreversible,
    Nothing,
    RemoveFile,
    SetBack,
    cannot_be_undone,
    inverse,
)
from tests.builders import click, fill, sop, task

_NODE: TypeAdapter[Node] = TypeAdapter(Node)
_ACTIONS = {model.model_fields["do"].annotation.__args__[0]: model for model in get_args(get_args(Action)[0])}


def _undo(do: str, effect: str = "repeatable", compensation: str | None = None, **before: Any) -> Inverse:
    node = _NODE.validate_python(task("it", {"do": "wait"}, effect, compensation=compensation))
    return inverse(node, do, Before(**before))


@pytest.mark.parametrize(
    ("do", "before", "expected"),
    [
        ("fill", {"value": "Ada"}, SetBack(action=Fill(do="fill", value="Ada"), shows="Ada")),
        ("type", {"value": ""}, SetBack(action=Fill(do="fill", value=""), shows="")),
        ("paste", {"value": "x"}, SetBack(action=Fill(do="fill", value="x"), shows="x")),
        ("select", {"value": "A, B"}, SetBack(action=Select(do="select", options=("A, B",)), shows="A, B")),
        (
            "select",
            {"value": "A, B", "several": True},
            SetBack(action=Select(do="select", options=("A", "B")), shows="A, B"),
        ),
        ("select", {"value": "", "several": True}, SetBack(action=Select(do="select", options=()), shows="")),
        ("check", {"value": "false"}, SetBack(action=Uncheck(do="uncheck"), shows="false")),
        ("uncheck", {"value": "true"}, SetBack(action=Check(do="check"), shows="true")),
        ("upload", {"value": ""}, SetBack(action=Upload(do="upload", files=()), shows="")),
        ("fill", {"secret": True}, SetBack(action=Fill(do="fill", value=""), shows=None)),
        ("download", {"file": "/tmp/x.csv"}, RemoveFile(path="/tmp/x.csv")),
    ],
)
def test_values_and_files_are_taken_back(do: str, before: dict[str, Any], expected: Inverse) -> None:
    assert _undo(do, **before) == expected


@pytest.mark.parametrize("do", ["open", "back", "forward", "click", "press", "request", "close_tab"])
def test_what_only_led_somewhere_leads_back(do: str) -> None:
    assert _undo(do, "none", url="http://x/a") == GoBack(url="http://x/a")
    assert isinstance(_undo(do, "none", url=""), Nothing)


@pytest.mark.parametrize("do", ["check", "uncheck"])
def test_what_was_so_before_needs_nothing(do: str) -> None:
    assert isinstance(_undo(do, value="true" if do == "check" else "false"), Nothing)


@pytest.mark.parametrize(
    ("do", "before"),
    [("fill", {}), ("upload", {"value": "old.pdf"}), ("check", {"value": "false", "radio": True})],
)
def test_what_was_not_kept_cannot_be_taken_back(do: str, before: dict[str, Any]) -> None:
    assert isinstance(_undo(do, **before), Irreversible)


@pytest.mark.parametrize("do", sorted(_ACTIONS))
def test_every_action_has_an_answer_and_a_once_effect_only_its_compensation(do: str) -> None:
    assert isinstance(_undo(do, "once", value="x", url="http://x/"), Irreversible)
    assert _undo(do, "once", compensation="back") == Compensate(node="back")
    assert _undo(do, "none", value="x", url="http://x/") is not None


def test_effects_that_stay_are_told_before_the_run() -> None:
    undo = click("Delete", "once")
    nodes = [
        fill("Name", "x"),
        click("Save", "once", compensation="click-delete"),
        click("Send", "once"),
        {"id": "g", "type": "group", "label": "G", "atomic": True, "children": [click("Pay", "once")]},
        undo,
    ]
    found = cannot_be_undone(sop(nodes, ["x"]))
    assert [(problem.node, problem.severity) for problem in found] == [
        ("click-send", "warning"),
        ("click-pay", "warning"),
    ]
    assert "'g' is not 'all or nothing'" in found[1].message
    assert all(problem.mend for problem in found)
