"""The recorded name in other letters is the recorded name, where nothing else is called so."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.targeting import Choice, ElementSnapshot, choose
from handrail.targeting.naming import spelled
from tests.targeting.elements import FORM, button, field, on_page, recorded_from

FAR: dict[str, Any] = {"box": {"x": 20, "y": 2400, "width": 240, "height": 60}, "ancestors": ("div", "body")}
LOST = {"before": "Remember me", "after": "or continue with"}
SIGN_IN = button("Sign In", near={"heading": "Welcome", "before": "Remember me", "after": "No account?"})
OTHER = button("Preview", near=FORM)


def chosen(recorded: ElementSnapshot, *now: ElementSnapshot) -> Choice:
    return choose(recorded_from(recorded), on_page(*now, OTHER))


@pytest.mark.parametrize("name", ["Sign in", "SIGN IN", "sign in", "Sign in…", "Sign-in"])
def test_a_name_in_other_letters_is_clear_wherever_it_is(name: str) -> None:
    assert chosen(SIGN_IN, button(name, near=LOST, **FAR)).kind == "clear"


@pytest.mark.parametrize(
    "now",
    [
        (button("Sign in", near=LOST, **FAR), button("SIGN IN", near=LOST, **FAR)),
        (button("Sign in", near={**LOST, "heading": "Sign in as a guest"}, **FAR),),
        (button("Sign in", near=LOST, tag="a", role="link", **FAR),),
        (button("Sign in now", near=LOST, **FAR),),
    ],
    ids=["two of them", "under another heading", "of another role", "with a word more"],
)
def test_it_is_not_where_something_else_may_be_meant(now: tuple[ElementSnapshot, ...]) -> None:
    assert chosen(SIGN_IN, *now).kind != "clear"


def test_a_field_for_the_password_is_sure_in_another_look_where_it_is_the_only_one() -> None:
    """Below the gate's bound a person is asked whether the secret may be typed there."""
    kept: dict[str, Any] = {"input_type": "password", "masked": True}
    recorded = field(
        "Password:", attributes={"name": "pw"}, near={"before": "User", "after": "Log in"}, **kept
    )
    now = field("Password", near={"before": "Welcome", "after": "Log in"}, **kept, **FAR)
    second = field("PIN", near={"before": "Or"}, **kept, **FAR)

    by_label, by_name = {"by": "label", "text": "Password:"}, {"by": "css", "css": 'input[name="pw"]'}

    def sure(*seen: ElementSnapshot) -> bool:
        choice = choose(recorded_from(recorded, by_label, by_name), on_page(*seen))
        assert choice.kind == "clear" and choice.best is not None
        return choice.best.score >= 0.9

    assert sure(now)
    assert not sure(now, second)
    assert sure(now.model_copy(update={"attributes": {"name": "pw"}}), second)


def test_one_word_needs_its_surroundings() -> None:
    more = button("More", near={"before": "Tools", "after": "Close all"})
    assert chosen(more, button("more", near={"after": "Welcome"}, **FAR)).kind != "clear"
    assert chosen(more, button("MORE", near={"before": "Tools", "after": "Close all"}, **FAR)).kind == "clear"


def test_a_placeholder_that_contradicts_goes_before_the_words_beside() -> None:
    near = {**FORM, "before": "Password"}
    recorded = field("", placeholder="Password", near=near)
    target = recorded_from(recorded, {"by": "placeholder", "text": "Password"})
    assert choose(target, on_page(field("", placeholder="Old password", near=near))).kind != "clear"
    labelled = target.model_copy(update={"label": "Password"})
    other = field("", label="Password", placeholder="Old password", near=near)
    assert choose(labelled, on_page(other)).kind != "clear"


def test_an_entry_of_a_menu_is_no_record() -> None:
    """Its siblings are not told by each other: the page that it leads to tells it."""
    where = {"ancestors": ("div", "nav", "body"), "tag": "a", "role": "link"}
    address = {"href": "/projects"}
    entry = button("All projects", near={"row": "All projects Archive"}, attributes=address, **where)
    row = {"by": "row", "text": "Archive", "role": "card"}
    by_row = {"by": "role", "role": "link", "name": "All projects", "within": row}
    by_name = {"by": "role", "role": "link", "name": "All projects"}
    by_address = {"by": "css", "css": 'a[href="/projects"]'}
    now = button("Projects", near={"row": "Projects"}, attributes=address, **where)
    target = recorded_from(entry, by_row, by_name, by_address)
    assert choose(target, on_page(now)).kind == "clear"


def test_spelling_is_letters_and_digits() -> None:
    assert spelled("  Re-Send  (all)… ") == "re send all"
    assert spelled("Invoice 12") != spelled("Invoice 13")


def test_an_example_of_what_is_written_that_only_sounds_alike_is_another_field_s() -> None:
    """A person's name is no user's name, where a form of both has lost the one."""
    recorded = field("John Doe", placeholder="John Doe", label="Name", near=FORM)
    other = field("john.doe", placeholder="john.doe", label="Email", near=FORM)
    assert chosen(recorded, other).kind != "clear"
    written = field("JOHN DOE", placeholder="JOHN DOE", label="Full name", near=FORM)
    assert chosen(recorded, written).kind == "clear"


def test_a_field_that_keeps_its_name_and_its_id_is_it_though_a_number_is_a_text_by_now() -> None:
    number = {"role": "spinbutton", "input_type": "number", "attributes": {"id": "price"}}
    recorded = recorded_from(
        field("Price:", near={"before": "Price:"}, **number),
        {"by": "label", "text": "Price:"},
        {"by": "css", "css": "#price"},
    )
    text = field("Price", near={"section": "Sales", "before": "EUR"}, attributes={"id": "price"}, **FAR)
    assert choose(recorded, on_page(text, OTHER)).kind == "clear"
    for other in ({"attributes": {"id": "cost"}}, {"name": "Cost", "label": "Cost"}, {"role": "combobox"}):
        assert choose(recorded, on_page(text.model_copy(update=other), OTHER)).kind != "clear"


def test_the_label_of_a_field_is_no_other_field_that_is_called_so() -> None:
    around: dict[str, Any] = {"near": {"heading": "New supplier", "after": "Country"}}
    label = field("Company: *", tag="label", role=None, editable=False, near={})
    now = field("Company: *", near={"heading": "New supplier", "after": "City"}, **FAR)
    assert chosen(field("Company", **around), now, label).kind == "clear"
    assert chosen(field("Company", **around), now, field("Company:", near={}, **FAR)).kind != "clear"
