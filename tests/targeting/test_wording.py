"""What names mean, across rewording and languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.targeting.wording import contrary_words, holds_words, same_meaning, words_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Save", "SAVE"),
        ("Save", "Speichern"),
        ("Sign in", "Se connecter"),
        ("Sign in", "Log in"),
        ("Password", "Mot de passe"),
        ("Inbox (3)", "Inbox (12)"),
        ("Search", "Please search here"),
    ],
)
def test_these_say_the_same(one: str, other: str) -> None:
    assert same_meaning(words_of(one), words_of(other)) == 1.0


@pytest.mark.parametrize(
    ("one", "other"),
    [("Save", "Save as template"), ("Name", "First name"), ("Save", "Submit"), ("Edit", "View")],
)
def test_these_do_not(one: str, other: str) -> None:
    assert same_meaning(words_of(one), words_of(other)) < 1.0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Save", "Delete"),
        ("Öffnen", "Close"),
        ("Accepter", "Refuser"),
        ("Next page", "Previous page"),
        ("Log in", "Log out"),
        ("Mark as read", "Mark as unread"),
        ("Billing address", "Shipping address"),
    ],
)
def test_these_are_contrary_both_ways(one: str, other: str) -> None:
    assert contrary_words(words_of(one), words_of(other))
    assert contrary_words(words_of(other), words_of(one))


@given(st.text(max_size=60))
def test_any_name_says_what_it_says_and_never_its_contrary(name: str) -> None:
    words = words_of(name)
    assert same_meaning(words, words) == 1.0
    assert contrary_words(words, words) is None


@given(st.text(max_size=40), st.text(max_size=40))
def test_meaning_is_alike_both_ways(one: str, other: str) -> None:
    there, back = same_meaning(words_of(one), words_of(other)), same_meaning(words_of(other), words_of(one))
    assert 0 <= there <= 1 and there == pytest.approx(back, abs=0.5)


def test_words_are_held_as_whole_words() -> None:
    assert holds_words("Bob Smith  bob@example.com", "bob smith")
    assert not holds_words("Bobby Smith", "Bob")
