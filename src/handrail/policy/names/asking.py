"""What a dialog asks for: "Are you sure you want to complete the production?".

Whoever asks whether somebody is *sure* holds the deed to be one; then every verb counts but those of looking,
leaving and going on. A mere "Do you want to …?" counts for what is a deed anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from handrail.policy.words.business import calls_off
from handrail.policy.words.comparing import plain, tokens
from handrail.policy.words.verbs import INFINITIVES, verbs

_SENTENCE: Final = re.compile(r"(?:[^.?!:]|[.:](?=\d))+[.?!:]?")
_SURE: Final = re.compile(
    r"\b(?:sure|certain|really|wirklich|sicher|seguro|segura|realmente|vraiment|surs?|sures?|certaine?)\b"
)
_ABOUT_TO: Final = re.compile(
    r"\b(?:about to|a punto de|sur le point de) (?P<verb>\w.*)|\b(?:dabei|begriffen),? .*?\bzu (?P<last>\w+)"
)
"""What somebody "is about to do" is a deed, whoever asks: "You're about to send to 8,412 people"."""
_ASKED: Final[dict[str, re.Pattern[str]]] = {
    "en": re.compile(
        r"\b(?:want|wish|going|about|sure|like|certain|really) to (?:really |permanently )?(\w.*)"
    ),
    "de": re.compile(
        r"\b(?:wirklich|sicher|mochten|mochtest|wollen|willst|sollen|soll)\b[^?.]*?"
        r"(\w+)(?: (?:wollen|mochten|mochtest|willst|mochte|sollen|soll|wollten))?\s*\?"
    ),
    "es": re.compile(
        r"\b(?:quiere|quieres|quiera|desea|deseas|desee|querer|desear|realmente|segur[oa] de)"
        r" (?:que )?(?:quiere[sn]? |quiera |desea[sn]? |desee |querer |desear )?(?:realmente )?(\w.*)"
    ),
    "fr": re.compile(
        r"\b(?:vouloir|voulez vous|souhaitez vous|souhaiter|veux tu|veux|faut il|sure?s? de|certaine?s? de)"
        r" (?:vouloir |souhaiter )?(?:vraiment )?(\w.*)"
    ),
}
_TELLING: Final[dict[str, re.Pattern[str]]] = {
    "en": re.compile(r"\b(?:you|really|want|wish)\b"),
    "de": re.compile(r"\b(?:sie|du|wirklich|soll|sollen)\b"),
    "es": re.compile(r"\b(?:quiere|quieres|quiera|desea|deseas|desee|querer|desear|seguro|segura)\b"),
    "fr": re.compile(r"\b(?:vous|vraiment|vouloir|voulez|souhaitez|veux)\b"),
}
_PASSIVE: Final = "werden"
_WITH_A_PRONOUN: Final = re.compile(r"r(?:lo|la|los|las|se)$")
_TRIES: Final = frozenset(
    {"try", "attempt", "continue", "proceed", "intentar", "continuar", "essayer", "continuer"}
)
_LINKS: Final = frozenset({"to", "and", "de", "a", "y", "et"})
"""Between "try" and what is tried."""


def asked_about(text: str, *, sure_counts: bool = True) -> str | None:
    """The deed that is asked about and that nobody knows to be harmless, as the text writes it.

    `sure_counts`: a verb that is harmless elsewhere is a deed where it is asked whether one is sure.
    """
    for sentence in _SENTENCE.findall(plain(text).replace("-", " ").replace("’", "'")):
        if (verb := _about_to(sentence)) is not None:
            return verb
        sure = sure_counts and _SURE.search(sentence) is not None
        for language, form in _ASKED.items():
            if _TELLING[language].search(sentence) is None:
                continue
            for found in form.findall(sentence):
                for verb in _deeds(found, sentence, language, sure=sure):
                    return verb
    return None


def _about_to(sentence: str) -> str | None:
    """What the sentence says is about to be done, unless it is only to leave or to look."""
    found = _ABOUT_TO.search(sentence.replace("point d'", "point de "))
    if found is None:
        return None
    words = tokens(found["verb"] or found["last"])
    if not words or words[0] in verbs().asked_harmlessly:
        return None
    return None if any(word in verbs().asked_of_the_page for word in words[1:]) else words[0]


def _deeds(found: str, sentence: str, language: str, *, sure: bool) -> Iterator[str]:
    words = tokens(found)
    if language == "de":
        words = _german(sentence, words)
    if not words:
        return
    while words[0] in _TRIES and len(words) > 1:
        words = words[2 if words[1] in _LINKS and words[2:] else 1 :]
    verb = _WITH_A_PRONOUN.sub("r", words[0]) if language == "es" else words[0]
    if language != "en" and not INFINITIVES[language].match(verb):
        return
    if sure and calls_off(words if language != "de" else words[::-1]) is not None:
        yield verb
        return
    quiet = verbs().asked_harmlessly if sure else _quiet(language)
    if sure and any(word in verbs().asked_of_the_page for word in words[1:]):
        return
    if language == "en" and not sure:
        if verb in verbs().deeds:
            yield verb
    elif verb not in quiet:
        yield verb


def _quiet(language: str) -> frozenset[str]:
    return verbs().familiar[language] | verbs().nouns.get(language, frozenset())


def _german(sentence: str, found: tuple[str, ...]) -> tuple[str, ...]:
    """The verb, which stands last, and then what stands before it; nothing of "angezeigt werden"."""
    words = tokens(sentence)
    if not found or found[0] not in words or found[0] == _PASSIVE:
        return ()
    place = len(words) - 1 - words[::-1].index(found[0])
    return (found[0], *words[:place][::-1])
