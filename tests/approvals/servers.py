"""Real servers that people are told by: SMTP with and without TLS, on loopback."""

from __future__ import annotations

import asyncio
import ipaddress
import queue
import ssl
import threading
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def certificate(folder: Path) -> Path:
    """A certificate for 127.0.0.1 with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "server.pem"
    path.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return path


class MailServer:
    """Takes mail while the context lasts; `wait` gives the next one that came."""

    def __init__(
        self, *, security: str = "none", pem: Path | None = None, password: str | None = None
    ) -> None:
        self._came: queue.Queue[EmailMessage] = queue.Queue()
        self.refuse: str | None = None
        """What it answers to the next mails, such as `451 later`."""
        context = None
        if pem is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(pem)

        def authenticate(*given: Any) -> AuthResult:
            data = given[-1]
            good = isinstance(data, LoginPassword) and data.password == (password or "").encode()
            return AuthResult(success=good, handled=False)

        more: dict[str, Any] = {}
        if security == "starttls":
            more = {"tls_context": context, "require_starttls": True}
        if password is not None:
            more |= {"authenticator": authenticate, "auth_required": True}
            # Inside of TLS from the first byte on, aiosmtpd does not see that it is encrypted.
            more["auth_require_tls"] = security == "starttls"
        self._loop = asyncio.new_event_loop()
        self._made = lambda: SMTP(self, hostname="127.0.0.1", loop=self._loop, **more)
        self._wrapped = context if security == "tls" else None
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self.port = 0

    async def handle_DATA(self, server: SMTP, session: object, envelope: Any) -> str:  # noqa: N802
        if self.refuse is not None:
            return self.refuse
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self._came.put(mail)
        return "250 OK"

    def wait(self, seconds: float = 60) -> EmailMessage:
        return self._came.get(timeout=seconds)

    @property
    def empty(self) -> bool:
        return self._came.empty()

    def __enter__(self) -> Self:
        self._thread.start()
        opening = self._loop.create_server(self._made, "127.0.0.1", 0, ssl=self._wrapped)
        self._server = asyncio.run_coroutine_threadsafe(opening, self._loop).result(60)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._server.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def link_of(mail: EmailMessage) -> str:
    """The path of the link in a mail."""
    line = next(line for line in text_of(mail).splitlines() if "/answer/" in line)
    return line[line.index("/answer/") :].strip()
