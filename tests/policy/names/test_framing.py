"""What stands around the deed in a name hides it no more, and makes none of what is harmless."""

from __future__ import annotations

import pytest

from handrail.policy.judging.granting import granted
from handrail.policy.names.framing import bare_deeds
from handrail.sop.node import Task
from tests.policy.builders import button, categories, click, link

_HIDDEN = {
    "en": [
        "Yes, drain node",
        "OK, accept dispute",
        "I understand, release funds",
        "Please drain node",
        "Go ahead and accept dispute",
        "Permanently accept dispute",
        "Bulk accept disputes",
        "2. Accept dispute",
        "Accept dispute - 3 items",
        "Save and accept dispute",
        "Skip and change network channel",
        "Accept dispute without review",
        "No, delete them",
    ],
    "de": [
        "Abbild ohne Sicherung löschen",
        "Ohne weitere Prüfung Zahlung freigeben",
        "Konto, ohne zu fragen, sperren",
        "Knoten leeren (3)",
        "Knoten leeren – 3 Einträge",
        "Knoten leeren und weiter",
        "Nein, Konto löschen",
    ],
    "es": [
        "Sí, aceptar disputa",
        "Por favor, aceptar disputa",
        "Volver a asignar permisos",
        "Guardar y aceptar disputa",
    ],
    "fr": ["Oui, accepter le litige", "Veuillez accepter le litige", "Enregistrer et accepter le litige"],
}


@pytest.mark.parametrize(
    ("language", "name"), [(one, name) for one, names in _HIDDEN.items() for name in names]
)
def test_a_deed_is_asked_about_whatever_stands_around_it(language: str, name: str) -> None:
    assert categories(click(button(name, leads={"lang": language})))


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "Yes, show the report"),
        ("en", "No, don't delete it"),
        ("en", "No, let me choose"),
        ("en", "No, go back"),
        ("en", "Please wait"),
        ("en", "Save and add another"),
        ("en", "Save and continue editing"),
        ("en", "Exit without saving"),
        ("en", "Find and replace"),
        ("en", "Bulk edit"),
        ("en", "Comments (3)"),
        ("de", "Ohne zu löschen fortfahren"),
        ("de", "Ohne Löschen weiter"),
        ("de", "Ohne zu speichern schließen"),
        ("de", "Kommentare anzeigen (3)"),
        ("es", "No borrar"),
        ("es", "Volver a la lista"),
        ("fr", "Enregistrer et continuer"),
    ],
)
def test_what_is_harmless_stays_so(language: str, name: str) -> None:
    assert not categories(click(button(name, leads={"lang": language})))


def test_a_step_grants_what_its_button_says_among_other_words() -> None:
    step = Task.model_validate(
        {
            "id": "s",
            "type": "task",
            "label": "Click it",
            "effect": "once",
            "effect_reason": "the app was told: POST /entry",
            "action": {"do": "click"},
            "target": {"role": "button", "tag": "button", "name": "Enregistrer et annuler la pénalité"},
        }
    )
    assert "irreversible" in granted(step)


def test_a_counted_link_shows_what_lies_there() -> None:
    assert not categories(click(link("Trash (3)", "http://app.example/posts?status=trash")))


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("Yes, drain node", ("drain node",)),
        ("Freigeben (3)", ("Freigeben",)),
        ("Freigeben und weiter", ("Freigeben",)),
        ("Ohne weitere Prüfung Zahlung freigeben", ("Zahlung freigeben",)),
        ("Users and groups", ()),
        ("Discard entries and go back", ()),
        ("Order 1042", ()),
        ("Yes", ()),
        ("Please", ()),
        ("Yes, but why not drain it?", ()),
    ],
)
def test_only_what_says_no_deed_is_left_out(name: str, bare: tuple[str, ...]) -> None:
    assert bare_deeds(name) == bare
