"""What buttons of many apps say, in four languages: what must be asked about, and what must not."""

from __future__ import annotations

import pytest

from handrail.policy import Policy, judge
from tests.policy.builders import HOST, PAGE, button, link, proposal

POLICY = Policy(domains=(HOST,))
POST = {"method": "post", "action": PAGE}

ASKED = (
    "Block user", "Unblock account", "Suspend account", "Log out everywhere", "Sign out of all devices",
    "End all other sessions", "Impersonate", "Generate recovery codes", "Execute query", "Force push",
    "Terminate employment", "Refresh access token", "Link another phone", "Reopen account", "Test email",
    "Change email", "Apply for loan", "Top up", "Post comment", "Issue refund",
    "Zugriffstoken aktualisieren", "Als öffentlich einstufen", "Nehmen Zahlung", "Rückerstattung",
    "Tout mettre à niveau", "Actualiser le jeton d'accès", "Prenez le paiement", "Remboursement", "Reembolso",
    "Rechnung zahlen", "Guthaben auszahlen", "Zahlung starten", "Kosten nachzahlen",
    "Benutzer sperren", "Alle Links ungültig machen", "Nutzer nicht mehr sperren", "Verbindung aufheben",
    "E-Mail zum Zurücksetzen des Passworts senden", "Bestellung aufgeben", "Geld senden", "Neu starten",
    "Bloquear usuario", "Desvincular usuario", "Cerrar todas las sesiones", "Revocar acceso", "Darse de baja",
    "Deshabilitar la autenticación de dos factores", "Enviar",
    "Annuler l'abonnement", "Révoquer l’accès", "Bloquer l'utilisateur", "Ne plus lier l'utilisateur",
    "Désactiver l'authentification à deux facteurs", "Effacer la sélection", "Déconnecter tous les appareils",
)  # fmt: skip
UNASKED = (
    "Submit changes", "Restore defaults", "Publish date", "Paid invoices", "Mot de passe oublié ?",
    "Weiter einkaufen", "S'inscrire", "Undelete", "Stop impersonating", "Reset password policy",
    "Rechnungen zählen", "Bestand zählen", "Za\u0308hlen", "Nachza\u0308hlen", "Jetzt durchzaehlen", "ZÄHLEN",
    "Non, ramenez-moi en arrière", "Nein, nicht löschen", "No, take me back", "No eliminar",
    "Borrar filtros", "Supprimer le filtre", "Auswahl aufheben", "Clear selection", "Revenir",
)  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
def test_it_is_asked_about_where_no_step_names_it(name: str) -> None:
    assert judge(proposal(button(name, form=POST)), POLICY).decision == "ask"


@pytest.mark.parametrize("name", UNASKED)
def test_it_passes(name: str) -> None:
    assert judge(proposal(button(name, form=POST)), POLICY).decision == "allow"


@pytest.mark.parametrize(
    ("before", "asked"),
    [
        ("Are you sure? This post will be deleted.", True),
        ("Alle Einträge werden gelöscht.", True),
        ("Se eliminarán todos los datos.", True),
        ("Toutes les données seront perdues.", True),
        ("Ada requests access to your files", True),
        ("The post was deleted.", False),
        ("Would you like to subscribe to this topic?", False),
    ],
)
def test_an_answer_is_what_the_sentence_before_it_says(before: str, asked: bool) -> None:
    verdict = judge(proposal(button("Yes, I'm sure", near={"before": before})), POLICY)
    assert (verdict.decision == "ask") is asked


def test_a_button_with_words_of_its_own_is_final_where_the_page_says_so_before_it() -> None:
    near = {"before": "Esta acción no puede ser deshecha."}
    assert judge(proposal(button("Sí, convertirla", near=near)), POLICY).categories == ("irreversible",)
    permanent = {"before": "Permanent address"}
    assert judge(proposal(button("Sí, convertirla", near=permanent)), POLICY).decision == "allow"


def test_a_short_name_takes_its_object_from_the_heading() -> None:
    heading = {"heading": "Two-factor authentication"}
    assert judge(proposal(button("Disable", near=heading)), POLICY).categories == ("credential",)
    assert judge(proposal(button("Disable", near={"heading": "Dark mode"})), POLICY).decision == "allow"


@pytest.mark.parametrize(
    ("attributes", "asked"),
    [
        ({"class": "btn btn-danger icon-trash"}, True),
        ({"class": "btn", "name": "delete"}, True),
        ({"class": "btn", "value": "löschen"}, True),
        ({"class": "btn btn-primary icon-plus", "name": "add"}, False),
        ({"id": "menu-4-trigger", "class": "btn"}, True),
        # It opens a menu, and is called so.
        ({"id": "menu-4-trigger", "class": "btn", "aria-haspopup": "true"}, False),
        ({"id": "menu-4-trigger", "aria-label": "Delete", "aria-haspopup": "true"}, True),
    ],
)
def test_a_button_without_a_name_is_known_by_its_marks(attributes: dict[str, str], asked: bool) -> None:
    verdict = judge(proposal(button("", attributes=attributes)), POLICY)
    assert (verdict.decision == "ask") is asked


def test_a_search_form_under_such_a_heading_only_asks() -> None:
    near, form = {"heading": "Merge tickets"}, {"method": "get", "action": PAGE}
    assert judge(proposal(button("OK", near=near, form=form)), POLICY).decision == "allow"


def test_a_link_to_the_page_where_a_password_is_changed_changes_none() -> None:
    address = f"https://{HOST}/users/3/password/"
    assert judge(proposal(link("Change password", address, role="button")), POLICY).decision == "allow"
    assert judge(proposal(button("Change password", form=POST)), POLICY).decision == "ask"


def test_the_address_of_a_form_speaks_as_a_name_does() -> None:
    form = {"method": "post", "action": f"https://{HOST}/partner-user-unlink/7/"}
    assert judge(proposal(button("Trennen", form=form)), POLICY).categories == ("destructive",)
