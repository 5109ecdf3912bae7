"""Options that several commands have in common, each with the one wording of its help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

import typer

LONGEST_WAIT: Final = 86_400
"""A day, in seconds: beyond some weeks a browser's clock overflows, and it waits not at all."""
LONGEST_RUN: Final = 31_536_000
"""A year, in seconds."""

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
SopFile = Annotated[Path, typer.Argument(metavar="X.sop.json", help="The SOP file.")]
SopToRun = Annotated[Path, typer.Argument(metavar="X.sop.json", help="The SOP to run.")]
SessionRef = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="A session's id, its beginning, or 'last': the newest, also if it is a table's row.",
    ),
]
Variables = Annotated[
    list[str] | None,
    typer.Option("--var", "-v", metavar="NAME=VALUE", help="A variable's value; repeatable."),
]
Data = Annotated[
    Path | None, typer.Option(metavar="FILE", help="A table (.csv, .xlsx, .jsonl): one session for each row.")
]
Autonomy = Annotated[
    Literal["exact", "candidates", "explore"],
    typer.Option(help="How an element may be found: as recorded, among similar ones, or by exploring."),
]
PolicyChoice = Annotated[
    str | None,
    typer.Option(metavar="MODE|FILE", help="A mode (permissive, standard, strict, paranoid) or a file."),
]
AllowDisabled = Annotated[
    bool, typer.Option("--allow-disabled", help="Let the policy be 'disabled'; it is marked everywhere.")
]
AskEveryStep = Annotated[bool, typer.Option("--step", help="Ask before every step.")]
NoModels = Annotated[bool, typer.Option("--no-models", help="Ask no model, whatever happens.")]
Headed = Annotated[bool, typer.Option("--headed", help="Show the browser.")]
CdpPort = Annotated[
    int | None,
    typer.Option(
        min=1, max=65535, metavar="N", help="Let another program drive the browser over this loopback port."
    ),
]
HeadedHere = Annotated[bool, typer.Option("--headed", help="In a visible browser.")]
RunTimeout = Annotated[
    float, typer.Option(min=1, max=LONGEST_RUN, metavar="SECONDS", help="Seconds for the whole run.")
]
TakeOverTimeout = Annotated[
    float,
    typer.Option(
        min=1,
        max=LONGEST_RUN,
        metavar="SECONDS",
        help="Seconds that a person who took over may do nothing before the session is put aside.",
    ),
]
Priority = Annotated[int, typer.Option(metavar="N", help="Higher goes first.")]
PerSop = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="How many of one SOP at once, over all workers.")
]
PerHost = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="How many on one host at once, over all workers.")
]
Why = Annotated[str, typer.Option(metavar="TEXT", help="The reason, for the journal.")]
LogJson = Annotated[
    bool, typer.Option("--log-json", help="A line of JSON on stderr for each event of a session.")
]
MetricsPort = Annotated[
    int | None,
    typer.Option(min=0, max=65535, metavar="N", help="Serve Prometheus metrics on this port of loopback."),
]
Otel = Annotated[bool, typer.Option("--otel", help="Send OpenTelemetry traces, as the OTEL_ variables say.")]
