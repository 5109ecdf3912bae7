"""Where sessions live, and what one of them is to do."""

from __future__ import annotations

import secrets as randomness
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from handrail.browser.storage import read_storage, save_storage
from handrail.errors import StoreError
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.store import JournalStore
from handrail.journal.events.event import Artefact, SessionId
from handrail.policy import Policy
from handrail.runtime.walk.settings import Settings
from handrail.sop.document import Sop


@dataclass(frozen=True)
class Place:
    """Where sessions live: the home's folder, its journals and its artefacts."""

    home: Path
    store: JournalStore
    artefacts: Artefacts

    def folder(self, session: SessionId) -> Path:
        """The session's own folder: its downloads, and what its browser keeps."""
        return self.home / "sessions" / session

    def make_folder(self, session: SessionId) -> Path:
        """The folder of the session's files, made where it is missing. Raises StoreError."""
        folder = self.folder(session) / "files"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"The session's folder cannot be made: {error.strerror}.", place=str(folder)
            ) from error
        return folder

    def storage_path(self, session: SessionId) -> Path:
        """Where the session's cookies and storage lie while it is not over."""
        return self.folder(session) / "browser.json"

    def keep_storage(self, session: SessionId, state: dict[str, Any], number: int | None) -> None:
        """Keep them as they are now; with the number of a checkpoint, also as they were at that one.

        Raises StoreError.
        """
        save_storage(self.storage_path(session), state, self.home)
        if number is not None:
            save_storage(self._storage_at(session) / f"{number}.json", state, self.home)

    def storage_at(self, session: SessionId, number: int | None) -> dict[str, Any] | None:
        """As they were at a checkpoint; none where that was not kept."""
        found = [int(path.stem) for path in self._storage_at(session).glob("*.json")]
        fitting = [one for one in found if number is not None and one <= number]
        path = self._storage_at(session) / f"{max(fitting, default=0)}.json"
        return read_storage(path, self.home) if fitting else None

    def typed_path(self, session: SessionId) -> Path:
        """Where the secrets lie that people typed in the session, while it is not over."""
        return self.folder(session) / "typed.json"

    def forget_storage(self, session: SessionId) -> None:
        """Remove them, as they are and as they were, and what was typed."""
        self.storage_path(session).unlink(missing_ok=True)
        self.typed_path(session).unlink(missing_ok=True)
        shutil.rmtree(self._storage_at(session), ignore_errors=True)

    def _storage_at(self, session: SessionId) -> Path:
        return self.folder(session) / "browser"


@dataclass(frozen=True)
class Order:
    """What one session is to do."""

    sop: Sop
    inputs: Mapping[str, JsonValue]
    secrets: Mapping[str, str]
    settings: Settings = field(default_factory=Settings)
    batch: str | None = None
    row: int | None = None
    path: Path | None = None
    """The SOP's file, for amendments to be written to."""
    rows: Artefact | None = None
    """The inputs of every row, where the session is a batch."""
    policy: Policy | None = None
    """What the gate is to obey; the built-in `standard` without one."""
    files_from: tuple[str, ...] | None = None
    """Folders: whoever wishes for it may have no other files of this machine uploaded."""


def new_session_id() -> SessionId:
    """Ids sort by time and are short enough to type: `20261121-0812-3f9a2c`."""
    now = datetime.now(UTC)
    return SessionId(f"{now:%Y%m%d-%H%M%S}-{randomness.token_hex(3)}")
