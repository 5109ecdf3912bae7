"""The default provider: rules with checks, context and lists, in four languages; offline, without a model."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from typing import Final

from handrail.errors import EnvironmentLack
from handrail.privacy.addresses import addresses
from handrail.privacy.finding import KINDS, Finding, Kind, apart
from handrail.privacy.names import names
from handrail.privacy.numbers import RECOGNISERS

_ALL: Final = {**RECOGNISERS, "ADDRESS": addresses, "PERSON": names}
_NEEDED: Final = ("phonenumbers", "faker")
_ANYTHING: Final = re.compile(r"[A-ZÀ-ÖØ-Þ]|\d{2}|@", re.UNICODE)
LEAST_SCORE: Final = 0.5
"""What is less sure is left alone."""


class BuiltIn:
    """The default provider. Raises EnvironmentLack where its libraries are not installed."""

    def __init__(self, kinds: Collection[Kind] = KINDS, least_score: float = LEAST_SCORE) -> None:
        missing = [name for name in _NEEDED if find_spec(name) is None]
        if missing:
            raise EnvironmentLack(
                f"Finding personal data needs {' and '.join(missing)}, but it is not installed.",
                mend="Install it: pip install 'handrail[privacy]'.",
            )
        self._recognisers = [find for kind, find in _ALL.items() if kind in kinds]
        self._least = least_score
        self._found = lru_cache(maxsize=4096)(self._look)

    @property
    def name(self) -> str:
        return f"built-in (phonenumbers {version('phonenumbers')}, names of faker {version('faker')})"

    def find(self, text: str) -> list[Finding]:
        if not _ANYTHING.search(text):
            return []
        return list(self._found(text))

    def _look(self, text: str) -> tuple[Finding, ...]:
        found = (one for find in self._recognisers for one in find(text) if one.score >= self._least)
        return tuple(apart(found))
