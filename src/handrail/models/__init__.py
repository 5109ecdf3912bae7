"""Asking models: one kind of question, one place that asks, and what it may cost.

Importing this package imports no provider's library; `providers.connect` does, when a question is asked.
"""

from handrail.models.asking import Asker, Replied
from handrail.models.budget import Budget, Spent
from handrail.models.configuration import ModelConfig, configured
from handrail.models.question import Evidence, Limits, Question

__all__ = [
    "Asker",
    "Budget",
    "Evidence",
    "Limits",
    "ModelConfig",
    "Question",
    "Replied",
    "Spent",
    "configured",
]
