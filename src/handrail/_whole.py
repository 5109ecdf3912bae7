"""Writing a file as a whole: who reads it meets the old content or the new, and never half of one."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def write_whole(place: Path, content: bytes, *, mode: int | None = None, durable: bool = True) -> None:
    """Put the content in the place of what the file held. Raises OSError, and then leaves the file as it was.

    Its rights are `mode`; without one those that it had, and of a new file those that the process gives any.
    With `durable` it is on disk when this returns.
    """
    with written_beside(place, content, mode=mode, durable=durable) as new:
        if mode is None:
            with suppress(OSError):
                new.chmod(place.stat().st_mode & 0o777)
        new.replace(place)
    if durable:
        sync_folder(place.parent)


@contextmanager
def written_beside(
    place: Path, content: bytes, *, mode: int | None = None, durable: bool = True
) -> Iterator[Path]:
    """The content in a file next to the place, to be moved or linked there; what is left of it then goes.

    Raises OSError.
    """
    # A name that no other process, or thread of this one, writes to at the same moment.
    new = place.with_name(f".{place.name}.{secrets.token_hex(6)}.part")
    try:
        # Made anew or not at all: a file that somebody put there could have another mode, or lead elsewhere.
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        yield new
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Bring the names of a folder's files to disk: they are in the folder, which is a file of its own.

    Windows has no such thing to sync.
    """
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
