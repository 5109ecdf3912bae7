"""Streams: every entry of every journal, sent elsewhere at least once, in the order of its session.

A stream reads the database behind the runs, so that none of them waits for it. What a place has taken is
noted with the number of the last entry; after a failure or a restart it goes on from there. Of several
processes on one database, one sends at a time. What was sent in the moment of a crash is sent again, with the
same entries and the same key: whoever needs each once knows it by that, or by session and number.
"""

from __future__ import annotations

import json
import os
import platform
import random
import socket
import ssl
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from handrail import __version__
from handrail.approvals.document import secret_named
from handrail.approvals.sending import SECONDS, Lookup, post_json
from handrail.errors import HandrailError, LeaseLost, TransientError
from handrail.journal.database.holder import this_process
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.database.positions import Positions
from handrail.journal.database.turns import Sending, Turn, Turns
from handrail.journal.events.event import Entry, SessionId
from handrail.journal.views.trail import UNREADABLE, AuditLine, trail
from handrail.sessions.audit.audit_settings import Stream

_BATCH: Final = 100
_BATCH_BYTES: Final = 500_000
_FIRST_WAIT: Final = 1.0
_LONGEST_WAIT: Final = 300.0

_DATAGRAM: Final = 60_000
"""Bytes; UDP holds 65,507."""

_FACILITY: Final = 13
"""`log audit` of RFC 5424."""
_NOTICE, _WARNING = 5, 4
_SEVERE: Final = frozenset({"act_failed", "item_failed", "unverified", "sign_in_failed"})


class Record(dict[str, Any]):
    """An entry as it is sent."""


class Target(Protocol):
    """A place that takes records."""

    def send(self, records: Sequence[Record]) -> None:
        """Give it all of them. Raises TransientError where it does not take them."""
        ...


class Streamer:
    """Keeps one stream going. `look` is called again and again, from one thread at a time."""

    def __init__(
        self,
        store: DatabaseStore,
        stream: Stream,
        target: Target,
        clock: Callable[[], float] = time.monotonic,
        turns: Turns | None = None,
    ) -> None:
        self._store = store
        self._stream = stream
        self._positions = Positions(store.database)
        self._turns = turns or Turns(store.database)
        self._holder = this_process()
        self._target = target
        self._clock = clock
        self._wait = 0.0
        self._not_before = 0.0

    @property
    def name(self) -> str:
        return self._stream.name

    def look(self) -> int | None:
        """Send what is new; how many entries were taken, none where another process sends them.

        While the place failed lately, nothing is tried.

        Raises TransientError or NotSent where the place does not take something, StoreError, and what the
        lookup of a secret raises.
        """
        if self._clock() < self._not_before:
            return 0
        self._positions.begin(self.name, at_end=self._stream.start == "now")
        if not self._positions.pending(self.name, limit=1):
            return 0
        turn = self._turns.take(self.name, self._holder)
        if turn is None:
            return None
        try:
            sent = self._send_all(turn)
            self._turns.release(turn)
        except LeaseLost:
            return None
        except Exception:
            self._back_off()
            # What failed here may go well elsewhere; what was being sent stays noted.
            with suppress(HandrailError):
                self._turns.release(turn)
            raise
        self._wait = 0.0
        return sent

    def _send_all(self, turn: Turn) -> int:
        sent = 0
        if turn.unsettled is not None:
            session, first, last = turn.unsettled
            again = [record for record in self._records(session, first - 1) if record["seq"] <= last]
            sent += self._send_batch(turn, session, again) if again else 0
        while pending := self._positions.pending(self.name):
            for chain in pending:
                sent += self._send(turn, chain.session, chain.after)
        return sent

    def _send_batch(self, turn: Turn, session: SessionId, batch: Sequence[Record]) -> int:
        with self._turns.sending(turn, Sending(session, batch[0]["seq"], batch[-1]["seq"])):
            self._target.send(batch)
        return len(batch)

    def _send(self, turn: Turn, session: SessionId, after: int) -> int:
        sent = 0
        for batch in _batches(self._records(session, after)):
            sent += self._send_batch(turn, session, batch)
        if not sent:
            # It was removed meanwhile, or its end was cut off; `audit verify` tells of that.
            self._positions.move(self.name, session, self._store.head(session).seq)
        return sent

    def _records(self, session: SessionId, after: int) -> Iterator[Record]:
        entries = tuple(self._store.read(session))
        # One that somebody made unreadable keeps nothing else from whoever watches.
        for entry, line in zip(entries, trail(entries, broken_too=True), strict=True):
            if entry.seq > after:
                yield _record(entry, line, full=self._stream.detail == "full")

    def _back_off(self) -> None:
        self._wait = min(max(self._wait * 2, _FIRST_WAIT), _LONGEST_WAIT)
        # With jitter, so that not all streams come again at once.
        self._not_before = self._clock() + self._wait * random.uniform(0.5, 1)


def _batches(records: Iterator[Record]) -> Iterator[Sequence[Record]]:
    """So many at once as a receiver will take: most of them limit what a request may hold."""
    batch: list[Record] = []
    size = 0
    for record in records:
        length = len(json.dumps(record))
        if batch and (len(batch) == _BATCH or size + length > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(record)
        size += length
    if batch:
        yield batch


def target_of(stream: Stream, lookup: Lookup) -> Target:
    """The place that a stream goes to; `lookup` gives the secrets that it names."""
    if stream.webhook:
        return _Webhook(stream, lookup)
    return _Otel(stream, lookup) if stream.otel else _Syslog(stream.syslog or "")


def _record(entry: Entry, line: AuditLine, *, full: bool) -> Record:
    told = Record(line.model_dump())
    if line.what == UNREADABLE:
        told["broken"] = True
    elif full:
        told["event"] = json.loads(entry.body)
    else:
        # What an action was about may be somebody's data.
        told.pop("what")
        told.pop("why")
    return told


def _authorised(stream: Stream, lookup: Lookup) -> dict[str, str]:
    return {"Authorization": f"Bearer {lookup(secret_named(stream.token))}"} if stream.token else {}


class _Webhook:
    def __init__(self, stream: Stream, lookup: Lookup) -> None:
        self._stream = stream
        self._lookup = lookup

    def send(self, records: Sequence[Record]) -> None:
        document = {"stream": self._stream.name, "entries": records}
        first, last = records[0], records[-1]
        # The same for the same entries: who gets them twice can tell.
        headers = {"Idempotency-Key": f"{first['session']}:{first['seq']}-{last['seq']}"}
        headers |= _authorised(self._stream, self._lookup)
        secret = self._lookup(secret_named(self._stream.secret)) if self._stream.secret else None
        post_json(str(self._stream.webhook), document, secret=secret, headers=headers)


class _Otel:
    """OTLP over HTTP in its JSON form (https://opentelemetry.io/docs/specs/otlp/)."""

    def __init__(self, stream: Stream, lookup: Lookup) -> None:
        self._stream = stream
        self._lookup = lookup
        base = str(stream.otel).rstrip("/")
        self._url = base if base.endswith("/v1/logs") else f"{base}/v1/logs"

    def send(self, records: Sequence[Record]) -> None:
        resource = _attributes({"service.name": "handrail", "service.version": __version__})
        logs = [_log_record(record) for record in records]
        scope = {"scope": {"name": "handrail.audit"}, "logRecords": logs}
        document = {"resourceLogs": [{"resource": {"attributes": resource}, "scopeLogs": [scope]}]}
        post_json(self._url, document, headers=_authorised(self._stream, self._lookup))


def _log_record(record: Record) -> dict[str, Any]:
    severe = _is_severe(record)
    facts = {f"handrail.{name}": value for name, value in record.items() if name != "event"}
    return {
        "timeUnixNano": str(_nanoseconds(record["at"])),
        "severityNumber": 13 if severe else 9,
        "severityText": "WARN" if severe else "INFO",
        "eventName": f"handrail.{record['kind']}",
        "body": {"stringValue": json.dumps(record.get("event", record), ensure_ascii=False)},
        "attributes": _attributes(facts),
    }


def _is_severe(record: Record) -> bool:
    return record["kind"] in _SEVERE or "broken" in record


def _nanoseconds(at: str) -> int:
    try:
        return int(datetime.fromisoformat(at).timestamp() * 1e6) * 1000
    except ValueError:
        # A forger's entry may hold anything.
        return 0


def _attributes(facts: dict[str, Any]) -> list[dict[str, Any]]:
    told = []
    for name, value in facts.items():
        kind = {"intValue": str(value)} if isinstance(value, int) else {"stringValue": str(value)}
        told.append({"key": name, "value": kind})
    return told


class _Syslog:
    """RFC 5424; over TCP and TLS with the length before each message (RFC 6587, 5425)."""

    def __init__(self, address: str) -> None:
        self._parts = urlsplit(address)
        self._socket: socket.socket | None = None

    def send(self, records: Sequence[Record]) -> None:
        try:
            if self._socket is None or self._parts.scheme in ("tcp", "tls"):
                self._socket = self._connect()
            for record in records:
                message = _syslog_message(record)
                if self._parts.scheme in ("tcp", "tls"):
                    self._socket.sendall(b"%d %s" % (len(message), message))
                else:
                    self._socket.sendall(_in_a_datagram(record, message))
            if self._parts.scheme in ("tcp", "tls"):
                # The protocol has no answer: an orderly end is the nearest to one.
                self._end()
        except (OSError, ValueError) as error:
            self._drop()
            raise TransientError(f"It does not take messages: {error}.", place=self._parts.geturl()) from None

    def _connect(self) -> socket.socket:
        parts = self._parts
        if parts.scheme == "unix":
            made = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            made.connect(parts.path)
            return made
        host, port = str(parts.hostname), int(parts.port or 0)
        if parts.scheme == "udp":
            family, kind, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
            made = socket.socket(family, kind)
            made.connect(where)
            return made
        made = socket.create_connection((host, port), timeout=SECONDS)
        if parts.scheme == "tls":
            made = ssl.create_default_context().wrap_socket(made, server_hostname=host)
        return made

    def _end(self) -> None:
        assert self._socket is not None
        self._socket.settimeout(SECONDS)
        self._socket.shutdown(socket.SHUT_WR)
        try:
            while self._socket.recv(4096):
                continue
        except TimeoutError:
            # It keeps its side open; what it was sent is with its system.
            pass
        self._drop()

    def _drop(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _in_a_datagram(record: Record, message: bytes) -> bytes:
    """The message; of one that no datagram holds, what is known without its event: it would never be taken,
    and hold up all that comes after it."""
    if len(message) <= _DATAGRAM:
        return message
    rest = Record({name: value for name, value in record.items() if name != "event"}, cut=True)
    return _syslog_message(rest)[:_DATAGRAM]


def _syslog_message(record: Record) -> bytes:
    severity = _WARNING if _is_severe(record) else _NOTICE
    host = platform.node() or "-"
    head = f"<{_FACILITY * 8 + severity}>1 {record['at']} {host} handrail {os.getpid()} {record['kind']} -"
    return f"{head} \ufeff{json.dumps(record, ensure_ascii=False)}".encode()
