"""How operators watch the sessions of a process: `worker` and `serve` have the same options for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from handrail.sessions.operating.observing import Observer
    from handrail.sessions.service.opening import Service


class Seen(NamedTuple):
    """How the sessions of a process are to be observed."""

    log_json: bool = False
    metrics_port: int | None = None
    otel: bool = False

    def observer(self, service: Service) -> Observer:
        """Who watches the sessions. Raises EnvironmentLack where a library for it is missing."""
        import atexit

        from handrail.cli.output import say
        from handrail.journal.events.event import SessionId
        from handrail.sessions.operating.observing import Metrics, all_of, json_log, traces

        def sop_of(session: SessionId) -> str:
            line = service.work.find(session)
            return line.job.sop_id if line is not None else ""

        observers: list[Observer] = []
        if self.log_json:
            observers.append(json_log(say))
        if self.metrics_port is not None:
            metrics = Metrics()
            metrics.serve(self.metrics_port)
            observers.append(metrics.observer(sop_of))
        if self.otel:
            tracing, send_the_rest = traces()
            atexit.register(send_the_rest)
            observers.append(tracing)
        return all_of(observers)
