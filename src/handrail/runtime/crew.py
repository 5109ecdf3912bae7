"""Everybody who has a say in a step, together for one session."""

from __future__ import annotations

from dataclasses import dataclass

from handrail.actuators import Actuator
from handrail.approvals import Approver
from handrail.policy import Gate
from handrail.runtime.checkpoints import Checkpoints
from handrail.runtime.learning import Lessons
from handrail.runtime.pictures import Pictures
from handrail.runtime.scribe import Scribe
from handrail.runtime.settings import Settings
from handrail.runtime.stopping import StopSignal
from handrail.runtime.trail import Trail
from handrail.runtime.values import Values
from handrail.runtime.verifying import Verifier


@dataclass(frozen=True)
class Crew:
    """The parts of one running session."""

    actuator: Actuator
    gate: Gate
    approver: Approver
    scribe: Scribe
    pictures: Pictures
    verifier: Verifier
    values: Values
    settings: Settings
    lessons: Lessons
    stop: StopSignal
    trail: Trail
    checkpoints: Checkpoints
