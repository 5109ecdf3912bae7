"""Saved sign-in states, by name: what a browser keeps of having signed in, so that nobody signs in again."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.async_api import BrowserContext

from handrail.browser.storage import save_storage
from handrail.errors import UsageError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}")


def sign_in_path(home: Path, name: str) -> Path:
    """The file of a sign-in state. Raises UsageError for a name that cannot be a file's."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"'{name}' cannot name a sign-in state.",
            mend="Use letters, digits, dots, dashes and underscores.",
        )
    return home / "sign-ins" / f"{name}.json"


def existing_sign_in(home: Path, name: str) -> Path:
    """The file of a saved sign-in state. Raises UsageError where there is none of this name."""
    path = sign_in_path(home, name)
    if not path.is_file():
        raise UsageError(
            f"There is no saved sign-in state '{name}'.",
            mend=f"Save one with: handrail record URL -o DIR --save-sign-in {name}",
        )
    return path


async def save_sign_in(context: BrowserContext, path: Path) -> None:
    """Save the context's cookies and local storage, readable by this user alone. Raises StoreError."""
    save_storage(path, dict(await context.storage_state()))
