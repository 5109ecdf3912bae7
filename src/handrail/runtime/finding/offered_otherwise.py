"""A choice that the next version of an app offers in another kind of control: a list in the place of radio
buttons, radio buttons or buttons side by side in the place of a list, "Yes" and "No" in that of a box. It is
made where the control is called as the old one was, and offers the choice by the same words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from handrail.runtime.finding.unfolding import is_called_so, is_menu_of_page, is_menu_of_row
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, as_it_is_now
from handrail.sop.action import Action, Check, Click, Hover, Select, Uncheck
from handrail.sop.condition import Condition, ElementIs, ResponseWas, UrlIs, ValueIs
from handrail.sop.locator import RoleLocator
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.targeting import Candidate, ElementSnapshot, Match, decide
from handrail.targeting.naming import own_name, spelled
from handrail.targeting.standing import is_in_dialog

_LISTS: Final = frozenset({"combobox", "listbox"})
_BOXES: Final = frozenset({"checkbox", "switch"})
_IN_MENUS: Final = frozenset({"menuitem", "menuitemradio", "menuitemcheckbox"})
_PICKED: Final = frozenset({None, "option", "listitem", "menuitem"})
_ANSWERS: Final = (
    ("yes", "no"),
    ("true", "false"),
    ("on", "off"),
    ("ja", "nein"),
    ("oui", "non"),
    ("sí", "no"),
)
"""What stands for a box that is ticked, and for one that is not."""
_KINDS: Final = {"radio": "radio buttons", "button": "buttons", "combobox": "a list"}


class Instead(NamedTuple):
    """The task as it is done now, with its values in clear and as people see them, and its element."""

    real: Task
    shown: Task
    found: Found


class _Choice(NamedTuple):
    label: str
    value: str


def opens_by_itself(crew: Crew, real: Task, shown: Task, found: Found | None) -> Instead | None:
    """The task where it opens a list that is the browser's own by now: nothing is to be opened, and the entry
    that is picked next is chosen in it. None where it opens no such list."""
    if not isinstance(real.action, Hover):
        crew.native.pop(real.page, None)
    opens = isinstance(real.action, Click) and real.effect != "once" and real.target is not None
    if not opens or found is None or found.match.element.tag != "select" or real.target is None:
        return None
    if real.target.tag in (None, "select"):
        return None
    crew.native[real.page] = found.target
    there = ElementIs(kind="element", state="visible")
    changed = {"action": Hover(do="hover"), "target": found.target, "done_when": (there,)}
    told = found._replace(otherwise="its list is the browser's own by now")
    return Instead(real.model_copy(update=changed), shown.model_copy(update=changed), told)


async def _in_native(crew: Crew, real: Task, shown: Task) -> Instead | None:
    """The pick of an entry, made in the control that stands in the place of the opened list: one of the
    browser's own, one that is typed into, or the choice itself."""
    native, target = crew.native.get(real.page), real.target
    entry = target is not None and target.role in _PICKED and isinstance(real.action, Click)
    if native is None or target is None or not entry or real.effect == "once":
        return None
    name = target.name or target.text or ""
    look = await crew.stop.race(crew.actuator.look(real.page, target=native, timeout=0))
    match = decide(native, look.sighting) if look.sighting is not None else None
    if not name or not isinstance(match, Match):
        return None
    kind = match.element.role if match.element.role in ("radio", "button") else None
    side = kind is not None and match.element.attributes.get("aria-haspopup") != "listbox"
    if side and spelled(own_name(match.element) or match.element.text) != spelled(name):
        # What stood in the menu that is gone may be another command than the one that is meant.
        return None
    action: Action = Select(do="select", options=(name,))
    if side:
        action = Check(do="check") if kind == "radio" else Click(do="click")
    own: Condition = (
        ElementIs(kind="element", state="checked") if side else ValueIs(kind="value", equals=name)
    )
    # What else the page said of the choice, it may say otherwise where that is made in another control.
    told = tuple(one for one in real.done_when if isinstance(one, ResponseWas | UrlIs))
    changed = {"action": action, "target": native, "done_when": (own, *told)}
    by = _KINDS[kind] if side and kind else "another list"
    found = Found(match, native, look.url, otherwise=f"it is chosen by {by} by now")
    return Instead(real.model_copy(update=changed), shown.model_copy(update=changed), found)


async def picked_at_once(crew: Crew, real: Task, shown: Task) -> Instead | None:
    """What a step picks in the place of which the step before has found something else: before it is looked
    for, as others on the page may be called so."""
    return await _in_row_itself(crew, real, shown) or await _in_native(crew, real, shown)


async def _without_menu(crew: Crew, real: Task, shown: Task) -> Instead | None:
    """The opening of a row's menu, or of the page's, where what is pressed in that next stands in the row
    itself, or on the page, by now: nothing is to be opened."""
    target = real.target
    opens = isinstance(real.action, Click) and real.effect != "once"
    if not opens or target is None or not (is_menu_of_row(target) or is_menu_of_page(target)):
        return None
    shows = (
        part.target for part in real.done_when if isinstance(part, ElementIs) and part.state == "visible"
    )
    entry = next((one for one in shows if one is not None and one.role in _IN_MENUS), None)
    if entry is None:
        return None
    candidates = await crew.stop.race(crew.actuator.gather(real.page, target))
    in_row = is_menu_of_row(target)
    called = [one.element for one in candidates if is_called_so(entry, one.element)]
    there = [seen for seen in called if (seen.in_row is True if in_row else not seen.near.row)]
    fits = [one for one in candidates if one.element in there]
    now = await as_it_is_now(crew.actuator, real.page, fits[0]) if len(fits) == 1 else None
    if now is None:
        return None
    own, match, url = now
    crew.native[real.page] = own
    shown_now = ElementIs(kind="element", state="visible")
    changed = {"action": Hover(do="hover"), "target": own, "done_when": (shown_now,)}
    place = "in the row itself" if in_row else "on the page itself"
    found = Found(match, own, url, otherwise=f"what its menu held stands {place} by now")
    return Instead(real.model_copy(update=changed), shown.model_copy(update=changed), found)


async def _in_row_itself(crew: Crew, real: Task, shown: Task) -> Instead | None:
    """The press on an entry of such a menu, where that stands in the row itself, or on the page."""
    own, target = crew.native.get(real.page), real.target
    if own is None or target is None or target.role not in _IN_MENUS or not isinstance(real.action, Click):
        return None
    look = await crew.stop.race(crew.actuator.look(real.page, target=own, timeout=0))
    match = decide(own, look.sighting) if look.sighting is not None else None
    if not isinstance(match, Match) or not is_called_so(target, match.element):
        return None
    found = Found(match, own, look.url, otherwise="it stands in no menu by now")
    changed = {"target": own}
    return Instead(real.model_copy(update=changed), shown.model_copy(update=changed), found)


async def choose_instead(crew: Crew, real: Task, shown: Task) -> Instead | None:
    """The same choice in the control that offers it by now; none where none does beyond doubt."""
    if (without := await _without_menu(crew, real, shown)) is not None:
        return without
    if (ticked := _ticked(real)) is not None and all(map(_is_own, real.done_when)):
        return await _answered(crew, real, shown, ticked)
    choice = _choice(real)
    if choice is None or real.effect == "once" or not all(map(_is_own, real.done_when)):
        return None
    for kind in ("radio", "button") if isinstance(real.action, Select) else ("combobox",):
        sought = RoleLocator(by="role", role=kind, name=choice.label if kind == "combobox" else choice.value)
        candidates = await crew.stop.race(
            crew.actuator.gather(real.page, Target(role=kind, locators=(sought,)))
        )
        fits = [
            one
            for one in candidates
            if offers(one.element, kind, choice.label, choice.value) and stands_so(real.target, one.element)
        ]
        if len(fits) == 1:
            return await _taken(crew, real, shown, choice.value, kind, fits[0])
    return None


def _ticked(task: Task) -> bool | None:
    """Whether the task ticks or unticks a box; none where it does something else."""
    action, target = task.action, task.target
    if task.effect == "once" or target is None or target.role not in _BOXES:
        return None
    if isinstance(action, Uncheck):
        return False
    if not isinstance(action, Check) or (action.on or "true") not in ("true", "false"):
        return None
    return (action.on or "true") == "true"


async def _answered(crew: Crew, real: Task, shown: Task, ticked: bool) -> Instead | None:
    """ "Yes" or "No" in the only list or group of radio buttons that is called as the box was."""
    target = real.target
    label = (target.label or target.name or "") if target is not None else ""
    for kind in ("combobox", "radio") if label else ():
        sought = RoleLocator(by="role", role=kind, name=label if kind == "combobox" else None)
        candidates = await crew.stop.race(
            crew.actuator.gather(real.page, Target(role=kind, locators=(sought,)))
        )
        answers = [(one, says_so(one.element, kind, label, ticked=ticked)) for one in candidates]
        fits = [(one, answer) for one, answer in answers if answer and stands_so(target, one.element)]
        if len(fits) == 1:
            return await _taken(crew, real, shown, fits[0][1] or "", kind, fits[0][0])
    return None


def says_so(seen: ElementSnapshot, kind: str, label: str, *, ticked: bool) -> str | None:
    """What is to be chosen in the list, or which answer the radio button is, where it is called as the box
    was and answers by "Yes" and "No"; none where it does not, or is the other answer."""
    said = (seen.value if kind == "combobox" else own_name(seen) or seen.text) or ""
    pair = next((one for one in _ANSWERS if spelled(said) in one), None)
    if pair is None:
        return None
    answer = pair[0 if ticked else 1]
    answer = answer.capitalize() if said[:1].isupper() else answer
    return answer if offers(seen, kind, label, answer) else None


async def _taken(
    crew: Crew, real: Task, shown: Task, value: str, kind: str, candidate: Candidate
) -> Instead | None:
    now = await as_it_is_now(crew.actuator, real.page, candidate)
    if now is None:
        return None
    target, match, url = now
    action: Action
    held: Condition
    if kind == "combobox":
        action, held = Select(do="select", options=(value,)), ValueIs(kind="value", equals=value)
    else:
        action = Check(do="check") if kind == "radio" else Click(do="click")
        held = ElementIs(kind="element", state="checked")
    changed = {"action": action, "target": target, "done_when": (held,)}
    found = Found(match, target, url, otherwise=f"it is chosen by {_KINDS[kind]} by now")
    return Instead(real.model_copy(update=changed), shown.model_copy(update=changed), found)


def offers(seen: ElementSnapshot, kind: str, label: str, value: str) -> bool:
    """Whether it is the list that is called so, or what chooses the value in a group that is."""
    if not seen.enabled:
        return False
    wanted = spelled(label)
    if kind == "combobox":
        lists = seen.tag == "select" or seen.role in _LISTS
        return lists and seen.visible and wanted in map(spelled, _called(seen))
    near = seen.near
    group = any(spelled(text) == wanted for text in (near.group, near.section) if text)
    # A button that is one of several says which of them is on.
    kept = seen.role == kind and (kind == "radio" or (seen.checked is not None and seen.visible))
    return kept and group and spelled(own_name(seen) or seen.text) == spelled(value)


def stands_so(target: Target | None, seen: ElementSnapshot) -> bool:
    """Whether it stands in a form, and in a dialog, where the old one did: what a page is searched by behind
    them may be called so as well."""
    around = target.ancestors if target is not None else ()
    in_form = any(part.startswith("form") for part in around)
    return (seen.form is not None or not in_form) and (
        is_in_dialog(seen.ancestors) or not is_in_dialog(around)
    )


def _called(seen: ElementSnapshot) -> Iterator[str]:
    yield from filter(None, (seen.name, seen.label))


def _choice(task: Task) -> _Choice | None:
    target, action = task.target, task.action
    if target is None:
        return None
    if isinstance(action, Select) and len(action.options) == 1:
        label, value = target.label or target.name, action.options[0]
    elif isinstance(action, Check) and action.on is None and target.role == "radio":
        label, value = target.near.group or target.near.section, target.name or target.label or ""
    else:
        return None
    return _Choice(label, value) if label and value else None


def _is_own(part: Condition) -> bool:
    """Whether a criterion says no more than that the control holds the choice."""
    return isinstance(part, ValueIs | ElementIs) and part.target is None
