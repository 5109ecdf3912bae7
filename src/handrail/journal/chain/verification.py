"""Whether a session's evidence is as it was written: its chain, and the files that it speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, get_args

from handrail._model import Model
from handrail.errors import JournalBroken
from handrail.journal.chain.artefacts import ArtefactFault, Artefacts
from handrail.journal.chain.linking import ChainFault, Head, check
from handrail.journal.chain.log import AuditLog
from handrail.journal.events.audited import Anchored
from handrail.journal.events.driving import HandedBack, StepsProposed
from handrail.journal.events.event import (
    AmendmentDecided,
    AmendmentProposed,
    Artefact,
    Asked,
    Entry,
    ModelAsked,
    Offered,
    Pictured,
    SessionId,
    SessionStarted,
)

NAMING: Final[Mapping[type[Model], tuple[str, ...]]] = {
    SessionStarted: ("sop", "rows", "policy"),
    Pictured: ("picture",),
    Asked: ("picture",),
    Offered: ("picture",),
    ModelAsked: ("text",),
    AmendmentProposed: ("pictures",),
    AmendmentDecided: ("sop", "replaced"),
    StepsProposed: ("pictures",),
    HandedBack: ("recording",),
    Anchored: ("receipt",),
}
"""Events that speak of kept files, and the fields in which they do."""

_KINDS: Final = {
    get_args(event.model_fields["kind"].annotation)[0]: fields for event, fields in NAMING.items()
}


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
    entries: Iterable[Entry],
    artefacts: Artefacts,
    head: Head | None = None,
    log: AuditLog | None = None,
    session: SessionId | None = None,
) -> Verification:
    """Check one session's entries, and every file that they name.

    Without `head`, entries that were cut off the end cannot be noticed. `log` tells of values and files that
    were removed by right, and of what was signed of the `session`.
    """
    chain = tuple(entries)
    log = log or AuditLog()
    signed = unlike_signed(chain, log, session) if session is not None else ()
    return Verification(
        entries=len(chain),
        hash=chain[-1].hash if chain else "",
        chain=(*check(chain, head, log.erasures), *signed),
        files=artefacts.check(name for name in named_files(chain) if name not in log.gone),
    )


def unlike_signed(entries: Iterable[Entry], log: AuditLog, session: SessionId) -> tuple[ChainFault, ...]:
    """What the log's checkpoints say of a session's entries that is not so."""
    hashes = {entry.seq: entry.hash for entry in entries}
    faults = []
    for _, event in log.signed:
        day = f"was signed on {event.at[:19]}Z"
        for one in event.heads:
            if one.session != session or hashes.get(one.seq) == one.hash:
                continue
            if one.seq in hashes:
                faults.append(ChainFault(one.seq, "changed", f"Entry {one.seq} is another one than {day}."))
            else:
                faults.append(ChainFault(one.seq, "missing", f"Entry {one.seq} {day}, and is not there."))
    return tuple(faults)


def named_files(entries: Iterable[Entry]) -> tuple[Artefact, ...]:
    """The files that a journal speaks of: the SOPs that were run and made, what people were shown to decide
    upon, and every other picture."""
    files: list[Artefact] = []
    for entry in entries:
        if entry.kind not in _KINDS:
            continue
        try:
            event = entry.event
        except JournalBroken:
            # An entry that cannot be read is a fault of the chain, and names no file.
            continue
        for field in _KINDS[entry.kind]:
            named = getattr(event, field)
            several = named if isinstance(named, tuple) else (named,)
            # Sessions of a version that knew one policy name none; an erased one is none any more.
            files += [Artefact(name) for name in several if name and name.startswith("sha256:")]
    return tuple(files)
