"""Where a home keeps its journals and their files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from handrail.journal.artefacts import Artefacts
from handrail.journal.store import JournalStore

DATABASE: Final = "handrail.db"
ARTEFACTS: Final = "artefacts"


def open_home(home: Path) -> tuple[JournalStore, Artefacts]:
    """The journals and files of a home, which is made when it is missing. Raises `StoreError`."""
    # The database library is the heaviest import of the core; commands that need no journal go without.
    from handrail.journal.database import sqlite_store

    return sqlite_store(home / DATABASE), Artefacts(home / ARTEFACTS)
