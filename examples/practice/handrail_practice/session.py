"""Who is visiting: sessions kept in the app's database, each with its own token against forgery.

A visitor who has not signed in has a session too, so that the sign-in form is protected as well.
"""

import secrets
import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Account:
    email: str
    password: str
    token: str = ""
    """For programs that call the app's interface without signing in; empty where there is none."""

    def accepts(self, email: str, password: str) -> bool:
        same_password = secrets.compare_digest(password.encode(), self.password.encode())
        return email.strip().lower() == self.email and same_password

    def accepts_token(self, token: str) -> bool:
        return bool(self.token) and secrets.compare_digest(token.encode(), self.token.encode())


@dataclass(frozen=True, slots=True)
class Session:
    token: str
    user: str | None
    csrf: str

    def allows(self, csrf: str) -> bool:
        """Whether a form carried this session's own token."""
        return secrets.compare_digest(csrf.encode(), self.csrf.encode())


def open_session(db: sqlite3.Connection, user: str | None) -> Session:
    session = Session(secrets.token_urlsafe(32), user, secrets.token_urlsafe(16))
    db.execute(
        "INSERT INTO sessions (token, user, csrf) VALUES (?, ?, ?)",
        (session.token, session.user, session.csrf),
    )
    return session


def find_session(db: sqlite3.Connection, token: str) -> Session | None:
    row = db.execute("SELECT token, user, csrf FROM sessions WHERE token = ?", (token,)).fetchone()
    return Session(*row) if row else None


def close_session(db: sqlite3.Connection, session: Session) -> None:
    db.execute("DELETE FROM sessions WHERE token = ?", (session.token,))


def forget_sessions(db: sqlite3.Connection) -> None:
    """Whoever was signed in must sign in again."""
    db.execute("DELETE FROM sessions")


def leave_message(db: sqlite3.Connection, session: Session, message: str) -> None:
    """Keep a message for the next page that this session opens."""
    db.execute("UPDATE sessions SET message = ? WHERE token = ?", (message, session.token))


def take_message(db: sqlite3.Connection, session: Session) -> str | None:
    (message,) = db.execute("SELECT message FROM sessions WHERE token = ?", (session.token,)).fetchone() or (
        None,
    )
    if message is not None:
        db.execute("UPDATE sessions SET message = NULL WHERE token = ?", (session.token,))
    return message
