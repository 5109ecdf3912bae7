"""Which model is asked, where, and for how much: the home's `models.toml`, and the environment before it."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Final, Literal, get_args
from urllib.parse import urlsplit

from pydantic import Field, PrivateAttr, ValidationError

from handrail._model import Model
from handrail.errors import EnvironmentLack, ModelMissing, UsageError, Waiting
from handrail.models.budget import Budget
from handrail.models.keys import NAME as KEY_SECRET
from handrail.models.keys import stored_key
from handrail.models.question import Purpose
from handrail.named_file import read_named
from handrail.policy import host_of

FILE: Final = "models.toml"

AnswerForm = Literal["schema", "tool", "text"]

Provider = Literal["openai", "anthropic", "google", "compatible"]

_KEYS: Final[Mapping[Provider, tuple[str, ...]]] = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "google": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "compatible": (),
}
_HOSTS: Final[Mapping[Provider, str]] = {
    "openai": "https://api.openai.com",
    "anthropic": "https://api.anthropic.com",
    "google": "https://generativelanguage.googleapis.com",
    "compatible": "",
}
_OF_ITS_OWN: Final = frozenset({"base_url", "key_from", "answers", "api", "price"})
"""What a set-up says of its model and of no other."""
_OWN_KEYS: Final = ("HANDRAIL_MODEL_KEY", "HANDRAIL_SECRET_MODEL_KEY")


class Price(Model):
    """US dollars for a million tokens."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    as_of: date
    """When the provider's list said so."""


class ModelConfig(Model):
    """One model, and how it is asked."""

    model: str = Field(pattern=r"^[a-z]+:.+$")
    """`openai:NAME`, `anthropic:NAME`, `google:NAME`; `compatible:NAME` for any address that speaks OpenAI's
    chat completions (vLLM, Ollama, llama.cpp), which needs `base_url`."""
    base_url: str | None = None
    key_from: str | None = None
    """The environment's variable that holds the key; the key itself never stands in the file."""
    answers: AnswerForm | None = None
    """How the answer's form is asked for: by JSON schema, as the arguments of a tool, or in the words of the
    question; none for what is usual with the provider, and what a compatible server turns out to take."""
    api: Literal["chat", "responses"] = "chat"
    """Of OpenAI and what is compatible: chat completions, or the Responses interface."""
    budget: Budget = Budget()
    price: Price | None = None
    """Before the price list that comes with the provider library."""
    seconds: dict[Purpose, float] = Field(default_factory=dict)
    """Purpose → seconds for an answer, where the usual ones do not suit."""
    input_tokens: int = Field(default=16_000, gt=0)
    """A longer question is not asked."""

    _stored_key: str | None = PrivateAttr(None)

    @property
    def host(self) -> str:
        """Where its questions go."""
        return host_of(self.base_url or _HOSTS[self.provider])

    @property
    def provider(self) -> Provider:
        return self.model.split(":", 1)[0]  # type: ignore[return-value]  # checked by `configured`

    @property
    def name(self) -> str:
        return self.model.split(":", 1)[1]

    @property
    def key(self) -> str | None:
        """The key: from the environment, read at each call, else as the secrets had it at the start."""
        names = (self.key_from,) if self.key_from else (*_OWN_KEYS, *_KEYS[self.provider])
        return next((os.environ[name] for name in names if os.environ.get(name)), self._stored_key)


def configured(home: Path, model: str | None = None, base_url: str | None = None) -> ModelConfig | None:
    """The model that is set up; none where none is. Raises UsageError for a set-up that cannot be used.

    `model` and `base_url` go before the set-up, of which an address and a price hold for its own model only.
    """
    file = home / FILE
    written: dict[str, object] = {}
    if file.exists():
        text = read_named(file, what="The set-up of the model", mend="Save it in UTF-8.")
        try:
            written = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise UsageError(f"It cannot be read: {error}.", place=str(file)) from error
    place = str(file) if written else "HANDRAIL_MODEL"
    for name, field in (("HANDRAIL_MODEL", "model"), ("HANDRAIL_MODEL_BASE_URL", "base_url")):
        if os.environ.get(name):
            written[field] = os.environ[name]
    if model is not None and written.get("model") != model:
        written = {**{key: value for key, value in written.items() if key not in _OF_ITS_OWN}, "model": model}
        place = "--model"
    if base_url is not None:
        written["base_url"] = base_url
    if "model" not in written:
        if "base_url" not in written:
            return None
        raise UsageError(
            f"An address is given, {written['base_url']}, and no model is named.",
            place=place,
            mend="Set HANDRAIL_MODEL=compatible:NAME.",
        )
    try:
        config = ModelConfig.model_validate(written)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"'{field}': {first['msg']}.", place=place, mend="See docs/models.md.") from None
    _check(config, place)
    if config.key is None and config.key_from is None:
        try:
            config._stored_key = stored_key(home, config.host)
        except ModelMissing:
            raise
        except (EnvironmentLack, Waiting):
            # A server of one's own mostly wants none: that the secrets are locked need not stop it.
            if config.base_url is None:
                raise
    if config.key is None and config.base_url is None:
        name = config.key_from or _KEYS[config.provider][0]
        raise ModelMissing(
            f"The model {config.model} needs a key, and there is none.",
            place=place,
            mend=f"Set {name} or HANDRAIL_MODEL_KEY, or keep it: handrail secret set {KEY_SECRET}.",
        )
    return config


def _check(config: ModelConfig, place: str) -> None:
    known = get_args(Provider)
    if config.provider not in known:
        raise UsageError(
            f"'{config.provider}' is not a provider that Handrail knows.",
            place=place,
            mend=f"Write one of {', '.join(known)} before the colon.",
        )
    if config.provider == "compatible" and config.base_url is None:
        raise UsageError("A compatible model needs its address.", place=place, mend="Set base_url.")
    if config.base_url is not None and urlsplit(config.base_url).scheme not in {"http", "https"}:
        raise UsageError(f"'{config.base_url}' is no http address.", place=place, mend="Correct base_url.")
