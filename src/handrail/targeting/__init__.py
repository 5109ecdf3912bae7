"""Element snapshots, and deciding which element of the live page a target means."""

from handrail.targeting.candidate import Candidate
from handrail.targeting.choosing import Choice, choose
from handrail.targeting.exact import Hits, Match, Miss, Sighting, decide, describe_locator, is_weak
from handrail.targeting.scoring import Scored, score
from handrail.targeting.snapshot import ElementSnapshot, FormFacts

__all__ = [
    "Candidate",
    "Choice",
    "ElementSnapshot",
    "FormFacts",
    "Hits",
    "Match",
    "Miss",
    "Scored",
    "Sighting",
    "choose",
    "decide",
    "describe_locator",
    "is_weak",
    "score",
]
