"""A record that a list shows on another of its pages, or once more of it was loaded.

Turned is only what leads on in a list of which other rows hold what the step needs.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from handrail.errors import Blocked, RunError, TargetAmbiguous, TargetNotFound
from handrail.runtime.recovery.pressing import press
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, find_exactly
from handrail.sop.target import Target
from handrail.targeting import Candidate
from handrail.targeting.naming import own_name, spelled
from handrail.targeting.paging import leads_to_more, page_number
from handrail.targeting.recorded import exact_row

_MOST: Final = 30
_SECONDS: Final = 1.0
_LIKE_IT: Final = 2
"""Elements that stand as the recorded one stood: a list, and no single element."""
_TURNED_BY: Final = (Target(role="button", tag="button"), Target(role="listitem", tag="li"))
"""What pages are turned by: controls, or else items of a list that do not say that they are pressed."""


async def find_on_other_pages(crew: Crew, node: str, page: str, target: Target) -> Found | None:
    """The element that is meant, on the first page that follows and shows it; none where none does, or
    nothing leads on."""
    seen: set[frozenset[str]] = set()
    turned: set[int] = set()
    for _ in range(_MOST):
        listed = await crew.stop.race(crew.actuator.gather(page, target))
        rows = _rows(target, listed)
        if rows in seen or not is_listed(target, listed):
            return None
        seen.add(rows)
        leads = await _leads(crew, page, turned)
        if leads is None:
            return None
        if (number := page_number(leads.element)) is not None:
            turned.add(number)
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
        return found._replace(otherwise=f"the list shows it by '{_called(leads)}'")
    return None


async def list_goes_on(crew: Crew, page: str, target: Target) -> bool:
    """Whether the page shows others like the target in a list that goes on on other pages."""
    listed = await crew.stop.race(crew.actuator.gather(page, target))
    return is_listed(target, listed) and await _leads(crew, page, ()) is not None


async def _leads(crew: Crew, page: str, turned: Collection[int]) -> Candidate | None:
    """What shows more of the list. What is pressed must be of the elements that were gathered last."""
    for kind in _TURNED_BY:
        leads = leads_to_more(await crew.stop.race(crew.actuator.gather(page, kind)), turned)
        if leads is not None:
            return leads
    return None


def is_listed(target: Target, candidates: Sequence[Candidate]) -> bool:
    """Whether what is missed is one of a list's: other rows hold what is called as it is, or, where it is
    called as its record or by nothing, more than one element stands where it stood."""
    shown = [one for one in candidates if one.element.visible]
    name = spelled(own_name(target) or target.text or "")
    if exact_row(target) is None or not name:
        return len(_like(target, shown)) >= _LIKE_IT
    return any(one.element.near.row and spelled(_called(one)) == name for one in shown)


def _like(target: Target, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those of the same kind that stand in the same elements."""
    return [
        one
        for one in candidates
        if one.element.tag == target.tag and one.element.ancestors == target.ancestors
    ]


def _rows(target: Target, candidates: Sequence[Candidate]) -> frozenset[str]:
    rows = frozenset(one.element.near.row for one in candidates if one.element.near.row)
    return rows or frozenset(_called(one) for one in _like(target, candidates))


def _called(one: Candidate) -> str:
    return own_name(one.element) or one.element.text
