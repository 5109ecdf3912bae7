"""A home goes into one file and comes out of it, whatever its database is."""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from handrail.errors import HandrailError, SourceError, UsageError
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.store import JournalWriter
from handrail.journal.chain.verification import verify
from handrail.journal.database.connecting import Database, sqlite_database
from handrail.journal.database.holder import this_process
from handrail.journal.database.inbox import Inbox
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.database.templates import TemplateTable
from handrail.journal.database.work import Job, WorkTable
from handrail.journal.events.event import SessionEnded, SessionId
from handrail.sessions.operating.backup import back_up, restore
from tests.journal.conftest import either
from tests.journal.stories import entered, started

__all__ = ["either"]

SESSION = SessionId("20261121-081233-3f9a2c")


def fill(database: Database, home: Path) -> None:
    artefacts = Artefacts(home / "artefacts")
    writer = JournalWriter(DatabaseStore(database), SESSION)
    writer.write(started(sop=artefacts.put(b"{}", ".sop.json")), entered("Grüße 🙂"))
    writer.write(SessionEnded(kind="session_ended", outcome="waiting"))
    WorkTable(database).submit(Job(session=SESSION, sop_id="add-contact", owner="ana"), "waiting")
    Inbox(database).post(SESSION, "answer", "ana", {"text": "yes"})
    (home / "sign-ins").mkdir(parents=True)
    (home / "sign-ins" / "crm.json").write_text("{}")
    (home / "policy.yaml").write_text("mode: strict\n")
    (home / "token").write_text("a token is no part of a backup")


def test_a_home_comes_back_whole_in_either_database(either: Database, tmp_path: Path) -> None:
    fill(either, tmp_path / "home")
    path = tmp_path / "home.backup"
    back_up(either, tmp_path / "home", path)
    assert path.stat().st_mode & 0o077 == 0

    home = tmp_path / "other"
    database = sqlite_database(home / "handrail.db")
    restore(path, database, home)
    store = DatabaseStore(database)
    result = verify(store.read(SESSION), Artefacts(home / "artefacts"), store.head(SESSION))
    assert result.holds and result.entries == 3
    line = WorkTable(database).find(SESSION)
    assert line is not None and line.state == "paused"
    assert [message.body for message in Inbox(database).answers(SESSION)] == [{"text": "yes"}]
    assert (home / "sign-ins" / "crm.json").read_text() == "{}"
    assert (home / "policy.yaml").read_text() == "mode: strict\n"
    assert not (home / "token").exists()
    database.close()


def test_a_restored_home_goes_on(either: Database, tmp_path: Path) -> None:
    first = sqlite_database(tmp_path / "first" / "handrail.db")
    fill(first, tmp_path / "first")
    back_up(first, tmp_path / "first", tmp_path / "x.backup")
    first.close()
    restore(tmp_path / "x.backup", either, tmp_path / "second")
    JournalWriter(DatabaseStore(either), SESSION).write(entered("next"))
    Inbox(either).post(SESSION, "answer", "bea", {"text": "no"})
    assert len(Inbox(either).answers(SESSION)) == 2


def test_what_was_under_way_is_gone_on_with_by_a_person_alone(either: Database, tmp_path: Path) -> None:
    first = sqlite_database(tmp_path / "first" / "handrail.db")
    fill(first, tmp_path / "first")
    work, other = WorkTable(first), SessionId("20261121-081234-3f9a2d")
    work.submit(Job(session=other, sop_id="add-contact", owner="ana"), "queued")
    assert work.take(this_process()) is not None
    work.move(SESSION, ["waiting"], "queued")
    back_up(first, tmp_path / "first", tmp_path / "x.backup")
    first.close()
    restore(tmp_path / "x.backup", either, tmp_path / "second")
    restored = WorkTable(either)
    assert {line.session: line.state for line in restored.lines()} == {SESSION: "paused", other: "paused"}
    assert restored.take(this_process()) is None
    assert restored.move(other, ["paused"], "queued") and restored.take(this_process())


def test_what_waited_for_an_answer_or_its_rows_may_have_gone_on_after_the_backup(tmp_path: Path) -> None:
    first, second = (sqlite_database(tmp_path / name / "handrail.db") for name in ("first", "second"))
    fill(first, tmp_path / "first")
    table, row = SessionId("20261121-090000-aaaaaa"), SessionId("20261121-090000-aaaaaa-0001")
    work = WorkTable(first)
    work.submit(Job(session=table, sop_id="add-contact", owner="ana", kind="batch"), "waiting")
    work.submit(Job(session=row, sop_id="add-contact", owner="ana", parent=table), "queued")
    back_up(first, tmp_path / "first", tmp_path / "x.backup")
    restore(tmp_path / "x.backup", second, tmp_path / "second")

    restored = WorkTable(second)
    # An answer that comes now, or the end of a row, has nothing go on unasked.
    restored.wake(SESSION)
    restored.wake(table)
    assert {line.state for line in restored.lines()} == {"paused"}
    for database in (first, second):
        database.close()


def test_a_schedule_makes_up_for_nothing_that_was_due_before_the_home_was_restored(tmp_path: Path) -> None:
    first, second = (sqlite_database(tmp_path / name / "handrail.db") for name in ("first", "second"))
    fill(first, tmp_path / "first")
    templates = TemplateTable(first)
    templates.save("daily", "ana", "{}", [("* * * * *", "UTC")])
    with first.writing() as connection:
        connection.exec_driver_sql("UPDATE schedule SET since = '2026-11-21T00:00:00+00:00'")
    templates.claim("daily/1", "2026-11-21T08:00:00+00:00", SESSION, "")
    back_up(first, tmp_path / "first", tmp_path / "x.backup")
    began = datetime.now(UTC).replace(microsecond=0)
    restore(tmp_path / "x.backup", second, tmp_path / "second")

    (schedule,) = TemplateTable(second).schedules()
    assert datetime.fromisoformat(schedule.since) >= began
    assert TemplateTable(second).unsubmitted() == ()
    for database in (first, second):
        database.close()


def test_a_home_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    database = sqlite_database(home / "handrail.db")
    fill(database, home)
    back_up(database, home, tmp_path / "x.backup")
    with pytest.raises(UsageError, match="not empty"):
        restore(tmp_path / "x.backup", database, home)
    database.close()


@pytest.mark.parametrize("harm", ["cut", "changed", "other"])
def test_a_damaged_backup_is_refused_and_the_home_stays_empty(tmp_path: Path, harm: str) -> None:
    home = tmp_path / "home"
    database = sqlite_database(home / "handrail.db")
    fill(database, home)
    path = tmp_path / "x.backup"
    back_up(database, home, path)
    database.close()
    if harm == "cut":
        path.write_bytes(path.read_bytes()[:200])
    elif harm == "changed":
        with zipfile.ZipFile(path) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        parts["tables/journal.jsonl"] = parts["tables/journal.jsonl"].replace(b"Add a", b"Del a")
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in parts.items():
                archive.writestr(name, content)
    else:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("readme.txt", "hello")
    fresh = sqlite_database(tmp_path / "fresh" / "handrail.db")
    with pytest.raises(HandrailError) as raised:
        restore(path, fresh, tmp_path / "fresh")
    assert isinstance(raised.value, SourceError)
    assert DatabaseStore(fresh).sessions() == ()
    fresh.close()
