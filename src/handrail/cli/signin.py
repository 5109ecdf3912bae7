"""`handrail signin`: the saved sign-in states of the home."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from handrail.cli.options import AsJson
from handrail.cli.output import give, give_json, say

app = typer.Typer(no_args_is_help=True, help="See, remove and take out saved sign-in states.")

_Name = Annotated[str, typer.Argument(metavar="NAME", help="The name that it was saved under.")]


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the saved sign-in states, and until when each may be used.

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
                }
                for one in found
            ]
        )
        return
    if not found:
        say("There is no saved sign-in state.")
    for one in found:
        until = f"expired on {one.expires_at[:10]}" if one.has_expired() else f"until {one.expires_at[:10]}"
        give(f"{one.name:24}  {until}" + ("" if one.encrypted else "  (not encrypted yet)"))


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
    import json

    from handrail.browser.signin import load_sign_in
    from handrail.home import handrail_home
    from handrail.private import write_private

    write_private(output, json.dumps(load_sign_in(handrail_home(), name)), what="The sign-in state")
    if as_json:
        give_json({"name": name, "path": str(output.absolute())})
    else:
        give(str(output.absolute()))
