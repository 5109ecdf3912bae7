"""The opt-in provider: Presidio, with a language model of spaCy for each language that has one, and the
built-in rules beside it. A language without a model has Presidio's patterns alone.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Collection, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, Final

from handrail.errors import EnvironmentLack
from handrail.privacy.builtin import BuiltIn
from handrail.privacy.checks import is_card
from handrail.privacy.finding import KINDS, Finding, Kind, apart
from handrail.privacy.names import may_be_name

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


_WORDS: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": "the of and to is was were for with on at by from be his her our your this that will has",
        "de": "der die das und ist war von mit für auf den dem ein eine wird hat zu im am wurde ihr bitte",
        "es": "el los las y es fue de con para por en del una su se al la que ha está",
        "fr": "le les et est était de avec pour par dans du des une sa son au la il vous n° à chez",
    }.items()
}


def _language_of(text: str) -> str | None:
    """The language whose small words stand in a text most often; none where there is no telling."""
    words = re.findall(r"[^\W\d_]+|n°", text.casefold())
    counts = {language: sum(word in known for word in words) for language, known in _WORDS.items()}
    best, second = sorted(counts.values(), reverse=True)[:2]
    return max(counts, key=lambda language: counts[language]) if best > second else None


class Presidio:
    """Presidio and the built-in rules. Raises EnvironmentLack where a library or a model is missing."""

    def __init__(
        self, models: Mapping[str, str], kinds: Collection[Kind] = KINDS, least_score: float = 0.5
    ) -> None:
        if find_spec("presidio_analyzer") is None:
            raise EnvironmentLack(
                "The provider 'presidio' needs presidio-analyzer, but it is not installed.",
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
        spoken = _language_of(text)
        for language in self._models:
            for one in self._engine.analyze(text, language=language, score_threshold=self._least):
                kind = _KINDS.get(one.entity_type)
                if kind is None or kind not in self._kinds:
                    continue
                # A model that reads another language takes capital letters for names.
                if kind == "PERSON" and (
                    spoken not in (None, language) or not may_be_name(text, one.start, one.end)
                ):
                    continue
                # Serial numbers pass the one check that it has.
                if kind == "CARD" and not is_card(text[one.start : one.end]):
                    continue
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
