"""Anchors: the audit log's end, told to places that whoever can change the home cannot change."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from handrail.errors import SourceError
from handrail.journal.proof import Witnessed
from handrail.sessions.place import Place


def witnessed_in(place: Place, files: Iterable[Path]) -> tuple[Witnessed, ...]:
    """What these files tell of the home's audit log. Raises SourceError."""
    return tuple(one for file in files for one in read_anchors(file))


def read_anchors(file: Path) -> tuple[Witnessed, ...]:
    """What a file that anchors were written to tells. Raises SourceError."""
    found = []
    try:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            if line.strip():
                told = json.loads(line)
                found.append(Witnessed(f"{file}, line {number}", int(told["seq"]), str(told["hash"])))
    except OSError as error:
        raise SourceError(f"The anchors cannot be read: {error.strerror}.", place=str(file)) from error
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError("This is no file of anchors.", place=str(file)) from error
    return tuple(found)
