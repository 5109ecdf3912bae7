"""A small IMAP server on loopback for tests: one account, mails that are given to it, what RFC 3501 asks."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from types import TracebackType
from typing import Final, Self

USER: Final = "ana@x.test"
PASSWORD: Final = 'p"ss w/rd'
_LINE: Final = re.compile(r"(\S+) (?:UID )?(\w+) ?(.*)")


@dataclass
class ImapServer:
    """Serves the mails of one folder, `INBOX`, while the context lasts, and logs the commands."""

    mails: list[tuple[datetime, bytes]] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)

    def __enter__(self) -> Self:
        server = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                server._converse(self.rfile.readline, self.wfile.write)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        # Stopping waits for the next poll.
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def address(self, password: str = "p%22ss%20w%2Frd", folder: str = "INBOX") -> str:
        return f"imap://ana%40x.test:{password}@127.0.0.1:{self._server.server_address[1]}/{folder}"

    def receive(
        self,
        subject: str,
        text: str,
        *,
        sender: str = "crm@app.test",
        at: datetime | None = None,
        html: str = "",
    ) -> None:
        """A mail comes in."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, USER, subject
        mail.set_content(text)
        if html:
            mail.add_alternative(html, subtype="html")
        self.mails.append((at or datetime.now(UTC), mail.as_bytes()))

    def _converse(self, read: Callable[[], bytes], write: Callable[[bytes], object]) -> None:
        write(b"* OK ready\r\n")
        while line := read():
            match = _LINE.match(line.decode().strip())
            assert match is not None, line
            tag, command, rest = match.groups()
            self.commands.append(f"{command} {rest}" if command != "LOGIN" else "LOGIN")
            for answer in self._answer(command, rest):
                write(answer if answer.startswith((b"*", b"+")) else tag.encode() + b" " + answer)
            if command == "LOGOUT":
                return

    def _answer(self, command: str, rest: str) -> list[bytes]:
        match command:
            case "CAPABILITY":
                return [b"* CAPABILITY IMAP4rev1\r\n", b"OK done\r\n"]
            case "LOGIN":
                right = rest == '{} "{}"'.format(USER, PASSWORD.replace('"', '\\"'))
                return [b"OK welcome\r\n" if right else b"NO wrong " + rest.encode() + b"\r\n"]
            case "EXAMINE" if rest != '"INBOX"':
                return [b"NO no such folder\r\n"]
            case "EXAMINE":
                return [f"* {len(self.mails)} EXISTS\r\n".encode(), b"OK [READ-ONLY] done\r\n"]
            case "SEARCH":
                return [self._search(rest), b"OK done\r\n"]
            case "FETCH":
                return [self._fetch(int(rest.split()[0])), b"OK done\r\n"]
            case "LOGOUT":
                return [b"* BYE\r\n", b"OK done\r\n"]
            case _:
                return [b"BAD not known here\r\n"]

    def _search(self, rest: str) -> bytes:
        day = datetime.strptime(rest, "SINCE %d-%b-%Y").date()
        found = [str(100 + place) for place, (at, _) in enumerate(self.mails) if at.date() >= day]
        return f"* SEARCH {' '.join(found)}\r\n".encode()

    def _fetch(self, uid: int) -> bytes:
        at, mail = self.mails[uid - 100]
        head = f'* {uid - 99} FETCH (UID {uid} INTERNALDATE "{at:%d-%b-%Y %H:%M:%S %z}" BODY[] '
        return head.encode() + b"{" + str(len(mail)).encode() + b"}\r\n" + mail + b")\r\n"
