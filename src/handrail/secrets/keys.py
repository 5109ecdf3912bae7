"""The keys of a home that no person has to know: in the system's keyring, or each in a file of its own.

Files are in `keys` in the home, readable by their owner alone, or in the folder that `HANDRAIL_KEYS` names:
on another disk, they do not go along with a copy of the home. A key that has a file is read from it.
"""

from __future__ import annotations

import base64
import hashlib
import os
import secrets as randomness
from pathlib import Path
from typing import Any, Final

from handrail.errors import StoreError, UsageError
from handrail.private import create_private, write_private
from handrail.secrets.book import CHOICE_VARIABLE
from handrail.secrets.sealed import KEY_BYTES

FOLDER_VARIABLE: Final = "HANDRAIL_KEYS"
FOLDER: Final = "keys"


class KeyRing:
    """The keys of a home, by name. Every method raises StoreError where the place cannot be used."""

    def __init__(self, home: Path) -> None:
        named = os.environ.get(FOLDER_VARIABLE)
        self._folder = Path(named).expanduser() if named else home / FOLDER
        self._home = home
        self._service = f"handrail {_digest(home)} keys"

    def get(self, name: str) -> str | None:
        """The key of this name, as text; none where there is none."""
        path = self._path(name)
        try:
            return path.read_text(encoding="utf-8")
        except FileNotFoundError:
            pass
        except OSError as error:
            raise StoreError(f"The key cannot be read: {error.strerror}.", place=str(path)) from error
        keyring = self._keyring()
        return None if keyring is None else _asked(keyring, "get_password", self._service, name)

    def make(self, name: str, text: str) -> str:
        """Keep a new key; the one that is there, where another process was quicker."""
        keyring = self._keyring()
        if keyring is None:
            create_private(self._path(name), text, what="The key")
        elif self.get(name) is None:
            _asked(keyring, "set_password", self._service, name, text)
        kept = self.get(name)
        if kept is None:
            raise StoreError("A stored key is missing.", place=self.words(name))
        return kept

    def put(self, name: str, text: str) -> None:
        """Keep a key in place of the one that is there."""
        keyring = self._keyring()
        if keyring is None or self._path(name).exists():
            write_private(self._path(name), text, what="The key")
        else:
            _asked(keyring, "set_password", self._service, name, text)

    @property
    def is_own(self) -> bool:
        """Whether the keys are of this home alone; several homes may share a folder for theirs."""
        return self._folder == self._home / FOLDER

    def own(self, name: str) -> str:
        """The name of what belongs to this home alone, where several homes share a folder for their keys."""
        return name if self.is_own else f"{name}-{_digest(self._home)}"

    def words(self, name: str) -> str:
        """Where the key of this name is."""
        return (
            str(self._path(name)) if self._keyring() is None or self._path(name).exists() else "the keyring"
        )

    def secret_key(self, name: str) -> bytes:
        """A key to seal with, made when it is first asked for."""
        text = self.get(name) or self.make(name, base64.b64encode(randomness.token_bytes(KEY_BYTES)).decode())
        try:
            key = base64.b64decode(text.strip(), validate=True)
        except ValueError:
            key = b""
        if len(key) != KEY_BYTES:
            raise StoreError("The key is damaged.", place=self.words(name), mend="Put a copy of it back.")
        return key

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.key"

    def _keyring(self) -> Any | None:
        """The keyring library, where keys belong there."""
        from handrail.secrets.keyring import library, usable_keyring

        choice = os.environ.get(CHOICE_VARIABLE, "")
        if choice not in {"", "keyring", "file"}:
            raise UsageError(f"{CHOICE_VARIABLE} is '{choice}'.", mend="Set it to 'keyring' or 'file'.")
        if choice == "file" or os.environ.get(FOLDER_VARIABLE):
            return None
        return library() if choice == "keyring" or usable_keyring() else None


def _digest(home: Path) -> str:
    return hashlib.sha256(str(home.resolve()).encode()).hexdigest()[:12]


def _asked(keyring: Any, verb: str, *arguments: str) -> str | None:
    try:
        answer: str | None = getattr(keyring, verb)(*arguments)
    except keyring.errors.KeyringError as error:
        raise StoreError(
            f"The keyring does not answer: {type(error).__name__}.",
            mend="Unlock it, or set HANDRAIL_SECRET_STORE=file.",
        ) from None
    return answer
