"""The one way out for what a context's pages ask for, where a policy says something of it.

It is a proxy on loopback that the browser gives everything to: what scripts, frames and workers of every kind
ask for, where they are redirected to, and their sockets. Whoever watches pages sees only a part of that.
Encrypted traffic stays so: its host alone is judged.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import ipaddress
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from handrail.errors import Blocked

Judge = Callable[[str], None]
"""Raises Blocked for an address that nothing may be sent to."""

_HEAD_BYTES: Final = 1_000_000
_CONNECT_SECONDS: Final = 30.0
_END: Final = b"\r\n\r\n"
_REFUSED: Final = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_UNREACHABLE: Final = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_OPEN: Final = b"HTTP/1.1 200 Connection established\r\n\r\n"
_OF_ONE_HOP: Final = (b"connection:", b"proxy-connection:", b"proxy-authorization:", b"keep-alive:")

NO_PEERS: Final = """for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"])
  Object.defineProperty(globalThis, name, { value: undefined })"""
"""A script for each page: connections between browsers pass by every proxy."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def outlet(judge: Judge | None) -> AsyncIterator[str | None]:
    """The address of a proxy that refuses what the judge refuses, while the context lasts; none without a
    judge: then nothing stands between the browser and the network."""
    if judge is None:
        yield None
        return
    made = _Outlet(judge)
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0, limit=_HEAD_BYTES)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await made.end()


class _Outlet:
    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._serving: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of the browser: one request, or one tunnel."""
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        try:
            await self._answer((reader, writer))
        except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError):
            # The browser sees a connection that was closed, as it would without anything in between.
            pass
        finally:
            self._serving.discard(task)
            await _close(writer)

    async def end(self) -> None:
        """Cut what is still open."""
        serving = list(self._serving)
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)

    async def _answer(self, browser: Streams) -> None:
        head = await browser[0].readuntil(_END)
        method, target, _ = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ", 2)
        tunnel = method == "CONNECT"
        url = _tunnelled(target) if tunnel else target
        parts = urlsplit(url)
        if parts.hostname is None or parts.scheme not in ("http", "https"):
            raise ValueError(target)
        try:
            self._judge(url)
        except Blocked:
            browser[1].write(_REFUSED)
            await browser[1].drain()
            return
        port = parts.port or (443 if parts.scheme == "https" else 80)
        via = _proxy_for(parts.scheme, parts.hostname)
        try:
            server = await _connected(via, parts.hostname, port, tunnel=tunnel)
        except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError):
            if tunnel:
                browser[1].write(_UNREACHABLE)
                await browser[1].drain()
            return
        try:
            if tunnel:
                browser[1].write(_OPEN)
                await _both_ways(browser, server)
            else:
                server[1].write(_passed_on(head, method, target, via))
                await _one_answer(browser, server)
        finally:
            await _close(server[1])


def _tunnelled(target: str) -> str:
    """The address of a tunnel's end: sockets without encryption are tunnelled, too."""
    return f"{'http' if target.endswith(':80') else 'https'}://{target}/"


def _proxy_for(scheme: str, host: str) -> str | None:
    """The proxy that this machine's settings name, which the browser would have used."""
    with contextlib.suppress(ValueError):
        if ipaddress.ip_address(host).is_loopback:
            return None
    if host == "localhost" or host.endswith(".localhost") or proxy_bypass(host):
        return None
    via = getproxies().get(scheme)
    return via if via and urlsplit(via).scheme == "http" else None


async def _connected(via: str | None, host: str, port: int, *, tunnel: bool) -> Streams:
    async with asyncio.timeout(_CONNECT_SECONDS):
        if via is None:
            # The browser knows these names by itself, a resolver may not.
            name = "127.0.0.1" if host.endswith(".localhost") else host
            return await asyncio.open_connection(name, port, limit=_HEAD_BYTES)
        parts = urlsplit(via)
        server = await asyncio.open_connection(parts.hostname, parts.port or 80, limit=_HEAD_BYTES)
        if tunnel:
            ends = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
            asked = f"CONNECT {ends} HTTP/1.1\r\nHost: {ends}\r\n".encode() + _credentials(via) + b"\r\n"
            server[1].write(asked)
            answer = await server[0].readuntil(_END)
            if answer.split(b" ", 2)[1] != b"200":
                await _close(server[1])
                raise OSError("the machine's proxy refuses")
        return server


def _credentials(via: str) -> bytes:
    parts = urlsplit(via)
    if parts.username is None:
        return b""
    text = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return b"Proxy-Authorization: Basic " + base64.b64encode(text.encode()) + b"\r\n"


def _passed_on(head: bytes, method: str, target: str, via: str | None) -> bytes:
    """The request as the server gets it; each has a connection of its own, so that each is judged."""
    parts = urlsplit(target)
    path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    first = f"{method} {path if via is None else target} HTTP/1.1\r\n".encode("latin-1")
    return first + _closing(head, b"" if via is None else _credentials(via))


def _closing(head: bytes, more: bytes = b"") -> bytes:
    """A head's fields, for a connection that ends behind its message."""
    fields = head.removesuffix(_END).split(b"\r\n")[1:]
    kept = [field for field in fields if not field.lower().startswith(_OF_ONE_HOP)]
    return b"".join(field + b"\r\n" for field in kept) + more + b"Connection: close\r\n\r\n"


async def _one_answer(browser: Streams, server: Streams) -> None:
    sending = asyncio.ensure_future(_pump(browser[0], server[1]))
    try:
        while True:
            head = await server[0].readuntil(_END)
            status = head.split(b"\r\n", 1)[0]
            if status.split(b" ", 2)[1].startswith(b"1"):
                browser[1].write(head)
                continue
            browser[1].write(status + b"\r\n" + _closing(head))
            break
        answering = asyncio.ensure_future(_pump(server[0], browser[1]))
        # A browser that has its answer, or wants it no more, closes: some servers would hold on.
        await asyncio.wait((answering, sending), return_when=asyncio.FIRST_COMPLETED)
        answering.cancel()
        await asyncio.gather(answering, return_exceptions=True)
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def _both_ways(browser: Streams, server: Streams) -> None:
    async with asyncio.TaskGroup() as group:
        group.create_task(_pump(browser[0], server[1], end=True))
        group.create_task(_pump(server[0], browser[1], end=True))


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, end: bool = False) -> None:
    with contextlib.suppress(OSError):
        while part := await source.read(65536):
            sink.write(part)
            await sink.drain()
        if end and sink.can_write_eof():
            sink.write_eof()


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
