"""Targets as Playwright locators: the best one that the script can express."""

from __future__ import annotations

from typing import Final

from handrail.compile.exporters.draft import Draft
from handrail.compile.exporters.writing import call, literal_text
from handrail.sop.locator import (
    CssLocator,
    GroupLocator,
    HeadingLocator,
    Locator,
    RoleLocator,
    RowLocator,
    TestIdLocator,
    XpathLocator,
)
from handrail.sop.target import Target

_OWN_ROLES: Final = frozenset({"card"})
"""Roles of Handrail's own, which no page and no Playwright knows."""


def locate(draft: Draft, target: Target, scope: str) -> str | None:
    """The element in source form, looked for from `scope`; none where no locator can be expressed."""
    for step in target.frame:
        inner = next((found for one in step.locators if (found := _found(draft, one, scope))), None)
        if inner is None:
            return None
        scope = f"{inner}.content_frame"
    locators = sorted(target.locators, key=lambda locator: _is_doubtful(locator, target))
    return next((found for locator in locators if (found := _found(draft, locator, scope))), None)


def _is_doubtful(locator: Locator, target: Target) -> bool:
    """A file field has no role of its own: browsers and libraries differ about it."""
    return isinstance(locator, RoleLocator) and target.input_type == "file"


def _found(draft: Draft, locator: Locator, scope: str) -> str | None:
    if isinstance(locator, HeadingLocator | GroupLocator):
        return None
    if locator.within is not None:
        inner = _found(draft, locator.within, scope)
        if inner is None:
            return None
        scope = inner
    match locator:
        case RoleLocator():
            return _by_role(draft, locator, scope)
        case RowLocator():
            if locator.role in _OWN_ROLES:
                return None
            row = call(f"{scope}.get_by_role", literal_text(locator.role))
            return call(f"{row}.filter", has_text=draft.text(locator.text))
        case TestIdLocator(attribute="data-testid"):
            return call(f"{scope}.get_by_test_id", draft.text(locator.value))
        case TestIdLocator():
            return call(f"{scope}.locator", draft.text(f'[{locator.attribute}="{locator.value}"]'))
        case CssLocator():
            return call(f"{scope}.locator", draft.text(locator.css))
        case XpathLocator():
            return call(f"{scope}.locator", draft.text(f"xpath={locator.xpath}"))
        case _:
            return call(f"{scope}.get_by_{locator.by}", draft.text(locator.text), exact="True")


def _by_role(draft: Draft, locator: RoleLocator, scope: str) -> str | None:
    if locator.role in _OWN_ROLES:
        return None
    if locator.name is None:
        return call(f"{scope}.get_by_role", literal_text(locator.role))
    name = draft.text(locator.name)
    return call(f"{scope}.get_by_role", literal_text(locator.role), name=name, exact="True")
