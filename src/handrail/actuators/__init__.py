"""What performs actions; today the browser."""

from handrail.actuators.actuator import (
    Act,
    Actuator,
    Answer,
    Document,
    Finding,
    Look,
    Performed,
    Reading,
    SeenResponse,
    Traces,
)

__all__ = [
    "Act",
    "Actuator",
    "Answer",
    "Document",
    "Finding",
    "Look",
    "Performed",
    "Reading",
    "SeenResponse",
    "Traces",
]
