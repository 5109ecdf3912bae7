"""The HTTP API without a worker: tokens, roles, isolation, errors, and the same verbs as the terminal's."""

from __future__ import annotations

import json
import stat
import sys

import httpx
import pytest

from .conftest import Served

ASKED = {"sop": "plain", "inputs": {"name": "Zoë"}}


def begin(client: httpx.Client, **more: object) -> str:
    answer = client.post("/api/sessions", json={**ASKED, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["session"])


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic x"}])
@pytest.mark.parametrize("path", ["/api/me", "/api/sessions", "/api/sops", "/api/sessions/x/events"])
def test_nothing_is_told_without_a_token(idle: Served, headers: dict[str, str], path: str) -> None:
    answer = httpx.get(idle.url + path, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"


def test_health_needs_no_token(idle: Served) -> None:
    assert httpx.get(idle.url + "/healthz").json()["status"] == "ok"
    assert httpx.get(idle.url + "/readyz").status_code == 200


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_the_first_token_is_its_owners_alone(idle: Served) -> None:
    assert stat.S_IMODE((idle.home / "token").stat().st_mode) == 0o600
    with idle.client("viewer"):
        others = idle.home / "tokens.json"
        assert stat.S_IMODE(others.stat().st_mode) == 0o600


def test_the_description_lists_every_verb(idle: Served) -> None:
    paths = httpx.get(idle.url + "/openapi.json").json()["paths"]
    one = "/api/sessions/{session}"
    verbs = {f"{one}/{verb}" for verb in ("pause", "resume", "stop", "answer", "hand-off", "events")}
    assert verbs | {one, "/api/sessions", "/api/sops", "/api/templates", "/healthz", "/readyz"} <= set(paths)


def test_what_generators_of_clients_call_a_choice_is_the_name_of_nothing_else(idle: Served) -> None:
    """They call the choices of `Dialog.answer` `DialogAnswer`, and leave out what is there twice."""
    schemas = httpx.get(idle.url + "/openapi.json").json()["components"]["schemas"]
    choices = {
        name + "".join(word.capitalize() for word in field.split("_"))
        for name, schema in schemas.items()
        for field, value in schema.get("properties", {}).items()
        if "enum" in value
    }
    assert not choices & set(schemas)


def test_the_shelf_lists_what_can_be_started(idle: Served) -> None:
    with idle.client() as client:
        lines = client.get("/api/sops").json()
    assert [(line["id"], list(line["variables"])) for line in lines] == [
        ("asking", ["name"]),
        ("plain", ["name"]),
    ]


def test_a_session_is_queued_paused_resumed_and_stopped(idle: Served) -> None:
    with idle.client("operator") as client:
        session = begin(client, priority=3)
        assert client.get(f"/api/sessions/{session}").json()["state"] == "queued"
        assert client.post(f"/api/sessions/{session}/pause").json()["state"] == "paused"
        assert client.post(f"/api/sessions/{session}/resume").json()["state"] == "queued"
        stopped = client.post(f"/api/sessions/{session}/stop", json={"why": "Not needed."})
        assert stopped.json()["state"] == "ended"
        summary = client.get(f"/api/sessions/{session}").json()["summary"]
        assert (summary["outcome"], summary["error"]) == ("cancelled", "Not needed.")
        over = client.post(f"/api/sessions/{session}/stop")
        assert over.status_code == 409
        assert "is over" in over.json()["error"]["message"]


def test_what_is_wrong_with_a_start_is_told(idle: Served) -> None:
    with idle.client("operator") as client:
        missing = client.post("/api/sessions", json={"sop": "plain"})
        assert missing.status_code == 422
        fault = missing.json()["error"]
        assert "'name' is not given" in fault["message"]
        # Whoever sends a request gives no options of a command.
        assert fault["mend"] == "Send a value for each of them."
        for wanted in ({"sop": "../../etc/passwd"}, {"template": "none"}):
            unknown = client.post("/api/sessions", json=wanted)
            assert (unknown.status_code, unknown.json()["error"]["place"]) == (404, None)
        assert client.post("/api/sessions", json={}).status_code == 422
        assert client.post("/api/sessions", json={**ASKED, "headless": True}).status_code == 422


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/sessions", {"sop": ["s3cr3t"], "inputs": "s3cr3t", "priority": "s3cr3t"}),
        ("/api/approvals/x/answer", {"choice": "s3cr3t"}),
        ("/api/sessions", "{'s3cr3t'"),
    ],
)
def test_what_does_not_fit_is_refused_without_repeating_it(idle: Served, path: str, body: object) -> None:
    """Somebody may have written a secret into the wrong field, and answers end up in logs."""
    with idle.client() as admin:
        content = body if isinstance(body, str) else json.dumps(body)
        refused = admin.post(path, content=content, headers={"Content-Type": "application/json"})
    assert refused.status_code == 422
    assert all(set(fault) == {"loc", "msg", "type"} for fault in refused.json()["detail"])
    assert "s3cr3t" not in refused.text


def test_sessions_are_their_owners_and_the_administrators(idle: Served) -> None:
    with idle.client("operator", user="ana") as ana, idle.client("operator", "approver", user="ben") as ben:
        session = begin(ana)
        assert session in [line["session"] for line in ana.get("/api/sessions").json()]
        assert ben.get("/api/sessions").json() == []
        for verb in ("pause", "resume", "stop"):
            assert ben.post(f"/api/sessions/{session}/{verb}").status_code == 404
        assert ben.post(f"/api/sessions/{session}/answer", json={"text": "yes"}).status_code == 404
        assert ben.get(f"/api/sessions/{session}").status_code == 404
        assert ben.get(f"/api/sessions/{session}/events").status_code == 404
        assert ben.get("/api/sessions/last").status_code == 404
        with idle.client() as admin:
            assert admin.get(f"/api/sessions/{session}").json()["owner"] == "ana"
        handed = ana.post(f"/api/sessions/{session}/hand-off", json={"to": "ben", "why": "Holiday."})
        assert handed.status_code == 200
        assert ana.get(f"/api/sessions/{session}").status_code == 404
        assert ben.get(f"/api/sessions/{session}").json()["owner"] == "ben"


def test_a_role_allows_its_own_verbs(idle: Served) -> None:
    with idle.client("viewer") as viewer, idle.client("approver") as approver:
        assert viewer.get("/api/sessions").status_code == 200
        assert viewer.post("/api/sessions", json=ASKED).status_code == 403
        assert approver.post("/api/sessions", json=ASKED).status_code == 403
        refused = viewer.post("/api/sessions/x/answer", json={"text": "yes"})
        assert (refused.status_code, "the role 'approver' or 'admin'" in refused.text) == (403, True)
        assert viewer.get("/api/me").json()["roles"] == ["viewer"]


def test_a_token_that_was_taken_back_is_worth_nothing(idle: Served) -> None:
    from handrail.console.tokens import Tokens

    with idle.client("viewer", user="gone") as client:
        assert client.get("/api/me").status_code == 200
        Tokens(idle.home).remove("gone")
        assert client.get("/api/me").status_code == 401


HALF = "\ud800"
"""Half of a pair of signs, which JSON may hold and UTF-8 may not."""


def test_half_of_a_pair_of_signs_is_told_as_any_other(idle: Served) -> None:
    def sent(client: httpx.Client, path: str, **body: object) -> int:
        content = json.dumps(body)
        headers = {"Content-Type": "application/json"}
        return client.post(path, content=content, headers=headers).status_code

    with idle.client() as client:
        assert sent(client, "/api/sessions", template=HALF) == 422
        assert sent(client, "/api/sessions", template="\U0001f648") == 404
        assert sent(client, "/api/console/schedules/foresee", cron=HALF) == 422
        assert sent(client, "/api/sessions", sop="plain", inputs={"name": HALF, HALF: ""}) == 422


def test_no_entry_is_asked_for_by_a_number_that_no_database_counts_to(idle: Served) -> None:
    with idle.client() as client:
        session = begin(client)
        for number in (2**64, 10**40):
            assert client.get(f"/api/sessions/{session}/events?after={number}").status_code == 422
            headers = {"Last-Event-ID": str(number)}
            assert client.get(f"/api/sessions/{session}/events", headers=headers).status_code == 422
