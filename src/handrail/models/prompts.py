"""Prompts: versioned files of this package, filled with the SOP's words and with fenced evidence."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any, Final

from handrail.models.question import Evidence, Question
from handrail.models.trimming import cut, dues, stems

_SEPARATOR: Final = "\n---\n"
_ABOUT_SOMETHING: Final = frozenset({"decide", "extract"})
"""Purposes for which a long text is cut to the lines that the question speaks of."""


@dataclass(frozen=True)
class Written:
    """A prompt's file."""

    name: str
    instructions: str
    request: str
    hash: str


@dataclass(frozen=True)
class Prompt:
    """What a provider is sent."""

    instructions: str
    request: str
    schema: dict[str, Any]
    schema_name: str
    seconds: float
    output_tokens: int
    picture: bytes | None = None

    @property
    def text(self) -> str:
        """All of its words, for the record."""
        return f"{self.instructions}\n---\n{self.request}"


@cache
def written(name: str) -> Written:
    """The prompt's file. Raises FileNotFoundError for a name that the package does not hold."""
    text = (files("handrail.models") / "prompts" / f"{name}.md").read_text("utf-8")
    instructions, _, request = text.partition(_SEPARATOR)
    return Written(name, instructions.strip(), request.strip(), hashlib.sha256(text.encode()).hexdigest())


def filled(question: Question[Any], scrub: Callable[[str], str]) -> Prompt:
    """The question as it is sent: secrets taken out, evidence trimmed and fenced."""
    source = written(question.prompt)
    parts = {name: scrub(text) for name, text in question.parts.items()}
    about = stems(" ".join(parts.values())) if question.purpose in _ABOUT_SOMETHING else ()
    evidence = fenced(trimmed(question.evidence, question.limits.characters, scrub, about))
    return Prompt(
        instructions=source.instructions,
        request=Template(source.request).substitute(parts, evidence=evidence),
        schema=_without_titles(question.answer.model_json_schema()),
        schema_name=question.answer.__name__.strip("_"),
        seconds=question.limits.seconds,
        output_tokens=question.limits.output_tokens,
        picture=question.picture,
    )


def _without_titles(schema: Any, *, names: bool = False) -> Any:
    """A schema without its titles: they say what the names say. `names` where the keys are fields."""
    if isinstance(schema, list):
        return [_without_titles(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _without_titles(value, names=key in ("properties", "$defs") and not names)
        for key, value in schema.items()
        if names or key != "title"
    }


def trimmed(
    evidence: Sequence[Evidence], characters: int, scrub: Callable[[str], str], about: Collection[str] = ()
) -> list[Evidence]:
    """The evidence within so many characters, by what the question is about; see `trimming`."""
    texts = [scrub(one.text) for one in evidence]
    shares = dues([len(text) for text in texts], characters)
    return [
        Evidence(scrub(one.name), cut(text, due, about))
        for one, text, due in zip(evidence, texts, shares, strict=True)
    ]


def fenced(evidence: Sequence[Evidence]) -> str:
    """Each piece between two marks that its text cannot hold, as they are made of the text's own hash."""
    return "\n\n".join(_fence(one) for one in evidence) or "(there is none)"


def _fence(one: Evidence) -> str:
    mark = hashlib.sha256(one.text.encode()).hexdigest()[:10]
    name = " ".join(one.name.replace('"', "'").split())
    return f'<data-{mark} what="{name}">\n{one.text}\n</data-{mark}>'
