"""A PostgreSQL server of one's own for tests and benchmarks: reached by a socket, gone at the end."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine


def _program(name: str) -> str:
    """A program of the server; Debian keeps them out of the path."""
    found = shutil.which(name)
    if found:
        return found
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: path.parts[-3])
    if versions:
        return str(versions[-1])
    raise RuntimeError(
        f"PostgreSQL's '{name}' is not installed: run scripts/postgres, or apt install postgresql"
    )


class Server:
    """A running server, that makes an empty database for whoever asks."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made = 0

    def database(self) -> str:
        """The address of a new, empty database. Its server asks for no password and is given one."""
        self._made += 1
        name = f"test_{self._made}"
        engine = create_engine(self._address("postgres", "postgresql+psycopg"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name}")
        engine.dispose()
        return self._address(name, "postgresql")

    def _address(self, name: str, scheme: str) -> str:
        return f"{scheme}://owner:pass-word@/{name}?host={self._folder}"


@contextmanager
def private_server(*, durable: bool = False) -> Iterator[Server]:
    """The server, while the context lasts; only with `durable` does it wait for the disk.

    Raises RuntimeError where PostgreSQL is not installed.
    """
    # It refuses to run as root, and another user sees no folder of pytest's.
    user = "nobody" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="handrail-pg-") as folder:
        if user:
            shutil.chown(folder, user)

        def control(*arguments: str) -> None:
            done = subprocess.run(
                arguments, user=user, cwd=folder, capture_output=True, text=True, check=False,
                stdin=subprocess.DEVNULL,
            )  # fmt: skip
            log = Path(folder, "log")
            assert done.returncode == 0, done.stderr + (log.read_text() if log.exists() else "")

        pg_ctl = _program("pg_ctl")
        control(
            _program("initdb"), "-D", "pg", "-U", "owner", "-A", "trust", "-N", "-E", "UTF8", "--locale=C",
        )  # fmt: skip
        # No port on the network.
        options = f"-h '' -k {folder}{'' if durable else ' -F'}"
        control(pg_ctl, "-D", "pg", "-o", options, "-l", "log", "-w", "start")
        try:
            yield Server(Path(folder))
        finally:
            control(pg_ctl, "-D", "pg", "-m", "immediate", "stop")
