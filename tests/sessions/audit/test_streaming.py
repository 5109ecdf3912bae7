"""Streams: every entry at least once, in order, on from where it was, and whatever the place does."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import insert

from handrail.approvals.sending import signature
from handrail.errors import TransientError, UsageError
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database._tables import journal, session
from handrail.journal.database.connecting import Database
from handrail.journal.database.holder import this_process
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.database.turns import Sending, Turns
from handrail.journal.events.event import SessionId
from handrail.sessions.audit.audit_settings import Stream, audit_settings
from handrail.sessions.audit.streaming import Record, Streamer, target_of
from tests.app import App
from tests.journal.conftest import either
from tests.journal.stories import SESSION, done, ended, entered, started

__all__ = ["either"]

OTHER = SessionId("20261122-090000-aaaaaa")


class Place:
    """Takes records in memory, or fails as it is told."""

    def __init__(self) -> None:
        self.got: list[tuple[str, int]] = []
        self.failing_after: int | None = None

    def send(self, records: Sequence[Record]) -> None:
        if self.failing_after == 0:
            raise TransientError("It is down.", place="here")
        if self.failing_after is not None:
            self.failing_after -= 1
        self.got += [(record["session"], record["seq"]) for record in records]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def store(either: Database) -> DatabaseStore:
    made = DatabaseStore(either)
    JournalWriter(made, SESSION).write(started(), *done("open"), ended("done"))
    return made


def streamer(
    store: DatabaseStore,
    place: Place,
    clock: Clock | None = None,
    turns: Turns | None = None,
    **facts: object,
) -> Streamer:
    stream = Stream.model_validate({"name": "siem", "webhook": "http://127.0.0.1:1/", **facts})
    return Streamer(store, stream, place, clock or Clock(), turns)


def numbers(place: Place, session: SessionId) -> list[int]:
    return [seq for name, seq in place.got if name == session]


def test_everything_is_sent_once_and_what_comes_later_follows(store: DatabaseStore) -> None:
    place = Place()
    here = streamer(store, place)
    assert here.look() == 9
    assert here.look() == 0
    JournalWriter(store, OTHER).write(started(), entered("open"))
    # Another process goes on from there.
    assert streamer(store, place).look() == 2
    assert (numbers(place, SESSION), numbers(place, OTHER)) == (list(range(1, 10)), [1, 2])


def forge(store: DatabaseStore, name: SessionId, body: str) -> None:
    """An entry that nobody can read, as whoever writes the database can put one there."""
    facts = {"at": "2020", "prev": "0" * 64, "hash": "1" * 64, "kind": "judged", "body": body}
    with store.database.writing() as connection:
        connection.execute(insert(journal).values(session=name, seq=1, **facts))
        connection.execute(insert(session).values(id=name, started="2020", seq=1, hash="1" * 64))


@pytest.mark.parametrize("body", ["no JSON", '{"kind": "of a later version"}'])
def test_an_entry_that_cannot_be_read_keeps_nothing_else_back(store: DatabaseStore, body: str) -> None:
    forge(store, OTHER, body)
    with App({"/v1/logs": "{}"}) as app:
        target = over_the_wire(store, name="siem", otel=app.url, detail="full")
        assert target.look() == 10
        (request,) = [json.loads(one.body) for one in app.received if OTHER.encode() in one.body]
    (record,) = request["resourceLogs"][0]["scopeLogs"][0]["logRecords"]
    assert record["severityText"] == "WARN" and "cannot be read" in record["body"]["stringValue"]


def test_a_stream_from_now_on_sends_nothing_older(store: DatabaseStore) -> None:
    place = Place()
    here = streamer(store, place, start="now")
    assert here.look() == 0
    JournalWriter(store, SESSION).write(entered("more"))
    assert here.look() == 1
    assert place.got == [(SESSION, 10)]


def test_a_place_that_fails_is_left_alone_for_a_while_and_gets_the_rest_then(store: DatabaseStore) -> None:
    JournalWriter(store, OTHER).write(started(), *[entered(f"n{number}") for number in range(150)])
    place, clock = Place(), Clock()
    place.failing_after = 2
    here = streamer(store, place, clock)
    with pytest.raises(TransientError):
        here.look()
    assert here.look() == 0, "it was asked again at once"
    place.failing_after = None
    clock.now = 1.1
    here.look()
    assert numbers(place, SESSION) == list(range(1, 10))
    assert numbers(place, OTHER) == list(range(1, 152))


def test_waits_grow_and_end(store: DatabaseStore) -> None:
    place, clock = Place(), Clock()
    place.failing_after = 0
    here = streamer(store, place, clock)
    tries = 0
    for second in range(2000):
        clock.now = float(second)
        try:
            here.look()
        except TransientError:
            tries += 1
    assert 8 <= tries <= 30


# Several processes on one database.


class Between(Place):
    """Does something while it takes records, before whoever sends them knows that it did."""

    def __init__(self, deed: Callable[[], object]) -> None:
        super().__init__()
        self.deed: Callable[[], object] | None = deed
        self.sent: list[list[tuple[str, int]]] = []

    def send(self, records: Sequence[Record]) -> None:
        super().send(records)
        self.sent.append([(record["session"], record["seq"]) for record in records])
        deed, self.deed = self.deed, None
        if deed is not None:
            deed()


def test_one_process_sends_at_a_time_and_the_other_goes_on_from_there(store: DatabaseStore) -> None:
    looked: list[int | None] = []
    place = Between(lambda: looked.append(streamer(store, place).look()))
    assert streamer(store, place).look() == 9
    assert looked == [None]
    JournalWriter(store, OTHER).write(started())
    assert streamer(store, place).look() == 1
    assert place.got == [*((SESSION, seq) for seq in range(1, 10)), (OTHER, 1)]


def test_what_a_process_was_sending_when_it_died_is_sent_again_as_it_was(store: DatabaseStore) -> None:
    """Whoever takes the name of a sending for what it is has everything once, also where more came since."""
    turns = Turns(store.database, grace=0)
    mine = this_process()
    dead = turns.take("siem", replace(mine, born="another start"))
    assert dead is not None
    with suppress(SystemExit), turns.sending(dead, Sending(SESSION, 1, 9)):
        raise SystemExit  # The place has them, and nobody says so.
    JournalWriter(store, SESSION).write(entered("more"))
    place = Between(lambda: None)
    here = streamer(store, place, turns=turns)
    assert here.look() is None, "what it sent at its last moment may still be on its way"
    assert here.look() == 10
    assert [(batch[0], batch[-1]) for batch in place.sent] == [
        ((SESSION, 1), (SESSION, 9)),
        ((SESSION, 10), (SESSION, 10)),
    ]


def test_a_process_that_was_frozen_while_it_sent_sends_no_more_when_it_wakes(store: DatabaseStore) -> None:
    JournalWriter(store, OTHER).write(started(), entered("open"))
    short = Turns(store.database, seconds=0, grace=0)
    place = Between(lambda: streamer(store, place, turns=short).look())
    assert streamer(store, place, turns=short).look() is None
    first = [(SESSION, seq) for seq in range(1, 10)]
    # What it was sending came once more, under the same name.
    assert place.sent == [first, first, [(OTHER, 1), (OTHER, 2)]]
    assert streamer(store, place).look() == 0


# What goes over the wire.


def over_the_wire(store: DatabaseStore, **facts: object) -> Streamer:
    stream = Stream.model_validate(facts)
    return Streamer(store, stream, target_of(stream, lambda name: f"the {name}"))


def test_a_webhook_gets_signed_json_without_values_unless_full(store: DatabaseStore) -> None:
    with App({"/hook": "{}"}) as app:
        facts = {"webhook": f"{app.url}/hook", "secret": "{{ secret:key }}", "token": "{{ secret:pass }}"}
        over_the_wire(store, name="siem", **facts).look()
        over_the_wire(store, name="all", detail="full", **facts).look()
    first, full = app.received
    moment = first.headers["handrail-signature"].partition(",")[0].removeprefix("t=")
    assert first.headers["handrail-signature"] == signature("the key", int(moment), first.body)
    assert first.headers["authorization"] == "Bearer the pass"
    assert first.headers["idempotency-key"] == f"{SESSION}:1-9"
    entry = json.loads(first.body)["entries"][2]
    assert (entry["kind"], entry["seq"], entry["sop"]) == ("proposed", 3, "add-contact")
    assert "what" not in entry and b"Save" not in first.body
    assert json.loads(full.body)["entries"][2]["event"]["action"] == "click “Save”"


def test_a_collector_gets_otlp(store: DatabaseStore) -> None:
    with App({"/v1/logs": "{}"}) as app:
        over_the_wire(store, name="otel", otel=app.url).look()
    (logs,) = json.loads(app.received[0].body)["resourceLogs"]
    assert logs["resource"]["attributes"][0] == {
        "key": "service.name",
        "value": {"stringValue": "handrail"},
    }
    records = logs["scopeLogs"][0]["logRecords"]
    assert len(records) == 9
    assert records[0]["eventName"] == "handrail.session_started"
    assert int(records[0]["timeUnixNano"]) > 1_700_000_000 * 10**9


@pytest.fixture
def syslog() -> Iterator[tuple[str, list[bytes]]]:
    """A syslog server on TCP that keeps what it hears."""
    server = socket.create_server(("127.0.0.1", 0))
    heard: list[bytes] = []

    def serve() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection:
                parts = []
                while part := connection.recv(65536):
                    parts.append(part)
                heard.append(b"".join(parts))

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield f"tcp://127.0.0.1:{server.getsockname()[1]}", heard
    server.close()


def test_syslog_gets_framed_messages(store: DatabaseStore, syslog: tuple[str, list[bytes]]) -> None:
    address, heard = syslog
    over_the_wire(store, name="syslog", syslog=address).look()
    rest, messages = heard[0], []
    while rest:
        length, _, rest = rest.partition(b" ")
        messages.append(rest[: int(length)])
        rest = rest[int(length) :]
    assert len(messages) == 9
    head, _, told = messages[0].decode().partition(" \ufeff")
    assert head.startswith("<109>1 ") and head.endswith(" session_started -")
    assert json.loads(told)["session"] == SESSION


def test_a_syslog_that_is_down_gets_it_later(store: DatabaseStore) -> None:
    closed = socket.create_server(("127.0.0.1", 0))
    address = f"tcp://127.0.0.1:{closed.getsockname()[1]}"
    closed.close()
    with pytest.raises(TransientError):
        over_the_wire(store, name="siem", syslog=address).look()
    assert streamer(store, Place()).look() == 9


def test_udp_syslog_is_sent(store: DatabaseStore) -> None:
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))
    server.settimeout(10)
    over_the_wire(store, name="udp", syslog=f"udp://127.0.0.1:{server.getsockname()[1]}").look()
    assert server.recv(65536).startswith(b"<109>1 ")
    server.close()


def test_what_no_datagram_holds_is_cut_and_holds_up_nothing(store: DatabaseStore) -> None:
    JournalWriter(store, OTHER).write(started(inputs={"letter": "x" * 100_000}), entered("open"))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        server.settimeout(10)
        address = f"udp://127.0.0.1:{server.getsockname()[1]}"
        assert over_the_wire(store, name="udp", syslog=address, detail="full").look() == 11
        messages = [server.recv(65536).decode() for _ in range(11)]
    told = [json.loads(message.partition(" \ufeff")[2]) for message in messages]
    (cut,) = [one for one in told if "cut" in one]
    assert (cut["session"], cut["seq"]) == (OTHER, 1) and "event" not in cut


def test_what_is_large_goes_in_several_requests(store: DatabaseStore) -> None:
    large = "x" * 300_000
    JournalWriter(store, OTHER).write(started(inputs={"letter": large}), started(inputs={"letter": large}))
    with App({"/in": "{}"}) as app:
        over_the_wire(store, name="siem", webhook=f"{app.url}/in", detail="full").look()
    sizes = [len(json.loads(request.body)["entries"]) for request in app.received]
    assert sizes == [9, 1, 1]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("streams:\n  - name: a\n", 2, "one of webhook, syslog, otel"),
        ("anchors:\n  - file: x\n    url: http://x/\n", 2, "one of file, url, timestamp"),
        ("streams:\n  - name: a\n    webhook: ftp://x\n", 3, "pattern"),
        ("retention: {remove_after_days: 5, keep_at_least_days: 9}\n", 1, "longer than"),
        ("anchor_evry: 5\n", 1, "no such setting"),
        ("- x\n", 1, "list of settings"),
    ],
)
def test_a_mistake_in_the_settings_is_told_with_its_line(
    tmp_path: Path, text: str, line: int, said: str
) -> None:
    (tmp_path / "audit.yaml").write_text(text)
    with pytest.raises(UsageError, match=said) as caught:
        audit_settings(tmp_path)
    assert str(caught.value.place).endswith(f"audit.yaml:{line}")
