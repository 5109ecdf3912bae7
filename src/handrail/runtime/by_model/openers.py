"""Words with which sentences, lists and tables begin, and which name nobody. Pure."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

from handrail.policy.words.vocabulary import sections_of
from handrail.privacy.name_words import NO_NAMES

_FORMED: Final = re.compile(
    r"..+(?:ly|tions?|sions?|ments?|ness|ings|ward|wards|ously|able|ible|ful|less|ung|ungen|heit|keit|mente|ción|"
    r"ciones|ement|ité)"
)
"""Forms that names hardly have."""


def is_opener(word: str) -> bool:
    """Whether a word, in small letters, is one of those: by lists, and by its form."""
    return word in NO_NAMES or _bare(word) in _openers() or _FORMED.fullmatch(word) is not None


@cache
def _openers() -> frozenset[str]:
    """Those of our own, and the words for what is done in apps."""
    lines = (files("handrail.runtime") / "openers.txt").read_text("utf-8").splitlines()
    own = (word for line in lines if not line.startswith("#") for word in line.split())
    done = (
        word
        for name in ("vocabulary.txt", "verbs.txt")
        for _, section in sections_of(name)
        for line in section
        for word in line.split()
    )
    return frozenset(map(_bare, (*own, *done)))


def _bare(word: str) -> str:
    """Without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
