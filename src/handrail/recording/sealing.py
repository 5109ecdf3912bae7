"""A recording that is to be kept without personal data, while it is being made: sealed, line by line.

What is scrubbed depends on what comes later (a name is known by its field, a field by its last value), so
that nothing can be written in clear before the end. Until then the disk holds one sealed file, from which a
recording that was cut short can still be finished.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from handrail.errors import RecordingError
from handrail.privacy.scrubbing import Scrubber
from handrail.recording.event import RecordedEvent, RecordedFile
from handrail.recording.manifest import Manifest
from handrail.recording.redacting import Redact, Redacted, redact
from handrail.recording.store import SEALED_NAME, Recording, RecordingWriter, claim, disk_error
from handrail.secrets.sealed import NotOpened, seal, unseal

_EVENT: TypeAdapter[RecordedEvent] = TypeAdapter(RecordedEvent)
_LABEL = {"what": "recording"}


class SealedWriter(RecordingWriter):
    """Writes a recording of which nothing can be read without the key. Raises as `RecordingWriter` does."""

    def __init__(self, folder: Path, manifest: Manifest, key: bytes) -> None:
        self._is_new = claim(folder)
        self._folder = folder
        self._manifest = manifest
        self._key = key
        self._seen: set[str] = set()
        try:
            self._events = (folder / SEALED_NAME).open("a", encoding="ascii", newline="\n")
        except OSError as error:
            raise disk_error(error, folder) from error
        self._line({"manifest": manifest.model_dump(mode="json")})

    def append(self, event: RecordedEvent) -> None:
        self._line({"event": event.model_dump(mode="json", exclude_defaults=True)})

    def put_picture(self, jpeg: bytes) -> str:
        address = f"sha256:{hashlib.sha256(jpeg).hexdigest()}"
        if address not in self._seen:
            self._seen.add(address)
            self._line({"picture": address, "jpeg": base64.b64encode(jpeg).decode()})
        return address

    def put_file(self, name: str, content: bytes) -> RecordedFile:
        """Files are told of, and not kept."""
        return RecordedFile(name=name, size=len(content))

    def finish(self, reason: str, at: str | None = None) -> None:
        moment = at or datetime.now(UTC).isoformat(timespec="milliseconds")
        ended = self._manifest.model_copy(update={"ended": moment, "end_reason": reason})
        self._line({"manifest": ended.model_dump(mode="json")})
        self._events.close()

    def _line(self, told: dict[str, Any]) -> None:
        try:
            self._events.write(seal(json.dumps(told).encode(), self._key, _LABEL) + "\n")
            self._events.flush()
        except OSError as error:
            raise disk_error(error, self._folder) from error


def unsealed(folder: Path, key: bytes) -> Recording:
    """The recording that a folder holds sealed. Raises RecordingError, with the place."""
    path = folder / SEALED_NAME
    manifest: Manifest | None = None
    events: list[RecordedEvent] = []
    pictures: dict[str, bytes] = {}
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except OSError as error:
        raise RecordingError(f"This file cannot be read: {error.strerror}.", place=str(path)) from error
    for number, line in enumerate(lines, start=1):
        try:
            told = json.loads(unseal(line, key))
        except (NotOpened, ValueError) as error:
            if number == len(lines) and number > 1:
                # The recorder died while it wrote.
                break
            raise RecordingError(
                "The sealed recording cannot be opened: the key is another, or it was changed.",
                place=f"{path}, line {number}",
                mend="Put the home's key back, or record the work again.",
            ) from error
        if "manifest" in told:
            manifest = Manifest.model_validate(told["manifest"])
        elif "event" in told:
            events.append(_EVENT.validate_python(told["event"]))
        else:
            pictures[told["picture"]] = base64.b64decode(told["jpeg"])
    if manifest is None:
        raise RecordingError("The sealed recording is empty.", place=str(path), mend="Record the work again.")
    return Recording(manifest, tuple(events), folder, held=pictures)


def scrub_sealed(
    folder: Path,
    key: bytes,
    scrubber: Scrubber,
    redacted: Redact | None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Redacted:
    """Make of a sealed recording the scrubbed one, in the same folder. Raises RecordingError, StoreError."""
    recording = unsealed(folder, key)
    draft = folder / ".scrubbed"
    shutil.rmtree(draft, ignore_errors=True)
    done = redact(recording, draft, scrubber, redacted, progress=progress)
    for path in draft.iterdir():
        path.rename(folder / path.name)
    draft.rmdir()
    (folder / SEALED_NAME).unlink()
    return done
