"""Whether the lists that say who sees a session, and of which table it is a row, say so as its journal does.

No hash covers these lists: what they say is written in the journal, too, and compared here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from handrail.errors import JournalBroken
from handrail.journal.chain.sealing import ERASED
from handrail.journal.chain.store import JournalStore
from handrail.journal.database.work import WorkTable
from handrail.journal.events.event import Entry, HandedOver, SessionId, SessionStarted
from handrail.journal.keeping.private import shown

_FEW: Final = 10
"""So many journals are read sooner than those of a whole home are looked through."""
_TELLING: Final = frozenset({"session_started", "handed_over"})


def misplaced(store: JournalStore, work: WorkTable, sessions: Collection[SessionId]) -> dict[SessionId, str]:
    """Of these sessions, those of which a list says something else than the journal, and what. Raises
    StoreError."""
    wanted = frozenset(sessions)
    all_lines = work.lines()
    lines = {line.session: line for line in all_lines if line.session in wanted}
    tables = frozenset(line.session for line in all_lines if line.job.kind == "batch")
    told = _all_told(store, wanted)
    found: dict[SessionId, str] = {}
    for record in store.sessions():
        if record.session not in wanted:
            continue
        owner, batch = told.get(record.session, (None, None))
        line = lines.get(record.session)
        if line is not None and owner and line.job.owner != owner:
            # The name may stand behind a pseudonym there.
            owner, batch = _told(shown(store, record.session))
        if record.batch != batch:
            found[record.session] = _of_another("a row of", record.batch, batch)
        elif line is not None and line.job.parent != batch and (line.job.parent or batch in tables):
            found[record.session] = _of_another("a row of", line.job.parent, batch)
        elif line is not None and owner and line.job.owner != owner and ERASED not in owner:
            whose = _of_another("the session of", line.job.owner, owner)
            found[record.session] = f"{whose} Hand it over to whom it belongs: that decides who sees it."
    return found


def _all_told(
    store: JournalStore, wanted: Collection[SessionId]
) -> dict[SessionId, tuple[str | None, str | None]]:
    """What their journals say of all of these. Of many, only the entries that say it are read."""
    if len(wanted) <= _FEW:
        return {name: _told(store.read(name)) for name in wanted}
    entries: dict[SessionId, list[Entry]] = {}
    for entry in store.of_kinds(*_TELLING):
        if entry.session in wanted:
            entries.setdefault(entry.session, []).append(entry)
    return {name: _told(sorted(some, key=lambda entry: entry.seq)) for name, some in entries.items()}


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
