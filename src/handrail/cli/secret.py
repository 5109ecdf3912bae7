"""`handrail secret`: keep passwords, tokens and one-time codes, say where they may be used, forget them."""

from __future__ import annotations

import getpass
import os
import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from handrail.cli.options import AsJson
from handrail.cli.output import give, give_json, say, styled

if TYPE_CHECKING:
    from handrail.secrets import SecretBook

app = typer.Typer(no_args_is_help=True, help="Keep secrets, say where they may be used, forget them.")

_MOST_BYTES: Final = 1_000_000

_Name = Annotated[str, typer.Argument(metavar="NAME", help="As the SOP calls it: {{ secret:NAME }}.")]
_User = Annotated[
    str,
    typer.Option(
        "--user", metavar="USER", help="The only user whose sessions get it; by default it is for everybody."
    ),
]


@app.command("set")
def set_(
    name: _Name,
    host: Annotated[
        list[str] | None,
        typer.Option("--host", metavar="HOST", help="The only hosts that it may be typed into; repeatable."),
    ] = None,
    sop: Annotated[
        list[str] | None,
        typer.Option("--sop", metavar="ID", help="The only SOPs that get it; repeatable."),
    ] = None,
    user: _User = "",
    one_time: Annotated[
        bool,
        typer.Option("--one-time", help="It is the seed of one-time codes; the code of the moment is typed."),
    ] = False,
    from_stdin: Annotated[
        bool, typer.Option("--stdin", help="Read it from stdin, not from a prompt.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Keep a secret, in place of one with its name and user. You are asked for it; it is never an argument.

    It goes to the system's keyring, or to an encrypted file in Handrail's home whose passphrase comes from
    HANDRAIL_SECRETS_KEY or a prompt. Without --host it may be typed into any host of the SOP, also where the
    one before was bound. One with --user takes precedence over everybody's of the same name.
    """
    from handrail.secrets import StoredSecret

    value = _value(name, from_stdin=from_stdin)
    secret = StoredSecret.of(
        name, value, one_time=one_time, hosts=host or (), sops=sop or (), user=user, by=getpass.getuser()
    )
    book = _book()
    before = book.get(name, user)
    book.put(secret)
    if before is not None and secret.is_wider_than(before):
        again = f"`{before.command()}` binds it so again."
        say(
            styled(f"Before, it was for {before.scope}, and is not bound to that any more. {again}", "yellow")
        )
    if as_json:
        give_json({**_facts(secret), "store": book.words})
    else:
        give(f"'{name}' is kept in {book.words}, for {secret.scope}.")


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the secrets by name and by where they may be used; never their values."""
    book = _book()
    kept = book.all()
    if as_json:
        give_json([_facts(secret) for secret in kept])
        return
    if not kept:
        say("There is no secret. `handrail secret set NAME` keeps one.")
    for secret in kept:
        kind = "  one-time codes" if secret.kind == "totp" else ""
        give(f"{secret.name}  for {secret.scope}{kind}  set {secret.set_at[:10]} by {secret.set_by}")


@app.command()
def remove(name: _Name, user: _User = "", as_json: AsJson = False) -> None:
    """Forget a secret."""
    from handrail.errors import UsageError

    if not _book().remove(name, user):
        raise UsageError(
            f"There is no secret '{name}'{f' of {user}' if user else ''}.",
            mend="`handrail secret list` lists all secrets.",
        )
    if as_json:
        give_json({"removed": name})
    else:
        give(f"'{name}' is forgotten.")


def _book() -> SecretBook:
    from handrail.home import handrail_home
    from handrail.secrets import open_book

    return open_book(handrail_home(), _passphrase)


def _passphrase(new: bool) -> str | None:
    from handrail.errors import UsageError

    if not sys.stdin.isatty():
        return None
    if not new:
        return getpass.getpass("passphrase of the secrets: ", stream=sys.stderr)
    first = getpass.getpass("new passphrase for the file of secrets: ", stream=sys.stderr)
    if first != getpass.getpass("once more: ", stream=sys.stderr):
        raise UsageError("The two values are different.")
    return first


def _value(name: str, *, from_stdin: bool) -> str:
    from handrail.errors import UsageError

    if from_stdin:
        value = _line_of_stdin()
    elif sys.stdin.isatty():
        value = getpass.getpass(f"{name}: ", stream=sys.stderr)
    else:
        raise UsageError("Nobody is at a terminal to type it.", mend="Give it on stdin, with --stdin.")
    if not value:
        raise UsageError(
            "A secret cannot be empty.", mend="Give its value: you are asked, or --stdin reads it."
        )
    return value


def _line_of_stdin() -> str:
    """The one line there. Whoever pipes it need not end the pipe. Raises UsageError for more than a line."""
    from handrail.errors import UsageError

    content = b""
    while b"\n" not in content and (part := os.read(sys.stdin.fileno(), _MOST_BYTES)):
        content += part
        if len(content) > _MOST_BYTES:
            raise UsageError("A secret is not so long.", mend="Give its value alone.")
    line, _, rest = content.partition(b"\n")
    if rest.strip():
        raise UsageError(
            "This has several lines, and the value of a secret is one.",
            mend="Give its value alone; of a key in several lines, give what the app takes in one.",
        )
    return line.removesuffix(b"\r").decode("utf-8", "surrogateescape")


def _facts(secret: object) -> dict[str, object]:
    from handrail.secrets import StoredSecret

    assert isinstance(secret, StoredSecret)
    return secret.model_dump(mode="json", exclude={"value"})
