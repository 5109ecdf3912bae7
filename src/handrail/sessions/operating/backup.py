"""A home in one file, and a home made of it: for moving house, for the worst case, and between databases.

The file is a ZIP archive: `manifest.json` (what it is, and the SHA-256 of every other part),
`tables/NAME.jsonl` with the rows of every table, and the files of the home as they lie there. Rows are
written from one consistent view of the database, whether it is SQLite or PostgreSQL, and go into either. It
holds what the home holds, but no secrets, keys and tokens: saved sign-ins in it open with the home's own key
alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, insert, select, update

from handrail import __version__
from handrail.errors import SourceError, StoreError, UsageError
from handrail.journal.chain.linking import check
from handrail.journal.chain.log import read_log
from handrail.journal.database._tables import NEWEST, tables
from handrail.journal.database.connecting import Database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.events.event import SessionId
from handrail.private import write_private

FORMAT: Final = "handrail-backup/1"
_MANIFEST: Final = "manifest.json"
_ROWS: Final = 500
_FOLDERS: Final = ("artefacts", "given", "privacy", "sessions", "sign-ins", "sops")
"""What of a home's folder goes along, beside the database."""


def back_up(database: Database, home: Path, path: Path) -> dict[str, int]:
    """Write the home into one file, readable by this user alone; how many rows each table has.

    Raises StoreError where it cannot be written; no half of it is left then.
    """
    temporary = path.with_name(f".{path.name}.part")
    counts: dict[str, int] = {}
    hashes: dict[str, str] = {}
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            with database.reading() as connection:
                _one_view(connection)
                for name in tables():
                    counts[name] = _write_table(archive, connection, name, hashes)
            for part in _home_files(home):
                _write_part(archive, str(part.relative_to(home)), part.read_bytes(), hashes)
            manifest = {
                "format": FORMAT,
                "layout": NEWEST,
                "handrail": __version__,
                "made": datetime.now(UTC).isoformat(timespec="seconds"),
                "rows": counts,
                "sha256": hashes,
            }
            archive.writestr(_MANIFEST, json.dumps(manifest, indent=1))
        temporary.replace(path)
    except OSError as error:
        raise StoreError(
            f"The backup cannot be written: {error.strerror}.", place=str(path), mend="Name another place."
        ) from error
    finally:
        temporary.unlink(missing_ok=True)
    return counts


def left_out(home: Path) -> list[Path]:
    """What of a home opens secrets and sign-ins, and is in no backup: whoever moves the home copies it."""
    from handrail.secrets.book import FILE_NAME
    from handrail.secrets.keys import FOLDER

    return [path for path in (home / FILE_NAME, home / FOLDER) if path.exists()]


def restore(path: Path, database: Database, home: Path) -> dict[str, int]:
    """Fill an empty home from a backup, and check every session's chain; how many rows each table has.

    Sessions that were queued, under way or waiting are paused: what they did after the backup was made is in
    no journal, and to go on from there could do it twice. A person looks, and resumes them. For the same
    reason schedules count from now on.

    Raises SourceError for a file that is no whole backup, UsageError for a home that is not empty, and
    StoreError.
    """
    with _opened(path) as archive:
        manifest = _manifest(archive, path)
        _refuse_full(database, home)
        for name, digest in manifest["sha256"].items():
            if hashlib.sha256(_part(archive, name, path)).hexdigest() != digest:
                raise SourceError(f"'{name}' in the backup was changed.", place=str(path))
        with database.writing(durable=True) as connection:
            for name in tables():
                _read_table(archive, connection, name)
            _let_nothing_begin(connection)
        for name in manifest["sha256"]:
            if not name.startswith("tables/"):
                _put_file(home, name, _part(archive, name, path), path)
    _check_chains(database, path)
    return dict(manifest["rows"])


def _let_nothing_begin(connection: Connection) -> None:
    """Nothing goes on by itself, or by an answer alone: it may have gone on after the backup was made."""
    work, schedule, start = (tables()[name] for name in ("work", "schedule", "schedule_start"))
    # A table waits for its rows, and begins the next one where it is woken by one of them.
    open_ = work.c.state.in_(("queued", "held", "waiting"))
    connection.execute(update(work).where(open_).values(state="paused", holder=None, until=None))
    connection.execute(update(schedule).values(since=datetime.now(UTC).isoformat(timespec="seconds")))
    connection.execute(update(start).values(submitted=1))


def see_backup(path: Path) -> None:
    """Look whether a file is a backup, before a home is made for it. Raises SourceError."""
    with _opened(path) as archive:
        _manifest(archive, path)


def _one_view(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")


def _write_table(archive: zipfile.ZipFile, connection: Connection, name: str, hashes: dict[str, str]) -> int:
    table = tables()[name]
    rows = connection.execute(select(table)).mappings().all()
    lines = "".join(json.dumps(dict(row), ensure_ascii=False) + "\n" for row in rows)
    _write_part(archive, f"tables/{name}.jsonl", lines.encode("utf-8", "surrogatepass"), hashes)
    return len(rows)


def _write_part(archive: zipfile.ZipFile, name: str, content: bytes, hashes: dict[str, str]) -> None:
    archive.writestr(name, content)
    hashes[name] = hashlib.sha256(content).hexdigest()


def _settings(home: Path) -> list[Path]:
    """What was configured: policies, approvals, access, audit, alerts, privacy, models."""
    return sorted((*home.glob("*.yaml"), *home.glob("*.toml")))


def _home_files(home: Path) -> Iterator[Path]:
    yield from _settings(home)
    for folder in _FOLDERS:
        yield from sorted(path for path in (home / folder).rglob("*") if path.is_file())


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except OSError as error:
        raise SourceError(f"The backup cannot be read: {error.strerror}.", place=str(path)) from error
    except zipfile.BadZipFile:
        raise SourceError(
            "This is not a backup, or it is cut off.", place=str(path), mend="Take another copy of it."
        ) from None


def _manifest(archive: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads(archive.read(_MANIFEST))
        known = manifest["format"] == FORMAT
        layout = int(manifest["layout"])
    except (KeyError, ValueError, TypeError):
        known, layout = False, 0
    if not known:
        raise SourceError("This archive is not a Handrail backup.", place=str(path))
    if layout > NEWEST:
        raise SourceError(
            "This backup was made by a newer Handrail.", place=str(path), mend="Update this Handrail."
        )
    return manifest


def _part(archive: zipfile.ZipFile, name: str, path: Path) -> bytes:
    try:
        return archive.read(name)
    except (KeyError, zipfile.BadZipFile):
        raise SourceError(f"'{name}' is missing in the backup, or damaged.", place=str(path)) from None


def _refuse_full(database: Database, home: Path) -> None:
    with database.reading() as connection:
        full = connection.execute(select(tables()["session"]).limit(1)).first() is not None
    if full or any((home / folder).exists() for folder in _FOLDERS) or _settings(home):
        raise UsageError(
            "The home is not empty.",
            place=str(home),
            mend="Set HANDRAIL_HOME (and HANDRAIL_DATABASE_URL) to an empty one.",
        )


def _read_table(archive: zipfile.ZipFile, connection: Connection, name: str) -> None:
    table = tables()[name]
    try:
        text = archive.read(f"tables/{name}.jsonl").decode("utf-8", "surrogatepass")
    except KeyError:
        # An older layout does not have it.
        return
    rows = [json.loads(line) for line in text.split("\n") if line]
    for start in range(0, len(rows), _ROWS):
        connection.execute(insert(table), rows[start : start + _ROWS])
    if rows and name in ("inbox", "delivery") and connection.dialect.name == "postgresql":
        # The numbers were given; the next one is counted on from them.
        connection.exec_driver_sql(
            f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))"
        )


def _put_file(home: Path, name: str, content: bytes, path: Path) -> None:
    place = (home / name).resolve()
    if not place.is_relative_to(home.resolve()):
        raise SourceError(f"'{name}' in the backup leads out of the home.", place=str(path))
    write_private(place, content, what="A file of the backup", durable=False)


def _check_chains(database: Database, path: Path) -> None:
    store = DatabaseStore(database)
    log = read_log(store)
    with database.reading() as connection:
        names = connection.execute(select(tables()["session"].c.id)).scalars().all()
    for name in names:
        session = SessionId(name)
        faults = check(store.read(session), store.head(session), log.erasures)
        if faults:
            raise SourceError(
                f"The journal of session {name} does not hold: {faults[0].message}", place=str(path)
            )
