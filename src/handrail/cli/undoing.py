"""`handrail session undo`: taking back what a session did."""

from __future__ import annotations

from typing import Annotated

import typer


def undo(
    session: Annotated[str, typer.Argument(metavar="ID", help="A session's id, its beginning, or 'last'.")],
    to: Annotated[
        str | None,
        typer.Option(metavar="NODE", help="Only back to this step, itself included; resume goes on there."),
    ] = None,
    why: Annotated[str, typer.Option(metavar="TEXT", help="The reason, for the journal.")] = "",
    headed: Annotated[bool, typer.Option("--headed", help="In a visible browser.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> int:
    """Take back what a session did, the last of it first, each thing gated, journaled and verified.

    Exit 0 when all of it is undone, 1 when something could not be (the summary says what), 4 when a person
    must help. Interrupted, it goes on with `undo` or `resume`.
    """
    from handrail.cli.resuming import UndoWish, undo_here

    return undo_here(session, UndoWish(to, why), headless=not headed, as_json=as_json)
