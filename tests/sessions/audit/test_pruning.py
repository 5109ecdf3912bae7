"""Old sessions go whole, and what stays of them can be checked."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from handrail.errors import StoreError, UsageError
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.store import RETENTION, JournalWriter
from handrail.journal.chain.verification import verify
from handrail.journal.database._postgres import trigger
from handrail.journal.database.connecting import Database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.database.templates import TemplateTable
from handrail.journal.events.event import Event, Pictured, SessionEnded, SessionId
from handrail.journal.keeping.proof import prove
from handrail.journal.keeping.retention import pruned
from handrail.sessions.audit.pruning import Keep, choose, prune
from handrail.sessions.service.auditing import hold, release
from handrail.sessions.service.listing import find_session
from handrail.sessions.service.place import Place
from handrail.sessions.tables.given_files import keep_given
from tests.journal.conftest import either
from tests.journal.stories import asked, entered, left, started

__all__ = ["either"]


class Home:
    """Sessions one after the other, each with a picture of its own."""

    def __init__(self, database: Database, home: Path) -> None:
        self.database = database
        self.place = Place(home, DatabaseStore(database), Artefacts(home / "artefacts"))

    def session(
        self, name: str, *, outcome: str | None = "done", picture: bytes = b"", **facts: object
    ) -> SessionId:
        session = SessionId(name)
        shot = self.place.artefacts.put(picture or name.encode(), ".jpg")
        sop = self.place.artefacts.put(b"{}", ".sop.json")
        events: list[Event] = [
            started(sop=sop, **facts),
            entered("save"),
            Pictured(kind="pictured", node="save", moment="after", picture=shot),
            left("save"),
        ]
        if outcome is not None:
            events.append(SessionEnded.model_validate({"kind": "session_ended", "outcome": outcome}))
        JournalWriter(self.place.store, session).write(*events)
        (self.place.make_folder(session) / "list.csv").write_text("a,b")
        return session

    def prune(self, keep: Keep) -> list[str]:
        chosen = choose(self.place, keep, by="ana")
        return [event.session for event in prune(self.database, self.place, chosen).sessions]

    def names(self) -> list[str]:
        return [record.session for record in self.place.store.sessions()]

    def files(self) -> set[str]:
        """What kinds of files are kept."""
        return {"".join(path.suffixes) for path in (self.place.home / "artefacts").glob("*/*/*")}

    def holds(self, session: SessionId) -> bool:
        store = self.place.store
        return verify(store.read(session), self.place.artefacts, store.head(session)).holds


@pytest.fixture
def home(either: Database, tmp_path: Path) -> Iterator[Home]:
    yield Home(either, tmp_path / "home")


def test_the_oldest_go_whole_and_the_others_hold(home: Home) -> None:
    names = [home.session(f"2026-{number}", picture=b"same" if number < 3 else b"") for number in range(4)]
    ended_with = home.place.store.head(names[0])
    assert home.prune(Keep(newest=2)) == names[:2]
    assert sorted(home.names()) == names[2:]
    assert all(home.holds(name) for name in names[2:])
    assert not home.place.folder(names[0]).exists()
    told = pruned(home.place.store, "2026-0")
    assert told is not None
    assert (told.hash, told.entries, told.by, told.outcome) == (*reversed(ended_with), "ana", "done")
    assert home.holds(RETENTION)


def test_files_that_another_session_names_stay(home: Home) -> None:
    first, second = home.session("2026-0", picture=b"shared"), home.session("2026-1", picture=b"shared")
    only = home.session("2026-2")
    assert home.prune(Keep(newest=0)) == [first, second, only]
    assert home.files() == {".sop.json"}, "templates and the library's versions are made of SOPs"


def test_what_is_not_over_stays_however_old(home: Home) -> None:
    waiting = home.session("2026-0", outcome="waiting")
    unsettled = home.session("2026-1", outcome="needs reconciliation")
    killed = home.session("2026-2", outcome=None)
    assert home.prune(Keep(days=0)) == []
    assert sorted(home.names()) == [waiting, unsettled, killed]
    assert choose(home.place, Keep(days=0), by="ana").kept_open == 3


def test_the_rows_of_a_table_go_only_with_it(home: Home) -> None:
    # A table that goes on begins each row that it does not find: what was done would be done again.
    table = home.session("2026-0", outcome="waiting")
    for row in (1, 2):
        home.session(f"2026-0-000{row}", batch=table, row=row)
    assert home.prune(Keep(newest=0)) == []
    assert choose(home.place, Keep(newest=0), by="ana").kept_open == 3
    JournalWriter(home.place.store, table).write(
        SessionEnded.model_validate({"kind": "session_ended", "outcome": "done"})
    )
    assert home.prune(Keep(newest=0)) == ["2026-0", "2026-0-0001", "2026-0-0002"]


def test_the_oldest_go_until_the_files_take_no_more(home: Home) -> None:
    names = [home.session(f"2026-{number}", picture=bytes([number]) * 10_000) for number in range(4)]
    assert home.prune(Keep(bytes=21_000)) == names[:2]


def test_the_journal_is_append_only_again_afterwards(home: Home) -> None:
    home.session("2026-0")
    kept = home.session("2026-1")
    home.prune(Keep(newest=1))
    refused = pytest.raises((StoreError, IntegrityError), match="append-only")
    with refused, home.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM journal")
    assert home.holds(kept)


def test_somebody_who_asks_for_a_removed_session_is_told(home: Home) -> None:
    home.session("2026-0")
    home.prune(Keep(newest=0))
    with pytest.raises(UsageError, match="was removed by ana: 0 newer ones are kept"):
        find_session(home.place.store, "2026-0")


def test_a_hold_keeps_sessions_until_it_is_released(home: Home) -> None:
    kept = home.session("20261101-000000-aaaaaa")
    home.session("20261102-000000-bbbbbb")
    placed = hold(home.place, sessions=[kept], by="ana", why="case 7")
    assert choose(home.place, Keep(newest=0), by="ana").kept_held == (kept,)
    assert home.prune(Keep(newest=0)) == ["20261102-000000-bbbbbb"]
    release(home.place, placed.hold, by="ana", why="closed")
    assert home.prune(Keep(newest=0)) == [kept]


def test_a_hold_on_an_sop_keeps_all_of_its_sessions(home: Home) -> None:
    kept = home.session("20261101-000000-aaaaaa")
    hold(home.place, sops=["add-contact"], by="ana", why="case 7")
    later = home.session("20261103-000000-cccccc")
    assert home.prune(Keep(newest=0)) == []
    assert set(choose(home.place, Keep(newest=0), by="ana").kept_held) == {kept, later}


def test_what_a_session_needs_to_go_on_is_not_swept(home: Home) -> None:
    home.session("20261101-000000-aaaaaa")
    policy = home.place.artefacts.put(b'{"mode": "strict"}', ".policy.json")
    waiting = SessionId("20261102-000000-bbbbbb")
    JournalWriter(home.place.store, waiting).write(started(policy=policy), entered("save"))
    assert home.prune(Keep(newest=0)) == ["20261101-000000-aaaaaa"]
    assert home.place.artefacts.get(policy) == b'{"mode": "strict"}'


def test_what_is_shown_to_whoever_has_to_answer_is_not_swept(home: Home) -> None:
    home.session("20261101-000000-aaaaaa")
    shown = home.place.artefacts.put(b"the page that is asked about", ".jpg")
    age(home.place.artefacts.path(shown))
    question = asked("save").model_copy(update={"picture": shown})
    JournalWriter(home.place.store, SessionId("20261102-000000-bbbbbb")).write(started(), question)
    home.prune(Keep(newest=0))
    assert home.place.artefacts.get(shown)


def test_what_another_process_is_about_to_name_is_not_swept(home: Home) -> None:
    home.session("2026-0", picture=b"shared")
    again = home.place.artefacts.put(b"shared", ".jpg")
    left_behind, new = (home.place.artefacts.put(content, ".jpg") for content in (b"of a crash", b"new"))
    age(home.place.artefacts.path(left_behind))
    home.prune(Keep(newest=0))
    assert home.place.artefacts.get(again) and home.place.artefacts.get(new)
    with pytest.raises(StoreError, match="missing"):
        home.place.artefacts.get(left_behind)


def age(path: Path) -> None:
    """As if the file had been kept a day ago."""
    then = time.time() - 86_400
    os.utime(path, (then, then))


def test_none_goes_that_must_be_kept_longer(home: Home) -> None:
    home.session("20261101-000000-aaaaaa")
    assert home.prune(Keep(newest=0, at_least_days=2190)) == []
    assert choose(home.place, Keep(newest=0, at_least_days=2190), by="ana").kept_young == 1
    assert home.prune(Keep(newest=0, at_least_days=0)) == ["20261101-000000-aaaaaa"]


@pytest.mark.parametrize("sops", [(), ("",), ("add-contact", " ")])
def test_a_hold_of_nothing_is_refused(home: Home, sops: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="Say what to hold"):
        hold(home.place, sops=sops, by="ana", why="case 7")


def test_how_old_a_session_is_is_said_by_its_journal(home: Home) -> None:
    """Whoever can write the database and has no key has no session removed, with a signature, by its age."""
    session = home.session("20261101-000000-aaaaaa")
    with home.database.writing() as connection:
        connection.exec_driver_sql("UPDATE session SET started = '2019-01-01T00:00:00.000000Z'")
    assert home.prune(Keep(days=365)) == []
    place = home.place
    proof = prove(place.store, place.artefacts, place.home)
    assert [(one.chain, one.kind) for one in proof.findings] == [(session, "chain")]
    assert "is listed as begun at 2019" in proof.findings[0].message


def test_a_session_whose_journal_does_not_hold_stays_until_somebody_wants_it_gone(home: Home) -> None:
    whole, changed = home.session("20261101-000000-aaaaaa"), home.session("20261102-000000-bbbbbb")
    lines = {"sqlite": ["DROP TRIGGER journal_no_update"], "postgresql": [trigger("DISABLE")]}
    with home.database.writing() as connection:
        for line in lines[connection.dialect.name]:
            connection.exec_driver_sql(line)
        connection.exec_driver_sql(
            f"UPDATE journal SET body = replace(body, 'save', 'open') WHERE session = '{changed}'"
        )
    assert choose(home.place, Keep(newest=0), by="ana").kept_damaged == (changed,)
    assert [one.session for one in choose(home.place, Keep(newest=0), by="ana").sessions] == [whole]
    with_it = choose(home.place, Keep(newest=0, damaged=False), by="ana")
    assert ([one.session for one in with_it.sessions], with_it.kept_damaged) == ([whole, changed], ())


def test_what_people_gave_goes_with_what_names_it(home: Home) -> None:
    names = ("session", "row", "template", "nothing", "new")
    given = {name: keep_given(home.place.home, f"../{name}.pdf", b"scan") for name in names}
    assert {path.name for path in given.values()} == {f"{name}.pdf" for name in names}
    for name in names[:-1]:
        os.utime(given[name].parent, (0, 0))
    rows = home.place.artefacts.put(json.dumps({"rows": [{"scan": str(given["row"])}]}).encode(), ".json")
    for number, event in enumerate((started(inputs={"scan": str(given["session"])}), started(rows=rows))):
        over = SessionEnded.model_validate({"kind": "session_ended", "outcome": "done"})
        JournalWriter(home.place.store, SessionId(f"2026-{number}")).write(event, over)
    templates = TemplateTable(home.database)
    templates.save("daily", "ana", json.dumps({"given": {"scan": str(given["template"])}}), [])
    home.prune(Keep())
    assert [name for name in names if given[name].exists()] == ["session", "row", "template", "new"]
    templates.remove("daily")
    home.prune(Keep(newest=1))
    assert [name for name in names if given[name].exists()] == ["row", "new"]
