"""Whether a session's evidence is as it was written: its chain, and the files that it speaks of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from handrail.errors import JournalBroken
from handrail.journal.artefacts import ArtefactFault, Artefacts
from handrail.journal.audited import Anchored
from handrail.journal.chain import ChainFault, Head, check
from handrail.journal.driving import HandedBack
from handrail.journal.event import (
    AmendmentDecided,
    AmendmentProposed,
    Artefact,
    Entry,
    ModelAsked,
    Offered,
    Pictured,
    SessionStarted,
)
from handrail.journal.log import AuditLog
from handrail.journal.sealing import ERASED

_NAMING: Final = frozenset(
    {
        "session_started",
        "pictured",
        "offered",
        "model_asked",
        "amendment_proposed",
        "amendment_decided",
        "anchored",
        "handed_back",
    }
)


@dataclass(frozen=True)
class Verification:
    """What was found. The evidence holds when there is no fault."""

    entries: int
    hash: str
    """Of the last entry: whoever kept it from before can tell whether the whole chain was replaced."""
    chain: tuple[ChainFault, ...]
    files: tuple[ArtefactFault, ...]

    @property
    def holds(self) -> bool:
        return not self.chain and not self.files

    @property
    def faults(self) -> tuple[tuple[str, str], ...]:
        """Kind and message of every fault."""
        chain = ((fault.kind, fault.message) for fault in self.chain)
        files = ((fault.kind, fault.message) for fault in self.files)
        return (*chain, *files)


def verify(
    entries: Iterable[Entry], artefacts: Artefacts, head: Head | None = None, log: AuditLog | None = None
) -> Verification:
    """Check one session's entries, and every file that they name.

    Without `head`, entries that were cut off the end cannot be noticed. `log` tells of values and files that
    were removed by right.
    """
    chain = tuple(entries)
    log = log or AuditLog()
    return Verification(
        entries=len(chain),
        hash=chain[-1].hash if chain else "",
        chain=check(chain, head, log.erasures),
        files=artefacts.check(name for name in named_files(chain) if name not in log.gone),
    )


def named_files(entries: Iterable[Entry]) -> tuple[Artefact, ...]:
    """The files that a journal speaks of: the SOPs that were run and made, and every picture."""
    files: list[Artefact] = []
    for entry in entries:
        if entry.kind not in _NAMING:
            continue
        try:
            event = entry.event
        except JournalBroken:
            # An entry that cannot be read is a fault of the chain, and names no file.
            continue
        match event:
            case SessionStarted():
                files += [event.sop, *([event.rows] if event.rows else [])]
                # Sessions of a version that knew one policy name none.
                files += [Artefact(event.policy)] if event.policy.startswith("sha256:") else []
            case Pictured():
                files.append(event.picture)
            case Offered():
                files += [event.picture] if event.picture else []
            case ModelAsked():
                files.append(event.text)
            case Anchored():
                files += [Artefact(event.receipt)] if event.receipt else []
            case AmendmentProposed():
                files += event.pictures
            case HandedBack() if event.recording is not None:
                files.append(Artefact(event.recording))
            case AmendmentDecided():
                files += [file for file in (event.sop, event.replaced) if file is not None]
    return tuple(file for file in files if file != ERASED)
