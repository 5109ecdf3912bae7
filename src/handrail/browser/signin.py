"""Saved sign-in states, by name: what a browser keeps of having signed in, so that nobody signs in again.

Each is one file in the home, sealed with a key that is in the keyring or in a file of its own, and can be
used until it expires, by its owner and by those whom it is shared with. States that an earlier version saved
in clear are sealed when they are first read; those that were saved without an owner are the local user's.
"""

from __future__ import annotations

import getpass
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from playwright.async_api import BrowserContext
from pydantic import JsonValue

from handrail.browser.storage import KEY
from handrail.errors import StoreError, UsageError
from handrail.private import write_private
from handrail.secrets.keys import KeyRing
from handrail.secrets.sealed import NotOpened, cipher, label_of, seal, unseal

DAYS: Final = 30.0
"""How long a sign-in state may be used where nobody says otherwise."""

FOLDER: Final = "sign-ins"
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}")


@dataclass(frozen=True)
class SavedSignIn:
    """A saved sign-in state, without what is in it."""

    name: str
    saved_at: str
    """UTC, ISO 8601."""
    expires_at: str
    """UTC, ISO 8601."""
    encrypted: bool
    owner: str
    """Whoever saved it."""
    shared: tuple[str, ...] = ()
    """The other users whose sessions may use it."""
    everyone: bool = False
    """The sessions of every user may use it."""

    def is_for(self, user: str) -> bool:
        """Whether the sessions of a user may use it."""
        return self.everyone or user == self.owner or user in self.shared

    @property
    def words(self) -> str:
        """Whose sessions may use it, in words."""
        return "everyone" if self.everyone else ", ".join((self.owner, *self.shared))

    def has_expired(self, now: datetime | None = None) -> bool:
        """Whether it may not be used any more."""
        return datetime.fromisoformat(self.expires_at) <= (now or datetime.now(UTC))


def sign_in_path(home: Path, name: str) -> Path:
    """The file of a sign-in state. Raises UsageError for a name that cannot be a file's."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"'{name}' cannot name a sign-in state.",
            mend="Use letters, digits, dots, dashes and underscores.",
        )
    return home / FOLDER / f"{name}.json"


def check_savable(home: Path, name: str) -> None:
    """Raises UsageError for a name that cannot be used, EnvironmentLack where nothing can be encrypted."""
    sign_in_path(home, name)
    cipher()


def saved_sign_ins(home: Path) -> tuple[SavedSignIn, ...]:
    """The saved sign-in states of a home, by name, expired ones among them. Raises StoreError."""
    return tuple(_described(path) for path in sorted((home / FOLDER).glob("*.json")))


def usable_sign_in(home: Path, name: str, user: str) -> SavedSignIn:
    """The saved sign-in state of this name, for a session of this user.

    Raises UsageError where there is none, it is another's and not shared with the user, or it has expired.
    """
    path = sign_in_path(home, name)
    again = f"handrail record URL -o DIR --save-sign-in {name}"
    if not path.is_file():
        raise UsageError(f"There is no saved sign-in state '{name}'.", mend=f"Save one with: {again}")
    found = _described(path)
    if not found.is_for(user):
        raise UsageError(
            f"The saved sign-in state '{name}' is not {user}'s, and not shared with {user}.",
            mend=f"Where {user} is to work under that account: handrail signin share {name} --with {user}",
        )
    if found.has_expired():
        raise UsageError(
            f"The saved sign-in state '{name}' expired on {found.expires_at[:10]}.",
            place=str(path),
            mend=f"Sign in once more with: {again}",
        )
    return found


def load_sign_in(home: Path, name: str, user: str) -> dict[str, Any]:
    """What is in a saved sign-in state, for a session of this user; one in clear is sealed at once.

    Raises UsageError as `usable_sign_in` does; StoreError where it cannot be opened.
    """
    found = usable_sign_in(home, name, user)
    state = _opened(home, name)
    if not found.encrypted:
        _keep(home, found, state)
    return state


def share_sign_in(home: Path, name: str, *, users: Iterable[str] = (), everyone: bool = False) -> SavedSignIn:
    """Let the sessions of these users use it beside its owner's, and of no others; or those of everyone.

    Raises UsageError where there is none, StoreError where it cannot be opened.
    """
    path = sign_in_path(home, name)
    if not path.is_file():
        raise _lacking(name)
    found = _described(path)
    others = tuple(dict.fromkeys(user for user in users if user != found.owner))
    shared = replace(found, encrypted=True, shared=others, everyone=everyone)
    _keep(home, shared, _opened(home, name))
    return shared


def _opened(home: Path, name: str) -> dict[str, Any]:
    """What is in the file, whoever may use it; its label is proven, where it is sealed."""
    path = sign_in_path(home, name)
    text = _read(path)
    if label_of(text) is None:
        return _parsed(text, path)
    if (label_of(text) or {}).get("name") != name:
        raise StoreError("This sign-in state was saved under another name.", place=str(path), mend=_AGAIN)
    try:
        opened = unseal(text, KeyRing(home).secret_key(KEY)).decode()
    except NotOpened:
        raise StoreError(
            "The sign-in state cannot be opened: it was changed, or its key is not this home's.",
            place=str(path),
            mend=_AGAIN,
        ) from None
    return _parsed(opened, path)


async def save_sign_in(context: BrowserContext, home: Path, name: str, days: float = DAYS) -> SavedSignIn:
    """Save the context's cookies and local storage for so many days, sealed, as the local user's; whom it was
    shared with under this name may go on using it.

    Raises UsageError for a name that cannot be used, EnvironmentLack without the library, StoreError.
    """
    check_savable(home, name)
    now = datetime.now(UTC)
    owner = getpass.getuser()
    path = sign_in_path(home, name)
    before = _described(path) if path.is_file() else None
    saved = SavedSignIn(name, _told(now), _told(now + timedelta(days=days)), encrypted=True, owner=owner)
    if before is not None and before.owner == owner:
        saved = replace(saved, shared=before.shared, everyone=before.everyone)
    _keep(home, saved, dict(await context.storage_state()))
    return saved


def remove_sign_in(home: Path, name: str) -> None:
    """Forget a saved sign-in state. Raises UsageError where there is none, StoreError."""
    path = sign_in_path(home, name)
    try:
        path.unlink()
    except FileNotFoundError:
        raise _lacking(name) from None
    except OSError as error:
        raise StoreError(f"It could not be removed: {error.strerror}.", place=str(path)) from error


def _lacking(name: str) -> UsageError:
    return UsageError(
        f"There is no saved sign-in state '{name}'.", mend="`handrail signin list` lists them all."
    )


_AGAIN: Final = "Remove it with `handrail signin remove`, and sign in once more."


def _keep(home: Path, saved: SavedSignIn, state: dict[str, Any]) -> None:
    label: dict[str, JsonValue] = {
        "kind": "sign-in",
        "name": saved.name,
        "saved_at": saved.saved_at,
        "expires_at": saved.expires_at,
        "owner": saved.owner,
        "shared": list(saved.shared),
        "everyone": saved.everyone,
    }
    text = seal(json.dumps(state).encode(), KeyRing(home).secret_key(KEY), label)
    write_private(sign_in_path(home, saved.name), text, what="The sign-in state")


def _described(path: Path) -> SavedSignIn:
    label = label_of(_read(path))
    # Earlier versions kept no owner; whoever works on this machine could use all of them, and still can.
    local = getpass.getuser()
    if label is None:
        # In clear, by an earlier version: its time runs from when it was saved.
        written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        until = _told(written + timedelta(days=DAYS))
        return SavedSignIn(path.stem, _told(written), until, encrypted=False, owner=local)
    try:
        expires = str(label["expires_at"])
        datetime.fromisoformat(expires)
        shared = label.get("shared", [])
        return SavedSignIn(
            path.stem,
            str(label["saved_at"]),
            expires,
            encrypted=True,
            owner=str(label.get("owner", local)),
            shared=tuple(str(user) for user in shared) if isinstance(shared, list) else (),
            everyone=label.get("everyone") is True,
        )
    except (KeyError, ValueError):
        raise StoreError("The sign-in state is damaged.", place=str(path), mend=_AGAIN) from None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise StoreError("The sign-in state cannot be read.", place=str(path), mend=_AGAIN) from error


def _parsed(text: str, path: Path) -> dict[str, Any]:
    try:
        state = json.loads(text)
    except ValueError:
        state = None
    if not isinstance(state, dict):
        raise StoreError("The sign-in state is damaged.", place=str(path), mend=_AGAIN)
    return state


def _told(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")
