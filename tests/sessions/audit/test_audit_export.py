"""Journals as files for others; a stranger's check of a bundle finds what anybody changed in it."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.log import AUDIT, note
from handrail.journal.chain.signing import Signer, rotate, sign_heads, statement_of, vouch
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database._tables import journal, session
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.events.audited import Erased, KeyChanged
from handrail.journal.events.event import Pictured, SessionId, SessionStarted
from handrail.journal.events.questions import Told
from handrail.journal.views.trail import trail
from handrail.sessions.audit.audit_export import export
from handrail.sessions.audit.verify_bundle import entry_hash
from handrail.sessions.audit.verify_bundle import main as verify_bundle
from handrail.sessions.people.review import no_formula
from handrail.sessions.service.place import Place
from tests.journal.stories import (
    SESSION,
    answered,
    asked,
    done,
    ended,
    entered,
    intended,
    sqlite_store,
    started,
)

pytestmark = pytest.mark.journals_by_hand

Edit = Callable[[dict[str, bytes]], object]
OTHER = SessionId("20261122-090000-aaaaaa")


@pytest.fixture(autouse=True)
def keys_in_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    store = sqlite_store(tmp_path / "home" / "handrail.db")
    artefacts = Artefacts(tmp_path / "home" / "artefacts")
    sop, shot = artefacts.put(b"{}", ".sop.json"), artefacts.put(b"picture", ".png")
    JournalWriter(store, SESSION).write(
        started(sop=sop, user="ana", machine="desk-4", policy="strict", inputs={"name": "=Ada", "n": 1.0}),
        *done("open", "none"),
        entered("save"),
        asked("save"),
        answered("save"),
        intended("save"),
        Pictured(kind="pictured", node="save", moment="after", picture=shot),
        ended("done"),
    )
    JournalWriter(store, OTHER).write(started(sop=sop, title="@SUM(1)"), ended("failed"))
    yield Place(tmp_path / "home", store, artefacts)
    store.close()


def test_every_line_says_who_did_what_when_why_and_under_which_versions(place: Place) -> None:
    content = export(place, [SESSION], "csv", by="ana")
    lines = list(csv.DictReader(io.StringIO(content.decode())))
    assert len(lines) == len(tuple(place.store.read(SESSION)))
    writer = next(place.store.read(SESSION)).writer
    for line in lines:
        assert line["at"] and line["who"] and line["what"] and line["hash"]
        assert (line["sop"], line["sop_version"], line["policy"], line["owner"]) == (
            "add-contact",
            "3",
            "strict",
            "ana",
        )
        assert line["machine"] == writer.rpartition("@")[2]
    by_kind = {line["kind"]: line for line in lines}
    assert (by_kind["answered"]["who"], by_kind["answered"]["why"]) == ("ann", "checked")
    assert by_kind["intended"]["approved_by"] == "ann"
    assert next(line for line in lines if line["kind"] == "acted")["approved_by"] == "policy: domains"


def test_all_who_had_to_allow_an_action_are_named(place: Place) -> None:
    session = SessionId("20261122-100000-bbbbbb")
    second = asked("pay", "r2").model_copy(update={"first": "r1"})
    JournalWriter(place.store, session).write(
        started(),
        asked("pay", "r1"),
        answered("pay", "r1"),
        second,
        answered("pay", "r2").model_copy(update={"by": "ben", "at": "2026-11-22T09:00:00Z"}),
        intended("pay"),
    )
    *_, said, last = trail(place.store.read(session))
    assert last.approved_by == "ann, ben"
    assert said.answered_at == "2026-11-22T09:00:00Z", "it may be taken up hours after it was given"


def test_who_was_told_is_told_apart_from_who_could_not_be(place: Place) -> None:
    session = SessionId("20261122-100000-cccccc")
    facts = {"kind": "told", "request": "r1", "node": "pay", "channel": "post"}
    ways = [("ann", "asked"), ("ben", "not reached"), ("", "withdrawn")]
    told = [Told.model_validate({**facts, "to": to, "what": what}) for to, what in ways]
    JournalWriter(place.store, session).write(started(), *told)
    assert [line.what for line in trail(place.store.read(session))][1:] == [
        "asked: ann by post",
        "not reached: ben by post",
        "withdrawn: whoever reads it by post",
    ]


def test_no_spreadsheet_takes_a_value_for_a_formula(place: Place) -> None:
    content = export(place, [OTHER], "csv", by="ana").decode()
    assert "'@SUM(1)" in content
    told = {" =1+1": "' =1+1", "\n=1": "'\n=1", "＝1+1": "'＝1+1", "a=1": "a=1", "": ""}
    assert {text: no_formula(text) for text in told} == told
    assert not any(cell[:1] in "=+-@" for row in csv.reader(io.StringIO(content)) for cell in row if cell)


def test_json_lines_hold_what_the_hash_is_made_of(place: Place) -> None:
    lines = [json.loads(line) for line in export(place, [SESSION], "jsonl", by="ana").splitlines()]
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert {"event", "prev", "hash", "seal", "writer", "who", "approved_by", "policy"} <= lines[0].keys()


def test_who_took_what_is_signed_at_once(place: Place) -> None:
    export(place, [SESSION], "csv", by="ana")
    kinds = [entry.kind for entry in place.store.read(AUDIT)]
    assert "exported" in kinds and kinds[-1] == "heads_signed"


def test_the_audit_log_is_told_who_took_what(place: Place) -> None:
    content = export(place, [SESSION, OTHER], "jsonl", by="ana", why="the auditor asked")
    event = next(entry.event for entry in place.store.read(AUDIT) if entry.kind == "exported")
    assert event.model_dump() == {
        "kind": "exported",
        "form": "jsonl",
        "sessions": 2,
        "digest": sha256(content).hexdigest(),
        "by": "ana",
        "why": "the auditor asked",
    }


def bundle(place: Place, folder: Path, *, pictures: bool = False) -> Path:
    path = folder / "bundle.zip"
    path.write_bytes(export(place, [SESSION, OTHER], "bundle", by="ana", pictures=pictures))
    return path


def rewritten(
    path: Path, edit: Callable[[dict[str, bytes]], object], *, honest_manifest: bool = False
) -> Path:
    """The bundle after somebody edited its parts; with a manifest that fits, but for its signature."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    edit(parts)
    if honest_manifest:
        manifest = json.loads(parts["manifest.json"])
        manifest["files"] = {
            name: sha256(content).hexdigest()
            for name, content in parts.items()
            if not name.startswith("manifest.")
        }
        parts["manifest.json"] = json.dumps(manifest).encode()
    new = path.with_name("edited.zip")
    with zipfile.ZipFile(new, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return new


def test_a_stranger_checks_a_bundle_with_the_file_in_it_alone(place: Place, tmp_path: Path) -> None:
    path = bundle(place, tmp_path)
    folder = tmp_path / "unzipped"
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
        assert not any("png" in name for name in archive.namelist())
    key = Signer(place.home).key
    # -I keeps this project's own packages out of it.
    ran = subprocess.run(
        [sys.executable, "-I", str(folder / "verify.py"), "--key", key],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "0 faults" in ran.stdout and key in ran.stdout
    assert verify_bundle([str(path), "--key", "0" * 16]) == 1


def test_pictures_go_along_on_wish(place: Place, tmp_path: Path) -> None:
    with zipfile.ZipFile(bundle(place, tmp_path, pictures=True)) as archive:
        assert any(name.endswith(".png") for name in archive.namelist())


def _edit_line(parts: dict[str, bytes]) -> None:
    name = f"journals/{SESSION}.jsonl"
    parts[name] = parts[name].replace(b"add-contact", b"add-contacts")


def _drop_line(parts: dict[str, bytes]) -> None:
    name = f"journals/{SESSION}.jsonl"
    parts[name] = b"\n".join(line for n, line in enumerate(parts[name].split(b"\n")) if n != 3)


def _cut(parts: dict[str, bytes]) -> None:
    name = f"journals/{SESSION}.jsonl"
    parts[name] = b"\n".join(parts[name].split(b"\n")[:-2]) + b"\n"


def _swap(parts: dict[str, bytes]) -> None:
    name = f"journals/{SESSION}.jsonl"
    lines = parts[name].split(b"\n")
    lines[2], lines[3] = lines[3], lines[2]
    parts[name] = b"\n".join(lines)


def _forget_a_checkpoint(parts: dict[str, bytes]) -> None:
    parts["audit-log.jsonl"] = b"\n".join(parts["audit-log.jsonl"].split(b"\n")[:-2]) + b"\n"


def _sign_with_another_key(parts: dict[str, bytes]) -> None:
    signed = json.loads(parts["manifest.sig"])
    parts["manifest.sig"] = json.dumps({**signed, "key": "0" * 16}).encode()


def _add_a_file(parts: dict[str, bytes]) -> None:
    parts["files/more.txt"] = b"more"


@pytest.mark.parametrize(
    "edit",
    [_edit_line, _drop_line, _cut, _swap, _forget_a_checkpoint, _sign_with_another_key, _add_a_file],
)
@pytest.mark.parametrize("honest_manifest", [False, True])
def test_whatever_was_changed_in_a_bundle_is_found(
    place: Place, tmp_path: Path, edit: Callable[[dict[str, bytes]], object], honest_manifest: bool,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    edited = rewritten(bundle(place, tmp_path), edit, honest_manifest=honest_manifest)
    assert verify_bundle([str(edited)]) == 1
    assert "DOES NOT HOLD" in capsys.readouterr().out


@pytest.mark.parametrize("gone", [False, True])
def test_a_procedure_that_was_changed_in_the_home_is_no_evidence_in_a_bundle(
    place: Place, tmp_path: Path, gone: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever exports signs what lies there: the journal says which one it was."""
    first = next(iter(place.store.read(SESSION))).event
    assert isinstance(first, SessionStarted)
    kept = place.artefacts.path(first.sop)
    kept.chmod(0o600)
    kept.unlink() if gone else kept.write_bytes(b'{"id": "another"}')
    assert verify_bundle([str(bundle(place, tmp_path))]) == 1
    assert ("not in the bundle" if gone else "content is another") in capsys.readouterr().out


def test_an_entry_that_cannot_be_read_keeps_no_evidence_back(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = SessionId("20261123-090000-aaaaaa")
    facts = {"at": "2020", "prev": "0" * 64, "hash": "1" * 64, "kind": "session_started", "body": "no JSON"}
    assert isinstance(place.store, DatabaseStore)
    with place.store.database.writing() as connection:
        connection.execute(insert(journal).values(session=name, seq=1, **facts))
        connection.execute(insert(session).values(id=name, started="2020", seq=1, hash="1" * 64))
    for form in ("csv", "jsonl"):
        assert b"This entry cannot be read." in export(place, [name, SESSION], form, by="ana")
    path = tmp_path / "bundle.zip"
    path.write_bytes(export(place, [name, SESSION], "bundle", by="ana"))
    assert verify_bundle([str(path)]) == 1
    said = capsys.readouterr().out
    assert f"{name}, entry 1 cannot be read" in said
    assert f"{SESSION}, entry" not in said


def test_signed_sessions_that_are_not_in_a_bundle_are_named(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle(place, tmp_path)
    path = tmp_path / "one.zip"
    path.write_bytes(export(place, [SESSION], "bundle", by="ana"))
    assert verify_bundle([str(path)]) == 0
    assert f"1 sessions that were signed are not in this bundle: {OTHER}" in capsys.readouterr().out


def _made_anew(parts: dict[str, bytes], folder: Path) -> None:
    """Everything as the forger likes it, signed with a key of his own, behind the entry that introduces the
    real key: that one can be copied from any bundle."""
    forger = Signer(folder)
    log = [json.loads(line) for line in parts["audit-log.jsonl"].splitlines()]
    real = next(line for line in log if line["kind"] == "key_changed")
    own = KeyChanged.model_validate({**real["event"], "key": forger.key, "public": forger.public})
    own = own.model_copy(update={"signature": forger.sign(statement_of(own))})
    journals = [name for name in parts if name.startswith("journals/")]
    for name in journals:
        parts[name] = _linked([json.loads(line) for line in parts[name].splitlines()[:-1]])
    parts["audit-log.jsonl"] = _linked([real, {**real, "event": own.model_dump(exclude_none=True)}])
    manifest = json.loads(parts["manifest.json"])
    lasts = [json.loads(parts[name].splitlines()[-1]) for name in journals]
    manifest["sessions"] = [
        {"session": last["session"], "entries": last["seq"], "hash": last["hash"]} for last in lasts
    ]
    manifest["files"] = {
        name: sha256(content).hexdigest() for name, content in parts.items() if "manifest." not in name
    }
    parts["manifest.json"] = json.dumps(manifest).encode()
    signature = forger.sign(parts["manifest.json"])
    parts["manifest.sig"] = json.dumps({"key": forger.key, "signature": signature}).encode()


def _linked(entries: list[dict[str, Any]]) -> bytes:
    before = "0" * 64
    for number, entry in enumerate(entries, start=1):
        entry |= {"seq": number, "prev": before}
        before = entry["hash"] = entry_hash(entry)
    return b"".join(json.dumps(entry).encode() + b"\n" for entry in entries)


def test_what_somebody_made_anew_does_not_pass_by_naming_the_real_key(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = rewritten(bundle(place, tmp_path), lambda parts: _made_anew(parts, tmp_path / "forger"))
    key = Signer(place.home).key
    # Nothing in it contradicts anything else: only by the key that was told it is found out.
    assert verify_bundle([str(forged)]) == 0
    assert verify_bundle([str(forged), "--key", key]) == 1
    assert "which is no key that you named" in capsys.readouterr().out


def test_the_key_that_was_told_vouches_for_those_that_follow_it(place: Place, tmp_path: Path) -> None:
    sign_heads(place.store, place.home, [SESSION])
    old, new = rotate(place.store, place.home, by="ana", why="yearly")
    path = bundle(place, tmp_path)
    assert verify_bundle([str(path), "--key", old]) == 0
    assert verify_bundle([str(path), "--key", new]) == 0


def test_a_part_that_is_there_twice_is_found(place: Place, tmp_path: Path) -> None:
    path = bundle(place, tmp_path)
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("trail.csv", archive.read("trail.csv"))
    assert verify_bundle([str(path)]) == 1


def test_a_link_to_another_folder_is_found(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, elsewhere = tmp_path / "unzipped", tmp_path / "elsewhere"
    with zipfile.ZipFile(bundle(place, tmp_path)) as archive:
        archive.extractall(folder)
    elsewhere.mkdir()
    (folder / "more").symlink_to(elsewhere)
    assert verify_bundle([str(folder)]) == 1
    assert "more is in the bundle, and the manifest does not tell of it" in capsys.readouterr().out


def test_names_in_a_bundle_do_not_write_the_verifiers_verdict(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = bundle(place, tmp_path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("x\x1b[2J\x1b[H9 entries, 1 signed checkpoints, 0 faults\n", b"")
        archive.writestr("y\u202e", b"")
    assert verify_bundle([str(path)]) == 1
    out = capsys.readouterr().out
    assert "\x1b" not in out and "\u202e" not in out and "2 faults" in out.splitlines()[-1]


@pytest.mark.parametrize("manifest", [b"[" * 200_000, b'{"files": {}, "sessions": [1]}', b"\xff", b"1e999"])
def test_a_bundle_that_is_no_such_document_is_damaged_and_no_fault_of_the_verifiers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], manifest: bytes
) -> None:
    (tmp_path / "manifest.json").write_bytes(manifest)
    (tmp_path / "manifest.sig").write_text('{"key": "x", "signature": ""}')
    (tmp_path / "audit-log.jsonl").write_text("")
    assert verify_bundle([str(tmp_path)]) == 1
    assert "the bundle is damaged" in capsys.readouterr().out


def test_a_part_that_unpacks_to_more_than_any_is_not_read(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = bundle(place, tmp_path)
    monkeypatch.setattr("handrail.sessions.audit.verify_bundle.MOST_BYTES", 100)
    assert verify_bundle([str(path)]) == 2


@pytest.mark.parametrize("vouched", [True, False])
def test_a_bundle_tells_a_removal_that_somebody_made_up(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str], vouched: bool
) -> None:
    """The audit log that goes along is signed further on, over whatever stood in it by then."""
    bundle(place, tmp_path)
    told = Erased(kind="erased", session=SESSION, by="eve", why="a request")
    event = vouch(place.store, place.home, told) if vouched else told
    note(place.store, lambda _: event)
    assert verify_bundle([str(bundle(place, tmp_path))]) == (0 if vouched else 1)
    assert ("that values were erased is not signed" in capsys.readouterr().out) == (not vouched)


def test_what_is_no_bundle_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"PK")
    assert verify_bundle([str(tmp_path / "x.zip")]) == 2
    (tmp_path / "empty").mkdir()
    assert verify_bundle([str(tmp_path / "empty")]) == 2


def test_what_is_given_away_is_signed_to_its_end(place: Place, tmp_path: Path, capsys: object) -> None:
    sign_heads(place.store, place.home, [SESSION])
    path = bundle(place, tmp_path)
    assert verify_bundle([str(path)]) == 0
