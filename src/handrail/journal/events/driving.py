"""A person at the wheel, as a journal tells it: taking a session over, handing it back, what they did for it,
and the steps that they showed."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from handrail._model import Model
from handrail.journal.events.places import Tab
from handrail.sop.node import Effect, Task
from handrail.sop.restepping import NewSteps, Replaced


class TakenOver(Model):
    """A person works in the session's browser from now on, and the walk stands still."""

    kind: Literal["taken_over"]
    node: str
    """Where the walk stands; empty where it had not come to any step."""
    by: str
    why: str = ""
    """What the step failed of, or why else."""
    number: int = 1
    """Of this recording among those of the session."""
    address: str = ""
    """Where another program reaches the browser (remote debugging); empty where there is no such place."""


class HandedBack(Model):
    """The walk has the session's browser again, or nobody has."""

    kind: Literal["handed_back"]
    node: str
    number: int = 1
    by: str = ""
    """Who handed it back; empty where nobody did."""
    why: str = ""
    """Why the driving ended, where nobody handed it back."""
    at: str | None = None
    """The step that the walk is to go on with, where the person said so."""
    seconds: float = 0
    recording: str | None = None
    """Content address of the events that were recorded, masked where they were typed."""
    deeds: tuple[str, ...] = ()
    """What the person did, in words."""
    effects: tuple[str, ...] = ()
    """Those of the deeds that a session must not repeat."""
    tabs: dict[str, Tab] = Field(default_factory=dict)
    """The tabs as they were then."""


class DoneByHand(Model):
    """A person did what the node is for; the walk does not do it."""

    kind: Literal["done_by_hand"]
    node: str
    attempt: int
    effect: Effect
    action: str
    by: str
    why: str = ""
    """What shows it."""


class StepsProposed(Model):
    """A person showed steps that the SOP lacks, or exploring found them; nothing changes before they are
    accepted."""

    kind: Literal["steps_proposed"]
    amendment: str
    node: str
    field: Literal["steps"] = "steps"
    old: tuple[Replaced, ...] = ()
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
