"""The field that opens a list, where the next version of an app draws it of another kind: a line that could
only be pressed is a list that says so by now, or the choice is made in another control. It is pressed where
it is the only one of its name, and the next step picks an entry of what it opens."""

from __future__ import annotations

from typing import Final

from handrail.runtime.finding.offered_otherwise import Instead, offers, stands_so
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, as_it_is_now
from handrail.sop.action import Click, Fill, Hover
from handrail.sop.condition import Condition, ElementIs, ValueIs
from handrail.sop.locator import RoleLocator
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.targeting import ElementSnapshot
from handrail.targeting.kinds import family
from handrail.targeting.naming import spelled

_ENTRIES: Final = frozenset({None, "option", "listitem", "menuitem"})
_LIST: Final = "combobox"


async def opened_anew(crew: Crew, real: Task, shown: Task, ahead: Task | None) -> Instead | None:
    """The opening of the list by the only control of its name; none where the task opens none, or several are
    called so. What the browser draws, what is typed into, and choices side by side are not opened: the next
    step chooses in them."""
    label, entry = _list_opened(real, ahead), _entry(ahead)
    if label is None or entry is None:
        return None
    sought = Target(role=_LIST, locators=(RoleLocator(by="role", role=_LIST, name=label),))
    candidates = await crew.stop.race(crew.actuator.gather(real.page, sought))
    fits = [
        one
        for one in candidates
        if may_be_chosen_in(one.element, label, entry) and stands_so(real.target, one.element)
    ]
    now = await as_it_is_now(crew.actuator, real.page, fits[0]) if len(fits) == 1 else None
    if now is None:
        return None
    target, match, url = now
    found = Found(match, target, url, otherwise="it is the only list that is called so by now")
    if real.target is not None:
        crew.anew[real.page] = (real.target, target)
    changed: dict[str, object] = {"target": target}
    if isinstance(real.action, Fill) or not _is_opened(match.element):
        crew.native[real.page] = target
        there = ElementIs(kind="element", state="visible")
        changed |= {"action": Hover(do="hover"), "done_when": (there,)}
        found = found._replace(otherwise="it is chosen in another control by now")
    return Instead(real.model_copy(update=changed), shown.model_copy(update=changed), found)


def may_be_chosen_in(seen: ElementSnapshot, label: str, entry: str) -> bool:
    """Whether it is a list for one choice that is called so, be it by the words before it, or what chooses
    the entry in a group that is called so."""
    if offers(seen, "radio", label, entry) or offers(seen, "button", label, entry):
        return True
    several = seen.tag == "select" and seen.role != _LIST
    nameless = not (seen.name or seen.label) and spelled(seen.near.before or "") == spelled(label)
    drawn = seen.role == _LIST or (seen.attributes.get("aria-haspopup") == "listbox" and seen.tag == "button")
    lists = drawn and seen.enabled and seen.visible and not several
    return lists and (nameless or spelled(label) in map(spelled, filter(None, (seen.name, seen.label))))


def _is_opened(seen: ElementSnapshot) -> bool:
    """Whether a press brings up its entries: the browser's own are none of the page's, and some come only as
    one types."""
    lists = seen.role == _LIST or seen.attributes.get("aria-haspopup") == "listbox"
    return lists and seen.tag != "select" and not seen.editable


def held_anew(crew: Crew, task: Task) -> Task:
    """The task, where what shows that it was done is what such a field holds: that field as it is by now."""
    known = crew.anew.get(task.page)
    if known is None:
        return task
    old, now = known

    def told(part: Condition) -> Condition:
        own = part.target if isinstance(part, ValueIs) else None
        if own is None or own.locators[:1] != old.locators[:1]:
            return part
        return part.model_copy(update={"target": now})

    done_when = tuple(map(told, task.done_when))
    return task if done_when == task.done_when else task.model_copy(update={"done_when": done_when})


def _entry(ahead: Task | None) -> str | None:
    """What the entry is called that the task picks."""
    entry = ahead.target if ahead is not None else None
    if ahead is None or entry is None or entry.role not in _ENTRIES or ahead.effect == "once":
        return None
    return (entry.name or entry.text) if isinstance(ahead.action, Click) else None


def _list_opened(real: Task, ahead: Task | None) -> str | None:
    """What the field is called that the task presses, or types into, to bring up the entry that the next one
    picks."""
    target, entry = real.target, ahead.target if ahead is not None else None
    called = _entry(ahead)
    if target is None or entry is None or not called or real.effect == "once":
        return None
    field = family(target.role, target.tag) == "field" or target.attributes.get("aria-haspopup") == "listbox"
    near = target.near
    # A line that is drawn without a role stands behind its caption.
    caption = (near.group or near.before) if target.role is None and not near.row else None
    label = (target.label or target.name if field else target.label) or caption
    if isinstance(real.action, Fill):
        begun = spelled(real.action.value)
        return label if field and begun and begun in spelled(called) else None
    brings = any(
        isinstance(part, ElementIs) and part.state == "visible" and part.target is not None
        and (part.target.locators[:1] == entry.locators[:1] or part.target.role == "option")
        for part in real.done_when
    )  # fmt: skip
    opens = isinstance(real.action, Click) and (field or target.role is None)
    return label if opens and (brings or bool(caption)) else None
