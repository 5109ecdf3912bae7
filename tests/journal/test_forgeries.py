"""Whoever has the database and not the signing key is found out, on each kind of database.

`test_proof` tries many more edits of one kind; these are the attacks that a person would think of, and each
is looked at after the service has signed once more what it found there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, insert, update

from handrail.journal.chain import signing as signing_module
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.linking import START, Head, link, witness
from handrail.journal.chain.log import AUDIT, note, read_log, unsigned
from handrail.journal.chain.sealing import removed
from handrail.journal.chain.signing import sign_heads
from handrail.journal.chain.store import RETENTION, JournalWriter
from handrail.journal.database import _postgres
from handrail.journal.database._tables import journal, session
from handrail.journal.database.connecting import Database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.events.audited import (
    Erased,
    ErasedEntry,
    HeadsSigned,
    HoldPlaced,
    HoldReleased,
    RuleVouched,
)
from handrail.journal.events.event import Entry, Event, Pruned, RuleRemembered, SessionId
from handrail.journal.keeping.proof import Proof, prove
from handrail.journal.keeping.retention import remove
from handrail.journal.views.rules import rules_in_force, rules_of, sign_rule, taken_back
from handrail.policy.rules.remembered import RememberedRule
from handrail.secrets.keys import KeyRing
from handrail.sessions.people.rules import revoke

from .stories import SESSION, acted, done, ended, intended, proposed, started

OTHER = SessionId("20261122-090000-aaaaaa")
HOLD = HoldPlaced(kind="hold_placed", hold="case7", sessions=(OTHER,), by="ana", why="a court's order")


class Home:
    """Two sessions, signed; the keys lie where whoever has the database does not get at them."""

    def __init__(self, database: Database, home: Path) -> None:
        self.database = database
        self.store = DatabaseStore(database)
        self.home = home
        self.artefacts = Artefacts(home / "artefacts")
        sop = self.artefacts.put(b"{}", ".sop.json")
        for chain, amount in ((SESSION, "100 EUR"), (OTHER, "7 EUR")):
            events: list[Event] = [
                started(sop=sop),
                proposed("save", action=f"pay {amount}"),
                *done("open"),
                intended("save"),
                acted("save"),
                ended("done"),
            ]
            JournalWriter(self.store, chain).write(*events, durable=True)
        note(self.store, lambda _: HOLD)
        self.sign()

    def sign(self) -> None:
        """As `handrail serve` does every minute."""
        sign_heads(self.store, self.home, unsigned(self.store, read_log(self.store)))

    def look(self) -> Proof:
        return prove(self.store, self.artefacts, self.home)

    def entries(self, chain: SessionId) -> list[Entry]:
        return list(self.store.read(chain))

    def attack(self, deed: Callable[[Connection], object]) -> None:
        """Around the triggers, in one transaction."""
        with self.database.writing(durable=True) as connection:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("DROP TRIGGER IF EXISTS journal_no_update")
                connection.exec_driver_sql("DROP TRIGGER IF EXISTS journal_no_delete")
            else:
                connection.exec_driver_sql(_postgres.trigger("DISABLE"))
            deed(connection)

    def put_anew(self, chain: SessionId, entries: list[Entry]) -> None:
        """These entries as the chain, with every hash computed anew: no key is needed for that."""
        anew: list[Entry] = []
        for entry in entries:
            before = Head(anew[-1].seq, anew[-1].hash) if anew else START
            anew.append(link(before, chain, entry.event, entry.at, entry.writer))

        def deed(connection: Connection) -> None:
            connection.execute(delete(journal).where(journal.c.session == chain))
            connection.execute(insert(journal), [entry._asdict() for entry in anew])
            end = {"seq": anew[-1].seq, "hash": anew[-1].hash}
            connection.execute(update(session).where(session.c.id == chain).values(end))

        self.attack(deed)

    def drop(self, chain: SessionId) -> None:
        def deed(connection: Connection) -> None:
            connection.execute(delete(journal).where(journal.c.session == chain))
            connection.execute(delete(session).where(session.c.id == chain))

        self.attack(deed)

    def change(self, chain: SessionId, seq: int, **values: str) -> None:
        where = (journal.c.session == chain, journal.c.seq == seq)
        self.attack(lambda connection: connection.execute(update(journal).where(*where).values(**values)))


@pytest.fixture
def home(either: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    monkeypatch.setenv("HANDRAIL_KEYS", str(tmp_path / "keys"))
    yield Home(either, tmp_path / "home")


def edit(home: Home) -> None:
    """The amount of a payment is another one."""
    entry = home.entries(SESSION)[1]
    home.change(SESSION, entry.seq, body=entry.body.replace("100", "999"))


def edit_and_link_anew(home: Home) -> None:
    entries = home.entries(SESSION)
    entries[1] = entries[1]._replace(body=entries[1].body.replace("100", "999"))
    home.put_anew(SESSION, entries)


def take_one_out(home: Home) -> None:
    home.attack(
        lambda connection: connection.execute(
            delete(journal).where(journal.c.session == SESSION, journal.c.seq == 3)
        )
    )


def take_one_out_and_link_anew(home: Home) -> None:
    entries = home.entries(SESSION)
    home.put_anew(SESSION, entries[:2] + entries[3:])


def reorder(home: Home) -> None:
    def deed(connection: Connection) -> None:
        for old, new in ((2, -1), (4, 2), (-1, 4)):
            where = (journal.c.session == SESSION, journal.c.seq == old)
            connection.execute(update(journal).where(*where).values(seq=new))

    home.attack(deed)


def cut_off_the_end(home: Home) -> None:
    home.put_anew(SESSION, home.entries(SESSION)[:-2])


def swap_the_sessions(home: Home) -> None:
    """Each says what the other did."""
    mine, others = home.entries(SESSION), home.entries(OTHER)
    home.put_anew(SESSION, others)
    home.put_anew(OTHER, mine)


def swap_the_names(home: Home) -> None:
    def deed(connection: Connection) -> None:
        for table, name in ((journal, journal.c.session), (session, session.c.id)):
            for old, new in ((SESSION, "x"), (OTHER, SESSION), ("x", OTHER)):
                connection.execute(update(table).where(name == old).values({name.name: new}))

    home.attack(deed)


def drop_a_session(home: Home) -> None:
    home.drop(OTHER)


def drop_a_session_and_say_that_it_was_pruned(home: Home) -> None:
    head = home.store.head(OTHER)
    JournalWriter(home.store, RETENTION).write(_pruned(head), durable=True)
    home.drop(OTHER)


def say_so_with_a_signature_of_another_removal(home: Home) -> None:
    said = _pruned(home.store.head(OTHER)).model_copy(update={"key": "0" * 16, "signature": "AAAA"})
    JournalWriter(home.store, RETENTION).write(said, durable=True)
    home.drop(OTHER)


def change_a_value_as_if_it_were_erased(home: Home) -> None:
    """The amount is another one; the key that would show it is gone, and the log tells of an erasure."""
    entry = home.entries(SESSION)[1]
    new = removed(
        entry.body, entry.writer, entry.seal, lambda path, value: "pay 1 EUR" if path == "action" else value
    )
    assert new is not None
    other = entry._replace(body=new.body, seal=new.seal, writer=new.writer)
    told = (ErasedEntry(seq=entry.seq, witness=witness(other)),)
    note(
        home.store,
        lambda _: Erased(kind="erased", session=SESSION, entries=told, by="ana", why="her request"),
    )
    home.change(SESSION, entry.seq, body=new.body, seal=new.seal, writer=new.writer)


def release_a_hold(home: Home) -> None:
    note(
        home.store,
        lambda _: HoldReleased(kind="hold_released", hold=HOLD.hold, by="ana", why="the case is over"),
    )


def _pruned(head: Head) -> Pruned:
    return Pruned(
        kind="pruned",
        session=OTHER,
        title="Add a contact",
        started="2026-11-22T09:00:00Z",
        outcome="done",
        entries=head.seq,
        hash=head.hash,
        by="ana",
        why="it began more than 30 days ago",
    )


@pytest.mark.parametrize(
    "attack",
    [
        edit,
        edit_and_link_anew,
        take_one_out,
        take_one_out_and_link_anew,
        reorder,
        cut_off_the_end,
        swap_the_sessions,
        swap_the_names,
        drop_a_session,
        drop_a_session_and_say_that_it_was_pruned,
        say_so_with_a_signature_of_another_removal,
        change_a_value_as_if_it_were_erased,
        release_a_hold,
    ],
)
def test_an_attack_is_found_also_after_the_service_has_signed_again(
    home: Home, attack: Callable[[Home], None]
) -> None:
    assert home.look().findings == []
    attack(home)
    assert not home.look().holds
    home.sign()
    assert not home.look().holds


def test_a_session_that_was_pruned_holds_and_its_removal_is_signed(home: Home) -> None:
    remove(home.database, home.store, home.home, [_pruned(home.store.head(OTHER))])
    proof = home.look()
    assert proof.findings == []
    assert [chain.session for chain in proof.chains if chain.removed] == [OTHER]


def test_a_removal_of_an_earlier_version_holds_where_its_checkpoint_covers_it(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a version signed no removal by itself; it signed the chain that tells of it."""

    def as_before(**facts: object) -> HeadsSigned:
        return HeadsSigned.model_validate({**facts, "removals": None})

    drop_a_session_and_say_that_it_was_pruned(home)
    assert not home.look().holds
    with monkeypatch.context() as earlier:
        earlier.setattr(signing_module, "HeadsSigned", as_before)
        home.sign()
    assert home.look().findings == []
    told = next(e for e in reversed(home.entries(AUDIT)) if e.kind == "heads_signed")
    assert "removals" not in json.loads(told.body)
    # What a forger adds behind it is none of that version.
    JournalWriter(home.store, RETENTION).write(_pruned(home.store.head(SESSION)).model_copy(
        update={"session": SESSION}), durable=True)  # fmt: skip
    home.drop(SESSION)
    home.sign()
    assert [finding.chain for finding in home.look().findings] == [SESSION]


def remembering(identity: str = "ab23cd45") -> RuleRemembered:
    rule = {
        "id": identity,
        "sop": "add-contact",
        "host": "crm.example",
        "kind": "click",
        "name": "Delete account",
        "categories": ("destructive",),
        "risk": "high",
        "by": "ana",
        "at": "2026-11-22T09:00:00+00:00",
        "until": "2126-11-22T09:00:00+00:00",
    }
    return RuleRemembered(kind="rule_remembered", node="save", rule=RememberedRule.model_validate(rule))


def in_force(home: Home) -> list[str]:
    return [rule.name for rule in rules_in_force(home.store, home.home, "add-contact", OTHER)]


def test_a_rule_that_somebody_wrote_without_the_key_lets_nothing_pass(home: Home) -> None:
    JournalWriter(home.store, SESSION).write(remembering(), durable=True)
    head = home.store.head(SESSION)
    made_up = RuleVouched(
        kind="rule_vouched",
        rule="ab23cd45",
        session=SESSION,
        seq=head.seq,
        hash=head.hash,
        key="0" * 16,
        signature="",
    )
    note(home.store, lambda _: made_up)
    # A checkpoint covers whatever stands there by then.
    home.sign()
    assert in_force(home) == []
    assert [line.status(datetime.now(UTC)) for line in rules_of(home.store, home.home)] == ["not signed"]
    assert "not signed" in " ".join(home.look().notes)
    assert sign_rule(home.store, home.home, SESSION, "ab23cd45")
    assert in_force(home) == ["Delete account"]
    assert home.look().findings == []


def test_a_rule_whose_revocation_was_removed_from_the_database_stays_revoked(home: Home) -> None:
    JournalWriter(home.store, SESSION).write(remembering(), durable=True)
    sign_rule(home.store, home.home, SESSION, "ab23cd45")
    end = home.store.head(SESSION)
    assert in_force(home) == ["Delete account"]
    (line,) = rules_of(home.store, home.home)
    revoke(home.store, home.home, line, by="ana", why="no longer")
    assert in_force(home) == []

    def cut(connection: Connection) -> None:
        connection.execute(delete(journal).where(journal.c.session == SESSION, journal.c.seq > end.seq))
        connection.execute(update(session).where(session.c.id == SESSION).values(seq=end.seq, hash=end.hash))

    home.attack(cut)
    (line,) = rules_of(home.store, home.home)
    assert (line.revoked, line.status(datetime.now(UTC))) == (None, "revoked")
    assert in_force(home) == []


def test_a_note_of_a_revocation_that_another_one_wrote_over_is_made_again(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    JournalWriter(home.store, SESSION).write(remembering(), durable=True)
    sign_rule(home.store, home.home, SESSION, "ab23cd45")
    write = JournalWriter.write

    def another(writer: JournalWriter, *events: Event, durable: bool = False) -> None:
        # Who read the list before this one's note was in it writes it without.
        ring = KeyRing(home.home)
        ring.put(ring.own("rules-revoked"), '["zz22zz22"]')
        write(writer, *events, durable=durable)

    monkeypatch.setattr(JournalWriter, "write", another)
    (line,) = rules_of(home.store, home.home)
    revoke(home.store, home.home, line, by="ana", why="no longer")
    assert taken_back(home.home) == {"ab23cd45", "zz22zz22"}


def test_a_rule_that_was_edited_or_copied_lets_nothing_pass(home: Home) -> None:
    JournalWriter(home.store, SESSION).write(remembering(), durable=True)
    sign_rule(home.store, home.home, SESSION, "ab23cd45")

    def wider(connection: Connection) -> None:
        row = home.entries(SESSION)[-1]
        body = row.body.replace("Delete account", "Delete everything")
        connection.execute(update(journal).where(journal.c.hash == row.hash).values(body=body))

    JournalWriter(home.store, OTHER).write(remembering(), durable=True)
    home.attack(wider)
    assert in_force(home) == []
