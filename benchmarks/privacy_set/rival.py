"""Asks the compared tool, Presidio with its own recognisers: lines as JSON on stdin, what it finds on stdout.

Stands alone: it is run by the Python that has `presidio-analyzer`. With a spaCy model for a language
(`HANDRAIL_RIVAL_MODEL`, `en=name,de=name`) it finds names, too; without one it has its patterns only.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from importlib import import_module
from importlib.metadata import version

KINDS = {
    "PERSON": "PERSON",
    "EMAIL_ADDRESS": "EMAIL",
    "PHONE_NUMBER": "PHONE",
    "LOCATION": "ADDRESS",
    "CREDIT_CARD": "CARD",
    "IBAN_CODE": "ACCOUNT",
    "US_BANK_NUMBER": "ACCOUNT",
    "US_SSN": "NATIONAL_ID",
    "US_ITIN": "NATIONAL_ID",
    "UK_NINO": "NATIONAL_ID",
    "ES_NIF": "NATIONAL_ID",
    "ES_NIE": "NATIONAL_ID",
    "DE_SOCIAL_SECURITY": "NATIONAL_ID",
    "FR_NIR": "NATIONAL_ID",
    "MEDICAL_LICENSE": "MEDICAL_RECORD",
    "MEDICAL_RECORD_NUMBER": "MEDICAL_RECORD",
    "DATE_TIME": "BIRTHDATE",
}


def main() -> None:
    presidio = import_module("presidio_analyzer")
    nlp_engine = import_module("presidio_analyzer.nlp_engine")
    lines = json.load(sys.stdin)
    told = os.environ.get("HANDRAIL_RIVAL_MODEL", "")
    models = dict(pair.split("=") for pair in told.split(",") if pair)
    languages = sorted({line["language"] for line in lines})
    engines = {}
    for language in languages:
        model = models.get(language) or _blank(language)
        nlp = nlp_engine.NlpEngineProvider(
            nlp_configuration={
                "nlp_engine_name": "spacy",
                "models": [{"lang_code": language, "model_name": model}],
            }
        ).create_engine()
        registry = presidio.RecognizerRegistry(supported_languages=[language])
        registry.load_predefined_recognizers(languages=[language], nlp_engine=nlp)
        engines[language] = presidio.AnalyzerEngine(
            registry=registry, nlp_engine=nlp, supported_languages=[language]
        )
    found = [
        [
            (one.start, one.end, KINDS[one.entity_type])
            for one in engines[line["language"]].analyze(
                line["text"], language=line["language"], score_threshold=0.35
            )
            if one.entity_type in KINDS
        ]
        for line in lines
    ]
    with_models = (
        ", ".join(f"{language} {name}" for language, name in models.items()) or "without a language model"
    )
    json.dump(
        {"name": f"presidio-analyzer {version('presidio-analyzer')}, {with_models}", "found": found},
        sys.stdout,
    )


def _blank(language: str) -> str:
    """A pipeline without any model, kept where spaCy can load it."""
    folder = tempfile.mkdtemp()
    import_module("spacy").blank(language).to_disk(folder)
    return folder


if __name__ == "__main__":
    main()
