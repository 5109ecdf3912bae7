"""Asking a server that does not behave as one."""

from __future__ import annotations

import socket
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from handrail._web import ask

HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n"


@contextmanager
def answering(said: bytes, letter: bytes) -> Iterator[str]:
    """A server that says something, and then one letter after the other for as long as anybody listens."""
    over = threading.Event()

    def serve() -> None:
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            connection.recv(65536)
            connection.sendall(said)
            while letter and not over.wait(0.02):
                connection.sendall(letter)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        over.set()
        thread.join()


@pytest.mark.parametrize(
    ("said", "letter"),
    [
        (HEAD + b"\r\n", b"x"),
        (HEAD, b"X: y\r\n"),
        (b"\x00\x01 hello\r\n\r\n", b""),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b""),
        (HEAD + b"X: " + b"y" * 70_000 + b"\r\n\r\n", b""),
    ],
    ids=["a body without end", "a head without end", "no HTTP", "broken parts", "a long line"],
)
def test_a_server_that_does_not_answer_as_one_is_an_error_and_holds_nobody_up(
    said: bytes, letter: bytes
) -> None:
    with answering(said, letter) as url, pytest.raises(OSError):
        ask(urllib.request.Request(url), seconds=0.2, most_bytes=1_000_000)


def test_an_answer_is_read_up_to_a_length() -> None:
    with answering(HEAD + b"\r\n" + b"a" * 100_000, b"") as url:
        assert ask(urllib.request.Request(url), seconds=5, most_bytes=7) == b"a" * 7
