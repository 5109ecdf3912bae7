"""Familiar verbs that are weighed: "Raise limit", "Change nameservers", and not "Change style".

What such a verb does depends on what it is done to. What belongs to the view, and the records that everybody
changes every day, are listed; whatever else it is done to may last. A button that sends a form is weighed
by what it says beside keeping and finding, and one that names a sum of money by that sum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from handrail.policy.deeds.addresses import sorts
from handrail.policy.deeds.deed import Deed
from handrail.policy.words.acting import AT_ONCE, is_generic, is_one_of
from handrail.policy.words.comparing import plain, tokens
from handrail.policy.words.imperatives import german_verbs, order_of, separated
from handrail.policy.words.verbs import INFINITIVES, LANGUAGES, languages_of, verbs
from handrail.policy.words.vocabulary import Words, vocabulary, words_in, words_of_answers

_LONGEST_WITH_A_SUM: Final = 12
_CURRENCIES: Final = frozenset(
    {"eur", "usd", "gbp", "chf", "euro", "euros", "dollar", "dollars", "dolares", "franc", "francs"}
)
_LONGEST: Final = 8
"""Words; a longer name is a text that can be clicked."""
_GERMAN: Final = "de"
_PATH: Final = re.compile(r"^[A-Za-z]+ /")
"""What a description of an API lists: "PUT /berths"."""
_NUMBER = r"\d[\d.,'\s]{0,15}"
_MONEY: Final = re.compile(
    rf"(?:[€$£¥]|\b(?:eur|usd|gbp|chf)\b)\s?{_NUMBER}"
    rf"|{_NUMBER}(?:[€$£¥]|\b(?:eur|usd|gbp|chf|euros?|dollars?|dolares|francs?|pesos)\b)"
)
_FIELD_OF_A_SUM: Final = re.compile(
    r"\b(?:amount|total|sum|price|payment|betrag|summe|preis|importe|monto|precio|cantidad|montant|somme|prix)"
    r"\b\D{0,12}\d"
)
"""What the in-page script takes for a sum that is filled in, as a dialog's text says it."""
_STOPS_OF_A_PROGRAM: Final = frozenset({"arret", "interrupcion"})
"""A "point d'arrêt" is one of a debugger, any other "arrêt" ends something."""
NOT_YET: Final = frozenset({"later", "spater", "tarde", "tard", "luego"})
_SKIPS: Final = frozenset({"skip"})
_PUTS: Final = frozenset({"mettre", "poner"})
"""What these do stands last: "Mettre en attente"."""
_OF_GERMAN: Final = frozenset({"der", "des"})
"""Before what something belongs to: "Schriftart der Unterschrift"."""
_DONE_ALREADY: Final = re.compile(r"^(?:\w{3,}(?<!e)ed|paid|sent|sold|done|seen|made|held|lost|won)$")
"""What a list holds, and not what is done to it: "Paid invoices"."""
_EVERYBODY: Final = re.compile(
    r"\b(?:everyone|everybody|(?:for|to|with|from) all|(?:fur|an|bei|mit|aus|von) allen?"
    r"|(?:para|a|de|con) tod[oa]s|(?:pour|a|de|avec) (?:tous|toutes)|tout le monde)\b"
    r"(?! (?:fields|columns|felder|spalten|campos|columnas|champs|colonnes))"
)
"""What reaches everybody is more than a view: "Serve to everyone", "Canal für alle archivieren"."""
_ALL: Final = frozenset({"all", "todo", "alle", "allen", "todos", "todas", "tous", "toutes"})
_REPLIES: Final = frozenset({"reply", "antworten", "antwort", "responder", "repondre"})
"""What is only begun: "Reply to all"."""
_POLITE: Final = AT_ONCE | {"please", "bitte", "por", "favor", "veuillez"}


class Weighing(NamedTuple):
    """`weighing.txt`."""

    weighed: dict[str, Words]
    alone: Words
    everyday: Words
    things: Words
    said_of_things: Words
    sends_quietly: Words
    makes: Words
    kept_records: Words
    committing: Words
    sets_quietly: Words
    weighty_paths: Words
    finishing: Words
    switched: Words
    modes: Words
    last_words: Words
    first_words: Words
    prepositions: Words
    addressing: Words


@cache
def weighing() -> Weighing:
    """The words of this version."""
    named = words_in("weighing.txt")
    return Weighing(
        weighed={language: named[f"weighed {language}"] for language in ("en", *LANGUAGES)},
        alone=named["weighed alone"],
        everyday=named["everyday"],
        things=named["weighed things"],
        said_of_things=named["said of things"],
        sends_quietly=named["sends quietly"],
        makes=named["makes"],
        kept_records=named["kept records"],
        committing=named["committing"],
        sets_quietly=named["sets quietly"],
        weighty_paths=named["weighty paths"],
        finishing=named["finishing"],
        switched=named["switched"],
        modes=named["modes"],
        last_words=named["acts as last words"],
        first_words=named["acts as first words"],
        prepositions=named["prepositions"],
        addressing=named["addressing"],
    )


def weighed(deed: Deed) -> str | None:
    """Why pressing this changes what lasts, though its verb is a familiar one; None where it does not."""
    name = deed.name.strip()
    if name.endswith(("…", "...", "?")):
        return None
    words = tokens(name)
    if not words or _PATH.match(name) or words[0] in vocabulary().negations - _SKIPS:
        return None
    if words[0] in vocabulary().information and words[-1] not in weighing().weighed[_GERMAN]:
        return None
    if (sum_said := names_a_sum(name)) is not None:
        return f"it says '{name}', and {sum_said} is money"
    if len(words) > _LONGEST or words[-1] in NOT_YET:
        return None
    if (said := weight_of(words, deed.leads.lang)) is not None:
        return f"it says '{name}', and '{said}' is of what lasts"
    if _is_an_act(words):
        return f"'{name}' is an act"
    if (reached := reaches_everybody(words)) is not None:
        return f"it says '{name}', and '{reached}' is everybody"
    if deed.posts and not sorts(deed.sends[1]) and _sends_more_than_it_keeps(words, deed.sends[1]):
        return f"it sends a form, and says '{name}'"
    return None


def reaches_everybody(words: tuple[str, ...]) -> str | None:
    """The words of a name by which it is done to everybody, unless it only looks or is of the view."""
    found = _EVERYBODY.search(" ".join(words))
    known = vocabulary()
    quiet = known.looking | known.choosing | known.cancelling | _REPLIES
    if found is None or not quiet.isdisjoint({words[0], words[-1]}):
        return None
    return found[0]


def names_a_sum(name: str) -> str | None:
    """The sum that pressing a button would spend, as its name says it: "Boost for €20"."""
    found, words = _MONEY.search(plain(name)), tokens(name)
    known = vocabulary()
    quiet = known.looking | known.choosing | known.harmless_objects
    said = [word for word in words if word.isalpha() and word not in _CURRENCIES]
    if (
        found is None
        or len(words) > _LONGEST_WITH_A_SUM
        or not quiet.isdisjoint({said[0], said[-1]} if said else quiet)
    ):
        return None
    return f"'{found[0].strip()}'"


def holds_a_sum(text: str) -> bool:
    """Whether a sum of money is written in a text."""
    return _MONEY.search(plain(text)) is not None


def fills_in_a_sum(text: str) -> bool:
    """Whether a form, as a text says it, has a field of a sum of money that holds a number: "Price 14"."""
    return _FIELD_OF_A_SUM.search(plain(text)) is not None


def turns(deed: Deed) -> str | None:
    """Why flipping this switch changes more than a view."""
    words = tokens(deed.name)
    said = [word for word in words if word not in weighing().modes]
    turned = any(is_one_of(word, weighing().switched) for word in said) and not _of_the_view(said)
    if words and (turned or reaches_everybody(words) or weight_of(words, deed.leads.lang)):
        return f"it switches '{deed.name}'"
    return None


@lru_cache(maxsize=4096)
def weight_of(words: tuple[str, ...], language: str | None) -> str | None:
    """What a familiar verb is done to, where that may last; none where there is no such verb."""
    said = tuple(word for word in words if word not in _POLITE) or words
    if len(said) == 1 and said[0] in weighing().alone:
        return said[0]
    said = _as_verb(said, language)
    for object_words, place in _objects(said, language):
        what = tuple(word for word in _head(object_words) if word not in _skipped() and not word.isdigit())
        if what[1:] and what[-1] == "neu":
            # Done anew: "Datensätze neu zuweisen".
            what = what[:-1]
        if what and not _of_the_view((what[place], what[-1]) if said[0] in _PUTS else (what[place],)):
            return " ".join(object_words)
        addressed = not weighing().addressing.isdisjoint({said[0], said[-1]})
        if not what and addressed and not _ALL.isdisjoint(object_words):
            return " ".join(object_words)
        if not what and object_words[1:] and any(word.isdigit() for word in object_words):
            # "Reduce to 0", and not "Invoice 21".
            return " ".join(object_words)
    return None


def _as_verb(words: tuple[str, ...], language: str | None) -> tuple[str, ...]:
    """The words with an order as its verb, which stands last in German: "Erinnere alle" ends with it."""
    known = weighing().weighed
    for one in languages_of(words, language):
        if one == _GERMAN:
            if (whole := separated(words)) is not None:
                return whole
            order = next((verb for verb in german_verbs(words[0]) if verb in known[one]), None)
            if order and words[1:] and words[-1] not in known[one] | verbs().familiar[one]:
                return (*words[1:], order)
        elif (verb := next((each for each in order_of(words, one) if each in known[one]), None)) is not None:
            return (verb, *words[1:])
    return words


@cache
def _skipped() -> Words:
    return vocabulary().articles - weighing().prepositions


def _head(words: tuple[str, ...]) -> tuple[str, ...]:
    """What something is done to, without what it is done for, with or in, and what it belongs to."""
    known = weighing().prepositions | _OF_GERMAN
    while words and words[0] in known:
        words = words[1:]
    place = next((at for at, word in enumerate(words) if word in known), len(words))
    return words[:place]


def _objects(words: tuple[str, ...], language: str | None) -> Iterator[tuple[tuple[str, ...], int]]:
    """What the verb is done to, and where in that its head stands: last in English and German."""
    known = weighing()
    for one in ("en", *languages_of(words, language)):
        first, last = words[0], words[-1]
        if one == "en" and language == _GERMAN and INFINITIVES[_GERMAN].match(last):
            # "Port erstellen" is German.
            continue
        if one == _GERMAN and last in known.weighed[one] and len(words) > 1:
            yield words[:-1], -1
        elif one != _GERMAN and first in known.weighed[one] and not _is_a_thing(words, one):
            yield words[1:], -1 if one == "en" else 0


def _is_a_thing(words: tuple[str, ...], language: str) -> bool:
    """Whether the first word is none that says what is done: "Report date", "Change history"."""
    if words[1:2] and words[1] in vocabulary().not_the_act.get(words[0], ()):
        return True
    known = weighing()
    return (
        language == "en" and len(words) == 2 and words[0] in known.things and words[1] in known.said_of_things
    )


def _of_the_view(words: tuple[str, ...] | list[str]) -> bool:
    return any(is_one_of(word, _words_of_the_view()) for word in words)


@cache
def _words_of_the_view() -> Words:
    known = vocabulary()
    objects = known.harmless_objects - _STOPS_OF_A_PROGRAM
    return weighing().everyday | verbs().of_the_view | objects | known.windows | known.layout


def _is_an_act(words: tuple[str, ...]) -> bool:
    known = weighing()
    if len(words) == 1:
        return words[0] not in known.last_words and is_one_of(words[0], known.last_words)
    if len(words) > 2:
        return words[0] in known.first_words
    return words[-1] in known.last_words or words[0] in known.first_words


@cache
def _said_of_forms() -> Words:
    """Single words that send a form and say no more than that it is sent."""
    known = weighing()
    none: Words = frozenset()
    familiar = none.union(*verbs().familiar.values()) - none.union(*known.weighed.values())
    return familiar | known.sends_quietly | known.makes | known.sets_quietly


@lru_cache(maxsize=1024)
def _is_weighty(address: str) -> bool:
    """Whether the address of a form is of a system, of access or of money."""
    try:
        path = urlsplit(address).path
    except ValueError:
        return False
    return any(word in weighing().weighty_paths for word in tokens(path))


def says_more_than_it_keeps(name: str) -> bool:
    """Whether a button of this name, where it sends a form to whatever address, does more than to keep it."""
    return _sends_more_than_it_keeps(tokens(name), "/dns")


def _sends_more_than_it_keeps(words: tuple[str, ...], address: str) -> bool:
    known = weighing()
    if any(word in known.finishing for word in words):
        return True
    if is_generic(words, words_of_answers()):
        return False
    if len(words) == 1:
        return words[0].isalpha() and words[0] not in _said_of_forms() and not _of_the_view(words)
    if words[-1] in vocabulary().information or _DONE_ALREADY.match(words[0]):
        return False
    quiet = [word for word in words if word in known.sends_quietly]
    if any(word not in known.makes for word in quiet):
        return False
    if _is_weighty(address):
        return True
    what = [word for word in words if word not in known.makes and word not in vocabulary().articles]
    if quiet and what and (what[-1] in known.kept_records or what[0] in known.kept_records):
        return False
    return bool(what) and (not _of_the_view(what) or bool(quiet and what[-1] in known.committing))
