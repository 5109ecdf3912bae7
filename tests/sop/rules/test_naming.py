"""Rules of names: each breach is told, with its place and its mend."""

from __future__ import annotations

import pytest

from tests.sop.rules.sound import (
    EACH,
    EXPORT,
    NAME,
    UNDO,
    Breach,
    action_at,
    check_breach,
    node_at,
    set_output,
    then,
    use_name,
)

BREACHES = [
    Breach(
        "undefined in an action",
        lambda d: action_at(d, NAME).update(value="{{ name }} {{ nmae }}"),
        "undefined-variable",
        "nodes[0] 'name'.action.value",
        "the variable 'nmae' is not declared; did you mean 'name'?",
    ),
    Breach(
        "undefined in a locator",
        lambda d: node_at(d, UNDO)["target"]["locators"][0].update(name="{{ zzz }}"),
        "undefined-variable",
        "nodes[6] 'undo'.target.locators[0].name",
    ),
    Breach(
        "undefined in a condition in a container",
        lambda d: d["nodes"][EACH]["children"][1].update(done_when=[{"kind": "url", "path": "/{{ zzz }}"}]),
        "undefined-variable",
        "nodes[2] 'each'.children[1] 'add'.done_when[0].path",
    ),
    Breach(
        "undefined in a start page",
        lambda d: d["environment"]["start"][0].update(url="https://app.example.com/{{ zzz }}"),
        "undefined-variable",
        "environment.start[0].url",
    ),
    Breach(
        "item outside its loop",
        lambda d: action_at(d, NAME).update(value="{{ name }} {{ person.name }}"),
        "undefined-variable",
        "nodes[0] 'name'.action.value",
        "'person.name'",
    ),
    Breach(
        "field of a variable that is no item",
        lambda d: action_at(d, NAME).update(value="{{ name }} {{ name.first }}"),
        "undefined-variable",
        "nodes[0] 'name'.action.value",
    ),
    Breach(
        "undefined in a variable condition",
        lambda d: node_at(d, UNDO).update(
            done_when=[{"kind": "variable", "name": "nam", "comparison": "set"}]
        ),
        "undefined-variable",
        "nodes[6] 'undo'.done_when[0].name",
        "did you mean 'name'?",
    ),
    Breach(
        "loop over an undefined variable",
        then(
            lambda d: node_at(d, EACH).update(variable="namess"),
            lambda d: action_at(d, NAME).update(value="{{ name }}{{ names }}"),
        ),
        "undefined-variable",
        "nodes[2] 'each'.variable",
    ),
    Breach(
        "value into an undefined variable",
        then(lambda d: action_at(d, EXPORT).update(into="raport"), lambda d: d["variables"].pop("report")),
        "undefined-variable",
        "nodes[4] 'export'.action.into",
        '"raport": {"output": true}',
    ),
    Breach(
        "broken template",
        then(lambda d: action_at(d, NAME).update(value="{{ name }} {{ name"), use_name),
        "broken-template",
        "nodes[0] 'name'.action.value",
        "character 12",
    ),
    Breach(
        "not a secret",
        lambda d: action_at(d, NAME).update(value="{{ secret:name }}"),
        "not-a-secret",
        "nodes[0] 'name'.action.value",
    ),
    Breach(
        "bad name",
        then(
            lambda d: d["variables"].update({"first name": {"output": True}}),
            lambda d: set_output(d, "first name"),
        ),
        "bad-name",
        "variables.first name",
    ),
    Breach(
        "unused variable",
        lambda d: d["variables"].update(extra={}),
        "unused-variable",
        "variables.extra",
        severity="warning",
    ),
    Breach(
        "overwritten input",
        lambda d: node_at(d, UNDO).update(action={"do": "copy", "into": "name"}),
        "overwritten-input",
        "nodes[6] 'undo'.action.into",
        severity="warning",
    ),
    Breach(
        "output never set",
        lambda d: d["variables"].update(total={"output": True}),
        "output-never-set",
        "variables.total",
    ),
]


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: breach.name)
def test_each_breach_is_told(breach: Breach) -> None:
    check_breach(breach)
