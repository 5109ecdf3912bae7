"""Files that a person names: read or written as a whole, or one sentence and nothing written."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from handrail.errors import DataError, StoreError, UsageError
from handrail.named_file import (
    folder_of_results,
    in_shell,
    place_of_result,
    read_named,
    write_keeping,
    write_named,
)


def test_a_text_is_read_without_its_byte_order_mark_and_ends_of_lines_unless_exactly(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes("\ufeffone\r\ntwo".encode())
    assert read_named(path, what="The notes", mend="") == "one\ntwo"
    assert read_named(path, what="The notes", mend="", exact=True) == "\ufeffone\r\ntwo"


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell's quotes")
@pytest.mark.parametrize(
    ("path", "word"), [("my-work", "my-work"), ("my work", "'my work'"), ("-work", "./-work")]
)
def test_a_path_in_a_command_to_copy_is_one_word_and_no_option(path: str, word: str) -> None:
    assert in_shell(Path(path)) == word


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("latin.txt", "it is not UTF-8 text"),
        ("nowhere", "No such file or directory"),
        (".", "Is a directory"),
        ("endless", "it does not come to an end"),
        ("pipe", "nobody writes into this pipe"),
    ],
)
def test_why_a_text_cannot_be_read_is_one_sentence(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "latin.txt").write_bytes(b"\xe9")
    (tmp_path / "endless").symlink_to("/dev/full")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(DataError) as raised:
        read_named(tmp_path / name, what="The table", error=DataError, mend="Save it in UTF-8.")
    assert str(raised.value) == f"{tmp_path / name}: The table cannot be read: {why}. Save it in UTF-8."


def test_what_a_command_writes_into_a_pipe_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with subprocess.Popen(f"(printf 'mode: '; printf strict) > '{path}'", shell=True):
        assert read_named(path, what="The policy", mend="") == "mode: strict"


def test_a_command_that_has_opened_a_pipe_may_take_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer, set_blocking = os.open(path, os.O_RDWR), os.set_blocking

    def waits(pipe: int, blocking: bool) -> None:
        # Nothing had come when the pipe was looked at first.
        os.write(writer, b"mode: strict")
        os.close(writer)
        set_blocking(pipe, blocking)

    monkeypatch.setattr(os, "set_blocking", waits)
    assert read_named(path, what="The policy", mend="") == "mode: strict"


def test_a_result_is_written_whole_and_keeps_the_rights_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_named(path, "first", what="The report")
    path.chmod(0o640)
    write_named(path, b"second", what="The report")
    assert path.read_text() == "second"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_other_content_stays_beside_the_result_and_is_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    assert write_keeping(path, b"one", what="The SOP") is None
    path.chmod(0o600)
    assert write_keeping(path, b"two", what="The SOP") == tmp_path / "x.json.old"
    assert write_keeping(path, b"two", what="The SOP") is None
    assert write_keeping(path, b"one", what="The SOP") == tmp_path / "x.json.old2"
    assert write_keeping(path, b"three", what="The SOP") == tmp_path / "x.json.old"
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {
        "x.json": "three",
        "x.json.old": "one",
        "x.json.old2": "two",
    }
    assert {stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()} == {0o600}


def test_a_link_goes_on_leading_to_the_file(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_named(tmp_path / "link", "new", what="The copy")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "It is a folder"),
        ("nowhere/x", "is not there"),
        ("file/x", "Not a directory"),
        ("round", "symbolic links"),
        ("a" * 300, "File name too long"),
        ("nul\0", "null"),
        pytest.param(
            "pipe", "device or a pipe", marks=pytest.mark.skipif(sys.platform == "win32", reason="no pipes")
        ),
    ],
)
def test_what_no_file_can_take_the_place_of_is_refused(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "file").write_text("kept")
    (tmp_path / "round").symlink_to("round")
    if sys.platform != "win32":
        os.mkfifo(tmp_path / "pipe")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(UsageError, match=said) as caught:
        write_named(tmp_path / name, "x", what="The copy")
    assert caught.value.mend
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "file").read_text() == "kept"


def test_what_a_result_is_made_of_is_not_overwritten(tmp_path: Path) -> None:
    source = tmp_path / "x.sop.json"
    source.write_text("{}")
    (tmp_path / "link").symlink_to(source)
    for path in (source, tmp_path / "." / source.name, tmp_path / "link"):
        with pytest.raises(UsageError, match="overwrite its own source"):
            place_of_result(path, apart_from=[source])


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    assert folder_of_results(tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "x", tmp_path / ("a" * 300)):
        with pytest.raises(UsageError, match="It cannot be a folder"):
            folder_of_results(path)


def test_a_disk_that_refuses_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    path.write_text("old")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("handrail.named_file.write_whole", refuse)
    with pytest.raises(StoreError, match="The copy cannot be written: Read-only file system"):
        write_named(path, "new", what="The copy")
    assert path.read_text() == "old"
