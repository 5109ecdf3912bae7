"""Which steps' fields an effect sends: those that held what was typed as it was done."""

from __future__ import annotations

from typing import Any

from handrail.sop.document import Sop
from tests.compile.recordings import APP, Show, button, field

FORM = ("form#new",)


def sends_of(sop: Sop, node: str = "click-save") -> tuple[str, ...]:
    found = next(one for one in sop.walk_nodes() if one.id == node)
    return tuple(getattr(found, "sends", ()))


def filled_in(**facts: Any) -> Show:
    show = Show(f"{APP}/contacts/new")
    return show.type(field("Name", **facts), "Ann Lee").type(field("City", **facts), "Graz")


def saved(show: Show, **facts: Any) -> Sop:
    return show.goes(button("Save", **facts), "/contacts/1", send="post", headings=("Ann Lee",)).sop()


def test_an_effect_sends_the_fields_that_hold_what_was_typed() -> None:
    assert sends_of(saved(filled_in())) == ("fill-name", "fill-city")


def test_choices_and_boxes_are_sent_as_texts_are() -> None:
    show = filled_in().choose(field("Kind", tag="select"), "Firm").tick(field("VIP", "checkbox"))
    assert sends_of(saved(show)) == ("fill-name", "fill-city", "choose-kind", "tick-vip")


def test_what_the_app_took_out_of_a_field_before_is_not_sent_with_it() -> None:
    show = filled_in().click(button("Add"), values={"City": ""})
    assert sends_of(saved(show)) == ("fill-name",)


def test_of_two_fillings_of_one_field_the_last_counts() -> None:
    show = filled_in().type(field("Name"), "Ann Maria Lee")
    sends = sends_of(saved(show))
    assert len(sends) == 2 and sends[0] == "fill-city"


def test_fields_of_another_form_and_of_another_page_are_not_sent() -> None:
    other: dict[str, Any] = {"ancestors": ("form#filter",)}
    show = Show(f"{APP}/contacts/new").type(field("Filter", **other), "open")
    show.type(field("Name", ancestors=FORM), "Ann Lee")
    assert sends_of(saved(show, ancestors=FORM)) == ("fill-name",)
    before = Show(f"{APP}/contacts").type(field("Label"), "new").goes(button("Go"), "/contacts/new")
    assert sends_of(saved(before.type(field("Name"), "Ann Lee"))) == ("fill-name",)


def test_secrets_and_what_is_looked_for_are_not_among_it() -> None:
    show = filled_in().type(field("Search", "search"), "x-ray")
    show.type(field("Door code", "password"), "1234-abcd", masked=True)
    assert sends_of(saved(show)) == ("fill-name", "fill-city")


def test_what_has_no_effect_names_nothing() -> None:
    show = filled_in().goes(button("Save"), "/contacts?page=2")
    assert sends_of(show.sop()) == ()
