"""`store…` and scripts that only give a value: variables of an SOP, or steps that read one."""

from __future__ import annotations

import json
import re
from typing import Final

from handrail.compile.importers.drafting import Level
from handrail.compile.importers.selenium_ide.state import Command, State
from handrail.sop import action as a
from handrail.sop.node import Extract, ExtractField

_LITERAL: Final = re.compile(r"""^\s*return\s+("[^"]*"|'[^']*'|-?\d+(?:\.\d+)?|true|false)\s*;?\s*$""")


def store(command: Command, state: State, level: Level) -> str | None:
    """What the command gives a value; none where an SOP has no such step."""
    if command.value in state.secrets:
        return _secret(command, state)
    match command.name:
        case "store":
            return _constant(command.target, command, state) or _set(command.target, command, state, level)
        case "storejson":
            return _json(command, state)
        case "storetext" | "storevalue" | "storeattribute":
            return _extract(command, state, level)
        case "storewindowhandle":
            state.handles[command.target] = state.page
            return f"another name of the tab '{state.page}'"
        case "executescript":
            found = _LITERAL.match(command.target)
            if found is None:
                return None
            value = found[1].strip("\"'")
            return _constant(value, command, state) or _set(value, command, state, level)
        case _:
            return None


def _secret(command: Command, state: State) -> str | None:
    """A value that goes into a secret field later: it is asked for at the run."""
    found = _LITERAL.match(command.target) if command.name == "executescript" else None
    value = found[1].strip("\"'") if found else command.target
    plain = command.name == "store" or found is not None
    if not plain or not state.is_constant(value) or not state.secret(command.value, value):
        return None
    command.source["target"].hide()
    command.source["target"].left("a secret does not stand in an SOP: it is asked for at the run")
    return f"secret '{state.name(command.value)}'"


def _constant(value: str, command: Command, state: State) -> str | None:
    if not command.value or not state.is_constant(value) or not state.constant(command.value, value):
        return None
    return f"input '{state.name(command.value)}', with this value as its default"


def _set(value: str, command: Command, state: State, level: Level) -> str | None:
    """Where the value comes about during the run, or a second time: a step that sets the variable."""
    if not command.value.isidentifier():
        return None
    text = state.text(value)
    action = a.SetVariable(do="set", name=state.output(command.value), value=text)
    node = level.task(action, page=state.page, intent=command.comment)
    return f"'{node.id}': set"


def _json(command: Command, state: State) -> str | None:
    try:
        found = json.loads(command.target)
    except ValueError:
        return None
    kind = "list" if isinstance(found, list) else "text"
    if not command.value or not state.constant(command.value, command.target, type=kind):
        return None
    return f"input '{state.name(command.value)}', with this value as its default"


def _extract(command: Command, state: State, level: Level) -> str | None:
    attribute = None
    if command.name == "storeattribute":
        command.target, at, attribute = command.target.rpartition("@")
        if not at or not attribute:
            return None
        command.element_in = "target"
    target = state.target(command, field=command.name == "storevalue")
    if target is None or not command.value:
        return None
    name = state.output(command.value)
    node = level.add(
        Extract(
            type="extract",
            id=state.drafting.free_id(f"read-{name.replace('_', '-')}"),
            label=f"Read '{command.value}'",
            intent=command.comment,
            into=name,
            page=state.page,
            fields=(ExtractField(name=name, target=target, attribute=attribute),),
        )
    )
    return f"'{node.id}': extract into '{name}'"
