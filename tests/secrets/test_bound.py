"""What reads a record back sends a secret to its own hosts alone."""

from __future__ import annotations

import base64
import time

import pytest

from handrail.errors import Blocked
from handrail.secrets.bound import check_bound
from handrail.secrets.value import SecretValue

SECRETS = {
    "token": SecretValue("Tok en/77&x", hosts=("crm.example",)),
    "free": SecretValue("anywhere-at-all"),
}
CODED = base64.b64encode(b"Tok en/77&x").decode()


@pytest.mark.parametrize(
    ("url", "headers"),
    [
        ("https://api.other.example/?key=Tok%20en%2F77%26x", {}),
        ("https://api.other.example/", {"Authorization": "Bearer Tok en/77&x"}),
        ("https://api.other.example/", {"Authorization": f"Basic {CODED}"}),
        ("https://crm.example:8443/", {"X-Key": "Tok en/77&x"}),
    ],
)
def test_a_bound_secret_is_not_sent_to_another_host(url: str, headers: dict[str, str]) -> None:
    with pytest.raises(Blocked, match=r"'token' is for .*, and not for"):
        check_bound(SECRETS, url, headers)


def test_it_is_sent_to_its_own_and_what_is_not_bound_to_any() -> None:
    check_bound(SECRETS, "https://crm.example/?key=Tok%20en", {"Authorization": "Bearer Tok en/77&x"})
    check_bound(SECRETS, "https://api.other.example/", {"Authorization": "Bearer anywhere-at-all"})


def test_a_code_that_has_changed_since_it_was_read_is_not_sent_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = SecretValue("JBSWY3DPEHPK3PXP", hosts=("crm.example",), kind="totp")
    monkeypatch.setattr(time, "time", lambda: 1_800_000_029.9)
    url = f"https://api.other.example/?code={code.now()}"
    monkeypatch.setattr(time, "time", lambda: 1_800_000_030.0)
    with pytest.raises(Blocked):
        check_bound({"code": code}, url, {})
