"""A recording without personal data: a copy with pseudonyms, redacted pictures, and no files.

Single keys go: merged into what they made of a field, so that no value stands there letter by letter. The
same value has the same pseudonym throughout, so that the compiler still sees what came from where.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import JsonValue, TypeAdapter

from handrail.errors import RecordingError
from handrail.privacy.finding import Kind
from handrail.privacy.scrubbing import Scrubber
from handrail.recording.event import RecordedEvent
from handrail.recording.manifest import Manifest
from handrail.recording.merging import merge
from handrail.recording.store import Recording, RecordingWriter

Redact = Callable[[bytes], bytes]
"""Blacks out what is personal in a picture."""

_LEFT: Final = frozenset(
    "by button cause kind loaded_more method modifiers page picture role shadow tag what input_type".split()
)
_EVENT: TypeAdapter[RecordedEvent] = TypeAdapter(RecordedEvent)
_SPELT: Final = 3
"""Keys in a row that are letters: from so many on they may spell something."""


@dataclass(frozen=True)
class Redacted:
    """What came of it."""

    events: int
    found: Counter[Kind]
    """How often each kind was replaced in the texts."""
    pictures: int
    files: int
    """Files of the recording that are not in the copy."""


def redact(
    recording: Recording,
    folder: Path,
    scrubber: Scrubber,
    redacted: Redact | None,
    *,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Redacted:
    """Write a redacted copy of a recording into a new or empty folder.

    `redacted` blacks out a picture; without it the copy has no pictures. `progress` is told how many pictures
    are done, and of how many. Raises RecordingError, StoreError.
    """
    events = merge(recording.events)
    told = [event.model_dump(mode="json", exclude_defaults=True) for event in events]
    learn(told, scrubber)
    wanted = [one for one in dict.fromkeys(event.picture for event in events) if one is not None]
    writer = RecordingWriter(folder, _manifest(recording.manifest, scrubber))
    addresses: dict[str, str] = {}
    for number, address in enumerate(wanted, start=1):
        image = recording.picture(address)
        if redacted is not None and image is not None:
            addresses[address] = writer.put_picture(redacted(image))
        progress(number, len(wanted))
    files = 0
    scrubber.counts.clear()
    for event in told:
        files += _without_files(event)
        writer.append(_scrubbed(event, scrubber, addresses))
    if recording.manifest.ended is not None:
        writer.finish(recording.manifest.end_reason or "finished", recording.manifest.ended)
    else:
        # It stays one that was cut short, and whoever reads it is told so.
        writer.leave()
    return Redacted(len(told), Counter(scrubber.counts), len(addresses), files)


def learn(told: Sequence[dict[str, JsonValue]], scrubber: Scrubber) -> None:
    """Find every value once, so that it is known also where it stood before it was recognised."""
    for event in told:
        scrubber.tree(event, leave=_LEFT.__contains__)


def _scrubbed(event: dict[str, JsonValue], scrubber: Scrubber, addresses: dict[str, str]) -> RecordedEvent:
    made = scrubber.tree(event, leave=_LEFT.__contains__)
    assert isinstance(made, dict)
    picture = made.pop("picture", None)
    if isinstance(picture, str) and picture in addresses:
        made["picture"] = addresses[picture]
    keys = made.get("keys")
    if made["kind"] == "keys" and isinstance(keys, list) and _spells(keys, scrubber):
        made["keys"] = []
    return _EVENT.validate_json(json.dumps(made, ensure_ascii=False))


def _spells(keys: Sequence[JsonValue], scrubber: Scrubber) -> bool:
    letters = [key for key in keys if isinstance(key, str) and len(key) == 1]
    return len(letters) >= _SPELT and bool(scrubber.find("".join(letters)))


def _without_files(event: dict[str, JsonValue]) -> int:
    """Take the kept files out of an event; says how many."""
    held = event.get("files") if event["kind"] == "upload" else [event.get("file")]
    gone = 0
    for file in held if isinstance(held, list) else ():
        if isinstance(file, dict):
            gone += file.pop("stored", None) is not None
            # The hash of a short file tells the file to whoever guesses it.
            file.pop("sha256", None)
    return gone


def _manifest(manifest: Manifest, scrubber: Scrubber) -> Manifest:
    return manifest.model_copy(
        update={
            "start_url": scrubber.text(manifest.start_url),
            "scrubbed": True,
            "ended": None,
            "end_reason": None,
        }
    )


def replace(folder: Path, by: Path) -> None:
    """Put the copy in the recording's place. Raises RecordingError where that cannot be done."""
    old = folder.with_name(f".{folder.name}.raw")
    try:
        folder.rename(old)
        by.rename(folder)
    except OSError as error:
        raise RecordingError(
            f"The redacted copy could not be put in the recording's place: {error.strerror}.",
            place=str(by),
            mend="Both are there: remove the recording, and give the copy its name.",
        ) from error
    _remove(old)


def _remove(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()
