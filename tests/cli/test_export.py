"""`handrail export` as people call it."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from handrail.cli.app import run
from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import Pictured, SessionId
from handrail.journal.home import open_home
from handrail.recording.event import RecordedEvent
from handrail.recording.manifest import Manifest
from handrail.recording.store import RecordingWriter
from handrail.sop.format import save
from handrail.sop.locator import LabelLocator
from handrail.sop.target import Target

from ..builders import Json, click, fill, open_page, sop
from ..journal.stories import done, ended, started

SESSION = SessionId("20261121-081233-3f9a2c")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HANDRAIL_HOME", str(tmp_path / "home"))
    return written(tmp_path, click("Save", "once", retry={"times": 2}))


def written(folder: Path, *nodes: Json, variables: Json | None = None) -> Path:
    path = folder / "add.sop.json"
    save(path, sop([open_page("http://crm.test"), *nodes], ["crm.test"], variables or {}))
    return path


def handrail(*arguments: str, capsys: pytest.CaptureFixture[str], expect: int = 0) -> Any:
    assert run(["export", *arguments, "--json"]) == expect
    return json.loads(capsys.readouterr().out)


def test_a_script_is_written_and_its_losses_are_listed(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "add.py"
    told = handrail(str(file), "--to", "playwright", "-o", str(script), capsys=capsys)
    (warning,) = told["warnings"]
    assert (warning["node"], warning["field"]) == ("click-save", "retry")
    ast.parse(script.read_text(encoding="utf-8"))
    assert run(["export", str(file), "--to", "playwright", "-o", str(script)]) == 0
    printed = capsys.readouterr()
    assert printed.out.strip() == str(script)
    assert "warning: node 'click-save'.retry: the script does not try again." in printed.err


def test_the_default_of_a_file_is_found_from_where_the_script_lies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    variables = {"deck": {"type": "file", "default": "files/deck.pdf", "required": False}}
    path = written(tmp_path, fill("Name", "{{ deck }}"), variables=variables)
    (tmp_path / "scripts").mkdir()
    script = tmp_path / "scripts" / "add.py"
    handrail(str(path), "--to", "playwright", "-o", str(script), capsys=capsys)
    assert 'HERE / "../files/deck.pdf"' in script.read_text(encoding="utf-8")


def test_the_pictures_of_a_session_lie_beside_the_procedure(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, artefacts = open_home(tmp_path / "home")
    before, after = artefacts.put(b"before", ".jpg"), artefacts.put(b"after", ".jpg")
    pictures = [
        Pictured(kind="pictured", node="click-save", moment="after", picture=after),
        Pictured(kind="pictured", node="click-save", moment="before", picture=before),
    ]
    JournalWriter(store, SESSION).write(started(), *done("click-save", "once"), *pictures, ended("done"))
    store.close()
    target = tmp_path / "procedure.md"
    told = handrail(str(file), "--to", "markdown", "-o", str(target), "--session", "last", capsys=capsys)
    assert told["pictures"] == ["procedure-images/01-click-save.jpg"]
    assert (tmp_path / "procedure-images" / "01-click-save.jpg").read_bytes() == b"before"
    assert "(<procedure-images/01-click-save.jpg>)" in target.read_text(encoding="utf-8")


def test_the_pictures_of_the_recording_stand_at_the_steps_that_it_showed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording, file, target = tmp_path / "shown", tmp_path / "x.sop.json", tmp_path / "procedure.md"
    record(recording)
    assert run(["compile", str(recording), "-o", str(file)]) == 0
    capsys.readouterr()
    told = handrail(
        str(file), "--to", "markdown", "-o", str(target), "--recording", str(recording), capsys=capsys
    )
    # Name and firm were filled in on one and the same picture.
    assert told["pictures"] == ["procedure-images/01-fill-name.jpg", "procedure-images/02-fill-city.jpg"]
    assert (tmp_path / "procedure-images" / "02-fill-city.jpg").read_bytes() == b"second"
    text = target.read_text(encoding="utf-8")
    assert text.count("![") == 2
    assert text.index("![Step 1") < text.index("Fill 'Firm'") < text.index("![Step 3")


def record(folder: Path) -> None:
    """Somebody fills in three fields; the page is pictured before the first and before the third."""
    url = "https://crm.example.com/new"
    head = Manifest(
        id="r1",
        started="2026-11-21T08:00:00Z",
        start_url=url,
        viewport=(1280, 720),
        browser="chromium",
        handrail_version="0.1.0",
    )
    adapter: TypeAdapter[RecordedEvent] = TypeAdapter(RecordedEvent)
    with RecordingWriter(folder, head) as writer:
        facts: list[dict[str, Any]] = [{"kind": "navigated", "to": url, "cause": "address"}]
        for label, picture in (("Name", b"first"), ("Firm", b"first"), ("City", b"second")):
            locators = (LabelLocator(by="label", text=label),)
            target = Target(tag="input", input_type="text", label=label, locators=locators)
            shown = writer.put_picture(picture)
            facts.append({"kind": "input", "target": target, "value": f"A {label}", "picture": shown})
        for seq, fact in enumerate(facts):
            writer.append(adapter.validate_python({"seq": seq, "t": seq, "url": url, **fact}))


def test_bad_input_writes_nothing(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.py"
    broken = written(tmp_path, fill("Name", "{{ nobody }}"))
    for arguments, words in (
        ([str(broken), "--to", "playwright"], "nobody"),
        ([str(tmp_path / "none.sop.json"), "--to", "markdown"], "no such file"),
        ([str(file), "--to", "cobol"], "cobol"),
        ([str(file), "--to", "playwright", "--session", "last"], "no pictures"),
        ([str(file), "--to", "markdown", "--session", "last"], "no session"),
        ([str(file), "--to", "markdown", "--recording", str(tmp_path)], "recording"),
    ):
        if words != "nobody":
            written(tmp_path, click("Save"))
        told = handrail(*arguments, "-o", str(target), capsys=capsys, expect=2)
        assert words in json.dumps(told["error"]).lower()
        assert not target.exists()
    assert handrail(
        str(file), "--to", "markdown", "-o", str(tmp_path / "no" / "x.md"), capsys=capsys, expect=2
    )["error"]
