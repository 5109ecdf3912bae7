"""The verbs by which a deed is told from a look around, read from `verbs.txt` and `english_verbs.txt`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from handrail.policy.words.vocabulary import Words, words_in

LANGUAGES: Final = ("de", "es", "fr")
"""Besides English: what is to be done has a form of its own in these."""
ANY_LANGUAGE: Final = "any"
"""Where a name is read to learn what it may mean, as a person would who knows all of them."""
INFINITIVES: Final[dict[str, re.Pattern[str]]] = {
    "de": re.compile(r".{3,}(?:en|ern|eln)$"),
    "es": re.compile(r"\w{2,}(?:ar|er|ir)(?:se|lo|la|los|las)?$"),
    "fr": re.compile(r"\w{2,}(?:er|ir|ttre|dre|(?<![ao])ire|traire|clure|vre|ez)$"),
}


class Verbs(NamedTuple):
    """`verbs.txt`."""

    english: Words
    """Of `english_verbs.txt`: English words that are hardly anything but verbs."""
    english_or_things: Words
    """Those that are things half of the time, and deeds where it is said to what."""
    deeds: Words
    deeds_or_things: Words
    deeds_to_orders: Words
    done_to: Words
    familiar: dict[str, Words]
    nouns: dict[str, Words]
    telling: dict[str, Words]
    danger: Words
    with_an_object: Words
    no_objects: Words
    of_the_view: Words
    german_alone: Words
    sentences: Words
    acts_as_things: Words
    manners: Words
    """Say how it is done, before the verb."""
    courtesies: Words
    """Only ask for it, before the verb."""
    asked_harmlessly: Words
    """What apps make sure of that does no harm: to see, to leave, to go on."""
    asked_of_the_page: Words
    """With one of these such a question is about the page, or what was not saved in it."""
    done_already: Words
    """A dialog that says so only tells."""
    closes_as_well: Words
    """An answer that may as well close a dialog that only tells something, or turn its page."""
    left_behind: Words
    """What is written where somebody "leaves" it, and not left."""
    lasting: Words
    """With one of these beside it even a word of the view is about what lasts: "Rebuild search index"."""
    before_a_noun: Words
    """Where one of these stands behind it, the first word of an English name is its verb."""


@cache
def verbs() -> Verbs:
    named = words_in("verbs.txt")
    english = words_in("english_verbs.txt")
    return Verbs(
        english=english["verbs"],
        english_or_things=english["verbs or things"] | named["things that may be deeds"],
        deeds=named["deeds"],
        deeds_or_things=named["deeds that may be things"],
        deeds_to_orders=named["deeds to orders"],
        done_to=named["done to"],
        familiar={language: named[f"familiar {language}"] for language in ("en", *LANGUAGES)},
        nouns={language: named[f"nouns {language}"] for language in ("en", *LANGUAGES)},
        telling={language: named[f"telling {language}"] for language in LANGUAGES},
        danger=named["danger"],
        with_an_object=named["deeds with an object"],
        no_objects=named["no objects"],
        of_the_view=named["of the view"],
        german_alone=named["alone de"],
        sentences=named["sentences"],
        acts_as_things=named["acts as things"],
        manners=named["manners"],
        courtesies=named["courtesies"],
        asked_harmlessly=named["asked harmlessly"],
        asked_of_the_page=named["asked of the page"],
        done_already=named["done already"],
        closes_as_well=named["closes as well"],
        left_behind=named["left behind"],
        lasting=named["lasting"],
        before_a_noun=named["before a noun"],
    )


def languages_of(words: Sequence[str], declared: str | None) -> Iterator[str]:
    """The languages besides English that a name may be of, with what its page declares.

    A page that declares another language than its words tell is one whose template nobody translated.
    """
    if declared == ANY_LANGUAGE:
        yield from LANGUAGES
    elif declared in LANGUAGES:
        yield declared
    else:
        said = {*words}
        yield from (language for language in LANGUAGES if said & verbs().telling[language])
