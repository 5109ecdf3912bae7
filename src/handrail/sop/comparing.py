"""Comparing two values as people mean it: as numbers, as dates, else as text."""

from __future__ import annotations

from datetime import datetime

from handrail.sop.condition import Comparison


def compare(left: str, comparison: Comparison, right: str) -> bool:
    """Whether the comparison holds; two numbers compare as numbers, two ISO 8601 dates as dates."""
    order = _order(left, right)
    match comparison:
        case "equals":
            return order == 0
        case "not_equals":
            return order != 0
        case "less":
            return order < 0
        case "at_most":
            return order <= 0
        case "more":
            return order > 0
        case "at_least":
            return order >= 0


def _order(left: str, right: str) -> int:
    try:
        numbers = float(left), float(right)
    except ValueError:
        pass
    else:
        return (numbers[0] > numbers[1]) - (numbers[0] < numbers[1])
    try:
        dates = datetime.fromisoformat(left), datetime.fromisoformat(right)
        return (dates[0] > dates[1]) - (dates[0] < dates[1])
    except (ValueError, TypeError):
        return (left > right) - (left < right)
