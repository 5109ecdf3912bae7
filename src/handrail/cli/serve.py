"""`handrail serve`: the HTTP API with the console, the scheduler and a worker in one process."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from handrail.cli.options import LONGEST_WAIT, Headed, LogJson, MetricsPort, Otel, PerHost, PerSop

_TOUR_SECONDS: Final = 24 * 3600.0
"""How long the link that the demo says may be opened."""


def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="The port; 0 takes a free one.")
    ] = 8321,
    sops: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="SOPs that can be started; the home's by default.")
    ] = None,
    at_once: Annotated[
        int, typer.Option(min=0, metavar="N", help="Sessions at once; 0 leaves them to `handrail worker`.")
    ] = 2,
    keep_browser: Annotated[
        float,
        typer.Option(
            min=0,
            max=LONGEST_WAIT,
            metavar="SECONDS",
            help="Seconds that a session which needs a person keeps its browser while somebody looks on.",
        ),
    ] = 900,
    per_sop: PerSop = None,
    per_host: PerHost = None,
    headed: Headed = False,
    log_json: LogJson = False,
    metrics_port: MetricsPort = None,
    otel: Otel = False,
    demo: Annotated[
        bool,
        typer.Option(
            "--demo", help="A home of its own with a practice app, a procedure and a finished session."
        ),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="The address and the token's file as one JSON document on stdout.")
    ] = False,
) -> None:
    """Serve the console and the HTTP API, start what is due, run queued sessions, until SIGTERM or Ctrl-C.

    Open the address in a browser for the console, or ask the API.

    Requests need a token (`Authorization: Bearer …`). The administrator's is made at the first start and kept
    in the home, readable by you alone; `handrail token add` makes others. Traffic is not encrypted: on any
    address but loopback, put a proxy with TLS before it.
    """
    import asyncio
    import os
    from contextlib import ExitStack
    from dataclasses import replace

    from handrail.cli.home import opened_service
    from handrail.cli.output import give_json, say
    from handrail.cli.watching import Seen
    from handrail.errors import EnvironmentLack, UsageError
    from handrail.journal.database.work import Limits
    from handrail.sessions.service.users import local_user

    try:
        from handrail.console.passes import pass_for
        from handrail.console.serving import Serving
        from handrail.console.serving import serve as serve_http
    except ImportError as error:
        raise EnvironmentLack(
            f"Serving needs a part that is not installed ({error.name}).",
            mend="Install it with: pip install 'handrail[serve]'.",
        ) from error
    if sops is not None and not sops.is_dir():
        raise UsageError(
            "There is no such folder.", place=str(sops), mend="Make it, or name another with --sops."
        )
    wish = Serving(host, port, sops, at_once, Limits(per_sop, per_host), keep_browser, headless=not headed)

    def ready(url: str, token: Path) -> None:
        if as_json:
            give_json({"url": url, "token_file": str(token)})
        if demo:
            # It works once: what is said here may stand in a log.
            me = local_user()
            given = pass_for(token.parent, me.name, me.roles, seconds=_TOUR_SECONDS)
            say(f"open {url}/#enter={given} (this link signs in once)")

    with ExitStack() as stack:
        if demo:
            from handrail.cli.touring import practice

            tour = stack.enter_context(practice(headless=not headed))
            os.environ["HANDRAIL_HOME"] = str(tour.home)
            wish = replace(wish, tour=tour.app_url)
        service = stack.enter_context(opened_service())
        wish = replace(wish, observer=Seen(log_json, metrics_port, otel).observer(service))
        asyncio.run(serve_http(service, wish, say, ready))
