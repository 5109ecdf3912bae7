"""A name of one word is one word: something else must speak for the element, too."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop.locator import CssLocator, RoleLocator
from handrail.sop.target import Target
from handrail.targeting import ElementSnapshot, Hits, Match, Sighting, decide

IN_A_MENU = {"heading": "Contacts", "before": "Import contacts", "row": "Settings"}
OF_THE_APP = {"section": "Primary navigation", "before": "Your profile", "after": "Help center"}


def link(name: str, href: str, near: dict[str, str]) -> dict[str, Any]:
    return {"role": "link", "tag": "a", "name": name, "attributes": {"href": href}, "near": near}


def finds(recorded: dict[str, Any], now: dict[str, Any], *, by_path: bool = False) -> bool:
    by_name = RoleLocator(by="role", role="link", name=recorded["name"])
    path = CssLocator(by="css", css="ul > li:nth-of-type(3) > a")
    target = Target.model_validate({**recorded, "locators": (by_name, path)})
    hits = (Hits(count=1, elements=(0,)), Hits(count=int(by_path), elements=(0,) * by_path))
    sighting = Sighting(locators=hits, elements=(ElementSnapshot.model_validate(now),))
    return isinstance(decide(target, sighting), Match)


@pytest.mark.parametrize(("now", "found"), [
    (link("Settings", "settings.html", OF_THE_APP), False),
    (link("Settings", "settings.html", {**OF_THE_APP, "heading": "Contacts"}), True),
    (link("Settings", "settings.html", {**OF_THE_APP, "before": "Import all contacts"}), True),
    (link("Settings", "#", OF_THE_APP), True),
])  # fmt: skip
def test_one_word_with_nothing_of_what_it_had_is_another_ones(now: dict[str, Any], found: bool) -> None:
    assert finds(link("Settings", "#", IN_A_MENU), now) is found


def test_a_name_of_more_words_is_found_wherever_it_is() -> None:
    recorded = link("Forgot your password?", "forgot.html", {"before": "Remember me", "heading": "Sign in"})
    assert finds(recorded, link("Forgot your password?", "/reset/", {"after": "Register"}))


def test_a_page_in_another_folder_is_the_same_page() -> None:
    recorded = link("Invoices", "invoices.html", IN_A_MENU)
    assert finds(recorded, link("Invoices", "../sales/invoices.html?page=1", OF_THE_APP))
    assert not finds(recorded, link("Invoices", "../sales/archive.html", OF_THE_APP))


def test_a_place_that_is_the_same_speaks_for_it() -> None:
    assert finds(link("Settings", "#", IN_A_MENU), link("Settings", "/settings", OF_THE_APP), by_path=True)


def test_an_option_stands_between_others_than_the_one_that_was_picked_did() -> None:
    def option(name: str, before: str, after: str) -> dict[str, Any]:
        near = {"before": before, "after": after, "row": name}
        return {"role": "option", "tag": "a", "name": name, "near": near}

    by_name = RoleLocator(by="role", role="option", name="rejected")
    target = Target.model_validate({**option("rejected", "new", "stalled"), "locators": (by_name,)})
    seen = ElementSnapshot.model_validate(option("rejected", "resolved", "deleted"))
    sighting = Sighting(locators=(Hits(count=1, elements=(0,)),), elements=(seen,))
    assert isinstance(decide(target, sighting), Match)
