"""The table of commands. Command modules import what is heavy inside their functions."""

from __future__ import annotations

from typing import Annotated

import typer

from handrail import __version__
from handrail.cli.run import run

app = typer.Typer(
    name="handrail",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Show a piece of work once; Handrail does it again, safely, and proves it.",
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"handrail {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


app.command()(run)
