"""The opt-in provider: Presidio, with a language model of spaCy for each language that has one, and the
built-in rules beside it. A language without a model has Presidio's patterns alone.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, Final

from handrail.errors import EnvironmentLack
from handrail.privacy.builtin import BuiltIn
from handrail.privacy.finding import KINDS, Finding, Kind, apart

_KINDS: Final[Mapping[str, Kind]] = {
    "PERSON": "PERSON",
    "EMAIL_ADDRESS": "EMAIL",
    "PHONE_NUMBER": "PHONE",
    "CREDIT_CARD": "CARD",
    "IBAN_CODE": "ACCOUNT",
    "US_BANK_NUMBER": "ACCOUNT",
    "US_SSN": "NATIONAL_ID",
    "US_ITIN": "NATIONAL_ID",
    "UK_NINO": "NATIONAL_ID",
    "UK_NHS": "MEDICAL_RECORD",
    "ES_NIF": "NATIONAL_ID",
    "ES_NIE": "NATIONAL_ID",
    "IT_FISCAL_CODE": "NATIONAL_ID",
    "MEDICAL_LICENSE": "MEDICAL_RECORD",
}
"""Its types → ours. Dates, places and web addresses are not personal by themselves, and are left."""
_LESS: Final = 0.9
"""Its findings count so much beside ours, whose scores say more of what is checked."""


class Presidio:
    """Presidio and the built-in rules. Raises EnvironmentLack where a library or a model is missing."""

    def __init__(
        self, models: Mapping[str, str], kinds: Collection[Kind] = KINDS, least_score: float = 0.5
    ) -> None:
        if find_spec("presidio_analyzer") is None:
            raise EnvironmentLack(
                "The provider 'presidio' needs presidio-analyzer, and it is not installed.",
                mend="Install it: pip install 'handrail[privacy,presidio]'.",
            )
        for model in models.values():
            if find_spec(model) is None:
                raise EnvironmentLack(
                    f"The language model '{model}' is not installed.",
                    mend="Install it, or take it out of 'models' in privacy.yaml.",
                )
        self._own = BuiltIn(kinds, least_score)
        self._kinds, self._least = kinds, least_score
        self._models = dict(models) or {"en": ""}
        # It would fetch a list of host names at its first use.
        os.environ.setdefault("TLDEXTRACT_CACHE", tempfile.gettempdir())
        self._engine = _engine(self._models)
        self._found = lru_cache(maxsize=4096)(self._look)

    @property
    def name(self) -> str:
        models = ", ".join(f"{language} {model}" for language, model in self._models.items() if model)
        library = f"presidio-analyzer {version('presidio-analyzer')}"
        return f"{library} ({models or 'no language model'}), {self._own.name}"

    def find(self, text: str) -> list[Finding]:
        return list(self._found(text))

    def _look(self, text: str) -> tuple[Finding, ...]:
        found = self._own.find(text)
        for language in self._models:
            for one in self._engine.analyze(text, language=language, score_threshold=self._least):
                kind = _KINDS.get(one.entity_type)
                if kind in self._kinds and kind is not None:
                    found.append(Finding(one.start, one.end, kind, one.score * _LESS, "Presidio found it"))
        return tuple(apart(found))


def _engine(models: Mapping[str, str]) -> Any:
    library = import_module("presidio_analyzer")
    nlp = import_module("presidio_analyzer.nlp_engine").NlpEngineProvider(
        nlp_configuration={
            "nlp_engine_name": "spacy",
            "models": [
                {"lang_code": language, "model_name": model or _blank(language)}
                for language, model in models.items()
            ],
        }
    )
    made = nlp.create_engine()
    languages = list(models)
    registry = library.RecognizerRegistry(supported_languages=languages)
    registry.load_predefined_recognizers(languages=languages, nlp_engine=made)
    return library.AnalyzerEngine(registry=registry, nlp_engine=made, supported_languages=languages)


def _blank(language: str) -> str:
    """A pipeline without a model, kept where spaCy can load it."""
    folder = tempfile.mkdtemp(prefix="handrail-blank-")
    import_module("spacy").blank(language).to_disk(folder)
    return folder
