"""What performs actions; today the browser."""

from handrail.actuators.actuator import (
    Act,
    Actuator,
    Answer,
    Document,
    Finding,
    Look,
    Message,
    Performed,
    Reading,
    Scrolled,
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
    "Message",
    "Performed",
    "Reading",
    "Scrolled",
    "SeenResponse",
    "Traces",
]
