"""Looking at the files of a session: its downloads."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final

from handrail.actuators.excerpts import excerpt
from handrail.actuators.seen import Finding
from handrail.errors import PermanentError
from handrail.sop.condition import FileIs
from handrail.sop.template.pattern import compiled

_LARGEST: Final = 50 * 1024 * 1024
"""Bytes of a file whose text is looked at."""


def read_files(folder: Path, condition: FileIs) -> Finding:
    """Whether one file of that name in the folder is as stated. Raises PermanentError for a name outside."""
    if ".." in condition.name or Path(condition.name).is_absolute():
        raise PermanentError(f"'{condition.name}' does not stay in the session's folder.")
    files = sorted(path for path in folder.glob(condition.name) if path.is_file())
    if not files:
        return Finding(held=False, seen="no such file", read_back=True)
    looks = [_look(path, condition) for path in files]
    fitting = [seen for fits, seen in looks if fits]
    return Finding(
        held=bool(fitting), seen=excerpt("; ".join(fitting or [seen for _, seen in looks])), read_back=True
    )


def _look(path: Path, condition: FileIs) -> tuple[bool, str]:
    size = path.stat().st_size
    fits = condition.at_least_bytes is None or size >= condition.at_least_bytes
    seen = f"{path.name}: {size} bytes"
    if condition.contains is None and condition.matches is None and condition.rows is None:
        return fits, seen
    if size > _LARGEST:
        raise PermanentError(f"'{path.name}' is too large to look into: {size} bytes.")
    text = path.read_bytes().decode("utf-8-sig", "replace")
    if condition.contains is not None:
        fits = fits and " ".join(condition.contains.split()) in " ".join(text.split())
    if condition.matches is not None:
        fits = fits and compiled(condition.matches).matches(text)
    if condition.rows is not None:
        rows = _rows(text)
        fits = fits and rows == condition.rows
        seen += f", {rows} rows"
    return fits, seen


def _rows(text: str) -> int:
    """The rows of a CSV text below its head; empty lines are none."""
    first = text.partition("\n")[0]
    delimiter = max((",", ";", "\t"), key=first.count)
    filled = sum(bool(row) for row in csv.reader(text.splitlines(keepends=True), delimiter=delimiter))
    return max(0, filled - 1)
