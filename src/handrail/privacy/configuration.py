"""`privacy.yaml` in Handrail's home: what is kept as it is, what is scrubbed, how long values are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal

from pydantic import Field

from handrail._model import Model
from handrail.errors import InputError
from handrail.home.settings import SettingsKind, read_settings
from handrail.privacy.finding import KINDS, Kind

FILE_NAME: Final = "privacy.yaml"

Handling = Literal["raw", "scrub", "drop"]


class Keeping(Model):
    """What happens to each kind of what Handrail keeps or sends."""

    recordings: Literal["raw", "scrub"] = "raw"
    """What `handrail record` writes: texts and pictures."""
    journal: Literal["raw", "scrub"] = "raw"
    """The texts of runs: values, names of elements, addresses, messages."""
    pictures: Handling = "raw"
    """Pictures that runs take; `scrub` blacks out what is personal, `drop` keeps none."""
    files: Literal["raw", "drop"] = "raw"
    """Files that runs download; `drop` removes them when the session is over."""
    reports: Literal["raw", "scrub"] = "raw"
    """Reports and exports, whatever the journal holds."""
    prompts: Handling = "raw"
    """What models are sent, and the record of it; `drop` scrubs it and keeps no record of the words."""


class Values(Model):
    """What stands behind the pseudonyms of a journal: a run needs it to go on, to repeat and to undo."""

    keep: Literal["encrypted", "until_end", "memory"] = "encrypted"
    """`until_end`: until the session is over; `memory`: no other process can go on with it."""
    days: float = Field(default=30, gt=0)
    """After so many days without a change they are removed; only pseudonyms stay."""


class Raw(Model):
    """What is kept as it was beside its scrubbed copy: sealed with the home's key, for so many days."""

    pictures: float = Field(default=0, ge=0)
    """Days for the pictures of runs; none with 0."""
    recordings: float = Field(default=0, ge=0)
    """Days for recordings that were made with `--scrub`; none with 0."""


class PrivacyConfig(Model):
    """The document."""

    version: Literal[1] = 1
    provider: Literal["built-in", "presidio"] = "built-in"
    models: dict[str, str] = Field(default_factory=dict)
    """Language (`en`) → spaCy model that is installed; for `presidio` alone."""
    kinds: tuple[Kind, ...] = KINDS
    """What counts as personal data."""
    least_score: float = Field(default=0.5, ge=0, le=1)
    """What is found less surely is left."""
    fields: dict[str, Kind] = Field(default_factory=dict)
    """Words of a field's or variable's name → what stands in it, whatever it looks like."""
    never: tuple[str, ...] = ()
    """Texts that are no personal data, such as your own company's name."""
    keep: Keeping = Keeping()
    values: Values = Values()
    raw: Raw = Raw()

    @property
    def scrubs_anything(self) -> bool:
        """Whether a provider is needed at all."""
        return set(self.keep.model_dump().values()) != {"raw"}


_FILE: Final = SettingsKind(
    PrivacyConfig,
    InputError,
    "The privacy file",
    "It must be a list of settings, such as 'keep: {journal: scrub}'.",
    "See docs/privacy.md for what it may hold.",
)


def read_config(home: Path) -> PrivacyConfig | None:
    """What the home's file says; none without one. Raises InputError, with file and line."""
    return read_settings(home / FILE_NAME, _FILE)


def config_schema() -> dict[str, Any]:
    """The JSON Schema of the document."""
    return PrivacyConfig.model_json_schema()
