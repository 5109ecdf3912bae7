"""Secrets in the console: a value goes in, and comes out nowhere."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from handrail.browser import LaunchedBrowser
from handrail.secrets import open_book
from handrail.sessions.service.users import Role

from .conftest import Served
from .web import at_console

CANARY = "correct-horse-battery-7781"


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that keeps secrets in a file whose passphrase it has."""
    made = Served(tmp_path_factory.mktemp("secrets") / "home")
    made.home.mkdir()
    (made.home / "access.yaml").write_text("proxies: [127.0.0.1]")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HANDRAIL_SECRET_STORE", "file")
        patch.setenv("HANDRAIL_SECRETS_KEY", "a passphrase")
        made.start("--at-once", "0")
        yield made
        made.kill()


def everything_in(home: Path) -> str:
    return "".join(path.read_bytes().decode("latin-1") for path in home.rglob("*") if path.is_file())


async def test_a_secret_is_kept_in_the_page_and_shown_nowhere(
    locked: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    async with at_console(launched.browser, locked, "#/settings/secrets") as page:
        told: list[str] = []
        page.on("console", lambda message: told.append(message.text))
        await page.get_by_role("button", name="Add a secret").click()
        dialog = page.get_by_role("dialog", name="Add a secret")
        await dialog.get_by_label("Name").fill("crm_password")
        await dialog.get_by_label("Value").fill(CANARY)
        await dialog.get_by_label("Only on these hosts").fill("CRM.example, other.example")
        await dialog.get_by_role("button", name="Store it").click()
        await expect(page.get_by_role("dialog")).to_have_count(0)
        line = page.get_by_role("row").filter(has_text="crm_password")
        await expect(line).to_contain_text("Known")
        await expect(line).to_contain_text("crm.example, other.example")
        assert CANARY not in await page.content() + str(told)
        assert CANARY not in str(await page.evaluate("Object.entries(localStorage)"))
    kept = open_book(locked.home, lambda new: os.environ["HANDRAIL_SECRETS_KEY"]).get("crm_password")
    assert kept is not None and kept.value == CANARY and kept.hosts == ("crm.example", "other.example")
    assert CANARY not in everything_in(locked.home)


def test_who_may_not_or_comes_over_an_open_line_gives_no_secret(locked: Served) -> None:
    body = {"name": "token", "value": CANARY}
    roles: tuple[Role, ...] = ("viewer", "operator", "approver")
    for role in roles:
        with locked.client(role) as other:
            assert other.post("/api/console/secrets", json=body).status_code == 403
            assert other.delete("/api/console/secrets/crm_password").status_code == 403
    with locked.client() as admin:
        # As somebody would reach it by the machine's name in the network.
        refused = admin.post("/api/console/secrets", json=body, headers={"Host": "crm.internal:8321"})
        assert refused.status_code == 403 and "HTTPS" in refused.text
        proxied = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
        assert admin.post("/api/console/secrets", json=body, headers=proxied).status_code == 201
        assert admin.delete("/api/console/secrets/token").status_code == 204
        assert admin.delete("/api/console/secrets/token").status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x", "vlaue": CANARY},
        {"name": "x", "value": [CANARY]},
        {"name": "no name", "value": CANARY},
        {"name": "x", "value": CANARY, "one_time": True},
        {"name": "x", "value": f"otpauth://[{CANARY}", "one_time": True},
        {"name": "x", "value": CANARY, CANARY: 1},
        {"name": "x", "value": CANARY * 500},
        {"name": "x", "value": ""},
    ],
    ids=["misspelt", "a list", "no name", "no seed", "no address", "more", "too long", "empty"],
)
def test_what_does_not_fit_is_refused_without_repeating_it(locked: Served, body: dict[str, object]) -> None:
    with locked.client() as admin:
        refused = admin.post("/api/console/secrets", json=body)
        assert refused.status_code in (409, 422)
        assert refused.json()["error"]["message"]
        assert CANARY not in refused.text
