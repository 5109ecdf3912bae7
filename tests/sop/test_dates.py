"""Dates: forms that mean one day are understood, forms that may mean two are not."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.errors import VariableError
from handrail.sop.dates import format_fault, input_format_fault, read_date, read_date_as, write_date


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-31",
        "2026/3/31",
        "2026.03.31",
        "31 March 2026",
        "31 Mar 2026",
        "31. March 2026",
        "31st of March, 2026",
        "31-Mar-2026",
        "March 31, 2026",
        "mar 31st 2026",
        "Tuesday, 31 March 2026",
        "Tue, 31 Mar 2026",
        "31/03/2026",
        "31.3.2026",
        "03/31/2026",
        "31-03-2026",
        "  31   March\n2026 ",
    ],
)
def test_a_form_that_means_one_day_is_understood(text: str) -> None:
    assert read_date(text) == date(2026, 3, 31)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-03-31T10:15", "2026-03-31T10:15:00"),
        ("2026-03-31 10:15:30", "2026-03-31T10:15:30"),
        ("2026-03-31T10:15:00Z", "2026-03-31T10:15:00+00:00"),
        ("2026-03-31T10:15:00+0200", "2026-03-31T10:15:00+02:00"),
        ("Tue, 31 Mar 2026 10:15:00 +0000", "2026-03-31T10:15:00"),
        ("March 31, 2026 at 3:05 pm", "2026-03-31T15:05:00"),
        ("31 Mar 2026, 12:05 AM", "2026-03-31T00:05:00"),
        ("31/03/2026 10:15", "2026-03-31T10:15:00"),
    ],
)
def test_a_time_is_kept(text: str, moment: str) -> None:
    assert read_date(text).isoformat() == moment


def test_the_same_number_twice_is_one_day() -> None:
    assert read_date("03/03/2026") == date(2026, 3, 3)


@pytest.mark.parametrize("text", ["03/04/2026", "3.4.2026", "12-11-2026"])
def test_two_days_in_one_form_are_an_error_with_the_mend(text: str) -> None:
    with pytest.raises(VariableError, match="can mean two days") as raised:
        read_date(text)
    assert "%d/%m/%Y" in str(raised.value.mend)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "31 March",
        "31.03.26",
        "2026-02-30",
        "31 Feb 2026",
        "31 Mar 2026 25:00",
        "32/13/2026",
        "20260331",
    ],
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(VariableError):
        read_date(text)


def test_an_input_format_decides() -> None:
    assert read_date_as("03/04/2026", "%d/%m/%Y") == date(2026, 4, 3)
    assert read_date_as("03/04/26", "%m/%d/%y") == date(2026, 3, 4)
    assert read_date_as("04/03/69", "%m/%d/%y") == date(1969, 4, 3)
    assert read_date_as("4 apr 2026 3:05 PM", "%d %b %Y %I:%M %p") == datetime(2026, 4, 4, 15, 5)
    with pytest.raises(VariableError, match="no such day"):
        read_date_as("31.04.2026", "%d.%m.%Y")
    with pytest.raises(VariableError, match="no such day"):
        read_date_as("3.4.2026 13:00 pm", "%d.%m.%Y %I:%M %p")


def test_formats_are_judged_before_a_date_comes() -> None:
    assert format_fault("%d %b %Y") is None
    assert format_fault("%-d.%-m.") is None
    for wrong in ("%q", "%", "day", "100%%"):
        assert format_fault(wrong), wrong
    assert input_format_fault("%d %B %y") is None
    for wrong in ("%d.%m.", "%Y-%m", "%d.%m.%Y %Y"):
        assert input_format_fault(wrong), wrong


@given(st.datetimes(min_value=datetime(1, 1, 1)))
def test_writing_agrees_with_python_in_english(moment: datetime) -> None:
    form = "%d %m %y %b %B %a %A %H %I %M %S %p %%"
    # Tests run in the C locale, whose names are English; %Y is padded by the platform or not.
    assert write_date(moment, form) == moment.strftime(form)
    assert write_date(moment, "%Y") == f"{moment.year:04}"


@given(st.dates(), st.sampled_from(["%d.%m.%Y", "%Y%m%d", "%A, %-d %B %Y", "%b %d, %Y", "%m/%d/%Y"]))
def test_what_was_written_in_a_format_is_read_in_it(day: date, form: str) -> None:
    assert read_date_as(write_date(day, form), form) == day


@given(st.dates() | st.datetimes().map(lambda moment: moment.replace(microsecond=0)))
def test_iso_is_always_understood(moment: date) -> None:
    assert read_date(moment.isoformat()) == moment


@given(st.dates())
def test_the_english_name_of_a_month_is_always_understood(day: date) -> None:
    for form in ("%d %B %Y", "%b %-d, %Y", "%a, %d %b %Y"):
        assert read_date(write_date(day, form)) == day


@pytest.mark.parametrize(
    ("day", "text"),
    [(1, "March 1st, 2026"), (12, "March 12th, 2026"), (22, "March 22nd, 2026"), (23, "March 23rd, 2026")],
)
def test_a_day_is_written_and_read_as_an_ordinal(day: int, text: str) -> None:
    assert write_date(date(2026, 3, day), "%B %o, %Y") == text
    assert read_date_as(text, "%B %o, %Y") == date(2026, 3, day)
    assert input_format_fault("%B %o, %Y") is None
