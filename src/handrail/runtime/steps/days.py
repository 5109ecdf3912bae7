"""A day for a field that asks for it to be written otherwise than when it was recorded."""

from __future__ import annotations

from datetime import date
from typing import Final

from handrail.errors import PermanentError
from handrail.sop.target import Target
from handrail.targeting import ElementSnapshot
from handrail.targeting.days import DayFormat, day_format
from handrail.targeting.kinds import TEXT_TYPES

_EXAMPLE: Final = date(2026, 12, 31)


def as_it_asks(recorded: Target | None, seen: ElementSnapshot, value: str | None) -> str | None:
    """The value as the field asks for it by now; none where it is right as it is.

    Raises PermanentError where it is no day as the field asked for it, and nobody knows which one is meant.
    """
    was = day_format(recorded) if recorded is not None else None
    now = day_format(seen)
    if now is None or was == now or not value:
        return None
    if was is None:
        if recorded is not None and recorded.input_type in TEXT_TYPES and _may_be_another(value, now):
            raise PermanentError(
                f"The field asks for a day to be written as {now.write(_EXAMPLE)} by now, and said nothing "
                f"of that when it was recorded: '{value}' may be another day.",
                mend="Record the step again, with a day above 12.",
            )
        return None
    day = was.read(value)
    if day is None:
        raise PermanentError(
            f"The field asks for a day to be written otherwise than when it was recorded, and '{value}' is "
            "not written as it was then.",
            mend=f"Give the day as it was recorded, such as {was.write(_EXAMPLE)}, or record the step again.",
        )
    return now.write(day)


def _may_be_another(value: str, asked: DayFormat) -> bool:
    """Whether the value is a day in that format, and another one with its month and day changed round."""
    day = asked.read(value)
    names = {"month": "day", "day": "month"}
    swapped = DayFormat(tuple((names.get(part, part), least) for part, least in asked.parts), asked.between)
    other = swapped.read(value)
    return day is not None and other is not None and day != other
