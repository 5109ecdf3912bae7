"""How a record's row opens the record in the next version of a list: by its name or by a command, where it
was another of these, the row itself, or a press twice. Nothing is changed by it, and the steps behind it see
for themselves what came."""

from __future__ import annotations

from typing import Final

from handrail.runtime.finding.offered_otherwise import Instead
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, as_it_is_now
from handrail.sop.action import Click, DoubleClick
from handrail.sop.locator import RoleLocator, RowLocator
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.targeting import Candidate, ElementSnapshot
from handrail.targeting.naming import said_of, spelled
from handrail.targeting.recorded import exact_row, own_row, submits

_OPENS: Final = frozenset(
    name.strip()
    for name in """
    open|view|show|details|view details|show details|edit|öffnen|ansehen|anzeigen|details anzeigen|bearbeiten|
    ouvrir|voir|afficher|détails|modifier|éditer|abrir|ver|mostrar|detalles|editar|modificar
    """.split("|")
)
_PRESSED: Final = frozenset({"button", "link"})
_RECORDS: Final = frozenset({"row", "listitem", "article", "cell", "gridcell", "card"})


async def opened_otherwise(crew: Crew, real: Task, shown: Task) -> Instead | None:
    """The press on what opens the record in its row by now; none where nothing there does beyond doubt, or
    the step opens none."""
    row = _row_opened(real)
    if row is None:
        return None
    within = RoleLocator(by="role", role="button", within=row)
    candidates = await crew.stop.race(
        crew.actuator.gather(real.page, Target(role="button", locators=(within,)))
    )
    opener = opener_in_row(row.text, candidates)
    now = await as_it_is_now(crew.actuator, real.page, opener) if opener is not None else None
    if now is None:
        return None
    target, match, url = now
    changed = {"action": Click(do="click"), "target": target}
    told = f"the record is opened by '{said_of(match.element)}' by now"
    found = Found(match, target, url, otherwise=told)
    return Instead(real.model_copy(update=changed), shown.model_copy(update=changed), found)


def opener_in_row(record: str, candidates: tuple[Candidate, ...]) -> Candidate | None:
    """What is called as the record, and is pressed, in its row; else the only command there that opens."""
    own = [one for one in candidates if _may_open(one.element)]
    for fits in (_is_called(own, {spelled(record)}), _is_called(own, _OPENS, but=spelled(record))):
        if fits:
            return fits[0] if len(fits) == 1 else None
    return None


def _is_called(own: list[Candidate], names: set[str] | frozenset[str], *, but: str = "") -> list[Candidate]:
    """Those called by one of the names, be it that they say whose they are besides."""
    said = ((one, f" {said_of(one.element)} ") for one in own)
    return [one for one, name in said if (name.replace(f" {but} ", " ") if but else name).strip() in names]


def _may_open(seen: ElementSnapshot) -> bool:
    there = seen.in_row is True and seen.visible and seen.enabled and seen.role in _PRESSED
    return there and seen.expanded is None and not submits(seen)


def _row_opened(task: Task) -> RowLocator | None:
    """The row of the record that the task opens, by its name; none where the task does something else."""
    target = task.target
    if target is None or task.effect == "once" or not isinstance(task.action, Click | DoubleClick):
        return None
    own = next((one for one in target.locators[:1] if isinstance(one, RowLocator) and one.exact), None)
    row = own or exact_row(target) or own_row(target)
    if row is None:
        return None
    bare = row.model_copy(update={"within": None, "role": "row"}) if own is not None else row
    called = said_of(target)
    itself = own is not None or (target.role in _RECORDS and called in ("", spelled(row.text)))
    opens = called == spelled(row.text) or called in _OPENS
    return bare if itself or opens else None
