"""Rolodesk's seed data: the same 128 contacts every time, some of them easily confused."""

import sqlite3
from datetime import date, timedelta
from pathlib import Path

from handrail_practice.crm import contacts
from handrail_practice.crm.contacts import STAGES, Contact
from handrail_practice.database import connected, create, empty, writing

_SCHEMA = (Path(__file__).parent / "schema.sql").read_text("utf-8")

# Numbers 1 to 8. Two of them share a name, others differ by a letter or an accent.
_CONFUSABLE = [
    Contact("Anna Berg", "Nordlicht Capital", "anna.berg@nordlicht.test", "+49 30 5550 0101",
            "First meeting", "2026-09-14", vip=True, rating=4,
            notes="Prefers calls before noon."),
    Contact("Anna Berg", "Bergwerk Ventures", "anna@bergwerk.test", "+43 1 5550 0102",
            "Introduced", "2026-10-02", newsletter=True, rating=2),
    Contact("Anna Berger", "Nordlicht Capital", "anna.berger@nordlicht.test", "+49 30 5550 0103",
            "Introduced", "", rating=1),
    Contact("Anne Berg", "Fjordbank", "anne.berg@fjordbank.test", "+47 22 55 50 104",
            "Passed", "", newsletter=True),
    Contact("John Smith", "Harbour Partners", "john.smith@harbour.test", "+44 20 7946 0105",
            "Due diligence", "2026-09-21", vip=True, rating=5),
    Contact("Jon Smith", "Harbour Partners", "jon.smith@harbour.test", "+44 20 7946 0106",
            "First meeting", "2026-09-22", rating=3),
    Contact("Chloe Martin", "Rive Gauche Invest", "chloe@rivegauche.test", "+33 1 99 00 01 07",
            "Term sheet", "2026-09-08", vip=True, newsletter=True, rating=5),
    Contact("Chloé Martin", "Atelier Fund", "chloe.martin@atelierfund.test", "+33 1 99 00 01 08",
            "Introduced", "2026-11-05", rating=2),
]  # fmt: skip

_FIRST_NAMES = [
    "Aisha", "Bruno", "Carla", "Dmitri", "Elena", "Farid", "Greta", "Hugo", "Ines", "Jonas",
    "Keiko", "Liam", "Marta", "Nadia", "Oscar", "Priya", "Quentin", "Rosa", "Stefan", "Tomas",
    "Uma", "Viktor", "Wanda", "Yusuf",
]  # fmt: skip
_LAST_NAMES = [
    "Adler", "Bianchi", "Costa", "Dubois", "Eriksen", "Fischer", "Garcia", "Haddad", "Ivanova",
    "Jansen", "Kowalski", "Larsen", "Moreau", "Novak", "Okafor", "Petrov", "Quist", "Rossi",
    "Silva", "Tanaka", "Ueda", "Vogel", "Weber", "Xu", "Yilmaz", "Zeman", "Almeida", "Brandt",
    "Conti", "Duarte", "Engel",
]  # fmt: skip
_FIRMS = [
    "Alder Capital", "Birch & Co", "Cobalt Ventures", "Delta Growth", "Ember Fund",
    "Foxglove Partners", "Granite Equity", "Helix Invest", "Indigo Seed", "Juniper Capital",
    "Keystone Angels", "Lantern VC", "Meridian Holdings", "Northgate", "Osprey Partners",
    "Pinnacle Fund", "Quarry Capital", "Redwood Ventures", "Saffron Invest", "Tidewater",
    "Umbra Capital", "Vantage Seed", "Willow Equity",
]  # fmt: skip
_COUNT = 128
_FIRST_DAY = date(2026, 1, 12)


def prepare(database: Path) -> None:
    """Make the database; seed it if it holds no contact and never did."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with connected(database) as db:
        create(db, _SCHEMA)
        with writing(db):
            used = db.execute("SELECT 1 FROM sqlite_sequence WHERE name = 'contacts'").fetchone()
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
    for index, contact in enumerate(_CONFUSABLE):
        _keep(db, index, contact)
    for index in range(len(_CONFUSABLE), _COUNT):
        _keep(db, index, _ordinary(index))
    db.executemany(
        "INSERT INTO firm_profiles (firm, focus, ticket, updated_at) VALUES (?, ?, ?, ?)",
        [
            ("Nordlicht Capital", "Climate, industry", "2.5", "2026-03-02T09:00:00+00:00"),
            ("Harbour Partners", "Logistics software", "4", "2026-04-20T14:30:00+00:00"),
        ],
    )
    db.executemany(
        "INSERT INTO orders (reference, amount, at) VALUES (?, ?, ?)",
        [
            ("PO-2026-001", "480.00", "2026-02-11T10:05:00+00:00"),
            ("PO-2026-002", "1299.50", "2026-03-27T15:40:00+00:00"),
            ("PO-2026-003", "75.20", "2026-05-06T08:15:00+00:00"),
        ],
    )


def _keep(db: sqlite3.Connection, index: int, contact: Contact) -> None:
    day = _FIRST_DAY + timedelta(days=index)
    created = f"{day}T{8 + index % 9:02}:{index * 7 % 60:02}:00+00:00"
    db.execute(
        "INSERT INTO contacts (name, firm, email, phone, stage, follow_up, vip, newsletter,"
        " rating, notes, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            contact.name, contact.firm, contact.email, contact.phone, contact.stage,
            contact.follow_up, contact.vip, contact.newsletter, contact.rating, contact.notes,
            created, created,
        ),
    )  # fmt: skip
    number = index + 1
    contacts.record(db, number, "event", "Contact created", created)
    if contact.stage != STAGES[0]:
        later = f"{day + timedelta(days=9)}T10:00:00+00:00"
        contacts.record(db, number, "event", f"Stage: Introduced → {contact.stage}", later)
    if index == 0:
        contacts.record(
            db, number, "note", "Met at the Hamburg fair; asked for the deck.",
            "2026-02-03T16:20:00+00:00",
        )  # fmt: skip


def _ordinary(index: int) -> Contact:
    first = _FIRST_NAMES[index % len(_FIRST_NAMES)]
    last = _LAST_NAMES[index * 7 % len(_LAST_NAMES)]
    firm = _FIRMS[index * 5 % len(_FIRMS)]
    domain = firm.lower().replace(" & ", "-").replace(" ", "-")
    stage = STAGES[index * 11 % 13 % len(STAGES)]
    follow_up = date(2026, 9, 1) + timedelta(days=index * 13 % 100)
    return Contact(
        f"{first} {last}",
        firm,
        f"{first.lower()}.{last.lower()}@{domain}.test",
        f"+44 20 7946 {200 + index:04}",
        stage,
        "" if stage == "Passed" else follow_up.isoformat(),
        vip=index % 17 == 0,
        newsletter=index % 3 == 0,
        rating=index * 3 % 6,
    )
