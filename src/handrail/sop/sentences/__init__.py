"""The parts of a step in plain words: its target, its action, its conditions.

This is the one place where they are worded; `show`, journals, approvals and error messages all take their
words from here. The functions take what they describe as it is: to show values in place of templates, or
references in place of secrets, render the model before. Words have no full stop and no colour.
"""

from handrail.sop.sentences.actions import describe_action, describe_deed
from handrail.sop.sentences.conditions import describe_condition, describe_conditions
from handrail.sop.sentences.elements import describe_locator, describe_target

__all__ = [
    "describe_action",
    "describe_condition",
    "describe_conditions",
    "describe_deed",
    "describe_locator",
    "describe_target",
]
