"""Looking for a mail that a run should have caused, over IMAP. The mailbox is opened for reading only.

`imaplib` is of the standard library and waits; it is used from a thread (`Channels`).
"""

from __future__ import annotations

import contextlib
import email
import email.policy
import imaplib
import ipaddress
import re
import ssl
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Final
from urllib.parse import unquote, urlsplit

from handrail.actuators.excerpts import excerpt, folded
from handrail.actuators.seen import Finding
from handrail.errors import PermanentError, TransientError
from handrail.sop.condition import MailReads

_NEWEST: Final = 50
"""How many of the mails since the session's start are looked at."""
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_PORTS: Final = {"imap": 143, "imaps": 993}
_CAME: Final = re.compile(rb'INTERNALDATE "([^"]+)"')


@dataclass(frozen=True)
class _Mailbox:
    """An address taken apart; secrets are kept from `repr`."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    folder: str

    def __repr__(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}"


def read_mailbox(address: str, condition: MailReads, since: datetime, seconds: float) -> Finding:
    """Whether a mail that fits has come since then. Raises RunError where the mailbox cannot be read."""
    mailbox = _parse(address, condition.mailbox)
    hidden = (address, mailbox.password)
    try:
        server = _sign_in(mailbox, condition.mailbox, seconds)
    except ssl.SSLError as error:
        raise PermanentError(
            f"No trusted connection to the mailbox '{condition.mailbox}': {error.reason}."
        ) from None
    except (OSError, imaplib.IMAP4.abort) as error:
        raise TransientError(
            f"The mailbox '{condition.mailbox}' could not be reached: {_said(error, hidden)}.",
            mend="Check that the server runs and that the address is right.",
        ) from None
    except imaplib.IMAP4.error as error:
        raise PermanentError(
            f"The mailbox '{condition.mailbox}' refused the sign-in: {_said(error, hidden)}.",
            mend="Correct the user and password in the secret.",
        ) from None
    try:
        return _look(server, mailbox, condition, since)
    except (OSError, imaplib.IMAP4.error) as error:
        raise TransientError(
            f"The mailbox '{condition.mailbox}' could not be read: {_said(error, hidden)}."
        ) from None
    finally:
        with contextlib.suppress(OSError, imaplib.IMAP4.error):
            server.logout()


def _parse(address: str, name: str) -> _Mailbox:
    parts = urlsplit(address)
    try:
        port = parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        port = 0
    if parts.scheme not in _PORTS or not parts.hostname or not parts.username or not port:
        raise PermanentError(
            f"The secret '{name}' does not hold the address of a mailbox.",
            mend="Write it as in imaps://user:password@host/INBOX, with %40 for an @ in the user's name.",
        )
    return _Mailbox(
        scheme=parts.scheme,
        host=parts.hostname,
        port=port,
        user=unquote(parts.username),
        password=unquote(parts.password or ""),
        folder=unquote(parts.path.strip("/")) or "INBOX",
    )


def _sign_in(mailbox: _Mailbox, name: str, seconds: float) -> imaplib.IMAP4:
    server: imaplib.IMAP4
    trusted = ssl.create_default_context()
    if mailbox.scheme == "imaps":
        server = imaplib.IMAP4_SSL(mailbox.host, mailbox.port, ssl_context=trusted, timeout=seconds)
    else:
        server = imaplib.IMAP4(mailbox.host, mailbox.port, timeout=seconds)
        if "STARTTLS" in server.capabilities:
            server.starttls(trusted)
        elif not _is_loopback(mailbox.host):
            server.shutdown()
            raise PermanentError(
                f"The mailbox '{name}' would get its password unencrypted: its server offers no encryption.",
                mend="Use imaps://.",
            )
    server.login(mailbox.user, mailbox.password)
    return server


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _look(server: imaplib.IMAP4, mailbox: _Mailbox, condition: MailReads, since: datetime) -> Finding:
    status, _ = server.select(_quoted(mailbox.folder), readonly=True)
    if status != "OK":
        raise PermanentError(f"The mailbox '{condition.mailbox}' has no folder '{mailbox.folder}'.")
    seen: list[str] = []
    for mail in _since(server, since):
        subject = str(mail.get("subject", ""))
        if _fits(mail, condition):
            words = f"from {mail.get('from', '')}: {subject}"
            return Finding(held=True, seen=excerpt(words), read_back=True)
        seen.append(subject)
    others = f"{len(seen)} other mails: {'; '.join(seen)}" if seen else "no mail since the session began"
    return Finding(held=False, seen=excerpt(others), read_back=True)


def _since(server: imaplib.IMAP4, since: datetime) -> Iterator[EmailMessage]:
    """The mails since then, the newest first."""
    # SEARCH knows days alone, and in the server's time zone (RFC 3501, 6.4.4): a day more is asked for.
    day = since.astimezone(UTC) - timedelta(days=1)
    _, found = server.uid("SEARCH", f"SINCE {day.day}-{_MONTHS[day.month - 1]}-{day.year}")
    uids = found[0].split() if found and found[0] else []
    for uid in reversed(uids[-_NEWEST:]):
        # PEEK leaves the mail unread.
        _, parts = server.uid("FETCH", uid.decode(), "(INTERNALDATE BODY.PEEK[])")
        for part in parts:
            if isinstance(part, tuple) and _came(part[0]) >= since.replace(microsecond=0):
                message = email.message_from_bytes(part[1], policy=email.policy.default)
                assert isinstance(message, EmailMessage)
                yield message


def _came(head: bytes) -> datetime:
    """When the server received the mail; mails of which it does not say so count as old."""
    found = _CAME.search(head)
    try:
        return datetime.strptime(found[1].decode().strip(), "%d-%b-%Y %H:%M:%S %z") if found else _LONG_AGO
    except ValueError:
        return _LONG_AGO


_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


def _fits(mail: EmailMessage, condition: MailReads) -> bool:
    said = (
        (condition.sender, str(mail.get("from", "")).lower()),
        (condition.subject, str(mail.get("subject", "")).lower()),
    )
    if any(wanted is not None and wanted.lower() not in there for wanted, there in said):
        return False
    return condition.contains is None or " ".join(condition.contains.split()) in _text(mail)


def _text(mail: EmailMessage) -> str:
    body = mail.get_body(("plain", "html"))
    if body is None:
        return ""
    try:
        return folded(str(body.get_content()))
    except (LookupError, ValueError):
        return ""


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _said(error: Exception, hidden: Iterable[str]) -> str:
    """What the server or the system said, without a full stop."""
    first = error.args[0] if isinstance(error, imaplib.IMAP4.error) and error.args else error
    said = first.decode("utf-8", "replace") if isinstance(first, bytes) else str(first)
    return excerpt(said, hidden).rstrip(".")
