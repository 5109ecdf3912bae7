"""`handrail worker`: run queued sessions until it is told to end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from handrail.cli.options import LONGEST_WAIT, CdpPort, Headed, LogJson, MetricsPort, Otel, PerHost, PerSop
from handrail.cli.watching import Seen

if TYPE_CHECKING:
    from handrail.journal.database.work import Limits
    from handrail.sessions.conducting.worker import Worker


def worker(
    at_once: Annotated[int, typer.Option(min=1, metavar="N", help="How many sessions at once.")] = 2,
    per_sop: PerSop = None,
    per_host: PerHost = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Its name, to hand sessions to.")] = "",
    headed: Headed = False,
    cdp_port: CdpPort = None,
    lease: Annotated[
        float | None,
        typer.Option(
            min=1,
            max=LONGEST_WAIT,
            metavar="SECONDS",
            help="Seconds after which a silent worker's sessions may be taken over.",
        ),
    ] = None,
    drain: Annotated[bool, typer.Option("--drain", help="End when no session is ready any more.")] = False,
    log_json: LogJson = False,
    metrics_port: MetricsPort = None,
    otel: Otel = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="At the end, what was worked on as one JSON document on stdout.")
    ] = False,
) -> None:
    """Run queued sessions, several at once, in one browser with a context for each.

    SIGTERM or Ctrl-C finish the steps that run and leave the sessions to another worker; a worker that is
    killed is taken over from when its lease is over. Exit code 0.
    """
    import asyncio

    from handrail.cli.output import give_json
    from handrail.journal.database.work import Limits

    seen = Seen(log_json, metrics_port, otel)
    shown = Shown(headed, cdp_port)
    done = asyncio.run(_work(at_once, Limits(per_sop, per_host), name, shown, drain, lease, seen))
    if as_json:
        give_json(done)


class Shown(NamedTuple):
    """Who can reach the browser of a process."""

    headed: bool = False
    cdp_port: int | None = None


async def _work(
    at_once: int, limits: Limits, name: str, shown: Shown, drain: bool, lease: float | None, seen: Seen
) -> dict[str, object]:
    import asyncio
    from functools import partial

    from handrail.browser import launch_browser
    from handrail.cli.home import opened_service
    from handrail.cli.output import say
    from handrail.sessions.browsing import BrowserConductor, SharedBrowser
    from handrail.sessions.conducting.worker import Worker
    from handrail.sessions.people.courier import Courier
    from handrail.sessions.service.auditing import sign_quietly

    with opened_service(lease) as service:
        browser = SharedBrowser(lambda: launch_browser(headless=not shown.headed, cdp_port=shown.cdp_port))
        worker = Worker(
            service.dispatcher,
            service.work,
            service.inbox,
            service.place.store,
            BrowserConductor(service, browser, seen.observer(service)),
            at_once=at_once,
            limits=limits,
            name=name,
            report=say,
            sign=partial(sign_quietly, service.place),
        )
        end_on_signals(worker)
        say(f"worker {worker.holder.worker}: up to {at_once} at once, in {service.database.place}")
        courier = Courier(service, report=say, nudge=worker.nudge)
        telling = asyncio.create_task(courier.run())
        try:
            await worker.run(drain=drain)
            # What the last sessions ask is told before this process ends.
            await asyncio.to_thread(courier.look)
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)
            await browser.close()
    return {"worker": worker.holder.worker, "sessions": list(worker.taken)}


def end_on_signals(worker: Worker) -> None:
    """SIGTERM and Ctrl-C let the steps that run finish; a second one ends the process as usual."""
    from handrail.cli.output import say
    from handrail.sessions.conducting.signals import call_when_asked_to_end

    def end() -> None:
        worker.end()
        say("finishing the steps that run (press again to stop at once) …")

    call_when_asked_to_end(end)
