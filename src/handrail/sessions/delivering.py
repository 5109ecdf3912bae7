"""Telling something to a place outside: by HTTP and by mail, with an error that says what to mend."""

from __future__ import annotations

import json
import os
import smtplib
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from email.message import EmailMessage
from typing import Any, Final

from handrail.approvals.sending import SIGNATURE_HEADER, signature
from handrail.errors import EnvironmentLack, TransientError

SECONDS: Final = 10.0
_MOST_BYTES: Final = 1_000_000


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *given: Any) -> None:
        # What is told is for this address alone.
        return None


def post(url: str, content: bytes, headers: Mapping[str, str], *, seconds: float = SECONDS) -> bytes:
    """Send a POST and give what is answered with a status of 2xx; no redirect is followed.

    Raises TransientError where the place does not take it.
    """
    request = urllib.request.Request(url, content, dict(headers), method="POST")
    try:
        with urllib.request.build_opener(_NoRedirect).open(request, timeout=seconds) as answer:
            return bytes(answer.read(_MOST_BYTES))
    except urllib.error.HTTPError as error:
        with error:
            raise TransientError(f"It answered with status {error.code}.", place=_shown(url)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise TransientError(f"It cannot be reached: {reason}.", place=_shown(url)) from None


def post_json(
    url: str,
    document: object,
    *,
    secret_from: str | None = None,
    token_from: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> bytes:
    """Send JSON, signed with the key and authorised with the token that these variables hold.

    Raises TransientError where the place does not take it, EnvironmentLack for a variable that is not set.
    """
    content = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    given = {"Content-Type": "application/json", "User-Agent": "handrail", **(headers or {})}
    if secret_from:
        given[SIGNATURE_HEADER] = signature(variable(secret_from), int(time.time()), content)
    if token_from:
        given["Authorization"] = f"Bearer {variable(token_from)}"
    return post(url, content, given)


def variable(name: str) -> str:
    """What an environment variable holds. Raises EnvironmentLack where it is not set."""
    value = os.environ.get(name)
    if not value:
        raise EnvironmentLack(f"The environment variable {name} is not set.", mend=f"Set {name}.")
    return value


def send_mail(
    message: EmailMessage,
    *,
    server: str,
    security: str,
    user: str | None = None,
    password: str | None = None,
) -> None:
    """Give a message to a mail server: `host:port`, with `security` of `tls`, `starttls` or `none`.

    Raises TransientError where it is not taken.
    """
    host, _, port = server.rpartition(":")
    try:
        if security == "tls":
            context = ssl.create_default_context()
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(host, int(port), timeout=SECONDS, context=context)
        else:
            smtp = smtplib.SMTP(host, int(port), timeout=SECONDS)
        with smtp:
            if security == "starttls":
                smtp.starttls(context=ssl.create_default_context())
            if user and password:
                smtp.login(user, password)
            smtp.send_message(message)
    except (OSError, smtplib.SMTPException) as error:
        raise TransientError(f"The mail server does not take it: {error}.", place=server) from None


def _shown(url: str) -> str:
    """The address without what may be a secret in it."""
    return url.partition("?")[0]
