"""Passes: a link to the console that signs in once.

Addresses are kept in histories and logs, so none holds a token, which is good for as long as it lasts; a pass
is worth nothing any more when it was used.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection
from pathlib import Path
from typing import Final

from handrail.approvals.links import BadLink, ExpiredLink, Link, Links
from handrail.console.tokens import Tokens
from handrail.errors import UsageError
from handrail.sessions.users import ROLES, Role

_KIND: Final = "pass"


class UsedPass(UsageError):
    """A pass that is none, is over, or was used."""


def pass_for(
    home: Path, user: str, roles: Collection[Role], *, seconds: float, lasts: float | None = None
) -> str:
    """A pass for the user, good for so many seconds; the token that it is changed for `lasts` so long."""
    until = int(time.time() + seconds)
    wanted = f"{','.join(roles)};{lasts or ''}"
    return Links(home).token(Link(_KIND, secrets.token_hex(4), wanted, user, "", until))


def token_for(home: Path, given: str, tokens: Tokens) -> str:
    """A new token in the place of the pass. Raises UsedPass."""
    gone = UsedPass("This link was used already, or is too old.", mend="Sign in with your token.")
    try:
        link = Links(home).read(given, time.time())
    except (BadLink, ExpiredLink):
        raise gone from None
    if link.session != _KIND:
        raise gone
    names, _, lasts = link.at.partition(";")
    roles = [role for role in ROLES if role in names.split(",")]
    try:
        # Two at once make one token: a user has one of a name.
        return tokens.add(
            link.person, roles, name=f"signed in {link.request}", seconds=float(lasts) if lasts else None
        )
    except UsageError:
        raise gone from None
