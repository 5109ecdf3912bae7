"""The home that a command works in, opened for as long as it needs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handrail.journal.chain.artefacts import Artefacts
    from handrail.journal.chain.store import JournalStore
    from handrail.sessions.service.opening import Service


@contextmanager
def opened_home() -> Iterator[tuple[JournalStore, Artefacts]]:
    """The journals and files of the home. Raises StoreError."""
    from handrail.home import handrail_home
    from handrail.journal.home import open_home

    store, artefacts = open_home(handrail_home())
    try:
        yield store, artefacts
    finally:
        store.close()


@contextmanager
def opened_service(lease_seconds: float | None = None) -> Iterator[Service]:
    """The home with its queue; leases that are taken hold for so long. Raises StoreError."""
    from handrail.home import handrail_home
    from handrail.sessions.service.opening import open_service

    service = open_service(handrail_home(), lease_seconds)
    try:
        yield service
    finally:
        service.close()
