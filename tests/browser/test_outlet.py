"""The one way out: what is asked for gets there and back as it would without it, and the refused does not."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import pytest

from handrail.browser.outlet import outlet
from handrail.errors import Blocked
from tests.app import Answer, App, Received


def only(*hosts: str):  # type: ignore[no-untyped-def]
    def judge(url: str) -> None:
        if urlsplit(url).netloc not in hosts:
            raise Blocked("not there")

    return judge


async def exchanged(proxy: str | None, *sent: bytes) -> bytes:
    """All that comes back on one connection; each part is sent when something has come for the one before."""
    assert proxy is not None
    parts = urlsplit(proxy)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    came = b""
    for number, part in enumerate(sent):
        if number:
            came += await reader.read(65536)
        writer.write(part)
    came += await reader.read()
    writer.close()
    return came


def echo(request: Received) -> Answer:
    return Answer(f"{request.method} {request.query} {request.body.decode()}")


async def test_a_request_reaches_its_server_and_each_is_judged() -> None:
    with App({"/in": echo}) as app, App({"/": "no"}) as other:
        async with outlet(only(app.host)) as proxy:
            asked = f"POST {app.url}/in?a=1 HTTP/1.1\r\nHost: {app.host}\r\nContent-Length: 4\r\n"
            came = await exchanged(proxy, f"{asked}Proxy-Connection: keep-alive\r\n\r\nbody".encode())
            assert came.startswith(b"HTTP/1.1 200") and came.endswith(b"POST {'a': '1'} body")
            # Another request on the same connection would pass by the judge.
            assert b"Connection: close" in came
            assert "proxy-connection" not in app.received[0].headers
            refused = await exchanged(proxy, f"GET {other.url}/ HTTP/1.1\r\n\r\n".encode())
        assert refused.startswith(b"HTTP/1.1 403") and not other.received


async def test_a_tunnel_is_judged_by_its_end() -> None:
    with App({"/in": echo}) as app:
        request = b"GET /in HTTP/1.1\r\nConnection: close\r\n\r\n"
        async with outlet(only(app.host)) as proxy:
            open_ = f"CONNECT {app.host} HTTP/1.1\r\n\r\n".encode()
            came = await exchanged(proxy, open_, request)
            assert came.startswith(b"HTTP/1.1 200 Connection established") and came.endswith(b"GET {} ")
            refused = await exchanged(proxy, b"CONNECT evil.example:443 HTTP/1.1\r\n\r\n")
    assert refused.startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize("line", [b"GET /x HTTP/1.1", b"x", b"GET ftp://a/ HTTP/1.1"])
async def test_what_is_no_request_for_a_proxy_is_dropped(line: bytes) -> None:
    async with outlet(only()) as proxy:
        assert await exchanged(proxy, line + b"\r\n\r\n") == b""


async def test_the_proxy_of_the_machine_is_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[bytes] = []

    async def between(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        heard.append(head)
        rest = b"\r\nthrough" if head.startswith(b"CONNECT") else b"Content-Length: 2\r\n\r\nhi"
        writer.write(b"HTTP/1.1 200 OK\r\n" + rest)
        writer.close()

    server = await asyncio.start_server(between, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    for name in ("http_proxy", "https_proxy"):
        monkeypatch.setenv(name, f"http://ana:secret@127.0.0.1:{port}")
    monkeypatch.setenv("no_proxy", "")
    async with outlet(only("app.example", "app.example:443")) as proxy:
        plain = await exchanged(proxy, b"GET http://app.example/x HTTP/1.1\r\nHost: app.example\r\n\r\n")
        tunnel = await exchanged(proxy, b"CONNECT app.example:443 HTTP/1.1\r\n\r\n")
    server.close()
    assert plain.endswith(b"hi") and tunnel.endswith(b"through")
    assert heard[0].startswith(b"GET http://app.example/x HTTP/1.1\r\n")
    assert heard[1].startswith(b"CONNECT app.example:443 HTTP/1.1\r\n")
    assert all(b"Proxy-Authorization: Basic YW5hOnNlY3JldA==" in head for head in heard)


async def test_without_a_judge_nothing_stands_between() -> None:
    async with outlet(None) as proxy:
        assert proxy is None
