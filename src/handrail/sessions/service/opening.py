"""A home as the service uses it: journals, files, the queue, the inbox, opened together on one database."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.database.connecting import Database
from handrail.journal.database.inbox import Inbox
from handrail.journal.database.lease import LEASE_SECONDS
from handrail.journal.database.templates import TemplateTable
from handrail.journal.database.work import WorkTable
from handrail.journal.home import ARTEFACTS, open_database, store_of
from handrail.sessions.service.dispatching import Dispatcher, EmbeddedDispatcher
from handrail.sessions.service.place import Place


@dataclass(frozen=True)
class Service:
    """Everything that starting, steering and running sessions needs."""

    place: Place
    database: Database
    work: WorkTable
    inbox: Inbox
    templates: TemplateTable
    dispatcher: Dispatcher

    def close(self) -> None:
        """Give back connections and files."""
        self.database.close()


def open_service(home: Path, lease_seconds: float | None = None) -> Service:
    """The service of a home, which is made when it is missing. Raises StoreError, EnvironmentLack."""
    database = open_database(home)
    work = WorkTable(database, seconds=lease_seconds or LEASE_SECONDS)
    place = Place(home, store_of(home, database), Artefacts(home / ARTEFACTS))
    return Service(place, database, work, Inbox(database), TemplateTable(database), EmbeddedDispatcher(work))
