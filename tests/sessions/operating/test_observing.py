"""Logs, metrics and traces of sessions, as operators read them."""

from __future__ import annotations

import json

import pytest

from handrail.journal.events.event import (
    Acted,
    Event,
    NodeEntered,
    NodeLeft,
    Retried,
    SessionEnded,
    SessionId,
    SessionStarted,
)
from handrail.sessions.operating.observing import Metrics, Observer, json_log, traces
from tests.app import Answer, App
from tests.journal.stories import entered, left, started

SESSION = SessionId("20261121-081233-3f9a2c")


def story() -> list[Event]:
    first = started(inputs={"email": "ana@example.com"})
    assert isinstance(first, SessionStarted)
    return [
        first,
        entered("orders", "Each order"),
        entered("save", "Save it"),
        Acted(kind="acted", node="save", attempt=1, millis=250),
        Retried(kind="retried", node="save", attempt=2, reason="It was slow."),
        left("save"),
        left("orders"),
        SessionEnded(kind="session_ended", outcome="done"),
    ]


def tell(observer: Observer) -> None:
    watcher = observer(SESSION)
    for event in story():
        watcher(event)


def test_the_log_tells_the_course_and_nobodys_data() -> None:
    lines: list[str] = []
    tell(json_log(lines.append))
    read = [json.loads(line) for line in lines]
    assert [line["kind"] for line in read][-1] == "session_ended"
    assert {line["session"] for line in read} == {SESSION}
    assert read[-1]["outcome"] == "done"
    assert "ana@example.com" not in "".join(lines)


def test_metrics_count_what_happened() -> None:
    metrics = Metrics()
    tell(metrics.observer(lambda session: "add-contact"))
    text = metrics.text().decode()
    assert 'handrail_sessions_ended_total{outcome="done",sop="add-contact"} 1.0' in text
    assert 'handrail_steps_total{outcome="next",sop="add-contact"} 2.0' in text
    assert 'handrail_retries_total{sop="add-contact"} 1.0' in text
    assert "handrail_action_seconds_sum 0.25" in text
    assert "handrail_sessions_running 0.0" in text


def test_traces_reach_a_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    with App({"/v1/traces": Answer(b"", headers={"content-type": "application/x-protobuf"})}) as collector:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
        observer, send_the_rest = traces()
        tell(observer)
        send_the_rest()
        sent = b"".join(request.body for request in collector.received if request.method == "POST")
    for word in (b"Save it", b"Each order", b"handrail.outcome", SESSION.encode(), b"It was slow."):
        assert word in sent


def test_a_node_that_is_left_by_a_failure_around_it_ends_its_span(monkeypatch: pytest.MonkeyPatch) -> None:
    with App({"/v1/traces": Answer(b"")}) as collector:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
        observer, send_the_rest = traces()
        watcher = observer(SESSION)
        watcher(NodeEntered(kind="node_entered", node="loop", label="Loop"))
        watcher(NodeEntered(kind="node_entered", node="inner", label="Inner one"))
        watcher(NodeLeft(kind="node_left", node="loop", outcome="failed", millis=1))
        watcher(SessionEnded(kind="session_ended", outcome="failed", error="It failed."))
        send_the_rest()
        sent = b"".join(request.body for request in collector.received)
    assert b"Inner one" in sent and b"Loop" in sent
