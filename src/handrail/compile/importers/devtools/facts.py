"""What fields of recorded steps stand for: actions, types and conditions."""

from __future__ import annotations

import json
from typing import Any, Final

from handrail.compile.importers.drafting import Drafting, clipped
from handrail.compile.importers.source import Source
from handrail.compile.reading.addresses import slug
from handrail.compile.reading.elements import is_text_field
from handrail.sop import action as a
from handrail.sop import condition as c
from handrail.sop.condition import Comparison, Condition
from handrail.sop.document import VariableType
from handrail.sop.sentences import describe_target
from handrail.sop.target import Target
from handrail.sop.template import literal
from handrail.sop.values import misfit

OPERATORS: Final[dict[str, Comparison]] = {"==": "equals", ">=": "at_least", "<=": "at_most"}


def click_action(kind: str, button: str, modifiers: tuple[a.Modifier, ...]) -> a.Action:
    if button == "back":
        return a.Back(do="back")
    if button == "forward":
        return a.Forward(do="forward")
    if kind == "doubleClick":
        return a.DoubleClick(do="double_click", modifiers=modifiers)
    if button == "right":
        return a.RightClick(do="right_click", modifiers=modifiers)
    return a.Click(do="click", modifiers=modifiers, button="middle" if button == "middle" else "left")


def type_of(target: Target, value: str) -> VariableType:
    if target.input_type == "date" and misfit("date", value) is None:
        return "date"
    return "number" if target.input_type == "number" and misfit("number", value) is None else "text"


def presence(target: Target, number: int, operator: str, *, hidden: bool) -> Condition:
    if hidden:
        return c.ElementIs(kind="element", state="hidden", target=target)
    if number == 0 and operator in ("==", "<="):
        return c.ElementIs(kind="element", state="absent", target=target)
    if number == 1 and operator in ("==", ">="):
        return c.ElementIs(kind="element", state="visible", target=target)
    return c.CountIs(kind="count", target=target, comparison=OPERATORS[operator], number=number)


def property_is(name: str, value: Any, target: Target) -> Condition | None:
    match name, value:
        case "checked", bool():
            return c.ElementIs(kind="element", state="checked" if value else "unchecked", target=target)
        case "disabled", bool():
            return c.ElementIs(kind="element", state="disabled" if value else "enabled", target=target)
        case "value", str() if is_text_field(target) or target.tag in (None, "select"):
            return c.ValueIs(kind="value", equals=literal(value), target=target)
        case (("innerText" | "textContent"), str()):
            return c.TextIs(kind="text", equals=literal(value), target=target)
        case _:
            return None


def properties(step: Source, target: Target, drafting: Drafting, node: str | None) -> list[Condition]:
    """Criteria about properties; of the rest, and of attributes, a required question each."""
    found: list[Condition] = []
    for name, value in (*step["properties"].fields(), *step["attributes"].fields()):
        of_property = value.path[-2] == "properties"
        condition = property_is(name, value.value, target) if of_property else None
        if condition is not None:
            value.mapped("criterion about the element")
            found.append(condition)
            continue
        value.left("no condition of an SOP asks for it; a required question does")
        shown = clipped(json.dumps(value.value, ensure_ascii=False))
        drafting.ask(
            f"which-{slug(name) or 'property'}",
            f"The file waits until '{name}' of {describe_target(target)} is {shown}. What does the page "
            "show then?",
            node,
        )
    return found


def says_nothing(step: Source, following: Source | None, target: Target) -> str | None:
    """Why a click does nothing of its own; none for one that does."""
    if (
        target.tag in ("html", "body")
        and not (target.role or target.name)
        and not step["assertedEvents"].there
    ):
        return "it goes to the page as a whole, and would hit whatever is in its middle"
    if _only_focuses(step, following, target):
        return "it only puts the cursor into the field that the next step sets"
    return None


def _only_focuses(step: Source, following: Source | None, target: Target) -> bool:
    if following is None or following["type"].text() != "change":
        return False
    if not following["selectors"].is_list() or not step["selectors"].is_list():
        return False
    same = following["frame"].value == step["frame"].value and any(
        selector in (following["selectors"].value or ()) for selector in step["selectors"].value or ()
    )
    plain = step["type"].text() == "click" and not step["assertedEvents"].there
    tickable = target.role in ("checkbox", "radio") or target.input_type in ("checkbox", "radio", "file")
    return same and plain and not tickable and step["button"].text() in ("", "primary")
