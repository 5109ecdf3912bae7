"""Files and folders for their owner alone: homes, keys, tokens, sign-ins, secrets."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from handrail._whole import sync_folder, write_whole, written_beside
from handrail.errors import StoreError

_OWNER_ALONE: Final = 0o600
_FOLDER: Final = 0o700


def private_folder(path: Path) -> None:
    """Make the folder, and those above it that are missing, for their owner alone.

    One that is there is left as it is: whoever made it may want to share it. Raises OSError.
    """
    if path.is_dir():
        return
    if not path.parent.exists():
        private_folder(path.parent)
    path.mkdir(mode=_FOLDER, exist_ok=True)


def write_private(path: Path, content: str | bytes, *, what: str, durable: bool = True) -> None:
    """Write the file whole or leave it as it was; its mode is 0600, and its folder is made if need be.

    With `durable` it is on disk when this returns. `what` begins the sentence of the error: "The secret".
    Raises StoreError.
    """
    with _told(path, what):
        private_folder(path.parent)
        write_whole(path, _bytes(content), mode=_OWNER_ALONE, durable=durable)


def create_private(path: Path, content: str | bytes, *, what: str) -> bool:
    """Write the file where there is none; False where there is one, which is left. Raises StoreError."""
    with _told(path, what):
        private_folder(path.parent)
        with written_beside(path, _bytes(content), mode=_OWNER_ALONE) as new:
            try:
                # Of two processes one makes it, and neither reads half of it.
                os.link(new, path)
            except FileExistsError:
                return False
        sync_folder(path.parent)
    return True


@contextmanager
def alone(lock: Path, *, seconds: float = 10.0) -> Iterator[None]:
    """Meanwhile nobody else is in here who gives the same file: others wait so long until this is over.

    Within a process, too; whoever dies lets the others in. Raises OSError.
    """
    private_folder(lock.parent)
    with lock.open("a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            try:
                yield
            finally:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            until = time.monotonic() + seconds
            while True:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() > until:
                        raise OSError(errno.EAGAIN, "another process keeps it") from None
                    time.sleep(0.005)
            # It ends when the file is closed.
            yield


@contextmanager
def one_at_a_time(lock: Path, *, what: str, seconds: float = 10.0) -> Iterator[None]:
    """`alone`, for whoever reads a file, changes it and writes it; `what` begins the sentence of an error.
    Raises StoreError."""
    with _told(lock, what), alone(lock, seconds=seconds):
        yield


@contextmanager
def _told(path: Path, what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(f"{what} could not be kept: {error.strerror}.", place=str(path)) from error


def _bytes(content: str | bytes) -> bytes:
    return content.encode("utf-8") if isinstance(content, str) else content
