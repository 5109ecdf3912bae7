"""Postbox's seed data: the same mails every time, in the order in which they arrived."""

import sqlite3
from pathlib import Path

from handrail_practice.database import connected, create, empty, writing
from handrail_practice.webmail import mailbox
from handrail_practice.webmail.seed_mail import LABELS, MAILS

_SCHEMA = (Path(__file__).parent / "schema.sql").read_text("utf-8")


def prepare(database: Path) -> None:
    """Make the database; seed it if it holds no mail and never did."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with connected(database) as db:
        create(db, _SCHEMA)
        with writing(db):
            used = db.execute("SELECT 1 FROM sqlite_sequence WHERE name = 'mails'").fetchone()
            if not used:
                _fill(db)


def seed(database: Path) -> None:
    """Put the database back to the seed data, with the same numbers as before."""
    with connected(database) as db:
        create(db, _SCHEMA)
        with writing(db):
            empty(db)
            _fill(db)


def _fill(db: sqlite3.Connection) -> None:
    db.executemany("INSERT INTO labels (slug, name) VALUES (?, ?)", [(lb.slug, lb.name) for lb in LABELS])
    for mail in MAILS:
        mailbox.keep(db, mail)
