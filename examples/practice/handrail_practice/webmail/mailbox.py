"""The mailbox: what a mail is, and how mails are found, labelled, moved and sent."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from handrail_practice.drift import Fault
from handrail_practice.visit import now

FOLDERS = {"inbox": "Inbox", "archive": "Archive", "sent": "Sent"}
OWNER_NAME, OWNER_EMAIL = "Ana Duarte", "ana@practice.test"


@dataclass(frozen=True, slots=True)
class Label:
    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class Mail:
    sender_name: str
    sender_email: str
    subject: str
    body: str
    at: str = ""
    folder: str = "inbox"
    unread: bool = False
    recipient: str = OWNER_EMAIL
    labels: Sequence[Label] = ()
    id: int = 0

    @property
    def preview(self) -> str:
        return " ".join(self.body.split())[:120]


def labels(db: sqlite3.Connection) -> list[Label]:
    return [Label(*row) for row in db.execute("SELECT slug, name FROM labels ORDER BY name")]


def unread_count(db: sqlite3.Connection) -> int:
    (count,) = db.execute("SELECT count(*) FROM mails WHERE folder = 'inbox' AND unread").fetchone()
    return int(count)


def find(db: sqlite3.Connection, number: int) -> Mail | None:
    found = _mails(db, "id = ?", [number])
    return found[0] if found else None


def in_folder(db: sqlite3.Connection, folder: str) -> list[Mail]:
    return _mails(db, "folder = ?", [folder])


def labelled(db: sqlite3.Connection, label: str) -> list[Mail]:
    return _mails(db, "id IN (SELECT mail_id FROM mail_labels WHERE label = ?)", [label])


def matching(db: sqlite3.Connection, words: str) -> list[Mail]:
    """The mails of every folder in which each word occurs."""
    text = " || ' ' || ".join(("sender_name", "sender_email", "recipient", "subject", "body"))
    where = " AND ".join(f"({text}) LIKE ?" for _ in words.split())
    return _mails(db, where or "FALSE", [f"%{word}%" for word in words.split()])


def mark(db: sqlite3.Connection, number: int, *, unread: bool) -> None:
    db.execute("UPDATE mails SET unread = ? WHERE id = ?", (unread, number))


def move(db: sqlite3.Connection, number: int, folder: str) -> None:
    db.execute("UPDATE mails SET folder = ? WHERE id = ?", (folder, number))


def add_label(db: sqlite3.Connection, number: int, label: str) -> None:
    db.execute(
        "INSERT INTO mail_labels (mail_id, label) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (number, label),
    )


def remove_label(db: sqlite3.Connection, number: int, label: str) -> None:
    db.execute("DELETE FROM mail_labels WHERE mail_id = ? AND label = ?", (number, label))


def send(db: sqlite3.Connection, recipient: str, subject: str, body: str, fault: Fault | None) -> None:
    """Keep a mail as sent, unless the fault has it lost, doubled or misdirected."""
    mail = Mail(OWNER_NAME, OWNER_EMAIL, subject, body, now(), "sent", recipient=recipient)
    if fault == "alter":
        mail = replace(mail, recipient=recipient.replace("@", "1@"))
    for _ in range({"drop": 0, "double": 2}.get(fault or "", 1)):
        keep(db, mail)


def keep(db: sqlite3.Connection, mail: Mail) -> int:
    (number,) = db.execute(
        "INSERT INTO mails (folder, sender_name, sender_email, recipient, subject, body, at,"
        " unread) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (
            mail.folder,
            mail.sender_name,
            mail.sender_email,
            mail.recipient,
            mail.subject,
            mail.body,
            mail.at,
            mail.unread,
        ),
    ).fetchone()
    for label in mail.labels:
        add_label(db, number, label.slug)
    return int(number)


def _mails(db: sqlite3.Connection, where: str, values: Iterable[object]) -> list[Mail]:
    rows = db.execute(f"SELECT * FROM mails WHERE {where} ORDER BY at DESC, id DESC", list(values)).fetchall()
    worn: dict[int, list[Label]] = {}
    for mail_id, slug, name in db.execute(
        "SELECT mail_id, slug, name FROM mail_labels JOIN labels ON slug = label ORDER BY name"
    ):
        worn.setdefault(mail_id, []).append(Label(slug, name))
    return [
        Mail(**(dict(row) | {"unread": bool(row["unread"]), "labels": worn.get(row["id"], [])}))
        for row in rows
    ]
