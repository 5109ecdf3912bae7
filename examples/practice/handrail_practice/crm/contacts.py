"""Contacts: what one is, and how they are found, kept and removed."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from handrail_practice.drift import Fault
from handrail_practice.visit import Upload, now

STAGES = ("Introduced", "First meeting", "Due diligence", "Term sheet", "Committed", "Passed")

SORTS = {
    "name": "name COLLATE NOCASE",
    "firm": "firm COLLATE NOCASE",
    "stage": f"instr('{'|'.join(STAGES)}', stage)",
    # Those without a date come last, whichever is first.
    "follow_up": "follow_up = '', follow_up",
}
PAGE_SIZE = 25


@dataclass(frozen=True, slots=True)
class Contact:
    name: str = ""
    firm: str = ""
    email: str = ""
    phone: str = ""
    stage: str = ""
    follow_up: str = ""
    vip: bool = False
    newsletter: bool = False
    rating: int = 0
    notes: str = ""
    id: int | None = None
    created_at: str = ""
    updated_at: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of the contacts that match."""

    contacts: Sequence[Contact]
    total: int
    page: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // PAGE_SIZE))

    @property
    def first(self) -> int:
        return (self.page - 1) * PAGE_SIZE + 1 if self.total else 0

    @property
    def last(self) -> int:
        return min(self.page * PAGE_SIZE, self.total)


_ENTERED = tuple(f.name for f in fields(Contact) if f.name not in ("id", "created_at", "updated_at"))


def find(db: sqlite3.Connection, number: int) -> Contact | None:
    row = db.execute("SELECT * FROM contacts WHERE id = ?", (number,)).fetchone()
    return _contact(row) if row else None


def with_email(db: sqlite3.Connection, email: str) -> list[Contact]:
    rows = db.execute("SELECT * FROM contacts WHERE email = ? COLLATE NOCASE ORDER BY id", (email,))
    return [_contact(row) for row in rows]


def matching(
    db: sqlite3.Connection, words: str, sort: str = "name", descending: bool = False
) -> list[Contact]:
    """All contacts in which every word occurs, in name, firm or address."""
    where = " AND ".join("(name || ' ' || firm || ' ' || email) LIKE ?" for _ in words.split())
    order = SORTS[sort] + (" DESC" if descending else "")
    rows = db.execute(
        f"SELECT * FROM contacts WHERE {where or 'TRUE'} ORDER BY {order}, id",
        [f"%{word}%" for word in words.split()],
    )
    return [_contact(row) for row in rows]


def listing(db: sqlite3.Connection, words: str, sort: str, descending: bool, page: int) -> Listing:
    found = matching(db, words, sort, descending)
    page = min(max(page, 1), max(1, -(-len(found) // PAGE_SIZE)))
    return Listing(found[(page - 1) * PAGE_SIZE : page * PAGE_SIZE], len(found), page)


def save(db: sqlite3.Connection, contact: Contact, fault: Fault | None = None) -> int | None:
    """Keep a new or changed contact and return its number, unless the fault drops a new one."""
    if fault == "drop":
        return contact.id
    if fault == "alter":
        contact = _altered(contact)
    number = _insert(db, contact) if contact.id is None else _update(db, contact)
    if fault == "double":
        _insert(db, contact)
    return number


def attach(db: sqlite3.Connection, number: int, upload: Upload, sha256: str) -> None:
    db.execute(
        "INSERT INTO attachments (contact_id, filename, media_type, size, sha256, content)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (
            number,
            upload.filename,
            upload.media_type,
            len(upload.content),
            sha256,
            upload.content,
        ),
    )
    record(db, number, "event", f"File {upload.filename} attached")


def attachments(db: sqlite3.Connection, number: int) -> list[sqlite3.Row]:
    return db.execute(
        "SELECT id, filename, size, sha256 FROM attachments WHERE contact_id = ? ORDER BY id",
        (number,),
    ).fetchall()


def record(db: sqlite3.Connection, number: int, kind: str, text: str, at: str = "") -> None:
    db.execute(
        "INSERT INTO activities (contact_id, at, kind, text) VALUES (?, ?, ?, ?)",
        (number, at or now(), kind, text),
    )


def activities(db: sqlite3.Connection, number: int, kind: str) -> list[sqlite3.Row]:
    return db.execute(
        "SELECT at, text FROM activities WHERE contact_id = ? AND kind = ? ORDER BY at DESC, id DESC",
        (number, kind),
    ).fetchall()


def delete(db: sqlite3.Connection, number: int) -> None:
    db.execute("DELETE FROM contacts WHERE id = ?", (number,))


def _insert(db: sqlite3.Connection, contact: Contact) -> int:
    at = contact.created_at or now()
    names = ", ".join(_ENTERED)
    places = ", ".join("?" for _ in _ENTERED)
    (number,) = db.execute(
        f"INSERT INTO contacts ({names}, created_at, updated_at) VALUES ({places}, ?, ?) RETURNING id",
        (*_entered(contact), at, at),
    ).fetchone()
    record(db, number, "event", "Contact created", at)
    return int(number)


def _update(db: sqlite3.Connection, contact: Contact) -> int:
    assert contact.id is not None
    before = find(db, contact.id)
    places = ", ".join(f"{name} = ?" for name in _ENTERED)
    db.execute(
        f"UPDATE contacts SET {places}, updated_at = ? WHERE id = ?",
        (*_entered(contact), now(), contact.id),
    )
    if before and before.stage != contact.stage:
        record(db, contact.id, "event", f"Stage: {before.stage} → {contact.stage}")
    else:
        record(db, contact.id, "event", "Contact changed")
    return contact.id


def _altered(contact: Contact) -> Contact:
    """Plausibly wrong: the next stage, and the last digit of the telephone number."""
    stage = STAGES[(STAGES.index(contact.stage) + 1) % len(STAGES)]
    phone = contact.phone
    if phone and phone[-1].isdigit():
        phone = phone[:-1] + str((int(phone[-1]) + 1) % 10)
    return replace(contact, stage=stage, phone=phone)


def _entered(contact: Contact) -> list[object]:
    return [getattr(contact, name) for name in _ENTERED]


def _contact(row: sqlite3.Row) -> Contact:
    values = dict(row) | {"vip": bool(row["vip"]), "newsletter": bool(row["newsletter"])}
    return Contact(**values)
