"""Texts of a page that would be there on other data as well, with variables where they hold values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from handrail.compile.reading.addresses import GREETING, words_of
from handrail.compile.reading.known import MIN_LENGTH, Known, Reading, fold
from handrail.secrets.forms import MASK
from handrail.sop.calendar_words import AMBIGUOUS, MONTHS, WEEKDAYS

_MAX_LENGTH: Final = 120
_TIME: Final = re.compile(
    r"\b(today|yesterday|tomorrow|just now|ago|heute|gestern|morgen|vor|hoy|ayer|aujourd.hui|hier)\b"
    rf"|\b({'|'.join(sorted(WEEKDAYS.union(MONTHS) - AMBIGUOUS))})\b",
    re.IGNORECASE,
)
_MONTH: Final = re.compile(rf"\W*({'|'.join(sorted(map(str.capitalize, AMBIGUOUS)))})\W*")
"""All that the head of a calendar says: in a sentence it may be another word."""
_CLOCK: Final = re.compile(
    r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b"
    r"|\b(Mo|Di|Mi|Do|Fr|Sa|So)\b\.?,|\b(Mär|Mai|Okt|Dez)\b\.?|\b[AP]M\b"
)
"""As dates abbreviate them; in these letters, as some are words of their own."""
_GLUED: Final = re.compile(r"(?<=[^\W\d_])(?=[A-ZÄÖÜ][^\W\d_]{2})(?<![A-ZÄÖÜ])")
_COMMON: Final = frozenset(
    {"add", "and", "are", "change", "confirm", "confirmation", "create", "delete", "detail", "details"}
    | {"edit", "for", "from", "history", "new", "overview", "remove", "save", "settings", "sure", "the"}
    | {"this", "update", "view", "with", "you", "your"}
)
_MIN_STEM: Final = 4
_UNDER_WAY: Final = re.compile(
    r"(loading|please wait|lädt|bitte warten|cargando|espere|chargement|veuillez patienter)\b", re.IGNORECASE
)
"""How pages say that something is still to come, without three dots behind it."""

_UNSAVED: Final = re.compile(
    r"\bunsaved\b|\bungespeichert|\bnicht gespeicherte|\bsin guardar\b|\bnon enregistré", re.IGNORECASE
)
"""How pages say that a form was begun, at any of its fields, or a while later."""

_NOTHING_THERE: Final = re.compile(
    r"(there (is|are) (currently )?)?(no|keine?|aucune?|ning[uú]n[ao]?|no hay) ([^\W\d]+ ){0,2}"
    r"(results?|match(es)?|records?|rows|entries|items|objects|data|hits|ergebnisse|treffer|eintr[aä]ge?"
    r"|datensätze|daten|résultats?|enregistrements?|entrées?|données|resultados?|registros?|entradas?|datos)\b"
    r"|(nothing|nichts) (was |wurde )?(found|gefunden)\b|no se (ha )?encontr",
    re.IGNORECASE,
)
"""How lists say that they are empty."""


@dataclass(frozen=True)
class Surroundings:
    """What tells the app's own words from a record's: texts that are data, and words that are the app's."""

    data: frozenset[str] = frozenset()
    """Values of fields and texts of rows around the step."""
    interface: frozenset[str] = frozenset()
    """Words of the address and of what was clicked."""
    constant: frozenset[str] = frozenset()
    """Texts that every run comes by, such as the name of a constant link that was clicked."""
    about_record: bool = False
    """The page shows one record: what it says may be the record's."""


def dependable(text: str, known: Known, around: Surroundings) -> str | None:
    """The text as other data would give it; none where that cannot be said."""
    folded = fold(text)
    if not folded or len(folded) > _MAX_LENGTH or "{{" in folded or MASK in folded or is_passing(folded):
        return None
    if folded in around.constant:
        return folded
    # Whether a list is empty hangs on what else is, or was, in it.
    if _NOTHING_THERE.match(folded) or known.within_lines(folded):
        return None
    reading = known.read(folded)
    if reading.partial or reading.mentions_choice or not is_stable(reading.rest):
        return None
    if reading.slots and all(slot.origin == "chosen" for slot in reading.slots):
        return None
    if holds_any(reading.rest, around.data):
        return None
    if around.about_record and not reading.slots and not _is_interface(folded, around.interface):
        return None
    return reading.text


def is_passing(text: str) -> bool:
    """Whether it is cut off, or under way ("Loading...", "Unsaved edits"), and so is not there in the end."""
    under_way = _UNDER_WAY.match(text) or _UNSAVED.search(text)
    return "…" in text or "..." in text or under_way is not None


def names_a_value(text: str, known: Known) -> Reading | None:
    """The text, if it consists of values that the person gave and nothing else."""
    folded = fold(text)
    if len(folded) > _MAX_LENGTH or "…" in folded:
        return None
    reading = known.read(folded)
    if not reading.slots or reading.partial or any(letter.isalnum() for letter in reading.rest):
        return None
    given = {"typed", "read", "file name"}
    return reading if all(slot.origin in given for slot in reading.slots) else None


def is_stable(rest: str) -> bool:
    """No numbers, greetings or times of day, which differ from run to run."""
    varies = (GREETING, _TIME, _CLOCK)
    if _MONTH.fullmatch(rest):
        return False
    return not any(letter.isdigit() for letter in rest) and not any(kind.search(rest) for kind in varies)


def holds_any(text: str, data: Iterable[str]) -> bool:
    """Also in other letters: an app that writes "ADA" for "Ada" shows data all the same."""
    folded = text.casefold()
    return any(
        len(value) >= 3
        and value.casefold() in folded
        and re.search(rf"(?<!\w){re.escape(value.casefold())}(?!\w)", folded)
        for value in data
    )


def _is_interface(text: str, interface: Iterable[str]) -> bool:
    """Every longer word is one of the app's own: of the address, of what was clicked, or common."""
    stems = {word[:_MIN_STEM] for word in interface if len(word) >= 3}
    words = words_of(text)
    return bool(words) and all(
        word in _COMMON or word[:_MIN_STEM] in stems for word in words if len(word) >= 3
    )


def capitalised(row: str) -> frozenset[str]:
    """Words of a row that look like names, also of one whose lines stand together: "deliveryCarla"."""
    words = {*row.split(), *_GLUED.sub(" ", row).split()}
    return frozenset(word for word in words if len(word) >= MIN_LENGTH and word[0].isupper())
