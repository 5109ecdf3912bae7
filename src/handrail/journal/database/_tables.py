"""The tables of a home, and the migrations that lead from each layout to the next.

Layout 1 holds the journals. `journal` is append-only: triggers refuse any update or deletion. `session` says
where each chain ends: it is written in the same transaction as the entries, and is how entries that were cut
off the end, or a second writer, are noticed.

Layout 2 holds the bookkeeping of the service: who works on which session, what was called to it, what
starts by the clock, and what is kept to be started by name. No fact about a session is in it alone.

Layout 3 has an index for what is looked for over all sessions.

Layout 4 holds what is on its way to people: which question is to be told to whom, by which channel.

Layout 5 keeps values out of the chain (`journal.sealing`): each entry has a seal, and says who wrote it. It
also knows how far each stream of events has come, which alerts were raised and told, and what is usual.

Layout 6 says whose turn it is to send a stream, and what was about to be sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    select,
    update,
)

from handrail.journal.database import _postgres, _sqlite

_metadata = MetaData()

schema = Table(
    "handrail_schema",
    _metadata,
    Column("part", String(40), primary_key=True),
    Column("version", Integer, nullable=False),
)

journal = Table(
    "journal",
    _metadata,
    Column("session", String(80), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", String(40), nullable=False),
    Column("prev", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("body", Text, nullable=False),
    Column("seal", Text, nullable=False, default="", server_default=""),
    Column("writer", String(300), nullable=False, default="", server_default=""),
)

session = Table(
    "session",
    _metadata,
    Column("id", String(80), primary_key=True),
    Column("started", String(40), nullable=False, index=True),
    Column("batch", String(80), index=True),
    Column("seq", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
)

work = Table(
    "work",
    _metadata,
    Column("session", String(80), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("sop_id", String(80), nullable=False),
    Column("hosts", Text, nullable=False),
    Column("owner_user", String(200), nullable=False),
    Column("parent", String(80), index=True),
    Column("priority", Integer, nullable=False),
    Column("worker", String(200)),
    Column("state", String(10), nullable=False),
    Column("ready_at", Double, nullable=False),
    Column("holder", String(300)),
    Column("fence", Integer, nullable=False),
    Column("until", Double),
    Column("clock", String(80)),
    Column("wakes", Integer, nullable=False),
    Index("ix_work_state_ready", "state", "ready_at"),
)

inbox = Table(
    "inbox",
    _metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("session", String(80), nullable=False),
    Column("verb", String(20), nullable=False),
    Column("body", Text, nullable=False),
    Column("by", String(200), nullable=False),
    Column("at", String(40), nullable=False),
    Column("taken_at", String(40)),
    Index("ix_inbox_session_taken", "session", "taken_at"),
    sqlite_autoincrement=True,
)

template = Table(
    "template",
    _metadata,
    Column("name", String(80), primary_key=True),
    Column("owner_user", String(200), nullable=False),
    Column("saved", String(40), nullable=False),
    Column("body", Text, nullable=False),
)

schedule = Table(
    "schedule",
    _metadata,
    Column("id", String(120), primary_key=True),
    Column("template", String(80), ForeignKey("template.name", ondelete="CASCADE"), nullable=False),
    Column("cron", String(200), nullable=False),
    Column("timezone", String(80), nullable=False),
    Column("since", String(40), nullable=False),
)

schedule_start = Table(
    "schedule_start",
    _metadata,
    Column("schedule", String(120), nullable=False),
    Column("due", String(40), nullable=False),
    Column("session", String(80)),
    Column("note", String(200), nullable=False),
    Column("submitted", Integer, nullable=False),
    UniqueConstraint("schedule", "due", name="uq_schedule_start"),
)

delivery = Table(
    "delivery",
    _metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("session", String(80), nullable=False, index=True),
    Column("request", String(80), nullable=False),
    Column("asked_at", String(40), nullable=False),
    Column("person", String(200), nullable=False),
    Column("channel", String(80), nullable=False),
    Column("what", String(20), nullable=False),
    Column("state", String(20), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("next_at", Double, nullable=False),
    Column("why", Text, nullable=False),
    Column("told", Integer, nullable=False),
    UniqueConstraint("session", "request", "asked_at", "person", "channel", "what", name="uq_delivery"),
    Index("ix_delivery_state_next", "state", "next_at"),
    sqlite_autoincrement=True,
)


stream = Table(
    "stream",
    _metadata,
    Column("stream", String(80), primary_key=True),
    Column("session", String(80), primary_key=True),
    Column("seq", Integer, nullable=False),
)

stream_turn = Table(
    "stream_turn",
    _metadata,
    Column("stream", String(80), primary_key=True),
    Column("holder", String(300)),
    Column("fence", Integer, nullable=False),
    Column("until", Double),
    Column("clock", String(80)),
    Column("sending", Text),
)

alert = Table(
    "alert",
    _metadata,
    Column("id", String(40), primary_key=True),
    Column("rule", String(120), nullable=False),
    Column("at", String(40), nullable=False),
    Column("body", Text, nullable=False),
)

alert_sent = Table(
    "alert_sent",
    _metadata,
    Column("alert", String(40), primary_key=True),
    Column("channel", String(200), primary_key=True),
    Column("at", String(40), nullable=False),
)

alert_seen = Table(
    "alert_seen",
    _metadata,
    Column("fact", String(400), primary_key=True),
)


def _layout_1(connection: Connection) -> None:
    _metadata.create_all(connection, tables=[schema, journal, session])
    for statement in (_sqlite if connection.dialect.name == "sqlite" else _postgres).APPEND_ONLY:
        connection.exec_driver_sql(statement)


def _layout_2(connection: Connection) -> None:
    _metadata.create_all(connection, tables=[work, inbox, template, schedule, schedule_start])


def _layout_3(connection: Connection) -> None:
    # Rules, amendments and counts are looked for over all sessions, at the start of each.
    connection.exec_driver_sql("CREATE INDEX ix_journal_kind_at ON journal (kind, at)")


def _layout_4(connection: Connection) -> None:
    _metadata.create_all(connection, tables=[delivery])


def _layout_5(connection: Connection) -> None:
    there = {column["name"] for column in inspect(connection).get_columns(journal.name)}
    for name, kind in (("seal", "TEXT"), ("writer", "VARCHAR(300)")):
        # A home that begins with this version has them from the start.
        if name not in there:
            connection.exec_driver_sql(f"ALTER TABLE journal ADD COLUMN {name} {kind} DEFAULT '' NOT NULL")
    _metadata.create_all(connection, tables=[stream, alert, alert_sent, alert_seen])


def _layout_6(connection: Connection) -> None:
    _metadata.create_all(connection, tables=[stream_turn])


_MIGRATIONS: Final[tuple[Callable[[Connection], None], ...]] = (
    _layout_1,
    _layout_2,
    _layout_3,
    _layout_4,
    _layout_5,
    _layout_6,
)
"""Number n of them takes the layout from version n to n + 1; never edited once released."""

NEWEST: Final = len(_MIGRATIONS)


def layout(connection: Connection) -> int:
    """The number of the database's layout; 0 for one without tables."""
    if not inspect(connection).has_table(schema.name):
        return 0
    return connection.execute(select(schema.c.version).where(schema.c.part == "journal")).scalar() or 0


def migrate(connection: Connection) -> None:
    """Bring the database to the newest layout, within the transaction of a connection that may write."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(_postgres.ONE_AT_A_TIME)
    # Asked again under the write lock: another process may have been quicker.
    for number in range(layout(connection), NEWEST):
        _MIGRATIONS[number](connection)
        if number:
            connection.execute(update(schema).where(schema.c.part == "journal").values(version=number + 1))
        else:
            connection.execute(insert(schema).values(part="journal", version=1))


def tables() -> dict[str, Table]:
    """Every table with rows to keep, by its name, those that others point to first."""
    return {table.name: table for table in _metadata.sorted_tables if table is not schema}
