"""Familiar verbs that are acts because of what they are done to, and are none in the page alone."""

from __future__ import annotations

import pytest

from handrail.policy.words.vocabulary import Category
from tests.policy.builders import button, categories, click


def _of(name: str) -> set[Category]:
    return categories(click(button(name, attributes={"type": "button"})))


@pytest.mark.parametrize(
    "name",
    [
        "Cancel the permit",
        "Genehmigung abbrechen",
        "Cancelar la licitación",
        "Annuler le bail",
        "Cancel permit 7",
    ],
)
def test_what_is_called_off_lasts(name: str) -> None:
    assert "irreversible" in _of(name)


@pytest.mark.parametrize(
    "name",
    [
        "Cancel", "Cancel all", "Cancel editing", "Cancel and close", "Cancel upload",
        "Bearbeitung abbrechen", "Suche abbrechen", "Cancelar la subida", "Suchfeld leeren",
        "Annuler les modifications",
        "Do not cancel the permit",
    ],
)  # fmt: skip
def test_cancelling_in_the_page_is_no_act(name: str) -> None:
    assert not _of(name)


@pytest.mark.parametrize(
    "name",
    ["Mark as stolen", "Als vermisst markieren", "Marcar como caducado", "Marquer comme perdu"],
)
def test_a_state_that_business_depends_on_is_an_act(name: str) -> None:
    assert "irreversible" in _of(name)


@pytest.mark.parametrize(
    "name",
    [
        "Mark as read",
        "Mark all as seen",
        "Als bevorzugten Bericht markieren",
        "Marcar como favorita",
        "Mark text",
    ],
)
def test_a_state_that_comes_and_goes_is_no_act(name: str) -> None:
    assert not _of(name)


@pytest.mark.parametrize(
    ("name", "acts"), [("Clear audit trail", True), ("Clear form", False), ("Clear", False)]
)
def test_emptying_is_an_act_where_something_lasts(name: str, acts: bool) -> None:
    assert ("destructive" in _of(name)) is acts


@pytest.mark.parametrize(
    "name",
    [
        "Close upload dialog", "Import-Dialog schließen", "Maximize publish panel",
        "Abrir la ventana de envío",
        "Fermer la boîte de dialogue d'importation",
    ],
)  # fmt: skip
def test_a_window_is_handled_whatever_it_is_for(name: str) -> None:
    assert not _of(name)


@pytest.mark.parametrize(
    "name",
    ["Choose a file to upload", "Datei zum Hochladen auswählen", "Veuillez choisir un fichier à téléverser"],
)
def test_choosing_does_nothing_yet(name: str) -> None:
    assert not _of(name)


def test_choosing_and_doing_does() -> None:
    assert "destructive" in _of("Select all and delete")


def test_a_menu_that_is_deleted_is_no_window_that_is_closed() -> None:
    assert "destructive" in _of("Delete menu")


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("Perform refund", "financial"),
        ("Rückerstattung durchführen", "financial"),
        ("Realizar reembolso", "financial"),
        ("Effectuer le virement", "financial"),
        ("Realizar importación", "file_system"),
    ],
)
def test_a_verb_that_says_nothing_does_what_the_noun_says(name: str, category: Category) -> None:
    assert category in _of(name)


def test_a_noun_beside_what_keeps_a_record_is_no_act() -> None:
    assert not _of("Save approval settings")


def test_german_compounds_and_plurals_are_what_their_head_is() -> None:
    assert "irreversible" in _of("Wartungsvertrag beenden")
    assert "irreversible" in _of("Contratos anular")


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("Cambie la contraseña", "credential"),
        ("Borre los archivos", "destructive"),
        ("Installez les paquets", "system"),
        ("Supprime le fichier", "destructive"),
        ("Lösche alten Ordner", "destructive"),
    ],
)
def test_an_order_is_the_verb_that_it_is_of(name: str, category: Category) -> None:
    assert category in _of(name)


@pytest.mark.parametrize("name", ["Done", "Active", "Firma del documento", "Spende ansehen", "Importe total"])
def test_a_thing_that_looks_like_an_order_is_none(name: str) -> None:
    assert not _of(name)


def test_three_dots_ask_to_whom_first_but_not_whether_to_delete() -> None:
    assert not _of("Send message…")
    assert "sharing" in _of("Send message")
    assert "destructive" in _of("Delete…")
    sends = button("Send message…", form={"method": "post", "action": "/send"}, attributes={"type": "submit"})
    assert "sharing" in categories(click(sends))
