"""What is particular to PostgreSQL: its driver, triggers, durability, and its errors in words."""

from __future__ import annotations

from typing import Any, Final, Literal

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from handrail.errors import EnvironmentLack, StoreError

BUSY_SECONDS: Final = 5.0
"""How long a statement waits for a row that another process has locked."""

_FROZEN_MILLIS: Final = 5000
"""A process that stops inside a transaction (frozen, cut off) loses it after this long, and its locks."""

APPEND_ONLY: Final = (
    "CREATE OR REPLACE FUNCTION handrail_append_only() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$",
    "CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE ON journal "
    "FOR EACH ROW EXECUTE FUNCTION handrail_append_only()",
    "CREATE TRIGGER journal_no_truncate BEFORE TRUNCATE ON journal "
    "FOR EACH STATEMENT EXECUTE FUNCTION handrail_append_only()",
)

GUARD: Final = APPEND_ONLY[:2]
"""What refuses that entries are changed or removed one by one."""

HAS_GUARD: Final = (
    "SELECT count(*) FROM pg_trigger WHERE tgrelid = 'journal'::regclass AND tgname = 'journal_append_only'"
)

ONE_AT_A_TIME: Final = "SELECT pg_advisory_xact_lock(7463820011)"
"""Held to the transaction's end by whoever makes tables or takes a session."""


COUNTS: Final = "SELECT pg_advisory_xact_lock(7463820012)"
"""Held to the transaction's end by whoever counts what was begun and then begins something."""


def trigger(verb: Literal["DISABLE", "ENABLE"]) -> str:
    """The statement that lets entries be changed and removed in a transaction, and that forbids it again."""
    return f"ALTER TABLE journal {verb} TRIGGER journal_append_only"


def parse_address(address: str) -> URL:
    """The address of a PostgreSQL database, with our driver. Raises EnvironmentLack for another one."""
    mend = "Write HANDRAIL_DATABASE_URL as in postgresql://user:password@host/name, or unset it."
    try:
        url = make_url(address)
    except ArgumentError:
        raise EnvironmentLack("The address of the database cannot be read.", mend=mend) from None
    if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise EnvironmentLack(f"Journals are not kept in databases of '{url.drivername}'.", mend=mend)
    return url.set(drivername="postgresql+psycopg")


def shown(url: URL) -> str:
    """The address as it may be told: without its password."""
    return url.render_as_string(hide_password=True).replace("+psycopg", "", 1)


def postgres_engine(url: URL, busy_seconds: float = BUSY_SECONDS) -> Engine:
    """An engine on the server. Raises EnvironmentLack where the driver is missing.

    A connection with the execution options `write` and not `durable` commits without waiting for the disk.
    """
    settings = (
        f"-c lock_timeout={int(busy_seconds * 1000)} -c idle_in_transaction_session_timeout={_FROZEN_MILLIS}"
    )
    try:
        engine = create_engine(
            url,
            pool_pre_ping=True,
            connect_args={"options": settings, "connect_timeout": 10, "application_name": "handrail"},
        )
    except ImportError as error:
        raise EnvironmentLack(
            "HANDRAIL_DATABASE_URL names a PostgreSQL database, and its driver is not installed.",
            mend="Install it with: pip install 'handrail[postgres]'.",
        ) from error

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        options = connection.get_execution_options()
        if options.get("write") and not options.get("durable"):
            connection.exec_driver_sql("SET LOCAL synchronous_commit TO off")

    return engine


_TROUBLES: Final[dict[str, tuple[str, str]]] = {
    "55P03": (
        "Another process keeps the database locked.",
        "Wait until it is done, or end it, and try again.",
    ),
    "53100": (
        "There is no space left for the database.",
        "Free some space on its server's disk. What was done until then is kept, and an interrupted "
        "session can be resumed.",
    ),
    "25P03": (
        "The database ended a transaction that this process was too slow to finish.",
        "Nothing was half-written; try again.",
    ),
    "42501": ("The database cannot be written.", "Give its user the right to make and write tables."),
    "25006": ("The database cannot be written.", "Name a server that is not a read-only copy."),
    "28P01": ("The database refused the password.", "Correct it in HANDRAIL_DATABASE_URL."),
    "3D000": ("The database is not there.", "Make it (createdb), or correct HANDRAIL_DATABASE_URL."),
}


_LET_IN: Final = "Correct HANDRAIL_DATABASE_URL, or see whether its server takes more connections."


def postgres_error(error: DBAPIError, place: str) -> StoreError:
    """The driver's error as one sentence with its mend."""
    original: Any = error.orig
    known = _TROUBLES.get(getattr(original, "sqlstate", None) or "")
    if known is None and error.connection_invalidated:
        known = ("The connection to the database's server broke.", "Look at the server, and try again.")
    if known is None and type(original).__name__ == "OperationalError":
        first = str(original).strip().splitlines()[0] if str(original).strip() else "no answer"
        _, fatal, said = first.partition("FATAL: ")
        # What the server says itself comes without a code where it lets nobody in.
        known = (
            (f"The database's server refuses: {said.strip()}.", _LET_IN)
            if fatal
            else (f"The database's server cannot be reached: {first}.", "Look whether it runs.")
        )
    message, mend = known or (f"The database failed: {original}.", "Look at its server.")
    return StoreError(message, place=place, mend=mend)
