"""Comparing two values as people mean it: as numbers, as dates, else as text."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

from pydantic import JsonValue

from handrail.errors import VariableError
from handrail.sop.condition import Comparison, VariableIs
from handrail.sop.numbers import Number, counted_number
from handrail.sop.template.pattern import PatternError, compiled
from handrail.sop.values import text_of


def compare(left: JsonValue, comparison: Comparison, right: JsonValue) -> bool:
    """Whether the comparison holds; two numbers compare as numbers, two ISO 8601 dates as dates.

    A number or a date and something else are not equal. Raises VariableError where their order is asked for.
    """
    order = _order(left, right)
    match comparison:
        case "equals":
            return order == 0
        case "not_equals":
            return order != 0
    if order is None:
        raise VariableError(
            f"'{text_of(left)}' and '{text_of(right)}' have no order.",
            mend="Compare two numbers, or two dates such as 2026-03-31.",
        )
    match comparison:
        case "less":
            return order < 0
        case "at_most":
            return order <= 0
        case "more":
            return order > 0
        case "at_least":
            return order >= 0


def fits(value: JsonValue, condition: VariableIs) -> bool:
    """Whether the value is as the condition says; a list contains its entries, a text its parts."""
    wanted = condition.value or ""
    match condition.comparison:
        case "set":
            return value not in (None, "", [], {})
        case "contains" if isinstance(value, list):
            return any(_order(entry, wanted) == 0 for entry in value)
        case "contains":
            return wanted in text_of(value)
        case "matches":
            return _matches(wanted, text_of(value))
        case comparison:
            return compare(value, comparison, wanted)


def _matches(pattern: str, text: str) -> bool:
    try:
        return compiled(pattern).matches(text)
    except PatternError as error:
        raise VariableError(f"The pattern '{pattern}' {error}.", mend="Correct the pattern.") from None


def _order(left: JsonValue, right: JsonValue) -> int | None:
    """Below, at or above 0; none where one is a number or a date and the other is not."""
    numbers = _number(left), _number(right)
    if numbers[0] is not None and numbers[1] is not None:
        return _sign(numbers[0], numbers[1])
    moments = _moment(left), _moment(right)
    if moments[0] is not None and moments[1] is not None:
        return _date_order(moments[0], moments[1])
    texts = text_of(left), text_of(right)
    if texts[0] == texts[1]:
        return 0
    if any(part is not None for part in (*numbers, *moments)):
        return None
    return _sign(texts[0], texts[1])


def _number(value: JsonValue) -> Number | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    return counted_number(value.strip()) if isinstance(value, str) else None


def _moment(value: JsonValue) -> date | datetime | None:
    if not isinstance(value, str) or len(value.strip()) < len("2026-01-01"):
        return None
    text = value.strip()
    try:
        return date.fromisoformat(text) if len(text) == len("2026-01-01") else datetime.fromisoformat(text)
    except ValueError:
        return None


def _date_order(left: date | datetime, right: date | datetime) -> int:
    """A day and a moment compare by their days; where one has no zone, it is in that of the other."""
    if not isinstance(left, datetime) or not isinstance(right, datetime):
        return _sign(_day(left), _day(right))
    if left.tzinfo is None or right.tzinfo is None:
        left, right = left.replace(tzinfo=None), right.replace(tzinfo=None)
    return _sign(left, right)


def _day(moment: date | datetime) -> datetime:
    return datetime.combine(moment, time())


def _sign(left: Any, right: Any) -> int:
    return int(left > right) - int(left < right)
