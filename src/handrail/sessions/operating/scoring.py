"""Asking a model the labelled questions, as a session would ask them, and grading what it answers."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from handrail.errors import ModelFailed
from handrail.journal.events.event import Artefact, Event, ModelAnswered
from handrail.models import Asker, Budget, Evidence, ModelConfig
from handrail.models.provider import ModelProvider
from handrail.models.scoring import OUTCOMES, UNSURE, Graded, LabelledState
from handrail.runtime.by_model.classifying import leaning_of, question_of
from handrail.runtime.by_model.showing import Gathered
from handrail.sop.node import Decision

_GIVE_UP_AFTER: Final = 3
"""So many questions without any answer at the start, and the model is not there."""
_TRIES: Final = 4


@dataclass
class _Bills:
    """What each question has taken, as the asker tells it."""

    of: dict[str, ModelAnswered] = field(default_factory=dict)

    def hear(self, event: Event) -> None:
        if isinstance(event, ModelAnswered):
            self.of[event.node] = event


async def graded(
    states: Sequence[LabelledState],
    config: ModelConfig,
    connect: Callable[[], ModelProvider],
    *,
    money: float | None = None,
    told: Callable[[Graded], None] = lambda one: None,
) -> list[Graded]:
    """The model's answers, one question after another, each told as it comes.

    `money`: US dollars that all may cost; the set-up's budget where none is given. Raises ModelFailed where
    the first questions get no answer, BudgetSpent.
    """
    bills = _Bills()
    calls = len(states) * _TRIES
    budget = Budget(
        calls=calls,
        tokens=calls * config.input_tokens,
        money=config.budget.money if money is None else money,
    )
    asker = Asker(
        connect,
        budget=budget,
        most_input_tokens=config.input_tokens,
        tell=bills.hear,
        # Outside of a session nothing is kept.
        keep=lambda text: Artefact(f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"),
        scrub=lambda text: text,
        pause=asyncio.sleep,
        seconds=config.seconds,
    )
    answers: list[Graded] = []
    try:
        for state in states:
            answers.append(await _graded(asker, state, bills.of))
            told(answers[-1])
            if len(answers) == _GIVE_UP_AFTER and all(one.failed for one in answers):
                raise ModelFailed(
                    f"The first {_GIVE_UP_AFTER} questions got no answer: {answers[0].failed}.",
                    mend="Check the set-up (docs/models.md).",
                )
    finally:
        await asker.close()
    return answers


async def _graded(asker: Asker, state: LabelledState, bills: Mapping[str, ModelAnswered]) -> Graded:
    gathered = Gathered((Evidence("text of the page", state.page),))
    node = Decision(
        type="decision", id=state.id, label=state.id, question=state.question, outcomes=OUTCOMES, default="no"
    )
    replied = await asker.ask(state.id, question_of(node, gathered))
    leaning = leaning_of(replied, gathered.holds)
    bill = bills[state.id]
    sure = replied.value is not None and replied.value.outcome != UNSURE
    return Graded.model_validate(
        {
            "id": state.id,
            "language": state.language,
            "kind": state.id.rpartition("-")[0] or state.id,
            "right": state.answer,
            "said": leaning.outcome or UNSURE,
            "quoted": leaning.outcome is not None or not sure,
            "failed": replied.why if replied.value is None else "",
            "seconds": bill.seconds,
            "tokens": bill.input_tokens + bill.output_tokens,
            "cost": bill.cost,
        }
    )
