"""What a name says is done: a word that is a deed by itself, or with another one, read with its objects and
negations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from handrail.policy.words.business import calls_off, empties, is_of_the_screen, marks, only_chooses
from handrail.policy.words.imperatives import as_infinitive
from handrail.policy.words.vocabulary import (
    CATEGORIES,
    Category,
    Words,
    verbs_of_acts,
    vocabulary,
    words_of_answers,
    words_of_views,
)

_NEAR: Final = 4
"""So many words may stand between the two words of a pair."""
_NEGATION_REACH: Final = 3
_SHORTEST_PLURAL: Final = 3
_PLURALS: Final = ("s", "es", "n", "en", "e", "er", "nen", "x")
_PREFIXED: Final = 4
_SHORTEST_HEAD: Final = 6
"""Letters; a compound has at least so many before its head, and its head has so many."""
_DELETES: Final = frozenset({"delete", "supprimer", "supprimez", "eliminar"})
_SEARCHES: Final = frozenset({"search", "searching", "suche", "busqueda", "recherche"})
AT_ONCE: Final = frozenset({"now", "jetzt", "ahora", "maintenant"})
_ANY_MORE: Final = frozenset({"plus", "mehr", "longer"})


def acts_in(words: tuple[str, ...], *, records: bool = False) -> Iterator[tuple[Category, str]]:
    """The categories that a name speaks of, each with the word that says so.

    `records`: the button sends records, so that a "selection" is one of records, not of text.
    """
    words = as_infinitive(words)
    # "Comment" asks how in French, and what English writes of it stands behind the verb,
    # as "como" does where it asks as whom.
    topic = len(words) > 1 and words[-1] in vocabulary().information - {"comment", "como"}
    if (words[0] in vocabulary().information and not _votes_on(words)) or topic or is_of_the_screen(words):
        return
    if only_chooses(words):
        return
    looks = words[0] in vocabulary().looking or words[-1] in vocabulary().looking
    for category in CATEGORIES:
        if looks and category == "system":
            continue
        word = act_in(category, words, records)
        if word is not None:
            yield category, word


def _votes_on(words: tuple[str, ...]) -> bool:
    """Whether German says what is done about something: "Über den Antrag abstimmen"."""
    return words[0] == "uber" and words[-1] in verbs_of_acts()


def act_in(
    category: Category, words: tuple[str, ...], records: bool = False, *, alone: bool = True
) -> str | None:
    """The word by which a name or a sentence is of the category; none where it is not.

    `alone`: the words are a whole name, so that one that may be a thing is the deed.
    """
    acts = vocabulary().acts[category]
    verbs = acts.verbs
    for place, word in enumerate(words):
        if word in verbs and _means_it(category, words, place, records):
            return word
    said = tuple(word for word in words if word not in AT_ONCE) or words
    if said[2:] and said[1].isdigit() and said[2].endswith("s"):
        # "Sign 3 forms" is done to so many of them.
        said = (said[0], *said[2:])
    if alone and len(said) <= 2 and said[0] in acts.alone and _means_it(category, said, 0, records):
        return said[0]
    if alone and len(said) == 1 and (head := _compound_of(said[0], verbs)) is not None:
        return head
    if any(word in vocabulary().carrying_out for word in words):
        noun = noun_in(category, words)
        if noun is not None and not _is_negated(words, words.index(noun)):
            return noun
    opened = sorted((pair, at) for at, word in enumerate(words) for pair in acts.firsts.get(word, ()))
    for pair, at in opened:
        if _has_near(words, at, acts.pairs[pair][1]) and _means_it(category, words, at, records):
            return words[at]
    return _by_object(category, words) if alone else None


def _compound_of(word: str, verbs: Words) -> str | None:
    """The German verb that a longer one ends with: "Leerverkaufen"."""
    heads = (word[at:] for at in range(_PREFIXED, len(word) - _SHORTEST_HEAD)) if word.endswith("en") else ()
    return next((head for head in heads if head in verbs), None)


def _by_object(category: Category, words: tuple[str, ...]) -> str | None:
    """The familiar verb that is an act because of what it is done to."""
    if category == "destructive":
        return empties(words)
    return calls_off(words) or marks(words) if category == "irreversible" else None


def _has_near(words: tuple[str, ...], place: int, wanted: frozenset[str]) -> bool:
    articles = vocabulary().articles
    before, after = (
        [word for word in side if word in wanted or word not in articles]
        for side in (words[:place], words[place + 1 :])
    )
    # German puts the verb last: "Konto schließen".
    around = (*before[-_NEAR:], *after[:_NEAR])
    return any(is_one_of(word, wanted) for word in around)


def is_one_of(word: str, wanted: Words) -> bool:
    """Whether it is a listed word, a plural or genitive of one, or a German compound that ends with one."""
    if word in wanted:
        return True
    if len(word) <= _SHORTEST_PLURAL:
        return False
    if any(word.removesuffix(ending) in wanted for ending in _PLURALS):
        return True
    return any(word[at:] in wanted for at in range(_PREFIXED, len(word) - _SHORTEST_HEAD + 1))


def _means_it(category: Category, words: tuple[str, ...], place: int, records: bool) -> bool:
    if place and words[place - 1] in vocabulary().before_a_thing:
        return False
    following = words[place + 1] if place + 1 < len(words) else ""
    if following in vocabulary().not_the_act.get(words[place], ()) or _is_negated(words, place):
        return False
    if category == "credential" and any(word in vocabulary().information for word in words[place:]):
        return False
    if category == "system" and any(word in _SEARCHES for word in words):
        return False
    of_looks = category == "file_system" or words[place].startswith("format")
    if of_looks and any(word in vocabulary().layout for word in words):
        # "Restore column order" brings back a view, and "Formatear celdas" is about its looks.
        return False
    if category != "destructive":
        return True
    # Nobody deletes a selection of text: it is of records.
    records = records or words[place] in _DELETES
    harmless = words_of_views() if records else vocabulary().harmless_objects
    # German compounds: "Suchfeld leeren" empties no more than a search.
    return not any(word in harmless or word.startswith("such") for word in words if word != words[place])


def _is_negated(words: tuple[str, ...], place: int) -> bool:
    first = max(0, place - _NEGATION_REACH)
    # "Not any more" ends something, which is an act: "ne plus lier", "nicht mehr sperren".
    before = [word for at, word in enumerate(words[first:place], first) if words[at + 1] not in _ANY_MORE]
    after = words[place + 1 : place + 2]
    return any(word in vocabulary().negations for word in before) or any(
        word in {"nicht", "abbrechen"} for word in after
    )


def noun_in(category: Category, words: tuple[str, ...]) -> str | None:
    """The word that says the act as a thing ("deletion")."""
    nouns = vocabulary().acts[category].nouns
    return next((word for word in words if is_one_of(word, nouns)), None)


def says_yes(words: tuple[str, ...]) -> bool:
    """Whether a button of these words only says yes to what is asked around it; a mere sign, as "✓", does."""
    return not words or is_generic(words, vocabulary().confirming)


def is_generic(words: tuple[str, ...], kind: frozenset[str]) -> bool:
    """Whether a name says nothing of what is done, with a word of this kind among its own."""
    known, fillers = words_of_answers(), vocabulary().generic_fillers
    return all(word in known or word in fillers for word in words) and any(word in kind for word in words)
