"""Orders as the verbs that the vocabulary lists: "Cambie la clave" is "cambiar", "Lösche alles" "löschen".

An order looks like a thing or a quality as often ("Compra", "Active", "Sperre"), so what stands behind it
must tell: an article in Spanish and French, and in German no other verb at the end, or the part of the verb
that goes there ("Ordne ... zu" is "zuordnen").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from handrail.policy.words.verbs import verbs
from handrail.policy.words.vocabulary import Words, verbs_of_acts, vocabulary, words_in

_SPANISH: Final = frozenset(
    {"el", "la", "los", "las", "un", "una", "su", "sus", "tu", "tus", "este", "esta", "estos", "estas"}
)
_FRENCH: Final = frozenset(
    {"le", "la", "les", "un", "une", "ce", "cet", "cette", "ces", "votre", "vos", "ton", "ta", "tes"}
)
_FROM_SPANISH: Final = (
    ("que", "car"), ("gue", "gar"), ("ce", "zar"), ("e", "ar"), ("a", "er"), ("a", "ir"),
    ("a", "ar"), ("e", "er"), ("e", "ir"), ("zca", "cir"), ("zca", "cer"),
)  # fmt: skip
_FROM_FRENCH: Final = (
    ("issez", "ir"), ("ez", "er"), ("ez", "re"), ("ez", "ir"), ("ez", "dre"), ("vez", "re"), ("e", "er"),
)  # fmt: skip
_STEMS_OF_SPANISH: Final = (("ie", "e"), ("ue", "o"), ("lij", "leg"), ("i", "e"))
"""What a stressed stem becomes: "Despliega" is "desplegar"."""
_NO_ORDERS: Final[dict[str, Words]] = {
    "es": frozenset(
        "para sobre entre ante hasta contra durante mediante que toda una la de se este porque aunque siempre"
        " cada sea donde como conforme desde ese esa esta nueva otra cuya aprende conoce necesita falta"
        " requiere tiene puede".split()
    ),
    "fr": frozenset(
        "entre contre comme toute que ce ne je se le une cette votre notre autre outre presque derriere"
        " jusque lorsque puisque double quatre ensemble voire quelle quelque chaque"
        " de sauvegarde necessite".split()
    ),
}
"""Words of such an end that stand before an article and are no verbs."""
_DONE_OR_HOW: Final = re.compile(r"(?:ada|ida|mente)$")
"""Spanish ends so what was done, and how: "Terminada la importación", "Únicamente la estructura"."""
_SEPARABLE: Final = frozenset(
    "ab an auf aus bei bereit durch ein fern fest fort frei her hin hoch los mit nach um unter vor weg weiter"
    " wieder zu zuruck zusammen".split()
)
_GERMAN_ORDER: Final = re.compile(r"^(?!beliebige|benotige|bestandige|ergiebige)(?:be|ver|ent|er)\w{3,}ige$")
"""German makes verbs so, and few things: "Benachrichtige", "Beglaubige"."""


def as_infinitive(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words with an order at their beginning as the verb that it is of, or as they are."""
    if len(words) < 2 or words[0] in _listed():
        return words
    if (verb := separated(words)) is not None:
        return verb
    listed = next((verb for verb in _verbs_of(words) if verb in _listed()), None)
    return words if listed is None else (listed, *words[1:])


def separated(words: Sequence[str]) -> tuple[str, ...] | None:
    """A German order with its verb in one at the end: "Ordne Rollen zu", "Stellen Sie das Projekt bereit"."""
    if len(words) < 3 or words[-1] not in _SEPARABLE:
        return None
    polite = words[1] == "sie" and words[0].endswith("en")
    stem = words[0].removesuffix("en") if polite else re.sub(r"[et]$", "", words[0])
    whole = next((verb for end in ("en", "n") if (verb := f"{words[-1]}{stem}{end}") in _german()), None)
    return None if whole is None else (*words[2 if polite else 1 : -1], whole)


def order_of(words: Sequence[str], language: str) -> tuple[str, ...]:
    """The verbs that the first word may be an order of, where the words behind it tell that it is one."""
    first = words[0]
    if len(words) < 2 or first in _NO_ORDERS.get(language, ()) or _DONE_OR_HOW.search(first):
        return ()
    if language == "es" and words[1] in _SPANISH:
        return tuple(_from_spanish(first))
    if language == "fr" and words[1] in _FRENCH:
        return tuple(_ended(first, _FROM_FRENCH))
    if language == "de" and _GERMAN_ORDER.match(first):
        return (f"{first}n",)
    return ()


_OTHERS: Final = frozenset({"andere"})
"""Without its accents "Ändere" looks like "Andere", which is no order."""


def german_verbs(order: str) -> Iterator[str]:
    """The verbs that a German order may be of: "Lösche", "Erinnere"."""
    if order.endswith("e"):
        yield f"{order}n"
    if order.endswith(("ere", "ele")) and order not in _OTHERS:
        yield f"{order[:-1]}n"


def _verbs_of(words: tuple[str, ...]) -> Iterator[str]:
    order, following = words[0], words[1]
    if following in _SPANISH:
        yield from _from_spanish(order)
    if following in _FRENCH or (order.endswith("ez") and len(order) > _SHORTEST):
        yield from _ended(order, _FROM_FRENCH)
    if words[-1] not in _listed() and words[-1] not in verbs().familiar["de"]:
        yield from german_verbs(order)


_SHORTEST: Final = 4
"""Letters; "chez" and "nez" are no orders."""


def _from_spanish(order: str) -> Iterator[str]:
    yield from _ended(order, _FROM_SPANISH)
    for stressed, stem in _STEMS_OF_SPANISH:
        place = order.rfind(stressed)
        if place > 0:
            yield from _ended(f"{order[:place]}{stem}{order[place + len(stressed) :]}", _FROM_SPANISH)


def _ended(order: str, endings: tuple[tuple[str, str], ...]) -> Iterator[str]:
    yield from (f"{order.removesuffix(own)}{verb}" for own, verb in endings if order.endswith(own))


@cache
def _listed() -> Words:
    acts = vocabulary().acts.values()
    paired = frozenset(word for act in acts for firsts, _ in act.pairs for word in firsts)
    return verbs_of_acts() | paired | verbs().german_alone


@cache
def _german() -> Words:
    """The German verbs that the lists have."""
    return _listed() | verbs().familiar["de"] | words_in("weighing.txt")["weighed de"]
