"""Words for an SOP by a model: labels, intents, names, parts, what to ask a person. What is done stays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, Field

from handrail.compile.exporters.process import Part
from handrail.errors import ModelFailed
from handrail.models.asking import Asker
from handrail.models.question import LIMITS, Evidence, Question
from handrail.sop.document import Clarification, Sop
from handrail.sop.node import Group, Loop, Node
from handrail.sop.outline import outline
from handrail.sop.renaming import deeds_hash, renamed

_LABEL: Final = 80
_INTENT: Final = 300
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{1,39}")
_LETTERS: Final = re.compile(r"\W+")


class StepWords(BaseModel):
    """The words for one step."""

    id: str
    label: str
    intent: str = ""


class VariableWords(BaseModel):
    """A better name for a variable."""

    name: str
    better: str


class PartWords(BaseModel):
    """A part of the procedure, from its first step on."""

    title: str
    purpose: str = ""
    first: str


class DecisionWords(BaseModel):
    """Something that the notes say is done only sometimes."""

    step: str
    question: str
    outcomes: list[str] = Field(default_factory=list)
    quote: str


class QuestionWords(BaseModel):
    """Something that only a person can tell."""

    step: str = ""
    question: str


class SopWords(BaseModel):
    """A model's answer."""

    goal: str = ""
    steps: list[StepWords]
    variables: list[VariableWords] = Field(default_factory=list)
    parts: list[PartWords] = Field(default_factory=list)
    decisions: list[DecisionWords] = Field(default_factory=list)
    questions: list[QuestionWords] = Field(default_factory=list)


@dataclass(frozen=True)
class Described:
    """An SOP in a model's words, and the parts in which it tells the process."""

    sop: Sop
    parts: tuple[Part, ...]


async def describe_sop(sop: Sop, asker: Asker, notes: str = "") -> Described:
    """The SOP with better words. Raises ModelFailed where no usable answer came, BudgetSpent."""
    steps = Evidence("the steps", "\n".join(_lines(sop)))
    replied = await asker.ask(
        sop.meta.id,
        Question(
            purpose="describe",
            prompt="describe-2",
            parts={"title": sop.meta.title},
            evidence=(steps, Evidence("notes of the person who showed it", notes)) if notes else (steps,),
            answer=SopWords,
            limits=LIMITS["describe"],
        ),
    )
    if replied.value is None:
        raise ModelFailed(
            f"The model gave no words for it: {replied.why}.",
            mend="Compile it without --describe, or try again.",
        )
    return with_words(sop, replied.value, notes)


def with_words(sop: Sop, words: SopWords, notes: str = "") -> Described:
    """The SOP with these words and names, and with nothing else changed.

    Words for steps that are not there, words of templates, names that cannot be a variable's, and decisions
    whose quote is not in the notes are left out. Raises ModelFailed where what is done would be another.
    """
    by_id = {step.id: step for step in words.steps}
    goal = _prose(words.goal, _INTENT)
    meta = sop.meta.model_copy(update={"goal": goal}) if goal else sop.meta
    told = sop.model_copy(
        update={
            "meta": meta,
            "nodes": tuple(_named(node, by_id) for node in sop.nodes),
            "clarifications": (*sop.clarifications, *_clarifications(sop, words, notes)),
        }
    )
    told = renamed(told, _names(sop, words.variables))
    if deeds_hash(told) != deeds_hash(sop):
        raise ModelFailed("The words would change what the procedure does.", mend="Compile it without them.")
    parts = (
        Part(title, part.first, _prose(part.purpose, _INTENT))
        for part in words.parts
        if (title := _prose(part.title, _LABEL))
    )
    return Described(told, tuple(parts))


def _names(sop: Sop, wanted: Iterable[VariableWords]) -> dict[str, str]:
    """The names that can be taken: no secret's, none that anything else has, each once."""
    taken = {*sop.variables, "run", *(node.item for node in sop.walk_nodes() if isinstance(node, Loop))}
    items = taken - set(sop.variables)
    names: dict[str, str] = {}
    for one in wanted:
        variable = sop.variables.get(one.name)
        if variable is None or variable.secret or one.name in items or one.name in names:
            continue
        if _NAME.fullmatch(one.better) and one.better not in taken and not one.better.endswith("_number"):
            names[one.name] = one.better
            taken.add(one.better)
    return names


def _clarifications(sop: Sop, words: SopWords, notes: str) -> list[Clarification]:
    """What a person should look at; nothing of it blocks a run."""
    known = {node.id for node in sop.walk_nodes()}
    asked: list[tuple[str, str]] = []
    for one in words.decisions:
        question = _prose(one.question, _INTENT)
        if question and one.step in known and _says(notes, one.quote):
            outcomes = " / ".join(_prose(outcome, _LABEL) for outcome in one.outcomes) or "yes / no"
            quote = _prose(one.quote, _INTENT)
            asked.append(
                (
                    f"Should a decision stand before this step: {question} ({outcomes}) Notes: '{quote}'",
                    one.step,
                )
            )
    asked += [(question, one.step) for one in words.questions if (question := _prose(one.question, _INTENT))]
    taken = {one.id for one in sop.clarifications}
    ids = (f"words-{number}" for number in range(1, len(asked) + len(taken) + 1))
    free = (id for id in ids if id not in taken)
    return [
        Clarification(id=id, question=question, node=step if step in known else None)
        for id, (question, step) in zip(free, asked, strict=False)
    ]


def _says(notes: str, quote: str) -> bool:
    bare = _LETTERS.sub("", quote).casefold()
    return len(bare) > 3 and bare in _LETTERS.sub("", notes).casefold()


def _named(node: Node, words: dict[str, StepWords]) -> Node:
    changes: dict[str, object] = {}
    said = words.get(node.id)
    if said is not None and (label := _prose(said.label, _LABEL)):
        changes["label"] = label
    if said is not None and (intent := _prose(said.intent, _INTENT)):
        changes["intent"] = intent
    if isinstance(node, Loop | Group):
        changes["children"] = tuple(_named(child, words) for child in node.children)
    return node.model_copy(update=changes)


def _prose(text: str, most: int) -> str:
    """One line of plain words, or nothing."""
    folded = " ".join(text.split())
    return "" if "{{" in folded or len(folded) > most else folded


def _lines(sop: Sop) -> list[str]:
    """Every step with its id, in words, and the variables."""
    steps = [f"{line.node}: {line.number}. {line.sentence}" for line in outline(sop).steps]
    variables = [
        f"variable {name}: {facts.type}, {facts.description}" for name, facts in sop.variables.items()
    ]
    return [*steps, *variables]
