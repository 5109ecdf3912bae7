"""Saved sign-in states: encrypted, named, expiring, and old ones in clear are taken over."""

from __future__ import annotations

import getpass
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import JsonValue

from handrail.browser import LaunchedBrowser
from handrail.browser.signin import (
    load_sign_in,
    remove_sign_in,
    save_sign_in,
    saved_sign_ins,
    share_sign_in,
    sign_in_path,
    usable_sign_in,
)
from handrail.browser.storage import KEY, context_with, read_storage, save_storage
from handrail.errors import StoreError, UsageError
from handrail.secrets.keys import KeyRing
from handrail.secrets.sealed import seal
from tests.app import App

ME = getpass.getuser()
STATE = {"cookies": [{"name": "sid", "value": "canary-5f1c"}], "origins": []}


@pytest.fixture(autouse=True)
def keys_in_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")


def plain(home: Path, name: str, *, days_ago: float = 0) -> Path:
    """A state as the version before saved it."""
    path = sign_in_path(home, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(STATE))
    moment = (datetime.now(UTC) - timedelta(days=days_ago)).timestamp()
    os.utime(path, (moment, moment))
    return path


async def test_who_signed_in_once_is_signed_in_again_and_nothing_of_it_can_be_read(
    launched: LaunchedBrowser, tmp_path: Path
) -> None:
    assert launched.browser is not None
    with App({"/": "<title>A</title>"}) as app:
        context = await launched.browser.new_context()
        page = await context.new_page()
        await page.goto(app.url)
        await page.evaluate("document.cookie = 'sid=canary-5f1c'; localStorage.token = 'canary-77aa'")
        await save_sign_in(context, tmp_path, "crm")
        await context.close()
        again = await context_with(launched.browser, load_sign_in(tmp_path, "crm", ME))
        page = await again.new_page()
        await page.goto(app.url)
        assert await page.evaluate("[document.cookie, localStorage.token]") == [
            "sid=canary-5f1c",
            "canary-77aa",
        ]
        await again.close()
    for path in (path for path in tmp_path.rglob("*") if path.is_file()):
        assert b"canary" not in path.read_bytes()
        assert path.stat().st_mode & 0o077 == 0


def test_a_state_in_clear_is_sealed_when_it_is_read(tmp_path: Path) -> None:
    path = plain(tmp_path, "crm", days_ago=2)
    before = usable_sign_in(tmp_path, "crm", ME)
    assert not before.encrypted
    assert load_sign_in(tmp_path, "crm", ME) == STATE
    assert b"canary" not in path.read_bytes()
    after = usable_sign_in(tmp_path, "crm", ME)
    assert (after.encrypted, after.expires_at) == (True, before.expires_at)
    assert load_sign_in(tmp_path, "crm", ME) == STATE


def test_a_state_expires(tmp_path: Path) -> None:
    plain(tmp_path, "crm", days_ago=31)
    with pytest.raises(UsageError, match="expired on"):
        load_sign_in(tmp_path, "crm", ME)
    assert [one.has_expired() for one in saved_sign_ins(tmp_path)] == [True]


@pytest.mark.parametrize(
    "edit",
    [
        lambda sealed: sealed["label"].update(expires_at="2099-01-01T00:00:00Z"),
        lambda sealed: sealed["label"].update(name="erp"),
        lambda sealed: sealed["label"].update(shared=["ben"]),
        lambda sealed: sealed.update(content=sealed["content"][:-8] + "AAAAAAA="),
        lambda sealed: sealed.update(nonce="AAAAAAAAAAAAAAAA"),
    ],
)
def test_a_changed_state_is_not_opened(tmp_path: Path, edit) -> None:  # type: ignore[no-untyped-def]
    path = plain(tmp_path, "crm")
    load_sign_in(tmp_path, "crm", ME)
    sealed = json.loads(path.read_text())
    edit(sealed)
    path.write_text(json.dumps(sealed))
    with pytest.raises(StoreError):
        load_sign_in(tmp_path, "crm", ME)


def test_the_key_of_another_home_does_not_open_it(tmp_path: Path) -> None:
    path = plain(tmp_path / "one", "crm")
    load_sign_in(tmp_path / "one", "crm", ME)
    other = sign_in_path(tmp_path / "two", "crm")
    other.parent.mkdir(parents=True)
    other.write_bytes(path.read_bytes())
    with pytest.raises(StoreError, match="cannot be opened"):
        load_sign_in(tmp_path / "two", "crm", ME)


def test_a_state_is_its_owners_until_it_is_shared(tmp_path: Path) -> None:
    plain(tmp_path, "crm")
    with pytest.raises(UsageError, match="not ben's, and not shared with ben") as refused:
        load_sign_in(tmp_path, "crm", "ben")
    assert "handrail signin share crm --with ben" in (refused.value.mend or "")
    assert share_sign_in(tmp_path, "crm", users=["ben", ME]).shared == ("ben",)
    assert load_sign_in(tmp_path, "crm", "ben") == load_sign_in(tmp_path, "crm", ME) == STATE
    with pytest.raises(UsageError, match="not zoe's"):
        usable_sign_in(tmp_path, "crm", "zoe")
    share_sign_in(tmp_path, "crm", everyone=True)
    assert load_sign_in(tmp_path, "crm", "zoe") == STATE
    assert share_sign_in(tmp_path, "crm").words == ME
    with pytest.raises(UsageError, match="not ben's"):
        usable_sign_in(tmp_path, "crm", "ben")


def test_one_that_was_sealed_before_there_were_owners_is_the_local_users(tmp_path: Path) -> None:
    path = sign_in_path(tmp_path, "crm")
    path.parent.mkdir()
    until = (datetime.now(UTC) + timedelta(days=9)).isoformat(timespec="seconds")
    label: dict[str, JsonValue] = {
        "kind": "sign-in",
        "name": "crm",
        "saved_at": "2026-11-01T08:00:00Z",
        "expires_at": until,
    }
    path.write_text(seal(json.dumps(STATE).encode(), KeyRing(tmp_path).secret_key(KEY), label))
    assert load_sign_in(tmp_path, "crm", ME) == STATE
    with pytest.raises(UsageError, match="not ben's"):
        load_sign_in(tmp_path, "crm", "ben")
    share_sign_in(tmp_path, "crm", users=["ben"])
    assert load_sign_in(tmp_path, "crm", "ben") == STATE
    assert [(one.owner, one.shared, one.expires_at) for one in saved_sign_ins(tmp_path)] == [
        (ME, ("ben",), until)
    ]


def test_what_is_removed_is_gone(tmp_path: Path) -> None:
    path = plain(tmp_path, "crm")
    remove_sign_in(tmp_path, "crm")
    assert not path.exists()
    with pytest.raises(UsageError, match="no saved sign-in"):
        remove_sign_in(tmp_path, "crm")


def test_what_a_session_keeps_of_its_browser_is_sealed_as_well(tmp_path: Path) -> None:
    path = tmp_path / "sessions" / "s" / "browser.json"
    save_storage(path, STATE, tmp_path)
    assert b"canary" not in path.read_bytes()
    assert read_storage(path, tmp_path) == STATE
    path.write_text(json.dumps(STATE))
    assert read_storage(path, tmp_path) == STATE
