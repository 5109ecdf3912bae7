"""Categories: what an action is, by its words, its surroundings and where it leads."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.policy.deeds.deed import Deed
from tests.policy.builders import button, categories, click, element, field, link

POST = {"method": "post", "action": "https://app.example/settings"}


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("Delete account", "destructive"),
        ("Yes, delete it", "destructive"),
        ("Empty trash", "destructive"),
        ("Konto löschen", "destructive"),
        ("Endgültig entfernen", "destructive"),
        ("Konto schließen", "destructive"),
        ("Eliminar cuenta", "destructive"),
        ("Vaciar papelera", "destructive"),
        ("Supprimer le compte", "destructive"),
        ("Clôturer mon compte", "destructive"),
        ("Cancel subscription", "irreversible"),
        ("Approve request", "irreversible"),
        ("Vertrag kündigen", "irreversible"),
        ("Bestellung stornieren", "irreversible"),
        ("Cancelar pedido", "irreversible"),
        ("Annuler la commande", "irreversible"),
        ("Résilier", "irreversible"),
        ("Pay now", "financial"),
        ("Place order", "financial"),
        ("Transfer money", "financial"),
        ("Confirm payment", "financial"),
        ("Zahlungspflichtig bestellen", "financial"),
        ("Überweisung ausführen", "financial"),
        ("Jetzt buchen", "financial"),
        ("Realizar pago", "financial"),
        ("Comprar", "financial"),
        ("Transferir", "financial"),
        ("Payer 25 €", "financial"),
        ("Valider la commande", "financial"),
        ("Effectuer le virement", "financial"),
        ("Change password", "credential"),
        ("Generate API key", "credential"),
        ("Add SSH key", "credential"),
        ("Disable two-factor authentication", "credential"),
        ("Passwort zurücksetzen", "credential"),
        ("Restablecer contraseña", "credential"),
        ("Réinitialiser le mot de passe", "credential"),
        ("Restart server", "system"),
        ("Factory reset", "system"),
        ("Uninstall", "system"),
        ("Drop table", "system"),
        ("Server neu starten", "system"),
        ("Auf Werkseinstellungen zurücksetzen", "system"),
        ("Reiniciar servidor", "system"),
        ("Redémarrer le serveur", "system"),
        ("Alle abmelden", "credential"),
        ("Post 3 replies", "sharing"),
        ("Share", "sharing"),
        ("Publish post", "sharing"),
        ("Make public", "sharing"),
        ("Send", "sharing"),
        ("Nachricht senden", "sharing"),
        ("Veröffentlichen", "sharing"),
        ("Enviar mensaje", "sharing"),
        ("Compartir", "sharing"),
        ("Partager", "sharing"),
        ("Envoyer le message", "sharing"),
        ("Import", "file_system"),
        ("Sicherung wiederherstellen", "file_system"),
        ("Téléverser", "file_system"),
    ],
)
def test_a_button_says_what_it_does(name: str, category: str) -> None:
    assert category in categories(click(button(name)))


@pytest.mark.parametrize(
    "name",
    [
        "Save", "Search", "Add", "Create contact", "Update", "Next", "Filter", "Edit", "Sign in", "Log out",
        "Speichern", "Suchen", "Hinzufügen", "Weiter", "Anmelden", "Bearbeiten",
        "Guardar", "Buscar", "Añadir", "Siguiente", "Iniciar sesión",
        "Enregistrer", "Rechercher", "Ajouter", "Suivant", "Se connecter", "Absenden",
        "undelete", "Undelete", "password-policy", "Password policy",
        "Don't delete", "Do not send", "Nicht löschen",
        "Cancel", "Abbrechen", "Cancelar", "Annuler", "Close", "No, keep it",
        "No thanks", "×", "Fermer la fenêtre",
        "Delete filter", "Remove filter", "Clear search", "Filter entfernen",
        "Borrar filtros", "Supprimer le filtre",
        "Remove from cart", "Discard changes", "Deleted items", "Order history", "Order by",
        "Sort order",
        "Recently deleted", "Share price", "Post office", "Payment history", "Gelöschte Elemente",
        "Reset", "Clear", "Sign up", "Restore defaults", "Merge cells", "Transfer history",
        "Undo", "Mark all as read",
        "How to delete your account", "Forgot password?", "Show password", "Reject all cookies",
    ],
)  # fmt: skip
def test_what_only_sounds_like_it_is_not_it(name: str) -> None:
    assert categories(click(button(name))) == set()


def test_delete_filter_is_destructive_where_it_deletes_on_the_server() -> None:
    search = {"method": "get", "action": "https://app.example/search"}
    kept = {"method": "post", "action": "https://app.example/filters/3/delete"}
    assert categories(click(button("Delete filter", form=search))) == set()
    assert categories(click(button("Delete filter", form=kept))) == {"destructive"}


@pytest.mark.parametrize(
    ("name", "facts", "category"),
    [
        ("Cancel", {"form": {"method": "post", "action": "/orders/7/cancel"}}, "irreversible"),
        ("No", {"form": {"method": "post", "action": "/contacts/7/delete"}}, "destructive"),
        ("×", {"leads": {"method": "delete", "url": "/todos/3"}}, "destructive"),
        ("Close", {"leads": {"method": "post", "url": "/account/delete"}}, "destructive"),
    ],
)
def test_what_sends_something_by_itself_is_judged_by_its_address_though_it_says_no(
    name: str, facts: dict[str, Any], category: str
) -> None:
    assert categories(click(button(name, **{"leads": {"alone": True}, **facts}))) == {category}


def test_saying_no_beside_another_button_of_its_form_does_nothing() -> None:
    form = {"method": "post", "action": "/contacts/7/delete"}
    assert categories(click(button("Cancel", form=form, leads={"alone": False}))) == set()


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Order 1042", set()),
        ("Order #1042", set()),
        ("Order 2", {"financial"}),
        ("Order 250 pieces", {"financial"}),
        ("Transfer 500", {"financial"}),
    ],
)
def test_an_order_by_its_number_is_opened_and_nothing_is_ordered(name: str, found: set[str]) -> None:
    assert categories(click(button(name))) == found
    assert categories(click(button(name, form=POST))) != set()


@pytest.mark.parametrize(
    ("target", "category"),
    [
        (
            button("Go", form={"method": "post", "action": "https://app.example/users/3/delete"}),
            "destructive",
        ),
        (button("Go", form=POST, leads={"method": "delete"}), "destructive"),
        (button("OK", leads={"method": "delete", "url": "https://app.example/items/3"}), "destructive"),
        (link("Item 3", "https://app.example/items/3", leads={"method": "delete"}), "destructive"),
        (link("Delete", "https://app.example/items/3"), "destructive"),
        (link("×", "https://app.example/items/3/delete"), None),
        (link("Remove item", "https://app.example/items/3?action=remove"), "destructive"),
        (link("Item", "https://app.example/list?action=delete&id=3"), "destructive"),
        (button("Go", form={"method": "post", "action": "https://app.example/invoices/7/pay"}), "financial"),
        (button("Submit", form={"method": "post", "action": "https://app.example/checkout"}), "financial"),
        (button("Save", form=POST, leads={"fields": ["cc-number"]}), "financial"),
        (
            button("Save", form={**POST, "action": "/account/password"}, leads={"fields": ["new-password"]}),
            "credential",
        ),
        (button("Register", form=POST, leads={"fields": ["new-password"]}), None),
    ],
)
def test_where_it_leads_decides_as_well(target: object, category: str | None) -> None:
    found = categories(Deed(kind="click", element=target))  # type: ignore[arg-type]
    assert (category in found) if category else found == set()


@pytest.mark.parametrize(
    ("name", "href"),
    [
        ("How to delete your account", "https://app.example/help/how-to-delete-account"),
        ("Delete and restore: a guide", "https://app.example/docs/delete-guide"),
        ("Change password", "https://app.example/account/settings"),
        ("Send a message", "https://app.example/messages/new"),
        ("Orders", "https://app.example/orders"),
        ("Checkout", "https://app.example/basket"),
        ("Policy", "https://app.example/password-policy"),
    ],
)
def test_a_link_that_only_leads_on_does_nothing(name: str, href: str) -> None:
    assert categories(click(link(name, href))) == set()


def test_enter_presses_the_forms_button() -> None:
    form = {"method": "post", "action": "https://app.example/x"}
    danger = field("Your name", form=form, leads={"submit": "Delete account"})
    assert categories(Deed(kind="press", keys="Enter", element=danger)) == {"destructive"}
    assert categories(Deed(kind="press", keys="Tab", element=danger)) == set()
    assert categories(Deed(kind="type", values=("acme\n",), element=danger)) == {"destructive"}
    assert categories(Deed(kind="type", values=("acme",), element=danger)) == set()


def test_the_delete_key_outside_of_a_field_deletes_what_is_selected() -> None:
    row = element(tag="tr", role="row", name="Invoice 7")
    assert categories(Deed(kind="press", keys="Delete", element=row)) == {"destructive"}
    assert categories(Deed(kind="press", keys="Delete", element=field("Title"))) == set()


def test_a_button_that_shows_only_a_picture_is_read_by_its_attributes() -> None:
    assert categories(click(button("", attributes={"id": "btn-delete-user"}))) == {"destructive"}
    assert categories(click(button("", test_id="deleteAccount"))) == {"destructive"}


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("DROP TABLE users", {"system"}),
        ("delete from orders where 1=1", {"system"}),
        ("rm -rf /var", {"system"}),
        ("Please delete my old address.", set()),
        ("shutdown the old office", set()),
    ],
)
def test_commands_are_known_where_they_are_typed(value: str, found: set[str]) -> None:
    assert categories(Deed(kind="fill", element=field("Query"), values=(value,))) == found


def test_a_field_says_what_it_holds_and_not_what_is_done() -> None:
    assert categories(click(field("Reason to delete the account"))) == set()
    assert categories(Deed(kind="fill", element=field("Delete after (days)"), values=("30",))) == set()


@pytest.mark.parametrize(
    ("method", "url", "found"),
    [
        ("DELETE", "https://app.example/api/items/3", {"destructive"}),
        ("POST", "https://app.example/api/payments/7/refund", {"financial"}),
        ("POST", "https://app.example/api/contacts", set()),
        ("GET", "https://app.example/api/items?filter=deleted", set()),
        ("GET", "https://app.example/items/3/delete", {"destructive"}),
    ],
)
def test_a_request_is_judged_by_its_method_and_address(method: str, url: str, found: set[str]) -> None:
    assert categories(Deed(kind="request", method=method, url=url)) == found


def test_words_in_disguise_are_read_as_they_look() -> None:
    assert "destructive" in categories(click(button("Dеlеtе")))  # Cyrillic е
    assert "destructive" in categories(click(button("De​lete")))  # a zero-width space
    assert "destructive" in categories(click(button("ＤＥＬＥＴＥ")))
    turned = f"\u202e{'Delete account'[::-1]}"
    hidden = (
        "Delete\u3164account",
        "Del\u115fete account",
        "ᴅᴇʟᴇᴛᴇ account",
        "D e l e t e account",
        "ꓓꓰꓡꓰꓔꓰ account",
    )
    for name in (turned, f"Save \u202e{'and delete account'[::-1]}\u202c", *hidden):
        assert "destructive" in categories(click(button(name))), name
    for name in ("A B C", "Save \u202a1\u202c", "P. S.", "I d"):
        assert not categories(click(button(name))), name


def test_what_a_button_shows_counts_beside_the_name_that_only_a_screen_reader_tells() -> None:
    assert categories(click(button("Save", text="Delete all contacts"))) == {"destructive"}
    value = {"tag": "input", "input_type": "submit", "attributes": {"value": "Pay now"}}
    assert categories(click(element(role="button", name="Save", **value))) == {"financial"}
    assert categories(click(button("Close", text="×"))) == set()
    assert categories(click(button("Delete contact Ada", text="Delete"))) == {"destructive"}


def test_giving_a_file_away_is_of_the_file_system() -> None:
    assert categories(Deed(kind="upload", element=field("Attachment", input_type="file"))) == {"file_system"}


@pytest.mark.parametrize("name", ["New purchase", "Your refund", "Latest import", "Check for system updates"])
def test_a_thing_is_no_deed(name: str) -> None:
    assert categories(click(button(name))) == set()


@pytest.mark.parametrize("name", ["Purchase", "Buy a new purchase", "Update the system", "Import"])
def test_the_deed_itself_is_one(name: str) -> None:
    assert categories(click(button(name)))


@pytest.mark.parametrize(
    ("shown", "found"), [("Delete account", {"destructive"}), ("×", set()), ("Go back", set())]
)
def test_what_says_no_and_shows_a_deed_is_that_deed(shown: str, found: set[str]) -> None:
    closing = element(tag="button", role="button", name="Close", text=shown)
    assert set(categories(click(closing))) == found


def test_a_drawn_list_says_what_is_chosen_in_it_and_how_that_is_taken_away() -> None:
    shown = "Acorn Hall Remove all items × Acorn Hall"
    assert categories(click(element(tag="span", role="combobox", label="Site", text=shown))) == set()
    assert categories(click(element(tag="span", role="button", name="Remove all items"))) != set()


def test_what_sends_its_form_is_no_list_whatever_it_calls_itself() -> None:
    sends = {"method": "post", "action": "https://app.example/form"}
    assert (
        categories(click(element(tag="button", role="combobox", name="Delete account", form=sends))) != set()
    )


@pytest.mark.parametrize(
    ("name", "group", "found"),
    [
        ("Post", "Channels", set()),
        ("Post", "", {"sharing"}),
        ("Post", "Bulk actions", {"sharing"}),
        ("Delete account", "Settings", {"destructive"}),
    ],
)
def test_one_of_several_boxes_of_a_field_is_called_by_a_thing(name: str, group: str, found: set[str]) -> None:
    near = {"group": group} if group else {}
    box = element(tag="button", role="checkbox", name=name, near=near)
    assert set(categories(Deed(kind="check", element=box))) == found
    # So are choices that a page draws, or that say whether they are on; not the button that sends them.
    drawn = element(tag="div", text=name, near=near)
    pressed = element(tag="button", role="button", name=name, near=near, attributes={"aria-pressed": "true"})
    assert [set(categories(click(one))) for one in (drawn, pressed)] == [found, found]
    assert categories(click(element(tag="button", role="button", name=name, near=near))) != set()
    assert categories(Deed(kind="click", element=drawn, once=True)) != set()
