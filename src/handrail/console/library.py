"""The library: the SOPs of a folder of the home, and every version of each that was ever saved there."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

from pydantic import JsonValue

from handrail._model import Model
from handrail.errors import SopError, StoreError, UsageError
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.events.event import Artefact
from handrail.sessions.people.amending import changing_sops
from handrail.sop.document import Sop
from handrail.sop.format import load, loads, save, sop_bytes

SUFFIX: Final = ".sop.json"

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")


class Version(Model):
    """An SOP as it was saved at some time."""

    artefact: Artefact
    version: str
    saved: str
    """UTC, ISO 8601."""
    by: str
    note: str = ""


@dataclass(frozen=True)
class Shelved:
    """An SOP of the library as it is now."""

    name: str
    path: Path
    sop: Sop
    hash: str
    """Of the file's bytes: whoever saves names the one that was edited."""


class Changed(UsageError):
    """Somebody else saved the SOP in the meantime."""


class Library:
    """The SOP files `NAME.sop.json` of a folder. Anything may edit them; saving here keeps versions."""

    def __init__(self, folder: Path, artefacts: Artefacts) -> None:
        self._folder = folder
        self._artefacts = artefacts

    @property
    def folder(self) -> Path:
        """Where the files lie."""
        return self._folder

    def names(self) -> tuple[str, ...]:
        """The names of its SOPs, in alphabetic order."""
        if not self._folder.is_dir():
            return ()
        return tuple(sorted(name for name in self._found() if _NAME.fullmatch(name)))

    def misnamed(self) -> tuple[str, ...]:
        """Of its files, those that no page can be called by: they lie there, and are not read."""
        return tuple(sorted(name for name in self._found() if not _NAME.fullmatch(name)))

    def _found(self) -> Iterator[str]:
        return (path.name.removesuffix(SUFFIX) for path in self._folder.glob(f"*{SUFFIX}"))

    def named(self, wanted: str) -> str:
        """The name of the SOP that a name or an id means. Raises UsageError where there is none."""
        if wanted in self.names():
            return wanted
        for name in self.names():
            with contextlib.suppress(SopError):
                if load(self.path(name)).meta.id == wanted:
                    return name
        raise UsageError(f"There is no procedure '{wanted}' in the library.")

    def by_id(self) -> dict[str, str]:
        """The names of its SOPs by their ids; files that cannot be read are left out."""
        found: dict[str, str] = {}
        for name in self.names():
            with contextlib.suppress(SopError):
                found.setdefault(load(self.path(name)).meta.id, name)
        return found

    def path(self, name: str) -> Path:
        """The file of an SOP. Raises UsageError for a name that is none, or that is not there."""
        path = self._folder / f"{name}{SUFFIX}"
        if name in self.misnamed():
            raise UsageError(
                f"The library does not read '{name}{SUFFIX}'.",
                mend="Rename it: up to 80 small letters, digits, '-' and '_', and neither sign first.",
            )
        if not _NAME.fullmatch(name) or not path.is_file():
            raise UsageError(f"There is no procedure '{name}' in the library.")
        return path

    def read(self, name: str) -> Shelved:
        """The SOP. Raises UsageError where it is not there, SopError where it cannot be read."""
        path = self.path(name)
        sop = load(path)
        return Shelved(name, path, sop, _hash(path))

    def save(self, name: str, sop: Sop, *, base: str, by: str, note: str = "") -> Shelved:
        """Replace an SOP by a new version of it; `base` is the hash of what was edited.

        The version before is kept. Raises Changed where the file is another by now, SopError, StoreError.
        """
        path = self.path(name)
        # An amendment that is accepted at this moment is another change, too.
        with changing_sops(self._artefacts):
            if _hash(path) != base:
                raise Changed(
                    f"'{name}' was changed by somebody else since it was opened.",
                    mend="Open it again, and repeat the change.",
                )
            if not self.versions(name):
                self._note(name, path.read_bytes(), by="", note="As it was found")
            save(path, sop)
            self._note(name, path.read_bytes(), by=by, note=note)
            return Shelved(name, path, sop, _hash(path))

    def add(self, sop: Sop, *, by: str, note: str = "") -> Shelved:
        """Put a new SOP into the library, under its id or, where that is taken, the next free name, which is
        its id then: its runs and amendments are not those of the other."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"The library's folder cannot be made: {error.strerror}.", place=str(self._folder)
            ) from error
        name = self._free_name(sop.meta.id)
        if name != sop.meta.id:
            sop = sop.model_copy(update={"meta": sop.meta.model_copy(update={"id": name})})
        path = self._folder / f"{name}{SUFFIX}"
        save(path, sop)
        self._note(name, sop_bytes(sop), by=by, note=note)
        return Shelved(name, path, sop, _hash(path))

    def note_change(self, name: str, *, by: str, note: str) -> None:
        """Keep the file as it is now among the versions: something else than `save` changed it.

        Raises UsageError for a name that is none, StoreError.
        """
        self._note(name, self.path(name).read_bytes(), by=by, note=note)

    def versions(self, name: str) -> tuple[Version, ...]:
        """The versions that were saved here, newest first. Raises UsageError for a name that is none."""
        self.path(name)
        notes = self._notes(name)
        if not notes.is_file():
            return ()
        found = [Version.model_validate_json(line) for line in _lines(notes)]
        return tuple(reversed(found))

    def at(self, artefact: Artefact, name: str) -> Sop:
        """A version of an SOP. Raises UsageError where it never was one, StoreError, SopError."""
        if artefact not in {version.artefact for version in self.versions(name)}:
            raise UsageError(f"'{name}' never had the version '{artefact}'.")
        return loads(self._artefacts.get(artefact).decode(), name)

    def _free_name(self, wanted: str) -> str:
        taken = set(self.names())
        name, number = wanted, 2
        while name in taken:
            name, number = f"{wanted[:76]}-{number}", number + 1
        return name

    def _note(self, name: str, content: bytes, *, by: str, note: str) -> None:
        version = Version(
            artefact=self._artefacts.put(content, SUFFIX, durable=True),
            version=_version(content),
            saved=datetime.now(UTC).isoformat(timespec="seconds"),
            by=by,
            note=note,
        )
        try:
            self._notes(name).parent.mkdir(exist_ok=True)
            with self._notes(name).open("a", encoding="utf-8") as file:
                file.write(version.model_dump_json() + "\n")
        except OSError as error:
            raise StoreError(f"The version cannot be noted: {error.strerror}.", place=name) from error

    def _notes(self, name: str) -> Path:
        return self._folder / "versions" / f"{name}.jsonl"


def owned(sop: Sop, by: str) -> Sop:
    """The SOP with whoever brings it into the library as its owner, where it names none."""
    if sop.meta.owner:
        return sop
    return sop.model_copy(update={"meta": sop.meta.model_copy(update={"owner": by})})


def document_of(sop: Sop) -> dict[str, JsonValue]:
    """An SOP as its file says it, for people to edit; `parse_document` reads it back."""
    document: dict[str, JsonValue] = json.loads(sop_bytes(sop))
    return document


def parse_document(document: object, name: str) -> Sop:
    """The SOP of a JSON document that somebody edits. Raises SopError with everything that is wrong."""
    return loads(json.dumps(document), name)


def _hash(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise SopError(f"It cannot be read: {error.strerror}.", place=str(path)) from error


def _version(content: bytes) -> str:
    try:
        return str(json.loads(content)["meta"].get("version", "1"))
    except (ValueError, KeyError, AttributeError, TypeError):
        return ""


def _lines(path: Path) -> Iterator[str]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise StoreError(f"It cannot be read: {error.strerror}.", place=str(path)) from error
    return (line for line in text.splitlines() if line.strip())
