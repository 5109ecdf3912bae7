"""Sending a notice: by mail, or to a webhook. Blocking; to be called in a thread."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import smtplib
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any, Final
from urllib.parse import urlsplit

from handrail._web import ask
from handrail.approvals.document import Channel, MailChannel, WebhookChannel, secret_named
from handrail.approvals.notice import Notice
from handrail.errors import HandrailError, TransientError

Lookup = Callable[[str], str]
"""The value of a secret by its name. Raises HandrailError where it cannot be had."""

SECONDS: Final = 20.0
_MOST_BYTES: Final = 1_000_000
SIGNATURE_HEADER: Final = "Handrail-Signature"


class NotSent(HandrailError):
    """A notice that the other side refuses for good: no further try would help."""


def send(channel: Channel, notice: Notice, address: str, lookup: Lookup) -> None:
    """Send a notice; `address` is the person's mail address, for mail.

    Raises TransientError where a later try may succeed, NotSent where none will, and what `lookup` raises.
    """
    if isinstance(channel, MailChannel):
        _mail(channel, notice, address, lookup)
    else:
        _post(channel, notice, lookup)


def message(channel: MailChannel, notice: Notice, address: str) -> EmailMessage:
    """The mail: text, and the same as a page with the picture in it."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = channel.sender, address, notice.subject
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain="handrail.invalid")
    # Nobody's holiday note answers it.
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(notice.text())
    picture = make_msgid(domain="handrail.invalid") if notice.picture else ""
    mail.add_alternative(notice.html(f"cid:{picture[1:-1]}" if picture else ""), subtype="html")
    if notice.picture:
        page: Any = mail.get_payload()[1]  # type: ignore[index]
        page.add_related(notice.picture, "image", "jpeg", cid=picture, filename="page.jpg")
    return mail


def _mail(channel: MailChannel, notice: Notice, address: str, lookup: Lookup) -> None:
    send_mail(channel, message(channel, notice, address), lookup)


def send_mail(channel: MailChannel, mail: EmailMessage, lookup: Lookup) -> None:
    """Give a mail to the channel's server. Raises TransientError, NotSent, and what `lookup` raises."""
    password = lookup(secret_named(channel.password)) if channel.password else ""
    place = f"{channel.host}:{channel.port}"
    try:
        with _server(channel) as server:
            if channel.user is not None:
                server.login(channel.user, password)
            server.send_message(mail)
    except smtplib.SMTPAuthenticationError:
        raise TransientError("The mail server does not accept user and password.", place=place) from None
    except smtplib.SMTPRecipientsRefused:
        raise NotSent(f"The mail server does not take mail for {mail['To']}.", place=place) from None
    except smtplib.SMTPResponseException as error:
        kind = NotSent if 500 <= error.smtp_code < 600 else TransientError
        raise kind(f"The mail server answered with {error.smtp_code}.", place=place) from None
    except (OSError, smtplib.SMTPException) as error:
        raise TransientError(f"The mail could not be sent ({type(error).__name__}).", place=place) from None


def _server(channel: MailChannel) -> smtplib.SMTP:
    context = ssl.create_default_context(cafile=str(channel.ca_file) if channel.ca_file else None)
    if channel.security == "tls":
        return smtplib.SMTP_SSL(channel.host, channel.port, timeout=SECONDS, context=context)
    server = smtplib.SMTP(channel.host, channel.port, timeout=SECONDS)
    if channel.security == "starttls":
        try:
            server.starttls(context=context)
        except BaseException:
            server.close()
            raise
    return server


def signature(secret: str, moment: int, body: bytes) -> str:
    """What the header of a webhook says: `t=…,v1=…`, HMAC-SHA-256 over the time, a full stop and the body."""
    digest = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"


def _post(channel: WebhookChannel, notice: Notice, lookup: Lookup) -> None:
    document = notice.document()
    if channel.picture and notice.picture:
        document["picture_jpeg"] = base64.b64encode(notice.picture).decode()
    post_json(channel.url, document, secret=lookup(secret_named(channel.secret)))


def post_json(
    url: str, document: object, *, secret: str | None = None, headers: Mapping[str, str] | None = None
) -> bytes:
    """Send JSON, signed where there is a key. Raises TransientError, NotSent."""
    body = json.dumps(document, ensure_ascii=False).encode()
    given = {"Content-Type": "application/json", **(headers or {})}
    if secret is not None:
        given[SIGNATURE_HEADER] = signature(secret, int(time.time()), body)
    return post(url, body, given)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> bytes:
    """Send a POST; what is answered. Raises TransientError where a later try may succeed, else NotSent."""
    request = urllib.request.Request(url, data=body, headers={"User-Agent": "Handrail", **headers})
    place = urlsplit(url).netloc
    try:
        return ask(request, seconds=SECONDS, most_bytes=_MOST_BYTES)
    except urllib.error.HTTPError as error:
        error.close()
        kind = NotSent if error.code in {400, 401, 403, 404, 405, 410, 413, 415, 422} else TransientError
        raise kind(f"The webhook answered with {error.code}.", place=place) from None
    except (OSError, ValueError) as error:
        raise TransientError(f"The webhook cannot be reached ({_cause(error)}).", place=place) from None


def _cause(error: OSError | ValueError) -> str:
    """What the system says, such as "Connection refused"; the name of an error that may quote the address."""
    inner = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(inner, TimeoutError):
        return f"no answer within {SECONDS:g} seconds"
    return (inner.strerror if isinstance(inner, OSError) else None) or type(inner).__name__
