"""What a page repeats of a secret that was typed is masked, and other text that looks like it is not."""

from __future__ import annotations

import json

import pytest

from handrail.recording.event import Changed, Click, Input, Navigated, PageState
from handrail.recording.hidden import Hidden, asks_for_secret, asks_whose, without
from handrail.sop.locator import CssLocator
from handrail.sop.target import Target


def hidden(*values: str, parts: tuple[str, ...] = ()) -> Hidden:
    kept = Hidden()
    for value in (*values, *parts):
        assert kept.overhears(json.dumps(["hidden", value, value in values], separators=(",", ":")))
    assert not kept.overhears('[1,{"kind":"input","value":"hidden"}]')
    return kept


def test_of_the_first_signs_it_is_only_known_that_they_are_typed() -> None:
    kept = Hidden()
    assert kept.overhears('["hidden","",false]')
    assert kept.heard == 1 and not kept and kept.veiled() == []


@pytest.mark.parametrize(
    ("value", "text", "masked"),
    [
        ("hunter2", "Your password hunter2 was set", "Your password ••• was set"),
        ("hunter2", "HUNTER2, hun ter2, aHVudGVyMg", "•••, •••, •••"),
        ("p@ss w0rd", "Search for p%40ss+w0rd or p@ss w0rd", "Search for ••• or •••"),
        ("canary-pw-731", "canary-pw…", "•••…"),
        ("881204", "Code 881 204, 881-204; not 18812045", "Code •••, •••; not 18812045"),
        ("4711", "PIN 4711 (x4711y, 14711)", "PIN ••• (x4711y, 14711)"),
        ("123", "Order 123 of 1234, A123", "Order ••• of 1234, A123"),
        ("12", "12 of 12", "12 of 12"),
    ],
)
def test_a_value_is_masked_where_it_can_be_told_from_other_text(value: str, text: str, masked: str) -> None:
    assert hidden(value).masked_reading(text) == masked


def test_the_beginning_of_a_value_is_masked_where_it_stands_alone() -> None:
    kept = hidden(parts=("hunt", "hunte"))
    assert kept.masked("So far: hunt, hunte; hunting Hunt") == "So far: •••, •••; hunting Hunt"


def test_a_word_that_a_value_begins_with_is_a_word_again_on_a_later_page() -> None:
    kept = hidden("Admin123!", parts=("Admi", "Admin", "Admin1"))
    kept.begins_act()
    assert kept.masked("Admin") == "•••"
    kept.leads_on()
    assert kept.masked("Admin") == "•••"
    kept.begins_act()
    assert kept.masked("Admin, Admin1, Admin123!") == "Admin, •••, •••"


def test_a_short_value_is_left_in_what_finds_elements_and_taken_out_of_a_query() -> None:
    kept = hidden("123")
    assert kept.masked("row 123") == "row 123"
    assert (
        kept.masked_address("http://a.test/123?cvc=123&n=1234#123") == "http://a.test/123?cvc=•••&n=1234#123"
    )


@pytest.mark.parametrize(
    ("message", "secret", "whose"),
    [
        ("Enter your password:", True, False),
        ("Your PIN?", True, False),
        ("Kennwort des Benutzers", True, True),
        ("Reset the password of which user?", True, True),
        ("Name of the new folder", False, True),
        ("Time zone of the pinboard", False, False),
    ],
)
def test_what_a_dialog_asks_for(message: str, secret: bool, whose: bool) -> None:
    assert (asks_for_secret(message), asks_whose(message)) == (secret, whose)


def test_an_event_keeps_what_was_typed_in_the_open_and_no_repetition() -> None:
    kept = hidden("hunter2")
    target = {
        "name": "Copy hunter2",
        "near": {"dialog": "Your password is now hunter2"},
        "locators": [
            {"by": "role", "role": "button", "name": "Copy hunter2"},
            {"by": "css", "css": "#copy"},
        ],
    }
    typed = Input.model_validate(
        {"kind": "input", "seq": 1, "t": 0, "target": target, "value": "not hunter2", "title": "hunter2"}
    )
    told = Input.model_validate(without(typed, kept))
    assert (told.value, told.title, told.target.name) == ("not hunter2", "•••", "Copy •••")
    assert [one.by for one in told.target.locators] == ["css"]
    assert told.target.near is not None and told.target.near.dialog == "Your password is now •••"
    state = PageState(url="http://a.test/?pw=hunter2", texts=("hunter2",), values={"hunter2": "hunter2"})
    changed = Changed.model_validate(
        {"kind": "changed", "seq": 2, "t": 0, "after": 1, "before_state": state, "state": state}
    )
    assert "hunter2" not in str(without(changed, kept))
    moved = Navigated(kind="navigated", seq=3, t=0, to="http://a.test/hunter2", cause="consequence")
    assert Navigated.model_validate(without(moved, kept)).to == "http://a.test/•••"


@pytest.mark.parametrize(
    "address",
    [
        "https://crm.example/p/Zq7%2Fk%22Ary%2642x'Wv",
        "https://crm.example/#Zq7/k%22Ary&42x'Wv",
        "https://crm.example/?q=Zq7/k%22Ary%2642x%27Wv",
    ],
)
def test_what_is_being_typed_is_masked_however_an_address_escapes_it(address: str) -> None:
    kept = hidden(parts=("Zq7/k\"Ary&42x'Wv",))
    assert "Zq7" not in kept.masked_address(address)


@pytest.mark.parametrize(
    "css", ['iframe[name="9k\\"Ary\'Wv"]', "#\\39 k\\\"Ary\\'Wv", "[title='9k\"Ary\\'Wv']"]
)
def test_no_selector_says_a_value_in_its_own_escapes(css: str) -> None:
    target = Target(locators=(CssLocator(by="css", css=css), CssLocator(by="css", css="main > iframe")))
    click = Click(kind="click", seq=1, t=0, target=target)
    (left,) = without(click, hidden("9k\"Ary'Wv"))["target"]["locators"]
    assert left.css == "main > iframe"
