"""What this version of Handrail cannot run yet, and what must be answered first: said before a run starts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pydantic import BaseModel

from handrail.errors import Problem
from handrail.sop.action import Copy, Dialog
from handrail.sop.document import Sop
from handrail.sop.node import Decision, Explore, Generate, Task
from handrail.sop.rules.ground import Ground, Placed, parts

_NOT_YET_RUN: Final = Generate | Explore
_LATER: Final = "A later version will; until then, take it out of what is run."


def blocking(sop: Sop) -> tuple[Problem, ...]:
    """Everything that keeps this version from running the SOP, though the SOP holds together.

    It is asked besides `validate.problems`, and refuses clearly what would fail on the way.
    """
    ground = Ground(sop)
    found = list(_unanswered(ground))
    for placed in ground.nodes:
        found += _node(ground, placed)
        for path, part in parts(placed):
            if (reason := _reason(part)) is not None:
                code, message, mend = reason
                found.append(ground.error(code, path, message, mend))
    return tuple(found)


def _unanswered(ground: Ground) -> Iterator[Problem]:
    for place, question in enumerate(ground.sop.clarifications):
        if question.required and not question.answer:
            path = ("clarifications", place)
            mend = 'Write its "answer", and correct the step that it is about.'
            yield ground.error("unanswered", path, f"a question is open: {question.question}", mend)


def _node(ground: Ground, placed: Placed) -> Iterator[Problem]:
    node = placed.node
    if isinstance(node, _NOT_YET_RUN):
        message = f"{node.type} nodes are not run by this version."
        yield ground.error("node-not-run", (*placed.path, "type"), message, _LATER)
    elif isinstance(node, Decision) and not node.check:
        message = "nothing states how to decide it, and this version asks no model."
        mend = 'State a condition for its outcomes in "check".'
        yield ground.error("decision-not-run", (*placed.path, "check"), message, mend)
    elif isinstance(node, Task) and isinstance(node.action, Copy) and node.target is None:
        message = "copying the selection without a target is not done by this version."
        yield ground.error("action-not-run", (*placed.path, "action"), message, "Give the step a target.")


def _reason(part: BaseModel) -> tuple[str, str, str] | None:
    """Why an action cannot be run: code, message and mend; none where it can."""
    match part:
        case Dialog():
            mend = 'Put the answer into "dialogs" of the step that opens the dialog.'
            return "action-not-run", "'dialog' is not done by this version as a step of its own.", mend
        case _:
            return None
