"""The place where a home keeps its secrets: the operating system's keyring, or an encrypted file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from handrail.errors import UsageError
from handrail.secrets.stored import StoredSecret

if TYPE_CHECKING:
    from handrail.secrets.file import AskPassphrase

CHOICE_VARIABLE: Final = "HANDRAIL_SECRET_STORE"
FILE_NAME: Final = "secrets.enc"


class SecretBook(Protocol):
    """Keeps secrets. Every method raises EnvironmentLack or StoreError where the place cannot be used."""

    @property
    def words(self) -> str:
        """Where it keeps them."""
        ...

    def get(self, name: str, user: str = "") -> StoredSecret | None:
        """The secret of this name: everybody's, or this user's own."""
        ...

    def all(self) -> tuple[StoredSecret, ...]:
        """All secrets, by name."""
        ...

    def put(self, secret: StoredSecret) -> None:
        """Keep it, in place of one with its name and user."""
        ...

    def remove(self, name: str, user: str = "") -> bool:
        """Forget it; says whether it was there."""
        ...


def open_book(home: Path, ask: AskPassphrase) -> SecretBook:
    """The book of a home: the keyring where this system has one, else the encrypted file.

    `HANDRAIL_SECRET_STORE` (`keyring` or `file`) decides otherwise; a file that is there goes on being used.
    Raises UsageError for another word, EnvironmentLack where what is needed is not installed.
    """
    from handrail.secrets.file import FileBook
    from handrail.secrets.keyring import KeyringBook, usable_keyring

    choice = os.environ.get(CHOICE_VARIABLE, "")
    if choice not in {"", "keyring", "file"}:
        raise UsageError(f"{CHOICE_VARIABLE} is '{choice}'.", mend="Set it to 'keyring' or 'file'.")
    file = home / FILE_NAME
    if choice == "keyring" or (not choice and not file.exists() and usable_keyring()):
        return KeyringBook(home)
    return FileBook(file, ask)


def is_there(home: Path) -> bool:
    """Whether the home keeps any secret, as far as can be told without opening anything."""
    from handrail.secrets.keyring import INDEX_NAME

    return (home / FILE_NAME).exists() or (home / INDEX_NAME).exists()
