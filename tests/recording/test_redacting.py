"""Recordings without personal data: copies of kept ones, and those that were sealed while they were made."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.errors import RecordingError
from handrail.privacy import Book, Memory, Scrubber
from handrail.privacy.builtin import BuiltIn
from handrail.recording.event import Click, Input, RecordedEvent, RecordedFile, Upload
from handrail.recording.manifest import Manifest
from handrail.recording.redacting import redact, replace
from handrail.recording.sealing import SealedWriter, scrub_sealed, unsealed
from handrail.recording.store import SEALED_NAME, RecordingWriter, load_recording
from handrail.sop.target import Target

from .events import stream, typed

KEY = b"k" * 32
NAME = "Xandra Quillfeather"
FIELD = Target(tag="input", label="Full name", name="Full name")
MANIFEST = Manifest(
    id="r1",
    started="2026-11-21T10:00:00Z",
    start_url="https://crm.example/contacts?q=Xandra+Quillfeather",
    viewport=(800, 600),
    browser="chromium",
    handrail_version="0",
)


def scrubber() -> Scrubber:
    return Scrubber(BuiltIn(), Book(Memory()))


def work(picture: str | None = None, stored: str | None = None) -> tuple[RecordedEvent, ...]:
    upload = {"name": f"{NAME}.pdf", "size": 3, "sha256": "ab" * 32, "stored": stored}
    typing = [{**fact, "target": FIELD} if "target" in fact else fact for fact in typed(NAME)]
    click = {"kind": "click", "target": Target(tag="button", name="Save"), "picture": picture}
    return stream([*typing, click, {"kind": "upload", "target": FIELD, "files": [upload]}])


def kept(folder: Path) -> Path:
    with RecordingWriter(folder, MANIFEST) as writer:
        picture = writer.put_picture(b"jpeg of Xandra")
        file = writer.put_file(f"{NAME}.pdf", b"abc")
        for event in work(picture, file.stored):
            writer.append(event)
    return folder


def told(folder: Path) -> str:
    return "\n".join(
        str(path.relative_to(folder)) + path.read_bytes().decode("latin-1")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    )


def test_a_copy_has_pseudonyms_and_redacted_pictures_and_no_files(tmp_path: Path) -> None:
    recording = load_recording(kept(tmp_path / "raw"))
    seen: list[bytes] = []

    def hide(image: bytes) -> bytes:
        seen.append(image)
        return b"black"

    done = redact(recording, tmp_path / "copy", scrubber(), hide)
    copy = load_recording(tmp_path / "copy")
    assert "Quillfeather" not in told(tmp_path / "copy") and "Xandra" not in told(tmp_path / "copy")
    assert (done.pictures, done.files, seen) == (1, 1, [b"jpeg of Xandra"])
    assert copy.manifest.scrubbed and copy.manifest.ended == recording.manifest.ended
    (typed_in,) = (event for event in copy.events if isinstance(event, Input))
    (upload,) = (event for event in copy.events if isinstance(event, Upload))
    (click,) = (event for event in copy.events if isinstance(event, Click))
    assert typed_in.value == "[PERSON-1]"
    assert upload.files == (RecordedFile(name="[PERSON-1].pdf", size=3),)
    assert click.picture is not None and copy.picture(click.picture) == b"black"


def test_a_copy_can_take_the_recordings_place(tmp_path: Path) -> None:
    folder = kept(tmp_path / "raw")
    redact(load_recording(folder), tmp_path / "copy", scrubber(), None)
    replace(folder, tmp_path / "copy")
    assert [path.name for path in tmp_path.iterdir()] == ["raw"]
    assert "Quillfeather" not in told(folder)


def sealed(folder: Path) -> Path:
    writer = SealedWriter(folder, MANIFEST, KEY)
    picture = writer.put_picture(b"jpeg of Xandra")
    for event in work(picture):
        writer.append(event)
    writer.finish("closed")
    return folder


def test_a_sealed_recording_tells_nothing_before_it_is_scrubbed(tmp_path: Path) -> None:
    folder = sealed(tmp_path / "r")
    assert [path.name for path in folder.iterdir()] == [SEALED_NAME]
    assert "Xandra" not in told(folder) and "Quillfeather" not in told(folder)
    with pytest.raises(RecordingError, match="still sealed"):
        load_recording(folder)
    scrub_sealed(folder, KEY, scrubber(), lambda image: b"black")
    assert sorted(path.name for path in folder.iterdir()) == ["events.jsonl", "pictures", "recording.json"]
    assert load_recording(folder).manifest.end_reason == "closed"
    assert "Xandra" not in told(folder) and "Quillfeather" not in told(folder)


def test_what_was_cut_short_is_finished_from_the_sealed_file(tmp_path: Path) -> None:
    folder = sealed(tmp_path / "r")
    path = folder / SEALED_NAME
    path.write_bytes(path.read_bytes()[:-200])
    assert len(unsealed(folder, KEY).events) == len(work())
    scrub_sealed(folder, KEY, scrubber(), None)
    assert load_recording(folder).notes


def test_another_key_opens_nothing(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="cannot be opened"):
        unsealed(sealed(tmp_path / "r"), b"x" * 32)
