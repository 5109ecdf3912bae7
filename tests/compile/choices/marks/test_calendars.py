"""What opens a calendar, and the date that it says was chosen before."""

from __future__ import annotations

import pytest

from handrail.compile.choices.marks.calendars import without_date_said
from handrail.sop.locator import CssLocator, RoleLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import Show, button, element, field, tasks

BY_PLACE = CssLocator(by="css", css="form > div:nth-of-type(3) > button")
SAID = "Choose date, selected date is Jun 16, 2025"


def opener(said: str, before: str = "Due") -> Target:
    return Target(
        role="button",
        name=said,
        label=said,
        tag="button",
        attributes={"aria-label": said, "type": "button"},
        near=Neighbourhood(heading="Edit Ada", before=before),
        locators=(
            RoleLocator(by="role", role="button", name=said),
            CssLocator(by="css", css=f'button[aria-label="{said}"]'),
            BY_PLACE,
        ),
    )


@pytest.mark.parametrize(
    ("said", "first"),
    [
        (SAID, "Choose date"),
        ("Datum auswählen, gewähltes Datum ist 16.6.2025", "Datum auswählen"),
        ("Monday, June 16, 2025", None),
        ("June 16th, 2025", None),
        ("2025年6月16日", None),
    ],
)
def test_what_opens_a_calendar_is_found_whatever_date_it_says(said: str, first: str | None) -> None:
    silent = without_date_said(opener(said))
    by_words = (CssLocator(by="css", css=f'button[aria-label^="{first}"]'),) if first else ()
    assert silent is not None
    assert (silent.name, silent.label, silent.locators) == (None, "Due", (*by_words, BY_PLACE))
    assert silent.near == Neighbourhood(before="Due") and silent.attributes == {"type": "button"}


def test_the_date_that_is_shown_before_it_is_no_name_for_it() -> None:
    silent = without_date_said(opener(SAID, before="06/ 16/ 2025"))
    assert silent is not None and silent.label is None and silent.near == Neighbourhood()


@pytest.mark.parametrize("said", ["Choose date", "Term 2025", "Step 2 of 3"])
def test_what_says_no_date_keeps_its_name(said: str) -> None:
    assert without_date_said(opener(said)) is None


def test_a_day_is_picked_in_the_calendar_of_whichever_date_was_chosen_before() -> None:
    day = element("gridcell", "22").model_copy(update={"attributes": {"datetime": "2025-06-22"}})
    show = Show(values={"Due": "06/16/2025"}).type(field("Name"), "Ada")
    show.click(opener(SAID), texts=tuple(map(str, range(1, 31))), dialogs=("Choose date",))
    sop = show.click(day, values={"Due": "06/22/2025"}).click(button("Next")).sop()
    picked = tasks(sop)[1]
    assert picked.action.do == "pick_date" and picked.target is not None
    assert "2025" not in picked.target.model_dump_json()


def test_a_date_is_not_called_by_the_one_that_its_button_showed() -> None:
    day = element("gridcell", "22").model_copy(update={"attributes": {"datetime": "2025-06-22"}})
    show = Show().click(opener("June 16, 2025"), texts=tuple(map(str, range(1, 31))), dialogs=("Choose",))
    sop = show.click(day, texts=("June 22, 2025",)).click(button("Next")).sop()
    assert list(sop.variables) == ["due"]
