"""What some apps do when they are only asked for an address, and what only reads like it."""

from __future__ import annotations

import pytest

from handrail.policy.deeds.addresses import done_by_asking, path_categories, telling

APP = "https://app.example"


@pytest.mark.parametrize(
    "address",
    [
        "/contacts/3/delete",
        "/contacts/3/delete/",
        "/users/delete/3",
        "/delete-contact/3",
        "/contacts/3/delete_phone_number",
        "/contacts/removePhoneNumber/3",
        "/users/7d9f1a40-6f0e-4b7e-9d5c-0f7b0a3c9e11/remove",
        "/orders/ORD-7/cancel",
        "/users/ada@app.example/delete",
        "/users/me/delete",
        "/orders/3/cancel.json",
        "/assets/3/delete",
        "/images/17/delete",
        "/orders/3/cancel.JSON?t=17",
        "/delete?id=3",
        "/delete?contactId=ada",
        "/delete.html?id=3",
        "/deleteContact.do?contact=3",
        "/contact_delete.php?id=3",
        "/contacts?action=delete&id=3",
        "/contacts?action=delete_selected",
        "/post.php?post=3&action=trash",
        "/contacts/3?delete",
        "/contacts?delete=3",
        "/contacts?delete_id=3",
        "/contacts/3?delete=true",
        "/cgi-bin/reboot",
        "/api/system/factory-reset",
    ],
)
def test_a_deed_that_its_address_names_may_be_done_by_asking(address: str) -> None:
    done = done_by_asking(APP + address)
    assert done
    # What the gate says of it is said by the same words.
    assert done <= path_categories(APP + address)


@pytest.mark.parametrize(
    "address",
    [
        "/api/articles/delete-your-account",
        "/products/remove-before-flight",
        "/products/17/remove-before-flight",
        "/search/cancel%20subscription",
        "/search/cancel?page=2&limit=20",
        "/tags/cancel",
        "/tags/cancel?session_id=81&_=17",
        "/blog/2024/05/delete",
        "/blog/2024/05/17/cancel",
        "/i18n/en/delete",
        "/i18n/delete.json",
        "/api/v2/delete",
        "/locales/17/delete.json",
        "/svg/delete",
        "/svg/24/delete",
        "/permissions/delete",
        "/uninstall-survey",
        "/contacts?delete=0",
        "/contacts?delete=false",
        "/contacts?remove=",
        "/contacts?can_delete=1",
        "/contacts?show_deleted=1",
        "/file?sign=1&sig=4f2a91",
        "/tasks?task=cancel+the+milk",
        "/audit-log?action=delete",
        "/permissions?action=can_delete",
        "/contacts/3/delete/form",
        "/contacts/3/delete-dialog.html",
        "/contacts/3/delete.svg",
        "/help/3/delete",
        "/posts/3/trash",
    ],
)
def test_a_word_that_an_address_only_has_does_nothing(address: str) -> None:
    assert not done_by_asking(APP + address)


def test_a_parameter_that_says_no_is_no_deed_of_a_link_either() -> None:
    assert not path_categories(f"{APP}/contacts?delete=0") | path_categories(f"{APP}/contacts?remove=")
    assert path_categories(f"{APP}/contacts/3?delete") == {"destructive"}


def test_what_is_told_of_an_address_grants_what_it_was() -> None:
    told = telling(f"{APP}/contacts/3?delete&q=Ada+Lovelace&action=remove")
    assert told == "/contacts/3?delete&action=remove"
    assert path_categories(APP + telling(f"{APP}/contacts/3?delete")) == {"destructive"}
