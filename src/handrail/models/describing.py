"""Words for an SOP by a model: labels, intents and the goal. What is done, on what, and its effect stay."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel

from handrail.errors import ModelFailed
from handrail.models.asking import Asker
from handrail.models.question import LIMITS, Evidence, Question
from handrail.sop.document import Sop
from handrail.sop.node import Group, Loop, Node
from handrail.sop.outline import outline

_LABEL: Final = 80
_INTENT: Final = 300


class StepWords(BaseModel):
    """The words for one step."""

    id: str
    label: str
    intent: str = ""


class SopWords(BaseModel):
    """A model's answer."""

    goal: str = ""
    steps: list[StepWords]


async def describe_sop(sop: Sop, asker: Asker) -> Sop:
    """The SOP with better words. Raises ModelFailed where no usable answer came, BudgetSpent."""
    replied = await asker.ask(
        sop.meta.id,
        Question(
            purpose="describe",
            prompt="describe-1",
            parts={"title": sop.meta.title},
            evidence=(Evidence("the steps", "\n".join(_lines(sop))),),
            answer=SopWords,
            limits=LIMITS["describe"],
        ),
    )
    if replied.value is None:
        raise ModelFailed(
            f"The model gave no words for it: {replied.why}.",
            mend="Compile it without --model, or try again.",
        )
    return with_words(sop, replied.value)


def with_words(sop: Sop, words: SopWords) -> Sop:
    """The SOP with these labels, intents and this goal, and with nothing else changed. Words for steps that
    are not there, and words of templates, are left out."""
    by_id = {step.id: step for step in words.steps}
    goal = _prose(words.goal, _INTENT)
    meta = sop.meta.model_copy(update={"goal": goal}) if goal else sop.meta
    return sop.model_copy(update={"meta": meta, "nodes": tuple(_named(node, by_id) for node in sop.nodes)})


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
    """Every step with its id, in words."""
    return [f"{line.node}: {line.sentence}" for line in outline(sop).steps]
