"""Buttons that only say no: "Cancel", "Keep it", a cross."""

from __future__ import annotations

import re
from typing import Final

from handrail.policy.deeds.addresses import SIGN_INS
from handrail.policy.deeds.deed import Deed
from handrail.policy.words.acting import acts_in
from handrail.policy.words.comparing import tokens
from handrail.policy.words.verbs import verbs
from handrail.policy.words.vocabulary import vocabulary

_SAYS_NO: Final = re.compile(r"\s*(?:no|nein|non)\s*[,.!;:–-]\s*(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_ENDED_OUTSIDE: Final = frozenset({"abort"})

_LEAVES: Final = frozenset(
    "leave exit discard lose lost verlassen verwerfen verloren gehen salir abandonar descartar perderan"
    " perder quitter abandonner perdre perdues perdus ignorer".split()
)


def cancels(deed: Deed) -> bool:
    """Whether it only says no, or closes something."""
    words = tokens(deed.name)
    if not words:
        return deed.name.strip() in {"×", "✕", "✖", "✗"}
    if (said := _SAYS_NO.match(deed.name)) is not None:
        rest = tokens(said["rest"])
        return not rest or not any(acts_in(rest))
    if deed.leads.dialog is None and words[0] in _ENDED_OUTSIDE:
        # What is no answer to a question ends something: "Abort", beside a stage of a build.
        return False
    no, fillers = vocabulary().cancelling, vocabulary().cancelling_fillers
    return any(word in no for word in words) and all(word in no or word in fillers for word in words)


def is_no_answer(deed: Deed) -> bool:
    """Whether what says no sends something by itself, not beside what says yes: "Cancel" on an order, or the
    cross that deletes an entry."""
    alone = deed.leads.url is not None or (deed.submits and deed.leads.alone)
    return alone and deed.sends[0] not in {"", "get"}


def only_leaves(question: str, name: tuple[str, ...]) -> bool:
    """Whether no more is asked than to leave the page, with what was typed there, or to sign out."""
    asked = {*tokens(question)}
    return " ".join(name) in SIGN_INS or bool(verbs().asked_of_the_page & asked and _LEAVES & asked)
