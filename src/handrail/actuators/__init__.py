"""What performs actions; today the browser."""

from handrail.actuators.actuator import (
    Act,
    Actuator,
    Finding,
    Look,
    Performed,
    Reading,
    SeenResponse,
    Traces,
)

__all__ = ["Act", "Actuator", "Finding", "Look", "Performed", "Reading", "SeenResponse", "Traces"]
