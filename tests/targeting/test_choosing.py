"""When a candidate is taken, when a person is asked, and when nothing will do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.targeting import choose, score
from handrail.targeting.features import FEATURES
from handrail.targeting.recorded import recorded
from handrail.targeting.scoring import weights
from tests.targeting.elements import button, field, on_page, recorded_from

ID = {"by": "css", "css": "#save"}
BY_NAME = {"by": "role", "role": "button", "name": "Save"}
SAVE = button("Save", attributes={"id": "save", "class": "primary"})
TARGET = recorded_from(SAVE, BY_NAME, ID)
OTHERS = (
    button("Cancel", attributes={"class": "quiet"}, box={"x": 500, "y": 500, "width": 90, "height": 30}),
    field("Name"),
    field("Phone"),
)


def choice(*elements: Any, target: Any = TARGET) -> Any:
    return choose(target, on_page(*elements, *OTHERS))


TAKEN = {
    "renamed, with its id": button("Store", attributes=SAVE.attributes),
    "reworded, with its id": button("Save contact", attributes=SAVE.attributes),
    "translated, in its place": button("Speichern"),
    "with another id, in its place": button("Save", attributes={"id": "b17", "class": "x"}),
}


@pytest.mark.parametrize("seen", TAKEN.values(), ids=TAKEN)
def test_the_element_in_another_dress_is_clear(seen: Any) -> None:
    found = choice(seen)
    assert (found.kind, found.best.candidate.element) == ("clear", seen)
    assert found.best.score >= weights().clear


def test_a_link_that_a_script_answered_may_have_become_a_button() -> None:
    more = button("With selected", tag="a", role="link", attributes={"href": "#", "class": "dropdown-toggle"})
    target = recorded_from(more, {"by": "role", "role": "link", "name": "With selected"})
    now = button("With selected", attributes={"class": "nav-link"})
    assert choice(now, target=target).kind == "clear"
    leading = more.model_copy(update={"attributes": {"href": "/selected", "class": "dropdown-toggle"}})
    target = recorded_from(leading, {"by": "role", "role": "link", "name": "With selected"})
    assert choice(now, target=target).kind != "clear"


REFUSED = {
    "its contrary": button("Delete", attributes=SAVE.attributes),
    "a look-alike in its place": button("Save as template"),
    "something else in its place": button("Preview"),
    "its name on a link": button("Save", tag="a", role="link").model_copy(update={"enabled": False}),
    "its name elsewhere": button(
        "Save",
        attributes={"class": "small"},
        near={"heading": "Reminders", "section": "Reminders", "before": "Every day", "after": "Skip"},
        ancestors=("div", "aside", "body"),
        box={"x": 20, "y": 40, "width": 40, "height": 20},
    ),
}


@pytest.mark.parametrize("seen", REFUSED.values(), ids=REFUSED)
def test_what_is_left_when_it_is_gone_is_never_clear(seen: Any) -> None:
    assert choice(seen).kind in ("unsure", "none")


def test_two_that_are_alike_are_asked_for() -> None:
    found = choice(button("Save"), button("Save", box={"x": 400, "y": 540, "width": 90, "height": 30}))
    assert found.kind == "unsure" and len(found.menu) >= 2


def test_an_empty_page_has_nothing() -> None:
    found = choose(TARGET, ())
    assert (found.kind, found.best, found.menu) == ("none", None, ())


def test_an_id_that_others_have_too_names_nobody() -> None:
    found = choice(button("Keep", attributes=SAVE.attributes), button("Preview", attributes=SAVE.attributes))
    assert found.kind == "unsure"


def test_the_menu_says_why_best_first_and_vetoes_last() -> None:
    found = choice(button("Save as template"), button("Delete"))
    assert 1 <= len(found.menu) <= 6
    vetoes = [one.veto is not None for one in found.menu]
    assert vetoes == sorted(vetoes)
    assert all(feature.words for one in found.menu for feature in one.features)


def test_every_feature_has_its_fitted_weight_and_none_counts_likeness_against() -> None:
    fitted = weights()
    assert set(fitted.features) == set(FEATURES)
    assert min(fitted.features.values()) >= 0
    assert 0.5 <= fitted.clear < 1 and fitted.margin > 0


RECORD = {"heading": "Orders", "row": "Tomasz Wilk TO-17 40.00", "after": "Tomasz Wilk"}
OTHER_RECORD = {**RECORD, "row": "Tomasz Wilk TO-18 41.00"}
OF_ITS_ROW = {"by": "row", "text": "Tomasz Wilk"}


def tick(value: str, near: dict[str, str]) -> Any:
    facts = {"tag": "input", "role": "checkbox", "input_type": "checkbox", "text": ""}
    attributes = {"type": "checkbox", "name": "rowid", "value": value}
    return button("Select record", near=near, attributes=attributes, ancestors=("td", "tr", "table"), **facts)


def test_words_that_other_rows_held_too_do_not_tell_its_row() -> None:
    value = {"by": "css", "css": 'input[name="rowid"][value="7"]'}
    wanted = recorded_from(tick("7", RECORD), {**value, "within": OF_ITS_ROW}, value)
    assert choice(tick("7", RECORD), target=wanted).kind == "clear"
    assert choice(tick("8", OTHER_RECORD), target=wanted).kind == "unsure"


def test_words_that_told_its_row_tell_it_though_the_row_says_more_now() -> None:
    named = {"by": "role", "role": "checkbox", "name": "Select record", "within": OF_ITS_ROW}
    found = choice(tick("8", OTHER_RECORD), target=recorded_from(tick("7", RECORD), named))
    assert found.kind == "clear"


def test_what_others_were_called_too_is_asked_for_once_nothing_tells_them_apart() -> None:
    place = {"by": "css", "css": "#first > button:nth-of-type(2)"}
    reset = button("Reset")
    assert choice(reset, target=recorded_from(reset, place)).kind == "unsure"
    in_section = {"by": "role", "role": "form", "name": "New contact"}
    named = {"by": "role", "role": "button", "name": "Reset", "within": in_section}
    assert choice(reset, target=recorded_from(reset, named, place)).kind == "clear"
    under = {**named, "within": {"by": "heading", "text": "New contact"}}
    headed = button("Reset", near={"heading": "New contact"})
    assert choice(headed, target=recorded_from(headed, under, place)).kind == "clear"
    elsewhere = button("Reset", near={"heading": "Old contact"})
    assert choice(elsewhere, target=recorded_from(headed, under, place)).kind == "unsure"


names = st.sampled_from(["Save", "Delete", "Preview", "Save draft", "Next", "Speichern", "Invoice 12", ""])


@given(st.lists(names, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_the_page_changes_nothing(texts: list[str], rng: Any) -> None:
    elements = [
        button(name, box={"x": 9 * i, "y": 0, "width": 9, "height": 9}) for i, name in enumerate(texts)
    ]
    shuffled = [*elements]
    rng.shuffle(shuffled)
    one, other = choose(TARGET, on_page(*elements)), choose(TARGET, on_page(*shuffled))
    assert one.kind == other.kind
    if one.kind == "clear":
        assert one.best and other.best and one.best.candidate.element == other.best.candidate.element


def test_a_large_page_is_scored_as_a_small_one() -> None:
    crowd = [
        button(f"Row {i}", near={"row": f"Row {i}"}, ancestors=("td", "tr", "table")) for i in range(500)
    ]
    seen = TAKEN["translated, in its place"]
    assert choose(TARGET, on_page(*crowd, seen, *OTHERS)).best.candidate.element == seen  # type: ignore[union-attr]
    small, large = score(TARGET, on_page(seen)), score(TARGET, on_page(*crowd, seen))
    assert small[0].score == large[0].score


def test_an_address_is_the_same_whatever_page_it_returns_to() -> None:
    new = button("Create", tag="a", role="link", attributes={"href": "/contacts/new?url=%2Fcontacts"})
    locator = {"by": "css", "css": 'a[href="/contacts/new?url=%2Fcontacts"]'}
    target = recorded_from(new, locator)
    other = {"href": "/contacts/new?url=/contacts?page_size%3D20"}
    seen = new.model_copy(update={"name": "Anlegen", "text": "Anlegen", "attributes": other})
    assert choice(seen, target=target).kind == "clear"
    elsewhere = seen.model_copy(update={"attributes": {"href": "/contacts/new?kind=firm"}, "name": "Firma"})
    assert choice(elsewhere, target=target).kind != "clear"


def test_what_sends_the_form_now_is_offered_and_never_taken() -> None:
    target = recorded_from(button("Save", tag="input", input_type="submit", near={}, ancestors=("td",)))
    seen = button(
        "Create",
        near={"section": "Footer"},
        ancestors=("nav",),
        box={"x": 9, "y": 9, "width": 9, "height": 9},
    )
    found = choice(seen, target=target)
    assert found.kind == "unsure"
    assert seen in [one.candidate.element for one in found.menu]


@pytest.mark.parametrize(
    ("given", "fleeting"),
    [("members", False), ("misc-options", False), ("ember7", True), ("x-react-tabs", True)],
)
def test_an_id_that_a_framework_makes_begins_a_word_with_its_name(given: str, fleeting: bool) -> None:
    known = recorded(recorded_from(button("Save", attributes={"id": given})), [])
    assert known.identifying["id"].fleeting is fleeting
