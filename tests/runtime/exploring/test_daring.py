"""What an action may do that nobody saw before; whatever is in doubt counts as an effect."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.runtime.exploring.daring import effect_of
from tests.targeting.elements import button

POST = {"form": {"method": "post", "action": "http://crm.test/contacts"}}


def link(name: str, path: str) -> Any:
    return button(name, tag="a", role="link", href=f"http://crm.test{path}", attributes={})


@pytest.mark.parametrize(
    ("element", "effect"),
    [
        (button("Next: the text", attributes={"type": "button"}, **POST), "none"),
        (button("Next: the text", attributes={"type": "submit"}, **POST), "once"),
        (button("Next: the text", attributes={}, **POST), "once"),
        (button("Send", attributes={"type": "button"}, **POST), "once"),
        (button("Whatever", attributes={"type": "button"}, **POST), "once"),
        (link("New order", "/orders/new"), "none"),
        (link("My orders", "/orders"), "none"),
        (link("Place the order", "/orders/7"), "once"),
        (link("Order", "/orders/7"), "once"),
        (link("New order", "/orders/7/delete"), "once"),
        (link("Delete", "/contacts/7"), "once"),
        (link("Sign out", "/out"), "once"),
    ],
)
def test_a_click_is_an_effect_unless_something_says_otherwise(element: Any, effect: str) -> None:
    assert effect_of("click", element, "")[0] == effect


def test_enter_in_a_field_of_a_form_that_posts_sends_it() -> None:
    field = button("Name", tag="input", role="textbox", **POST)
    assert effect_of("press", field, "Enter")[0] == "once"
    assert effect_of("press", field, "Tab")[0] == "repeatable"
