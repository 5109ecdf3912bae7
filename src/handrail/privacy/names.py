"""Recogniser of people's names: by what stands before them, and by lists of first and family names.

Precise rather than greedy: a capitalised word alone is no name, a list's first name needs a family name
behind it, and words of user interfaces, companies and places are none. The lists are those of the package
`faker`; without it only the words before a name tell.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Final, NamedTuple

from handrail.privacy.finding import Finding
from handrail.privacy.name_words import (
    BEFORE,
    COMPANIES,
    GREETINGS,
    MENTIONS,
    NO_NAMES,
    PARTICLES,
    PARTINGS,
    PERSONAL_KEYS,
    PLACES,
    THINGS,
    TITLES,
    TITLES_SHORT,
)

_TOKEN: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*\.?")
_LOCALES: Final = (
    "en_US en_GB en_IN en_NZ de_DE de_AT de_CH es_ES es_MX es_AR fr_FR fr_CA it_IT pt_PT pt_BR nl_NL "
    "pl_PL tr_TR sv_SE da_DK "
    "cs_CZ hr_HR ro_RO hu_HU fi_FI no_NO sk_SK sl_SI lt_LT lv_LV et_EE is_IS ga_IE en_IE fr_BE fr_CH nl_BE "
    "es_CO es_CL en_PK es_CA en_KE en_NG ha_NG ig_NG yo_NG zu_ZA tw_GH sw fr_DZ fr_QC de_LU de_LI "
    "az_AZ id_ID vi_VN en_TH"
).split()
_BARE_KEYS: Final = frozenset({'name"', "name'", "name", 'nom"', "nom'", 'nom":', "nomb"})
_FILE: Final = re.compile(
    r"(?<![\w./-])(?P<stem>[\w-]{3,120})\.(?:pdf|docx?|odt|xlsx?|csv|txt|rtf|eml|msg|zip|png|jpe?g|tiff?)(?!\w)",
    re.IGNORECASE,
)
_PART: Final = re.compile(r"[^\W\d_]+")
_GAP: Final = re.compile(r"[ \u00a0]")
_MAILED: Final = re.compile(r"\s{0,3}[<(]\s{0,3}[\w.+%-]{1,80}@")
_NEXT_WORD: Final = re.compile(rf" (?:{_TOKEN.pattern})")
_SENTENCE: Final = re.compile(r"(?:^|[.!?]\s+|\n\s*)$")
_AND: Final = re.compile(r",? (?:and|und|y|et|&) ")
_LISTED: Final = re.compile(r"(?:,|;| and| und| y| e| et| &)\s+|,\s*")


class _Token(NamedTuple):
    start: int
    end: int
    text: str

    @property
    def bare(self) -> str:
        return self.text.rstrip(".").casefold()


class _Lists(NamedTuple):
    first: frozenset[str]
    last: frozenset[str]


@cache
def _lists() -> _Lists:
    first: set[str] = set()
    last: set[str] = set()
    for locale in _LOCALES:
        try:
            provider = import_module(f"faker.providers.person.{locale}").Provider
        except ImportError:
            continue
        for name in dir(provider):
            found = getattr(provider, name)
            if not isinstance(found, Sequence | dict) or isinstance(found, str):
                continue
            words = [str(one).casefold() for one in found if isinstance(one, str)]
            if name.startswith("first_name"):
                first.update(words)
            elif name.startswith("last_name"):
                last.update(words)
    return _Lists(frozenset(first), frozenset(last))


def names(text: str) -> Iterator[Finding]:
    """The people who are named in a text."""
    tokens = [_Token(match.start(), match.end(), match[0]) for match in _TOKEN.finditer(text)]
    found = [
        *_behind_words(text, tokens),
        *_mailed(text, tokens),
        *_from_lists(text, tokens),
        *_in_file_names(text),
    ]
    yield from found
    yield from _listed(text, tokens, found)


def _behind_words(text: str, tokens: Sequence[_Token]) -> Iterator[Finding]:
    """Behind a title, a greeting, a farewell, or the name of a field."""
    for match in TITLES.finditer(text):
        yield from _run(text, tokens, match.end(), 1, 0.9, "stands behind a title")
    for match in TITLES_SHORT.finditer(text):
        yield from _run(text, tokens, match.end(), 1, 0.9, "stands behind a title")
    for match in GREETINGS.finditer(text):
        yield from _run(text, tokens, match.end(), 1, 0.8, "stands in a greeting", most=2)
    for match in PARTINGS.finditer(text):
        yield from _run(text, tokens, match.end(), 1, 0.8, "stands at the end of a letter", most=3)
    for match in MENTIONS.finditer(text):
        # Teams and channels are spoken to as well.
        if _known(_capitalised(text, tokens, match.end(), 1)):
            yield from _run(text, tokens, match.end(), 1, 0.75, "is spoken to by name", most=2)
    for match in BEFORE.finditer(text):
        least = 1 if match["mark"] else 2
        why = "stands behind a word for a person"
        if THINGS.search(text[max(0, match.start() - 12) : match.start()]):
            continue
        # In data, `"name": …` is anything's name.
        bare_key = match["mark"] and match["mark"].strip(" :=") and match[0][:4].casefold() in _BARE_KEYS
        bare_key = bare_key and not PERSONAL_KEYS.search(text)
        alone = match["role"] and len(_capitalised(text, tokens, match.end(), 2)) < 2
        if (match["weak"] or bare_key or alone) and not _known(_capitalised(text, tokens, match.end(), 4)):
            continue
        turned = _turned(text, tokens, match.end())
        if turned is not None:
            yield Finding(*turned, "PERSON", 0.88, why)
        else:
            yield from _run(text, tokens, match.end(), least, 0.85, why)


def _run(
    text: str, tokens: Sequence[_Token], start: int, least: int, score: float, why: str, *, most: int = 4
) -> Iterator[Finding]:
    """The capitalised words that begin at a place, where there are enough and nothing speaks against it."""
    run = _capitalised(text, tokens, start, most)
    if len([one for one in run if one.bare not in PARTICLES]) >= least and not _is_company(text, run[-1].end):
        yield Finding(run[0].start, _end(run), "PERSON", score, why)


def _capitalised(text: str, tokens: Sequence[_Token], start: int, most: int) -> list[_Token]:
    run: list[_Token] = []
    place = start
    for number in range(bisect_left(tokens, start, key=lambda one: one.start), len(tokens)):
        token = tokens[number]
        between = text[place : token.start]
        if between.strip() or "\n" in between or (run and len(between) > 1):
            break
        if not _may_name(token) and not (run and token.bare in PARTICLES):
            break
        run.append(token)
        place = token.end
        counted = sum(one.bare not in PARTICLES for one in run)
        if (token.text.endswith(".") and len(token.text) > 3) or counted == most:
            break
    while run and run[-1].bare in PARTICLES:
        run.pop()
    return run


def _turned(text: str, tokens: Sequence[_Token], start: int) -> tuple[int, int] | None:
    """Family name, comma, first name."""
    run = _capitalised(text, tokens, start, 3)
    if not run or not text.startswith(", ", run[-1].end):
        return None
    behind = _capitalised(text, tokens, run[-1].end + 2, 2)
    if not behind or behind[0].bare not in _lists().first:
        return None
    if _AND.match(text, behind[-1].end):
        # Three family names and an "and": the name of a firm.
        return None
    first_is_first = run[0].bare in _lists().first and len(run) > 1
    return None if first_is_first else (run[0].start, _end(behind))


def _mailed(text: str, tokens: Sequence[_Token]) -> Iterator[Finding]:
    """`Somebody Else <address@host>`."""
    for match in _MAILED.finditer(text):
        run: list[_Token] = []
        place = match.start()
        for number in range(bisect_left(tokens, place, key=lambda one: one.start) - 1, -1, -1):
            token = tokens[number]
            if text[token.end : place].strip() or not (_may_name(token) or token.bare in PARTICLES):
                break
            run.insert(0, token)
            place = token.start
        while run and run[0].bare in PARTICLES:
            run.pop(0)
        if 2 <= len(run) <= 4:
            yield Finding(run[0].start, run[-1].end, "PERSON", 0.9, "stands before an e-mail address")


def _from_lists(text: str, tokens: Sequence[_Token]) -> Iterator[Finding]:
    lists = _lists()
    skip = 0
    for number, token in enumerate(tokens):
        if number < skip or not _may_name(token):
            continue
        if token.bare.split("-")[0] in lists.first or token.bare in lists.first:
            run = _capitalised(text, tokens, token.start, 4)
            elsewhere = run and (_is_company(text, run[-1].end) or _is_place(text, run, lists))
            if _is_full_name(run, lists) and not elsewhere and not _within(text, run):
                skip = number + len(run)
                score = 0.85 if run[-1].bare in lists.last else 0.7
                yield Finding(
                    run[0].start, _end(run), "PERSON", score, "a first name of the lists, and another"
                )
                continue
        if token.bare in lists.last:
            turned = _turned(text, tokens, token.start)
            if turned is not None:
                yield Finding(*turned, "PERSON", 0.8, "a family name and a first name of the lists")


def _in_file_names(text: str) -> Iterator[Finding]:
    """A first and a family name of the lists, in either order, side by side in a file's name."""
    lists = _lists()
    for match in _FILE.finditer(text):
        parts = [_Token(one.start(), one.end(), one[0]) for one in _PART.finditer(text, *match.span("stem"))]
        for one, other in pairwise(parts):
            if not (_may_name(one) and _may_name(other)):
                continue
            in_order = one.bare in lists.first and other.bare in lists.last
            if in_order or (one.bare in lists.last and other.bare in lists.first):
                yield Finding(one.start, other.end, "PERSON", 0.75, "two listed names in a file's name")


def _is_full_name(run: Sequence[_Token], lists: _Lists) -> bool:
    whole = [one for one in run if one.bare not in PARTICLES]
    if not 2 <= len(whole) <= 4:
        return False
    last = whole[-1]
    # A word of a list that is a word of the language, too, needs a family name of the lists behind it.
    if len(last.bare) < 2:
        return False
    all_first = all(one.bare in lists.first and one.bare not in lists.last for one in whole)
    return not (all_first and len(whole) > 2)


def _within(text: str, run: Sequence[_Token]) -> bool:
    """Whether more capitalised words stand around, as in menus and lists of products."""
    behind = _NEXT_WORD.match(text, run[-1].end)
    return len(run) == 4 and behind is not None and behind[0][1].isupper()


def _listed(text: str, tokens: Sequence[_Token], found: Sequence[Finding]) -> Iterator[Finding]:
    """The following names of a list that began with one."""
    for finding in found:
        end = finding.end
        while match := _LISTED.match(text, end):
            run = _capitalised(text, tokens, match.end(), 4)
            full = [one for one in run if one.bare not in PARTICLES]
            if len(full) < 2 or _is_company(text, run[-1].end) or not _known(full):
                break
            end = _end(run)
            yield Finding(run[0].start, end, "PERSON", 0.7, "stands in a list of names")


def _known(run: Sequence[_Token]) -> bool:
    lists = _lists()
    return any(one.bare in lists.first or one.bare in lists.last for one in run)


def _may_name(token: _Token) -> bool:
    return (
        token.text[0].isupper()
        and token.bare not in NO_NAMES
        and (len(token.bare) > 1 or token.text.endswith("."))
        and not (len(token.bare) > 3 and token.text.rstrip(".").isupper() and token.bare not in _lists().last)
    )


def is_person_label(text: str) -> bool:
    """Whether a text is the name of a field for people, and nothing else."""
    match = BEFORE.fullmatch(text.strip().rstrip(":*").strip())
    return match is not None and not match["weak"]


def may_be_name(text: str, start: int, end: int) -> bool:
    """Whether nothing speaks against a piece of a text being somebody's name, who said so knows no lists.

    A word alone must be listed, and not the first of a sentence, where each has a capital letter.
    """
    piece = text[start:end]
    tokens = [_Token(match.start(), match.end(), match[0]) for match in _TOKEN.finditer(piece)]
    if not tokens or not re.sub(r"[\s,.'’-]", "", piece).isalpha():
        return False
    if len(tokens) == 1 and (not _known(tokens) or _SENTENCE.search(text[:start])):
        return False
    return not _is_company(text, end) and all(_may_name(one) or one.bare in PARTICLES for one in tokens)


def _is_company(text: str, end: int) -> bool:
    """Whether a word for a company or a building stands behind, or is the last one itself."""
    last = text.rfind(" ", 0, end)
    return COMPANIES.match(text, end) is not None or (last > 0 and COMPANIES.match(text, last) is not None)


def _is_place(text: str, run: Sequence[_Token], lists: _Lists) -> bool:
    """Whether what stands before makes a place of it, or a house number a street."""
    before = text[max(0, run[0].start - 24) : run[0].start]
    numbered = re.search(r"\b\d{1,5} $", before) is not None and run[-1].bare not in lists.last
    return numbered or PLACES.search(before) is not None


def _end(run: Sequence[_Token]) -> int:
    """Without the full stop of the sentence; an initial keeps its own."""
    last = run[-1]
    return last.end - 1 if last.text.endswith(".") and len(last.text) > 2 else last.end
