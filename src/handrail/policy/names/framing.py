"""What a name says is done, without the words that stand around it: "Yes, drain the node", "Freigeben (3)".

A deed is looked for where a name begins, in German where it ends. An answer or a courtesy before it, how it
is done, a number behind it, another thing that the button does as well, and what it is done without would
hide it there, though they say nothing of whether it does harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from handrail.policy.names.weighing import weighing
from handrail.policy.words.acting import is_generic
from handrail.policy.words.comparing import plain, tokens
from handrail.policy.words.verbs import verbs
from handrail.policy.words.vocabulary import Words, vocabulary, words_of_answers

_LONGEST: Final = 80
"""Letters; a longer name is a text that can be clicked."""
_ANSWER: Final = re.compile(r"([^,.:;!]{2,24})[,.:;!]\s+(?=\w)")
_NO: Final = frozenset({("no",), ("nein",), ("non",)})
_NUMBERED: Final = re.compile(r"\d{1,2}[.)]\s+(?=\w)")
_COUNT: Final = re.compile(r"\s*[(\[]\s*\d[^)\]]*[)\]]$|\s+[-–—·]\s+\d.*$")
"""How many it is done to, behind the name: "(3)", "– 3 entries"."""
_WITHOUT: Final = re.compile(
    r"\b[Oo]hne (?:(?:\S+ ){0,4}zu \S+|(?:[a-zäöüß]+ ){0,3}[A-ZÄÖÜ]\S*|\S+)\s*",
)
"""German says it before the verb: "ohne alles zu löschen", "ohne weitere Prüfung"."""
_WITHOUT_BEHIND: Final = re.compile(r"\s+(?:without|sin|sans)\s.*$", re.IGNORECASE)
_BEGUN: Final = re.compile(
    r"(?:(?:volver|empezar|comenzar) a|(?:commencer|continuer|recommencer) à)\s+(?=\w+(?:ar|er|ir|re)\b)",
    re.IGNORECASE,
)
"""Said of another verb: "Volver a asignar"."""
_JOINED: Final = re.compile(r"\s+(?:and|then|und|dann|y|e|luego|et|puis|&|\+)\s+", re.IGNORECASE)
_AND: Final = re.compile(r"(?:and|und|y|et)\s+", re.IGNORECASE)
_BY_SEARCHING: Final = re.compile(r"(?:search|find|suchen|buscar|rechercher|chercher)\b")
"""Behind these stands what is done to a text: "Find and replace"."""


def says_no(name: str) -> bool:
    """Whether it says no before what it does: "No, delete it"."""
    answer = _ANSWER.match(name.strip())
    return answer is not None and tokens(answer[1]) in _NO


@lru_cache(maxsize=4096)
def bare_deeds(name: str) -> tuple[str, ...]:
    """The deeds that a name says with other words around them; none where there are no such words."""
    if len(name) > _LONGEST or name.endswith(("…", "...", "?")):
        return ()
    bare = _without_surroundings(name)
    clauses = tuple(_said_beside(bare))
    return clauses or ((bare,) if tokens(bare) and bare != name else ())


def _without_surroundings(name: str) -> str:
    said = _COUNT.sub("", name.strip())
    if (numbered := _NUMBERED.match(said)) is not None:
        said = said[numbered.end() :]
    if (answer := _ANSWER.match(said)) is not None and _is_no_deed(tokens(answer[1])):
        said = said[answer.end() :]
    said = _WITHOUT_BEHIND.sub("", _WITHOUT.sub("", said)).strip()
    while (first := said.partition(" "))[2] and plain(first[0]) in _told_before():
        # "Go ahead and ship".
        said = _AND.sub("", first[2].lstrip(), count=1) if plain(first[0]) == "ahead" else first[2].lstrip()
    return said[begun.end() :] if (begun := _BEGUN.match(said)) is not None else said


def _is_no_deed(words: tuple[str, ...]) -> bool:
    """Whether it only says yes or no, or asks politely."""
    if words in _NO:
        return True
    polite = bool(words) and all(word in verbs().courtesies for word in words)
    return polite or is_generic(words, vocabulary().confirming)


def _said_beside(name: str) -> Iterator[str]:
    """What a button does beside keeping and going on: "Save and accept as is", "Freigeben und weiter"."""
    clauses = _JOINED.split(name)
    if len(clauses) != 2 or _BY_SEARCHING.match(plain(name)):
        return
    said = [clause for clause in clauses if not _is_quiet(tokens(clause))]
    if len(said) == 1:
        yield said[0]


def _is_quiet(words: tuple[str, ...]) -> bool:
    return len(words) <= 2 and all(word in _quiet() for word in words)


@cache
def _told_before() -> Words:
    return verbs().manners | verbs().courtesies


@cache
def _quiet() -> Words:
    """Besides leaving: "Discard entries and go back" only does that."""
    return (weighing().sends_quietly | words_of_answers() | verbs().courtesies) - vocabulary().cancelling
