"""Secrets in the operating system's keyring: Keychain, Credential Manager, Secret Service.

A keyring cannot be listed, so the home keeps the names beside it; scopes and values are in the keyring alone.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from handrail.errors import EnvironmentLack, StoreError
from handrail.private import one_at_a_time, write_private
from handrail.secrets.stored import StoredSecret, key_of

INDEX_NAME: Final = "secrets.names.json"


def usable_keyring() -> bool:
    """Whether this system has a keyring that can be used now. Raises EnvironmentLack for one that is named
    in its settings and cannot be loaded: nobody meant another place then."""
    try:
        import keyring
    except ImportError:
        return False
    return bool(_backend(keyring).priority > 0)


class KeyringBook:
    """The secrets of a home in the user's keyring."""

    def __init__(self, home: Path) -> None:
        self._index = home / INDEX_NAME
        digest = hashlib.sha256(str(home.resolve()).encode()).hexdigest()[:12]
        self._service = f"handrail {digest}"
        self._keyring = library()

    @property
    def words(self) -> str:
        return "the system's keyring"

    def get(self, name: str, user: str = "") -> StoredSecret | None:
        return self._kept(key_of(name, user))

    def _kept(self, key: str) -> StoredSecret | None:
        text = self._ask("get_password", key)
        return None if text is None else StoredSecret.model_validate_json(text)

    def all(self) -> tuple[StoredSecret, ...]:
        # With no name kept, one is asked for all the same: a keyring that cannot be used is no empty one.
        found = [self._kept(key) for key in self._keys() or (INDEX_NAME,)]
        return tuple(secret for secret in found if secret is not None)

    def put(self, secret: StoredSecret) -> None:
        self._ask("set_password", secret.key, secret.model_dump_json())
        with self._alone():
            self._note({*self._keys(), secret.key})

    def remove(self, name: str, user: str = "") -> bool:
        key = key_of(name, user)
        if self._kept(key) is None:
            return False
        self._ask("delete_password", key)
        with self._alone():
            self._note(set(self._keys()) - {key})
        return True

    def _alone(self) -> AbstractContextManager[None]:
        return one_at_a_time(self._index.with_suffix(".lock"), what="The secret's name")

    def _ask(self, verb: str, *arguments: str) -> str | None:
        try:
            answer: str | None = getattr(self._keyring, verb)(self._service, *arguments)
        except self._keyring.errors.NoKeyringError:
            raise StoreError(
                "This machine has no keyring.", mend="Set HANDRAIL_SECRET_STORE=file, or install one."
            ) from None
        except self._keyring.errors.KeyringError as error:
            raise StoreError(
                f"The keyring does not answer: {type(error).__name__}.",
                mend="Unlock it, or set HANDRAIL_SECRET_STORE=file.",
            ) from None
        return answer

    def _keys(self) -> list[str]:
        try:
            names = json.loads(self._index.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            raise StoreError("The names of the secrets cannot be read.", place=str(self._index)) from error
        return [name for name in names if isinstance(name, str)]

    def _note(self, names: set[str]) -> None:
        write_private(self._index, json.dumps(sorted(names)), what="The secret's name")


def library() -> Any:
    """The keyring library. Raises EnvironmentLack where it is missing, or its backend cannot be loaded."""
    try:
        import keyring
        import keyring.errors
    except ImportError as error:
        raise EnvironmentLack(
            "The keyring needs the 'keyring' package, but it is not installed.",
            mend="Install it: pip install 'handrail[secrets]'.",
        ) from error
    _backend(keyring)
    return keyring


def _backend(keyring: Any) -> Any:
    try:
        return keyring.get_keyring()
    except Exception as error:
        # It is loaded by a name from the environment or a file, and may raise whatever it likes.
        raise EnvironmentLack(
            f"The keyring's backend cannot be loaded: {type(error).__name__}.",
            mend="Correct PYTHON_KEYRING_BACKEND or keyringrc.cfg, or set HANDRAIL_SECRET_STORE=file.",
        ) from error
