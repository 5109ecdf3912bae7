"""`handrail privacy` as people call it, and the reports and exports that it concerns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from handrail.cli.app import run
from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import SessionId
from handrail.journal.home import open_home
from handrail.sop.format import load, save

from ..builders import fill, open_page, sop
from ..journal.stories import ended, started

SESSION = SessionId("20261121-081233-3f9a2c")
NAME, EMAIL = "Xandra Quillfeather", "xandra@mail.example.com"
INPUTS = {"name": NAME, "email": EMAIL, "amount": "12.50"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HANDRAIL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def told(capsys: pytest.CaptureFixture[str], *arguments: str, expect: int = 0) -> Any:
    assert run([*arguments, "--json"]) == expect
    return json.loads(capsys.readouterr().out)


def kept(home: Path) -> None:
    """A session of the home, as its configuration has it."""
    store, artefacts = open_home(home)
    begun = started(sop=artefacts.put(b"{}", ".sop.json"), inputs=INPUTS)
    JournalWriter(store, SESSION).write(begun, ended("done"))
    store.close()


def test_check_tells_what_is_kept_and_where_a_file_is_wrong(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(capsys, "privacy", "check")["there"] is False
    (home / "privacy.yaml").write_text("keep: {journal: scrub}\nvalues: {keep: until_end}\n")
    facts = told(capsys, "privacy", "check")
    assert facts["keep"]["journal"] == "scrub" and facts["values"]["keep"] == "until_end"
    assert "phonenumbers" in facts["provider"]
    (home / "privacy.yaml").write_text("keep: {journal: sometimes}\n")
    assert "keep.journal" in told(capsys, "privacy", "check", expect=2)["error"]["message"]


def test_scan_and_explain_tell_kinds_and_reasons(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "notes.txt"
    text.write_text(f"Patient: {NAME}\nMail {EMAIL}\nOrder 1002-3345-7781\n")
    found = told(capsys, "privacy", "scan", str(text))
    assert found["found"] == {"EMAIL": 1, "PERSON": 1}
    explained = told(capsys, "privacy", "explain", "14.03.1971", "--field", "date_of_birth")
    assert [one["kind"] for one in explained["findings"]] == ["BIRTHDATE"]
    assert explained["kept"] == "[BIRTHDATE-1]"


def test_redact_copies_texts_and_sops_and_wants_a_place(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, copy = tmp_path / "notes.txt", tmp_path / "copy.txt"
    text.write_text(f"Patient: {NAME}\nSaved {NAME}\n")
    assert told(capsys, "privacy", "redact", str(text), "-o", str(copy))["found"] == {"PERSON": 2}
    assert copy.read_text() == "Patient: [PERSON-1]\nSaved [PERSON-1]\n"
    told(capsys, "privacy", "redact", str(text), expect=2)
    document, scrubbed = tmp_path / "a.sop.json", tmp_path / "b.sop.json"
    variables = {"email": {"default": EMAIL}}
    save(document, sop([open_page("http://crm.test"), fill("Name", NAME)], ["crm.test"], variables))
    told(capsys, "privacy", "redact", str(document), "-o", str(scrubbed))
    assert load(scrubbed).variables["email"].default == "[EMAIL-1]"
    assert load(scrubbed).environment.domains == ("crm.test",)


def test_a_report_and_an_export_are_scrubbed_on_wish_and_the_home_stays(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(home)
    raw, scrubbed = tmp_path / "raw.html", tmp_path / "scrubbed.html"
    told(capsys, "session", "report", "last", "-o", str(raw))
    told(capsys, "session", "report", "last", "-o", str(scrubbed), "--scrub")
    assert NAME in raw.read_text() and EMAIL in raw.read_text()
    text = scrubbed.read_text()
    assert NAME not in text and EMAIL not in text and "[PERSON-1]" in text and "12.50" in text
    assert "as it was written" in text
    document, script = tmp_path / "a.sop.json", tmp_path / "a.md"
    save(document, sop([open_page("http://crm.test"), fill("E-mail", EMAIL)], ["crm.test"]))
    told(capsys, "export", str(document), "--to", "markdown", "-o", str(script), "--scrub")
    assert EMAIL not in script.read_text() and "EMAIL-1" in script.read_text()


def test_values_are_revealed_while_they_are_kept_and_then_forgotten(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "privacy.yaml").write_text("keep: {journal: scrub}\n")
    kept(home)
    assert told(capsys, "privacy", "reveal", "last")["values"] == {"[EMAIL-1]": EMAIL, "[PERSON-1]": NAME}
    assert told(capsys, "session", "verify", "last")["holds"] is True
    assert told(capsys, "privacy", "forget", "--value", "quillfeather")["sessions"] == [SESSION]
    assert told(capsys, "privacy", "reveal", "last")["values"] == {"[EMAIL-1]": EMAIL}
    assert told(capsys, "privacy", "forget", "last")["sessions"] == [SESSION]
    told(capsys, "privacy", "reveal", "last", expect=2)
    assert told(capsys, "session", "verify", "last")["holds"] is True
    assert not any(NAME.encode() in path.read_bytes() for path in home.rglob("*") if path.is_file())
