from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from handrail.cli.app import run
from handrail.recording.event import RecordedEvent
from handrail.recording.manifest import Manifest
from handrail.recording.store import RecordingWriter
from handrail.sop.format import load
from handrail.sop.locator import LabelLocator
from handrail.sop.target import Target
from tests.models.server import Heard, model_server


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """Somebody filled in two fields and gave a file."""
    head = Manifest(
        id="r1",
        started="2026-11-21T08:00:00Z",
        start_url="https://crm.example.com/new",
        viewport=(1280, 720),
        browser="chromium",
        handrail_version="0.1.0",
    )
    page = {"url": "https://crm.example.com/new", "title": "New contact · CRM"}

    def field(label: str, type: str) -> Target:
        return Target(
            tag="input", input_type=type, label=label, locators=(LabelLocator(by="label", text=label),)
        )

    facts: list[dict[str, Any]] = [
        {"kind": "navigated", "to": "https://crm.example.com/new", "cause": "address", **page},
        {"kind": "input", "target": field("Name", "text"), "value": "Ada", **page},
        {"kind": "input", "target": field("Password", "password"), "value": "•••", "masked": True, **page},
        {
            "kind": "upload",
            "target": field("CV", "file"),
            "files": [{"name": "cv.pdf", "size": 3, "stored": "files/cv.pdf"}],
            **page,
        },
        {"kind": "raw", "what": "a closed shadow root", **page},
    ]
    adapter: TypeAdapter[RecordedEvent] = TypeAdapter(RecordedEvent)
    with RecordingWriter(tmp_path / "recordings" / "demo", head) as writer:
        for seq, fact in enumerate(facts):
            writer.append(adapter.validate_python({"seq": seq, "t": seq, **fact}))
    return tmp_path / "recordings" / "demo"


def test_a_recording_becomes_an_sop(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "x.sop.json"
    assert run(["compile", str(recording), "-o", str(output), "--title", "New contact"]) == 0
    sop = load(output)
    assert sop.meta.title == "New contact"
    assert sop.variables["cv"].default == "recordings/demo/files/cv.pdf"
    printed = capsys.readouterr().out
    assert "5 events → 3 steps" in printed
    assert "variables: name, crm_password (secret), cv" in printed
    assert "question at 'upload-cv' (must be answered before a run): " in printed
    assert printed.endswith(f"{output}\n")
    assert run(["check", str(output)]) == 0


def test_the_summary_as_data(recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "x.sop.json"
    assert run(["compile", str(recording), "-o", str(output), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["path"], document["events"], document["steps"]) == (str(output), 5, 3)
    assert document["variables"]["name"] == {"type": "text", "default": "Ada", "secret": False}
    assert document["clarifications"][0]["required"] is True


def test_twice_the_same_bytes(recording: Path, tmp_path: Path) -> None:
    places = [tmp_path / name for name in ("a.sop.json", "b.sop.json")]
    for place in places:
        assert run(["compile", str(recording), "-o", str(place)]) == 0
    assert places[0].read_bytes() == places[1].read_bytes()


def test_an_sop_that_somebody_changed_stays_beside_the_new_one(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "x.sop.json"
    command = ["compile", str(recording), "-o", str(output)]
    assert run(command) == 0
    assert run(command) == 0
    assert capsys.readouterr().err == ""
    compiled = output.read_text()
    output.write_text("by hand")
    assert run(command) == 0
    old = tmp_path / "x.sop.json.old"
    assert capsys.readouterr().err == f"note: '{output}' had other content, which is now in '{old}'.\n"
    assert (output.read_text(), old.read_text()) == (compiled, "by hand")


def test_what_is_missing_of_the_recording_is_told(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (recording / "events.jsonl").open("a") as events:
        events.write('{"kind": "cli')
    assert run(["compile", str(recording), "-o", str(tmp_path / "x.sop.json")]) == 0
    captured = capsys.readouterr()
    assert "is torn" in captured.err
    assert "Is the procedure complete?" in captured.out


def test_a_recording_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "x.sop.json"
    assert run(["compile", str(tmp_path / "none"), "-o", str(output)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "There is no such file or folder." in captured.err
    assert not output.exists()


def test_the_file_of_its_events_is_no_file_of_another_tool(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["compile", str(recording / "events.jsonl"), "-o", str(tmp_path / "x.sop.json")]) == 2
    assert "Give the folder that holds it." in capsys.readouterr().err


def test_without_an_output_it_says_what_is_missing(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["compile", str(recording)]) == 2
    assert "--output" in capsys.readouterr().err


def test_a_model_words_it_and_changes_nothing_else(
    recording: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(heard: Heard) -> dict[str, Any]:
        ids = [line.split(":")[0] for line in heard.request.split('what="the steps">\n')[1].splitlines()]
        words = [{"id": id, "label": f"Step {number}", "intent": ""} for number, id in enumerate(ids)]
        return {"goal": "The contact is there.", "steps": words}

    plain, worded = tmp_path / "plain.sop.json", tmp_path / "worded.sop.json"
    monkeypatch.setenv("HANDRAIL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HANDRAIL_MODEL", "compatible:scripted")
    with model_server(answer) as serving:
        monkeypatch.setenv("HANDRAIL_MODEL_BASE_URL", serving.base_url)
        assert run(["compile", str(recording), "-o", str(plain)]) == 0
        assert serving.heard == []
        assert run(["compile", str(recording), "-o", str(worded), "--describe", "default"]) == 0
    before, after = load(plain), load(worded)
    assert (after.nodes[0].label, after.meta.goal) == ("Step 0", "The contact is there.")
    nodes = zip(before.nodes, after.nodes, strict=True)
    assert all(new.model_copy(update={"label": old.label}) == old for old, new in nodes)
    assert (after.edges, after.variables, after.environment) == (
        before.edges,
        before.variables,
        before.environment,
    )
