"""One-time codes, by the examples of the specification."""

from __future__ import annotations

import base64

import pytest

from handrail.errors import UsageError
from handrail.secrets.totp import code_at, seed_of
from handrail.secrets.value import SecretValue

SEED = base64.b32encode(b"12345678901234567890").decode()


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (20000000000, "353130")],
)
def test_the_codes_of_the_specification(seconds: int, code: str) -> None:
    assert code_at(SEED, seconds) == code


def test_a_seed_is_read_as_apps_show_it() -> None:
    assert seed_of("jbsw y3dp-ehpk 3pxp jbswy3dp") == "JBSWY3DPEHPK3PXPJBSWY3DP"
    address = f"otpauth://totp/CRM:ana?secret={SEED}&issuer=CRM&digits=6&period=30"
    assert seed_of(address) == SEED


@pytest.mark.parametrize(
    "text",
    ["not a seed!", "ABC", f"otpauth://hotp/x?secret={SEED}", f"otpauth://totp/x?secret={SEED}&digits=8"],
)
def test_what_is_no_seed_is_refused_and_never_repeated(text: str) -> None:
    with pytest.raises(UsageError) as raised:
        seed_of(text)
    assert text not in str(raised.value)


def test_a_secrets_representation_tells_nothing() -> None:
    assert "hunter2" not in repr(SecretValue("hunter2"))
    assert f"{SecretValue('hunter2')!r}" == "SecretValue('•••')"
    assert SecretValue(SEED, kind="totp").now() != SEED
