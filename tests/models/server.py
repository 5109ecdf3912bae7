"""A real HTTP server that speaks the providers' wire formats, and answers by a script.

What it sends is in `wire.py`. It is a double of a model, never of the libraries between.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

from tests.models.wire import INPUT_TOKENS, OUTPUT_TOKENS, Heard, wire_of

__all__ = [
    "INPUT_TOKENS",
    "OUTPUT_TOKENS",
    "Fault",
    "Heard",
    "ModelServer",
    "Refusal",
    "Script",
    "model_server",
]


@dataclass(frozen=True)
class Fault:
    """An answer that is none."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b"{}"
    cut: bool = False
    """The connection ends before the body does."""
    streamed: bool = False
    """It comes in chunks, and the connection ends in the middle of one."""
    stall: threading.Event | None = None
    """Nothing comes until this is set."""


@dataclass(frozen=True)
class Refusal:
    """The model will not, in the way in which its provider says so."""

    words: str = "I cannot help with that."


Script = Callable[[Heard], dict[str, Any] | str | Fault | Refusal]


class ModelServer:
    """What it was asked, and where it stands."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.heard: list[Heard] = []
        self.lock = threading.Lock()
        self.address = ""

    @property
    def base_url(self) -> str:
        """For OpenAI's library; Anthropic's wants `address`."""
        return f"{self.address}/v1"


@contextmanager
def model_server(script: Script) -> Iterator[ModelServer]:
    """The server, on a port of its own, until the block ends."""
    server = ModelServer(script)

    class Handler(_Handler):
        serves = server

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.address = f"http://127.0.0.1:{http.server_port}"
    thread = threading.Thread(target=http.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    serves: ClassVar[ModelServer]
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: Any) -> None:
        return

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        wire = wire_of(self.path)
        heard = wire.heard(self.path, body)
        with self.serves.lock:
            self.serves.heard.append(heard)
        answer = self.serves.script(heard)
        if isinstance(answer, Fault):
            self._fault(answer)
        elif isinstance(answer, Refusal):
            self._send(200, {}, wire.refusal(body, answer.words).encode())
        else:
            text = answer if isinstance(answer, str) else json.dumps(answer)
            self._send(200, {}, wire.answer(body, text).encode())

    def _fault(self, fault: Fault) -> None:
        if fault.stall is not None:
            fault.stall.wait(30)
        if fault.streamed:
            self.send_response(fault.status)
            self.send_header("content-type", "application/json")
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            self.wfile.write(f"{len(fault.body) + 100:x}\r\n".encode() + fault.body)
            self.close_connection = True
            return
        if fault.cut:
            self.send_response(fault.status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(fault.body) + 100))
            self.end_headers()
            self.wfile.write(fault.body)
            self.close_connection = True
            return
        self._send(fault.status, fault.headers, fault.body)

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        try:
            self.send_response(status)
            for name, value in {"content-type": "application/json", **headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
