"""What the body of a request calls, and what the gate makes of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from handrail.errors import Blocked
from handrail.policy import Gate
from handrail.policy.categories.categorising import categorise
from handrail.policy.deeds.deed import Deed
from handrail.policy.deeds.operations import (
    is_told_within,
    meant_method,
    only_queries,
    only_reading_calls,
    operation_of,
    operations,
    says_failed,
)
from tests.policy.builders import HOST, button, proposal
from tests.policy.judging.test_decision import policy

MUTATION = """
mutation Change($id: ID! = "{a}", $text: String) @live {  # deleteComment
  ok: deleteUser(id: $id, in: {a: {b: [1]}}, why: "} purge {", more: \"\"\" } wipe \"\"\") @on(y: 1) {
    id dropTable { x }
  }
  ...Parts
  ... on Mutation @include(if: true) { payInvoice { id } }
}
fragment Parts on Mutation { restartServer { id } }
"""
XML_RPC = "<?xml version='1.0'?><methodCall><methodName>user.delete</methodName></methodCall>"
SOAP = "<s:Envelope><s:Header/><s:Body><a:DeleteUser xmlns:a='x'><id>3</id></a:DeleteUser></s:Body>"
WITH_FILES = "\r\n".join(
    (
        "--X",
        'Content-Disposition: form-data; name="operations"',
        "",
        '{"query":"mutation { deleteAll }"}',
        "--X--",
    )
)


@pytest.mark.parametrize(
    ("body", "called"),
    [
        ({"query": "mutation { deleteAccount }"}, ["deleteAccount"]),
        ({"query": MUTATION}, ["deleteUser", "restartServer", "payInvoice"]),
        ({"query": "query { deletedUsers { deleteAll } }"}, []),
        ({"query": "{ deleteAll }"}, []),
        ({"query": "query A { a } mutation B { deleteAll }", "operationName": "A"}, []),
        ({"query": "query A { a } mutation B { deleteAll }", "operationName": "C"}, ["deleteAll"]),
        ([{"query": "{ a }"}, {"query": "mutation { b }"}], ["b"]),
        ({"operationName": "DeleteUser", "extensions": {"persistedQuery": {}}}, ["DeleteUser"]),
        ({"operationName": "DeleteDialogQuery", "extensions": {}}, []),
        ({"jsonrpc": "2.0", "method": "delete_user", "params": {"id": 3}}, ["delete_user"]),
        ({"method": "call", "params": {"model": "res.partner", "method": "unlink"}}, ["unlink"]),
        ([{"method": "get_user"}, {"method": "user.delete"}], ["user.delete"]),
        (
            {"requests": [{"method": "DELETE", "url": "/users/3?a=b"}, {"method": "GET", "url": "/"}]},
            ["DELETE /users/3"],
        ),
        ([{"op": "remove", "path": "/emails/0"}], []),
        ({"action": "delete", "ids": [3]}, ["delete"]),
        ({"query": "delete account"}, []),
        ("action=delete-post&id=4", ["delete-post"]),
        ("query=mutation%7BdeleteAll%7D", ["deleteAll"]),
        ("mutation { deleteAll }", ["deleteAll"]),
        (WITH_FILES, ["deleteAll"]),
        (XML_RPC, ["user.delete"]),
        (SOAP, ["DeleteUser"]),
        ({"title": "Delete", "text": "mutation { deleteAll }"}, []),
        ("title=Delete", []),
        ("[" * 100_000, []),
        ('{"query": "mutation {', []),
        ({"query": "mutation { a("}, ["a"]),
        ("", []),
    ],
)
def test_what_a_body_calls(body: Any, called: list[str]) -> None:
    found = operations(body if isinstance(body, str) else json.dumps(body))
    assert [one.words for one in found] == called
    assert [operation_of(one.words) for one in found] == [*found]


@pytest.mark.parametrize("called", ["deleteAccount", "payInvoice", "restartServer"])
def test_a_script_may_not_call_what_nobody_granted(called: str) -> None:
    body = json.dumps({"query": f"mutation {{ {called} }}"})
    gate = Gate(policy())
    pressed = proposal(button("Go on"), named=True)
    ticket = gate.admit(pressed, gate.judge(pressed))
    with pytest.raises(Blocked, match=f"it calls '{called}'"):
        ticket.check_request("POST", f"https://{HOST}/graphql", body)


@pytest.mark.parametrize(
    ("called", "granted"),
    [
        ("updateContact", ()),
        ("deleteSession", ()),
        ("deleteAccount", ("destructive",)),
        ("cancelOrder", ("financial",)),
    ],
)
def test_a_script_may_call_what_is_harmless_or_granted(called: str, granted: tuple[Any, ...]) -> None:
    gate = Gate(policy())
    pressed = proposal(button("Go on"), named=True, granted=granted)
    ticket = gate.admit(pressed, gate.judge(pressed))
    ticket.check_request("POST", f"https://{HOST}/graphql", f"mutation {{ {called} }}")
    ticket.check_request("POST", f"https://{HOST}/graphql", "query { deletedUsers { id } }")


def test_a_step_that_asks_by_http_is_judged_by_what_it_calls() -> None:
    body = json.dumps({"query": "mutation { deleteAccount }"})
    deed = Deed(kind="request", method="POST", url=f"https://{HOST}/graphql", values=(body,))
    assert [sign.category for sign in categorise(deed)] == ["destructive"]


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"X-HTTP-Method-Override": "DELETE"}, ""),
        ({}, "id=3&_method=delete"),
        ({}, '{"id": 3, "_method": "DELETE"}'),
        ({}, '--X\r\nContent-Disposition: form-data; name="_method"\r\n\r\ndelete\r\n--X--'),
    ],
    ids=["header", "form", "JSON", "multipart"],
)
def test_a_method_that_is_sent_as_another_is_the_one_that_is_meant(
    headers: dict[str, str], body: str
) -> None:
    assert meant_method("POST", headers, body) == "delete"
    assert meant_method("POST", {"Accept": "*/*"}, "the_method=delete") == "post"


@pytest.mark.parametrize(
    ("body", "asks"),
    [
        ({"query": "{ notes { id } }"}, True),
        ([{"query": "query A { a }"}, {"query": "query B($x: ID) { b(x: $x) }"}], True),
        ({"query": "query A { a } mutation B { b }", "operationName": "A"}, True),
        ({"query": "query A { a } mutation B { b }", "operationName": "B"}, False),
        ({"query": "query A { a } mutation B { b }"}, False),
        ([{"query": "{ a }"}, {"method": "save"}], False),
        ({"query": "harbour"}, False),
        ({"operationName": "Notes", "extensions": {"persistedQuery": {"sha256Hash": "ab"}}}, False),
        ([], False),
    ],
)
def test_a_query_of_graphql_only_asks(body: Any, asks: bool) -> None:
    assert only_queries(json.dumps(body)) is asks


@pytest.mark.parametrize(
    ("called", "reads"),
    [
        ("model.party.party.search_count", True),
        ("model.party.party.read", True),
        ("model.party.party.default_get", True),
        ("model.party.party.on_change_name", True),
        ("listIcons", True),
        ("model.party.party.write", False),
        ("model.search.delete", False),
        ("model.party.party.resources", False),
        ("party.get_or_create", False),
        ("load", False),
        ("check_in", False),
    ],
)
def test_a_call_that_is_named_after_reading_only_asks(called: str, reads: bool) -> None:
    call = {"id": 1, "method": called, "params": [[], {}]}
    assert only_reading_calls(json.dumps(call)) is reads
    assert only_reading_calls(json.dumps([call, {**call, "method": "model.party.read"}])) is reads
    assert not only_reading_calls(json.dumps([call, {**call, "method": "model.party.write"}]))
    within = {"jsonrpc": "2.0", "method": "call", "params": {"model": "party", "method": called}}
    assert only_reading_calls(json.dumps(within)) is reads


@pytest.mark.parametrize(
    "body",
    [
        {"method": "lookup", "amount": 5},
        {"method": "lookup", "params": [1]},
        {"id": 1, "method": "lookup", "params": {"method": "pay"}},
        {"id": 1, "method": "get", "url": "/users/3", "params": {}},
        {"id": 1, "params": []},
        [],
        "search",
    ],
)
def test_what_is_no_call_of_a_method_may_do_more(body: Any) -> None:
    assert not only_reading_calls(json.dumps(body))


def test_the_method_that_an_object_is_called_by_says_whether_it_reads() -> None:
    assert operations('{"id": 1, "method": "model.party.search", "params": []}') == ()
    for called in ("model.party.delete", "guest.check_in", "gift_card.load", "user.get_or_create"):
        assert [one.name for one in operations(json.dumps({"id": 1, "method": called, "params": []}))] == [
            called
        ]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"id": 1, "method": "order.quote", "params": [1]}, True),
        ([{"jsonrpc": "2.0", "method": "call", "params": {}}], True),
        ({"query": "mutation { pay }"}, True),
        ({"operationName": "Pay", "extensions": {}}, True),
        ({"method": "card", "amount": 5}, False),
        ({"query": "harbour"}, False),
        ("order", False),
    ],
)
def test_answers_to_calls_tell_within_themselves_whether_they_failed(body: Any, told: bool) -> None:
    assert is_told_within(json.dumps(body)) is told


@pytest.mark.parametrize(
    ("answer", "failed"),
    [
        ({"id": 1, "error": ["UserError", "No city"]}, True),
        ({"jsonrpc": "2.0", "error": {"code": -32000}}, True),
        ({"data": None, "errors": [{"message": "no"}]}, True),
        ([{"id": 1, "result": 1}, {"id": 2, "error": {"code": 1}}], True),
        ({"id": 1, "result": {"error": "none"}, "error": None}, False),
        ({"data": {"pay": {"errors": []}}, "errors": []}, False),
        ("error", False),
    ],
)
def test_an_answer_to_a_call_says_that_it_failed(answer: Any, failed: bool) -> None:
    assert says_failed(json.dumps(answer)) is failed
    assert not says_failed("<html>error</html>")
