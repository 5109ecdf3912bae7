"""A button to search by that is gone, because the list is filtered as one types by now."""

from __future__ import annotations

from typing import Final

from handrail.runtime.finding.offered_otherwise import Instead
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found
from handrail.sop.action import Click, Fill, Hover
from handrail.sop.condition import ElementIs
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.targeting import Match, decide
from handrail.targeting.naming import own_name, spelled
from handrail.targeting.recorded import exact_row

_SEARCHES: Final = frozenset(
    name.strip()
    for name in """
    search|find|filter|go|apply|apply filter|apply filters|show results|suchen|suche|finden|filtern|anwenden|
    filter anwenden|buscar|filtrar|aplicar|rechercher|chercher|filtrer|appliquer
    """.split("|")
)


async def filtered_at_once(crew: Crew, real: Task, shown: Task, ahead: Target | None) -> Instead | None:
    """The press on such a button, as nothing to be done: the field before it holds what was typed, and the
    row is listed in which the next step (on `ahead`) does something. None where that is in doubt."""
    if ahead is None or not searches(real) or exact_row(ahead) is None:
        return None
    typed = crew.filled.last(real.page)
    if typed is None or not isinstance(typed.real.action, Fill) or typed.real.target is None:
        return None
    await crew.stop.race(crew.actuator.traffic.rest(real.page))
    own = typed.real.target
    field = await _seen(crew, real.page, own)
    if field is None or field[0].element.value != typed.real.action.value:
        return None
    if await _seen(crew, real.page, ahead) is None:
        return None
    there = ElementIs(kind="element", state="visible")
    changed = {"action": Hover(do="hover"), "target": own, "done_when": (there,)}
    found = Found(field[0], own, field[1], otherwise="the list is filtered as one types by now")
    return Instead(real.model_copy(update=changed), shown.model_copy(update=changed), found)


def searches(task: Task) -> bool:
    """Whether it presses what a list is searched by."""
    target = task.target
    called = spelled(own_name(target) or target.text or "") if target is not None else ""
    return isinstance(task.action, Click) and task.effect != "once" and called in _SEARCHES


async def _seen(crew: Crew, page: str, target: Target) -> tuple[Match, str] | None:
    """The only element that is found by the target, as it is, and the page's address."""
    look = await crew.stop.race(crew.actuator.look(page, target=target, timeout=0))
    match = decide(target, look.sighting) if look.sighting is not None else None
    return (match, look.url) if isinstance(match, Match) else None
