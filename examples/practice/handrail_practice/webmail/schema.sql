CREATE TABLE IF NOT EXISTS mails (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    folder        TEXT NOT NULL CHECK (folder IN ('inbox', 'archive', 'sent')),
    sender_name   TEXT NOT NULL,
    sender_email  TEXT NOT NULL,
    recipient     TEXT NOT NULL,
    subject       TEXT NOT NULL,
    body          TEXT NOT NULL,
    at            TEXT NOT NULL,
    unread        INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS mails_by_folder ON mails (folder, at);

CREATE TABLE IF NOT EXISTS labels (
    slug  TEXT PRIMARY KEY,
    name  TEXT NOT NULL UNIQUE
);

CREATE TABLE IF NOT EXISTS mail_labels (
    mail_id  INTEGER NOT NULL REFERENCES mails (id) ON DELETE CASCADE,
    label    TEXT NOT NULL REFERENCES labels (slug) ON DELETE CASCADE,
    PRIMARY KEY (mail_id, label)
) WITHOUT ROWID;
