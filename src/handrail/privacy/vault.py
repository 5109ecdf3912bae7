"""The values behind pseudonyms: one file for each session in the home's `privacy` folder, each value sealed.

Only its key opens them: the home's key `privacy`, which is in the keyring or in a file of its own. A file
that is removed leaves pseudonyms that nobody can read any more.
"""

from __future__ import annotations

import json
import os
import re
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote

from handrail.errors import StoreError
from handrail.privacy.finding import Kind
from handrail.private import write_private
from handrail.secrets.keys import KeyRing
from handrail.secrets.sealed import NotOpened, label_of, seal, unseal

FOLDER: Final = "privacy"
_KEY: Final = "privacy"
_DAY: Final = 86_400.0

KeyOf = Callable[[], bytes]


def home_key(home: Path) -> bytes:
    """The key of a home that opens what is kept apart; made when it is first asked for. Raises StoreError."""
    return KeyRing(home).secret_key(_KEY)


Held = Callable[[str], bool]
"""Whether a hold keeps what belongs to a session, by its id."""


def held_by_nobody(_: str) -> bool:
    return False


class Forgotten(NamedTuple):
    """What became of a value."""

    sessions: tuple[str, ...]
    """Those that held it, and hold it no more."""
    held: tuple[str, ...]
    """Those that a hold keeps, and that go on holding it."""


class Vault:
    """The values of all sessions of a home. Every method raises StoreError where the disk refuses."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._folder = home / FOLDER
        self._key: bytes | None = None

    def keeper(self, session: str) -> SessionVault:
        """The values of one session."""
        return SessionVault(self._folder / f"{session}.jsonl", session, self._opened_key)

    def forget(self, session: str) -> bool:
        """Remove a session's values; says whether there were any. Its pseudonyms are never given again."""
        return _empty(self._folder / f"{session}.jsonl", lambda line: True)

    def forget_value(self, value: str, held: Held = held_by_nobody) -> Forgotten:
        """Remove what holds a value, as addresses and file names write it too, from all sessions that are not
        held."""
        wanted = _plain(value)
        if not wanted:
            return Forgotten((), ())

        def holds(line: str) -> bool:
            return wanted in _plain(unseal(line, self._opened_key()).decode("utf-8", "surrogatepass"))

        gone: list[str] = []
        kept: list[str] = []
        for path in sorted(self._folder.glob("*.jsonl")):
            if not held(path.stem):
                gone += [path.stem] if _empty(path, holds) else []
            elif _any(path, holds):
                kept.append(path.stem)
        return Forgotten(tuple(gone), tuple(kept))

    def drop(self, session: str) -> None:
        """Remove the file of a session that is no longer there."""
        (self._folder / f"{session}.jsonl").unlink(missing_ok=True)

    def expire(self, days: float, held: Held = held_by_nobody) -> int:
        """Remove what was not added to for so many days; says for how many sessions."""
        until = time.time() - days * _DAY
        old = [path for path in self._folder.glob("*.jsonl") if path.stat().st_mtime < until]
        return sum(_empty(path, lambda line: True) for path in old if not held(path.stem))

    def _opened_key(self) -> bytes:
        if self._key is None:
            self._key = home_key(self._home)
        return self._key


class SessionVault:
    """A `Keeper` on a file. Several processes may add to it: the first line with a pseudonym holds."""

    def __init__(self, path: Path, session: str, key: KeyOf) -> None:
        self._path = path
        self._session = session
        self._key = key
        self._read_bytes = 0
        self._known: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._counts: Counter[str] = Counter()

    def known(self) -> Mapping[str, str]:
        self._read()
        return self._known

    def name(self, kind: Kind, value: str) -> str:
        self._read()
        while value not in self._names:
            self._append(f"[{kind}-{self._counts[kind] + 1}]", value)
            self._read()
        return self._names[value]

    def _append(self, pseudonym: str, value: str) -> None:
        label = {"session": self._session, "pseudonym": pseudonym}
        line = f"{seal(value.encode('utf-8', 'surrogatepass'), self._key(), label)}\n"
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                # One write, so that the lines of two processes never mix.
                os.write(handle, line.encode())
                os.fsync(handle)
            finally:
                os.close(handle)
        except OSError as error:
            raise StoreError(f"A value cannot be kept: {error.strerror}.", place=str(self._path)) from error

    def _read(self) -> None:
        try:
            if not self._path.exists() or self._path.stat().st_size == self._read_bytes:
                return
            with self._path.open("rb") as file:
                file.seek(self._read_bytes)
                told = file.read()
        except OSError as error:
            raise StoreError(
                f"The values cannot be read: {error.strerror}.", place=str(self._path)
            ) from error
        whole = told[: told.rfind(b"\n") + 1]
        self._read_bytes += len(whole)
        for line in whole.splitlines():
            self._learn(line.decode())

    def _learn(self, line: str) -> None:
        if gone := _gone(line):
            self._count(gone)
            return
        try:
            value = unseal(line, self._key()).decode("utf-8", "surrogatepass")
            label = json.loads(line)["label"]
            pseudonym, session = label["pseudonym"], label["session"]
        except (NotOpened, ValueError, KeyError) as error:
            raise StoreError(
                "The values behind pseudonyms cannot be opened: the key is another, or they were changed.",
                place=str(self._path),
                mend="Put the home's key 'privacy' back, or remove the file: only pseudonyms stay then.",
            ) from error
        if session == self._session and pseudonym not in self._known:
            self._known[pseudonym] = value
            self._names.setdefault(value, pseudonym)
            self._count(pseudonym)

    def _count(self, pseudonym: str) -> None:
        kind, _, number = pseudonym[1:-1].rpartition("-")
        self._counts[kind] = max(self._counts[kind], int(number))


def _gone(line: str) -> str:
    """The pseudonym whose value was removed; empty for one that is kept."""
    try:
        return str(json.loads(line).get("gone", ""))
    except ValueError:
        return ""


def _plain(text: str) -> str:
    """Without case, and with one space for whatever stands between words in addresses and file names."""
    return re.sub(r"[\s_.+-]+", " ", unicodedata.normalize("NFC", unquote(text)).casefold()).strip()


def _any(path: Path, wanted: Callable[[str], bool]) -> bool:
    """Whether a line of the file is wanted. Raises StoreError."""
    try:
        return any(wanted(line) for line in path.read_text("ascii").splitlines() if not _gone(line))
    except (OSError, NotOpened) as error:
        raise StoreError("The values cannot be read.", place=str(path)) from error


def _empty(path: Path, wanted: Callable[[str], bool]) -> bool:
    """Put a mark in place of each wanted line, so that no other value ever gets its pseudonym; says whether
    there was one. Raises StoreError."""
    try:
        lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
        made = [_mark(line) if not _gone(line) and wanted(line) else line for line in lines]
        if made == lines:
            return False
        write_private(path, "".join(f"{line}\n" for line in made), what="The file without the value")
    except (OSError, StoreError, NotOpened) as error:
        raise StoreError("A value cannot be removed.", place=str(path), mend="Remove the file.") from error
    return True


def _mark(line: str) -> str:
    label = label_of(line)
    return json.dumps({"gone": label["pseudonym"] if label is not None else ""})
