"""Signing in by OpenID Connect, against a provider that signs with real keys."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from joserfc.jwk import ECKey, RSAKey

from handrail.console.access import AccessDocument, access_of
from handrail.console.app import make_app
from handrail.console.tokens import Tokens
from handrail.errors import PolicyError
from handrail.sessions.service.opening import open_service
from tests.sweeping import some_of

from .provider import OidcProvider

HERE = "https://handrail.example"


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[OidcProvider]:
    monkeypatch.setenv("HANDRAIL_SECRET_OIDC", "client secret")
    made = OidcProvider()
    with made.app:
        yield made


@pytest.fixture
async def web(tmp_path: Path, provider: OidcProvider) -> AsyncIterator[httpx.AsyncClient]:
    service = open_service(tmp_path / "home")
    access = AccessDocument.model_validate(
        {
            "address": HERE,
            "oidc": {
                "issuer": provider.issuer,
                "client_id": "handrail",
                "client_secret": "{{ secret:oidc }}",
                "name": "Company",
                "roles": {"leads": ["operator", "approver"]},
            },
        }
    )
    app = make_app(service, Tokens(tmp_path / "home"), tmp_path / "sops", access=access)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE) as client:
        yield client
    service.close()


async def sign_in(web: httpx.AsyncClient) -> httpx.Response:
    """To the provider and back, as a browser goes."""
    away = await web.get("/sign-in")
    assert away.status_code == 303
    async with httpx.AsyncClient(timeout=60) as outside:
        back = await outside.get(away.headers["location"])
    return await web.get(back.headers["location"])


async def test_a_person_signs_in_and_has_the_roles_of_their_groups(web: httpx.AsyncClient) -> None:
    assert (await web.get("/api/sign-in")).json() == {"oidc": "Company"}
    done = await sign_in(web)
    assert done.status_code == 303
    where, _, given = done.headers["location"].partition("#enter=")
    assert where == "/"
    entered = await web.post("/api/sign-in", json={"given": unquote(given)})
    token = entered.json()["token"]
    assert (await web.post("/api/sign-in", json={"given": unquote(given)})).status_code == 403
    assert done.headers["cache-control"] == "no-store"
    me = (await web.get("/api/me", headers={"Authorization": f"Bearer {token}"})).json()
    assert me == {"user": "ana@company.example", "roles": ["approver", "operator"]}


async def test_whoever_leaves_ends_the_token_and_its_link_signs_in_no_more(web: httpx.AsyncClient) -> None:
    done = await sign_in(web)
    given = {"given": unquote(done.headers["location"].partition("#enter=")[2])}
    kept = dict(web.cookies)
    token = (await web.post("/api/sign-in", json=given)).json()["token"]
    signed_in = {"Authorization": f"Bearer {token}"}
    assert (await web.get("/api/me", headers=signed_in)).status_code == 200
    assert (await web.post("/api/sign-out", headers=signed_in)).status_code == 204
    assert (await web.get("/api/me", headers=signed_in)).status_code == 401
    web.cookies.update(kept)
    assert (await web.post("/api/sign-in", json=given)).status_code == 403


async def test_a_link_that_signs_in_is_worth_nothing_in_another_browser(web: httpx.AsyncClient) -> None:
    """Whoever is sent one would work in another's name, and not see it."""
    done = await sign_in(web)
    given = {"given": unquote(done.headers["location"].partition("#enter=")[2])}
    cookie = next(one for one in done.headers.get_list("set-cookie") if one.startswith("handrail-enter="))
    assert {"HttpOnly", "Secure", "SameSite=strict", "Path=/api/sign-in"} <= {
        part.strip() for part in cookie.split(";")
    }
    own = dict(web.cookies)
    web.cookies.clear()
    assert (await web.post("/api/sign-in", json=given)).status_code == 403
    web.cookies.update(own)
    assert (await web.post("/api/sign-in", json=given)).status_code == 200


async def test_the_way_there_is_bound_to_the_browser(web: httpx.AsyncClient) -> None:
    away = await web.get("/sign-in")
    cookie = away.headers["set-cookie"]
    assert {"HttpOnly", "Secure", "SameSite=lax", "Path=/sign-in"} <= {
        part.strip() for part in cookie.split(";")
    }
    async with httpx.AsyncClient(timeout=60) as outside:
        back = (await outside.get(away.headers["location"])).headers["location"]
    web.cookies.clear()
    stranger = await web.get(back)
    assert stranger.status_code == 403
    assert "#enter" not in stranger.text
    other = await web.get("/sign-in")
    assert other.status_code == 303
    mixed = await web.get(back)
    assert mixed.status_code == 403 and "in this browser" in mixed.text


async def test_a_code_works_once(web: httpx.AsyncClient) -> None:
    away = await web.get("/sign-in")
    kept = dict(web.cookies)
    async with httpx.AsyncClient(timeout=60) as outside:
        back = (await outside.get(away.headers["location"])).headers["location"]
    assert (await web.get(back)).status_code == 303
    web.cookies.update(kept)
    assert (await web.get(back)).status_code == 403


Spoil = Callable[[OidcProvider], None]


def claims(**spoilt: Any) -> Spoil:
    return lambda provider: provider.spoil.update(spoilt)


def verified_elsewhere(provider: OidcProvider) -> None:
    provider.spoil = {"email_verified": None, "groups": None}
    provider.userinfo = {**provider.claims, "email": "eve@company.example"}


def another_key(provider: OidcProvider) -> None:
    provider.sign_with = RSAKey.generate_key(2048)


@pytest.mark.parametrize(
    "spoil",
    some_of(
        [
            claims(nonce="another"),
            claims(nonce=None),
            claims(iss="https://evil.example"),
            claims(aud="another"),
            claims(aud=["handrail", "another"]),
            claims(azp="another"),
            claims(exp=int(time.time()) - 3600),
            claims(exp=None),
            claims(sub=None),
            claims(email_verified=False),
            claims(email=None),
            claims(email="ana@company.example\u200b"),
            claims(email="ana@company.example\nadmin"),
            verified_elsewhere,
            claims(groups=["guests"]),
            claims(groups=None),
            another_key,
        ],
        *range(0, 17, 2),
    ),
)
async def test_an_identity_that_does_not_hold_lets_nobody_in(
    web: httpx.AsyncClient, provider: OidcProvider, spoil: Spoil
) -> None:
    spoil(provider)
    answer = await sign_in(web)
    assert answer.status_code == 403
    assert "You are not signed in" in answer.text


async def test_a_key_that_the_provider_changed_is_looked_for(
    web: httpx.AsyncClient, provider: OidcProvider
) -> None:
    assert (await sign_in(web)).status_code == 303
    provider.key, provider.algorithm = ECKey.generate_key("P-256", {"use": "sig"}, auto_kid=True), "ES256"
    assert (await sign_in(web)).status_code == 303


async def test_a_provider_that_is_gone_is_told(web: httpx.AsyncClient, provider: OidcProvider) -> None:
    provider.app.pages["/.well-known/openid-configuration"] = "no"
    answer = await web.get("/sign-in")
    assert answer.status_code == 502


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("oidc: {issuer: 'https://id.example', client_id: x}", "needs an 'address'"),
        ("oidc: {issuer: 'http://id.example', client_id: x}", "not https"),
        ("address: https://h.example\noidc: {issuer: 'https://i', client_id: x, client_secret: s}", "named"),
        ("limits: {per_minute: 3}", "no such setting"),
        ("proxies: ['*']", "no address and no network"),
        ("proxies: [10.0.0.1/8]", "no address and no network"),
    ],
)
def test_what_is_wrong_in_the_file_is_told(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "access.yaml").write_text(text)
    with pytest.raises(PolicyError, match=told):
        access_of(tmp_path)
