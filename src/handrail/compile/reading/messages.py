"""Messages of the app, such as "Contact “Ada” saved", as conditions that hold on other data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from handrail.compile.reading.elements import undecorated
from handrail.compile.reading.known import Known, Part, fold, goes_on_with
from handrail.compile.reading.texts import Surroundings, is_passing, is_stable
from handrail.secrets.forms import MASK
from handrail.sop.condition import TextIs

_MAX_LENGTH: Final = 200
_QUOTED: Final = re.compile("(“[^”]*”|„[^“]*“|«[^»]*»|\"[^\"]*\"|‘[^’]*’|(?<!\\w)'[^']*'(?!\\w))")
_PATTERN_SYNTAX: Final = re.compile(r"[\^$\\.*+?()\[\]{}|/]")
"""What browsers let one escape in a pattern; `re.escape` goes further."""
_EXPLAINED: Final = re.compile(r"\s*\([^()]*[^\W\d_][^()]*\)")
_PART_OF_LIST: Final = re.compile(
    r"\b\d[\d.,]*(?:\s+(?:-|–|—|to|bis|à|a|al|hasta)\s+|–)\d[\d.,]*\s+\(?(?:of|von|aus|sur|de|total)\b",
    re.IGNORECASE,
)
_EDGES: Final = " ,;:()[]“”„«»\"'‘’#×✕✖✗✓✔·•|"
_ANYTHING: Final = ".{1,120}"
_AND: Final = r"(?:,\s+(?:and\s+)?|\s+(?:and|und|et|y)\s+)"
_REST_OF_NAME: Final = r"(?:\s+[^\W_][\w'’-]*)*"
_LOADS: Final = re.compile(
    r"\W*(?:error|fail(?:ed|ure)|unable|could(?: not|n't|n’t)|fehler|erreur)\b.{0,20}"
    r"\b(?:fetch|load|retriev|laden|charger|chargement|cargar)",
    re.IGNORECASE,
)
_MISMATCH: Final = (
    r"do(?:es)?(?: not|n['’]t) match|stimm(?:t|en) nicht überein|no coinciden?|ne correspond(?:ent)? pas"
)
_MISMATCHES: Final = re.compile(rf"\b(?:{_MISMATCH})\b", re.IGNORECASE)
_REFUSES: Final = re.compile(
    r"\b(?:(?:is|are|was|were) (?:required|missing|too (?:short|long|large|small))|not valid|invalid"
    r"|required field|can(?:not|'t|’t) be (?:blank|empty|null|deleted|removed|saved|created|added)"
    r"|must (?:be|have|contain|not|provide|match|accept|agree)"
    r"|please (?:enter|fill|correct|provide|select|choose|specify)|(?:already|not) (?:exists?|taken|in use)"
    rf"|already used|{_MISMATCH}"
    r"|failed|could(?: not|n't|n’t)|unable to|requires? a valid|(?:please|and) try again"
    r"|(?:correct|fix|check|see) the (?:\w+ )?errors?|(?:some|following|these|[1-9]\d*) errors?"
    r"|erforderlich|ungültig|fehlgeschlagen|pflichtfeld|bitte (?:geben|füllen|wählen|korrigieren)"
    r"|obligatoire|invalide|a échoué|veuillez (?:saisir|renseigner|choisir|corriger)"
    r"|obligatori[oa]|no (?:es )?válid[oa]|inválid[oa]"
    r"|por favor,? (?:introduzca|rellene|seleccione|corrija))\b",
    re.IGNORECASE,
)
_UNMET: Final = re.compile(
    r"\W*(?:required|mandatory|pflichtfeld|erforderlich|obligatoire|requis|obligatorio|requerido)\W*", re.I
)
_CONSONANT: Final = r"(?>sch|[cpst]h|ck|[bcdfghjklmnpqrstvwxz])"
_KEY_OF_LETTERS: Final = rf"(?<!\w)(?=(?-i:[a-z]{{12,}}|[A-Z]{{12,}})(?!\w))\w*?{_CONSONANT}{{5}}\w*"
"""What is no word, as a token that the app has made: nobody can say five consonants one after the other.
German writes one of them with three letters ("wirtschaftlich")."""
_MIN_LETTERS: Final = 3
_MIN_ALONE: Final = 5
_MIN_STEM: Final = 5
_ENDING: Final = 3

Piece = tuple[Part, ...]


def message_told(text: str, known: Known, around: Surroundings) -> TextIs | None:
    """The condition that such a message is shown; none where nothing of it would be the same.

    What is data in it is a variable or left open: quotations, numbers, values of fields and rows.
    """
    folded = fold(text)
    if not folded or len(folded) > _MAX_LENGTH or "{{" in folded or is_passing(folded):
        return None
    if known.within_lines(folded):
        return None
    pieces = [trimmed for piece in _pieces(folded, known, around) if (trimmed := _trimmed(piece))]
    if len(pieces) > 1:
        return TextIs(kind="text", matches=_ANYTHING.join(_as_pattern(piece) for piece in pieces))
    if not pieces:
        return None
    (piece,) = pieces
    whole = "".join(part if isinstance(part, str) else part.value for part in piece) == folded
    if not whole and _letters(piece) < _MIN_ALONE and not _has_slot(piece):
        return None
    return TextIs(kind="text", contains=_as_text(piece))


def could_not_load(said: str) -> bool:
    """Whether the app says that it has not got what it was to show: no answer to what was sent."""
    return _LOADS.match(said) is not None


def says_refused(said: str) -> bool:
    """Whether the app says in words that it does not take what it was given."""
    return _REFUSES.search(said) is not None


def says_mismatch(said: str) -> bool:
    """Whether it says that something of what was sent does not match, be it on the page one is led to."""
    return _MISMATCHES.search(said) is not None


def is_of_field(said: str) -> bool:
    """Whether the app says in words what is still wrong with a field."""
    return says_refused(said) or _UNMET.fullmatch(said) is not None


def is_part_of_list(text: str) -> bool:
    """Whether it says which part of a list is shown, which tells nothing of what was done."""
    return _PART_OF_LIST.search(fold(text)) is not None


def pattern_escaped(text: str) -> str:
    """The text as a pattern that browsers and Python read alike."""
    return _PATTERN_SYNTAX.sub(r"\\\g<0>", text)


def _pieces(text: str, known: Known, around: Surroundings) -> Iterator[Piece]:
    """The message between what is nobody's but the record's."""
    piece: list[Part] = []
    for part in _parts(text, known, around):
        if part is None:
            yield tuple(piece)
            piece = []
        else:
            piece.append(part)
    yield tuple(piece)


def _parts(text: str, known: Known, around: Surroundings) -> Iterator[Part | None]:
    """Words, known values, and `None` for a gap."""
    cut = _cutter(around.data, known)
    for span in _QUOTED.split(text):
        if _QUOTED.fullmatch(span):
            inner = known.read(span[1:-1])
            if inner.slots and not any(letter.isalnum() for letter in inner.rest):
                yield span[0]
                yield from inner.parts
                yield span[-1]
            else:
                yield None
            continue
        reading = known.read(span)
        befores, behinds = ("", *reading.parts), (*reading.parts[1:], "")
        for part, before, behind in zip(reading.parts, befores, behinds, strict=False):
            if not isinstance(part, str):
                goes_on = reading.partial or (isinstance(behind, str) and goes_on_with(part, behind))
                yield None if goes_on else part
                continue
            if not isinstance(before, str):
                # The rest of the word is the recorded record's as well.
                part = part.removeprefix(goes_on_with(before, part))
            said = None if isinstance(before, str) else _EXPLAINED.match(part)
            if said is not None:
                # What the app knows about a value differs with the value: "anna (Anna Klein)".
                yield None
                part = part[said.end() :]
            for place, words in enumerate(cut.split(part)):
                if place:
                    yield None
                yield words


def _cutter(data: Iterable[str], known: Known) -> re.Pattern[str]:
    """Numbers, what was masked, and data in whatever letters, with the words that apps make of a choice."""
    values = sorted((value for value in data if len(value) >= _MIN_LETTERS), key=lambda v: (-len(v), v))
    # Of a name that was sought by a part of it in other letters, as a person types it, the rest is data, too.
    sought = {fold(value).casefold() for value in known.sought()}
    words = [re.escape(value) + (_REST_OF_NAME if value.casefold() in sought else "") for value in values]
    words += [rf"{stem}[^\W\d_]{{0,{_ENDING + 1}}}" for stem in _stems_of_choices(known)]
    # Of so few letters, only as they were chosen: "US" is no "us".
    words += [rf"(?-i:{re.escape(value)})" for value in known.brief_choices()]
    words += _enumerations(known)
    # With the word between the numbers of a day and a year.
    numbers = rf"\S*\d\S*(?:\s+[^\W\d_]{{3,9}}\.?,?\s+\d{{4}}\b\S*)?|\S*{MASK}\S*"
    made = f"{numbers}|{_KEY_OF_LETTERS}"
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)|{made}" if words else made, re.IGNORECASE)


def _enumerations(known: Known) -> list[str]:
    """Several words of which one is what a field is called: which fields differ depends on what is given,
    as in "status, priority edited"."""
    labels = {re.escape(bare) for label in known.fields() if (bare := undecorated(label))}
    if not labels:
        return []
    field, item = f"(?:{'|'.join(sorted(labels, key=lambda one: (-len(one), one)))})", r"[^\W\d_]+"
    return [rf"(?:{item}{_AND})+{field}(?:{_AND}{item})*", rf"{field}(?:{_AND}{item})+"]


def _stems_of_choices(known: Known) -> list[str]:
    """What "Mark as delivered" has of "2 orders: delivered", and "Archive" of "archived"."""
    words = {word for slot in known.chosen() for word in re.findall(r"[^\W\d_]+", slot.value)}
    return sorted({word[: max(_MIN_STEM, len(word) - _ENDING)] for word in words if len(word) >= _MIN_STEM})


def _trimmed(piece: Piece) -> Piece | None:
    """Without what hangs over at the gaps; none for what says too little or differs from day to day."""
    parts = [part for part in piece if part != ""]
    # A quotation mark before a value belongs to it.
    if parts and isinstance(parts[0], str) and not _is_a_mark(parts[0], parts):
        parts[0] = parts[0].lstrip(_EDGES)
    if parts and isinstance(parts[-1], str) and not _is_a_mark(parts[-1], parts):
        parts[-1] = parts[-1].rstrip(_EDGES)
    found = tuple(part for part in parts if part != "")
    stable = is_stable(" ".join(part for part in found if isinstance(part, str)))
    return found if stable and (_letters(found) >= _MIN_LETTERS or _has_slot(found)) else None


def _is_a_mark(part: str, among: Sequence[Part]) -> bool:
    return len(part) == 1 and not part.isspace() and len(among) > 1


def _letters(piece: Piece) -> int:
    return sum(letter.isalpha() for part in piece if isinstance(part, str) for letter in part)


def _has_slot(piece: Piece) -> bool:
    return any(not isinstance(part, str) for part in piece)


def _as_text(piece: Piece) -> str:
    return "".join(part if isinstance(part, str) else part.template for part in piece)


def _as_pattern(piece: Piece) -> str:
    return "".join(pattern_escaped(part) if isinstance(part, str) else part.template for part in piece)
