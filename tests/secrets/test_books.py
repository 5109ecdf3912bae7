"""Where secrets are kept: nothing of them can be read, or changed, without the key."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import keyring
import keyring.backend
import keyring.backends.fail
import pytest

from handrail.errors import EnvironmentLack, HandrailError, StoreError, UsageError, Waiting
from handrail.secrets import SecretBook, StoredSecret, open_book
from handrail.secrets.file import FileBook
from handrail.secrets.keyring import KeyringBook, library, usable_keyring

CANARY = "canary-7f3a9c"


class MemoryKeyring(keyring.backend.KeyringBackend):
    """A keyring of the library's own kind that forgets everything at the end of the test."""

    priority = 1
    # Set by tests alone: whoever looks for the system's keyring must not find it.
    viable = False

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    before, made = keyring.get_keyring(), MemoryKeyring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def secret(name: str = "crm_password", **facts: object) -> StoredSecret:
    given = {"name": name, "value": CANARY, "set_at": "2026-11-21T10:00:00+00:00", "set_by": "ana", **facts}
    return StoredSecret.model_validate(given)


def file_book(folder: Path, passphrase: str | None = "correct horse") -> FileBook:
    return FileBook(folder / "secrets.enc", lambda new: passphrase)


@pytest.mark.parametrize("where", ["file", "keyring"])
def test_of_secrets_that_are_kept_at_once_none_is_lost(
    tmp_path: Path, ring: MemoryKeyring, where: str
) -> None:
    def book() -> FileBook | KeyringBook:
        return file_book(tmp_path) if where == "file" else KeyringBook(tmp_path)

    names = [f"secret_{number}" for number in range(4)]
    with ThreadPoolExecutor(len(names)) as pool:
        list(pool.map(lambda name: book().put(secret(name)), names))
    assert [kept.name for kept in book().all()] == names


def test_a_backend_that_cannot_be_loaded_is_told_with_its_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ModuleNotFoundError("No module named 'nope'")

    monkeypatch.setattr(keyring, "get_keyring", missing)
    for ask in (library, usable_keyring):
        with pytest.raises(EnvironmentLack, match="backend cannot be loaded: ModuleNotFoundError") as told:
            ask()
        assert "PYTHON_KEYRING_BACKEND" in (told.value.mend or "")


@pytest.fixture(params=["file", "keyring"])
def book(request: pytest.FixtureRequest, tmp_path: Path, ring: MemoryKeyring) -> SecretBook:
    return file_book(tmp_path) if request.param == "file" else KeyringBook(tmp_path)


def test_a_secret_of_one_user_stands_beside_everybodys(book: SecretBook) -> None:
    book.put(secret(value="everybody's"))
    book.put(secret(value="ana's", user="ana@crm.example"))
    one, other = book.get("crm_password"), book.get("crm_password", "ana@crm.example")
    assert one is not None and other is not None
    assert (one.value, other.value) == ("everybody's", "ana's")
    assert book.get("crm_password", "ben") is None
    assert "for ana@crm.example alone" in other.scope and len(book.all()) == 2
    assert book.remove("crm_password", "ana@crm.example") and not book.remove("crm_password", "ben")
    assert book.get("crm_password") == one


def test_a_secret_is_kept_changed_and_forgotten(book: SecretBook, tmp_path: Path) -> None:
    book.put(secret(hosts=["crm.example"]))
    book.put(secret("api_token", value="other"))
    book.put(secret(hosts=["crm.example", "login.example"]))
    kept = book.get("crm_password")
    assert kept is not None
    assert (kept.value, kept.hosts) == (CANARY, ("crm.example", "login.example"))
    assert [one.name for one in book.all()] == ["api_token", "crm_password"]
    assert book.remove("api_token")
    assert not book.remove("api_token")
    assert book.get("api_token") is None
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert CANARY.encode() not in written


def test_the_file_opens_for_its_passphrase_alone(tmp_path: Path) -> None:
    file_book(tmp_path).put(secret())
    again = file_book(tmp_path).get("crm_password")
    assert again is not None and again.value == CANARY
    with pytest.raises(StoreError, match="does not open"):
        file_book(tmp_path, "wrong").get("crm_password")
    with pytest.raises(Waiting, match="locked"):
        file_book(tmp_path, None).get("crm_password")


def test_the_file_is_for_its_owner_alone_and_shows_a_change(tmp_path: Path) -> None:
    file_book(tmp_path).put(secret())
    path = tmp_path / "secrets.enc"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    sealed = json.loads(path.read_text())
    sealed["content"] = ("A" if sealed["content"][0] != "A" else "B") + sealed["content"][1:]
    path.write_text(json.dumps(sealed))
    with pytest.raises(StoreError):
        file_book(tmp_path).get("crm_password")
    path.write_text("{")
    with pytest.raises(StoreError, match="cannot be read"):
        file_book(tmp_path).get("crm_password")


def test_no_error_and_no_representation_repeats_a_value(tmp_path: Path) -> None:
    kept = secret()
    assert CANARY not in repr(kept)
    with pytest.raises(HandrailError) as raised:
        file_book(tmp_path, None).put(kept)
    assert CANARY not in str(raised.value)


def test_the_keyring_is_used_where_there_is_one_and_the_file_where_it_was_begun(
    tmp_path: Path, ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(open_book(tmp_path, lambda new: "x"), KeyringBook)
    file_book(tmp_path).put(secret())
    assert isinstance(open_book(tmp_path, lambda new: "x"), FileBook)
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "keyring")
    assert isinstance(open_book(tmp_path, lambda new: "x"), KeyringBook)
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "vault")
    with pytest.raises(UsageError):
        open_book(tmp_path, lambda new: "x")


def test_a_keyring_that_cannot_be_used_is_no_empty_one(tmp_path: Path, ring: MemoryKeyring) -> None:
    assert KeyringBook(tmp_path).all() == ()
    keyring.set_keyring(keyring.backends.fail.Keyring())  # type: ignore[no-untyped-call]
    with pytest.raises(StoreError, match="has no keyring"):
        KeyringBook(tmp_path).all()


def test_homes_do_not_see_each_others_secrets(tmp_path: Path, ring: MemoryKeyring) -> None:
    KeyringBook(tmp_path / "one").put(secret())
    assert KeyringBook(tmp_path / "two").get("crm_password") is None


@pytest.mark.parametrize("host", ["https://crm.example/", "crm.example/login", "c*m.example", ""])
def test_a_secret_is_bound_to_hosts_alone_so_that_nobody_binds_it_to_what_is_no_host(host: str) -> None:
    with pytest.raises(UsageError, match="is not a host, such as"):
        StoredSecret.of("pin", CANARY, by="ana", hosts=[host])
    kept = StoredSecret.of(
        "pin", CANARY, by="ana", hosts=["CRM.example:8443", "*.crm.example", "bücher.example"]
    )
    assert kept.hosts == ("crm.example:8443", "*.crm.example", "xn--bcher-kva.example")
