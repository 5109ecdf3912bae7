"""A home's privacy: its configuration, its provider, and the scrubber of each of its sessions."""

from __future__ import annotations

import shutil
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from handrail.errors import ValuesGone
from handrail.privacy.configuration import PrivacyConfig, read_config
from handrail.privacy.provider import Provider
from handrail.privacy.pseudonyms import PSEUDONYM, Book, Keeper, Memory
from handrail.privacy.scrubbing import Scrubber

if TYPE_CHECKING:
    from handrail.privacy.vault import Forgotten

_SEALED: Final = {"what": "inputs"}
_MOST_SESSIONS: Final = 64
"""Scrubbers that one process remembers."""


class Household:
    """What a home's `privacy.yaml` asks for."""

    def __init__(self, home: Path, config: PrivacyConfig) -> None:
        self.config = config
        self._home = home
        self._provider: Provider | None = None
        self._scrubbers: OrderedDict[str, Scrubber] = OrderedDict()

    @property
    def provider(self) -> Provider:
        """What finds personal data. Raises EnvironmentLack where it is not installed."""
        if self._provider is None:
            self._provider = provider_of(self.config)
        return self._provider

    def scrubber(self, session: str) -> Scrubber:
        """The scrubber of a session, with the pseudonyms that it has so far."""
        if session not in self._scrubbers:
            self._scrubbers[session] = scrubber_of(
                self.config, self.provider, self._keeper(session), reversible=True
            )
        self._scrubbers.move_to_end(session)
        if len(self._scrubbers) > _MOST_SESSIONS and self.config.values.keep != "memory":
            self._scrubbers.popitem(last=False)
        return self._scrubbers[session]

    def opened(self, session: str, text: str) -> str:
        """A text of the session's journal with the values in it. Raises ValuesGone where one is gone."""
        if not PSEUDONYM.search(text):
            return text
        book = self.scrubber(session).book
        if book.lacks(text):
            raise ValuesGone(
                "The values behind the pseudonyms of this session are not kept any more.",
                place=f"session {session}",
                mend="Run the SOP again; 'values' in privacy.yaml says how long they are kept.",
            )
        return book.restored(text)

    def sealed(self, content: bytes) -> bytes:
        """What a session needs whole and nobody else reads, as a table's rows. Raises StoreError."""
        from handrail.privacy.vault import home_key
        from handrail.secrets.sealed import seal

        return seal(content, home_key(self._home), _SEALED).encode()

    def over(self, session: str) -> None:
        """The session is over: forget what was kept to its end alone."""
        if self.config.keep.files == "drop":
            shutil.rmtree(self._home / "sessions" / session / "files", ignore_errors=True)
        if self.config.values.keep == "until_end":
            self.forget(session)

    def forget(self, session: str) -> bool:
        """Remove a session's values and its pictures as they were; says whether there were any."""
        from handrail.privacy.raw import RawStore
        from handrail.privacy.vault import Vault

        self._scrubbers.pop(session, None)
        pictures = RawStore(self._home).forget(session)
        return Vault(self._home).forget(session) or bool(pictures)

    def forget_value(self, value: str, held: Callable[[str], bool]) -> Forgotten:
        """Remove a value, and the pictures as they were, of all sessions that hold it and are not held."""
        from handrail.privacy.raw import RawStore
        from handrail.privacy.vault import Vault

        done = Vault(self._home).forget_value(value, held)
        for session in done.sessions:
            self._scrubbers.pop(session, None)
            RawStore(self._home).forget(session)
        return done

    def expire(self, held: Callable[[str], bool]) -> int:
        """Remove what was kept long enough, but of sessions that are held; says how many files that were."""
        from handrail.privacy.raw import RawStore
        from handrail.privacy.vault import Vault

        days = max(self.config.raw.pictures, self.config.raw.recordings)
        values = Vault(self._home).expire(self.config.values.days, held)
        return values + RawStore(self._home).expire(days, held)

    def keep_raw(self, session: str, name: str, picture: bytes) -> None:
        """Keep a picture as it was, sealed, where the configuration wants it. Raises StoreError."""
        if self.config.raw.pictures:
            from handrail.privacy.raw import RawStore

            RawStore(self._home).keep(session, name, picture)

    def _keeper(self, session: str) -> Keeper:
        if self.config.values.keep == "memory":
            return Memory()
        from handrail.privacy.vault import Vault

        return Vault(self._home).keeper(session)


def drop_session(home: Path, session: str) -> None:
    """Remove what a home keeps apart of a session that is not there any more, whatever it wants by now."""
    if not (home / "privacy").is_dir():
        return
    from handrail.privacy.raw import RawStore
    from handrail.privacy.vault import Vault

    RawStore(home).forget(session)
    Vault(home).drop(session)


def household_of(home: Path) -> Household | None:
    """The privacy of a home; none where it has no configuration. Raises InputError for a faulty one."""
    config = read_config(home)
    return Household(home, config) if config is not None else None


def provider_of(config: PrivacyConfig) -> Provider:
    """The provider that a configuration names. Raises EnvironmentLack where it is not installed."""
    if config.provider == "presidio":
        from handrail.privacy.presidio import Presidio

        return Presidio(config.models, config.kinds, config.least_score)
    from handrail.privacy.builtin import BuiltIn

    return BuiltIn(config.kinds, config.least_score)


def scrubber_of(
    config: PrivacyConfig, provider: Provider, keeper: Keeper, *, reversible: bool = False
) -> Scrubber:
    """A scrubber as the configuration wants it."""
    book = Book(keeper, reversible=reversible)
    return Scrubber(provider, book, labels=config.fields, never=config.never)
