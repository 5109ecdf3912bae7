"""Fields are found again by what people call them, wherever the page says it now."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.targeting import Choice, ElementSnapshot, choose
from tests.targeting.elements import button, field, on_page, recorded_from

HERE = {"heading": "New contact", "section": "New contact"}
BY_LABEL = field("Surname", near={**HERE, "before": "Surname", "after": "Given name"})
BESIDE = field("", near={**HERE, "before": "Surname", "after": "Given name"})
PLACEHOLDER = field("", placeholder="Surname", near=HERE)
OTHERS = (
    field("Given name", near={**HERE, "before": "Given name", "after": "Phone"}),
    field("Phone", near={**HERE, "before": "Phone"}),
)


def chosen(recorded: ElementSnapshot, now: ElementSnapshot, *others: ElementSnapshot) -> Choice:
    locator: dict[str, Any] = {"by": "css", "css": "form > p:nth-of-type(1) > input"}
    if recorded.name:
        locator = {"by": "label", "text": recorded.name}
    elif recorded.placeholder:
        locator = {"by": "placeholder", "text": recorded.placeholder}
    return choose(recorded_from(recorded, locator), on_page(now, *(others or OTHERS)))


@pytest.mark.parametrize("recorded", [BY_LABEL, BESIDE, PLACEHOLDER])
@pytest.mark.parametrize("now", [BY_LABEL, BESIDE, PLACEHOLDER])
def test_a_label_a_placeholder_and_the_words_beside_are_one_name(
    recorded: ElementSnapshot, now: ElementSnapshot
) -> None:
    choice = chosen(recorded, now)
    assert choice.best is not None
    assert choice.best.candidate.place == 0, choice.words


@pytest.mark.parametrize(
    ("recorded", "now"), [(BY_LABEL, BESIDE), (BESIDE, BY_LABEL), (PLACEHOLDER, BY_LABEL)]
)
def test_a_field_whose_label_was_tied_or_untied_is_clear(
    recorded: ElementSnapshot, now: ElementSnapshot
) -> None:
    assert chosen(recorded, now).kind == "clear"


def test_words_beside_a_field_in_another_part_of_the_page_are_others() -> None:
    elsewhere = {"heading": "Billing", "section": "Billing", "before": "Surname", "after": "Given name"}
    assert chosen(BESIDE, field("", near=elsewhere)).kind != "clear"


def test_the_field_before_the_next_label_is_told_by_what_comes_after_it() -> None:
    """Two fields stand behind the same words; what one of them is followed by is gone."""
    assert chosen(BESIDE, field("", near={**HERE, "before": "Surname", "after": "Phone"})).kind != "clear"


def test_a_button_is_not_called_by_the_words_beside_it() -> None:
    icon = button("", near={**HERE, "before": "Surname"})
    assert chosen(icon, button("Surname", near=HERE)).kind != "clear"


def test_a_field_for_looking_up_is_a_field_for_text() -> None:
    search = field("Search people", role="searchbox", input_type="search", near=HERE)
    assert chosen(search, field("Search people", near=HERE)).kind == "clear"


def test_other_words_under_another_heading_are_asked_about() -> None:
    recorded = field("Email address", near={**HERE, "after": "Phone"})
    other = field("Email", near={"heading": "Invite a colleague", "after": "Phone"})
    assert chosen(recorded, other).kind == "unsure"
