"""`handrail demo`: the main job, end to end, on the bundled practice apps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from handrail.cli.options import AsJson, Headed


def demo(
    headed: Headed = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="Where the files go; a new folder by default."),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Show, compile, run and verify on the bundled practice CRM: no account, no key, no network.

    Exit code 0 when every row was done, verified, and found in the app's own database.
    """

    from handrail.cli.demonstrating import demonstrate

    return demonstrate(headless=not headed, output=output, as_json=as_json)
