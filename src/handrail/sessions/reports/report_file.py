"""Reports made from a home."""

from __future__ import annotations

from handrail.errors import HandrailError
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.log import read_log
from handrail.journal.chain.store import JournalStore
from handrail.journal.events.event import Entry, SessionId, SessionStarted
from handrail.journal.keeping.private import household_behind
from handrail.privacy.copies import Copying
from handrail.sessions.reports.report import batch_report_html, report_html
from handrail.sop.document import Sop
from handrail.sop.format import load


def session_report(
    store: JournalStore, artefacts: Artefacts, session: SessionId, *, scrub: Copying | None = None
) -> str:
    """The HTML report of a session, of a table that of its rows; `scrub` takes personal data out of it, as
    the home's `privacy.yaml` may want of every report.

    Raises `StoreError`; `JournalBroken` when an entry cannot be read.
    """
    entries = tuple(store.read(session))
    started = _started(entries)
    if started is not None and started.rows is not None and store.sessions(batch=session):
        return batch_report(store, artefacts, session, scrub=scrub)
    sop, head = sop_of(entries, artefacts), store.head(session)
    return report_html(entries, artefacts, sop, head=head, log=read_log(store), scrub=scrub or _wanted(store))


def batch_report(
    store: JournalStore, artefacts: Artefacts, batch: str, *, scrub: Copying | None = None
) -> str:
    """The HTML report of all sessions of a table of rows, in the order of the rows; `scrub` as above.

    Raises `StoreError`; `JournalBroken` when an entry cannot be read.
    """
    records = store.sessions(batch=batch)
    journals = sorted((tuple(store.read(record.session)) for record in records), key=_row)
    sop = sop_of(journals[0], artefacts) if journals else None
    return batch_report_html(journals, artefacts, sop, log=read_log(store), scrub=scrub or _wanted(store))


def _wanted(store: JournalStore) -> Copying | None:
    household = household_behind(store)
    if household is None or household.config.keep.reports != "scrub":
        return None
    return Copying(household.config)


def sop_of(entries: tuple[Entry, ...], artefacts: Artefacts) -> Sop | None:
    """The SOP that a session ran; None when it is missing, was changed, or this version cannot read it."""
    started = _started(entries)
    if started is None:
        return None
    try:
        artefacts.get(started.sop)
        return load(artefacts.path(started.sop))
    except (HandrailError, ValueError):
        return None


def _started(entries: tuple[Entry, ...]) -> SessionStarted | None:
    event = entries[0].event if entries else None
    return event if isinstance(event, SessionStarted) else None


def _row(entries: tuple[Entry, ...]) -> int:
    started = _started(entries)
    return started.row or 0 if started else 0
