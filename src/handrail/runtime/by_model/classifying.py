"""Decisions by a model: one outcome with a quote that occurs, else a person, else the safe default."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, create_model

from handrail.approvals import ApprovalRequest, Choice
from handrail.errors import Unattended
from handrail.journal.events.event import Decided, Offered, Option
from handrail.models import Question, Replied
from handrail.models.question import LIMITS
from handrail.runtime.by_model.showing import Gathered, gather_evidence
from handrail.runtime.people.consulting import ask
from handrail.runtime.walk.crew import Crew
from handrail.sop.node import Decision
from handrail.sop.template import render_model

UNSURE = "unsure"


class Classified(BaseModel):
    """A model's answer; `outcome` is narrowed to the node's outcomes where it is asked for."""

    outcome: str
    quote: Annotated[str, BeforeValidator(lambda quote: quote or "")]
    reason: Annotated[str, BeforeValidator(lambda reason: reason or "")]


@dataclass(frozen=True)
class Leaning:
    """What the model makes of it: an outcome where it is sure, and can show it."""

    outcome: str | None
    quote: str
    why: str
    question: str


async def classify(crew: Crew, node: Decision) -> str:
    """The node's outcome, journaled with the quote or the person that it comes from.

    Raises BudgetSpent where the session may ask no more, Waiting where a person must answer and may do so
    later.
    """
    shown = render_model(node, crew.values.shown)
    real = render_model(node, crew.values.real)
    if crew.actuator.is_open(node.page):
        await crew.stop.race(crew.actuator.traffic.rest(node.page))
    gathered = await crew.stop.race(gather_evidence(crew, real.evidence, node.page))
    leaning = await _asked(crew, shown, gathered)
    if leaning.outcome is not None and not crew.gate.policy.ask_every_step:
        return _decided(crew, node, leaning.outcome, leaning, why=leaning.why)
    try:
        return await _by_person(crew, shown, leaning)
    except Unattended:
        if leaning.outcome is not None:
            raise
        why = f"{leaning.why}; nobody could be asked, so the safe default was taken"
        return _decided(crew, node, node.default, leaning, why=why, by_default=True)


async def _asked(crew: Crew, node: Decision, gathered: Gathered) -> Leaning:
    return leaning_of(await crew.ask_model(node.id, question_of(node, gathered)), gathered.holds)


def leaning_of(replied: Replied[Classified], holds: Callable[[str], bool]) -> Leaning:
    """What an answer comes to; `holds` says whether a quote occurs in what the model was shown."""
    said = replied.value
    if said is None:
        return Leaning(None, "", f"the model gave no answer: {replied.why}", replied.question)
    if said.outcome == UNSURE:
        return Leaning(None, "", f"the model is unsure: {said.reason}", replied.question)
    if not holds(said.quote):
        words = f"the model said '{said.outcome}', and what it quotes does not occur: '{said.quote}'"
        return Leaning(None, "", words, replied.question)
    return Leaning(said.outcome, said.quote, said.reason, replied.question)


def question_of(node: Decision, gathered: Gathered) -> Question[Classified]:
    """What is asked for a decision, rendered with references for secrets."""
    return Question(
        purpose="decide",
        prompt="decide-1",
        parts={
            "question": node.question,
            "context": node.context or node.intent or "none",
            "outcomes": ", ".join(node.outcomes),
        },
        evidence=gathered.evidence,
        answer=_schema(node.outcomes),
        limits=LIMITS["decide"],
        picture=gathered.picture,
    )


async def _by_person(crew: Crew, node: Decision, leaning: Leaning) -> str:
    said = f"The model says '{leaning.outcome}', by '{leaning.quote}'" if leaning.outcome else leaning.why
    chosen, by = await choose_way(crew, node, leaning.outcome, said)
    if chosen is None:
        why = f"{leaning.why}; {by} left it open, so the safe default was taken"
        return _decided(crew, node, node.default, leaning, why=why, by_default=True)
    return _decided(crew, node, chosen, leaning, why=leaning.why, by=by)


async def choose_way(crew: Crew, node: Decision, leaning: str | None, said: str) -> tuple[str | None, str]:
    """The outcome that a person takes, none where they leave it open, and who it was.

    Raises Waiting where nobody can be asked.
    """
    request = ApprovalRequest(
        kind="choose",
        node=node.id,
        action=node.question,
        where=crew.actuator.url(node.page) if crew.actuator.is_open(node.page) else "",
        why=said[:1].upper() + said[1:],
        effect="none",
        choices=tuple(
            Choice(id=str(number), words=outcome) for number, outcome in enumerate(node.outcomes, start=1)
        ),
    )
    options = tuple(
        Option(number=number, words=outcome, score=float(outcome == leaning))
        for number, outcome in enumerate(node.outcomes, start=1)
    )
    crew.scribe.note(Offered(kind="offered", node=node.id, attempt=1, why=request.why, options=options))
    approval = await ask(crew, request, ("choose", "deny"))
    if approval.answer != "choose" or approval.choice is None:
        return None, approval.by
    return node.outcomes[int(approval.choice) - 1], approval.by


def _schema(outcomes: tuple[str, ...]) -> type[Classified]:
    closed: Any = Literal[tuple(dict.fromkeys((*outcomes, UNSURE)))]
    named: Any = Annotated[closed, BeforeValidator(partial(_as_named, outcomes))]
    return create_model("Classified", __base__=Classified, outcome=(named, ...))


def _as_named(outcomes: tuple[str, ...], said: Any) -> Any:
    """The outcome that is meant, where it is written in other case or with a mark behind it."""
    if not isinstance(said, str) or said in outcomes:
        return said
    bare = said.strip(" .!\"'`*").casefold()
    meant = [one for one in (*outcomes, UNSURE) if one.casefold() == bare]
    return meant[0] if len(meant) == 1 else said


def _decided(
    crew: Crew,
    node: Decision,
    outcome: str,
    leaning: Leaning,
    *,
    why: str,
    by_default: bool = False,
    by: str = "",
) -> str:
    crew.scribe.write(
        Decided(
            kind="decided",
            node=node.id,
            outcome=outcome,
            by_default=by_default,
            evidence=(),
            question=leaning.question,
            quote=leaning.quote,
            why=why,
            by=by,
        )
    )
    return outcome
