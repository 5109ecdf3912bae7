"""`handrail token`: who may use the HTTP API."""

from __future__ import annotations

from typing import Annotated

import typer

from handrail.cli.options import AsJson
from handrail.cli.output import give, give_json, say

app = typer.Typer(no_args_is_help=True, help="Give and take back tokens for the HTTP API.")

_User = Annotated[str, typer.Argument(metavar="USER", help="The user's name.")]


@app.command()
def add(
    user: _User,
    role: Annotated[
        list[str],
        typer.Option(help="What the user may do: viewer, operator, approver or admin; repeatable."),
    ],
    as_json: AsJson = False,
) -> None:
    """Make a token for a user, and print it this once.

    A viewer sees the user's own sessions; an operator also starts, pauses, resumes, stops and hands off; an
    approver also answers; an admin does all of it with everybody's.
    """
    from handrail.console.tokens import Tokens
    from handrail.home import handrail_home
    from handrail.sessions.users import roles_named

    roles = roles_named(role)
    token = Tokens(handrail_home()).add(user, roles)
    if as_json:
        give_json({"user": user, "roles": roles, "token": token})
    else:
        give(token)


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List who has a token."""
    from handrail.console.tokens import Tokens
    from handrail.home import handrail_home

    lines = Tokens(handrail_home()).lines()
    if as_json:
        give_json([{"user": line.user, "roles": line.roles} for line in lines])
    for line in () if as_json else lines:
        give(f"{line.user}  {', '.join(line.roles)}")


@app.command()
def remove(user: _User, as_json: AsJson = False) -> None:
    """Take a user's token back."""
    from handrail.console.tokens import Tokens
    from handrail.home import handrail_home

    Tokens(handrail_home()).remove(user)
    if as_json:
        give_json({"user": user, "removed": True})
    else:
        say(f"'{user}' has no token any more")
