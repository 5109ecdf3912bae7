"""`assert…`, `verify…` and `waitFor…` of Selenium IDE, as completion criteria."""

from __future__ import annotations

import re
from typing import Any, Final

from handrail.compile.importers.drafting import Level
from handrail.compile.importers.selenium_ide.state import Command, State
from handrail.sop import condition as c
from handrail.sop.action import ExpectedDialog
from handrail.sop.condition import Condition
from handrail.sop.target import Target

_CHECK: Final = re.compile(r"^(assert|verify|waitfor)(?:element)?(.*)$")
_STATES: Final[dict[str, tuple[Any, Any]]] = {
    "present": ("present", "absent"),
    "visible": ("visible", "hidden"),
    "checked": ("checked", "unchecked"),
    "editable": ("enabled", "disabled"),
}
"""What is asked → the state when it is so, and when it is not."""
_SOFT: Final = (
    "A 'verify…' of the file lets the test go on when it fails; here it is a completion criterion, which "
    "stops the run."
)


def is_check(name: str) -> bool:
    """Whether the command asks for something."""
    return name.startswith(("assert", "verify", "waitfor"))


def expect(command: Command, state: State, level: Level) -> str | None:
    """The criterion that the command stands for; none where an SOP has no such condition."""
    found = _CHECK.match(command.name)
    if found is None:
        return None
    kind, asked = found[1], found[2]
    if asked in ("alert", "confirmation", "prompt"):
        return _dialog(command, state, level, asked)
    negative = asked.startswith("not")
    condition = _condition(
        command, state, asked.replace("not", "", 1) if negative else asked, negative=negative
    )
    if condition is None:
        return None
    plain = condition.condition if isinstance(condition, c.Not) else condition
    if isinstance(plain, c.TextIs | c.TitleIs) and plain.equals == "":
        return None
    timeout = _timeout(command) if kind == "waitfor" else None
    node = level.expect(condition, page=state.page, timeout=timeout)
    if kind == "verify" and _SOFT not in state.drafting.notes:
        state.drafting.notes.append(_SOFT)
    return f"'{node.id}': a completion criterion"


def _timeout(command: Command) -> float | None:
    found = re.fullmatch(r"\s*(\d{1,9})\s*", command.value)
    return int(found[1]) / 1000 if found and int(found[1]) > 0 else None


def _condition(command: Command, state: State, asked: str, *, negative: bool) -> Condition | None:
    if asked == "":
        return c.VariableIs(
            kind="variable",
            name=state.name(command.target.strip().removeprefix("${").removesuffix("}")),
            comparison="not_equals" if negative else "equals",
            value=state.text(command.value),
        )
    if asked in ("title", "location"):
        return _negated(_of_page(asked, state.expected(command.target)), negative)
    target = state.target(command)
    if target is None:
        return None
    if asked in _STATES:
        return c.ElementIs(kind="element", state=_STATES[asked][negative], target=target)
    return _negated(_of_element(asked, command.value, state.expected(command.value), target), negative)


def _negated(condition: Condition | None, negative: bool) -> Condition | None:
    return c.Not(kind="not", condition=condition) if condition is not None and negative else condition


def _of_page(asked: str, text: str) -> Condition | None:
    how, wanted = _pattern(text)
    if asked == "title":
        return c.TitleIs.model_validate({"kind": "title", how: wanted})
    return c.UrlIs.model_validate({"kind": "url", how: wanted})


def _of_element(asked: str, value: str, text: str, target: Target) -> Condition | None:
    how, wanted = _pattern(text)
    match asked:
        case "text":
            return c.TextIs.model_validate({"kind": "text", how: wanted, "target": target})
        case "value" if value in ("on", "off"):
            # Of a check box, that it is ticked; of another field, its text.
            state = c.ElementIs(
                kind="element", state="checked" if value == "on" else "unchecked", target=target
            )
            return c.AnyOf(kind="any", of=(state, c.ValueIs(kind="value", equals=value, target=target)))
        case "value" | "selectedvalue" | "selectedlabel" if how == "equals":
            bare = re.sub(r"^(label|value)=", "", wanted) if asked != "value" else wanted
            return c.ValueIs(kind="value", equals=bare, target=target)
        case _:
            return None


def _pattern(text: str) -> tuple[str, str]:
    """How a text is compared, and with what: `exact:`, `regexp:` and `glob:` of the old Selenium, too."""
    kind, _, rest = text.partition(":")
    match kind:
        case "exact":
            return "equals", rest
        case "regexp":
            return "matches", rest
        case "glob":
            bare = rest.strip("*")
            return ("contains", bare) if "*" not in bare and bare != rest else ("equals", rest)
        case _:
            return "equals", text


def _dialog(command: Command, state: State, level: Level, asked: str) -> str | None:
    """The step before opens a dialog that says this."""
    before = level.last_task()
    if before is None:
        return None
    kind: Any = {"alert": "alert", "confirmation": "confirm", "prompt": "prompt"}[asked]
    message = state.text(command.target)
    known = next((d for d in before.dialogs if d.kind == kind and d.message is None), None)
    told = ExpectedDialog(kind=kind, message=message)
    if known is None:
        level.amend(dialogs=(*before.dialogs, told))
    else:
        dialogs = tuple(
            d.model_copy(update={"message": message}) if d is known else d for d in before.dialogs
        )
        level.amend(dialogs=dialogs)
    return f"'{before.id}': the dialog that it opens"
