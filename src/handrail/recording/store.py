"""The recording folder: `recording.json`, `events.jsonl`, `pictures/`, `files/`; written once, then read.

Events are flushed one by one, so that a recorder that is killed leaves everything up to the last event.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from pydantic import TypeAdapter, ValidationError

from handrail._whole import write_whole
from handrail.errors import RecordingError, StoreError
from handrail.named_file import bare_name, in_shell
from handrail.recording.event import RecordedEvent, RecordedFile
from handrail.recording.manifest import Manifest

MANIFEST_NAME: Final = "recording.json"
EVENTS_NAME: Final = "events.jsonl"
PICTURES_NAME: Final = "pictures"
FILES_NAME: Final = "files"
SEALED_NAME: Final = "raw.sealed"
SCHEMA_VERSION: Final = 1

_EVENT: TypeAdapter[RecordedEvent] = TypeAdapter(RecordedEvent)


@dataclass(frozen=True)
class Recording:
    """A recording as it was loaded; `notes` say what is missing of it, in sentences."""

    manifest: Manifest
    events: tuple[RecordedEvent, ...]
    folder: Path
    notes: tuple[str, ...] = ()
    held: Mapping[str, bytes] = field(default_factory=dict)
    """Pictures that are not in the folder."""

    def picture(self, picture: str) -> bytes | None:
        """The picture with this content address; none where it is not there. Raises RecordingError."""
        if picture in self.held:
            return self.held[picture]
        path = self.picture_path(picture)
        try:
            return path.read_bytes() if path.is_file() else None
        except OSError as error:
            raise RecordingError(
                f"This picture cannot be read: {error.strerror}.", place=str(path)
            ) from error

    def picture_path(self, picture: str) -> Path:
        """Where the picture with this content address lies."""
        return self.folder / PICTURES_NAME / f"{picture.removeprefix('sha256:')}.jpg"


class RecordingWriter:
    """Writes one recording into a new or empty folder.

    Raises RecordingError where the folder is in use, StoreError where the disk refuses a write.
    """

    def __init__(
        self, folder: Path, manifest: Manifest, scrub: Callable[[str], str] = lambda line: line
    ) -> None:
        """`scrub` takes out of each line, which is JSON, what must not reach the disk."""
        self._is_new = claim(folder)
        self._scrub = scrub
        self._folder = folder
        self._manifest = manifest
        try:
            self._write_manifest()
            self._events = (folder / EVENTS_NAME).open("a", encoding="utf-8", newline="\n")
        except (OSError, StoreError) as error:
            self._empty()
            raise disk_error(error, folder) if isinstance(error, OSError) else error from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._events.closed:
            self.finish("finished" if error is None else f"stopped by {type(error).__name__}")

    @property
    def folder(self) -> Path:
        return self._folder

    @property
    def manifest(self) -> Manifest:
        return self._manifest

    def append(self, event: RecordedEvent) -> None:
        """Write an event; it survives the death of this process."""
        try:
            self._events.write(self._scrub(event.model_dump_json(exclude_defaults=True)) + "\n")
            self._events.flush()
        except OSError as error:
            raise disk_error(error, self._folder) from error

    def put_picture(self, jpeg: bytes) -> str:
        """Keep a picture once, whatever the number of events that show it; gives its content address."""
        digest = hashlib.sha256(jpeg).hexdigest()
        self._put(self._folder / PICTURES_NAME / f"{digest}.jpg", jpeg)
        return f"sha256:{digest}"

    def put_file(self, name: str, content: bytes) -> RecordedFile:
        """Keep a file that went up or came down, under its own name where that is free."""
        digest = hashlib.sha256(content).hexdigest()
        bare = bare_name(name)
        path = self._folder / FILES_NAME / bare
        if path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            path = self._folder / FILES_NAME / f"{digest[:12]}-{bare}"
        self._put(path, content)
        stored = f"{FILES_NAME}/{path.name}"
        return RecordedFile(name=name, size=len(content), sha256=digest, stored=stored)

    def finish(self, reason: str, at: str | None = None) -> None:
        """Close the recording and say in its manifest when (now, without a time) and why it ended."""
        try:
            self._events.close()
        except OSError as error:
            raise disk_error(error, self._folder) from error
        ended = at or datetime.now(UTC).isoformat(timespec="milliseconds")
        self._manifest = self._manifest.model_copy(update={"ended": ended, "end_reason": reason})
        self._write_manifest()

    def discard(self) -> None:
        """Close the recording and leave its folder as it was, empty or not there: nothing was recorded."""
        self._events.close()
        self._empty()

    def _empty(self) -> None:
        for path in self._folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                with contextlib.suppress(OSError):
                    path.unlink()
        if self._is_new:
            with contextlib.suppress(OSError):
                self._folder.rmdir()

    def leave(self) -> None:
        """Close the recording without saying that it ended."""
        self._events.close()

    def _put(self, path: Path, content: bytes) -> None:
        try:
            path.parent.mkdir(exist_ok=True)
            if not path.exists():
                write_whole(path, content, durable=False)
        except OSError as error:
            raise disk_error(error, self._folder) from error

    def _write_manifest(self) -> None:
        text = self._scrub(self._manifest.model_dump_json(indent=2, exclude_none=True)) + "\n"
        try:
            write_whole(self._folder / MANIFEST_NAME, text.encode(), durable=False)
        except OSError as error:
            raise disk_error(error, self._folder) from error


def load_recording(path: Path) -> Recording:
    """Read a recording folder, also one whose recorder was killed.

    Raises RecordingError, with the place, for what is not a recording of this version or is damaged.
    """
    if not path.exists():
        raise RecordingError(
            "There is no such folder.",
            place=str(path),
            mend="Give the folder that 'handrail record' wrote with -o.",
        )
    if not path.is_dir():
        raise RecordingError(
            "This is a file; a recording is a folder.", place=str(path), mend="Give the folder that holds it."
        )
    if (path / SEALED_NAME).is_file():
        raise RecordingError(
            "This recording is still sealed: it was to be kept without personal data, and ended too early.",
            place=str(path),
            mend=f"Finish it: handrail privacy redact {in_shell(path)}",
        )
    manifest = _load_manifest(path)
    events, notes = _load_events(path / EVENTS_NAME)
    if manifest.ended is None:
        told = "The recording has no end: it still goes on, or its recorder was killed."
        notes = (f"{told} The last step may be missing.", *notes)
    return Recording(manifest=manifest, events=events, folder=path, notes=notes)


def _load_manifest(folder: Path) -> Manifest:
    path = folder / MANIFEST_NAME
    if not path.is_file():
        raise RecordingError(
            f"There is no {MANIFEST_NAME} in this folder, so it is not a recording.",
            place=str(folder),
            mend="Give the folder that 'handrail record' wrote with -o.",
        )
    foreign = f"This {MANIFEST_NAME} was not written by 'handrail record'."
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RecordingError(
            f"This file cannot be read as JSON: {error}.", place=str(path), mend="Record the work again."
        ) from error
    version = found.get("schema_version") if isinstance(found, dict) else None
    if not isinstance(version, int):
        raise RecordingError(foreign, place=str(path), mend="Give a folder of 'handrail record'.")
    if version > SCHEMA_VERSION:
        raise RecordingError(
            f"This recording has format {version}; this Handrail reads up to {SCHEMA_VERSION}.",
            place=str(path),
            mend="Update Handrail: pip install -U handrail.",
        )
    try:
        return Manifest.model_validate(found)
    except ValidationError as error:
        problem = error.errors()[0]
        field = ".".join(map(str, problem["loc"]))
        raise RecordingError(
            f"{foreign[:-1]}: {field}: {problem['msg']}.",
            place=str(path),
            mend="Give a folder of 'handrail record'.",
        ) from error


def _load_events(path: Path) -> tuple[tuple[RecordedEvent, ...], tuple[str, ...]]:
    if not path.is_file():
        return (), (f"There is no {EVENTS_NAME}: nothing was recorded.",)
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise RecordingError(f"This file cannot be read: {error.strerror}.", place=str(path)) from error
    while lines and not lines[-1].strip():
        lines.pop()
    events: list[RecordedEvent] = []
    for number, line in enumerate(lines, 1):
        try:
            events.append(_EVENT.validate_json(line))
        except ValidationError as error:
            problem = error.errors(include_url=False)[0]
            # A recorder that died while it wrote leaves half a line, and only at the end.
            if number == len(lines) and problem["type"] == "json_invalid":
                note = f"The last line of {EVENTS_NAME} (line {number}) is torn; it was left out."
                return tuple(events), (note,)
            field = ".".join(map(str, problem["loc"]))
            what = f"{field}: {problem['msg']}" if field else problem["msg"]
            raise RecordingError(
                f"This line is not an event of a recording ({what}).",
                place=f"{path}, line {number}",
                mend="Record the work again, or remove the line if you know what it was.",
            ) from error
    return tuple(events), ()


def claim(folder: Path) -> bool:
    """Take a new or empty folder for a recording; says whether it was made for it. Raises RecordingError for
    one in use, StoreError."""
    is_new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        in_use = any(folder.iterdir())
    except FileExistsError:
        raise RecordingError(
            "This is a file; a recording needs a folder.",
            place=str(folder),
            mend="Choose another folder with -o.",
        ) from None
    except OSError as error:
        raise disk_error(error, folder) from error
    if in_use:
        raise RecordingError(
            "This folder is not empty; a recording is never written over anything.",
            place=str(folder),
            mend="Choose another folder with -o, or empty this one.",
        )
    return is_new


def disk_error(error: OSError, folder: Path) -> StoreError:
    """What the disk refused, in words."""
    return StoreError(
        f"The recording cannot be written: {error.strerror or error}.",
        place=str(folder),
        mend="Free some space or choose another folder with -o.",
    )
