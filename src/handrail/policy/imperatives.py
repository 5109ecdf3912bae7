"""Orders as the verbs that the vocabulary lists: "Cambie la clave" is "cambiar", "Lösche alles" "löschen".

An order looks like a thing or a quality as often ("Compra", "Active", "Sperre"), so what stands behind it
must tell: an article in Spanish and French, and in German no other verb at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from handrail.policy.verbs import verbs
from handrail.policy.vocabulary import Words, vocabulary

_SPANISH: Final = frozenset(
    {"el", "la", "los", "las", "un", "una", "su", "sus", "tu", "tus", "este", "esta", "estos", "estas"}
)
_FRENCH: Final = frozenset(
    {"le", "la", "les", "un", "une", "ce", "cet", "cette", "ces", "votre", "vos", "ton", "ta", "tes"}
)
_FROM_SPANISH: Final = (("que", "car"), ("gue", "gar"), ("ce", "zar"), ("e", "ar"), ("a", "er"), ("a", "ir"))
_FROM_FRENCH: Final = (("issez", "ir"), ("ez", "er"), ("ez", "re"), ("ez", "ir"), ("e", "er"))


def as_infinitive(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words with an order at their beginning as the verb that it is of, or as they are."""
    if len(words) < 2 or words[0] in _listed():
        return words
    verb = next((verb for verb in _verbs_of(words) if verb in _listed()), None)
    return words if verb is None else (verb, *words[1:])


def _verbs_of(words: tuple[str, ...]) -> Iterator[str]:
    order, following = words[0], words[1]
    if following in _SPANISH:
        yield from _ended(order, _FROM_SPANISH)
    if following in _FRENCH:
        yield from _ended(order, _FROM_FRENCH)
    if order.endswith("e") and words[-1] not in _listed() | verbs().familiar["de"]:
        yield f"{order}n"


def _ended(order: str, endings: tuple[tuple[str, str], ...]) -> Iterator[str]:
    yield from (f"{order.removesuffix(own)}{verb}" for own, verb in endings if order.endswith(own))


@cache
def _listed() -> Words:
    acts = vocabulary().acts.values()
    named = frozenset(word for act in acts for word in act.verbs)
    paired = frozenset(word for act in acts for firsts, _ in act.pairs for word in firsts)
    return named | paired | verbs().german_alone
