"""English verbs that are made of others: "Unpost" takes back, "Disinvite", and "Reship" does it again."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from handrail.policy.names.weighing import weighing
from handrail.policy.words.verbs import verbs
from handrail.policy.words.vocabulary import Words, verbs_of_acts, vocabulary

_TAKES_BACK: Final = re.compile(r"^(?:un|dis)(?=\w{3})")
_AGAIN: Final = "re"
_SHORTEST_AGAIN: Final = 5
"""Letters; shorter words that begin so are hardly made of others."""


@lru_cache(maxsize=1024)
def takes_back(word: str) -> bool:
    """Whether it takes back, or does again, what another verb does, and no list knows it as harmless.

    Any verb can be taken back, but for what is listed ("Unhide"); what is only done again counts where doing
    it once would.
    """
    if word in _listed():
        return False
    if (taken := _TAKES_BACK.match(word)) is not None:
        return word[taken.end() :] in _known()
    return word.startswith(_AGAIN) and len(word) > _SHORTEST_AGAIN and word.removeprefix(_AGAIN) in _risky()


@cache
def _listed() -> Words:
    """The words of which the lists say themselves what they are."""
    harmless = verbs().familiar["en"] | verbs().nouns["en"] | verbs().with_an_object
    return harmless | weighing().weighed["en"] | verbs_of_acts() | vocabulary().cancelling


@cache
def _risky() -> Words:
    return verbs().deeds | verbs().deeds_or_things | weighing().weighed["en"] | verbs_of_acts()


@cache
def _known() -> Words:
    return _risky() | verbs().familiar["en"] | verbs().english | verbs().english_or_things
