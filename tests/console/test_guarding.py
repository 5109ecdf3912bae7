"""What keeps the service to itself: origins, headers, paths, the scope and the end of tokens."""

from __future__ import annotations

import http.client
import json
import re
import shutil
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets import Origin
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from handrail.console.access import AccessDocument
from handrail.console.app import make_app
from handrail.console.limiting import RateLimits
from handrail.console.tokens import Tokens
from handrail.errors import UsageError
from handrail.sessions.service.opening import open_service

from .conftest import Served


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/nowhere", "/answer/x", "/sign-in", "/openapi.json"])
def test_every_answer_has_the_safe_headers(idle: Served, path: str) -> None:
    headers = httpx.get(idle.url + path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    own_page = path.startswith(("/answer", "/sign"))
    assert headers["referrer-policy"] == ("same-origin" if own_page else "no-referrer")
    assert headers["cache-control"] == (
        "no-store" if path.startswith(("/api", "/answer", "/sign")) else "no-cache"
    )


def test_no_proxy_that_nobody_named_says_that_a_secret_came_over_https(idle: Served) -> None:
    with idle.client() as admin:
        for said in ({"X-Forwarded-Proto": "https"}, {"Forwarded": "for=203.0.113.9"}):
            refused = admin.post("/api/console/secrets", json={"name": "x", "value": "y"}, headers=said)
            assert refused.status_code == 403 and "access.yaml" in refused.text


@pytest.mark.parametrize("announced", [True, False])
@pytest.mark.parametrize(("known", "most"), [(True, 20_000_000), (False, 100_000)])
def test_what_is_too_long_is_refused_before_it_is_read_and_while_it_comes(
    idle: Served, announced: bool, known: bool, most: int
) -> None:
    """A stranger is read less of than somebody with a token; nothing of 60 MB is kept in memory."""
    address = urlsplit(idle.url)
    token = Tokens(idle.home).first() if known else "guess"
    connection = http.client.HTTPConnection(address.hostname or "", address.port or 0, timeout=60)
    connection.putrequest("POST", "/api/console/import?file=x.json")
    connection.putheader("Authorization", f"Bearer {token}")
    connection.putheader("Content-Type", "application/octet-stream")
    if announced:
        connection.putheader("Content-Length", str(most + 1))
        connection.endheaders()
    else:
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        block = bytes(50_000)
        for _ in range(most // len(block)):
            connection.send(b"%x\r\n%s\r\n" % (len(block), block))
        # One more, and the end is never said.
        connection.send(b"1\r\n0\r\n")
    answer = connection.getresponse()
    assert answer.status == 413
    assert "too long" in answer.read().decode()
    connection.close()


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_another_sites_page_changes_nothing(idle: Served, headers: dict[str, str]) -> None:
    with idle.client("operator") as client:
        body = {"sop": "plain", "inputs": {"name": "Zoë"}}
        assert client.post("/api/sessions", json=body, headers=headers).status_code == 403
        assert client.post("/answer/x", data={"answer": "allow"}, headers=headers).status_code == 403
        own = {"Origin": idle.url, "Sec-Fetch-Site": "same-origin"}
        assert client.post("/api/sessions", json=body, headers=own).status_code == 201


OPEN = {"get /healthz", "get /readyz", "get /api/sign-in", "post /api/sign-in"}
"""What needs no token."""


async def test_whatever_the_api_describes_needs_a_token(tmp_path: Path) -> None:
    service = open_service(tmp_path / "home")
    access = AccessDocument(limits=RateLimits(per_token=10**6, per_address=10**6, sign_ins=10**6))
    app = make_app(service, Tokens(tmp_path / "home"), tmp_path / "sops", access=access)
    transport = httpx.ASGITransport(app)
    answered = {}
    async with httpx.AsyncClient(transport=transport, base_url="http://handrail.example") as web:
        for path, operations in (await web.get("/openapi.json")).json()["paths"].items():
            for method in operations:
                answer = await web.request(method, re.sub(r"\{[^}]*\}", "x", path), json={})
                answered[f"{method} {path}"] = answer.status_code
    service.close()
    assert {operation for operation, status in answered.items() if status != 401} == OPEN
    assert len(answered) > 50


@pytest.mark.parametrize("path", ["sessions/x/live", "console/pick", "console/recordings/x/live"])
def test_a_picture_is_not_for_other_sites_nor_without_a_token(idle: Served, path: str) -> None:
    address = f"{idle.url.replace('http', 'ws', 1)}/api/{path}"
    with pytest.raises(InvalidStatus), connect(address, origin=Origin("https://evil.example")):
        pass
    for first in ('{"token": "wrong"}', '{"token": 7}', "{}", "[]", "nothing"):
        with connect(address, origin=Origin(idle.url)) as socket:
            socket.send(first)
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(30)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("sessions/x/live", "The live picture is for operators and approvers"),
        ("console/pick", "may not do this"),
        ("console/recordings/x/live", ""),
    ],
)
def test_a_picture_of_a_page_is_not_for_viewers(idle: Served, path: str, told: str) -> None:
    token = Tokens(idle.home).add(f"viewer of {path}", ["viewer"])
    with connect(f"{idle.url.replace('http', 'ws', 1)}/api/{path}") as socket:
        socket.send(json.dumps({"token": token}))
        if told:
            assert told in str(socket.recv(30))
        with pytest.raises(ConnectionClosed):
            socket.recv(30)


def test_who_may_look_on_and_not_operate_drives_nothing(idle: Served) -> None:
    token = Tokens(idle.home).add("apollo", ["approver"])
    with idle.client() as admin:
        wish = {"sop": "asking", "inputs": {"name": "Ann"}}
        session = admin.post("/api/sessions", json=wish).json()["session"]
        assert admin.post(f"/api/sessions/{session}/hand-off", json={"to": "apollo"}).is_success
    with connect(f"{idle.url.replace('http', 'ws', 1)}/api/sessions/{session}/live") as socket:
        socket.send(json.dumps({"token": token}))
        assert json.loads(socket.recv(30))["state"] == "none"
        socket.send('{"kind": "go", "where": "back"}')
        assert json.loads(socket.recv(30)) == {"refused": "apollo may not do this."}


def taken_back(idle: Served, session: str) -> None:
    Tokens(idle.home).remove("ida")


def handed_off(idle: Served, session: str) -> None:
    with idle.client() as admin:
        assert admin.post(f"/api/sessions/{session}/hand-off", json={"to": "otto"}).is_success


def expired(idle: Served, session: str) -> None:
    """It ends by itself."""


@pytest.mark.parametrize("event", [taken_back, handed_off, expired])
def test_what_is_open_is_closed_when_whoever_opened_it_may_not_any_more(
    idle: Served, event: Callable[[Served, str], None]
) -> None:
    tokens = Tokens(idle.home)
    if any(line.user == "ida" for line in tokens.lines()):
        tokens.remove("ida")
    token = tokens.add("ida", ["operator"], seconds=6 if event is expired else None)
    with httpx.Client(base_url=idle.url, headers={"Authorization": f"Bearer {token}"}, timeout=60) as ida:
        wish = {"sop": "asking", "inputs": {"name": "Ann"}}
        session = ida.post("/api/sessions", json=wish).json()["session"]
        live = f"{idle.url.replace('http', 'ws', 1)}/api/sessions/{session}/live"
        with connect(live) as socket, ida.stream("GET", f"/api/sessions/{session}/events") as stream:
            socket.send(json.dumps({"token": token}))
            assert json.loads(socket.recv(30))["state"] == "none"
            event(idle, session)
            for line in stream.iter_lines():
                assert line != "event: end", "that says that the session is over"
                assert line != ": nothing new", "it goes on"
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(30)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


SECRETS = ("root:", "[project]", "SHA-256", "digest")


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/assets/..%5c..%5c..%5ctokens.py",
        "/assets/../../tokens.py",
        "/assets/%252e%252e/%252e%252e/tokens.py",
        "/api/console/sops/..%2f..%2ftoken",
        "/api/console/sops/..%2f..%2ftokens.json",
        "/api/sessions/..%2f..%2ftoken",
        "/api/sessions/x/pictures/..%2f..%2ftoken",
        "/api/approvals/..%2f..%2ftoken",
        "/api/approvals/..%2f..%2ftoken/picture",
        "/answer/..%2f..%2ftoken",
        "/index.html%00.js",
    ],
)
def test_no_path_leads_out_of_what_is_served(idle: Served, path: str) -> None:
    tokens = Tokens(idle.home)
    at = urlsplit(idle.url)
    connection = http.client.HTTPConnection(at.hostname or "", at.port, timeout=30)
    # As it is written: other clients would tidy the path up before they send it.
    connection.putrequest("GET", path)
    connection.putheader("Authorization", f"Bearer {tokens.first()}")
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read().decode("utf-8", "replace")
    connection.close()
    assert answer.status in {400, 401, 404, 405, 409, 422}, path
    assert tokens.first() not in body
    assert not any(secret in body for secret in SECRETS)


def test_a_token_ends(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    token = tokens.add("ana", ["viewer"], seconds=3600)
    user = tokens.user_of(token)
    assert user is not None and user.name == "ana"
    (line,) = tokens.lines()
    assert line.holds(datetime.now(UTC) + timedelta(minutes=59))
    assert not line.holds(datetime.now(UTC) + timedelta(minutes=61))
    ended = tokens.add("ben", ["viewer"], seconds=1e-6)
    assert tokens.user_of(ended) is None


def test_a_user_has_several_tokens_by_name_and_one_is_taken_back(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    first, second = tokens.add("ana", ["viewer"]), tokens.add("ana", ["viewer"], name="ci")
    with pytest.raises(UsageError):
        tokens.add("ana", ["viewer"], name="ci")
    tokens.remove("ana", "ci")
    assert tokens.user_of(second) is None
    assert tokens.user_of(first) is not None
    assert first not in (tmp_path / "tokens.json").read_text(), "only its hash is kept"


def test_a_scope_narrows_what_the_roles_allow(idle: Served) -> None:
    token = Tokens(idle.home).add("scoped", ["admin"], scope=["see"])
    headers = {"Authorization": f"Bearer {token}"}
    assert httpx.get(f"{idle.url}/api/sessions", headers=headers).status_code == 200
    body = {"sop": "plain", "inputs": {"name": "Zoë"}}
    assert httpx.post(f"{idle.url}/api/sessions", json=body, headers=headers).status_code == 403
    assert httpx.get(f"{idle.url}/api/users", headers=headers).status_code in {403, 404}


async def test_a_service_whose_home_is_full_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_service(tmp_path / "home")) as service:
        app = make_app(service, Tokens(tmp_path / "home"), tmp_path / "sops")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
            assert (await client.get("/readyz")).status_code == 200
            full = shutil.disk_usage(tmp_path)._replace(free=4096)
            monkeypatch.setattr("handrail.sessions.operating.doctor.shutil.disk_usage", lambda _: full)
            answer = await client.get("/readyz")
            assert (answer.status_code, answer.json()["status"]) == (
                503,
                "nothing can be written to the home",
            )
