"""`handrail session undo`, and `resume --from`: taking back what a session did, and doing a part anew."""

from __future__ import annotations

from typing import Annotated

import typer

from handrail.cli.options import AsJson, HeadedHere, SessionRef, Why


def undo(
    session: SessionRef,
    to: Annotated[
        str | None,
        typer.Option(metavar="NODE", help="Only back to this step, itself included; resume goes on there."),
    ] = None,
    why: Why = "",
    headed: HeadedHere = False,
    as_json: AsJson = False,
) -> int:
    """Take back what a session did, the last of it first, each thing gated, journaled and verified.

    Exit 0 when all of it is undone, 1 when something could not be (the summary says what), 4 when a person
    must help; 2 when nothing can be undone, and then the session stays as it is. Interrupted, it goes on with
    `undo` or `resume`.
    """
    from handrail.cli.resuming import UndoWish, undo_here

    return undo_here(session, UndoWish(to, why), headless=not headed, as_json=as_json)


def forked(session: str, node: str, repeat: list[str]) -> str:
    """Fork the session before a step; the id of the new one. Raises UsageError."""
    from handrail.cli.home import opened_service
    from handrail.cli.output import say, styled
    from handrail.sessions.conducting.forking import fork
    from handrail.sessions.people.steering import find
    from handrail.sessions.service.users import local_user

    with opened_service() as service:
        me = local_user()
        origin = find(service, session, me)
        made = fork(origin, service.place, node, repeat=repeat, by=me.name)
    say(styled(f"session {made}, forked from {origin} before '{node}'", "dim"))
    return made
