"""What is different between two SOPs, as people say it: `differences` finds it, `render` prints it."""

from handrail.sop.diff.finding import differences
from handrail.sop.diff.model import Difference
from handrail.sop.diff.rendering import render

__all__ = ["Difference", "differences", "render"]
