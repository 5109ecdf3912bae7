from __future__ import annotations

import errno
import json
from io import TextIOWrapper
from pathlib import Path
from unittest.mock import Mock

import pytest

from handrail.errors import RecordingError, StoreError
from handrail.recording.event import RecordedEvent
from handrail.recording.manifest import Manifest
from handrail.recording.pictures import Photographer
from handrail.recording.store import RecordingWriter, load_recording

from .events import clicked, stream, typed


def manifest() -> Manifest:
    return Manifest(
        id="r1",
        started="2026-11-21T08:00:00Z",
        start_url="https://app.test/",
        viewport=(1280, 720),
        browser="chromium 140",
        handrail_version="0.1.0",
    )


EVENTS: tuple[RecordedEvent, ...] = stream([*typed("añ → 😀"), *clicked()])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A whole recording."""
    place = tmp_path / "recording"
    with RecordingWriter(place, manifest()) as writer:
        for event in EVENTS:
            writer.append(event)
    return place


def open_full_disk() -> TextIOWrapper:
    return Path("/dev/full").open("w")


def lines(folder: Path) -> list[str]:
    return (folder / "events.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)


def rewrite(folder: Path, changed: list[str]) -> None:
    (folder / "events.jsonl").write_text("".join(changed), encoding="utf-8")


def test_what_was_written_is_loaded(folder: Path) -> None:
    recording = load_recording(folder)
    assert recording.events == EVENTS
    assert recording.notes == ()
    assert recording.manifest.end_reason == "finished"
    assert recording.manifest.ended is not None


def test_events_are_on_the_disk_before_the_recording_ends(tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "r", manifest())
    writer.append(EVENTS[0])
    recording = load_recording(tmp_path / "r")
    assert recording.events == EVENTS[:1]
    assert "still goes on, or its recorder was killed" in recording.notes[0]


def test_a_recorder_that_was_killed_leaves_a_recording(folder: Path) -> None:
    rewrite(folder, [*lines(folder)[:-1], lines(folder)[-1][:25]])
    recording = load_recording(folder)
    assert recording.events == EVENTS[:-1]
    assert recording.notes == (
        f"The last line of events.jsonl (line {len(EVENTS)}) is torn; it was left out.",
    )


def test_a_recorder_that_was_killed_at_once_leaves_a_recording(folder: Path) -> None:
    (folder / "events.jsonl").unlink()
    assert load_recording(folder).notes == ("There is no events.jsonl: nothing was recorded.",)


def test_a_last_line_without_its_end_counts_if_it_is_whole(folder: Path) -> None:
    rewrite(folder, [*lines(folder)[:-1], lines(folder)[-1].rstrip("\n")])
    assert load_recording(folder).events == EVENTS


def test_a_broken_line_amid_the_others_is_named(folder: Path) -> None:
    rewrite(folder, [*lines(folder)[:3], "{broken\n", *lines(folder)[3:]])
    with pytest.raises(RecordingError, match="not an event") as caught:
        load_recording(folder)
    assert caught.value.place == f"{folder / 'events.jsonl'}, line 4"


def test_an_event_that_is_not_known_is_named(folder: Path) -> None:
    rewrite(folder, [*lines(folder), '{"kind": "thought", "seq": 1, "t": 0}\n'])
    with pytest.raises(RecordingError, match="thought"):
        load_recording(folder)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="no such folder"):
        load_recording(tmp_path / "none")


def test_a_folder_that_is_no_recording(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r"no recording\.json"):
        load_recording(tmp_path)


def test_a_file_is_no_recording(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(RecordingError, match="This is a file"):
        load_recording(tmp_path / "x")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "cannot be read as JSON"),
        ("[]", "not written by 'handrail record'"),
        ('{"name": "another tool"}', "not written by 'handrail record'"),
        ('{"schema_version": 1}', "not written by 'handrail record'"),
        ('{"schema_version": 2}', "has format 2; this Handrail reads up to 1"),
        ("\x00", "cannot be read as JSON"),
    ],
)
def test_a_head_that_does_not_fit_is_refused(folder: Path, content: str, message: str) -> None:
    (folder / "recording.json").write_text(content)
    with pytest.raises(RecordingError, match=message) as caught:
        load_recording(folder)
    assert caught.value.mend


def test_a_folder_in_use_is_never_written_to(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RecordingError, match="not empty"):
        RecordingWriter(tmp_path, manifest())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.txt"]


def test_a_file_is_never_taken_for_a_folder(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("mine")
    with pytest.raises(RecordingError, match="needs a folder"):
        RecordingWriter(tmp_path / "x", manifest())


def test_a_folder_that_cannot_be_made_is_the_disks_fault(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(StoreError):
        RecordingWriter(tmp_path / "x" / "y", manifest())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said_in_one_sentence(tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "r", manifest())
    writer._events = open_full_disk()
    with pytest.raises(StoreError, match="cannot be written: No space left"):
        writer.append(EVENTS[0])
    with pytest.raises(StoreError, match="cannot be written: No space left"):
        writer.finish("finished")


def test_a_recording_that_cannot_begin_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("handrail.recording.store.write_whole", full)
    with pytest.raises(StoreError, match="No space left"):
        RecordingWriter(tmp_path / "r", manifest())
    assert not (tmp_path / "r").exists()


async def test_a_picture_that_the_disk_does_not_take_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise StoreError("There is no space left.")

    photographer = Photographer(Mock(), Mock(), Mock())
    monkeypatch.setattr(photographer, "_take_one", full)
    photographer.wants(Mock())
    await photographer.done()


def test_pictures_are_kept_once(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "r", manifest()) as writer:
        assert writer.put_picture(b"jpeg") == writer.put_picture(b"jpeg")
        other = writer.put_picture(b"another")
    recording = load_recording(tmp_path / "r")
    assert recording.picture_path(other).read_bytes() == b"another"
    assert len(list((tmp_path / "r" / "pictures").iterdir())) == 2


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("a.pdf", "files/a.pdf"),
        ("../../etc/passwd", "files/passwd"),
        ("C:\\x\\b.pdf", "files/b.pdf"),
        ("..", "files/file"),
        (".hidden", "files/hidden"),
    ],
)
def test_files_stay_within_the_folder(tmp_path: Path, name: str, stored: str) -> None:
    with RecordingWriter(tmp_path / "r", manifest()) as writer:
        file = writer.put_file(name, b"content")
    assert (file.stored, file.size, file.name) == (stored, 7, name)
    assert (tmp_path / "r" / stored).read_bytes() == b"content"


def test_two_files_of_one_name_are_both_kept(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "r", manifest()) as writer:
        first, second = writer.put_file("a.pdf", b"1"), writer.put_file("a.pdf", b"2")
        again = writer.put_file("a.pdf", b"1")
    assert first == again
    assert first.stored != second.stored


def test_a_crash_while_recording_is_told_in_the_manifest(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), RecordingWriter(tmp_path / "r", manifest()):
        raise RuntimeError
    head = json.loads((tmp_path / "r" / "recording.json").read_text())
    assert head["end_reason"] == "stopped by RuntimeError"
