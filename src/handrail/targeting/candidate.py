"""Candidates: the elements of the live page that a target might be."""

from __future__ import annotations

from handrail._model import Model
from handrail.sop.target import FrameStep
from handrail.targeting.snapshot import ElementSnapshot


class Candidate(Model):
    """One element, with the handle by which the page that was gathered from knows it."""

    place: int
    """Its number among the elements that were gathered in its document."""
    element: ElementSnapshot
    frame: tuple[FrameStep, ...] = ()
