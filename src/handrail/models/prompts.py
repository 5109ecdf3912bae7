"""Prompts: versioned files of this package, filled with the SOP's words and with fenced evidence."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any, Final

from handrail.models.question import Evidence, Question

_SEPARATOR: Final = "\n---\n"
_CUT: Final = "\n[cut here: {left} more characters]"


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
    evidence = fenced(trimmed(question.evidence, question.limits.characters, scrub))
    return Prompt(
        instructions=source.instructions,
        request=Template(source.request).substitute(parts, evidence=evidence),
        schema=question.answer.model_json_schema(),
        schema_name=question.answer.__name__.strip("_"),
        seconds=question.limits.seconds,
        output_tokens=question.limits.output_tokens,
        picture=question.picture,
    )


def trimmed(evidence: Sequence[Evidence], characters: int, scrub: Callable[[str], str]) -> list[Evidence]:
    """The evidence within so many characters: what comes first has its due first, and the rest is shared."""
    left = characters
    cut: list[Evidence] = []
    for place, one in enumerate(evidence):
        text = scrub(one.text)
        due = max(left // (len(evidence) - place), 0)
        kept = text if len(text) <= due else text[:due] + _CUT.format(left=len(text) - due)
        left -= min(len(text), due)
        cut.append(Evidence(one.name, kept))
    return cut


def fenced(evidence: Sequence[Evidence]) -> str:
    """Each piece between two marks that its text cannot hold, as they are made of the text's own hash."""
    return "\n\n".join(_fence(one) for one in evidence) or "(there is none)"


def _fence(one: Evidence) -> str:
    mark = hashlib.sha256(one.text.encode()).hexdigest()[:10]
    name = " ".join(one.name.replace('"', "'").split())
    return f'<data-{mark} what="{name}">\n{one.text}\n</data-{mark}>'
