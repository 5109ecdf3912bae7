"""Which button puts away what stands in the way: whole names, in the place where they mean it."""

from __future__ import annotations

import pytest

from handrail.runtime.recovery.obstacles import known_obstacle
from handrail.sop.target import Neighbourhood
from handrail.targeting import Candidate, ElementSnapshot

BANNER = ("div", "section#cookie-banner", "body")
LAYER = ("div", "body")
DIALOG = ("footer", "div[dialog]", "body")


def control(
    name: str, inside: tuple[str, ...], role: str = "button", tag: str = "button", **near: str
) -> Candidate:
    element = ElementSnapshot(
        tag=tag, role=role, name=name, ancestors=inside, near=Neighbourhood.model_validate(near)
    )
    return Candidate(place=0, element=element)


def pressed(*controls: Candidate) -> str | None:
    found = known_obstacle(controls)
    return found.button.element.name if found is not None else None


@pytest.mark.parametrize(
    "name",
    [
        "Reject all",
        "Only necessary",
        "Reject All Cookies",
        "Alle ablehnen",
        "Nur notwendige Cookies",
        "Tout refuser",
        "Continuer sans accepter",
        "Rechazar todo",
        "Recusar tudo",
        "Rifiuta tutto",
        "Alles weigeren",
        "Endast nödvändiga",
        "Kun nødvendige",
        "Hylkää kaikki",
        "Odrzuć wszystkie",
        "Odmítnout vše",
        "Tümünü reddet",
    ],
)
def test_consent_is_refused_in_many_languages(name: str) -> None:
    assert pressed(control("Accept all", BANNER), control(name, BANNER)) == name


@pytest.mark.parametrize(
    "name",
    ["Accept all", "Alle akzeptieren", "Reject all invoices", "Reject and delete", "Delete"],
)
def test_nothing_else_in_a_banner_is_pressed(name: str) -> None:
    assert pressed(control(name, BANNER)) is None


def test_the_same_words_elsewhere_mean_something_else() -> None:
    assert pressed(control("Reject all", LAYER, heading="Requests")) is None
    assert pressed(control("Accept", LAYER, heading="Consent forms"), control("Decline", LAYER)) is None
    assert pressed(control("Accept all", BANNER), control("Reject all", ("main", "body"))) is None


def test_beside_its_opposite_and_a_text_about_cookies_it_is_about_them() -> None:
    accept = control("Accept all", LAYER, before="We use cookies.")
    assert pressed(accept, control("Reject all", LAYER)) == "Reject all"
    assert pressed(control("Accept all", LAYER), control("Reject all", LAYER)) is None


def test_a_link_that_leads_elsewhere_puts_nothing_away() -> None:
    link = control("Reject all", BANNER, role="link", tag="a")
    there = link.element.model_copy(update={"attributes": {"href": "/cookies"}})
    here = link.element.model_copy(update={"attributes": {"href": "#"}})
    assert pressed(link.model_copy(update={"element": there})) is None
    assert pressed(link.model_copy(update={"element": here})) == "Reject all"


@pytest.mark.parametrize(
    ("name", "around", "expected"),
    [
        ("Stay signed in", "Your session is about to expire", True),
        ("Continue", "You will be signed out due to inactivity", True),
        ("Yes", "Are you still there?", True),
        ("Sitzung fortsetzen", "Ihre Sitzung läuft in 60 Sekunden ab", True),
        ("Yes", "Do you want to log out?", False),
        ("Yes", "Your session will expire. Sign out now?", False),
        ("Continue", "This deletes the record", False),
        ("Log out", "Your session is about to expire", False),
    ],
)
def test_a_session_is_continued_only_where_it_is_about_to_end(name: str, around: str, expected: bool) -> None:
    assert (pressed(control(name, DIALOG, heading=around)) == name) is expected
    assert pressed(control(name, ("main", "body"), heading=around)) is None


def test_a_dialog_is_closed_only_if_there_is_nothing_else_to_do_in_it() -> None:
    close = control("Close", DIALOG)
    assert pressed(close) == "Close"
    assert pressed(close, control("Not now", DIALOG)) == "Not now"
    assert pressed(close, control("Delete", DIALOG)) is None
    assert pressed(close, control("Reason", DIALOG, role="textbox", tag="input")) is None
    assert pressed(control("Close", ("main", "body"))) is None


@pytest.mark.parametrize(
    ("names", "heading", "expected"),
    [
        (["Skip tour", "Next"], "Here you find your work", "Skip tour"),
        (["Tour überspringen", "Weiter"], "Willkommen", "Tour überspringen"),
        (["Close", "End tour", "Next"], "Welcome", "End tour"),
        (["Close", "Back", "Next"], "Tour details", None),
        (["Close", "Back", "Next"], "Onboarding: Ann", None),
        (["Close", "Next"], "Import contacts", None),
        (["Skip tour", "Delete"], "Welcome", None),
        (["Next", "Back"], "Take a tour", None),
    ],
)
def test_a_tour_is_ended_and_not_walked_through(names: list[str], heading: str, expected: str | None) -> None:
    assert pressed(*(control(name, DIALOG, heading=heading) for name in names)) == expected


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Next", "Skip tour"], "Skip tour"),
        (["Rundgang überspringen", "Weiter"], "Rundgang überspringen"),
        (["End tour", "Next"], None),
        (["Skip tour", "Delete"], None),
        (["Skip", "Next"], None),
        (["Skip tour"], None),
    ],
)
def test_a_tour_that_no_dialog_holds_is_skipped_where_it_says_both(
    names: list[str], expected: str | None
) -> None:
    assert pressed(*(control(name, LAYER) for name in names)) == expected


@pytest.mark.parametrize(("mark", "expected"), [("joyride", "Close"), ("tour-form", None)])
def test_a_tour_is_known_by_the_library_that_draws_it(mark: str, expected: str | None) -> None:
    inside = ("footer", f"div#{mark}-1[dialog]", "body")
    assert pressed(control("Close", inside), control("Next", inside)) == expected
    name = control("Name", inside, role="textbox", tag="input")
    assert pressed(control("Close", inside), control("Next", inside), name) is None


def test_a_field_deep_in_the_dialog_is_a_part_of_it() -> None:
    shallow = ("header", "div[dialog]", "main", "body")
    close = control("Close", shallow)
    assert pressed(close) == "Close"
    # Of the ancestors of what stands deep, only the nearest and the dialog are told.
    deep = (*("div",) * 8, "div[dialog]")
    assert pressed(close, control("Name", deep, role="textbox", tag="input")) is None


@pytest.mark.parametrize(
    ("name", "expanded", "missing", "pressed"),
    [
        ("Toggle navigation", False, True, True),
        ("Menü", False, True, True),
        ("Toggle navigation", True, True, False),
        ("Toggle navigation", None, True, False),
        ("Toggle navigation", False, False, False),
        ("User menu", False, True, False),
    ],
)
def test_a_menu_is_unfolded_where_something_is_missing(
    name: str, expanded: bool | None, missing: bool, pressed: bool
) -> None:
    element = ElementSnapshot(tag="button", role="button", name=name, expanded=expanded)
    found = known_obstacle([Candidate(place=0, element=element)], missing=missing)
    assert (found is not None) == pressed
