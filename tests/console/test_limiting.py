"""Rate limits: who asks too much is told when to come back, and holds up nobody else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from handrail.console.access import AccessDocument
from handrail.console.app import make_app
from handrail.console.limiting import Buckets, RateLimits
from handrail.console.tokens import Tokens
from handrail.sessions.service.opening import open_service


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_up_again_and_never_over_its_brim() -> None:
    clock = Clock()
    buckets = Buckets(60, clock)
    assert [buckets.take("a") for _ in range(60)] == [0.0] * 60
    assert buckets.take("a") == pytest.approx(1)
    assert buckets.take("b") == 0
    clock.now += 2
    assert [buckets.take("a"), buckets.take("a")] == [0, 0]
    assert buckets.take("a") > 0
    clock.now += 3600
    assert [buckets.take("a") for _ in range(60)] == [0.0] * 60
    assert buckets.take("a") > 0


@pytest.fixture
def tokens(tmp_path: Path) -> Iterator[Tokens]:
    yield Tokens(tmp_path / "home")


@pytest.fixture
async def web(tmp_path: Path, tokens: Tokens) -> AsyncIterator[httpx.AsyncClient]:
    service = open_service(tmp_path / "home")
    access = AccessDocument(limits=RateLimits(per_token=5, per_address=20, sign_ins=3))
    app = make_app(service, tokens, tmp_path / "sops", access=access)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://handrail.example") as client:
        yield client
    service.close()


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def test_a_token_that_asks_too_much_waits_and_another_does_not(
    web: httpx.AsyncClient, tokens: Tokens
) -> None:
    ana, ben = bearer(tokens.add("ana", ["viewer"])), bearer(tokens.add("ben", ["viewer"]))
    codes = [(await web.get("/api/me", headers=ana)).status_code for _ in range(6)]
    assert codes == [200] * 5 + [429]
    refused = await web.get("/api/me", headers=ana)
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    assert "Too many requests" in refused.json()["error"]["message"]
    assert refused.headers["x-content-type-options"] == "nosniff"
    assert (await web.get("/api/me", headers=ben)).status_code == 200


async def test_guessing_tokens_is_held_up_and_those_who_are_known_are_not(
    web: httpx.AsyncClient, tokens: Tokens
) -> None:
    good = bearer(tokens.add("ana", ["viewer"]))
    assert (await web.get("/api/me", headers=good)).status_code == 200
    guesses = [(await web.get("/api/me", headers=bearer(f"guess-{n}"))).status_code for n in range(5)]
    assert guesses == [401, 401, 401, 429, 429]
    assert (await web.get("/answer/guess")).status_code == 429
    assert (await web.get("/api/me", headers=good)).status_code == 200


async def test_a_good_token_that_was_never_seen_is_held_up_by_no_flood_of_bad_ones(
    web: httpx.AsyncClient, tokens: Tokens
) -> None:
    good = bearer(tokens.add("ana", ["viewer"]))
    flood = [(await web.get("/api/me", headers=bearer(f"guess-{n}"))).status_code for n in range(30)]
    assert flood == [401] * 3 + [429] * 27
    # Nor by what needs no token, until the address has used up its part of that.
    assert 429 in [(await web.get("/index.html")).status_code for _ in range(21)]
    assert (await web.get("/api/me", headers=good)).status_code == 200
    assert (await web.get("/api/me", headers=bearer("guess"))).status_code == 429


async def test_an_address_has_a_limit_and_health_has_none(web: httpx.AsyncClient) -> None:
    codes = [(await web.get("/index.html")).status_code for _ in range(21)]
    assert codes == [200] * 20 + [429]
    assert (await web.get("/healthz")).status_code == 200
