"""What variables are called."""

from __future__ import annotations

import pytest

from handrail.compile.choices.marks.calendars import name_in_words
from handrail.compile.reading.addresses import noun_of_page, path_pattern, record_noun
from handrail.compile.reading.elements import name_of
from handrail.compile.reading.known import Slot
from handrail.compile.reading.naming import name_slots, places_around
from handrail.recording.event import Navigated
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import Show, button, element


@pytest.mark.parametrize(
    ("labels", "name"),
    [
        (["MM/DD/YYYY"], "date"),
        (["TT.MM.JJJJ"], "date"),
        (["hh:mm"], "time"),
        (["DD-MM-YYYY", "Due date"], "due_date"),
        (["Open calendar"], "date"),
        (["Choose date", "Due date"], "due_date"),
        (["Open calendars"], "open_calendars"),
        (["Commission"], "commission"),
        (["Address"], "address"),
        (["User name, 10.0.0.7, or 10.0.0.7/16"], "user_name"),
        (["Empty block; start writing or type a slash to choose a block"], "empty_block"),
        (["Street; house"], "street_house"),
        (["Search (Ctrl+Shift+K)"], "search"),
        (["Find [⌘K]"], "find"),
        (["Shift (night)"], "shift_night"),
        (["Weight (alt. units)"], "weight_alt_units"),
        (["Street, house 2.1"], "street_house_2_1"),
    ],
)
def test_how_a_value_is_to_be_written_names_no_field(labels: list[str], name: str) -> None:
    slot = Slot("11/24/2026", "typed", labels=labels)
    name_slots([slot])
    assert slot.name == name


@pytest.mark.parametrize(
    ("places", "names"),
    [
        (("Selected (1)", "Selected (2)"), ["pet", "pet_2"]),
        (("Owner (2)", "Vet (2)"), ["owner_pet", "vet_pet"]),
        # A list whose name grows by what it says of its choices.
        (("Pet", "Pet Total items selected: 1, To clear"), ["pet", "pet_2"]),
    ],
)
def test_how_many_are_ticked_by_now_tells_no_values_apart(places: tuple[str, ...], names: list[str]) -> None:
    slots = [Slot(f"Rex {at}", "typed", labels=["pet"]) for at in places]
    for slot, place in zip(slots, places, strict=True):
        slot.stands_in = ("", place, "")
    name_slots(slots)
    assert [slot.name for slot in slots] == names


@pytest.mark.parametrize(("heading", "place"), [("Ledger 4.8.1", ""), ("Orders", "Orders")])
def test_the_apps_own_heading_tells_no_fields_apart(heading: str, place: str) -> None:
    event = Navigated(
        kind="navigated",
        seq=1,
        t=1.0,
        url="http://127.0.0.1/x",
        title="Orders · Ledger",
        to="http://127.0.0.1/x",
        cause="consequence",
    )
    target = Target(near=Neighbourhood(heading=heading), locators=())
    assert places_around(target, event)[1] == place


@pytest.mark.parametrize(
    ("path", "noun"),
    [("/delete/17", ""), ("/contacts/17/delete", "contact"), ("/contacts/delete/17", "contact")],
)
def test_what_is_done_to_a_record_is_not_what_it_is_called(path: str, noun: str) -> None:
    assert record_noun(path) == noun


def test_records_are_called_by_the_route_where_an_app_keeps_that_in_the_fragment() -> None:
    assert noun_of_page("https://blog.test/ghost/#/members?order=name") == "member"
    assert noun_of_page("https://blog.test/members#top") == "member"


def test_a_part_of_a_date_field_is_called_by_what_it_says_and_one_field_by_its_label() -> None:
    facts = {"role": "spinbutton", "name": "month, Hire date", "label": "Hire date"}
    part = Target.model_validate({**facts, "tag": "span", "attributes": {"contenteditable": "true"}})
    assert name_of(part) == "month, Hire date"
    assert name_of(Target.model_validate({**facts, "tag": "input"})) == "Hire date"


@pytest.mark.parametrize(("shown", "name"), [("📅", "Hire date"), ("Pick a day", "Pick a day")])
def test_a_mere_sign_that_opens_a_calendar_is_called_by_its_line(shown: str, name: str) -> None:
    line = {"by": "row", "role": "card", "text": "Hire date", "exact": True}
    button = {"by": "role", "role": "button", "name": shown, "within": line}
    opener = Target.model_validate({"role": "button", "name": shown, "locators": [button]})
    assert name_in_words(opener) == name


def test_a_list_whose_button_says_only_what_is_chosen_is_called_by_its_field() -> None:
    show = Show(values={"Category": "Furniture"}).click(button("Furniture"), texts=("Software", "Tools"))
    show.click(element("option", "Software"), values={"Category": "Software"})
    assert list(show.click(button("Save")).sop().variables) == ["category"]


def test_a_record_is_called_without_the_name_space_that_its_app_keeps_it_in() -> None:
    assert record_noun("/manager/api::article.article/q7x4") == "article"
    assert record_noun("/manager/shop::articles") == "article"


@pytest.mark.parametrize(
    ("segment", "noun"), [("classes", "class"), ("branches", "branch"), ("boxes", "box"), ("houses", "house")]
)
def test_one_of_several_records_is_called_as_one_is(segment: str, noun: str) -> None:
    assert record_noun(f"/{segment}/17") == noun


@pytest.mark.parametrize(
    ("path", "on_other_data"),
    [
        ("/event/submissions/8JJNLV/", "/event/submissions/*/"),
        ("/event/submissions/LLHNXH/", "/event/submissions/*/"),
        ("/event/submissions/3d/", "/event/submissions/3d/"),
        ("/SAP/CENTRAL/", "/SAP/CENTRAL/"),
    ],
)
def test_a_code_in_capitals_is_its_record_s_among_words_in_small_letters(
    path: str, on_other_data: str
) -> None:
    assert path_pattern(path, (), ()) == on_other_data
