"""What this version of Handrail cannot run yet, and what must be answered first: said before a run starts."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from handrail.errors import Problem
from handrail.sop.action import Copy, Dialog
from handrail.sop.document import Sop
from handrail.sop.node import Decision, Explore, Extract, Generate, Node, Task
from handrail.sop.rules.ground import Ground, Placed, parts


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


def asks_model(sop: Sop) -> tuple[Problem, ...]:
    """Every step that cannot be done without a model: problems where no model may be asked."""
    ground = Ground(sop)
    return tuple(
        ground.error("needs-model", (*placed.path, "type"), f"it asks a model: {words}.", mend)
        for placed in ground.nodes
        for words, mend in _asking(placed.node)
    )


def _asking(node: Node) -> Iterator[tuple[str, str]]:
    match node:
        case Decision() if not node.check:
            yield "nothing states how to decide it", 'State a condition for its outcomes in "check".'
        case Extract(by="model"):
            yield "it reads by a model", 'Say "by": "targets", and give each field its target.'
        case Explore():
            yield "it looks for a way", "Record the way, and put its steps here."
        case Generate():
            yield "it writes a text", "Let a person write it: make it a step of the type 'human'."


def _unanswered(ground: Ground) -> Iterator[Problem]:
    for place, question in enumerate(ground.sop.clarifications):
        if question.required and not question.answer:
            path = ("clarifications", place)
            mend = 'Write its "answer", and correct the step that it is about.'
            yield ground.error("unanswered", path, f"a question is open: {question.question}", mend)


def _node(ground: Ground, placed: Placed) -> Iterator[Problem]:
    node = placed.node
    if isinstance(node, Task) and isinstance(node.action, Copy) and node.target is None:
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
