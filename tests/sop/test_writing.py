"""Numbers and dates, written as they were when the work was shown."""

from __future__ import annotations

import pytest

from handrail.sop.writing import written_like


@pytest.mark.parametrize(
    ("text", "shown", "written"),
    [
        ("92.5", "58,00", "92,5"),
        ("-92.5", "1.250,00", "-92,5"),
        ("92.5", "58", "92.5"),
        ("92.5", "58.00", "92.5"),
        ("92", "58,00", "92"),
        ("1234.56", "1,250", "1234.56"),
        ("92.5", "10,000", "92.5"),
        ("92.5", "0,125", "92,5"),
        ("2027-01-05", "15.12.2026", "05.01.2027"),
        ("2027-01-05", "3.4.2026", "5.1.2027"),
        ("2027-01-05", "15.12.26", "05.01.27"),
        ("2027-01-05", "12/15/2026", "01/05/2027"),
        ("2027-01-05", "15/12/2026", "05/01/2027"),
        ("2027-01-05", "03/04/2026", "2027-01-05"),
        ("2027-01-05", "2026-12-15", "2027-01-05"),
        ("2027-01-05", "Müller", "2027-01-05"),
        ("Müller", "15.12.2026", "Müller"),
    ],
)
def test_a_value_is_written_as_the_one_that_was_shown(text: str, shown: str, written: str) -> None:
    assert written_like(text, shown) == written
