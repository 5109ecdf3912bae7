"""Files that a person names: a text to be read, or the place of a result (an export, a report, a backup).

Where the name cannot be such a place, that is said before the work is begun; a file is written as a whole
or not at all.
"""

from __future__ import annotations

import errno
import io
import itertools
import os
import shlex
import stat
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from handrail._whole import write_whole
from handrail.errors import HandrailError, StoreError, UsageError

_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_MOST_OF_ENDLESS: Final = 64 * 2**20
"""So many bytes are read of what has no size, as a pipe or a device."""
_FIRST_SECONDS: Final = 1.0
"""So long it may take until somebody has opened a pipe to write into it."""
_LOOK_SECONDS: Final = 0.02


def bare_name(name: str) -> str:
    """A file's own name, wherever it lay, as that of a kept copy: not hidden, and not too long."""
    return Path(name.replace("\\", "/")).name.lstrip(".")[-120:] or "file"


def in_shell(path: Path | str) -> str:
    """A path as a command that is shown for copying names it: quoted, and no option."""
    text = str(path)
    text = f"./{text}" if text.startswith("-") else text
    return f'"{text}"' if os.name == "nt" else shlex.quote(text)


def read_named(
    path: Path,
    *,
    what: str,
    mend: str,
    error: type[HandrailError] = UsageError,
    exact: bool = False,
) -> str:
    """The text of a file in UTF-8; `exact` keeps its byte order mark and its ends of lines as they are.

    `what` it is begins the sentence of the error: "The notes". Raises that error.
    """
    try:
        text = read_whole(path).decode("utf-8" if exact else "utf-8-sig")
        return text if exact else io.StringIO(text, newline=None).read()
    except (OSError, UnicodeDecodeError) as fault:
        raise error(f"{what} cannot be read: {why_unread(fault)}.", place=str(path), mend=mend) from fault


def read_whole(path: Path) -> bytes:
    """What a file holds, or what comes out of a pipe (`<(command)`). Raises OSError, also for what does not
    come to an end (`/dev/zero`), and for a pipe into which nobody writes."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    # Without it, the opening itself waits for somebody who writes into a pipe.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISREG(mode):
            return file.read()
        begun = _begun(descriptor) if stat.S_ISFIFO(mode) else b""
        if begun is None:
            raise OSError(errno.ENODATA, "nobody writes into this pipe")
        os.set_blocking(descriptor, True)
        content = begun + file.read(_MOST_OF_ENDLESS + 1)
    if len(content) > _MOST_OF_ENDLESS:
        raise OSError(errno.EFBIG, "it does not come to an end")
    return content


def _begun(pipe: int) -> bytes | None:
    """What comes out of a pipe first; none where nobody has it open to write. Who has may take their time."""
    until = time.monotonic() + _FIRST_SECONDS
    while True:
        try:
            if first := os.read(pipe, 2**16):
                return first
        except BlockingIOError:
            return b""
        if time.monotonic() >= until:
            return None
        time.sleep(_LOOK_SECONDS)


def why_unread(fault: OSError | UnicodeDecodeError) -> str:
    """Why a file is no text that can be read, in the words that follow "cannot be read:"."""
    return str(fault.strerror) if isinstance(fault, OSError) else "it is not UTF-8 text"


def place_of_result(path: Path, *, apart_from: Sequence[Path] = ()) -> Path:
    """The file that the path leads to, behind any links; it may be there already, and need not be.

    `apart_from` are files that the result must not take the place of: those it is made of. Raises UsageError.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(
            f"It cannot be the name of a file: {why}.", place=str(path), mend="Name another place."
        ) from error
    if mode is not None and stat.S_ISDIR(mode):
        raise UsageError("It is a folder.", place=str(path), mend="Name a file in it.")
    if mode is not None and not stat.S_ISREG(mode):
        # It would be gone, with a file in its place.
        raise UsageError(
            "It is a device or a pipe; a file cannot replace it.", place=str(path), mend="Name a file."
        )
    place = path.resolve()
    if not place.parent.is_dir():
        raise UsageError(
            f"The folder '{place.parent}' is not there.", place=str(path), mend="Make it, or name another."
        )
    if any(place == one.resolve() for one in apart_from):
        raise UsageError("It would overwrite its own source.", place=str(path), mend="Name another place.")
    return place


def write_keeping(path: Path, content: bytes, *, what: str) -> Path | None:
    """Write the file as `write_named` does; other content that it had stays beside it, in `NAME.old`.

    Gives the place of the old content; none where nothing is lost. Raises as `write_named` does.
    """
    place = place_of_result(path)
    try:
        old = place.read_bytes()
    except FileNotFoundError:
        old = content
    except OSError as error:
        raise _unwritten(error, what, path) from error
    if old == content:
        write_named(path, content, what=what)
        return None
    try:
        kept = _kept_beside(place, old)
    except OSError as error:
        raise _unwritten(error, what, path) from error
    write_named(path, content, what=what)
    return kept


def _kept_beside(place: Path, old: bytes) -> Path:
    """The file that holds the content under the first name that is free, or holds it already."""
    for beside in _old_names(place):
        try:
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, place.stat().st_mode & 0o777)
        except FileExistsError:
            if beside.is_file() and beside.read_bytes() == old:
                return beside
            continue
        with os.fdopen(descriptor, "wb") as file:
            file.write(old)
        return beside
    raise AssertionError("names do not come to an end")


def _old_names(place: Path) -> Iterator[Path]:
    yield place.with_name(f"{place.name}.old")
    for number in itertools.count(2):
        yield place.with_name(f"{place.name}.old{number}")


def folder_of_results(path: Path) -> Path:
    """The folder, made where it is not there. Raises UsageError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = "it is a file" if isinstance(error, FileExistsError) else error.strerror
        raise UsageError(
            f"It cannot be a folder: {why}.", place=str(path), mend="Name another place."
        ) from error
    return path


def write_named(path: Path, content: str | bytes, *, what: str, mode: int | None = None) -> None:
    """Write the file as a whole or not at all; `what` it is begins the sentence of an error.

    Its rights are `mode`, or those that it had. Raises UsageError for a bad place, StoreError for a full
    disk.
    """
    place = place_of_result(path)
    try:
        write_whole(place, content.encode() if isinstance(content, str) else content, mode=mode)
    except OSError as error:
        raise _unwritten(error, what, path) from error


def _unwritten(error: OSError, what: str, path: Path) -> StoreError:
    if error.errno in _FULL:
        return StoreError(
            f"There is no space left. {what} was not written.", place=str(path), mend="Free some space there."
        )
    return StoreError(
        f"{what} cannot be written: {error.strerror}.", place=str(path), mend="Name another place."
    )
