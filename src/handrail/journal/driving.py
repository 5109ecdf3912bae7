"""Steps that a session found to be missing, as a journal tells of them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from handrail._model import Model
from handrail.sop.node import Task
from handrail.sop.restepping import NewSteps


class StepsProposed(Model):
    """Steps that the SOP lacks were shown by a person, or found; nothing changes before they are accepted."""

    kind: Literal["steps_proposed"]
    amendment: str
    node: str
    field: Literal["steps"] = "steps"
    old: tuple[Task, ...] = ()
    """The steps that they replace, as the SOP that was run has them; none where they come before `node`."""
    new: tuple[Task, ...]
    reasons: tuple[str, ...] = ()
    score: float = Field(default=1, ge=0, le=1)
    url: str = ""
    pictures: tuple[str, ...] = ()

    @property
    def change(self) -> NewSteps:
        """What it would change, without the evidence."""
        return NewSteps(node=self.node, old=self.old, new=self.new)
