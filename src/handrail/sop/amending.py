"""Amendments: a proposed other target for a step, and the new version of the SOP that accepting it makes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from pydantic import BaseModel

from handrail._model import Model
from handrail.errors import SopError
from handrail.sop.document import Sop
from handrail.sop.graph import Graph
from handrail.sop.naming_values import with_names
from handrail.sop.node import Group, Loop, Node
from handrail.sop.restepping import NewSteps, has_new_steps, with_new_steps
from handrail.sop.sentences import describe_target
from handrail.sop.target import Target
from handrail.sop.template import FieldPath, references_in, templates

TARGET: Final = "target"
"""The field of a task that holds its own target."""

_KEY: Final = re.compile(r"(?:^|\.)(\w+)|\[(\d+)\]")
_COUNTED: Final = re.compile(r"(.*[^\d.-].*)-(\d+)", re.DOTALL)

_SHORTEST_VALUE: Final = 3
"""Shorter values stand in other texts by chance."""


class Amendment(Model):
    """Another target for one field of a node, as the SOP writes it, templates and all."""

    node: str
    field: str = TARGET
    """Where in the node the target stands: `target`, `action.onto`, `fields[0].target`."""
    old: Target
    new: Target

    @property
    def words(self) -> str:
        """The change for people: "the button 'Save' → the button 'Store'"."""
        was, now = describe_target(self.old), describe_target(self.new)
        return f"{was} → {now}" if was != now else f"{was}, found otherwise"


def apply(sop: Sop, amendment: Amendment | NewSteps) -> Sop:
    """The next version of the SOP, with the new target in place of the old one, or with the new steps.

    Raises SopError where the step is gone, or is not as it was when the amendment was made.
    """
    if isinstance(amendment, NewSteps):
        meta = sop.meta.model_copy(update={"version": next_version(sop.meta.version)})
        return with_new_steps(sop, amendment).model_copy(update={"meta": meta})
    now = current(sop, amendment)
    if now != amendment.old:
        words = describe_target(now) if now else "nothing"
        raise SopError(
            f"Step '{amendment.node}' was changed since: its {amendment.field} is {words} now, not as it was "
            "when the amendment was proposed.",
            place=f"node '{amendment.node}'.{amendment.field}",
            mend="Run the SOP as it is now; what still has to be healed is proposed again.",
        )
    path = _path(amendment.field)
    nodes = _with_target(sop.nodes, amendment.node, path, amendment.new)
    meta = sop.meta.model_copy(update={"version": next_version(sop.meta.version)})
    return sop.model_copy(update={"meta": meta, "nodes": nodes})


def stands_there(sop: Sop, amendment: Amendment | NewSteps) -> bool:
    """Whether the SOP is already as the amendment would have it. Raises SopError for no such step."""
    if isinstance(amendment, NewSteps):
        return has_new_steps(sop, amendment)
    return current(sop, amendment) == amendment.new


def current(sop: Sop, amendment: Amendment) -> Target | None:
    """The target that stands where the amendment would put the new one. Raises SopError for no such step."""
    node = Graph(sop).node(amendment.node)
    if node is None:
        raise SopError(
            f"There is no step '{amendment.node}' in this SOP any more.",
            mend="Reject the amendment: what it is about was taken out.",
        )
    value: Any = node
    for key in _path(amendment.field):
        value = _inside(value, key)
    return value if isinstance(value, Target) else None


def next_version(version: str) -> str:
    """The version counted up: "1" → "2", "1.4" → "1.5"; any other gets a number of its own at its end, as in
    "spring" → "spring-2" → "spring-3"."""
    *before, last = version.split(".")
    if last.isdecimal() and all(part.isdecimal() for part in before):
        return ".".join([*before, str(int(last) + 1)])
    if counted := _COUNTED.fullmatch(version):
        return f"{counted[1]}-{int(counted[2]) + 1}"
    return f"{version}-2"


def generalised(old: Target, found: Target, value_of: Callable[[str], str]) -> Target:
    """What was found in one run, as the SOP should keep it: the run's values become templates again.

    Values are those of the names, with or without a path, that the old target refers to; `value_of` gives
    them as they are shown. Everything else stays word for word.
    """
    plain = [part.words for _, text in templates(old) for part in references_in(text) if not part.filters]
    values = {name: value_of(name) for name in dict.fromkeys(plain)}
    known = {name: value for name, value in values.items() if len(value.strip()) >= _SHORTEST_VALUE}
    written = found.model_dump(mode="json")
    for path, text in templates(found):
        _put(written, path, with_names(text, known))
    return Target.model_validate(written)


def _put(document: Any, path: FieldPath, value: str) -> None:
    for key in path[:-1]:
        document = document[key]
    document[path[-1]] = value


def _path(field: str) -> tuple[str | int, ...]:
    return tuple(int(number) if number else name for name, number in _KEY.findall(field))


def _inside(value: Any, key: str | int) -> Any:
    if isinstance(key, int):
        return value[key] if isinstance(value, tuple) and key < len(value) else None
    if isinstance(value, dict):
        return value.get(key)
    return getattr(value, key, None)


def _with_target(nodes: tuple[Node, ...], id: str, path: FieldPath, target: Target) -> tuple[Node, ...]:
    found: list[Node] = []
    for node in nodes:
        if node.id == id:
            found.append(_replaced(node, path, target))
        elif isinstance(node, Loop | Group):
            children = _with_target(node.children, id, path, target)
            found.append(node.model_copy(update={"children": children}))
        else:
            found.append(node)
    return tuple(found)


def _replaced(value: Any, path: FieldPath, target: Target) -> Any:
    if not path:
        return target
    key, *rest = path
    inner = _replaced(_inside(value, key), tuple(rest), target)
    if isinstance(value, tuple):
        return tuple(inner if place == key else entry for place, entry in enumerate(value))
    if isinstance(value, BaseModel):
        return value.model_copy(update={str(key): inner})
    return {**value, key: inner}
