"""Deeds that no category knows: a button whose verb is not among those that are known to be harmless.

No list holds the verbs of all consoles ("Drain", "Materialisieren", "Purger"). What is to be done has a form
of its own in German, Spanish and French, where the page declares its language or the name tells it; in
English the verbs are listed. Nouns, links to other pages, fields and what only opens a menu are no deeds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from handrail.policy.acting import is_generic
from handrail.policy.deed import Deed
from handrail.policy.vocabulary import Words, sections_of, vocabulary
from handrail.policy.words import plain, tokens

ANY_LANGUAGE: Final = "any"
"""Where a name is read to learn what it may mean, as a person would who knows all of them."""
_LANGUAGES: Final = ("de", "es", "fr")
_LONGEST: Final = 8
"""Words; a longer name is a text that can be clicked."""
_PRESSED: Final = frozenset({"button", "menuitem", None, "link", "generic"})
_CLAUSES: Final = re.compile(r"\s(?:and|then|und|dann|y|e|luego|et|puis|&|\+)\s")
_WORD: Final = re.compile(r"[^\W\d_]+")
_AGAIN: Final = re.compile(r"^(?:re|de|un)-(?=\w)", re.IGNORECASE)
_BEFORE_THE_VERB: Final = frozenset(
    {
        "se",
        "s",
        "me",
        "m",
        "tout",
        "tous",
        "please",
        "bulk",
        "auto",
        "batch",
        "mass",
        "quick",
        "quickly",
        "now",
        "bitte",
    }
)
_GERMAN: Final = re.compile(r".{3,}(?:en|ern|eln)$")
_GERMAN_THING: Final = re.compile(
    r".*(?:ungen|heiten|keiten|ionen|schaften|taten|ideen|enden|arten|namen|zeichen|ebenen|daten|spalten|seiten"
    r"|gaben|fragen|lysen|sern|tern|nern|zeiten|mengen|kosten|karten|listen)$"
)
_DONE_ALREADY: Final = re.compile(
    r"^(?:ab|an|auf|aus|bei|da|durch|ein|fort|frei|fest|her|hin|hoch|los|mit|nach|um|unter|vor|weg|weiter|zu"
    r"|zuruck|zusammen)?ge(?!n)\w+en$"
)
_GERMAN_PREFIX: Final = re.compile(
    r"^(?:ab|an|auf|aus|be|durch|ein|ent|er|fort|frei|her|hin|los|nach|neu|still|uber|um|unter|ver|vor|weiter"
    r"|wieder|zer|zu|zuruck)\w{4,}$|\w+ieren$"
)
_SPANISH: Final = re.compile(r"\w{2,}(?:ar|er|ir)(?:se|lo|la|los|las)?$")
_FRENCH: Final = re.compile(r"\w{2,}(?:er|ir|ttre|dre|(?<![ao])ire|traire|clure|vre|ez)$")
_LIFTED: Final = frozenset({"aufheben", "invertieren", "umkehren"})
"""What is done to a selection, and not to what is selected."""
_GOES_ON: Final = frozenset(
    {
        "volver",
        "dejar",
        "empezar",
        "comenzar",
        "continuar",
        "seguir",
        "commencer",
        "continuer",
        "cesser",
        "arreter",
    }
)
"""Say of another verb that it begins, ends or is done again: "Volver a ejecutar", "Commencer à purger"."""
_ASKED: Final[dict[str, re.Pattern[str]]] = {
    "en": re.compile(r"\b(?:want|wish|going|about|sure|like) to (?:really |permanently )?(\w+)"),
    "de": re.compile(r"\b(?:wirklich|sicher|mochten|mochtest|wollen|willst|sollen|soll)\b[^?.]*?(\w+)\s*\?"),
    "es": re.compile(r"\b(?:quiere|quieres|desea|deseas|querer|desear) (?:realmente )?(\w+)"),
    "fr": re.compile(r"\b(?:vouloir|voulez-vous|souhaitez-vous|souhaiter|veux-tu|veux) (?:vraiment )?(\w+)"),
}
"""How a dialog asks for a deed: "Are you sure you want to drain the node?"."""


class _Verbs(NamedTuple):
    """`verbs.txt`."""

    deeds: Words
    deeds_or_things: Words
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


@cache
def _verbs() -> _Verbs:
    named = {head: frozenset(" ".join(lines).split()) for head, lines in sections_of("verbs.txt")}
    return _Verbs(
        deeds=named["deeds"],
        deeds_or_things=named["deeds that may be things"],
        done_to=named["done to"],
        familiar={language: named[f"familiar {language}"] for language in ("en", *_LANGUAGES)},
        nouns={language: named[f"nouns {language}"] for language in _LANGUAGES},
        telling={language: named[f"telling {language}"] for language in _LANGUAGES},
        danger=named["danger"],
        with_an_object=named["deeds with an object"],
        no_objects=named["no objects"],
        of_the_view=named["of the view"],
        german_alone=named["alone de"],
        sentences=named["sentences"],
        acts_as_things=named["acts as things"],
        manners=named["manners"],
    )


def unfamiliar(deed: Deed) -> str | None:
    """Why it is a deed that nobody knows to be harmless, as a clause; None where it is none."""
    element = deed.element
    if element is None or not _presses(deed):
        return None
    name = deed.name.strip()
    verb = None if _heads_a_view(deed) else unfamiliar_verb(name, deed.leads.lang)
    if verb is not None and not is_generic(tokens(name), vocabulary().confirming):
        return f"it says '{name}', and '{verb}' is not among the words that are known to be harmless"
    if not tokens(name) or is_generic(tokens(name), vocabulary().generic | vocabulary().confirming):
        return _asked_before(deed)
    if _looks_dangerous(deed) and not _is_familiar(name):
        return f"'{name}' has the look of a warning"
    return None


def _heads_a_view(deed: Deed) -> bool:
    """Whether a single word has its object in the heading, and that does not last: "Start", under "Quiz"."""
    heading = deed.element.near.heading if deed.element is not None else None
    return len(tokens(deed.name)) == 1 and any(word in _verbs().of_the_view for word in tokens(heading or ""))


def _asked_before(deed: Deed) -> str | None:
    """The unfamiliar deed that a dialog asks about, where the button only says yes."""
    asked = (deed.leads.confirm, deed.leads.dialog, *deed.questions)
    for text in map(plain, filter(None, asked)):
        for language, form in _ASKED.items():
            known = _verbs().deeds if language == "en" else None
            for verb in form.findall(text):
                if verb in known if known is not None else _is_unfamiliar_infinitive(verb, language):
                    return f"it answers a question with '{verb}', which is not known to be harmless"
    return None


def _is_unfamiliar_infinitive(verb: str, language: str) -> bool:
    ends = {"de": _GERMAN, "es": _SPANISH, "fr": _FRENCH}[language]
    return bool(ends.match(verb)) and verb not in _verbs().familiar[language] | _verbs().nouns[language]


def _presses(deed: Deed) -> bool:
    """Whether it is a button, as far as one can tell, and does more than to open a page or a menu."""
    element = deed.element
    if element is None or deed.is_field or deed.asks_for_a_page or element.tag == "summary":
        return False
    if element.role not in _PRESSED or element.attributes.get("aria-haspopup", "false") != "false":
        return False
    if element.attributes.get("type") == "reset" or element.input_type == "reset":
        return False
    return not (deed.submits and deed.sends[0] == "get")


@lru_cache(maxsize=4096)
def unfamiliar_verb(name: str, language: str | None) -> str | None:
    """The verb of a button's name that is not known to be harmless; `language` is the one of its page."""
    if name.endswith(("…", "...", "?")) or len(name.split()) > _LONGEST:
        # Three dots say that a dialog will ask first; a question is a text.
        return None
    clauses = _CLAUSES.split(_AGAIN.sub(lambda found: found[0][:-1], name))
    return next((verb for clause in clauses if (verb := _of_clause(clause, name, language))), None)


def _of_clause(clause: str, name: str, language: str | None) -> str | None:
    words: list[str] = [word for word in _WORD.findall(clause) if plain(word) not in _BEFORE_THE_VERB]
    while words[1:] and plain(words[0]) in _verbs().manners:
        words = words[1:]
    folded = [plain(word) for word in words]
    if not words or folded[0] in vocabulary().negations | vocabulary().information:
        return None
    if any(word in _verbs().sentences for word in folded):
        return None
    if not _is_of_what_lasts(folded):
        return None
    # An accent makes another word of it: "Chargé" is no "charge".
    if (words[0].isascii() and _is_english_deed(folded)) or folded[0] in _verbs().acts_as_things:
        return words[0]
    for known in _languages(name, language):
        verb = _FINDERS[known](words, folded)
        if verb is None or verb in _verbs().familiar[known] | _verbs_of_categories():
            # What is of a category was judged there, with its objects and negations.
            continue
        if verb not in _verbs().with_an_object or _has_an_object(folded):
            return verb
    return None


@cache
def _verbs_of_categories() -> Words:
    acts = vocabulary().acts.values()
    return frozenset(word for act in acts for word in act.verbs)


def _has_an_object(words: list[str]) -> bool:
    return bool(words[1:]) and not any(word in _verbs().no_objects for word in words)


def _is_of_what_lasts(words: list[str]) -> bool:
    """Whether it is not only the view, or what somebody looks for in it, that something is done to."""
    views = _verbs().of_the_view | (vocabulary().harmless_objects - vocabulary().chosen_records)
    if _LIFTED & {*words} and vocabulary().chosen_records & {*words}:
        return False
    return not (words[1:] and any(word in views for word in words))


def _is_english_deed(words: list[str]) -> bool:
    following = words[1] if words[1:] else ""
    if following in vocabulary().not_the_act.get(words[0], ()):
        return False
    if words[0] in _verbs().deeds:
        return True
    if words[0] in _verbs().deeds_or_things:
        return not following or following in _verbs().done_to
    return words[0] in _verbs().with_an_object and _has_an_object(words)


def _languages(name: str, declared: str | None) -> Iterator[str]:
    """The languages besides English that the name may be of."""
    if declared == ANY_LANGUAGE:
        yield from _LANGUAGES
    elif declared in _LANGUAGES:
        yield declared
    elif declared is None:
        words = {plain(word) for word in _WORD.findall(name)}
        yield from (language for language in _LANGUAGES if words & _verbs().telling[language])


def _in_german(words: list[str], folded: list[str]) -> str | None:
    """ "Knoten leeren": the verb stands last, in small letters; alone it looks like a thing."""
    if folded[1:2] == ["sie"]:
        return folded[0]
    if folded[0].endswith("iere"):
        return f"{folded[0]}n"
    last = folded[-1]
    if not _GERMAN.match(last) or last in _verbs().nouns["de"]:
        return None
    if _DONE_ALREADY.match(last) and not last.endswith("ieren"):
        return None
    if folded[-2:-1] == ["neu"] and (anew := f"neu{last}") in _verbs().with_an_object:
        return anew if folded[2:] or anew == "neugenerieren" else None
    if words[1:] and words[-1][0].islower():
        return last
    alone = _GERMAN_PREFIX.match(last) and not _GERMAN_THING.match(last)
    return last if alone or last in _verbs().german_alone else None


def _in_spanish(words: list[str], folded: list[str]) -> str | None:
    """ "Vaciar nodo"; "Volver a ejecutar" does it again."""
    return _leading_verb(folded, "es", _SPANISH)


def _in_french(words: list[str], folded: list[str]) -> str | None:
    """ "Purger le cache", "Purgez le cache"."""
    first = _leading_verb(folded, "fr", _FRENCH)
    if first is None:
        return None
    if first == "mettre" and folded[1:3] in (["a", "jour"], ["en", "forme"], ["a", "niveau"]):
        return None
    return _infinitive(first) if first.endswith("ez") else first


def _leading_verb(folded: list[str], language: str, form: re.Pattern[str]) -> str | None:
    """The verb where it stands first, or behind one that only says that it begins, ends or is done again."""
    first = folded[0]
    if folded[2:] and first in _GOES_ON and folded[1] in {"a", "de"} and form.match(folded[2]):
        first = folded[2]
    return first if first not in _verbs().nouns[language] and form.match(first) else None


def _infinitive(asking: str) -> str:
    """The verb of a French order, as far as it is a familiar one: "Définissez" asks to "définir"."""
    stem = asking.removesuffix("ez")
    forms = (
        f"{stem}er",
        f"{stem}ir",
        f"{stem}dre",
        f"{stem.removesuffix('s')}re",
        f"{stem}re",
        f"{stem.removesuffix('iss')}ir",
        f"{stem.removesuffix('v')}re",
    )
    return next((verb for verb in forms if verb in _verbs().familiar["fr"]), asking)


_FINDERS: Final[dict[str, Callable[[list[str], list[str]], str | None]]] = {
    "de": _in_german,
    "es": _in_spanish,
    "fr": _in_french,
}


def _looks_dangerous(deed: Deed) -> bool:
    element = deed.element
    classes = element.attributes.get("class", "").lower().split() if element is not None else []
    return bool(_verbs().danger & {*classes})


def _is_familiar(name: str) -> bool:
    words = tokens(name)
    if not words:
        return True
    known = _verbs().familiar.values()
    return any(word in verbs for verbs in known for word in {words[0], words[-1]})
