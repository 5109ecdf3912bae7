"""Rules of inputs, secrets and questions: each breach is told, with its place and its mend."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sop.rules.sound import (
    NAME,
    PASSWORD,
    Breach,
    Json,
    action_at,
    check_breach,
    node_at,
    problems_in,
    set_output,
    sound,
    then,
)

BREACHES = [
    Breach(
        "secret with default",
        lambda d: d["variables"]["crm_password"].update(default="hunter2"),
        "secret-with-default",
        "variables.crm_password.default",
    ),
    Breach(
        "secret with example",
        lambda d: d["variables"]["crm_password"].update(example="hunter2"),
        "secret-with-example",
        "variables.crm_password.example",
    ),
    Breach(
        "secret as output",
        then(
            lambda d: d["variables"]["crm_password"].update(output=True),
            lambda d: set_output(d, "crm_password"),
        ),
        "secret-output",
        "variables.crm_password.output",
    ),
    Breach(
        "bad default",
        lambda d: d["variables"]["since"].update(default="5 January"),
        "bad-default",
        "variables.since.default",
        "should be a date such as 2026-03-31, but is '5 January'",
    ),
    Breach(
        "default of an output",
        then(
            lambda d: d["variables"].update(found={"output": True, "default": "none"}),
            lambda d: set_output(d, "found"),
        ),
        "output-default",
        "variables.found.default",
        severity="warning",
    ),
    Breach(
        "bad number",
        lambda d: d["variables"]["name"].update(type="number", default="many"),
        "bad-default",
        "variables.name.default",
    ),
    Breach(
        "bad example",
        lambda d: d["variables"]["since"].update(example="2026-02-30"),
        "bad-example",
        "variables.since.example",
        severity="warning",
    ),
    Breach(
        "password in the SOP",
        then(
            lambda d: action_at(d, PASSWORD).update(value="hunter2"),
            lambda d: action_at(d, NAME).update(value="{{name}}{{crm_password}}"),
        ),
        "password-in-clear",
        "nodes[1] 'password'.action.value",
    ),
    Breach(
        "password as the default of a secret",
        lambda d: action_at(d, PASSWORD).update(value="{{ crm_password | default('hunter2') }}"),
        "password-in-clear",
        "nodes[1] 'password'.action.value",
    ),
    Breach(
        "password in a variable that is not secret",
        lambda d: d["variables"]["crm_password"].update(secret=False),
        "password-in-clear",
        "nodes[1] 'password'.action.value",
    ),
    Breach(
        "secret typed into whatever has the focus",
        lambda d: node_at(d, PASSWORD).update(
            action={"do": "type", "text": "{{ crm_password }}"}, target=None
        ),
        "secret-in-focus",
        "nodes[1] 'password'.action.text",
        "whatever has the focus",
    ),
    Breach(
        "question about nowhere",
        lambda d: d["clarifications"][0].update(node="nome"),
        "unknown-node",
        "clarifications[0].node",
        "did you mean 'name'?",
    ),
    Breach(
        "question twice",
        lambda d: d["clarifications"].append({"id": "q1", "question": "Again?"}),
        "duplicate-id",
        "clarifications[1].id",
    ),
    Breach(
        "open question",
        lambda d: d["clarifications"][0].pop("answer"),
        "open-question",
        "clarifications[0]",
        "Which?",
        "warning",
    ),
    Breach(
        "bad schedule",
        lambda d: d["triggers"][0].update(schedule="daily"),
        "bad-schedule",
        "triggers[0].schedule",
    ),
]


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: breach.name)
def test_each_breach_is_told(breach: Breach) -> None:
    check_breach(breach)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda d: d["meta"].update(purpose="Sign in with hunter2."), "meta.purpose"),
        (lambda d: d["nodes"][1].update(label="Type hunter2"), "nodes[1] 'password'.label"),
        (lambda d: d["variables"]["name"].update(description="not hunter2"), "variables.name.description"),
    ],
)
def test_a_secret_value_in_the_text_is_told(change: Callable[[Json], None], place: str) -> None:
    document = sound()
    document["variables"]["crm_password"]["default"] = "hunter2"
    change(document)
    assert ("secret-in-text", place) in {(problem.code, problem.place) for problem in problems_in(document)}
