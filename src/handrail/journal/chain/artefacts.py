"""Files that a journal speaks of (pictures, SOP documents, downloads), kept by the hash of their content."""

from __future__ import annotations

import errno
import os
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, NamedTuple

from handrail._whole import write_whole
from handrail.errors import JournalBroken, KeptFileLost, StoreError
from handrail.journal.events.event import Artefact
from handrail.private import private_folder

_ADDRESS: Final = re.compile(r"sha256:([0-9a-f]{64})")
_PUT_BACK: Final = "Put it back from a copy of the home's folder 'artefacts', then go on."
_SUFFIX: Final = re.compile(r"(\.[A-Za-z0-9]{1,16}){0,3}")


class ArtefactFault(NamedTuple):
    """A stored file that is no longer what its address says."""

    artefact: Artefact
    kind: Literal["missing", "changed"]
    message: str


class Artefacts:
    """A folder of files named by the SHA-256 of their content, in two levels of subfolders.

    The same content is kept once. Processes may share the folder: a file appears whole or not at all.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, content: bytes, suffix: str = "", *, durable: bool = False) -> Artefact:
        """Keep the content and return its address; `suffix` (`.png`) helps people who look into the folder.

        With `durable` it is on disk when this returns. Raises `StoreError` (no space, no right to write).
        """
        if not _SUFFIX.fullmatch(suffix):
            raise ValueError(f"not a suffix: {suffix!r}")
        artefact = Artefact(f"sha256:{sha256(content).hexdigest()}")
        # A file that was cut short by a loss of power, or damaged since, is written anew.
        present = self._find(artefact)
        if present is not None and _holds(present, content):
            # Whoever sweeps up what nobody names any more sees that somebody is about to name it. The file
            # system's own clock may be some milliseconds behind, and a session may have ended within them.
            now = time.time()
            with suppress(OSError):
                os.utime(present, (now, now))
            return artefact
        place = present or self._stem(artefact).with_suffix(suffix)
        try:
            private_folder(place.parent)
            write_whole(place, content, mode=0o600, durable=durable)
        except OSError as error:
            raise _unwritable(error, self.folder) from error
        return artefact

    def path(self, artefact: Artefact) -> Path:
        """Where the file is. Raises `KeptFileLost` when it is missing, `ValueError` for no address."""
        found = self._find(artefact)
        if found is None:
            raise KeptFileLost("A kept file is missing.", place=str(self._stem(artefact)), mend=_PUT_BACK)
        return found

    def size(self, artefact: Artefact) -> int:
        """Bytes that the file takes; 0 where it is missing."""
        found = self._find(artefact)
        return found.stat().st_size if found is not None else 0

    def get(self, artefact: Artefact) -> bytes:
        """The content. Raises `StoreError` when it is missing, `JournalBroken` when it was changed."""
        path = self.path(artefact)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise StoreError(f"A kept file cannot be read: {error.strerror}.", place=str(path)) from error
        if f"sha256:{sha256(content).hexdigest()}" != artefact:
            raise JournalBroken(
                "A kept file was changed after it was written.", place=str(path), mend=_PUT_BACK
            )
        return content

    def check(self, artefacts: Iterable[Artefact]) -> tuple[ArtefactFault, ...]:
        """Those that are missing or whose content no longer fits their address."""
        faults = []
        for artefact in dict.fromkeys(artefacts):
            try:
                self.get(artefact)
            except JournalBroken:
                faults.append(ArtefactFault(artefact, "changed", f"The file {artefact} was changed."))
            except (StoreError, ValueError):
                faults.append(ArtefactFault(artefact, "missing", f"The file {artefact} is missing."))
        return tuple(faults)

    def _stem(self, artefact: Artefact) -> Path:
        match = _ADDRESS.fullmatch(artefact)
        if match is None:
            raise ValueError(f"not the address of a kept file: {artefact!r}")
        digits = match[1]
        return self.folder / digits[:2] / digits[2:4] / digits

    def _find(self, artefact: Artefact) -> Path | None:
        stem = self._stem(artefact)
        try:
            return next((path for path in stem.parent.iterdir() if path.name.startswith(stem.name)), None)
        except FileNotFoundError:
            return None


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False


def _unwritable(error: OSError, folder: Path) -> StoreError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(
            "There is no space left for the session's files.",
            place=str(folder),
            mend="Free some space there.",
        )
    return StoreError(
        f"The session's files cannot be written: {error.strerror}.",
        place=str(folder),
        mend="Set HANDRAIL_HOME to a folder that you may write.",
    )
