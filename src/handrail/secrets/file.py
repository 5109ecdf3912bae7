"""Secrets in one encrypted file: AES-256-GCM, with a key that scrypt makes of a passphrase."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets as randomness
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from handrail.errors import StoreError, Waiting
from handrail.private import one_at_a_time, write_private
from handrail.secrets.sealed import cipher
from handrail.secrets.stored import StoredSecret, key_of

KEY_VARIABLE: Final = "HANDRAIL_SECRETS_KEY"
_LABEL: Final = b"handrail secrets 1"
_SCRYPT: Final = {"n": 2**15, "r": 8, "p": 1}
_SCRYPT_MEMORY: Final = 64 * 2**20
_PATIENCE_SECONDS: Final = 60.0
"""How long others are waited for: each makes two keys, which is slow by design."""

AskPassphrase = Callable[[bool], str | None]
"""Asks a person for the file's passphrase; True for a new one. None where nobody can be asked."""


class FileBook:
    """The secrets of a home in its file, which is read when it is first asked."""

    def __init__(self, path: Path, ask: AskPassphrase) -> None:
        self._path = path
        self._ask = ask
        self._passphrase: str | None = None

    @property
    def words(self) -> str:
        return f"the encrypted file {self._path}"

    def get(self, name: str, user: str = "") -> StoredSecret | None:
        return self._read().get(key_of(name, user))

    def all(self) -> tuple[StoredSecret, ...]:
        return tuple(secret for _, secret in sorted(self._read().items()))

    def put(self, secret: StoredSecret) -> None:
        with self._alone():
            self._write({**self._read(), secret.key: secret})

    def remove(self, name: str, user: str = "") -> bool:
        with self._alone():
            kept = self._read()
            if kept.pop(key_of(name, user), None) is None:
                return False
            self._write(kept)
        return True

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Of two that change the file at once, neither loses what the other keeps, nor waits for a person
        to give the other the passphrase."""
        self._give_passphrase(new=not self._path.exists())
        with one_at_a_time(self._path.with_suffix(".lock"), what="The secret", seconds=_PATIENCE_SECONDS):
            yield

    def _read(self) -> dict[str, StoredSecret]:
        if not self._path.exists():
            return {}
        try:
            sealed: dict[str, Any] = json.loads(self._path.read_text(encoding="ascii"))
            salt, nonce, content = (base64.b64decode(sealed[part]) for part in ("salt", "nonce", "content"))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StoreError(
                "The file of secrets cannot be read.", place=str(self._path), mend="Put a copy of it back."
            ) from error
        opened = self._open(salt, nonce, content)
        return {name: StoredSecret.model_validate(secret) for name, secret in json.loads(opened).items()}

    def _open(self, salt: bytes, nonce: bytes, content: bytes) -> bytes:
        made, invalid = cipher()
        try:
            opened: bytes = made(self._key(salt, new=False)).decrypt(nonce, content, _LABEL)
        except invalid:
            self._passphrase = None
            raise StoreError(
                "The passphrase does not open the file of secrets, or the file was changed.",
                place=str(self._path),
                mend=f"Give the passphrase that it was made with ({KEY_VARIABLE}).",
            ) from None
        return opened

    def _write(self, kept: dict[str, StoredSecret]) -> None:
        made, _ = cipher()
        salt, nonce = randomness.token_bytes(16), randomness.token_bytes(12)
        told = json.dumps({name: secret.model_dump(mode="json") for name, secret in sorted(kept.items())})
        key = self._key(salt, new=not self._path.exists())
        content = made(key).encrypt(nonce, told.encode(), _LABEL)
        parts = {"salt": salt, "nonce": nonce, "content": content}
        sealed = {"version": 1, **{name: base64.b64encode(part).decode() for name, part in parts.items()}}
        write_private(self._path, json.dumps(sealed), what="The secret")

    def _give_passphrase(self, *, new: bool) -> str:
        if self._passphrase is None:
            self._passphrase = os.environ.get(KEY_VARIABLE) or self._ask(new)
        if not self._passphrase:
            raise Waiting(
                "The file of secrets is locked, and nobody is at a terminal to open it.",
                place=str(self._path),
                mend=f"Set {KEY_VARIABLE} to its passphrase.",
            )
        return self._passphrase

    def _key(self, salt: bytes, *, new: bool) -> bytes:
        passphrase = self._give_passphrase(new=new)
        return hashlib.scrypt(passphrase.encode(), salt=salt, dklen=32, maxmem=_SCRYPT_MEMORY, **_SCRYPT)
