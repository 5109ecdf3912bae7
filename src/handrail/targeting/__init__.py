"""Element snapshots, and deciding which element of the live page a target means."""

from handrail.targeting.exact import Hits, Match, Miss, Sighting, decide, describe_locator, is_weak
from handrail.targeting.snapshot import ElementSnapshot, FormFacts

__all__ = [
    "ElementSnapshot",
    "FormFacts",
    "Hits",
    "Match",
    "Miss",
    "Sighting",
    "decide",
    "describe_locator",
    "is_weak",
]
