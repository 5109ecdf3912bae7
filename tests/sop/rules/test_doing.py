"""Rules of what nodes do: each breach is told, with its place and its mend."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop.document import Sop
from handrail.sop.node import Loop
from handrail.sop.validate import problems
from tests.builders import by_role
from tests.sop.rules.sound import (
    EACH,
    GROUP,
    NAME,
    UNDO,
    Breach,
    Json,
    check_breach,
    node_at,
    problems_in,
    sound,
    then,
    use_name,
)


def _read(document: Json, **fields: Any) -> None:
    document["nodes"][NAME] = {"type": "extract", "id": "name", "label": "Read", "into": "report", **fields}


def _field(name: str) -> Json:
    return {"name": name, "target": by_role("heading", name)}


BREACHES = [
    Breach(
        "click without target",
        lambda d: node_at(d, UNDO).pop("target"),
        "no-target",
        "nodes[6] 'undo'.action",
        "'click' needs a target",
    ),
    Breach(
        "skill without target",
        then(
            lambda d: node_at(d, NAME).update(action={"do": "reload"}, skills=[{"do": "hover"}], target=None),
            use_name,
        ),
        "no-target",
        "nodes[0] 'name'.skills[0]",
    ),
    Breach(
        "a box that is ticked perhaps",
        then(
            lambda d: node_at(d, NAME).update(
                action={"do": "check", "on": "maybe"}, target=by_role("checkbox", "VIP")
            ),
            use_name,
        ),
        "no-truth-value",
        "nodes[0] 'name'.action.on",
    ),
    Breach(
        "condition without target",
        lambda d: node_at(d, GROUP).update(done_when=[{"kind": "element", "state": "visible"}]),
        "no-target",
        "nodes[3] 'g'.done_when[0].target",
    ),
    Breach(
        "value condition without target",
        lambda d: node_at(d, GROUP).update(
            done_when=[{"kind": "not", "condition": {"kind": "value", "equals": "x"}}]
        ),
        "no-target",
        "nodes[3] 'g'.done_when[0].condition.target",
    ),
    Breach(
        "target without locators",
        lambda d: node_at(d, UNDO)["target"].update(locators=[]),
        "no-locators",
        "nodes[6] 'undo'.target.locators",
    ),
    Breach(
        "frame without locators",
        lambda d: node_at(d, UNDO)["target"].update(frame=[{"locators": []}]),
        "no-locators",
        "nodes[6] 'undo'.target.frame[0].locators",
    ),
    Breach(
        "condition's target without locators",
        lambda d: node_at(d, UNDO).update(
            done_when=[{"kind": "text", "contains": "x", "target": {"role": "alert"}}]
        ),
        "no-locators",
        "nodes[6] 'undo'.done_when[0].target.locators",
    ),
    *[
        Breach(
            f"empty {condition['kind']}",
            lambda d, condition=condition: node_at(d, UNDO).update(done_when=[condition]),  # type: ignore[misc]
            "empty-condition",
            "nodes[6] 'undo'.done_when[0]",
        )
        for condition in (
            {"kind": "text"},
            {"kind": "url"},
            {"kind": "title"},
            {"kind": "all", "of": []},
            {"kind": "any", "of": []},
        )
    ],
    Breach(
        "wait for nothing",
        lambda d: node_at(d, UNDO).update(action={"do": "wait"}),
        "wait-for-nothing",
        "nodes[6] 'undo'.done_when",
    ),
    Breach(
        "once, unverified",
        lambda d: node_at(d, UNDO).update(effect="once"),
        "once-unverified",
        "nodes[6] 'undo'.done_when",
        severity="warning",
    ),
    Breach(
        "loop over no variable",
        then(lambda d: node_at(d, EACH).pop("variable"), lambda d: d["variables"].pop("names")),
        "incomplete-loop",
        "nodes[2] 'each'.variable",
    ),
    Breach(
        "loop over no elements",
        lambda d: node_at(d, EACH).update(over="elements"),
        "incomplete-loop",
        "nodes[2] 'each'.elements",
    ),
    Breach(
        "loop while nothing",
        lambda d: node_at(d, EACH).update(over="while"),
        "incomplete-loop",
        "nodes[2] 'each'.condition",
    ),
    Breach(
        "nothing to read",
        then(lambda d: _read(d), use_name),
        "nothing-to-read",
        "nodes[0] 'name'.fields",
    ),
    Breach(
        "records of nothing",
        then(
            lambda d: _read(d, shape="records", fields=[{"name": "n", "target": by_role("cell", "N")}]),
            lambda d: d["variables"]["report"].update(type="list"),
            use_name,
        ),
        "nothing-to-read",
        "nodes[0] 'name'.each",
    ),
    Breach(
        "a list that a model is to read",
        then(
            lambda d: _read(d, by="model", shape="records", fields=[_field("a")]),
            lambda d: d["variables"]["report"].update(type="list"),
            use_name,
        ),
        "not-by-model",
        "nodes[0] 'name'.shape",
    ),
    Breach(
        "two values where one is read",
        then(lambda d: _read(d, fields=[_field("a"), _field("b")]), use_name),
        "too-many-fields",
        "nodes[0] 'name'.fields",
    ),
    Breach(
        "a field twice",
        then(
            lambda d: _read(d, shape="record", fields=[_field("a"), _field("a")]),
            lambda d: d["variables"]["report"].update(type="record"),
            use_name,
        ),
        "duplicate-field",
        "nodes[0] 'name'.fields[1].name",
    ),
    Breach(
        "a decimal mark that is none",
        then(lambda d: _read(d, fields=[{**_field("a"), "type": "number", "format": ";"}]), use_name),
        "bad-format",
        "nodes[0] 'name'.fields[0].format",
        "no decimal mark",
    ),
    Breach(
        "a date's form without its year",
        then(lambda d: _read(d, fields=[{**_field("a"), "type": "date", "format": "%d.%m."}]), use_name),
        "bad-format",
        "nodes[0] 'name'.fields[0].format",
        "needs day, month and year",
    ),
    Breach(
        "a next page of a variable's items",
        lambda d: node_at(d, EACH).update(next=by_role("link", "Next")),
        "not-a-list",
        "nodes[2] 'each'.next",
    ),
    Breach(
        "a next page of one value",
        then(lambda d: _read(d, fields=[_field("a")], next=by_role("link", "Next")), use_name),
        "not-a-list",
        "nodes[0] 'name'.next",
    ),
    Breach(
        "elements' fields of a variable's items",
        lambda d: node_at(d, EACH).update(fields=[_field("a")]),
        "fields-of-nothing",
        "nodes[2] 'each'.fields",
    ),
    Breach(
        "a key that is no field",
        lambda d: node_at(d, EACH).update(key="mail"),
        "unknown-field",
        "nodes[2] 'each'.key",
    ),
    Breach(
        "broken pattern",
        lambda d: node_at(d, UNDO).update(done_when=[{"kind": "url", "matches": "/(contacts"}]),
        "bad-pattern",
        "nodes[6] 'undo'.done_when[0].matches",
        "the pattern '/(contacts' is broken",
    ),
    Breach(
        "pattern that browsers do not know",
        lambda d: node_at(d, UNDO).update(done_when=[{"kind": "text", "matches": "(?i)saved"}]),
        "bad-pattern",
        "nodes[6] 'undo'.done_when[0].matches",
        "'(?i)'",
    ),
    Breach(
        "broken pattern for a variable",
        lambda d: node_at(d, UNDO).update(
            done_when=[{"kind": "variable", "name": "name", "comparison": "matches", "value": "["}]
        ),
        "bad-pattern",
        "nodes[6] 'undo'.done_when[0].value",
    ),
    Breach(
        "pattern for a file that only browsers know",
        lambda d: node_at(d, UNDO).update(done_when=[{"kind": "file", "name": "*.csv", "matches": "a(?=b)"}]),
        "bad-pattern",
        "nodes[6] 'undo'.done_when[0].matches",
    ),
]


def test_a_pattern_for_a_file_is_of_the_language_that_files_are_read_with() -> None:
    document = sound()
    node_at(document, UNDO).update(done_when=[{"kind": "file", "name": "*.csv", "matches": "(?i)^ada;"}])
    assert [problem.code for problem in problems_in(document)].count("bad-pattern") == 0


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: breach.name)
def test_each_breach_is_told(breach: Breach) -> None:
    check_breach(breach)


def test_a_loop_without_a_bound_is_told_although_no_file_can_hold_one() -> None:
    sop = Sop.model_validate(sound())
    loop = sop.nodes[EACH]
    assert isinstance(loop, Loop)
    nodes = tuple(loop.model_copy(update={"bound": 0}) if node is loop else node for node in sop.nodes)
    assert [p.code for p in problems(sop.model_copy(update={"nodes": nodes}))] == ["unbounded-loop"]


def test_patterns_of_browsers_are_not_judged_by_pythons_spelling() -> None:
    document = sound()
    node_at(document, UNDO)["done_when"] = [{"kind": "text", "matches": r"(?<year>\d{4}) \p{Lu}+ (?<=x)y"}]
    assert problems_in(document) == ()
