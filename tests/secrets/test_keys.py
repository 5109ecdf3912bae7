"""The keys of a home: in the keyring or in files, and the same one every time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest

from handrail.errors import StoreError
from handrail.secrets.keys import KeyRing
from handrail.secrets.sealed import NotOpened, seal, unseal

from .test_books import MemoryKeyring


@pytest.fixture(params=["file", "keyring", "folder"])
def ring(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[KeyRing]:
    before = keyring.get_keyring()
    keyring.set_keyring(MemoryKeyring())
    if request.param == "folder":
        monkeypatch.setenv("HANDRAIL_KEYS", str(tmp_path / "elsewhere"))
    else:
        monkeypatch.setenv("HANDRAIL_SECRET_STORE", request.param)
    yield KeyRing(tmp_path / "home")
    keyring.set_keyring(before)


def test_a_key_is_made_once_and_found_again(ring: KeyRing) -> None:
    assert ring.get("audit") is None
    assert ring.make("audit", "one") == "one"
    assert ring.make("audit", "two") == "one"
    ring.put("audit", "three")
    assert ring.get("audit") == "three"
    assert ring.secret_key("sign-ins") == ring.secret_key("sign-ins")
    assert len(ring.secret_key("sign-ins")) == 32


def test_a_damaged_key_is_told(ring: KeyRing) -> None:
    ring.make("sign-ins", "short")
    with pytest.raises(StoreError, match="damaged"):
        ring.secret_key("sign-ins")


def test_keys_in_files_are_their_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDRAIL_KEYS", str(tmp_path / "elsewhere"))
    KeyRing(tmp_path / "home").secret_key("sign-ins")
    (path,) = (tmp_path / "elsewhere").iterdir()
    assert path.stat().st_mode & 0o077 == 0
    assert not (tmp_path / "home").exists()


def test_what_is_sealed_opens_for_its_key_and_label_alone() -> None:
    key = b"k" * 32
    text = seal(b"content", key, {"name": "crm"})
    assert unseal(text, key) == b"content"
    for other, by in ((text.replace("crm", "erp"), key), (text, b"x" * 32), ("{}", key), ("", key)):
        with pytest.raises(NotOpened):
            unseal(other, by)
