"""Erasing a person's data: values are found in a home's sessions and removed, and the chains still hold.

What is searched: every entry of every session that is over, the tables and prompts that were kept with it,
the files in its folder, and the alerts. Pictures cannot be searched, and neither can other files that are no
text; those of the sessions in which something was found go as a whole. Recordings, SOPs, backups and exports
are outside of the journals, and not searched.
"""

from __future__ import annotations

import json
import re
import time
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from handrail.errors import StoreError
from handrail.journal.chain.log import AuditLog, read_log
from handrail.journal.chain.sealing import ERASED, removed
from handrail.journal.chain.verification import named_files
from handrail.journal.database.alerts import AlertTable
from handrail.journal.database.connecting import Database
from handrail.journal.database.templates import TemplateTable
from handrail.journal.events.event import Artefact, Entry, SessionId, parse_event
from handrail.journal.keeping.erasing import erase, erase_messages, forget_pages
from handrail.journal.keeping.private import household_behind, shown
from handrail.journal.views.fold import walk
from handrail.journal.views.summary import summary_of
from handrail.sessions.audit.spellings import pattern_of
from handrail.sessions.service.place import Place
from handrail.sessions.tables.given_files import given_to

_ACTORS: Final = frozenset({"by", "user", "to", "writer"})
"""Fields that say who acted for the organisation."""

_TEXTS: Final = frozenset({"rows", "text"})
"""Fields that name a kept text: a table of rows, a prompt."""

_LARGEST_PART: Final = 50_000_000
"""Bytes of an archive's part that is looked into; a larger one is no list of people."""

_PICTURES: Final = frozenset({".png", ".jpg", ".jpeg", ".webp"})


@dataclass(frozen=True)
class Wish:
    """What is to be erased."""

    values: tuple[str, ...]
    """Names, addresses, numbers of one person, each as it may stand in a text; case makes no difference."""
    pictures: bool = True
    """The pictures of the sessions in which something is found go, too."""
    actors: bool = False
    """Also where the values stand for who did, asked or answered something."""


@dataclass(frozen=True)
class Findings:
    """What was found of a person in one session, and what became of it."""

    session: SessionId
    entries: int
    """How many entries held it."""
    files: int
    """How many kept files and files of its folder held it, and pictures that may."""
    erased: bool
    why_not: str = ""
    left: tuple[str, ...] = ()
    """Where it still stands, in words."""


def find_and_erase(
    database: Database,
    place: Place,
    wish: Wish,
    *,
    sessions: Collection[SessionId] | None = None,
    by: str,
    why: str,
    only_tell: bool = False,
) -> tuple[Findings, ...]:
    """Look through these sessions, or all; remove what is found, unless it is only to be told.

    A session that is not over, or under a hold, is left and named. Raises UsageError for a value that is too
    short, StoreError, JournalBroken.
    """
    pattern = pattern_of(wish.values)
    log = read_log(place.store)
    found: list[Findings] = []
    needed: dict[str, str] | None = None
    looked = time.time()
    for record in place.store.sessions():
        if sessions is None or record.session in sessions:
            session = _Session(place, record.session, pattern, wish)
            if not session.holds_any:
                continue
            why_not = _why_not(session.entries, record.session, log)
            if not why_not:
                if needed is None:
                    looked, needed = time.time(), _needed(place, log)
                session.leave(needed, looked)
            if not why_not and not only_tell:
                session.erase(database, by, why)
            erased = not why_not and not only_tell
            found.append(
                Findings(record.session, len(session.emptied), session.files, erased, why_not, session.left)
            )
    if not only_tell:
        back = {one.session for one in found if not one.erased}
        AlertTable(database).erase(partial(pattern.sub, ERASED), back, sessions)
        # Also where nothing was found: an earlier attempt may have ended before this.
        forget_pages(database)
    return tuple(found)


def templates_holding(templates: TemplateTable, values: Sequence[str]) -> tuple[str, ...]:
    """The names of the templates that hold one of the values: what they start would bring it back.

    Raises UsageError as erasing does, StoreError.
    """
    pattern = pattern_of(values)
    return tuple(
        row.name
        for row in templates.templates()
        if any(pattern.search(text) for text in (row.name, *_texts(json.loads(row.body))))
    )


def _needed(place: Place, log: AuditLog) -> dict[str, str]:
    """The files of sessions that may not be touched, kept ones and given ones, each with the reason."""
    needed: dict[str, str] = {}
    for record in place.store.sessions():
        entries = tuple(place.store.read(record.session))
        if why_not := _why_not(entries, record.session, log):
            given = map(str, given_to(place, record.session))
            needed |= dict.fromkeys((*named_files(entries), *given), f"session {record.session}: {why_not}")
    return needed


def _why_not(entries: Sequence[Entry], session: SessionId, log: AuditLog) -> str:
    """Why nothing of a session may be removed; empty where it may."""
    gathered = walk(entries)
    outcome = summary_of(gathered).outcome if gathered.ended is not None else None
    if outcome is None or outcome in ("waiting", "needs reconciliation"):
        return "it is not over"
    hold = log.holding(session, gathered.started.sop_id if gathered.started else "")
    return f"the hold {hold.hold} keeps it: {hold.why}" if hold is not None else ""


class _Session:
    """What one session holds of the values."""

    def __init__(self, place: Place, session: SessionId, pattern: re.Pattern[str], wish: Wish) -> None:
        self._place = place
        self._session = session
        self._pattern = pattern
        self._wish = wish
        self._left: dict[str, None] = {}
        self.entries = tuple(place.store.read(session))
        named = tuple(dict.fromkeys(named_files(self.entries)))
        self._texts = {name for name in named if self._is_text(name) and self._file_holds(name)}
        files = (*_files(place.folder(session)), *given_to(place, session))
        self._own = [path for path in files if _bytes_hold(path, pattern)]
        self.emptied = [new for entry in self.entries if (new := self._emptied(entry)) is not None]
        self._behind = self._is_behind_pseudonyms()
        found = bool(self.emptied or self._own or self._behind)
        if found and wish.pictures:
            unread = (path for path in files if path not in self._own)
            self._own += [path for path in unread if not _is_searchable(path)]
        self._pictures = [name for name in named if found and wish.pictures and self._is_picture(name)]

    @property
    def holds_any(self) -> bool:
        return bool(self.emptied or self._own or self._behind or self._left)

    @property
    def files(self) -> int:
        return len(self._texts) + len(self._own) + len(self._pictures)

    @property
    def left(self) -> tuple[str, ...]:
        return tuple(self._left)

    def leave(self, needed: Mapping[str, str], looked: float) -> None:
        """Leave the kept files that other sessions need; the same picture or table is one file. One that was
        put down since it was `looked` what they need is about to be named by a session."""
        used = {name: needed.get(name, "") for name in (*self._texts, *self._pictures)}
        used |= {name: "a session that runs" for name in used if self._put_at(name) > looked}
        for name, whose in used.items():
            if whose:
                self._left[f"the kept file {name[:23]}…, also of {whose}"] = None
        for path in [path for path in self._own if str(path) in needed]:
            self._left[f"the file '{path.name}', also of {needed[str(path)]}"] = None
            self._own.remove(path)
        self._texts = {name for name in self._texts if not used[name]}
        self._pictures = [name for name in self._pictures if not used[name]]

    def _put_at(self, name: Artefact) -> float:
        try:
            return self._place.artefacts.path(name).stat().st_mtime
        except (StoreError, OSError):
            return 0.0

    def erase(self, database: Database, by: str, why: str) -> None:
        """Remove what was found; first it is told, so that no crash leaves a gap that nothing explains.

        What lies beside the journal goes before: the session is found again where this breaks off.
        """
        without = partial(self._pattern.sub, ERASED)
        erase_messages(database, without, self._session, actors=self._wish.actors)
        erase(
            database,
            self._place.store,
            self._place.home,
            self._session,
            self.emptied,
            files=self._pictures,
            others=len(self._own),
            by=by,
            why=why,
        )
        for name in (*self._texts, *self._pictures):
            with suppress(StoreError):
                self._place.artefacts.path(name).unlink(missing_ok=True)
        for path in self._own:
            path.unlink(missing_ok=True)
        self._place.forget_storage(self._session)
        household = household_behind(self._place.store)
        if household is not None and self._behind:
            household.forget(self._session)
        elif self._wish.pictures:
            from handrail.privacy.raw import RawStore

            RawStore(self._place.home).forget(self._session)

    def _is_behind_pseudonyms(self) -> bool:
        """Whether what stands behind the session's pseudonyms, where those are kept, holds any value."""
        if household_behind(self._place.store) is None:
            return False
        return any(self._pattern.search(entry.body) for entry in shown(self._place.store, self._session))

    def _emptied(self, entry: Entry) -> Entry | None:
        new = removed(entry.body, entry.writer, entry.seal, self._without)
        for name in _names(json.loads(entry.body)):
            if self._pattern.search(name):
                self._left[f"entry {entry.seq}: as the name of a field"] = None
        if new is None:
            return None
        try:
            parse_event(new.body)
        except ValueError:
            self._left[f"entry {entry.seq}: where it cannot be taken out of its form"] = None
            return None
        return entry._replace(body=new.body, seal=new.seal, writer=new.writer)

    def _without(self, path: str, value: Any) -> Any:
        name = path.rpartition(".")[2]
        if name in _ACTORS and not self._wish.actors:
            return value
        if isinstance(value, str):
            if name in _TEXTS and value in self._texts:
                # The hash of a short table could be guessed at.
                return ERASED
            return self._pattern.sub(ERASED, value)
        return ERASED if self._pattern.fullmatch(str(value)) else value

    def _is_picture(self, name: Artefact) -> bool:
        return self._suffix(name) in _PICTURES

    def _is_text(self, name: Artefact) -> bool:
        # What was done is read from the SOP and the policy; they stay.
        suffix = self._suffix(name)
        if suffix in (".sop.json", ".policy.json"):
            if self._file_holds(name):
                self._left[f"the kept file {name[:23]}… ({suffix})"] = None
            return False
        return suffix not in _PICTURES

    def _suffix(self, name: Artefact) -> str:
        try:
            return "".join(self._place.artefacts.path(name).suffixes)
        except StoreError:
            return ".png"

    def _file_holds(self, name: Artefact) -> bool:
        try:
            return _bytes_hold(self._place.artefacts.path(name), self._pattern)
        except StoreError:
            return False


def _bytes_hold(path: Path, pattern: re.Pattern[str]) -> bool:
    try:
        return any(
            pattern.search(content.decode(encoding, "ignore"))
            for content in _contents(path)
            for encoding in ("utf-8", "latin-1", "utf-16-le")
        )
    except OSError:
        return False


def _contents(path: Path) -> Iterator[bytes]:
    """What the file holds, and where it is an archive, as the files of office programs are, its parts. Raises
    OSError."""
    yield path.read_bytes()
    try:
        with zipfile.ZipFile(path) as archive:
            for part in archive.infolist():
                if part.file_size <= _LARGEST_PART:
                    yield archive.read(part)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, zlib.error):
        # It is none, or it is sealed or packed by a way of its own.
        return


def _is_searchable(path: Path) -> bool:
    """Whether the file is text."""
    try:
        content = path.read_bytes()
    except OSError:
        return True
    return content.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" not in content


def _files(folder: Path) -> Iterator[Path]:
    yield from (path for path in folder.rglob("*") if path.is_file())


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)
    elif isinstance(value, str | int | float):
        yield str(value)


def _names(value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from _names(part)
    elif isinstance(value, list):
        for part in value:
            yield from _names(part)
