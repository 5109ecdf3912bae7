from __future__ import annotations

import json
import os
import platform
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from handrail.cli.app import run
from handrail.journal.chain.linking import check
from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import Event, SessionId
from handrail.journal.events.undo import UndoBegun, UndoEnded
from handrail.journal.home import open_home
from handrail.sop.format import sop_bytes

from ..builders import click, sop
from ..journal.stories import done, ended, entered, intended, judged, proposed, started

pytestmark = pytest.mark.journals_by_hand

OLD, NEW = SessionId("20261121-081233-3f9a2c"), SessionId("20261122-090000-aaaaaa")

Write = Callable[..., None]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HANDRAIL_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def write(home: Path) -> Iterator[Write]:
    store, artefacts = open_home(home)

    def told(session: SessionId, *events: Event | list[Event], **fields: object) -> None:
        first = started(
            sop=artefacts.put(sop_bytes(sop([click("Save")], ["app.test"])), ".sop.json"), **fields
        )
        flat = [event for part in events for event in (part if isinstance(part, list) else [part])]
        JournalWriter(store, session).write(first, *flat, durable=True)

    yield told
    store.close()


@dataclass(frozen=True)
class Said:
    """What a command printed and how it ended."""

    exit_code: int
    stdout: str
    stderr: str


def handrail(*arguments: str) -> Said:
    with redirect_stdout(StringIO()) as stdout, redirect_stderr(StringIO()) as stderr:
        code = run(["session", *arguments])
    return Said(code, stdout.getvalue(), stderr.getvalue())


def document(*arguments: str) -> object:
    result = handrail(*arguments, "--json")
    return json.loads(result.stdout)


@pytest.mark.usefixtures("home")
def test_an_empty_home_has_no_sessions() -> None:
    result = handrail("list")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "no session yet" in result.stderr
    assert document("list") == []


def test_the_list_is_newest_first_with_the_outcome(write: Write) -> None:
    write(OLD, done("save", "once"), ended("done"))
    write(NEW, [entered("save"), proposed("save"), judged("save"), intended("save")], row=2, batch="b1")
    lines = handrail("list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [NEW, OLD]
    assert "needs reconciliation (killed)" in lines[0]
    assert "Add a contact (row 2)" in lines[0]
    assert "  done  " in lines[1]
    assert lines[0].index("Add a contact") == lines[1].index("Add a contact")
    assert len(handrail("list", "--limit", "1").stdout.splitlines()) == 1
    assert [line["session"] for line in document("list", "--batch", "b1")] == [NEW]  # type: ignore[attr-defined]


def test_a_session_of_a_living_process_is_running_and_one_of_a_dead_process_is_not(write: Write) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    write(OLD, entered("save"), pid=dead.pid, machine=platform.node())
    write(NEW, entered("save"), pid=os.getpid(), machine=platform.node())
    first, second = handrail("list").stdout.splitlines()
    assert " running " in first
    assert "stopped before effect (killed)" in second
    assert "running at 'save'" in handrail("status", NEW).stderr
    assert "process was killed" in handrail("status", OLD).stderr


def test_the_status_leads_with_the_outcome(write: Write) -> None:
    write(OLD, done("save", "once"), ended("done"))
    result = handrail("status", "last")
    assert result.exit_code == 0
    assert "done · 1 of 1 steps verified" in result.stderr
    told = document("status", OLD[:10])
    assert isinstance(told, dict)
    assert (told["outcome"], told["steps_done"], told["running"]) == ("done", 1, False)


def test_a_table_whose_rows_were_erased_tells_its_outcome(write: Write) -> None:
    write(OLD, ended("done"), rows="[erased]")
    result = handrail("status", OLD)
    assert (result.exit_code, "done" in result.stderr) == (0, True)


def test_the_report_is_written_and_its_path_printed(write: Write, tmp_path: Path) -> None:
    write(OLD, done("save", "once"), ended("done"))
    result = handrail("report", "last", "-o", "my.html")
    assert result.exit_code == 0
    assert Path(result.stdout.strip()) == tmp_path / "my.html"
    assert "Add a contact" in (tmp_path / "my.html").read_text()
    told = document("report", OLD)
    path = str(tmp_path / f"handrail-report-{OLD}.html")
    assert told == {"session": OLD, "batch": None, "path": path}


def test_the_report_of_a_table_holds_its_rows_in_order(write: Write, tmp_path: Path) -> None:
    write(OLD, ended("done"), row=2, batch="b1", inputs={"name": "Grace"})
    write(NEW, ended("done"), row=1, batch="b1", inputs={"name": "Ada"})
    for asked in (("last", "--batch"), (OLD, "--batch")):
        assert handrail("report", *asked).exit_code == 0
        written = tmp_path / "handrail-report-b1.html"
        html = written.read_text()
        assert html.index("Ada") < html.index("Grace")
        written.unlink()
    told = document("report", OLD)
    assert isinstance(told, dict) and told["batch"] is None


def test_last_is_a_row_of_a_table_for_all_commands(write: Write) -> None:
    """The report took the whole table, where status and verify took its last row."""
    write(OLD, ended("done"), row=1, batch="b1")
    write(NEW, ended("done"), row=2, batch="b1")
    reported = handrail("report", "last")
    assert reported.stdout.endswith(f"handrail-report-{NEW}.html\n")
    assert "--batch writes the report of all rows" in reported.stderr
    for told in (document("status", "last"), document("verify", "last")):
        assert isinstance(told, dict) and told["session"] == NEW


def test_a_session_that_is_no_row_has_no_table(write: Write) -> None:
    write(OLD, ended("done"))
    result = handrail("report", "last", "--batch")
    assert result.exit_code == 2
    assert "not a row of a table" in result.stderr


def test_an_untouched_session_holds(write: Write) -> None:
    write(OLD, done("save", "once"), ended("done"))
    result = handrail("verify", OLD)
    assert result.exit_code == 0
    assert "chain of all 9 entries holds" in result.stdout


def test_a_changed_session_does_not_hold_and_every_fault_is_named(write: Write, home: Path) -> None:
    write(OLD, done("save", "once"), ended("done"))
    with closing(sqlite3.connect(home / "handrail.db")) as connection:
        connection.executescript(
            "DROP TRIGGER journal_no_update; DROP TRIGGER journal_no_delete;"
            "UPDATE journal SET body = replace(body, 'allow', 'block') WHERE seq = 4;"
            "DELETE FROM journal WHERE seq = 7"
        )
    (kept,) = (path for path in (home / "artefacts").rglob("*.sop.json"))
    kept.write_text("{ }")
    result = handrail("verify", OLD)
    assert result.exit_code == 1
    assert "changed: Entry 4 was changed" in result.stdout
    assert "missing: Entry 7 is missing" in result.stdout
    assert "changed: The file sha256:" in result.stdout
    told = document("verify", "last")
    assert isinstance(told, dict)
    assert (told["holds"], [fault["seq"] for fault in told["chain"]]) == (False, [4, 7])


def test_what_cannot_be_read_is_told_without_a_traceback(write: Write, home: Path) -> None:
    write(OLD, done("save", "once"), ended("done"))
    with closing(sqlite3.connect(home / "handrail.db")) as connection:
        connection.executescript(
            "DROP TRIGGER journal_no_update;UPDATE journal SET body = CAST(x'ff' AS TEXT) WHERE seq IN (1, 4)"
        )
    assert "broken journal" in handrail("list").stdout
    for command in ("status", "report"):
        result = handrail(command, OLD)
        assert result.exit_code == 1
        assert f"handrail session verify {OLD}" in result.stderr
    assert handrail("verify", OLD).exit_code == 1


@pytest.mark.parametrize("command", ["status", "report", "verify"])
def test_ids_that_do_not_name_one_session(write: Write, command: str) -> None:
    assert "There is no session yet" in handrail(command, "last").stderr
    write(OLD, ended("done"))
    write(NEW, ended("done"))
    unknown, several = handrail(command, "1999"), handrail(command, "2026")
    assert (unknown.exit_code, several.exit_code) == (2, 2)
    assert "There is no session '1999'" in unknown.stderr
    assert OLD in several.stderr
    assert NEW in several.stderr


def test_what_cannot_be_undone_is_said_before_anything_is_read_for_it(write: Write) -> None:
    write(NEW, *done("open"), ended("done"))
    refused = handrail("undo", NEW, "--to", "nosuch")
    assert refused.exit_code == 2
    assert "was never at 'nosuch'" in refused.stderr and "It came to: open" in refused.stderr


@pytest.mark.parametrize("command", ["take-over", "resume"])
def test_nobody_waits_for_a_worker_to_take_up_what_was_undone(write: Write, command: str) -> None:
    undone = [UndoBegun(kind="undo_begun", after=1, by="ana"), UndoEnded(kind="undo_ended", complete=True)]
    write(NEW, *done("open"), ended("cancelled"), *undone, ended("cancelled"))
    refused = handrail(command, NEW, *(("--queue",) if command == "resume" else ()))
    assert refused.exit_code == 2
    assert "was undone. Run the SOP again" in refused.stderr


def test_a_home_that_is_no_database_is_exit_6(home: Path) -> None:
    home.mkdir()
    (home / "handrail.db").write_text("notes\n" * 2000)
    result = handrail("list")
    assert result.exit_code == 6
    assert "not a Handrail database" in result.stderr


def test_the_written_home_is_what_open_home_reads(write: Write, home: Path) -> None:
    write(OLD, ended("done"))
    store, _ = open_home(home)
    assert check(store.read(OLD), store.head(OLD)) == ()
    store.close()
