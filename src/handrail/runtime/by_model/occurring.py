"""Whether words really occur: what a model quotes, and the value that it reads out of a quote. Pure.

Spaces, marks, case and the forms that Unicode has for one letter do not count. Words and numbers count whole:
"no" does not occur in "Notes", nor 12345 in "123.45", nor 5 in "-5".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from handrail.errors import VariableError
from handrail.runtime.by_model.facts import numbers_in
from handrail.sop.dates import read_date
from handrail.sop.document import VariableType

_SHORTEST: Final = 2
"""Letters and digits of a quote."""
_CUT_WORDS_FROM: Final = 8
"""Letters of a quote that may begin and end in the middle of a word, as some models cut theirs."""
_ALONE: Final = "\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Letters of scripts that put no space between words."""
_TOKEN: Final = re.compile(rf"(?:(?<!\w)[-−])?\d+(?:[.,'’]\d+)*|[{_ALONE}]|(?:(?![{_ALONE}])[^\W\d_])+")
_SIGN_FIRST: Final = re.compile(r"(?<!\w)[-−]\s?([$€£¥])\s?(?=\d)")
"""-$5 is minus five dollars, not a dash."""


def occurs(quote: str, texts: Iterable[str]) -> bool:
    """Whether a quote stands in one of the texts."""
    wanted = _tokens(quote)
    if sum(map(len, wanted)) < _SHORTEST:
        return False
    return any(_stands(wanted, _tokens(text)) for text in texts)


def gives(kind: VariableType, value: str, quote: str) -> bool:
    """Whether a quote holds a value of this type, as it stands or in a form that means the same."""
    match kind:
        case "boolean":
            # No page says "true": what shows it is the quote itself.
            return True
        case "number":
            wanted, there = numbers_in(value), numbers_in(_SIGN_FIRST.sub(r"\1 -", quote))
            return bool(wanted) and wanted[0] & frozenset().union(*there) != frozenset()
        case "date" if (day := _day(value)) is not None:
            return any(_day(part) == day for part in _parts(quote)) or _whole(value, quote)
        case _:
            return _whole(value, quote)


def _whole(value: str, quote: str) -> bool:
    wanted = _tokens(value)
    return bool(wanted) and _stands(wanted, _tokens(quote))


def _tokens(text: str) -> list[str]:
    composed = unicodedata.normalize("NFKC", text)
    shown = "".join(letter for letter in composed if unicodedata.category(letter) != "Cf")
    signed = _SIGN_FIRST.sub(r"\1 -", shown)
    return [token.replace("−", "-").replace("’", "'") for token in _TOKEN.findall(signed.casefold())]


def _stands(wanted: Sequence[str], there: Sequence[str]) -> bool:
    long = sum(map(len, wanted)) >= _CUT_WORDS_FROM
    first, inner, last = wanted[0], wanted[1:-1], wanted[-1]
    for at in range(len(there) - len(wanted) + 1):
        end = at + len(wanted) - 1
        if len(wanted) == 1:
            if there[at] == first or (long and first.isalpha() and first in there[at]):
                return True
        elif (
            (there[at] == first or (long and first.isalpha() and there[at].endswith(first)))
            and (there[end] == last or (long and last.isalpha() and there[end].startswith(last)))
            and list(there[at + 1 : end]) == list(inner)
        ):
            return True
    return False


def _day(text: str) -> str | None:
    try:
        return read_date(text.strip(" .,;")).isoformat()[:10]
    except VariableError:
        return None


def _parts(quote: str) -> Iterator[str]:
    """Runs of up to six words of a quote."""
    words = quote.split()
    for start in range(len(words)):
        for end in range(start + 1, min(start + 6, len(words)) + 1):
            yield " ".join(words[start:end])
