"""A record that the next version of a list shows on another of its pages, or once more of it was loaded.

Turned is only what leads on in a list of which other rows hold what the step needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from handrail.errors import Blocked, RunError, TargetAmbiguous, TargetNotFound
from handrail.runtime.recovery.pressing import press
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, find_exactly
from handrail.sop.target import Target
from handrail.targeting import Candidate, ElementSnapshot
from handrail.targeting.kinds import family
from handrail.targeting.naming import own_name, spelled
from handrail.targeting.recorded import exact_row

_MOST: Final = 30
_SECONDS: Final = 1.0
_NEXT: Final = frozenset(
    """
    next|next page|go to next page|go to the next page|older|weiter|nächste|nächste seite|suivant
    page suivante|siguiente|página siguiente|successivo|pagina successiva
    """.strip()
    .replace("\n    ", "|")
    .split("|")
)
_BACK: Final = frozenset(
    """
    previous|prev|previous page|go to previous page|go to the previous page|newer|zurück|vorherige
    vorherige seite|précédent|page précédente|anterior|página anterior|precedente|pagina precedente
    """.strip()
    .replace("\n    ", "|")
    .split("|")
)
_MORE: Final = frozenset(
    """
    load more|show more|more results|load more results|mehr laden|mehr anzeigen|weitere laden|charger plus
    afficher plus|voir plus|cargar más|mostrar más|ver más|carica altri
    """.strip()
    .replace("\n    ", "|")
    .split("|")
)


async def find_on_other_pages(crew: Crew, node: str, page: str, target: Target) -> Found | None:
    """The element in the row that is meant, on the first page that follows and shows it; none where none
    does, or nothing leads on."""
    if exact_row(target) is None:
        return None
    seen = frozenset[str]()
    for _ in range(_MOST):
        candidates = await crew.stop.race(crew.actuator.gather(page, target))
        leads, rows = leads_on(target, candidates), _rows(candidates)
        if leads is None or rows == seen:
            return None
        seen = rows
        try:
            reason = "the list may show it further on"
            if await press(crew, node, page, leads, "folded menu", reason, asking=False) is None:
                return None
            await crew.stop.race(crew.actuator.traffic.rest(page))
            found = await find_exactly(crew.actuator, page, target, seconds=_SECONDS, stop=crew.stop)
        except TargetNotFound:
            continue
        except (TargetAmbiguous, RunError, Blocked):
            return None
        return found._replace(otherwise=f"the list shows it by '{_called(leads.element)}'")
    return None


def leads_on(target: Target, candidates: Sequence[Candidate]) -> Candidate | None:
    """What leads to more of the list: "Next" beside "Previous", or "Load more". None where other rows hold
    nothing that is called as the element is, or two lead on."""
    name = spelled(own_name(target) or target.text or "")
    shown = [one for one in candidates if one.element.visible and one.element.near.row]
    if not any(spelled(_called(one.element)) == name for one in shown):
        return None
    pressed = [one for one in candidates if _only_shows(one.element)]
    back = {_place(one) for one in candidates if spelled(_called(one.element)) in _BACK}
    leading = [
        one
        for one in pressed
        if spelled(_called(one.element)) in _MORE
        or (spelled(_called(one.element)) in _NEXT and _place(one) in back)
    ]
    return leading[0] if len(leading) == 1 else None


def _only_shows(seen: ElementSnapshot) -> bool:
    """Whether it can be pressed, sends no form, and leads to no other page than of the same address."""
    if family(seen.role, seen.tag) != "press" or not (seen.visible and seen.enabled):
        return False
    if seen.attributes.get("aria-disabled") == "true" or seen.form is not None:
        return False
    address = seen.attributes.get("href", "#")
    return address.startswith(("#", "?", "javascript:")) or not urlsplit(address).path


def _called(seen: ElementSnapshot) -> str:
    return own_name(seen) or seen.text


def _place(one: Candidate) -> tuple[object, ...]:
    """Where it stands, but for what holds it alone, as an entry of a list of pages does."""
    around = one.element.ancestors
    return (one.frame, around[1:] if around[:1] and around[0].startswith("li") else around)


def _rows(candidates: Sequence[Candidate]) -> frozenset[str]:
    return frozenset(one.element.near.row for one in candidates if one.element.near.row)
