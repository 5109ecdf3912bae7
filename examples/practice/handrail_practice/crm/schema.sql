CREATE TABLE IF NOT EXISTS contacts (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT NOT NULL,
    firm        TEXT NOT NULL,
    email       TEXT NOT NULL,
    phone       TEXT NOT NULL,
    stage       TEXT NOT NULL,
    follow_up   TEXT NOT NULL,  -- an ISO date, or empty
    vip         INTEGER NOT NULL,
    newsletter  INTEGER NOT NULL,
    rating      INTEGER NOT NULL,
    notes       TEXT NOT NULL,
    created_at  TEXT NOT NULL,
    updated_at  TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS contacts_by_email ON contacts (email COLLATE NOCASE);

CREATE TABLE IF NOT EXISTS attachments (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    contact_id  INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
    filename    TEXT NOT NULL,
    media_type  TEXT NOT NULL,
    size        INTEGER NOT NULL,
    sha256      TEXT NOT NULL,
    content     BLOB NOT NULL
);

-- What happened to a contact; a note is something that a person added.
CREATE TABLE IF NOT EXISTS activities (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    contact_id  INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
    at          TEXT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('note', 'event')),
    text        TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS firm_profiles (
    firm        TEXT PRIMARY KEY,
    focus       TEXT NOT NULL,
    ticket      TEXT NOT NULL,
    updated_at  TEXT NOT NULL
);

-- A reference may occur twice: an order submitted twice must be visible as two.
CREATE TABLE IF NOT EXISTS orders (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    reference   TEXT NOT NULL,
    amount      TEXT NOT NULL,
    at          TEXT NOT NULL
);
