"""What turns the pages of a list: 'Next' beside 'Previous', '2' behind '1', 'Load more'."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final
from urllib.parse import urlsplit

from handrail.sop.target import Target
from handrail.targeting.candidate import Candidate
from handrail.targeting.kinds import family
from handrail.targeting.naming import own_name, spelled
from handrail.targeting.snapshot import ElementSnapshot

NEXT: Final = frozenset(
    """
    next|next page|go to next page|go to the next page|older|weiter|nächste|nächste seite|suivant
    page suivante|siguiente|página siguiente|successivo|pagina successiva|›|»|>|>>|→
    """.strip()
    .replace("\n    ", "|")
    .split("|")
)
BACK: Final = frozenset(
    """
    previous|prev|previous page|go to previous page|go to the previous page|newer|zurück|vorherige
    vorherige seite|précédent|page précédente|anterior|página anterior|precedente|pagina precedente|‹|«|<|<<|←
    """.strip()
    .replace("\n    ", "|")
    .split("|")
)
MORE: Final = frozenset(
    """
    load more|show more|more results|load more results|mehr laden|mehr anzeigen|weitere laden|charger plus
    afficher plus|voir plus|cargar más|mostrar más|ver más|carica altri
    """.strip()
    .replace("\n    ", "|")
    .split("|")
)
_TURNING: Final = NEXT | BACK
_WORDS_OF_PAGERS: Final = frozenset(part for words in _TURNING for part in words.split()) | {"…", "..."}
_PAGE: Final = re.compile(r"page|seite|página|pagina")
"""What says by itself that it turns pages, where only signs may stand beside it."""
_NAVIGATES: Final = re.compile(r"nav\b|[^\[]*\[navigation\]")
_NUMBER: Final = re.compile(r"(?:(?:(?:go to )?page|seite|página|pagina) )?(\d{1,4})")
_COUNTED: Final = re.compile(
    r"(?:(?:page|seite|página|pagina|showing|zeige|mostrando) )?"
    r"\d{1,6}(?: ?(?:[-–—]|to|bis|à|a) ?\d{1,6})? ?(?:/|of|von|de|sur|di) ?\d{1,6}\b.{0,24}"
)
"""How much of a list is shown: "Page 1 of 3", "1–5 of 12 orders". "Step 1 of 3" is a form's."""
_CURRENT: Final = re.compile(r"(?:^|[\s_-])(?:active|current|selected)(?:$|[\s_-])")
_MOST_NUMBERS: Final = 15
"""More in one place are the days of a month."""


def turns_pages(target: Target) -> bool:
    """Whether what was pressed looks like what turns the pages of a list: by its words, or a number with
    the one before it or behind it at its side."""
    if not _may_be_pressed(target):
        return False
    words = _words(target)
    if words in MORE:
        return True
    beside = {_plain(target.near.before or ""), _plain(target.near.after or "")}
    if words in _TURNING:
        leads = _PAGE.search(words) is not None and any(map(_NAVIGATES.match, target.ancestors))
        numbered = any(map(_NUMBER.fullmatch, beside))
        return leads or numbered or bool(beside & _TURNING) or _stands_by_count(target)
    number = page_number(target)
    return number is not None and bool(beside & {str(number - 1), str(number + 1), "…", "..."})


def _stands_by_count(target: Target) -> bool:
    sides = (target.near.before, target.near.after)
    return any(_COUNTED.fullmatch(one.strip().casefold()) is not None for one in sides if one)


def page_number(element: Target | ElementSnapshot) -> int | None:
    """The page that it is said to lead to: 2 of '2' and of 'Go to page 2'."""
    found = _NUMBER.fullmatch(_words(element))
    return int(found[1]) if found is not None else None


def leads_to_more(candidates: Sequence[Candidate], turned: Collection[int] = ()) -> Candidate | None:
    """What shows more of a list: 'Load more', 'Next' beside 'Previous', or else the next number of a page
    that is not shown and was not `turned` to. None where nothing does, or two do."""
    pressed = [one for one in candidates if _only_shows(one.element)]
    back = {_place(one) for one in candidates if _words(one.element) in BACK}
    leading = [
        one
        for one in pressed
        if _words(one.element) in MORE or (_words(one.element) in NEXT and _place(one) in back)
    ]
    if leading:
        return leading[0] if len(leading) == 1 else None
    pagers = [pager for pager in _numbered(candidates) if any(one in pressed for one in pager.values())]
    return _following(pagers[0], turned, pressed) if len(pagers) == 1 else None


def _following(
    pager: dict[int, Candidate], turned: Collection[int], pressed: Sequence[Candidate]
) -> Candidate | None:
    shown = _shown(pager)
    open_ = sorted(number for number in pager if number not in shown | {*turned} and pager[number] in pressed)
    last = max((*turned, *shown), default=1)
    ahead = [number for number in open_ if number > last]
    return pager[(ahead or open_)[0]] if open_ else None


def _numbered(candidates: Sequence[Candidate]) -> list[dict[int, Candidate]]:
    """Pagers: numbers that stand in one place, of which at least two follow each other and one is shown, or
    that have 'Next' or 'Previous' at their side. A scale to choose from has neither."""
    turning = {_place(one) for one in candidates if _words(one.element) in _TURNING}
    places = defaultdict[tuple[object, ...], dict[int, Candidate]](dict)
    for one in candidates:
        number, row = page_number(one.element), one.element.near.row
        if number is not None and one.element.visible and (row is None or _turns_alone(row)):
            places[_place(one)].setdefault(number, one)
    return [
        pager
        for place, pager in places.items()
        if len(pager) <= _MOST_NUMBERS
        and any(_is_beside_next(number, pager) for number in pager)
        and (place in turning or _says_which_is_shown(pager))
    ]


def _turns_alone(row: str) -> bool:
    """Whether a line says nothing but pages and what turns them: no record."""
    return all(part in _WORDS_OF_PAGERS or part.isdigit() for part in row.casefold().split())


def _is_beside_next(number: int, pager: dict[int, Candidate]) -> bool:
    near = pager[number].element.near
    return number + 1 in pager or str(number - 1) == near.before or str(number + 1) == near.after


def _says_which_is_shown(pager: dict[int, Candidate]) -> bool:
    """By a number that cannot be pressed, or says so of itself."""
    first = min(pager)
    spelled_out = pager[first].element.near.before == str(first - 1)
    return spelled_out or len(_shown(pager)) == 1


def _shown(pager: dict[int, Candidate]) -> set[int]:
    """The pages that are shown already. What says so for people goes before a class, which may be that of
    whatever can be pressed ("mantine-active")."""
    said = {number for number, one in pager.items() if _says_shown(one.element)}
    return said or {number for number, one in pager.items() if _looks_shown(one.element)}


def _says_shown(seen: ElementSnapshot) -> bool:
    current = seen.attributes.get("aria-current", "false") != "false"
    return current or seen.attributes.get("aria-selected") == "true"


def _looks_shown(seen: ElementSnapshot) -> bool:
    return _CURRENT.search(seen.attributes.get("class", "")) is not None or not seen.enabled


def _only_shows(seen: ElementSnapshot) -> bool:
    """Whether it can be pressed, sends no form, and leads to no other page than of the same address."""
    if not _may_be_pressed(seen) or not (seen.visible and seen.enabled):
        return False
    if seen.attributes.get("aria-disabled") == "true" or seen.form is not None:
        return False
    address = seen.attributes.get("href", "#")
    return address.startswith(("#", "?", "javascript:")) or not urlsplit(address).path


def _may_be_pressed(element: Target | ElementSnapshot) -> bool:
    """A control, or the item of a list that kits draw their pagers as: nothing says that it is pressed."""
    return family(element.role, element.tag) == "press" or (
        element.role == "listitem" and element.tag == "li"
    )


def _words(element: Target | ElementSnapshot) -> str:
    return _plain(own_name(element) or element.text or "")


def _plain(words: str) -> str:
    return spelled(words) or words.strip()


def _place(one: Candidate) -> tuple[object, ...]:
    """Where it stands, but for what holds it alone, as an entry of a list of pages does."""
    around = one.element.ancestors
    return (one.frame, around[1:] if around[:1] and around[0].startswith("li") else around)
