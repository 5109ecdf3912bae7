"""Writing a file as a whole: who reads it meets the old content or the new, and never half of one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_whole(place: Path, content: bytes, *, durable: bool = True) -> None:
    """Put the content in the place of what the file held, with the rights that it had. Raises OSError.

    With `durable` it is on disk when this returns.
    """
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}-")
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        new.chmod(_mode(place))
        new.replace(place)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def _mode(place: Path) -> int:
    """The rights of the file that is replaced, else those of any new file: a temporary one has fewer."""
    with contextlib.suppress(OSError):
        return place.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
