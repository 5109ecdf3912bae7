"""A cable to an app that can be cut: a proxy on loopback that passes bytes on, or lets nothing through."""

from __future__ import annotations

import contextlib
import socket
import threading
from dataclasses import dataclass
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit


@dataclass
class Cut:
    """When the cable is cut, and for how long."""

    request: bytes
    """Bytes of a request by which it is known."""
    number: int
    """At so many of them from now on."""
    arrives: bool
    """Whether the request still arrives, and only its response does not."""
    seconds: float


class Cable:
    """Passes connections on to `url` while the context lasts."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._to = (parts.hostname or "127.0.0.1", parts.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._whole = threading.Event()
        self._whole.set()
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._cut_at: Cut | None = None
        self.cuts = 0
        """How often it was cut."""

    def cut_at(self, cut: Cut | None) -> None:
        """Cut all connections at that request, and refuse new ones for a while; none is to come any more."""
        self._cut_at = cut

    def _is_last(self, data: bytes) -> Cut | None:
        """The cut that these bytes bring about."""
        with self._lock:
            cut = self._cut_at
            if cut is None or cut.request not in data:
                return None
            cut.number -= 1
            if cut.number:
                return None
            self._cut_at = None
            self.cuts += 1
            return cut

    def _cut(self, seconds: float) -> None:
        self._whole.clear()
        with self._lock:
            for connection in self._open:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
        timer = threading.Timer(seconds, self.mend)
        timer.daemon = True
        timer.start()

    def mend(self) -> None:
        """Let connections through again."""
        self._whole.set()

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if not self._whole.is_set():
                    near.close()
                    continue
                threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(self._to)
        except OSError:
            near.close()
            return
        with self._lock:
            self._open |= {near, far}
        other = threading.Thread(target=_pump, args=(far, near), daemon=True)
        other.start()
        self._pump_requests(near, far)
        other.join()
        with self._lock:
            self._open -= {near, far}
        near.close()
        far.close()

    def _pump_requests(self, near: socket.socket, far: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := near.recv(65536):
                last = self._is_last(data)
                if last is None or last.arrives:
                    far.sendall(data)
                if last is not None:
                    self._cut(last.seconds)
        with contextlib.suppress(OSError):
            far.shutdown(socket.SHUT_WR)


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
