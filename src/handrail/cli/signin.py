"""`handrail signin`: the saved sign-in states of the home, and whose sessions may use them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from handrail.cli.options import AsJson
from handrail.cli.output import give, give_json, say

app = typer.Typer(no_args_is_help=True, help="See, share, remove and take out saved sign-in states.")

_Name = Annotated[str, typer.Argument(metavar="NAME", help="The name that it was saved under.")]


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the saved sign-in states, whose sessions may use each, and until when.

    `handrail record URL -o DIR --save-sign-in NAME` saves one. They are encrypted; those that an earlier
    version saved in clear are encrypted when they are next used.
    """
    from handrail.browser.signin import saved_sign_ins
    from handrail.home import handrail_home

    found = saved_sign_ins(handrail_home())
    if as_json:
        give_json(
            [
                {
                    "name": one.name,
                    "saved_at": one.saved_at,
                    "expires_at": one.expires_at,
                    "expired": one.has_expired(),
                    "encrypted": one.encrypted,
                    "owner": one.owner,
                    "shared_with": list(one.shared),
                    "everyone": one.everyone,
                }
                for one in found
            ]
        )
        return
    if not found:
        say("There is no saved sign-in state.")
    for one in found:
        until = f"expired on {one.expires_at[:10]}" if one.has_expired() else f"until {one.expires_at[:10]}"
        give(f"{one.name:24}  {until}  for {one.words}" + ("" if one.encrypted else "  (not encrypted yet)"))


@app.command()
def share(
    name: _Name,
    with_: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="USER", help="A user whose sessions may use it; repeatable."),
    ] = None,
    everyone: Annotated[
        bool, typer.Option("--everyone", help="The sessions of all users may use it.")
    ] = False,
    nobody: Annotated[bool, typer.Option("--nobody", help="Share it with nobody any more.")] = False,
    as_json: AsJson = False,
) -> None:
    """Say whose sessions may use a sign-in state beside its owner's: these users, and no others.

    Whoever's session uses it works in the app as the account that signed in. It belongs to whoever saved it.
    """
    from handrail.browser.signin import share_sign_in
    from handrail.errors import UsageError
    from handrail.home import handrail_home

    if (bool(with_) + everyone + nobody) != 1:
        raise UsageError("Say with whom it is shared.", mend="One of: --with USER, --everyone, --nobody.")
    shared = share_sign_in(handrail_home(), name, users=with_ or (), everyone=everyone)
    if as_json:
        give_json(
            {"name": name, "owner": shared.owner, "shared_with": list(shared.shared), "everyone": everyone}
        )
    else:
        give(f"'{name}' is for {shared.words}.")


@app.command()
def remove(name: _Name, as_json: AsJson = False) -> None:
    """Forget a saved sign-in state."""
    from handrail.browser.signin import remove_sign_in
    from handrail.home import handrail_home

    remove_sign_in(handrail_home(), name)
    if as_json:
        give_json({"name": name, "removed": True})
    else:
        say(f"'{name}' is removed. The app itself still takes it until its own time is over: sign out there.")


@app.command("export")
def export_(
    name: _Name,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The file to write.")],
    as_json: AsJson = False,
) -> None:
    """Write a sign-in state in clear, as Playwright's storage state, for an exported script.

    Whoever has the file is signed in. It is readable by you alone; remove it when it is not needed any more.
    """
    import getpass
    import json

    from handrail.browser.signin import load_sign_in
    from handrail.home import handrail_home
    from handrail.named_file import write_named

    state = json.dumps(load_sign_in(handrail_home(), name, getpass.getuser()))
    write_named(output, state, what="The sign-in state", mode=0o600)
    if as_json:
        give_json({"name": name, "path": str(output.absolute())})
    else:
        give(str(output.absolute()))
