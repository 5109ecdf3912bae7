"""Rules of names: each breach is told, with its place and its mend."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import by_role
from tests.sop.rules.sound import (
    EACH,
    EXPORT,
    MORE,
    NAME,
    PASSWORD,
    UNDO,
    Breach,
    Json,
    action_at,
    check_breach,
    node_at,
    set_output,
    then,
    use_name,
)


def _read(document: Json, into: str, shape: str, type: str, **more: Any) -> None:
    field = {"name": "email", "target": by_role("cell", "E-mail")}
    node_at(document, NAME).clear()
    node_at(document, NAME).update(
        {
            "type": "extract",
            "id": "name",
            "label": "N",
            "into": into,
            "shape": shape,
            "fields": [field],
            **more,
        }
    )
    document["variables"][into] = {"type": type, "output": True}
    use_name(document)


def _read_a_record(document: Json) -> None:
    _read(document, "person", "record", "record")


def _read_records(document: Json) -> None:
    """The list that the loop goes over is read, and the loop's check uses a field that it has."""
    _read(document, "names", "records", "list", each=by_role("row", "any"))
    check = node_at(document, EACH)["children"][0]
    check.update(
        question="{{ person.email }}", check={"yes": {"kind": "text", "matches": "{{ person.email }}"}}
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
        "loop over what is no list",
        lambda d: d["variables"]["names"].update(type="text"),
        "loop-over-no-list",
        "nodes[2] 'each'.variable",
        "goes through 'names', which is not a list",
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
        "unknown filter",
        then(lambda d: action_at(d, NAME).update(value="{{ name | uper }}"), use_name),
        "broken-template",
        "nodes[0] 'name'.action.value",
        "'uper', at character 11 of '{{ name | uper }}', is not a filter; did you mean 'upper'?",
    ),
    Breach(
        "wrong argument of a filter",
        then(lambda d: action_at(d, NAME).update(value="{{ name | replace('a') }}"), use_name),
        "broken-template",
        "nodes[0] 'name'.action.value",
        "The filter 'replace' takes 2 arguments, and has 1, at character 11",
    ),
    Breach(
        "pattern that is none",
        then(lambda d: action_at(d, NAME).update(value="{{ name | regex('(a') }}"), use_name),
        "broken-template",
        "nodes[0] 'name'.action.value",
        "it does not close a group",
    ),
    Breach(
        "date's format that is none",
        then(lambda d: action_at(d, NAME).update(value="{{ name | date('%d.%Q.%Y') }}"), use_name),
        "broken-template",
        "nodes[0] 'name'.action.value",
        "does not know '%Q' in a date's format",
    ),
    Breach(
        "undefined in the argument of a filter",
        lambda d: action_at(d, NAME).update(value="{{ name | default(nmae) }}"),
        "undefined-variable",
        "nodes[0] 'name'.action.value",
        "the variable 'nmae' is not declared; did you mean 'name'?",
    ),
    Breach(
        "unknown part of what the run has by itself",
        lambda d: action_at(d, NAME).update(value="{{ name }} {{ run.tody }}"),
        "undefined-variable",
        "nodes[0] 'name'.action.value",
        "'run' has no 'tody'; did you mean 'today'?",
    ),
    Breach(
        "variable with the run's name",
        then(
            lambda d: d["variables"].update(run={}),
            lambda d: action_at(d, NAME).update(value="{{ name }} {{ run }}"),
        ),
        "bad-name",
        "variables.run",
    ),
    Breach(
        "secret filtered by a variable",
        lambda d: action_at(d, PASSWORD).update(value="{{ crm_password | replace(name, '') }}"),
        "filtered-secret",
        "nodes[1] 'password'.action.value",
    ),
    Breach(
        "secret as the argument of a filter",
        lambda d: action_at(d, NAME).update(value="{{ name | default(crm_password) }}"),
        "filtered-secret",
        "nodes[0] 'name'.action.value",
    ),
    Breach(
        "record into a text",
        then(_read_a_record, lambda d: d["variables"]["person"].pop("type")),
        "wrong-container",
        "nodes[0] 'name'.into",
        '"type": "record"',
    ),
    Breach(
        "unknown field of a record that was read",
        then(_read_a_record, lambda d: node_at(d, MORE).update(question="{{ name }} {{ person.emial }}")),
        "undefined-variable",
        "nodes[5] 'more'.question",
        "'person' has no 'emial'; did you mean 'email'?",
    ),
    Breach(
        "unknown field of an item of a list that was read",
        then(_read_records, lambda d: node_at(d, EACH)["children"][0].update(question="{{ person.name }}")),
        "undefined-variable",
        "nodes[2] 'each'.children[0] 'is-new'.question",
        "'person' has no 'name'",
    ),
    Breach(
        "number of an item outside of its loop",
        lambda d: node_at(d, MORE).update(question="{{ person_number }}"),
        "undefined-variable",
        "nodes[5] 'more'.question",
    ),
    Breach(
        "field whose name cannot be written",
        then(_read_a_record, lambda d: node_at(d, NAME)["fields"][0].update(name="e mail")),
        "bad-name",
        "nodes[0] 'name'.fields[0].name",
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
    Breach(
        "counted from nothing",
        then(
            lambda d: d["variables"].update(added={"type": "number", "output": True}),
            lambda d: node_at(d, UNDO).update(
                action={"do": "set", "name": "added", "value": "{{ added | plus(1) }}"}
            ),
        ),
        "counted-from-nothing",
        "nodes[6] 'undo'.action.value",
    ),
]


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: breach.name)
def test_each_breach_is_told(breach: Breach) -> None:
    check_breach(breach)
