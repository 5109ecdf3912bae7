"""Files for their owner alone: keys, tokens, sign-ins, secrets."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from handrail.errors import StoreError


def write_private(path: Path, content: str | bytes, *, what: str, durable: bool = True) -> None:
    """Write the file whole or leave it as it was; its mode is 0600, and its folder is made if need be.

    With `durable` it is on disk when this returns. `what` begins the sentence of the error: "The secret".
    Raises StoreError.
    """
    temporary = _beside(path)
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _fill(temporary, data, durable=durable)
        temporary.replace(path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise StoreError(f"{what} could not be kept: {error.strerror}.", place=str(path)) from error


def create_private(path: Path, content: str | bytes, *, what: str) -> bool:
    """Write the file where there is none; False where there is one, which is left. Raises StoreError."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    temporary = _beside(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _fill(temporary, data, durable=True)
        try:
            # Of two processes one makes it, and neither reads half of it.
            os.link(temporary, path)
        except FileExistsError:
            return False
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{what} could not be kept: {error.strerror}.", place=str(path)) from error
    return True


def _beside(path: Path) -> Path:
    """A name that no other process, or thread of this one, writes to at the same moment."""
    return path.with_name(f".{path.name}.{secrets.token_hex(6)}.part")


def _fill(path: Path, content: bytes, *, durable: bool) -> None:
    # Made anew or not at all: a file that somebody put there could have another mode, or lead elsewhere.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        if durable:
            file.flush()
            os.fsync(file.fileno())
