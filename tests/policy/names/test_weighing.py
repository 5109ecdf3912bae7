"""Familiar verbs are weighed by what they are done to; forms, sums and switches by what they say."""

from __future__ import annotations

import pytest

from handrail.policy import Policy, judge
from handrail.policy.names.weighing import names_a_sum, weight_of
from handrail.policy.words.comparing import tokens
from handrail.targeting import ElementSnapshot, FormFacts
from handrail.targeting.snapshot import LeadFacts
from tests.policy.builders import proposal

POLICY = Policy(domains=("app.example",))


def decided(
    name: str, language: str, *, post: str | None = None, role: str = "button", dialog: str = ""
) -> str:
    element = ElementSnapshot(
        tag="button",
        role=role,
        name=name,
        text=name,
        attributes={"type": "submit" if post else "button"},
        form=FormFacts(method="post", action=post) if post else None,
        leads=LeadFacts(lang=language, dialog=dialog or None),
    )
    return judge(proposal(element), POLICY).decision


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("Raise limit to 5,000", "en"),
        ("Assign", "en"),
        ("Permit", "en"),
        ("Empfangen", "de"),
        ("Recordar", "es"),
        ("Rappeler", "fr"),
        ("Ordne die Rolle einem Benutzer zu", "de"),
        ("Erinnere Gäste", "de"),
        ("Stellen Sie Ihr Projekt bereit", "de"),
        ("Lleve su tienda en directo", "es"),
        ("Zugriffsprüfungen überspringen", "de"),
        ("Assign to someone else", "en"),
        ("Block SIM card", "en"),
        ("Unfriend", "en"),
        ("Port number to another provider", "en"),
        ("Limit auf 5.000 erhöhen", "de"),
        ("Administratorrechte vergeben", "de"),
        ("Lizenzen vergeben", "de"),
        ("Contre-passer l’écriture", "fr"),
        ("Lastschrift zurückgeben", "de"),
        ("Remotesperre", "de"),
        ("Passwort ablaufen lassen", "de"),
        ("Aumentar límite a 5.000", "es"),
        ("Denunciar perfil", "es"),
        ("Laisser expirer le domaine", "fr"),
        ("Affecter à une autre personne", "fr"),
    ],
)
def test_a_familiar_verb_is_asked_about_where_what_it_is_done_to_lasts(name: str, language: str) -> None:
    assert decided(name, language) == "ask"


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("Change style", "en"),
        ("Reverse order", "en"),
        ("Reply to all", "en"),
        ("Répondre à tous", "fr"),
        ("Wiedergabegeschwindigkeit erhöhen", "de"),
        ("Bild skalieren", "de"),
        ("Modify ticket", "en"),
        ("Block editor", "en"),
        ("Report date", "en"),
        ("Finish later", "en"),
        ("Schriftart der Unterschrift ändern", "de"),
        ("Port erstellen", "de"),
        ("Später fertigstellen", "de"),
        ("Schlagwörter vergeben", "de"),
        ("Farbe vergeben", "de"),
        ("Cambiar nombre", "es"),
        ("Poner en cursiva el texto", "es"),
        ("Modifier le tableau de bord", "fr"),
        ("Désactivé", "fr"),
    ],
)
def test_what_is_of_the_view_or_of_every_day_passes(name: str, language: str) -> None:
    assert decided(name, language) == "allow"


@pytest.mark.parametrize(
    ("name", "language", "action"),
    [
        ("Finish", "en", "/envelopes/9/complete"),
        ("Submit all and finish", "en", "/quiz/attempt"),
        ("Add record", "en", "/dns/records"),
        ("Añadir tarea", "es", "/cron/add"),
        ("Abgeben", "de", "/quiz/attempt"),
        ("Terminer", "fr", "/envelopes/9/complete"),
        ("Add beneficiary", "en", "/records"),
        ("Add standing order", "en", "/records"),
        ("Crear usuario", "es", "/records"),
        ("Vollmacht anlegen", "de", "/records"),
        ("Ajouter un virement", "fr", "/records"),
        ("Charge customer", "en", "/records"),
    ],
)
def test_a_form_is_weighed_by_what_its_button_says_and_where_it_goes(
    name: str, language: str, action: str
) -> None:
    assert decided(name, language, post=action) == "ask"


@pytest.mark.parametrize("name", ["Save", "Save and continue", "Add comment", "Search", "Log in", "Update"])
def test_a_form_that_keeps_or_finds_passes(name: str) -> None:
    assert decided(name, "en", post="/records/7") == "allow"


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("Create customer", "en"),
        ("Fahrzeug anlegen", "de"),
        ("Crear carpeta", "es"),
        ("Añadir vecino", "es"),
        ("Ajouter un livre", "fr"),
    ],
)
def test_a_record_of_every_day_may_be_made(name: str, language: str) -> None:
    assert decided(name, language, post="/records") == "allow"


@pytest.mark.parametrize(
    ("name", "sum_said"),
    [
        ("Boost post for €20", "'€20'"),
        ("Top up 50 €", "'50 €'"),
        ("Recargar 30 euros", "'30 euros'"),
        ("Show prices under $20", None),
        ("€20", None),
        ("Boost post", None),
    ],
)
def test_a_button_that_names_a_sum_of_money_spends_it(name: str, sum_said: str | None) -> None:
    assert names_a_sum(name) == sum_said
    if sum_said is not None:
        assert decided(name, "en") == "ask"


@pytest.mark.parametrize(
    ("name", "language", "dialog"),
    [
        ("Let's go", "en", "You're about to send to 8,412 people."),
        ("Los geht's", "de", "Sie sind dabei, an 8.412 Personen zu senden."),
        ("Vamos", "es", "Está a punto de enviar a 8.412 personas."),
        ("C'est parti", "fr", "Vous êtes sur le point d'envoyer à 8 412 personnes."),
        ("Yes, that is right", "en", "You are about to pay €250.00."),
        ("OK", "de", "Unterschrift ablehnen? Der Absender wird benachrichtigt."),
    ],
)
def test_any_way_of_saying_yes_answers_what_a_dialog_says(name: str, language: str, dialog: str) -> None:
    assert decided(name, language, dialog=dialog) == "ask"


def test_leaving_and_looking_need_no_question_though_a_dialog_is_about_to_do_it() -> None:
    assert decided("OK", "en", dialog="You are about to leave this page.") == "allow"


def test_the_need_of_a_german_compound_is_no_not() -> None:
    assert decided("Not-Aus auslösen", "de") == "ask"
    assert decided("Nicht auslösen", "de") == "allow"


def test_a_switch_is_weighed_by_what_it_turns_on_and_off() -> None:
    assert decided("Domain lock", "en", role="switch") == "ask"
    assert decided("Dark mode", "en", role="switch") == "allow"
    for name, language in (
        ("Mode maintenance", "fr"),
        ("Maintenance mode", "en"),
        ("Administratorrechte", "de"),
    ):
        assert decided(name, language, role="switch") == "ask"


def test_a_page_in_another_language_than_it_declares_is_heard() -> None:
    assert decided("Die Auszahlung an den Kunden veranlassen", "en") == "ask"


def test_a_number_is_something_that_is_set() -> None:
    assert weight_of(tokens("Reduce to 0"), "en") == "to 0"


@pytest.mark.parametrize("name", ["Invoice 21", "Ticket 7", "Report 2026"])
def test_a_record_with_its_number_is_no_deed(name: str) -> None:
    assert decided(name, "en") == "allow"


def test_to_a_number_is_what_something_is_brought_to() -> None:
    assert weight_of(tokens("Reduce to 0"), "en") is not None


def test_who_has_read_an_announcement_does_nothing() -> None:
    assert decided("Got it", "en", post="https://app.example/session") == "allow"


@pytest.mark.parametrize(
    ("name", "language", "decision"),
    [
        ("Play announcement to everyone", "en", "ask"),
        ("Kanal für alle anheften", "de", "ask"),
        ("Recordar a todos", "es", "ask"),
        ("Rappeler tout le monde", "fr", "ask"),
        ("Cut power", "en", "ask"),
        ("Cortar el suministro", "es", "ask"),
        ("Show to everyone", "en", "allow"),
        ("Ver para todos", "es", "allow"),
        ("Play recording", "en", "allow"),
        ("Mute channel", "en", "allow"),
    ],
)
def test_what_reaches_everybody_and_what_is_cut_or_played_is_weighed(
    name: str, language: str, decision: str
) -> None:
    assert decided(name, language) == decision


def test_a_switch_that_serves_everybody_is_asked_about() -> None:
    assert decided("Serve the beta to everyone", "en", role="switch") == "ask"
    assert decided("Compact list", "en", role="switch") == "allow"


def test_one_weighed_word_that_sends_a_form_is_a_deed() -> None:
    assert decided("Give", "en", post="/gifts") == "ask"
    assert decided("Change", "en", post="/language") == "allow"
