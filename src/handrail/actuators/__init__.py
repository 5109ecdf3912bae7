"""What performs actions and sees what came of them: the browser, and second channels beside it."""

from handrail.actuators.actuator import Act, Actuator, Performed
from handrail.actuators.seen import Answer, Document, Finding, Look, Message, Reading, Scrolled
from handrail.actuators.traces import SeenResponse, Traces

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
