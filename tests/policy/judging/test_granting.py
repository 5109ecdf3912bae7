"""What an SOP's own words grant."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.policy import granted, granted_by_address
from handrail.sop.node import Task


def task(**facts: Any) -> Task:
    given: dict[str, Any] = {
        "id": "step", "type": "task", "label": "Step", "effect": "once", "action": {"do": "click"},
        "target": {"role": "button", "tag": "button", "name": "Go"},
    }  # fmt: skip
    return Task.model_validate({**given, **facts})


@pytest.mark.parametrize(
    ("facts", "categories"),
    [
        ({"target": {"role": "button", "name": "Save"}, "label": "Click 'Save'"}, ()),
        ({"target": {"role": "button", "name": "Delete"}}, ("destructive",)),
        ({"effect_reason": "the app was told: POST /library/book/3/delete/"}, ("destructive",)),
        (
            {
                "target": {"role": "menuitem", "name": "canceled"},
                "effect": "none",
                "done_when": [{"kind": "url", "path": "/orders/*/cancel"}],
            },
            ("irreversible",),
        ),
        (
            {"dialogs": [{"kind": "confirm", "message": "Really delete it?", "answer": "accept"}]},
            ("destructive",),
        ),
        ({"dialogs": [{"kind": "confirm", "message": "Really delete it?", "answer": "dismiss"}]}, ()),
        ({"intent": "Deletes the book."}, ("destructive",)),
        ({"label": "Pay the invoice"}, ("financial",)),
        ({"risk": "financial"}, ("financial",)),
        ({"intent": "Never deletes anything."}, ()),
        (
            {"target": {"role": "button", "name": "OK", "near": {"heading": "Delete contact?"}}},
            ("destructive",),
        ),
        (
            {
                "action": {"do": "request", "method": "DELETE", "url": "https://app.example/x/3"},
                "target": None,
            },
            ("destructive",),
        ),
        *(
            (
                {"action": {"do": "request", "url": "https://app.example/x/3", **how}, "target": None},
                ("destructive",),
            )
            for how in (
                {"method": "POST", "headers": {"X-HTTP-Method-Override": "DELETE"}},
                {"method": "POST", "form": {"id": "3", "_method": "delete"}},
                {"method": "POST", "body": {"_method": "DELETE"}},
            )
        ),
        ({"action": {"do": "upload", "files": ["a.pdf"]}}, ("file_system",)),
        (
            {
                "action": {"do": "fill", "value": "{{ password }}"},
                "effect": "repeatable",
                "target": {
                    "role": "textbox",
                    "name": "Password",
                    "tag": "input",
                    "input_type": "password",
                    "attributes": {"autocomplete": "new-password"},
                },
            },
            ("credential",),
        ),
        (
            {
                "action": {"do": "fill", "value": "{{ password }}"},
                "effect": "repeatable",
                "target": {
                    "role": "textbox",
                    "name": "Password",
                    "tag": "input",
                    "input_type": "text",
                    "attributes": {"autocomplete": "new-password"},
                },
            },
            ("credential",),
        ),
    ],
)
def test_the_step_names_its_categories(facts: dict[str, Any], categories: tuple[str, ...]) -> None:
    assert granted(task(**facts)) == categories


def test_an_entry_that_the_data_name_is_no_deed_whatever_it_is_called() -> None:
    entry = {"tag": "div", "name": "{{ assignee }}"}
    assert granted(task(effect="repeatable", target=entry)) == ("unfamiliar",)
    assert granted(task(effect="repeatable", target={"tag": "div", "text": "{{ assignee }}"})) == (
        "unfamiliar",
    )
    assert granted(task(effect="repeatable", target={**entry, "role": "menuitem"})) == ()
    assert granted(task(effect="repeatable", target={**entry, "role": "button"})) == ()
    # It was seen to open what is called so: "Book circle".
    assert granted(task(effect="none", target={**entry, "role": "button"})) == ("unfamiliar",)


def test_an_address_that_the_sop_opens_grants_what_it_says_and_nothing_of_its_values() -> None:
    assert granted_by_address("https://app.example/contacts/3/delete") == ("destructive",)
    assert granted_by_address("https://app.example/contacts/{{ what }}") == ()
    assert granted_by_address("https://app.example/{{ secret:delete }}/{{ delete }}") == ()


@pytest.mark.parametrize(
    ("dialog", "categories"), [("New tea Price 14 Listed", ("financial",)), ("New tea Size 14", ())]
)
def test_a_form_of_a_dialog_whose_price_was_filled_in_when_it_was_shown_is_about_a_sum(
    dialog: str, categories: tuple[str, ...]
) -> None:
    target = {"role": "button", "name": "OK", "near": {"dialog": dialog}}
    assert granted(task(effect="repeatable", target=target)) == categories
