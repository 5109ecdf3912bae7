"""Sessions of the app that are begun beside the browser, as sign-ins that were saved."""

from __future__ import annotations

import json
from pathlib import Path

from handrail.browser.signin import share_sign_in, sign_in_path
from handrail_practice.crm import ACCOUNT
from handrail_practice.database import connected
from handrail_practice.session import open_session

_COOKIE = "crm_session"


def save_visit(home: Path, name: str, database: Path, user: str) -> None:
    """Sign in to the app, and keep that under a name for the sessions of this user."""
    with connected(database) as db:
        visit = open_session(db, ACCOUNT.email)
    cookie = {"name": _COOKIE, "value": visit.token, "domain": "127.0.0.1", "path": "/", "expires": -1}
    cookie |= {"httpOnly": True, "secure": False, "sameSite": "Lax"}
    path = sign_in_path(home, name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"cookies": [cookie], "origins": []}))
    share_sign_in(home, name, users=[user])
