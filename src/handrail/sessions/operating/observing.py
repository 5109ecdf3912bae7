"""What operators watch: structured logs, Prometheus metrics and OpenTelemetry traces of running sessions.

All three are views of the events as they are journaled, scrubbed of secrets like these; none keeps a second
truth. Metrics and traces need the extra `handrail[observe]`; names follow the conventions of these tools
(https://prometheus.io/docs/practices/naming/), units are seconds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, Final

from handrail.errors import EnvironmentLack
from handrail.journal.events.event import (
    Acted,
    Answered,
    Asked,
    Event,
    NodeEntered,
    NodeLeft,
    Proposed,
    Retried,
    SessionEnded,
    SessionId,
    SessionStarted,
    Taken,
    Unverified,
)
from handrail.runtime.walk.scribe import Watcher

Observer = Callable[[SessionId], Watcher]
"""Gives the one who watches a session."""

_LOGGED: Final = frozenset(
    {
        "session_started",
        "taken",
        "node_entered",
        "asked",
        "answered",
        "acted",
        "act_failed",
        "retried",
        "handled",
        "settled",
        "unverified",
        "item_failed",
        "node_left",
        "session_ended",
    }
)
_LEFT_OUT: Final = frozenset({"inputs", "sop", "settings", "choices"})
"""Of a logged event: what is long, or somebody's data; the journal has it."""
_INSTALL: Final = "Install it with: pip install 'handrail[observe]'."


def all_of(observers: Iterable[Observer]) -> Observer:
    """One observer that tells several."""
    several = tuple(observers)

    def observe(session: SessionId) -> Watcher:
        watchers = [observer(session) for observer in several]

        def watch(event: Event) -> None:
            for watcher in watchers:
                watcher(event)

        return watch

    return observe


NOBODY: Final = all_of(())


def json_log(write: Callable[[str], None]) -> Observer:
    """A line of JSON for each event that tells something about the course of a session."""

    def observe(session: SessionId) -> Watcher:
        def watch(event: Event) -> None:
            if event.kind not in _LOGGED:
                return
            facts = event.model_dump(mode="json", exclude_none=True, exclude=set(_LEFT_OUT))
            at = datetime.now(UTC).isoformat(timespec="milliseconds")
            write(json.dumps({"at": at, "session": session, **facts}, ensure_ascii=False))

        return watch

    return observe


class Metrics:
    """Counts and durations, as Prometheus reads them. Raises EnvironmentLack without its library."""

    def __init__(self) -> None:
        try:
            from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
        except ImportError:
            raise EnvironmentLack("The library for metrics is not installed.", mend=_INSTALL) from None
        self.registry = registry = CollectorRegistry()
        self._ended = Counter(
            "handrail_sessions_ended", "Sessions that ended or wait", ["sop", "outcome"], registry=registry
        )
        self._running = Gauge("handrail_sessions_running", "Sessions under way", registry=registry)
        self._steps = Counter("handrail_steps", "Nodes left", ["sop", "outcome"], registry=registry)
        self._acting = Histogram("handrail_action_seconds", "Time of an action", registry=registry)
        self._session = Histogram(
            "handrail_session_seconds",
            "Time of a session in this process",
            registry=registry,
            buckets=(1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600),
        )
        self._retries = Counter("handrail_retries", "Actions tried again", ["sop"], registry=registry)
        self._healed = Counter("handrail_healed", "Elements found by candidates", ["sop"], registry=registry)
        self._unverified = Counter("handrail_unverified", "Nodes left unverified", ["sop"], registry=registry)
        self._asked = Counter("handrail_questions", "Questions to people", ["sop"], registry=registry)
        self._answered = Counter("handrail_answers", "Answers of people", ["sop"], registry=registry)

    def serve(self, port: int, address: str = "127.0.0.1") -> None:
        """Answer `GET /metrics` until the process ends. Raises EnvironmentLack where the port is taken."""
        from prometheus_client import start_http_server

        try:
            start_http_server(port, addr=address, registry=self.registry)
        except OSError as error:
            raise EnvironmentLack(
                f"Metrics cannot be served on port {port}: {error.strerror}.", mend="Give another port."
            ) from error

    def text(self) -> bytes:
        """What a scrape gives."""
        from prometheus_client import generate_latest

        return generate_latest(self.registry)

    def observer(self, sop_of: Callable[[SessionId], str]) -> Observer:
        """Watches sessions; `sop_of` gives the id of a session's SOP, which labels its figures."""

        def observe(session: SessionId) -> Watcher:
            return _Counting(self, sop_of(session))

        return observe


class _Counting:
    """One session's part in the metrics."""

    def __init__(self, metrics: Metrics, sop: str) -> None:
        self._m = metrics
        self._sop = sop
        self._began: datetime | None = None

    def __call__(self, event: Event) -> None:
        if self._began is None:
            self._began = datetime.now(UTC)
            self._m._running.inc()
        match event:
            case NodeLeft():
                self._m._steps.labels(self._sop, event.outcome).inc()
            case Acted():
                self._m._acting.observe(event.millis / 1000)
            case Retried():
                self._m._retries.labels(self._sop).inc()
            case Proposed() if event.rung != "exact":
                self._m._healed.labels(self._sop).inc()
            case Unverified():
                self._m._unverified.labels(self._sop).inc()
            case Asked():
                self._m._asked.labels(self._sop).inc()
            case Answered():
                self._m._answered.labels(self._sop).inc()
            case SessionEnded():
                self._m._ended.labels(self._sop, event.outcome).inc()
                self._m._running.dec()
                self._m._session.observe((datetime.now(UTC) - self._began).total_seconds())
                self._began = None


def traces() -> tuple[Observer, Callable[[], None]]:
    """Spans for sessions and their nodes, sent as the standard OTEL_ variables say.

    The second part sends what is left, and is called at the end of the process. Raises EnvironmentLack
    without the library.
    """
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise EnvironmentLack("The library for traces is not installed.", mend=_INSTALL) from None
    provider = TracerProvider(resource=Resource.create({"service.name": "handrail"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    tracer = provider.get_tracer("handrail")

    def observe(session: SessionId) -> Watcher:
        return _Tracing(tracer, trace, session)

    return observe, provider.shutdown


class _Tracing:
    """One session's spans: one for itself, one for each node that it is in."""

    def __init__(self, tracer: Any, trace: Any, session: SessionId) -> None:
        self._tracer = tracer
        self._trace = trace
        self._root = tracer.start_span("session", attributes={"handrail.session": session})
        self._open: list[tuple[str, Any]] = []

    def __call__(self, event: Event) -> None:
        match event:
            case SessionStarted():
                self._root.set_attribute("handrail.sop", event.sop_id)
            case Taken() if event.why:
                self._root.add_event("taken", {"why": event.why})
            case NodeEntered():
                around = self._open[-1][1] if self._open else self._root
                context = self._trace.set_span_in_context(around)
                attributes = {"handrail.node": event.node, "handrail.visit": event.visit}
                self._open.append(
                    (event.node, self._tracer.start_span(event.label, context=context, attributes=attributes))
                )
            case NodeLeft():
                self._leave(event.node, event.outcome)
            case Retried():
                (self._open[-1][1] if self._open else self._root).add_event("retried", {"why": event.reason})
            case SessionEnded():
                while self._open:
                    self._leave(self._open[-1][0], "stopped")
                self._root.set_attribute("handrail.outcome", event.outcome)
                if event.error:
                    self._root.set_attribute("error.type", event.outcome)
                self._root.end()

    def _leave(self, node: str, outcome: str) -> None:
        while any(name == node for name, _ in self._open):
            name, span = self._open.pop()
            span.set_attribute("handrail.outcome", outcome)
            span.end()
            if name == node:
                return
