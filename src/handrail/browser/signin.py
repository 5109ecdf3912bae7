"""Saved sign-in states, by name: what a browser keeps of having signed in, so that nobody signs in again."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from playwright.async_api import BrowserContext

from handrail.errors import StoreError, UsageError

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
    state = await context.storage_state()
    temporary = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(state, file)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise StoreError(
            f"The sign-in state could not be saved: {error.strerror}.", place=str(path)
        ) from error
