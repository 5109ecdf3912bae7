"""Whether the lists that say who sees a session, and of which table it is a row, say so as its journal does.

No hash covers these lists: what they say is written in the journal, too, and compared here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from handrail.errors import JournalBroken
from handrail.journal.event import Entry, HandedOver, SessionId, SessionStarted
from handrail.journal.private import shown
from handrail.journal.sealing import ERASED
from handrail.journal.store import JournalStore
from handrail.journal.work import WorkTable

_TELLING: Final = frozenset({"session_started", "handed_over"})


def misplaced(store: JournalStore, work: WorkTable, sessions: Collection[SessionId]) -> dict[SessionId, str]:
    """Of these sessions, those of which a list says something else than the journal, and what. Raises
    StoreError."""
    wanted = frozenset(sessions)
    lines = {line.session: line for line in work.lines() if line.session in wanted}
    found: dict[SessionId, str] = {}
    for record in store.sessions():
        if record.session not in wanted:
            continue
        owner, batch = _told(shown(store, record.session))
        line = lines.get(record.session)
        if record.batch != batch:
            found[record.session] = _of_another("a row of", record.batch, batch)
        elif line is not None and line.job.parent is not None and line.job.parent != batch:
            found[record.session] = _of_another("a row of", line.job.parent, batch)
        elif line is not None and owner and line.job.owner != owner and ERASED not in owner:
            whose = _of_another("the session of", line.job.owner, owner)
            found[record.session] = f"{whose} Hand it over to whom it belongs: that decides who sees it."
    return found


def _told(entries: Iterable[Entry]) -> tuple[str | None, str | None]:
    """Whose session the journal says it is, and of which table a row.

    What cannot be read is named by the chain's own check; journals of the first versions name no owner.
    """
    owner: str | None = None
    batch: str | None = None
    for entry in entries:
        if entry.kind not in _TELLING:
            continue
        try:
            event = entry.event
        except JournalBroken:
            continue
        if isinstance(event, SessionStarted):
            owner, batch = event.user, event.batch
        elif isinstance(event, HandedOver):
            owner = event.to
    return owner, batch


def _of_another(what: str, listed: str | None, told: str | None) -> str:
    return f"It is listed as {what} '{listed or 'none'}', and its journal says '{told or 'none'}'."
