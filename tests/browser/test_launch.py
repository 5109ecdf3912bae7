"""What the browser is started with."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from socket import socket

import pytest

from handrail.browser.driver import harmless_part
from handrail.browser.launch import launch_browser
from handrail.errors import BrowserMissing


def test_pages_run_in_processes_that_hold_no_secret() -> None:
    given = {"PATH": "/bin", "DISPLAY": ":0", "XDG_RUNTIME_DIR": "/run/user/0", "MONKEY": "7"}
    kept_out = {
        "HANDRAIL_SECRET_CRM": "1",
        "HANDRAIL_VAULT_TOKEN": "2",
        "HANDRAIL_DATABASE_URL": "3",
        "OPENAI_API_KEY": "4",
        "PGPASSWORD": "5",
        "DB_PASS": "6",
        "DATABASE_URL": "postgresql://app:s3cret@db.example/crm",
        "BROKER": "amqp://:s3cret@mq.example",
        "CRM": "Server=db;User Id=app;Password=s3cret",
        "STORAGE": "DefaultEndpointsProtocol=https;AccountKey=abc==",
        "ACCOUNT": '{"type": "service_account", "private_key": "x"}',
        "DEPLOY": "-----BEGIN OPENSSH PRIVATE KEY-----\nabc",
        "CI": "ghp_0123456789abcdef",
        "SESSION": "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.",
    }
    given |= {"SITE": "https://crm.example/a:b@c", "PROFILE": "key=value", "LANG": "de_DE.UTF-8"}
    assert harmless_part({**given, **kept_out}) == given


def test_a_proxy_is_told_without_its_password() -> None:
    told = {"https_proxy": "http://ana:s3cret@proxy.example:3128", "NO_PROXY": "localhost"}
    assert harmless_part(told) == {"https_proxy": "http://proxy.example:3128", "NO_PROXY": "localhost"}


async def test_a_taken_port_for_other_programs_is_told_before_the_browser_starts() -> None:
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(BrowserMissing, match=f"port {port} .* cannot be used: Address already in use"):
            async with launch_browser(cdp_port=port):
                pass


@pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="it tells what a process was started with"
)
async def test_neither_the_browser_nor_its_driver_is_started_with_a_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("HANDRAIL_SECRET_CRM", "HANDRAIL_VAULT_TOKEN", "HANDRAIL_DATABASE_URL", "SMTP_PASSWORD"):
        monkeypatch.setenv(name, "canary-4711")
    monkeypatch.setenv("HARMLESS", "known-to-all")
    async with launch_browser() as launched:
        assert launched.browser is not None
        await (await launched.browser.new_page()).goto("data:text/html,x")
        started_with = {of: environment(of) for of in descendants(os.getpid())}
    assert [of for of, given in started_with.items() if b"canary-4711" in given] == []
    # The driver and the browser were looked at; its helpers overwrite theirs.
    assert sum(b"known-to-all" in given for given in started_with.values()) >= 2


def descendants(of: int) -> list[int]:
    """The processes that this one started, and those that they started."""
    own = [int(word) for tasks in read(of, "task/*/children") for word in tasks.split()]
    return [*own, *(found for one in own for found in descendants(one))]


def environment(of: int) -> bytes:
    return b"".join(read(of, "environ"))


def read(of: int, what: str) -> list[bytes]:
    found = []
    for path in Path(f"/proc/{of}").glob(what):
        # A helper may be gone, and one that is not of this user's cannot be read.
        with suppress(OSError):
            found.append(path.read_bytes())
    return found
