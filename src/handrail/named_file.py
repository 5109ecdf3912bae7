"""Files that a person names: a text to be read, or the place of a result (an export, a report, a backup).

Where the name cannot be such a place, that is said before the work is begun; a file is written as a whole
or not at all.
"""

from __future__ import annotations

import errno
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from handrail._whole import write_whole
from handrail.errors import HandrailError, StoreError, UsageError

_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


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
        with path.open(encoding="utf-8" if exact else "utf-8-sig", newline="" if exact else None) as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as fault:
        raise error(f"{what} cannot be read: {why_unread(fault)}.", place=str(path), mend=mend) from fault


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
        if error.errno in _FULL:
            raise StoreError(
                f"There is no space left. {what} was not written.",
                place=str(path),
                mend="Free some space there.",
            ) from error
        raise StoreError(
            f"{what} cannot be written: {error.strerror}.", place=str(path), mend="Name another place."
        ) from error
