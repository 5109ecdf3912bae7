"""Copies without personal data of what is about to leave: views of a report, an SOP that is exported."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from handrail.privacy.configuration import PrivacyConfig, read_config
from handrail.privacy.household import provider_of, scrubber_of
from handrail.privacy.pseudonyms import Memory
from handrail.privacy.scrubbing import Scrubber
from handrail.sop.document import Sop

T = TypeVar("T")

_AS_IT_IS: Final = frozenset({"hash", "session", "url"})
"""Fields of a view that prove or show something, and hold no text of a page."""
_OF_THE_SOP: Final = frozenset(
    "by css do domains effect from id input_type kind over page role schema_version shadow tag to "
    "triggers type version viewport when".split()
)
"""Keys of an SOP under which no text of a page stands."""
_NO_TEXT: Final = re.compile(r"data:image/|[0-9a-f]{64}")


class Copying:
    """Scrubs one copy. Pseudonyms that stand in it already stay, and no value gets one of them."""

    def __init__(self, config: PrivacyConfig) -> None:
        self._memory = Memory()
        self.scrubber: Scrubber = scrubber_of(config, provider_of(config), self._memory)

    def knows(self, text: str) -> None:
        """A text in full, such as an event: its pseudonyms are taken, its values are known from now on."""
        self._memory.reserve(text)
        self.scrubber.tree(json.loads(text))

    def text(self, text: str) -> str:
        """A text with pseudonyms."""
        if _NO_TEXT.match(text):
            return text
        return "\n".join(self.scrubber.text(line) for line in text.split("\n"))

    def sop(self, sop: Sop) -> Sop:
        """An SOP with pseudonyms in its texts and values."""
        told = sop.model_dump(mode="json", by_alias=True, exclude_none=True)
        self.scrubber.tree(told, leave=_OF_THE_SOP.__contains__)
        self.scrubber.counts.clear()
        made = self.scrubber.tree(told, leave=_OF_THE_SOP.__contains__)
        return Sop.model_validate(made)

    def picture(self, image: bytes) -> bytes:
        """A picture with what is personal blacked out. Raises EnvironmentLack without the engine."""
        from handrail.privacy.pictures import redacted

        return redacted(image, self.scrubber)[0]


def copying(home: Path) -> Copying:
    """For a copy as the home's `privacy.yaml` says what is personal, and the default without one.

    Raises InputError for a faulty file, EnvironmentLack where what finds personal data is not installed.
    """
    return Copying(read_config(home) or PrivacyConfig())


def reports_are_scrubbed(home: Path) -> bool:
    """Whether the home wants reports and exports scrubbed without being asked."""
    config = read_config(home)
    return config is not None and config.keep.reports == "scrub"


def veiled(view: T, text: Callable[[str], str]) -> T:
    """A view, made of dataclasses, named tuples, lists and texts, with each text changed."""
    made: Any = view
    if isinstance(view, str):
        # A text that is marked as HTML keeps its mark.
        made = text(view) if type(view) is str else view
    elif is_dataclass(view) and not isinstance(view, type):
        changes = {
            field.name: veiled(getattr(view, field.name), text)
            for field in fields(view)
            if field.init and field.name not in _AS_IT_IS
        }
        made = replace(view, **changes)
    elif isinstance(view, tuple) and hasattr(view, "_fields"):
        parts = zip(view._fields, view, strict=True)
        made = type(view)(*(one if name in _AS_IT_IS else veiled(one, text) for name, one in parts))
    elif isinstance(view, tuple | list):
        made = type(view)(veiled(one, text) for one in view)
    return made  # type: ignore[no-any-return]
