"""What a name says is done: a word that is a deed by itself, or with another one, read with its objects and
negations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from handrail.policy.vocabulary import CATEGORIES, Category, vocabulary

_NEAR: Final = 4
"""So many words may stand between the two words of a pair."""
_NEGATION_REACH: Final = 3
_DELETES: Final = frozenset({"delete", "supprimer", "supprimez", "eliminar"})
_SEARCHES: Final = frozenset({"search", "searching", "suche", "busqueda", "recherche"})
_ANY_MORE: Final = frozenset({"plus", "mehr", "longer"})


def acts_in(words: tuple[str, ...], *, records: bool = False) -> Iterator[tuple[Category, str]]:
    """The categories that a name speaks of, each with the word that says so.

    `records`: the button sends records, so that a "selection" is one of records, not of text.
    """
    # "Comment" asks how in French, and what English writes of it stands behind the verb.
    topic = len(words) > 1 and words[-1] in vocabulary().information and words[-1] != "comment"
    if words[0] in vocabulary().information or topic:
        return
    looks = words[0] in vocabulary().looking or words[-1] in vocabulary().looking
    for category in CATEGORIES:
        if looks and category == "system":
            continue
        word = act_in(category, words, records)
        if word is not None:
            yield category, word


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
    if alone and len(words) <= 2 and words[0] in acts.alone and _means_it(category, words, 0, records):
        return words[0]
    if any(word in vocabulary().generic for word in words):
        noun = next((word for word in words if word in vocabulary().acts[category].nouns), None)
        if noun is not None and not _is_negated(words, words.index(noun)):
            return noun
    for firsts, seconds in acts.pairs:
        for place, word in enumerate(words):
            if (
                word in firsts
                and _has_near(words, place, seconds)
                and _means_it(category, words, place, records)
            ):
                return word
    return None


def _has_near(words: tuple[str, ...], place: int, wanted: frozenset[str]) -> bool:
    # German puts the verb last: "Konto schließen".
    around = (*words[max(0, place - _NEAR) : place], *words[place + 1 : place + 1 + _NEAR])
    # A genitive or a plural of a listed word is that word.
    return any(word in wanted or (len(word) > 3 and word.removesuffix("s") in wanted) for word in around)


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
    if category != "destructive":
        return True
    # Nobody deletes a selection of text: it is of records.
    records = records or words[place] in _DELETES
    harmless = vocabulary().harmless_objects - (vocabulary().chosen_records if records else frozenset())
    return not any(word in harmless for word in words if word != words[place])


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
    return next((word for word in words if word in vocabulary().acts[category].nouns), None)


def is_generic(words: tuple[str, ...], kind: frozenset[str]) -> bool:
    """Whether a name says nothing of what is done, with a word of this kind among its own."""
    known = vocabulary().generic | vocabulary().confirming | vocabulary().generic_fillers
    return all(word in known for word in words) and any(word in kind for word in words)
