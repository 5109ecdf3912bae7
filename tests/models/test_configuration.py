"""Where a model's key comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.errors import ModelMissing
from handrail.models import configured
from handrail.secrets import StoredSecret, open_book


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")
    monkeypatch.setenv("HANDRAIL_SECRETS_KEY", "a passphrase")
    monkeypatch.setenv("HANDRAIL_MODEL", "openai:any")
    for name in (
        "OPENAI_API_KEY",
        "HANDRAIL_MODEL_KEY",
        "HANDRAIL_SECRET_MODEL_KEY",
        "HANDRAIL_MODEL_BASE_URL",
    ):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def keep(home: Path, *hosts: str) -> None:
    open_book(home, lambda new: None).put(StoredSecret.of("model_key", "kept", by="ana", hosts=hosts))


def test_a_key_that_is_no_variable_is_taken_from_the_secrets(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ModelMissing, match="needs a key") as missing:
        configured(home)
    assert "handrail secret set model_key" in str(missing.value.mend)
    keep(home, "api.openai.com")
    config = configured(home)
    assert config is not None and config.key == "kept" and "kept" not in repr(config)
    monkeypatch.setenv("OPENAI_API_KEY", "a variable")
    assert config.key == "a variable"


def test_a_key_goes_only_where_it_may(home: Path) -> None:
    keep(home, "api.openai.com")
    with pytest.raises(ModelMissing, match=r"for api\.openai\.com alone"):
        configured(home, base_url="http://127.0.0.1:9/v1")


def test_a_server_of_ones_own_needs_no_key_and_so_no_passphrase(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(home)
    monkeypatch.delenv("HANDRAIL_SECRETS_KEY")
    config = configured(home, "compatible:tiny", "http://127.0.0.1:9/v1")
    assert config is not None and config.key is None
