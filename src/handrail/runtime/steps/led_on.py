"""Whether a step that only leads on has led there, where the next version of the app has it at another
address, or in a dialog."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Final, Protocol
from urllib.parse import quote, urlsplit

from handrail.actuators import Finding
from handrail.compile.reading.addresses import page_key
from handrail.errors import RunError, VariableError
from handrail.runtime.finding.filtered_at_once import searches
from handrail.runtime.finding.pointing import shown_by_pointing
from handrail.runtime.finding.turning import list_goes_on
from handrail.runtime.finding.unfolding import openers
from handrail.runtime.steps.supporting import only_supports
from handrail.runtime.walk.crew import Crew
from handrail.sop.action import Fill, Press, Type
from handrail.sop.condition import Condition, ElementIs, ResponseWas, TextIs, UrlIs, ValueIs
from handrail.sop.locator import RoleLocator, RowLocator
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.sop.values import text_of
from handrail.targeting import ElementSnapshot, Match, choose, decide
from handrail.targeting.exact import is_by_place_alone
from handrail.targeting.kinds import family
from handrail.targeting.recorded import exact_row
from handrail.targeting.standing import is_in_dialog
from handrail.targeting.wording import holds_words

_AROUND: Final = frozenset({"dialog", "alertdialog", "heading"})
"""What only stands around what the next step needs."""


class _Following(Protocol):
    def goes_on_with(self, page: str) -> Target | None: ...

    @property
    def real(self) -> Task: ...


async def led_on(
    crew: Crew, real: Task, findings: Sequence[Finding], before: str, following: _Following | None
) -> str | None:
    """What tells that it has led to where the next step goes on; none where only an address is missing, or
    that is in doubt.

    `findings` are those of the step's criteria, `before` the address that the page had then. The page must
    have gone elsewhere, or opened a dialog, and show there what comes next beyond doubt.
    """
    pairs = list(zip(real.done_when, findings, strict=True))
    missed = [part for part, one in pairs if not one.held and not only_supports(part, real.done_when)]
    places = [part for part in missed if isinstance(part, UrlIs)]
    named = [part for part in missed if isinstance(part, TextIs) and part.as_name and part.target is None]
    if real.effect == "once" or following is None:
        return None
    if len(places) + len(named) < len(missed):
        opened = await _opened_page(crew, real, missed, before, following)
        opened = opened or await _headed_as_dialog(crew, real, missed, before)
        opened = opened or await _opened_in_its_row(crew, real, missed, following)
        opened = opened or await _is_shown_by_its_row(crew, real, missed)
        opened = opened or await _is_in_menu(crew, real, missed, following)
        opened = opened or await _is_there_otherwise(crew, real, missed)
        return opened or await _stands_further_on(crew, real, missed, following)
    if not (places or named) or not any(isinstance(part, UrlIs) for part in real.done_when):
        return None
    paths = [part.path for part in places if part.path]
    if not crew.actuator.is_open(real.page):
        return None
    said = {*_segments(crew.actuator.url(real.page))}
    if any(_names_other(crew, part, said) for part in places):
        return None
    if named and not following.real.identity:
        return None
    ahead = following.goes_on_with(real.page)
    if ahead is None:
        return None
    with suppress(RunError):
        look = await crew.stop.race(crew.actuator.look(real.page, target=ahead, timeout=0))
        found = decide(ahead, look.sighting) if look.sighting is not None else None
        seen = found.element if isinstance(found, Match) else await _beyond_doubt(crew, real.page, ahead)
        if seen is None:
            led = _place(look.url) != _place(before) and await _shows_record(crew, real.page, ahead)
            return "it led to where the record is shown" if led else None
        path = urlsplit(look.url).path
        if paths and path != urlsplit(before).path:
            crew.moved.update(dict.fromkeys(paths, path))
            return f"it led to {path}, where the next step goes on"
        if is_in_dialog(seen.ancestors):
            return "it opened a dialog, in which the next step goes on"
        if not places:
            return "it led to where the next step goes on, which sees for itself whose record it is"
        if _place(look.url) != _place(before):
            return f"it led to {look.url}, where the next step goes on"
        if await _is_gone(crew, real):
            return "what it was done with is gone, and the next step goes on in its place"
    return None


async def _is_gone(crew: Crew, real: Task) -> bool:
    """Whether the page shows nothing any more that what the step was done with is known by: another page came
    in its place, at the same address."""
    own = real.target
    if own is None or own.frame or not own.locators or all(map(is_by_place_alone, own.locators)):
        return False
    look = await crew.stop.race(crew.actuator.look(real.page, target=own, timeout=0))
    return look.sighting is not None and all(
        hits.count == 0
        for locator, hits in zip(own.locators, look.sighting.locators, strict=True)
        if not is_by_place_alone(locator)
    )


async def _headed_as_dialog(crew: Crew, real: Task, missed: Sequence[Condition], before: str) -> str | None:
    """Where a dialog was to come, and a page did that is headed as the dialog was called: it is at another
    address, or in the place of what was pressed. The steps behind it find their elements there, or stop."""
    names = {one.target.name for one in missed if isinstance(one, ElementIs) and one.target is not None}
    dialogs = [
        isinstance(one, ElementIs) and one.state == "visible" and _is_dialog(one.target) for one in missed
    ]
    name = names.pop() if len(names) == 1 else None
    if not all(dialogs) or not name:
        return None
    by = RoleLocator(by="role", role="heading", name=name)
    heading = Target(role="heading", name=name, locators=(by,))
    with suppress(RunError):
        look = await crew.stop.race(crew.actuator.look(real.page, target=heading, timeout=0))
        found = decide(heading, look.sighting) if look.sighting is not None else None
        if not isinstance(found, Match) or not found.element.visible:
            return None
        if _place(look.url) != _place(before) or await _is_gone(crew, real):
            return f"it led to a page that is headed '{name}' in place of a dialog"
    return None


def _is_dialog(target: Target | None) -> bool:
    return target is not None and target.role in ("dialog", "alertdialog")


async def _opened_page(
    crew: Crew, real: Task, missed: Sequence[Condition], before: str, following: _Following
) -> str | None:
    """Where a dialog was to come, and a page did: it is at another address, what comes next is there beyond
    doubt, and the next step sees for itself whose record the page shows."""
    dialogs = [one.target.role if isinstance(one, ElementIs) and one.target else None for one in missed]
    ahead = following.goes_on_with(real.page)
    if ahead is None or not {"dialog", "alertdialog"}.issuperset(dialogs) or not following.real.identity:
        return None
    if any(isinstance(one, ElementIs) and one.state != "visible" for one in missed):
        return None
    with suppress(RunError):
        look = await crew.stop.race(crew.actuator.look(real.page, target=ahead, timeout=0))
        found = decide(ahead, look.sighting) if look.sighting is not None else None
        if isinstance(found, Match) and _place(look.url) != _place(before):
            return f"it led to {look.url} in place of a dialog, where the next step goes on"
    return None


async def _opened_in_its_row(
    crew: Crew, real: Task, missed: Sequence[Condition], following: _Following
) -> str | None:
    """Where the app was to be asked for something, and a row is edited in its place without that, or at
    another address: the field that comes next is there, in the row in which was pressed."""
    row = exact_row(real.target) if real.target is not None else None
    ahead = following.goes_on_with(real.page)
    asked = all(isinstance(part, ResponseWas) and part.method == "GET" for part in missed)
    if row is None or ahead is None or not asked or family(ahead.role, ahead.tag) != "field":
        return None
    with suppress(RunError):
        look = await crew.stop.race(crew.actuator.look(real.page, target=ahead, timeout=0))
        found = decide(ahead, look.sighting) if look.sighting is not None else None
        if isinstance(found, Match) and holds_words(found.element.near.row or "", row.text):
            return "it opened a field in its row, with which the next step goes on"
    return None


async def _is_shown_by_its_row(crew: Crew, real: Task, missed: Sequence[Condition]) -> str | None:
    """Where all that is missing are commands of rows that show them only while the pointer rests there."""
    for part in missed:
        target = part.target if isinstance(part, ElementIs) and part.state == "visible" else None
        if target is None or await shown_by_pointing(crew, real, target) is None:
            return None
    return "its row shows it under the pointer"


async def _is_in_menu(
    crew: Crew, real: Task, missed: Sequence[Condition], following: _Following
) -> str | None:
    """Where a command was to come, and did not: one menu of the page may hold it by now, or the row that was
    searched for something else, in which the next step looks for it."""
    ahead = following.goes_on_with(real.page)
    if ahead is None or family(ahead.role, ahead.tag) != "press":
        return None
    for part in missed:
        own = part.target if isinstance(part, ElementIs) and part.state == "visible" else None
        if own is None or own.locators[:1] != ahead.locators[:1]:
            return None
    with suppress(RunError):
        if exact_row(ahead) is not None:
            sought = isinstance(real.action, Fill | Type | Press) or searches(real)
            listed = sought and await _shows_record(crew, real.page, ahead)
            return "the record is listed in whose row the next step goes on" if listed else None
        menus = openers(ahead, await crew.stop.race(crew.actuator.gather(real.page, ahead)))
        if len(menus) == 1 and menus[0].element.attributes.get("aria-haspopup") in ("menu", "true"):
            return "what comes next may be in a menu by now, in which the next step looks for it"
    return None


async def _is_there_otherwise(crew: Crew, real: Task, missed: Sequence[Condition]) -> str | None:
    """Where a step without an effect only had to bring something up: all that is missing of it is there
    beyond doubt, drawn or called otherwise, and fields hold what they had to."""
    if real.effect != "none" or not crew.actuator.is_open(real.page):
        return None
    for part in missed:
        shows = isinstance(part, ElementIs) and part.state in ("visible", "present")
        wanted = part.equals if isinstance(part, ValueIs) else None
        target = part.target if isinstance(part, ElementIs | ValueIs) else None
        if target is None or target.role in _AROUND or not (shows or wanted):
            return None
        with suppress(RunError):
            seen = await _beyond_doubt(crew, real.page, target)
            if seen is not None and seen.visible and (shows or seen.value == wanted):
                continue
        return None
    return "what it had to bring up is there, called or drawn otherwise"


async def _stands_further_on(
    crew: Crew, real: Task, missed: Sequence[Condition], following: _Following
) -> str | None:
    """Where a list is sorted or narrowed down, and other data name a record that stands on another of its
    pages: the next step turns to it, or stops."""
    ahead = following.goes_on_with(real.page)
    row = exact_row(ahead) if ahead is not None else None
    if ahead is None or row is None or not crew.actuator.is_open(real.page):
        return None
    if not all(isinstance(one, ElementIs) and _is_of_row(one, row) for one in missed):
        return None
    with suppress(RunError):
        if await list_goes_on(crew, real.page, ahead):
            return "the list goes on, and may show further on what the next step needs"
    return None


def _is_of_row(part: ElementIs, row: RowLocator) -> bool:
    """Whether no more is asked for than that something of this row is seen."""
    own = exact_row(part.target) if part.target is not None else None
    return part.state in ("visible", "present") and own is not None and own.text == row.text


async def _beyond_doubt(crew: Crew, page: str, ahead: Target) -> ElementSnapshot | None:
    """What the next step will take for its element, where that is another one by now."""
    choice = choose(ahead, await crew.stop.race(crew.actuator.gather(page, ahead)))
    return choice.best.candidate.element if choice.kind == "clear" and choice.best is not None else None


async def _shows_record(crew: Crew, page: str, ahead: Target) -> bool:
    """Whether the record is there in whose row the next step does something: that may be in a menu by now."""
    if exact_row(ahead) is None:
        return False
    candidates = await crew.stop.race(crew.actuator.gather(page, ahead))
    return any(one.element.in_row is True and one.element.visible for one in candidates)


def _place(url: str) -> tuple[str, str]:
    """What of an address tells pages apart."""
    return page_key(url), urlsplit(url).query


def _names_other(crew: Crew, asked: UrlIs, said: Collection[str]) -> bool:
    """Whether the address that is asked for says which record is meant, and the page's does not say so."""
    segments = {*_segments((asked.path or asked.matches or "").replace("\\", ""))} - {*said}
    for name in crew.values.plain:
        with suppress(VariableError):
            value = text_of(crew.values.shown(name))
            if value and {value, quote(value, safe="")} & segments:
                return True
    return False


def _segments(address: str) -> list[str]:
    return re.split(r"[/?#(|)$]", address)
