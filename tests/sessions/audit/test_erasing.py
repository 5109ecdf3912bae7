"""A person's data can be erased: what goes, what stays, and that the log tells it, why and by whom."""

from __future__ import annotations

import json
import os
import time
from contextlib import closing
from pathlib import Path
from typing import cast
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from sqlalchemy.exc import IntegrityError

from handrail.approvals import Approver
from handrail.browser import LaunchedBrowser
from handrail.errors import StoreError, UsageError
from handrail.journal.chain.log import AUDIT, AuditLog
from handrail.journal.chain.sealing import ERASED
from handrail.journal.chain.signing import sign_heads
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.alerts import Alert, AlertTable
from handrail.journal.database.connecting import sqlite_database
from handrail.journal.database.deliveries import Deliveries
from handrail.journal.database.holder import this_process
from handrail.journal.database.inbox import Inbox
from handrail.journal.database.templates import TemplateTable
from handrail.journal.database.work import Job
from handrail.journal.events.audited import Erased
from handrail.journal.events.event import Pictured, SessionId, VariableSet
from handrail.journal.keeping.proof import prove
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.audit import erasing
from handrail.sessions.audit.erasing import Wish, find_and_erase, templates_holding
from handrail.sessions.audit.spellings import pattern_of
from handrail.sessions.conducting.conductor import conduct
from handrail.sessions.conducting.forking import fork
from handrail.sessions.people import steering
from handrail.sessions.people.undoing import want_undone
from handrail.sessions.service.auditing import hold, release
from handrail.sessions.service.opening import open_service
from handrail.sessions.service.place import Place
from handrail.sessions.tables.batches import BatchConductor
from handrail.sessions.tables.given_files import keep_given
from tests.journal.conftest import either
from tests.journal.stories import SESSION, answered, asked, done, ended, entered, started, variable
from tests.sessions.ada import Home, home, keys_in_files

__all__ = ["either", "home", "keys_in_files"]


def test_what_was_erased_is_gone_and_every_chain_and_signature_holds(home: Home) -> None:
    before = [(entry.seq, entry.prev, entry.hash, entry.kind) for entry in home.place.store.read(SESSION)]
    found = home.erase(actors=True)
    assert [(one.session, one.erased, one.left) for one in found] == [(SESSION, True, ())]
    text = home.bodies().lower()
    assert "lovelace" not in text and "18151210" not in text
    assert "london" in text and "[erased]" in text
    assert [(e.seq, e.prev, e.hash, e.kind) for e in home.place.store.read(SESSION)] == before
    assert home.findings() == []
    event = next(e.event for e in home.place.store.read(AUDIT) if e.kind == "erased")
    assert isinstance(event, Erased)
    assert (event.session, event.by, event.why, event.others) == (
        SESSION,
        "ana",
        "she asked us to (art. 17)",
        1,
    )
    assert "lovelace" not in event.model_dump_json().lower()


def test_its_pictures_tables_prompts_and_files_go_and_those_of_others_stay(home: Home) -> None:
    home.erase()
    for artefact in (home.picture, home.prompt, home.table):
        assert home.place.artefacts.check([artefact])
    folder = home.place.folder(SESSION) / "files"
    assert [path.name for path in folder.iterdir()] == ["other.csv"]
    assert home.findings() == []


def test_what_was_shown_to_whoever_answered_goes_too(tmp_path: Path) -> None:
    home = Home(sqlite_database(tmp_path / "home" / "handrail.db"), tmp_path / "home")
    shown = home.place.artefacts.put(b"Ada's page, outlined", ".jpg")
    home.fill(asked("pay", "r2").model_copy(update={"picture": shown}), answered("pay", "r2"))
    home.erase()
    assert home.place.artefacts.check([shown])
    assert home.findings() == []


def test_files_that_cannot_be_searched_go_and_office_files_are_looked_into(tmp_path: Path) -> None:
    home = Home(sqlite_database(tmp_path / "home" / "handrail.db"), tmp_path / "home")
    home.fill()
    folder = home.place.make_folder(SESSION)
    (folder / "shot.jpg").write_bytes(b"\xff\xd8\0Ada")
    other = Home(home.database, tmp_path / "home", SessionId("20261122-090000-aaaaaa"))
    JournalWriter(other.place.store, other.session).write(started(), entered("save"), ended("done"))
    for name, text in (("people.xlsx", "Ada Lovelace"), ("list.zip", "Grace Hopper")):
        with ZipFile(other.place.make_folder(other.session) / name, "w", ZIP_DEFLATED) as archive:
            archive.writestr("xl/sharedStrings.xml", f"<t>{text}</t>" * 9)
    assert {one.session: one.erased for one in home.erase()} == {SESSION: True, other.session: True}
    assert [path.name for path in folder.iterdir()] == ["other.csv"]
    assert list(other.place.make_folder(other.session).iterdir()) == [], "what is no text goes with it"
    (folder / "later.jpg").write_bytes(b"\xff\xd8\0")
    home.erase("London", pictures=False)
    assert (folder / "later.jpg").exists()


def test_a_picture_that_a_held_session_shares_stays_and_is_named(home: Home) -> None:
    held = SessionId("20261122-090000-aaaaaa")
    shared = Pictured(kind="pictured", node="save", moment="after", picture=home.picture)
    begun = started(sop=home.place.artefacts.put(b"{}", ".sop.json"))
    JournalWriter(home.place.store, held).write(begun, entered("save"), shared, ended("done"))
    hold(home.place, sessions=[held], by="ana", why="case 7")
    (found,) = home.erase()
    assert found.erased and "case 7" in found.left[0]
    assert home.place.artefacts.get(home.picture) == b"a picture of Ada"
    assert home.place.artefacts.check([home.prompt]) and home.findings() == []


def test_a_picture_that_was_taken_anew_meanwhile_stays_and_is_named(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken_anew(place: Place, log: AuditLog) -> dict[str, str]:
        found = needed(place, log)
        # A session that runs sees the same page; its entry comes a little later.
        kept = place.artefacts.path(place.artefacts.put(b"a picture of Ada", ".png"))
        # The clock of files may be some milliseconds behind.
        os.utime(kept, (time.time() + 1, time.time() + 1))
        return found

    needed = erasing._needed
    monkeypatch.setattr(erasing, "_needed", taken_anew)
    (found,) = home.erase()
    assert not home.place.artefacts.check([home.picture])
    assert found.erased and any("a session that runs" in left for left in found.left)


def test_a_guard_that_somebody_took_away_hinders_nothing_and_is_there_again(home: Home) -> None:
    names = ["journal_no_update"] if not home.database.shared else ["journal_append_only ON journal"]
    with home.database.writing() as connection:
        for name in names:
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
    assert [one.erased for one in home.erase()] == [True]
    with pytest.raises((StoreError, IntegrityError)), home.database.writing() as connection:
        connection.exec_driver_sql("UPDATE journal SET body = 'x'")


async def test_nothing_is_done_by_a_session_out_of_which_values_were_erased(tmp_path: Path) -> None:
    with closing(open_service(tmp_path / "home")) as service:
        home = Home(service.database, tmp_path / "home")
        home.fill(outcome="failed")
        job = Job(session=SESSION, sop_id="add-contact", owner="ana", kind="batch")
        service.work.submit(job, "paused")
        home.erase()
        held = service.dispatcher.claim(SESSION, this_process())
        assert held is not None
        browser = cast(LaunchedBrowser, None)
        erased = "were erased"
        with pytest.raises(UsageError, match=erased):
            await conduct(
                SESSION, home.place, browser, secrets={}, approver=cast(Approver, None), stop=StopSignal()
            )
        with pytest.raises(UsageError, match=erased):
            await BatchConductor(service)(held, StopSignal())
        with pytest.raises(UsageError, match=erased):
            steering.resume(service, SESSION)
        with pytest.raises(UsageError, match=erased):
            fork(SESSION, home.place, "save")
        with pytest.raises(UsageError, match=erased):
            want_undone(SESSION, home.place, by="ana")


def test_alerts_lose_it_as_well(home: Home) -> None:
    told = Alert(
        id="a1", rule="Blocked", at="2026-11-22T09:00:00.000Z", title="Ada Lovelace's page was closed"
    )
    alerts = AlertTable(home.database)
    alerts.raised([told.model_copy(update={"facts": {"session": SESSION}})], (), SESSION, 1)
    home.erase(only_tell=True)
    assert alerts.all()[0].title == told.title
    home.erase()
    assert alerts.all()[0].title == "[erased]'s page was closed"


@pytest.mark.parametrize("actors", [False, True])
def test_what_was_called_to_it_and_what_people_were_told_lose_it_as_well(home: Home, actors: bool) -> None:
    inbox, deliveries = Inbox(home.database), Deliveries(home.database)
    inbox.post(
        SESSION, "answer", "Ada Lovelace", {"request": "r1", "answer": "answer", "text": "Ada Lovelace (Zoë)"}
    )
    deliveries.add(SESSION, "r1", "", "Ada Lovelace", "post", "withdrawn", "Ada Lovelace has answered.")
    home.erase(actors=actors)
    (message,), (told,) = inbox.answers(SESSION), deliveries.of(SESSION)
    assert message.body == {} and told.why == "[erased] has answered."
    assert {message.by, told.person} == {"[erased]" if actors else "Ada Lovelace"}


def test_who_acted_stays_unless_that_is_wished(home: Home) -> None:
    home.erase()
    assert "ada lovelace" in home.bodies()
    home.erase(actors=True)
    assert "ada lovelace" not in home.bodies()
    assert home.findings() == []


def test_pictures_stay_on_wish(home: Home) -> None:
    home.erase(pictures=False)
    assert home.place.artefacts.get(home.picture) == b"a picture of Ada"


def test_erasing_twice_and_another_value_later_still_holds(home: Home) -> None:
    home.erase()
    assert home.erase("London")[0].erased
    assert home.erase("London") == ()
    assert "London" not in home.bodies()
    assert home.findings() == []


def test_only_telling_removes_nothing(home: Home) -> None:
    before = home.bodies()
    found = home.erase(only_tell=True)
    assert [(one.erased, one.entries > 3, one.files) for one in found] == [(False, True, 4)]
    assert home.bodies() == before
    assert home.place.artefacts.get(home.picture)


def test_only_whole_words_are_found(home: Home) -> None:
    assert home.erase("Lond") == ()
    with pytest.raises(UsageError, match="too short"):
        home.erase("Al")


@pytest.mark.parametrize(
    ("value", "written", "left"),
    [
        ("Ada Lovelace", "/files/Ada_Lovelace.csv", "/files/[erased].csv"),
        ("Ada Lovelace", "https://crm.example/people/ada-lovelace", "https://crm.example/people/[erased]"),
        ("Ada Lovelace", "Ada\u00a0 Lovelace", "[erased]"),
        ("Lovelace", "report_lovelace_2.pdf", "report_[erased]_2.pdf"),
        ("Lovelace", "/people?name=Ada%20Lovelace", "/people?name=Ada%20[erased]"),
        ("Lovelace", r'{"name": "Ada\nLovelace"}', r'{"name": "Ada\n[erased]"}'),
        ("Zoë", r'{"name": "Zo\u00eb"}', '{"name": "[erased]"}'),
        ("Zoë", "Zoe\u0308.csv", "[erased].csv"),
        ("Ada O'Neill", "Ada O&#x27;Neill", "[erased]"),
        ("ada+x@crm.example", "/?mail=ada%2Bx%40crm.example", "/?mail=[erased]"),
    ],
)
def test_it_is_found_as_addresses_markup_and_file_names_write_it(
    tmp_path: Path, value: str, written: str, left: str
) -> None:
    home = Home(sqlite_database(tmp_path / "home" / "handrail.db"), tmp_path / "home")
    home.fill(variable("save", "file", written))
    home.erase(value)
    kept = [entry.event for entry in home.place.store.read(SESSION)]
    assert [one.value for one in kept if isinstance(one, VariableSet) and one.name == "file"] == [left]
    assert home.findings() == []


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("Adair Lovelace", "Adair [erased]"),
        *((text, text) for text in ("Lovelaces", "1Lovelace", "MyLovelace", "Ádax")),
    ],
)
def test_a_part_of_another_word_is_not_the_persons(written: str, left: str) -> None:
    assert pattern_of(["Lovelace", "Ada"]).sub(ERASED, written) == left


def test_templates_that_hold_it_are_named(tmp_path: Path) -> None:
    table = TemplateTable(sqlite_database(tmp_path / "handrail.db"))
    for name, given in (("one", "Ada Lovelace"), ("two", "Grace"), ("three", "/x?n=Ada%20Lovelace")):
        table.save(name, "ana", json.dumps({"given": {"name": given}}), ())
    assert templates_holding(table, ["Ada Lovelace"]) == ("one", "three")


def test_under_a_hold_nothing_is_erased_until_it_is_released(home: Home) -> None:
    placed = hold(home.place, sessions=[SESSION], by="ana", why="case 7")
    found = home.erase()
    assert [(one.erased, "case 7" in one.why_not) for one in found] == [(False, True)]
    assert "Ada Lovelace" in home.bodies()
    release(home.place, placed.hold, by="ana", why="closed")
    assert home.erase()[0].erased


def test_a_session_that_is_not_over_is_left_and_named(tmp_path: Path) -> None:
    home = Home(sqlite_database(tmp_path / "handrail.db"), tmp_path)
    home.fill(outcome="waiting")
    assert [(one.erased, one.why_not) for one in home.erase()] == [(False, "it is not over")]
    home.database.close()


def test_what_cannot_be_taken_out_is_told(tmp_path: Path) -> None:
    home = Home(sqlite_database(tmp_path / "handrail.db"), tmp_path)
    home.fill(variable("save", "table", {"Ada Lovelace": 5}))
    (found,) = home.erase()
    assert found.erased and len(found.left) == 1 and "name of a field" in found.left[0]
    home.database.close()


def test_a_hold_keeps_what_stands_behind_pseudonyms(tmp_path: Path) -> None:
    from handrail.cli.privacy import forget
    from handrail.journal.home import open_home
    from handrail.journal.keeping.private import shown

    folder = tmp_path / "home"
    folder.mkdir()
    config = "keep: {journal: scrub}\nvalues: {keep: encrypted, days: 0.000000001}\n"
    (folder / "privacy.yaml").write_text(config)
    store, artefacts = open_home(folder)
    JournalWriter(store, SESSION).write(
        started(inputs={"email": "ada@example.org"}), *done("open"), ended("done")
    )
    placed = hold(Place(folder, store, artefacts), sops=["add-contact"], by="ana", why="case 7")
    store.close()

    def behind() -> bool:
        # Opening a home lets go of what was kept long enough.
        opened, _ = open_home(folder)
        try:
            return any("ada@example.org" in entry.body for entry in shown(opened, SESSION))
        finally:
            opened.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HANDRAIL_HOME", str(folder))
        with pytest.raises(UsageError, match="case 7"):
            forget(SESSION, "")
        forget("", "ada@example.org")
    assert behind()
    store, artefacts = open_home(folder)
    release(Place(folder, store, artefacts), placed.hold, by="ana", why="settled")
    store.close()
    assert not behind()


def test_what_stands_behind_pseudonyms_goes_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from handrail.journal.home import open_home
    from handrail.journal.keeping.private import shown

    home_folder = tmp_path / "home"
    home_folder.mkdir()
    (home_folder / "privacy.yaml").write_text("keep: {journal: scrub}\nvalues: {keep: encrypted}\n")
    store, artefacts = open_home(home_folder)
    place = Place(home_folder, store, artefacts)
    sop = artefacts.put(b"{}", ".sop.json")
    JournalWriter(store, SESSION).write(
        started(sop=sop, inputs={"email": "ada@example.org"}), *done("open"), ended("done")
    )
    assert not any("ada@example.org" in entry.body for entry in store.read(SESSION))
    assert any("ada@example.org" in entry.body for entry in shown(store, SESSION))
    sign_heads(store, home_folder, [SESSION])
    database = store.inner.database  # type: ignore[attr-defined]
    (found,) = find_and_erase(database, place, Wish(("ada@example.org",)), by="ana", why="asked")
    assert found.erased
    assert not any("ada@example.org" in entry.body for entry in shown(store, SESSION))
    assert prove(store, artefacts, home_folder).findings == []
    assert find_and_erase(database, place, Wish(("ada@example.org",)), by="ana", why="asked") == ()
    store.close()


def test_what_she_was_in_that_people_gave_goes_too_unless_another_session_needs_it(tmp_path: Path) -> None:
    home = Home(sqlite_database(tmp_path / "home" / "handrail.db"), tmp_path / "home")
    own, shared = (keep_given(home.place.home, f"{name}.txt", b"Ada Lovelace") for name in ("own", "shared"))
    home.fill()
    for session, over in (("2026-1", [ended("done")]), ("2026-2", [])):
        inputs = {"who": "Ada Lovelace", "own": str(own) if over else "", "shared": str(shared)}
        writer = JournalWriter(home.place.store, SessionId(session))
        writer.write(started(inputs=inputs), *over, durable=True)
    found = {one.session: one for one in home.erase()}
    assert not own.exists() and shared.exists()
    assert "the file 'shared.txt', also of session 2026-2: it is not over" in found[SessionId("2026-1")].left
