"""Dates and times of which some parts were set: what was left as the app showed it is asked about."""

from __future__ import annotations

import pytest

from handrail.compile import compile_recording
from handrail.compile.clarifying.date_parts import part_called
from tests.compile.recordings import APP, Show, field

SHOWN = {"Start: day": "15", "Start: month": "November", "Start: year": "2026", "Hour": "9", "Room": "Attic"}


@pytest.mark.parametrize(
    ("chosen", "left"),
    [
        (("Start: day",), "'Start: month' as 'November' and 'Start: year' as '2026'"),
        (("Start: day", "Start: month"), "'Start: year' as '2026'"),
        (("Start: month", "Start: day", "Start: year"), None),
        (("Room",), None),
        (("Hour",), None),
    ],
)
def test_the_parts_of_a_date_that_were_left_as_the_app_shows_them_are_asked_about(
    chosen: tuple[str, ...], left: str | None
) -> None:
    """The date of another record would have been given the month of the day on which the work was shown."""
    show = Show(f"{APP}/new", values=SHOWN)
    for label in chosen:
        show.choose(field(label, tag="select"), "4")
    asked = [one.question for one in compile_recording(show.recording()).clarifications]
    about = [question for question in asked if "as the app shows it" in question]
    assert len(about) == (left is not None)
    assert left is None or left in about[0]


@pytest.mark.parametrize(
    ("label", "part"),
    [
        ("Month", ("month", ())),
        ("Geburtsdatum: Jahr", ("year", ("geburtsdatum",))),
        ("Day of month", None),
        ("Monthly fee", None),
    ],
)
def test_a_part_is_known_by_what_its_field_is_called(
    label: str, part: tuple[str, tuple[str, ...]] | None
) -> None:
    assert part_called(label) == part
