"""What happened before, as the gate needs to know it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier
from unittest.mock import Mock

import pytest

from handrail.errors import TransientError
from handrail.journal.chain.store import JournalStore, JournalWriter
from handrail.journal.database.connecting import Database, postgres_database, sqlite_database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.events.event import Intended, SessionId
from handrail.journal.events.places import Origin
from handrail.journal.events.undo import UndoBegun
from handrail.journal.views.fold import walk
from handrail.policy import Policy, PolicyDocument
from handrail.policy.rules.layers import Layer, layered
from handrail.sessions.conducting.history import JournalHistory, starters_of
from tests.journal.stories import ended, intended, judged, started, tell
from tests.policy.builders import button, proposal


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """An empty database of each kind."""
    path = tmp_path / "home" / "handrail.db"
    shared = request.param == "postgresql"
    opened = postgres_database(request.getfixturevalue("postgres")) if shared else sqlite_database(path)
    yield opened
    opened.close()


def limited(at_most: int) -> Policy:
    document = PolicyDocument.model_validate({"limits": [{"at_most": at_most}]})
    return layered([Layer("organisation", document)])


def test_of_sessions_that_begin_at_once_no_more_than_the_limit_do(either: Database, tmp_path: Path) -> None:
    """Each of them was judged when none had begun."""
    store, policy, several = DatabaseStore(either), limited(2), 6
    judged = Barrier(several)

    def begins(number: int) -> bool:
        session = SessionId(f"20261121-081233-00000{number}")
        writer = JournalWriter(store, session)
        writer.write(started(sop_id="demo"))
        history = JournalHistory(store, tmp_path, session, "demo", ())
        told = history.told(proposal(button("Save")), policy)
        assert told.counts == {"2 effects a day in this SOP": 0}
        judged.wait(20)
        try:
            with history.beginning(told, policy):
                writer.write(
                    Intended(kind="intended", node="step", attempt=1, effect="once", action="Click it"),
                    durable=True,
                )
        except TransientError as error:
            assert "used up the limit of 2 effects a day" in error.message and not error.dispatched
            return False
        return True

    with ThreadPoolExecutor(several) as pool:
        assert sum(pool.map(begins, range(several))) == 2


def test_what_a_person_allowed_beyond_the_limit_is_begun(tmp_path: Path) -> None:
    store, policy = DatabaseStore(sqlite_database(tmp_path / "handrail.db")), limited(1)
    history = JournalHistory(store, tmp_path, SessionId("20261121-081233-3f9a2c"), "demo", ())
    beyond = proposal(button("Save"), counts={"1 effect a day in this SOP": 1})
    with history.beginning(beyond, policy), history.beginning(beyond, Policy()):
        pass
    store.close()


def test_what_a_person_was_asked_about_before_the_time_that_counts_is_of_its_category() -> None:
    """Only beginning it lies within the minute."""
    asked = judged("step").model_copy(update={"categories": ("financial",)})
    journal = tell(started(sop_id="demo"), asked, intended("step", "once"))
    recent = journal[-1]._replace(at=datetime.now(UTC).isoformat())
    store = Mock(JournalStore)
    store.of_kinds.side_effect = lambda *_, since: iter([recent])
    store.read.side_effect = lambda _: iter(journal)
    history = JournalHistory(store, Path(), SessionId("another"), "demo", ())
    document = PolicyDocument.model_validate({"limits": [{"at_most": 1, "per": "minute", "of": "financial"}]})
    policy = layered([Layer("organisation", document)])
    assert list(history.told(proposal(button("Pay")), policy).counts.values()) == [1]


def test_whoever_forked_a_session_or_wants_it_undone_has_started_it_as_well() -> None:
    """By four eyes none of them may allow what it does: an admin can fork the session of another."""
    begun = started(user="ana", origin=Origin(session="s0", entry=4, node="pay", by="boss"))
    assert starters_of(walk(tell(begun))) == ("ana", "boss")
    undoing = UndoBegun(kind="undo_begun", after=1, by="ben")
    assert starters_of(walk(tell(begun, ended("done"), undoing))) == ("ana", "boss", "ben")
