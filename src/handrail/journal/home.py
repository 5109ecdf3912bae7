"""Where a home keeps its journals and their files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.store import JournalStore

if TYPE_CHECKING:
    from handrail.journal.database.connecting import Database

DATABASE: Final = "handrail.db"
ARTEFACTS: Final = "artefacts"
PRIVACY: Final = "privacy.yaml"
ADDRESS_VARIABLE: Final = "HANDRAIL_DATABASE_URL"


def open_database(home: Path) -> Database:
    """The database of a home: the one that `HANDRAIL_DATABASE_URL` names, else a file in its folder.

    Raises `StoreError`; `EnvironmentLack` for an address that cannot be used.
    """
    # The database library is the heaviest import of the core; commands that need no journal go without.
    from handrail.journal.database.connecting import postgres_database, sqlite_database

    address = os.environ.get(ADDRESS_VARIABLE)
    return postgres_database(address) if address else sqlite_database(home / DATABASE)


def open_home(home: Path) -> tuple[JournalStore, Artefacts]:
    """The journals and files of a home, which is made when it is missing.

    Raises as `open_database` does, and InputError for a faulty `privacy.yaml`.
    """
    return store_of(home, open_database(home)), Artefacts(home / ARTEFACTS)


def store_of(home: Path, database: Database) -> JournalStore:
    """The journals in a database; where the home's `privacy.yaml` wants it, scrubbed before they are written.

    Raises InputError for a faulty file, EnvironmentLack where what it names is not installed.
    """
    from handrail.journal.database.journals import DatabaseStore

    store = DatabaseStore(database)
    if not (home / PRIVACY).is_file():
        return store
    from handrail.journal.chain.log import held_in
    from handrail.journal.keeping.private import PrivateStore
    from handrail.privacy.household import household_of

    household = household_of(home)
    if household is None or not household.config.scrubs_anything:
        return store
    household.expire(held_in(store))
    return PrivateStore(store, household)
