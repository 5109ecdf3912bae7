"""Personal data: finding it, and putting pseudonyms in its place in what is kept, reported or sent."""

from handrail.privacy.finding import KINDS, Finding, Kind
from handrail.privacy.provider import Provider
from handrail.privacy.pseudonyms import Book, Keeper, Memory
from handrail.privacy.scrubbing import Scrubber, restored

__all__ = ["KINDS", "Book", "Finding", "Keeper", "Kind", "Memory", "Provider", "Scrubber", "restored"]
