"""What can never be the recorded element, whatever else speaks for it."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop.locator import RoleLocator, RowLocator
from handrail.sop.target import Neighbourhood, Target
from handrail.targeting import ElementSnapshot
from handrail.targeting.recorded import exact_row, recorded
from handrail.targeting.vetoes import veto
from tests.targeting.elements import button, field, recorded_from


def objection(target: Target, seen: ElementSnapshot) -> str | None:
    return veto(recorded(target, [seen]), seen)


def test_a_row_that_says_more_than_the_one_it_must_stand_in() -> None:
    row = RowLocator(by="row", text="Desk", exact=True)
    target = recorded_from(button("Archive")).model_copy(
        update={"locators": (RoleLocator(by="role", role="button", name="Archive", within=row),)}
    )
    near = Neighbourhood(row="Desk Lamp Archive")
    seen = button("Archive").model_copy(update={"near": near, "in_row": False})
    assert exact_row(target) == row
    assert objection(target, seen) == "it stands in a row that says more than 'Desk'"
    assert objection(target, seen.model_copy(update={"in_row": True})) is None


def test_a_row_that_only_mentions_what_the_recorded_one_began_with() -> None:
    row = {"by": "row", "role": "row", "text": "Ben", "exact": True}
    locator = {"by": "role", "role": "button", "name": "Edit", "within": row}
    target = recorded_from(in_row("Ben Moor"), locator)
    assert objection(target, in_row("Jobs Ben")) == "its row only mentions 'Ben'"
    assert objection(target, in_row("Ben Jobs")) is None


def named(one: str, other: str) -> str | None:
    return objection(recorded_from(button(one)), button(other))


@pytest.mark.parametrize(
    ("recorded_name", "name"),
    [
        ("Save", "Delete"),
        ("Open", "Close"),
        ("Accept", "Reject"),
        ("Approve", "Decline"),
        ("Add", "Remove"),
        ("Enable alerts", "Disable alerts"),
        ("Next", "Previous"),
        ("Speichern", "Löschen"),
        ("Guardar", "Eliminar"),
        ("Subscribe", "Unsubscribe"),
        ("Notify me", "Do not notify me"),
        ("Invoice 12", "Invoice 13"),
        ("Pay 10.00", "Pay 100.00"),
        ("Continue", "Pay and continue"),
        ("Preview", "Preview and send"),
        ("Draft", "Delete draft"),
    ],
)
def test_names_that_contradict(recorded_name: str, name: str) -> None:
    assert named(recorded_name, name)


@pytest.mark.parametrize(
    ("recorded_name", "name"),
    [
        ("Save", "Save"),
        ("Save", "Speichern"),
        ("Save", "Save changes"),
        ("Inbox (3)", "Inbox (12)"),
        ("Delete contact", "Kontakt löschen"),
        ("Edit", "Modifier"),
        ("Submit", "Enviar"),
        ("Cancel", "Dismiss"),
    ],
)
def test_names_that_may_stand_for_one_another(recorded_name: str, name: str) -> None:
    assert named(recorded_name, name) is None


KINDS: dict[str, tuple[ElementSnapshot, ElementSnapshot]] = {
    "a button and a field": (button("Name"), field("Name")),
    "shown and hidden": (button("Save"), button("Save", visible=False)),
    "usable and disabled": (button("Save"), button("Save", enabled=False)),
    "editable and read-only": (field("Name"), field("Name", editable=False)),
    "a plain and a password field": (field("Name"), field("Name", input_type="password", masked=True)),
    "a password and a plain field": (field("Password", input_type="password"), field("Password")),
    "a field and a list": (field("City"), field("City", tag="select", role="combobox", input_type=None)),
    "a tick and a choice": (
        field("Red", role="checkbox", input_type="checkbox"),
        field("Red", role="radio", input_type="radio"),
    ),
    "text and a file": (field("Photo"), field("Photo", input_type="file", role=None)),
}


@pytest.mark.parametrize(("was", "now"), KINDS.values(), ids=KINDS)
def test_controls_that_cannot_take_the_action(was: ElementSnapshot, now: ElementSnapshot) -> None:
    assert objection(recorded_from(was), now)


def test_a_file_field_that_its_page_hides_behind_a_label_can_be_used() -> None:
    photo = field("Photo", input_type="file", role=None, visible=False)
    assert objection(recorded_from(photo, {"by": "css", "css": "#photo"}), photo) is None


def in_row(text: str, **more: Any) -> ElementSnapshot:
    return button("Edit", near={"row": f"{text} Edit"}, **more)


def test_another_rows_button_is_not_this_rows() -> None:
    target = recorded_from(in_row("Ada Lovelace London 1815"))
    assert objection(target, in_row("Alan Turing Wilmslow 1954"))
    assert objection(target, in_row("Ada Lovelace London 1815")) is None


def test_the_row_is_that_of_the_runs_value_and_not_of_the_recording() -> None:
    row = {"by": "row", "role": "row", "text": "Alan Turing"}
    locator = {"by": "role", "role": "button", "name": "Edit", "within": row}
    target = recorded_from(in_row("Ada Lovelace London 1815"), locator)
    assert objection(target, in_row("Alan Turing Wilmslow 1954")) is None
    assert objection(target, in_row("Ada Lovelace London 1815"))
    assert objection(target, in_row("Alan Turingson Wilmslow 1954"))


def test_what_was_recorded_beside_it_is_not_it() -> None:
    near = {"heading": "Form", "before": "Edit address"}
    wanted = recorded_from(button("Change address", near=near))
    assert "beside it" in (objection(wanted, button("Edit address")) or "")
    assert objection(wanted, button("Edit your address")) is None
    same = recorded_from(button("Reply", near={"before": "Reply"}))
    assert objection(same, button("Reply")) is None


def test_of_what_a_file_names_by_words_alone_the_kind_is_no_contradiction() -> None:
    assert objection(Target(name="Book in"), button("Confirm delivery")) is None
    assert "not a link" in (objection(Target(name="Book in", role="link"), field("Book in")) or "")


@pytest.mark.parametrize(
    ("was", "now", "hint", "fits"),
    [
        ("date", "text", "MM/DD/YYYY", True),
        ("date", "text", "on", False),
        ("date", "text", None, False),
        ("text", "date", None, False),
        ("date", "text", "YYYY-MM-DD", True),
        ("date", "date", None, True),
        ("text", "text", "MM/DD/YYYY", True),
    ],
)
def test_a_day_that_is_written_in_a_way_of_the_app_s_own(
    was: str, now: str, hint: str | None, fits: bool
) -> None:
    """The field would take any text, and its app make another day of it, or none."""
    target = recorded_from(field("Due", input_type=was))
    why = objection(target, field("Due", input_type=now, placeholder=hint))
    assert (why is None) is fits
    assert fits or "takes a day as browsers write it" in (why or "")


@pytest.mark.parametrize(
    "now", ["Save draft", "Save as copy", "Save as new", "Save and notify", "Save as template", "Save all"]
)
def test_a_button_that_makes_something_else_of_it(now: str) -> None:
    assert "which 'save' does not" in (named("Save", now) or "")
    assert named("Save", "Save changes") is None
    assert named(now, now) is None


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("Credit limit", "Credit limit (k€)"),
        ("Credit limit (EUR)", "Credit limit (USD)"),
        ("Credit limit", "Credit limit (cents)"),
        ("Credit limit", "Credit limit in thousands"),
        ("Weight (kg)", "Weight (lb)"),
        ("Weight (kg)", "Weight [g] *"),
        ("Duration", "Duration (min)"),
    ],
)
def test_a_field_whose_number_counts_something_else(was: str, now: str) -> None:
    assert "counts in another unit" in (objection(recorded_from(field(was)), field(now)) or "")


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("Credit limit", "Credit limit (€)"),
        ("Credit limit (EUR)", "Credit limit [€]"),
        ("Credit limit (EUR)", "Credit limit"),
        ("Weight (kg)", "Weight in kg"),
        ("Name", "Name (optional)"),
        ("City", "City in capitals"),
    ],
)
def test_a_field_whose_number_counts_the_same(was: str, now: str) -> None:
    assert objection(recorded_from(field(was)), field(now)) is None


def test_a_list_that_the_page_draws_as_a_button_is_not_written_in_and_a_field_of_text_is() -> None:
    listed: dict[str, Any] = {"tag": "button", "role": "combobox", "editable": False}
    drawn = field("Status:", **listed)
    assert objection(recorded_from(field("Status", **listed)), drawn) is None
    assert objection(recorded_from(field("Status")), drawn) is not None
