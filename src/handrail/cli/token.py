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
    scope: Annotated[
        list[str] | None,
        typer.Option(help="What alone it is for, of what the roles allow: see, operate, answer, administer."),
    ] = None,
    expires: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it ends, from now: 12h, 90d; never without it.")
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Tells several tokens of a user apart.")] = "",
    as_json: AsJson = False,
) -> None:
    """Make a token for a user, and print it this once.

    A viewer sees the user's own sessions; an operator also starts, pauses, resumes, stops and hands off; an
    approver also answers; an admin does all of it with everybody's.
    """
    from handrail.console.tokens import Tokens
    from handrail.errors import UsageError
    from handrail.home import handrail_home
    from handrail.sessions.service.users import deeds_named, roles_named

    if not user.strip():
        raise UsageError("The user has no name.", mend="Write for example `handrail token add ana`.")
    roles = roles_named(role)
    deeds = deeds_named(scope) if scope else None
    token = Tokens(handrail_home()).add(user, roles, name=name, scope=deeds, seconds=_seconds(expires))
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
        give_json([line.model_dump(mode="json", exclude={"digest"}) for line in lines])
    elif not lines:
        say(f"Nobody has one but the administrator, in {handrail_home() / 'token'}; `serve` makes it.")
    for line in () if as_json else lines:
        only = f"  only: {', '.join(line.scope)}" if line.scope is not None else ""
        until = f"  until {line.until[:16].replace('T', ' ')} UTC" if line.until else ""
        called = f" ({line.name})" if line.name else ""
        give(f"{line.user}{called}  {', '.join(line.roles)}{only}{until}")


@app.command()
def remove(
    user: _User,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Only the token of this name.")] = None,
    as_json: AsJson = False,
) -> None:
    """Take a user's tokens back."""
    from handrail.console.tokens import Tokens
    from handrail.home import handrail_home

    Tokens(handrail_home()).remove(user, name)
    if as_json:
        give_json({"user": user, "removed": True})
    else:
        say(f"'{user}' no longer has a token")


def _seconds(text: str | None) -> float | None:
    from pydantic import TypeAdapter, ValidationError

    from handrail.errors import UsageError
    from handrail.policy.documents.document import Seconds

    if text is None:
        return None
    try:
        return TypeAdapter[float](Seconds).validate_python(text)
    except ValidationError:
        raise UsageError(f"'{text}' is no time.", mend="Write for example 12h or 90d.") from None
