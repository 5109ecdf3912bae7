"""Rules of requests and of what second channels read: each breach is told, with its place and its mend."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop.document import Sop
from handrail.sop.validate import problems
from tests.sop.rules.sound import GROUP, UNDO, Breach, Change, Json, check_breach, node_at, sound, then

_URL = "https://crm.example.com/api"
_QUERY = "SELECT stage FROM contacts WHERE email = :email"


def _condition(**fields: Any) -> Change:
    return lambda d: node_at(d, GROUP).update(done_when=[fields])


def _sql(**fields: Any) -> Change:
    given = {
        "database": "crm_db",
        "query": _QUERY,
        "parameters": {"email": "{{ name }}"},
        "count": 1,
        **fields,
    }
    return _condition(kind="sql", **given)


def _request(**fields: Any) -> Change:
    return lambda d: node_at(d, UNDO).update(
        action={"do": "request", "url": _URL, **fields}, effect="repeatable"
    )


_GROUP = "nodes[3] 'g'.done_when[0]"
_UNDO = "nodes[6] 'undo'"

BREACHES = [
    Breach("body and form", _request(body="x", form={"a": "b"}), "two-bodies", f"{_UNDO}.action.form"),
    Breach(
        "a post without effect",
        lambda d: node_at(d, UNDO).update(
            action={"do": "request", "url": _URL, "method": "POST"}, effect="none"
        ),
        "effect-of-request",
        f"{_UNDO}.effect",
        "sent again",
        severity="warning",
    ),
    Breach(
        "a path with a hole",
        _condition(kind="http", url=_URL, fields={"a..b": "1"}),
        "bad-path",
        f"{_GROUP}.fields.a..b",
        "a name is missing",
    ),
    Breach(
        "a path behind a count",
        _condition(kind="http", url=_URL, fields={"a.#.b": "1"}),
        "bad-path",
        f"{_GROUP}.fields.a.#.b",
    ),
    Breach("a query that writes", _sql(query="DELETE FROM contacts"), "bad-query", f"{_GROUP}.query"),
    Breach("a query with a template", _sql(query="SELECT '{{ name }}'"), "bad-query", f"{_GROUP}.query"),
    Breach("a parameter without value", _sql(parameters={}), "bad-query", f"{_GROUP}.parameters", "':email'"),
    Breach(
        "a parameter too many",
        _sql(parameters={"email": "x", "more": "y"}),
        "bad-query",
        f"{_GROUP}.parameters.more",
    ),
    Breach("a query for nothing", _sql(count=None), "empty-condition", _GROUP),
    Breach("an address in place of a secret", _sql(database="sqlite:///x"), "bad-name", f"{_GROUP}.database"),
    Breach("any mail", _condition(kind="mail", mailbox="box"), "empty-condition", _GROUP, "any mail"),
    Breach("a file elsewhere", _condition(kind="file", name="../x"), "bad-name", f"{_GROUP}.name"),
    Breach(
        "a secret from an answer",
        _request(into={"crm_password": "token"}),
        "secret-output",
        f"{_UNDO}.action.into.crm_password",
    ),
    Breach(
        "a variable that is not there",
        _request(into={"nowhere": "token"}),
        "undefined-variable",
        f"{_UNDO}.action.into.nowhere",
    ),
    Breach(
        "an address outside",
        _condition(kind="http", url="https://evil.test/"),
        "outside-domains",
        f"{_GROUP}.url",
    ),
]


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: breach.name)
def test_each_breach_is_told(breach: Breach) -> None:
    check_breach(breach)


@pytest.mark.parametrize(
    "change",
    [
        _request(body={"name": "{{ name }}", "tags": ["a", "{{ name }}"], "vip": True, "rating": 3}),
        _request(method="DELETE", headers={"Authorization": "Bearer {{ secret:token }}"}),
        then(_sql(), lambda d: d["variables"].update(crm_db={"secret": True})),
        _sql(count=None, row={"stage": "Lead"}),
        _condition(kind="http", url=_URL, fields={"": "1", "contacts.0.e\\.mail": "x", "contacts.#": "1"}),
        _condition(kind="mail", mailbox="box", sender="a"),
        _condition(kind="file", name="*.csv", rows=3),
    ],
)
def test_what_is_right_is_let_pass(change: Change) -> None:
    document = sound()
    change(document)
    assert [str(problem) for problem in problems(Sop.model_validate(document))] == []


def test_names_inside_a_json_body_are_checked_too() -> None:
    document: Json = sound()
    _request(body={"people": [{"name": "{{ nmae }}"}]})(document)
    (problem,) = problems(Sop.model_validate(document))
    assert problem.code == "undefined-variable"
    assert problem.place == "nodes[6] 'undo'.action.body.people[0].name"
