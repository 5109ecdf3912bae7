"""The verb of a button's name that nobody knows to be harmless, in each language.

What is to be done has a form of its own in German, Spanish and French, where the page declares its language
or the name tells it; in English the verbs are listed. Which buttons
count is for `categories.unfamiliar` to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Final

from handrail.policy.names.taking_back import takes_back
from handrail.policy.names.weighing import NOT_YET, weighing
from handrail.policy.words.comparing import plain
from handrail.policy.words.imperatives import as_infinitive, order_of, separated
from handrail.policy.words.verbs import ANY_LANGUAGE, INFINITIVES, LANGUAGES, languages_of, verbs
from handrail.policy.words.vocabulary import Words, verbs_of_acts, vocabulary, words_of_views

_LONGEST: Final = 8
"""Words; a longer name is a text that can be clicked."""
_CLAUSES: Final = re.compile(r"\s(?:and|then|und|dann|y|e|luego|et|puis|&|\+)\s")
_SEARCHES_AND_REPLACES: Final = re.compile(
    r"(?:search|find|suchen|buscar|rechercher|chercher)\b.*\b(?:replace|ersetzen|reemplazar|remplacer)\b"
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_NOT: Final = re.compile(r"(?<=[a-z])n['’]t\b", re.IGNORECASE)
_AGAIN: Final = re.compile(r"^(?:re|de|un)-(?=\w)", re.IGNORECASE)
_REVERSED: Final = re.compile(r"^(?:un|re|de|dis)(?=\w{3})")
_COUNTED: Final = re.compile(r"[a-z]+ \d+ (?:selected |checked )?[a-z]+s\b")
_BEFORE_THE_VERB: Final = frozenset({"se", "s", "me", "m", "tout", "tous", "please", "now", "bitte"})
_ENGLISH_VERB: Final = re.compile(
    r"^(?:un|dis)\w{4,}(?<!ed)(?<!able)(?<!ing)(?<!s)(?<!ion)(?<!ty)(?<!ly)$|^\w{3,}ify$"
)
"""What English makes verbs with: "Unfriend", "Disqualify"."""
_GERMAN_THING: Final = re.compile(
    r".*(?:ungen|heiten|keiten|ionen|schaften|taten|ideen|enden|arten|namen|zeichen|ebenen|daten|spalten|seiten"
    r"|gaben|fragen|lysen|sern|tern|nern|zeiten|mengen|kosten|karten|listen)$"
)
_DONE_ALREADY: Final = re.compile(
    r"^(?:ab|an|auf|aus|bei|da|durch|ein|fort|frei|fest|her|hin|hoch|los|mit|nach|um|unter|vor|weg|weiter|zu"
    r"|zuruck|zusammen)?ge(?!n|ben$|hen$|stalten$|wahren$|winnen$)\w+en$"
)
_GERMAN_PREFIX: Final = re.compile(
    r"^(?:ab|an|auf|aus|be|durch|ein|ent|er|fort|frei|her|hin|los|nach|neu|still|uber|um|unter|ver|vor|weiter"
    r"|wieder|zer|zu|zuruck)\w{4,}$|\w+ieren$"
)
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
_LETS: Final = frozenset({"laisser", "faire", "dejar", "hacer"})
"""Say of another verb that it is let, or made, happen: "Laisser expirer"."""


@lru_cache(maxsize=4096)
def unfamiliar_verb(name: str, language: str | None) -> str | None:
    """The verb of a button's name that is not known to be harmless; `language` is the one of its page."""
    if name.endswith(("…", "...", "?")) or len(name.split()) > _LONGEST:
        # Three dots say that a dialog will ask first; a question is a text.
        return None
    if _SEARCHES_AND_REPLACES.match(plain(name)):
        return None
    clauses = _CLAUSES.split(_AGAIN.sub(lambda found: found[0][:-1], name))
    return next((verb for clause in clauses if (verb := _of_clause(clause, name, language))), None)


def _of_clause(clause: str, name: str, language: str | None) -> str | None:
    clause = _NOT.sub("nt", clause)
    words: list[str] = [word for word in _WORD.findall(clause) if plain(word) not in _BEFORE_THE_VERB]
    while words[1:] and plain(words[0]) in verbs().manners:
        words = words[1:]
    folded = [plain(word) for word in words]
    if not words or folded[0] in vocabulary().negations | vocabulary().information:
        return None
    if folded[-1] in NOT_YET or NOT_YET & {*folded[:2]}:
        return None
    if any(word in verbs().sentences for word in folded):
        return None
    if not _is_of_what_lasts(folded):
        return None
    # An accent makes another word of it: "Chargé" is no "charge".
    english = words[0].isascii() and not (language == "de" and INFINITIVES["de"].match(folded[-1]))
    native = language not in LANGUAGES and _is_english_verb(folded)
    counted = _COUNTED.match(plain(clause).strip()) is not None
    if (english and (native or _is_english_deed(folded, counted))) or folded[0] in verbs().acts_as_things:
        return words[0]
    tried = tuple(languages_of([plain(word) for word in _WORD.findall(name)], language))
    # Where a page does not say its language, a verb is familiar that is so in one of those it may be of.
    shared = () if language == ANY_LANGUAGE else tried
    for known in tried:
        verb = _FINDERS[known](words, folded)
        if verb is None or verb in verbs_of_acts() or _is_familiar_in((known, *shared), verb):
            # What is of a category was judged there, with its objects and negations.
            continue
        if verb not in verbs().with_an_object or _has_an_object(folded):
            return verb
    return None


def _has_an_object(words: list[str]) -> bool:
    return bool(words[1:]) and not any(word in verbs().no_objects for word in words)


def _is_of_what_lasts(words: list[str]) -> bool:
    """Whether it is not only the view, or what somebody looks for in it, that something is done to."""
    if verbs().lasting & {*words}:
        return True
    if _LIFTED & {*words} and vocabulary().chosen_records & {*words}:
        return False
    return not (words[1:] and any(word in verbs().of_the_view or word in words_of_views() for word in words))


def _is_english_verb(words: list[str]) -> bool:
    """Whether it begins with a verb that no list of ours has; one that may be a thing, too, has an object."""
    first = words[0]
    if first in verbs().nouns["en"] or not _is_unknown(first):
        return False
    if words[1:2] and words[1] in vocabulary().not_the_act.get(first, ()):
        return False
    if any(form in verbs().english or form in verbs().deeds for form in (first, _REVERSED.sub("", first))):
        return True
    return first in verbs().english_or_things and bool(words[1:]) and _has_what_it_is_done_to(words)


def _is_english_deed(words: list[str], counted: bool = False) -> bool:
    """`counted`: a number stands behind the first word, as in "Ship 3 items", and so it is a deed."""
    following = words[1] if words[1:] else ""
    if following in vocabulary().not_the_act.get(words[0], ()):
        return False
    if words[0] in verbs().deeds or takes_back(words[0]):
        return True
    if words[0] == "leave" and words[-1] in verbs().left_behind:
        return False
    if following in verbs().before_a_noun and _is_unknown(words[0]):
        return True
    if words[0] in verbs().deeds_or_things:
        return counted or not following or following in verbs().done_to or _has_what_it_is_done_to(words)
    if _ENGLISH_VERB.match(words[0]) and _is_unknown(words[0]) and words[0] not in verbs().nouns["en"]:
        return True
    return words[0] in verbs().with_an_object and _has_an_object(words)


def _has_what_it_is_done_to(words: list[str]) -> bool:
    """Whether "block" or "port" is done to what follows, and does not only say which: "Block editor"."""
    described = weighing().said_of_things
    if words[0] in verbs().deeds_to_orders and words[-1] in {"order", "orders"}:
        return True
    return bool(words[2:] and words[2] in weighing().prepositions) or words[-1] not in described


def _is_unknown(word: str) -> bool:
    """Whether no list has it; what else may stand before "the" and "all" are the words of sentences."""
    if not word.isalpha():
        return False
    bare = _REVERSED.sub("", word)
    # A sentence of an SOP says that the step "opens the list".
    forms = (word, bare, word.removesuffix("s"), word.removesuffix("es"), f"{word.removesuffix('ies')}y")
    return not any(form in _english_of_lists() for form in forms)


@cache
def _english_of_lists() -> Words:
    known = vocabulary()
    return (
        verbs().familiar["en"]
        | weighing().weighed["en"]
        | known.harmless_objects
        | known.generic
        | known.generic_fillers
        | known.cancelling
        | known.looking
        | known.information
        | known.articles
        | verbs_of_acts()
    )


def _is_familiar_in(languages: Iterable[str], verb: str) -> bool:
    return any(verb in verbs().familiar[language] for language in languages)


def _in_german(words: list[str], folded: list[str]) -> str | None:
    """ "Knoten leeren": the verb stands last, in small letters; alone it looks like a thing."""
    if (whole := separated(folded)) is not None:
        return whole[-1]
    if folded[1:2] == ["sie"]:
        return folded[0]
    if orders := order_of(folded, "de"):
        return orders[0]
    if (order := as_infinitive(tuple(folded))[0]) != folded[0] and order in verbs().german_alone:
        return order
    if folded[0].endswith("iere"):
        return f"{folded[0]}n"
    if folded[-1] == "lassen" and folded[1:] and INFINITIVES["de"].match(folded[-2]):
        words, folded = words[:-1], folded[:-1]
    last = folded[-1]
    if not INFINITIVES["de"].match(last) or last in verbs().nouns["de"]:
        return None
    if _DONE_ALREADY.match(last) and not last.endswith("ieren"):
        return None
    if folded[-2:-1] == ["neu"] and (anew := f"neu{last}") in verbs().with_an_object:
        return anew if folded[2:] or anew == "neugenerieren" else None
    if words[1:] and words[-1][0].islower():
        return last
    alone = _GERMAN_PREFIX.match(last) and not _GERMAN_THING.match(last)
    return last if alone or last in verbs().german_alone else None


def _in_spanish(words: list[str], folded: list[str]) -> str | None:
    """ "Vaciar nodo"; "Volver a ejecutar" does it again."""
    return _leading_verb(folded, "es") or _ordered(words, folded, "es")


def _ordered(words: list[str], folded: list[str], language: str) -> str | None:
    """The verb of an order, or of what is done: "Rapproche le compte", and not "Créé le 3 mai"."""
    if not words[0].casefold().endswith(("a", "e")):
        return None
    known = verbs().familiar[language] | verbs_of_acts() | weighing().weighed[language]
    orders = order_of(folded, language)
    return None if not orders or known & {folded[0], *orders} else orders[0]


def _in_french(words: list[str], folded: list[str]) -> str | None:
    """ "Purger le cache", "Purgez le cache"."""
    first = _leading_verb(folded, "fr")
    if first is None:
        return _ordered(words, folded, "fr")
    return _infinitive(first) if first.endswith("ez") else first


def _leading_verb(folded: list[str], language: str) -> str | None:
    """The verb where it stands first, or behind one that only says that it begins, ends or is done again."""
    first, form = folded[0], INFINITIVES[language]
    if folded[2:] and first in _GOES_ON and folded[1] in {"a", "de"} and form.match(folded[2]):
        first = folded[2]
    elif folded[1:] and first in _LETS and form.match(folded[1]):
        first = folded[1]
    return first if first not in verbs().nouns[language] and form.match(first) else None


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
    return next((verb for verb in forms if verb in verbs().familiar["fr"]), asking)


_FINDERS: Final[dict[str, Callable[[list[str], list[str]], str | None]]] = {
    "de": _in_german,
    "es": _in_spanish,
    "fr": _in_french,
}
