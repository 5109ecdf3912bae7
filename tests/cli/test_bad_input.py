"""What a command cannot use is one sentence with a mend and exit code 2, and nothing is overwritten or begun.

No browser is started here: all of it is found out before one would be.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from handrail.browser.reaching import full_address
from handrail.cli.app import run
from handrail.sop.format import save

from ..builders import open_page, sop

SOP, RECORDING = "x.sop.json", "shown"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of each kind, in which the command is called."""
    monkeypatch.setenv("HANDRAIL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")
    monkeypatch.delenv("HANDRAIL_MODEL", raising=False)
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    save(folder / SOP, sop([open_page("http://127.0.0.1:1/")], ["127.0.0.1:1"]))
    (folder / RECORDING).mkdir()
    (folder / RECORDING / "recording.json").write_text("{}")
    (folder / RECORDING / "events.jsonl").write_text("")
    (folder / "latin.txt").write_bytes(b"caf\xe9")
    (folder / "latin.jsonl").write_bytes(b'{"name": "\xe9"}')
    (folder / "broken.png").write_bytes(b"no picture")
    (folder / "rows.csv").write_text("name\nAna\n")
    (folder / "folder").mkdir()
    return folder


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code = run([*arguments, "--json"])
    error: dict[str, Any] = json.loads(capsys.readouterr().out)["error"]
    assert "unexpectedly" not in error["message"]
    assert (code, error["exit_code"]) == (2, 2)
    assert error["mend"]
    return error


def held(folder: Path) -> dict[str, bytes]:
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("template", "save", "t", SOP, "--timezone", "Europe/Berlin"), "--timezone needs --cron"),
        # What it would be made of.
        (("export", SOP, "--to", "markdown", "-o", SOP), "overwrite its own source"),
        (("compile", RECORDING, "-o", f"{RECORDING}/recording.json"), "overwrite its own source"),
        (("compile", RECORDING, "-o", f"{RECORDING}/events.jsonl"), "overwrite its own source"),
        # Places that cannot be written.
        (("backup", "latin.txt/x"), "Not a directory"),
        (("backup", "folder"), "It is a folder"),
        (("demo", "-o", "latin.txt"), "It cannot be a folder: it is a file"),
        (("privacy", "redact", "rows.csv", "-o", "folder"), "It is a folder"),
        (("privacy", "redact", "rows.csv", "-o", "nowhere/x"), "is not there"),
        (("audit", "export", "--all", "-o", "nowhere/x"), "is not there"),
        (("session", "report", "last", "-o", "folder"), "It is a folder"),
        (("approvals", "export", "open.txt"), "neither a .csv nor a .jsonl"),
        (("run", SOP, "--data", "rows.csv", "--failed-rows", "folder"), "It is a folder"),
        (("run", SOP, "--failed-rows", "again.csv"), "for the rows of a table"),
        # Files that cannot be read.
        (("compile", "nowhere.json", "-o", "o.sop.json"), "There is no such file or folder"),
        (("run", SOP, "--data", "latin.jsonl"), "not UTF-8"),
        (("run", SOP, "--data", "folder"), "It is a folder"),
        (("run", SOP, "--data", "x" * 300), "cannot be used: File name too long"),
        (("compile", "x" * 300, "-o", "o.sop.json"), "cannot be used: File name too long"),
        (("privacy", "scan", "latin.txt"), "it is not UTF-8"),
        (("privacy", "redact", "latin.txt", "--in-place"), "it is not UTF-8"),
        (("models", "score", "--data", "latin.txt"), "it is not UTF-8"),
        (("models", "score", "--data", "nowhere"), "No such file"),
        (("approvals", "import", "latin.jsonl"), "it is not UTF-8"),
        (("record", "http://127.0.0.1:1/", "-o", "new", "--profile", "rows.csv"), "A profile is a folder"),
        (("serve", "--port", "0", "--sops", "rows.csv"), "There is no such folder"),
        # Names and values that mean nothing.
        (("record", "http://127.0.0.1:1/", "-o", "new", "--viewport", "99999999x9"), "is not a size"),
        (("run", SOP, "--find-timeout", "inf"), "less than or equal"),
        (("run", SOP, "--run-timeout", "1e300"), "less than or equal"),
        (("privacy", "forget", "nosuch"), "There is no session 'nosuch'"),
        (("session", "status", "x\udcff"), "There is no session"),
        (("session", "list", "--batch", "nosuch"), "There is no table 'nosuch'"),
        (("session", "resume", "last", "--repeat", "x"), "--repeat is for a fork"),
        (("audit", "export", "--all", "--format", "csv", "--pictures", "-o", "x.csv"), "no pictures in csv"),
        (("audit", "verify", "--all", "--trust", "xyz"), "no fingerprint"),
        (("token", "add", " ", "--role", "viewer"), "no name"),
    ],
)
def test_it_is_one_sentence_and_nothing_is_written(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    before = held(place)
    assert said in str(refused(capsys, *arguments))
    assert held(place) == before


@pytest.mark.parametrize("command", ["scan", "redact"])
def test_what_is_no_picture_is_told(place: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    pytest.importorskip("rapidocr")
    more = ("-o", "copy.png") if command == "redact" else ()
    assert "This picture cannot be read" in str(refused(capsys, "privacy", command, "broken.png", *more))
    assert not (place / "copy.png").exists()


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("your.app", "https://your.app"),
        ("localhost:8021/x", "http://localhost:8021/x"),
        ("127.0.0.1:8021", "http://127.0.0.1:8021"),
        ("[::1]:8021", "http://[::1]:8021"),
        ("crm.localhost", "http://crm.localhost"),
        ("https://localhost", "https://localhost"),
    ],
)
def test_an_address_without_a_scheme_is_taken_as_browsers_take_it(typed: str, address: str) -> None:
    assert full_address(typed) == address
