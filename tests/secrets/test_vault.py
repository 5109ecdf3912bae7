"""Secrets from a server that speaks Vault's interface."""

from __future__ import annotations

import json

import pytest

from handrail.errors import EnvironmentLack, UsageError
from handrail.secrets.vault import VaultReader, vault
from tests.app import Answer, App, Received

CANARY = "canary-7f3a9c"
ENTRY = {
    "crm_password": CANARY,
    "api_token": {"value": "t-1", "hosts": ["api.example"], "sops": ["add-contact"]},
    "broken": {"hosts": [CANARY]},
    "code": {"value": "otpauth://totp/crm?secret=jbsw%20y3dp-ehpk3pxp", "kind": "totp"},
    "no_code": {"value": CANARY, "kind": "totp"},
    "empty": "",
}


def answer(request: Received) -> Answer:
    if request.headers.get("x-vault-token") != "right":
        return Answer("{}", 403)
    return Answer(json.dumps({"data": {"data": ENTRY}}), headers={"content-type": "application/json"})


def server() -> App:
    return App(
        {
            "/v1/secret/data/handrail": answer,
            "/v1/secret/data/sealed": Answer("{}", 503),
            "/v1/secret/data/moved": Answer(status=302, headers={"location": "/x"}),
            "/v1/secret/data/list": json.dumps({"data": {"data": [CANARY]}}),
            "/v1/secret/data/none": json.dumps({"data": {"data": None}}),
            "/v1/secret/data/deep": "[" * 100_000,
            "/x": "{}",
        }
    )


def test_a_text_and_a_bound_secret_are_read() -> None:
    with server() as app:
        reader = VaultReader(app.url, "right", "secret/handrail")
        plain, bound = reader.get("crm_password"), reader.get("api_token")
        assert plain is not None and plain.value == CANARY
        assert bound is not None
        assert (bound.value, bound.hosts, bound.sops) == ("t-1", ("api.example",), ("add-contact",))
        assert reader.get("nothing") is None
        assert len(app.received) == 1


@pytest.mark.parametrize(
    ("token", "path", "said"),
    [
        ("wrong", "secret/handrail", "the token"),
        ("right", "secret/other", "no such entry"),
        ("right", "secret/moved", "status 302"),
        ("right", "secret/sealed", "it is sealed"),
        ("right", "secret/list", "no entry of KV version 2"),
        ("right", "secret/none", "no entry of KV version 2"),
        ("right", "secret/deep", "does not answer as a vault"),
    ],
)
def test_what_it_refuses_is_told_without_the_token(token: str, path: str, said: str) -> None:
    with server() as app, pytest.raises(EnvironmentLack, match=said) as raised:
        VaultReader(app.url, token, path).get("x")
    assert token not in str(raised.value)
    assert not [r for r in app.received if r.path == "/x"]


def test_a_broken_entry_is_told_without_its_value() -> None:
    with server() as app, pytest.raises(EnvironmentLack) as raised:
        VaultReader(app.url, "right", "secret/handrail").get("broken")
    assert CANARY not in str(raised.value)


def test_what_is_empty_is_no_secret() -> None:
    with server() as app, pytest.raises(EnvironmentLack, match="'empty' cannot be used: It is empty"):
        VaultReader(app.url, "right", "secret/handrail").get("empty")


def test_a_seed_is_taken_as_an_app_shows_it_and_what_is_none_is_told_with_its_name() -> None:
    with server() as app:
        reader = VaultReader(app.url, "right", "secret/handrail", "team-a")
        code = reader.get("code")
        assert code is not None and code.value == "JBSWY3DPEHPK3PXP"
        assert app.received[0].headers["x-vault-namespace"] == "team-a"
        with pytest.raises(EnvironmentLack, match="'no_code'") as raised:
            reader.get("no_code")
    assert CANARY not in str(raised.value)


def test_a_server_that_is_not_there_is_told() -> None:
    with server() as app:
        url = app.url
    with pytest.raises(EnvironmentLack, match="cannot be reached"):
        VaultReader(url, "right", "secret/handrail").get("x")


def test_the_environment_names_it_whole_and_encrypted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert vault() is None
    monkeypatch.setenv("HANDRAIL_VAULT_ADDR", "https://vault.example")
    with pytest.raises(UsageError):
        vault()
    monkeypatch.setenv("HANDRAIL_VAULT_TOKEN", "right")
    monkeypatch.setenv("HANDRAIL_VAULT_PATH", "secret/handrail")
    assert vault() is not None
    for elsewhere in (
        "http://vault.example",
        "http://127.0.0.1.vault.example",
        "http://localhost@vault.example",
    ):
        monkeypatch.setenv("HANDRAIL_VAULT_ADDR", elsewhere)
        with pytest.raises(UsageError, match="not https"):
            vault()
