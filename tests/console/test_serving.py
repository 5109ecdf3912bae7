"""`handrail serve` with its worker and a real browser: start, watch, answer, and end, all over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest

from handrail.sessions.service.opening import open_service
from tests.ports import free_port

from .conftest import Served


def told(client: httpx.Client, session: str, after: int = 0) -> Iterator[tuple[str, dict[str, object]]]:
    """The events of a session as they come: name and data."""
    with client.stream("GET", f"/api/sessions/{session}/events", params={"after": after}) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        name = ""
        for line in stream.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield name, json.loads(line.removeprefix("data: "))


def kinds(client: httpx.Client, session: str, until: str) -> list[str]:
    found = []
    for name, data in told(client, session):
        event = data.get("event")
        kind = str(event["kind"]) if isinstance(event, dict) else name
        found.append(kind)
        if kind == until:
            break
    return found


def test_a_session_is_started_watched_answered_and_done_over_http(served: Served) -> None:
    with served.client("operator", "approver", user="ana") as client:
        asked = {"sop": "asking", "inputs": {"name": "Zoë"}}
        session = client.post("/api/sessions", json=asked).json()["session"]
        seen = kinds(client, session, until="session_ended")
        assert seen[0] == "session_started"
        assert "asked" in seen
        standing = client.get(f"/api/sessions/{session}").json()
        assert standing["questions"][0]["question"] == "Is it right?"
        wrong = client.post(f"/api/sessions/{session}/answer", json={"allow": True})
        assert wrong.status_code == 409
        right = client.post(f"/api/sessions/{session}/answer", json={"text": "Yes."})
        assert right.status_code == 200, right.text
        assert kinds(client, session, until="end")[-2:] == ["session_ended", "end"]
        assert client.get(f"/api/sessions/{session}").json()["summary"]["outcome"] == "done"
        rest = [data["seq"] for name, data in told(client, session, after=5) if name == "entry"]
        assert rest[0] == 6
    assert served.crm.posts("/save") == [{"name": "Zoë"}]
    assert (served.home / "sessions" / session).is_dir()


@pytest.mark.sweep
def test_a_server_that_is_told_to_end_finishes_the_step_and_the_next_goes_on(served: Served) -> None:
    served.let_go.clear()
    with served.client("operator", user="ana") as client:
        asked = {"sop": "plain", "inputs": {"name": "Zoë"}}
        session = client.post("/api/sessions", json=asked).json()["session"]
        assert served.came.wait(120)
    assert served.end() == 0
    service = open_service(served.home)
    line = service.work.find(session)
    service.close()
    assert line is not None
    assert line.state == "queued"
    served.url = ""
    served.start()
    with served.client("viewer", "operator", user="ana2"), served.client() as admin:
        assert kinds(admin, session, until="end")[-1] == "end"
        assert admin.get(f"/api/sessions/{session}").json()["summary"]["outcome"] == "done"
    assert served.crm.posts("/save") == [{"name": "Zoë"}]


def test_what_the_server_works_on_is_logged_and_counted_as_by_any_worker(served: Served) -> None:
    assert served.end() == 0
    port = free_port()
    served.url = ""
    served.start("--log-json", "--metrics-port", str(port))
    with served.client("operator", user="ana") as client:
        asked = {"sop": "plain", "inputs": {"name": "Zoë"}}
        session = client.post("/api/sessions", json=asked).json()["session"]
        assert kinds(client, session, until="end")[-1] == "end"
    metrics = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    assert 'handrail_sessions_ended_total{outcome="done",sop="plain"} 1.0' in metrics
    assert served.end() == 0
    logged = [json.loads(line) for line in served.said if line.startswith("{")]
    assert {line["session"] for line in logged} == {session}
    assert "session_ended" in [line["kind"] for line in logged]
    assert "Zoë" not in "".join(served.said)
