"""One SQLite database of ships and calls, for Datasette and for sqlite-web."""

import sqlite3
import subprocess
import sys
from pathlib import Path


def ships(folder: Path) -> Path:
    path = folder / "harbour.db"
    with sqlite3.connect(path) as database:
        database.executescript(
            """
            create table ship (id integer primary key, name text, flag text, length real, built integer);
            create table call (id integer primary key, ship integer references ship(id), arrived text, berth text);
            """
        )
        for name, flag, length, built in (
            ("Aurora", "NO", 182.5, 2009), ("Bellavista", "IT", 98.0, 1998), ("Cormorant", "GB", 64.2, 2015),
            ("Doris", "DK", 140.0, 2003), ("Esperanza", "ES", 71.8, 1987), ("Freya", "NO", 55.0, 2021),
        ):  # fmt: skip
            ship = database.execute(
                "insert into ship (name, flag, length, built) values (?, ?, ?, ?)",
                (name, flag, length, built),
            ).lastrowid
            database.execute(
                "insert into call (ship, arrived, berth) values (?, '2024-05-11', 'B4')", (ship,)
            )
    return path


def datasette(port: int, folder: Path) -> None:
    subprocess.run([sys.executable, "-m", "datasette", str(ships(folder)), "-p", str(port)], check=True)


def sqlite_web(port: int, folder: Path) -> None:
    code = "import sys; from sqlite_web.sqlite_web import main; main()"
    subprocess.run([sys.executable, "-c", code, "-x", "-p", str(port), str(ships(folder))], check=True)
