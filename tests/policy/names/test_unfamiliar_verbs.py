"""The verb in a button's name, in the language of its page: unknown ones are found by their form."""

from __future__ import annotations

import pytest

from handrail.policy.names.unfamiliar_verbs import unfamiliar_verb


@pytest.mark.parametrize(
    ("name", "language", "verb"),
    [
        ("Drain node-3", "en", "Drain"),
        ("Cordon", None, "Cordon"),
        ("Live Migrate", "en", "Migrate"),
        ("Save & defragment", "en", "defragment"),
        ("Re-interview", "en", "Reinterview"),
        ("Ship 3 items", "en", "Ship"),
        ("Charge 12 selected orders", "en", "Charge"),
        ("Ship order", "en", "Ship"),
        ("Knoten entwässern", "de", "entwassern"),
        ("Materialisieren", "de", "materialisieren"),
        ("Flasht die Karte", "de", None),
        ("Purgar la cola", None, "purgar"),
        ("Volver a lanzar", "es", "lanzar"),
        ("Purger", "fr", "purger"),
        ("Continuer à purger", "fr", "purger"),
        ("Redémarrage", "fr", "Redémarrage"),
        ("Fence this node", "en", "Fence"),
        ("Run playbook", "en", "Run"),
        ("Unpost bill", "en", "Unpost"),
        ("Un-cancel", "en", "Uncancel"),
        ("Disinvite from room", "en", "Disinvite"),
        ("Reship parcel", "en", "Reship"),
        ("Forget device", "en", "Forget"),
        ("Rebuild search index", "en", "Rebuild"),
        ("Beglaubige Benutzerkennungen", "de", "beglaubigen"),
        ("Säubern", "de", "saubern"),
        ("Rapproche le compte", "fr", "rapprocher"),
    ],
)
def test_an_unknown_verb_is_found_by_its_form(name: str, language: str | None, verb: str | None) -> None:
    assert unfamiliar_verb(name, language) == verb


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("Notification settings", "en"), ("Run history", "en"), ("Release notes", "en"), ("Reset", "en"),
        ("Block order", "en"), ("Reset zoom", "en"),
        ("Unhide", "en"), ("Unstage change", "en"), ("Record", "en"),
        ("Return home", "en"), ("Display", "en"), ("Leave a review", "en"), ("Reload list", "en"),
        ("Reconnect", "en"), ("Increase indent", "en"), ("Ordne die Spalten neu an", "de"),
        ("Terminada la importación", "es"), ("Introduce el nombre", "es"), ("Elige una métrica", "es"),
        ("Créé le 3 mai", "fr"), ("Lire le texte", "fr"), ("Toute la liste", "fr"),
        ("Reset zoom", "en"), ("Enable dark mode", "en"), ("Confirm password", "en"), ("Rename…", "en"),
        ("Nachrichten", "de"), ("Alle Karten", "de"), ("Karte anheften", "de"), ("Zuletzt angesehen", "de"),
        ("Neu laden", "de"), ("Die Karte wird geflutet werden", "de"),
        ("Calendario", "es"), ("Taller", "es"), ("Mostrar todo", "es"), ("Iniciar sesión", "es"),
        ("Calendrier", "fr"), ("Mettre à jour", "fr"), ("Définissez le thème", "fr"), ("Chargé", "fr"),
        ("User", "fr"), ("Purger", None), ("Start setup", "en"), ("Run history", "en"),
        ("Unhide selected", "en"),
        ("Opens the list", "en"), ("Rotate image", "en"), ("Buscar y reemplazar texto", "es"),
        ("Mettre en avant", "fr"),
    ],
)  # fmt: skip
def test_a_thing_a_view_and_a_familiar_verb_are_left_alone(name: str, language: str | None) -> None:
    assert unfamiliar_verb(name, language) is None
