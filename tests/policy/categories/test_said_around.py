"""What the dialog, the question or the heading around a button says is what the button does."""

from __future__ import annotations

import pytest

from tests.policy.builders import button, categories, click


@pytest.mark.parametrize(
    "dialog",
    [
        "Delete 3 contacts? This cannot be undone.",
        "Kontakt löschen? Das kann nicht rückgängig gemacht werden.",
        "¿Eliminar el contacto? Esta acción no se puede deshacer.",
        "Supprimer le contact ? Cette action est irréversible.",
    ],
)
@pytest.mark.parametrize("name", ["OK", "Yes", "Ja", "Sí", "Oui", "Confirm", "Weiter", ""])
def test_a_bare_ok_does_what_its_dialog_asks(dialog: str, name: str) -> None:
    assert categories(click(button(name, leads={"dialog": dialog}))) >= {"destructive", "irreversible"}


@pytest.mark.parametrize("name", ["Cancel", "No", "Abbrechen", "Keep", "Annuler", "Close"])
def test_the_other_button_of_that_dialog_does_nothing(name: str) -> None:
    dialog = {"dialog": "Delete 3 contacts? This cannot be undone."}
    assert categories(click(button(name, leads=dialog))) == set()


def test_saving_in_a_dialog_that_is_called_by_its_record_orders_nothing_and_ok_does() -> None:
    order = {"dialog": "Order"}
    assert categories(click(button("Save", leads=order))) == set()
    assert categories(click(button("OK", leads=order))) == {"financial"}


def test_a_dialog_about_a_sum_that_cannot_be_read_is_about_money() -> None:
    asked = {"dialog": "In all ¥1億五千万", "money": ["¥1億五千万"]}
    assert "financial" in categories(click(button("OK", leads=asked)))


def test_any_button_of_a_dialog_that_says_there_is_no_way_back_is_irreversible() -> None:
    dialog = {"dialog": "Close the month. This cannot be undone."}
    assert "irreversible" in categories(click(button("Close month", leads=dialog)))
    assert categories(click(button("OK", leads={"dialog": "Your changes were saved."}))) == set()


def test_yes_below_a_heading_answers_the_heading() -> None:
    yes = button("Yes, I’m sure", near={"heading": "Delete the selected book"})
    assert categories(click(yes)) == {"destructive"}
    assert categories(click(button("Save", near={"heading": "Delete after 30 days"}))) == set()


def test_a_question_that_the_page_will_ask_counts() -> None:
    asking = button("Go", leads={"confirm": "Really send the newsletter to all customers?"})
    assert "sharing" in categories(click(asking))
    answered = click(button("Archive"), questions=("Delete this for good?",))
    assert "destructive" in categories(answered)


def test_cookie_banners_are_not_decisions_about_business() -> None:
    banner = {"dialog": "We use cookies and similar tracking."}
    assert categories(click(button("Reject", leads=banner))) == set()
    assert categories(click(button("Reject"))) == {"irreversible"}


@pytest.mark.parametrize(
    ("name", "heading", "found"),
    [
        ("Start", "vm-104", {"system"}),
        ("Zurücksetzen", "Snapshots", {"system"}),
        ("Restaurer", "Sauvegardes", {"file_system"}),
        ("Start", "Quiz", set()),
        ("Restart the tour", "System", set()),
        ("Reset this view", "Restore factory settings", set()),
        ("Resize columns", "Disks", set()),
    ],
)
def test_a_bare_start_takes_its_object_from_the_heading(name: str, heading: str, found: set[str]) -> None:
    assert categories(click(button(name, near={"heading": heading}))) == found
