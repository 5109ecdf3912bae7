"""The database of a home: SQLite in its folder, or PostgreSQL where `HANDRAIL_DATABASE_URL` names one.

Everything that is kept in it shares one `Database`: it makes the connections, brings the tables to the newest
layout, and turns the driver's errors into sentences.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError

from handrail.errors import StoreError
from handrail.journal.database._postgres import COUNTS, parse_address, postgres_engine, postgres_error, shown
from handrail.journal.database._sqlite import BUSY_SECONDS, begin_write, sqlite_engine, sqlite_error
from handrail.journal.database._tables import NEWEST, layout, migrate
from handrail.private import alone, private_folder


class Database:
    """Connections to one database, whose tables are of the newest layout.

    Raises StoreError when it is made and cannot be used.
    """

    def __init__(self, engine: Engine, place: str) -> None:
        self.engine = engine
        self.place = place
        self._writers = engine.execution_options(write=True)
        self._durable_writers = engine.execution_options(write=True, durable=True)
        try:
            self._migrate()
        except BaseException:
            self.close()
            raise

    @property
    def shared(self) -> bool:
        """Whether processes on other machines may use it as well; its server has the clock then."""
        return self.engine.dialect.name == "postgresql"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read from. Raises StoreError."""
        with self.told(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self, *, durable: bool = False) -> Iterator[Connection]:
        """A transaction that is committed at the end, and undone when an error leaves it.

        With `durable` it is on disk then. Raises StoreError; `IntegrityError` for what a key refuses.
        """
        engine = self._durable_writers if durable else self._writers
        with self.told(), engine.begin() as connection:
            yield connection

    @contextmanager
    def driven(self, *, durable: bool = False) -> Iterator[sqlite3.Connection]:
        """`writing` by SQLite's own driver, with its own errors for what a key refuses. Raises StoreError."""
        with self.told():
            pooled = self.engine.raw_connection()
            try:
                driver = pooled.driver_connection
                assert isinstance(driver, sqlite3.Connection)
                begin_write(driver, pooled.info, durable=durable)
                with driver:
                    yield driver
            finally:
                pooled.close()

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Meanwhile no other process is in here, on whichever machine. Raises StoreError."""
        if self.shared:
            with self.writing() as connection:
                connection.exec_driver_sql(COUNTS)
                yield
            return
        # Not the database's own lock: what is counted is written meanwhile.
        lock = Path(f"{self.place}.counting")
        with ExitStack() as held:
            try:
                held.enter_context(alone(lock))
            except OSError as error:
                raise StoreError(f"It cannot be locked: {error.strerror}.", place=str(lock)) from error
            yield

    def close(self) -> None:
        """Give back connections and files."""
        self.engine.dispose()

    @contextmanager
    def told(self) -> Iterator[None]:
        """Turns the errors of drivers into a StoreError with a mend."""
        try:
            yield
        except (IntegrityError, sqlite3.IntegrityError):
            raise
        except DBAPIError as error:
            if isinstance(error.orig, sqlite3.Error):
                raise sqlite_error(error.orig, Path(self.place)) from error
            raise postgres_error(error, self.place) from error
        except sqlite3.Error as error:
            raise sqlite_error(error, Path(self.place)) from error

    def _migrate(self) -> None:
        with self.reading() as connection:
            version = layout(connection)
        if version > NEWEST:
            raise StoreError(
                "This home was written by a newer Handrail.",
                place=self.place,
                mend="Update this Handrail, or set HANDRAIL_HOME to another folder.",
            )
        if version < NEWEST:
            with self.writing(durable=True) as connection:
                migrate(connection)


def sqlite_database(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> Database:
    """The SQLite file at `path`, which is made when it is missing.

    A write waits up to `busy_seconds` for those of other processes. Raises StoreError.
    """
    try:
        private_folder(path.parent)
    except OSError as error:
        raise StoreError(
            f"The folder cannot be made: {error.strerror}.",
            place=str(path.parent),
            mend="Set HANDRAIL_HOME to a folder that you may write.",
        ) from error
    return Database(sqlite_engine(path, busy_seconds), str(path))


def postgres_database(address: str) -> Database:
    """The PostgreSQL database at an address such as `postgresql://user:password@host/name`.

    Raises EnvironmentLack where the driver is missing or the address is another's; StoreError.
    """
    url = parse_address(address)
    return Database(postgres_engine(url), shown(url))


def insert_new(connection: Connection, table: Table, **values: object) -> bool:
    """Add a row where there is none of its key, also where another process adds it at this moment; whether it
    was added."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    adding = dialect.insert(table).values(values).on_conflict_do_nothing()
    return connection.execute(adding.returning(*table.primary_key)).first() is not None
