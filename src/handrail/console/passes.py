"""Passes: a link to the console that signs in once.

Addresses are kept in histories and logs, so none holds a token, which is good for as long as it lasts; a pass
is worth nothing any more when it was used, also after its token has ended.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final

from handrail.approvals.links import BadLink, ExpiredLink, Link, Links
from handrail.console.tokens import SIGNED_IN, Tokens
from handrail.errors import UsageError
from handrail.private import create_private
from handrail.sessions.service.users import ROLES, Role

_KIND: Final = "pass"
_USED: Final = "passes"
"""The folder of those that were used, until they are over."""


class UsedPass(UsageError):
    """A pass that is none, is over, was used, or is another browser's."""


def pass_for(
    home: Path,
    user: str,
    roles: Collection[Role],
    *,
    seconds: float,
    lasts: float | None = None,
    browser: str = "",
) -> str:
    """A pass for the user, good for so many seconds; the token that it is changed for `lasts` so long.

    With a `browser`, what is known to that one alone, it is worth nothing in any other: whoever is given a
    link to open would else work in the name of the one who has made it.
    """
    until = int(time.time() + seconds)
    wanted = f"{','.join(roles)};{lasts or ''};{_digest(browser)}"
    return Links(home).token(Link(_KIND, secrets.token_hex(8), wanted, user, "", until))


def token_for(home: Path, given: str, tokens: Tokens, browser: str = "") -> str:
    """A new token in the place of the pass. Raises UsedPass."""
    gone = UsedPass("This link was used already, or is too old.", mend="Sign in with your token.")
    try:
        link = Links(home).read(given, time.time())
    except (BadLink, ExpiredLink):
        raise gone from None
    if link.session != _KIND:
        raise gone
    names, lasts, bound = link.at.split(";")
    if bound and not hmac.compare_digest(bound, _digest(browser)):
        raise gone
    if not _use(home, link):
        raise gone
    roles = [role for role in ROLES if role in names.split(",")]
    return tokens.add(
        link.person,
        roles,
        name=f"{SIGNED_IN}{link.request}",
        seconds=float(lasts) if lasts else None,
    )


def _use(home: Path, link: Link) -> bool:
    """Whether it was not used before; of two at once, one is the first."""
    folder = home / _USED
    if not create_private(folder / link.request, str(link.until), what="The pass"):
        return False
    now = time.time()
    for used in folder.iterdir():
        # Another process may remove it, too, or be about to write it.
        with suppress(OSError, ValueError):
            if int(used.read_text()) < now:
                used.unlink()
    return True


def _digest(browser: str) -> str:
    return hashlib.sha256(browser.encode("utf-8", "surrogatepass")).hexdigest() if browser else ""
