"""What a step picks out of a list: a record by its name, or an entry of a list that a field opened."""

from __future__ import annotations

from collections.abc import Iterable

from handrail.compile.addresses import is_id, path_of
from handrail.compile.known import fold, is_telling
from handrail.compile.steps import Draft
from handrail.compile.targets import row_of
from handrail.sop import action as sop
from handrail.sop.locator import Locator

ENTRY_ROLES = frozenset({None, "treeitem", "menuitemcheckbox", "menuitemradio", "listitem"})
"""What entries are called in lists for choosing whose entries are no options."""


def picked_record(draft: Draft) -> str | None:
    """The name of the record, where a step clicks on it in a list and its page bears the same name."""
    target, after, leads_to = draft.target, draft.act.after, draft.act.leads_to
    if not isinstance(draft.action, sop.Click | sop.DoubleClick) or target is None or target.near.row is None:
        return None
    name = fold(target.name or target.text or "")
    if after is None or leads_to is None or not is_telling(name):
        return None
    if name not in map(fold, (*after.headings, *after.values.values())):
        return None
    came_from = path_of(draft.act.event.url).split("/")
    if not any(is_id(part) and part not in came_from for part in path_of(leads_to).split("/") if part):
        return None
    by_name = (locator for locator in target.locators if row_of(locator) is None)
    return name if goes_by(by_name, name) else None


def picked_option(draft: Draft) -> str | None:
    """The name of the option, where a step clicks on one in a list that the page made itself."""
    target = draft.target
    if not isinstance(draft.action, sop.Click) or target is None or target.role != "option":
        return None
    name = fold(target.name or target.text or "")
    return name if name and goes_by(target.locators, name) else None


def goes_by(locators: Iterable[Locator], name: str) -> bool:
    """Whether the name is what leads to the element."""
    return any(name in locator.model_dump().values() for locator in locators)


def texts_after(draft: Draft) -> tuple[str, ...]:
    """The texts that came with the step."""
    return tuple(text for change in draft.act.changes for text in change.state.texts)
