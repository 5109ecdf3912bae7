"""Amendments: another target for a step, or steps before it, and the version that accepting one makes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeVar

from pydantic import BaseModel

from handrail._model import Model
from handrail.errors import SopError
from handrail.sop.document import Sop
from handrail.sop.graph import Graph
from handrail.sop.inserting import insert_before, stands_before
from handrail.sop.node import Group, Loop, Node, Task
from handrail.sop.sentences import describe_target
from handrail.sop.target import Target
from handrail.sop.template import FieldPath, literal, references_in, templates

TARGET: Final = "target"
"""The field of a task that holds its own target."""

M = TypeVar("M", bound=BaseModel)

_KEY: Final = re.compile(r"(?:^|\.)(\w+)|\[(\d+)\]")
_COUNTED: Final = re.compile(r"(.*[^\d.-].*)-(\d+)", re.DOTALL)

_SHORTEST_VALUE: Final = 3
"""Shorter values stand in other texts by chance."""


Place = Literal["target", "before"]
"""What an amendment changes of its node: one of its targets, or what is done before it."""


class Amendment(Model):
    """Another target for a field of a node, or steps before it, as the SOP writes them, templates and all."""

    node: str
    place: Place = "target"
    field: str = TARGET
    """Where in the node the target stands: `target`, `action.onto`, `fields[0].target`."""
    old: Target | None = None
    """The target that was there when it was proposed."""
    new: Target | None = None
    """The target in its place; for `target` alone."""
    steps: tuple[Task, ...] = ()
    """The steps to be done before the node, in their order; for `before` alone."""

    @property
    def words(self) -> str:
        """The change for people: "the button 'Save' → the button 'Store'"."""
        if self.place == "before":
            return f"before it: {'; '.join(step.label for step in self.steps)}"
        was, now = _described(self.old), _described(self.new)
        return f"{was} → {now}" if was != now else f"{was}, found otherwise"


def apply(sop: Sop, amendment: Amendment) -> Sop:
    """The next version of the SOP, with the change made.

    Raises SopError where the step is gone, or its target is not the one that the amendment was made for.
    """
    now = current(sop, amendment)
    if now != amendment.old:
        raise SopError(
            f"Step '{amendment.node}' was changed since: its {amendment.field} is {_described(now)} now, "
            "not as it was when the amendment was proposed.",
            place=f"node '{amendment.node}'.{amendment.field}",
            mend="Run the SOP as it is now; what still has to be healed is proposed again.",
        )
    meta = sop.meta.model_copy(update={"version": next_version(sop.meta.version)})
    if amendment.place == "before":
        return insert_before(sop, amendment.node, amendment.steps).model_copy(update={"meta": meta})
    assert amendment.new is not None
    nodes = _with_target(sop.nodes, amendment.node, _path(amendment.field), amendment.new)
    return sop.model_copy(update={"meta": meta, "nodes": nodes})


def is_made(sop: Sop, amendment: Amendment) -> bool:
    """Whether the SOP has the change already. Raises SopError for no such step."""
    if amendment.place == "before":
        _node(sop, amendment)
        return stands_before(sop, amendment.node, amendment.steps)
    return current(sop, amendment) == amendment.new


def current(sop: Sop, amendment: Amendment) -> Target | None:
    """The target that stands where the amendment would put the new one; of steps before it, the node's own.
    Raises SopError for no such step."""
    value: Any = _node(sop, amendment)
    for key in _path(amendment.field):
        value = _inside(value, key)
    return value if isinstance(value, Target) else None


def _node(sop: Sop, amendment: Amendment) -> Node:
    node = Graph(sop).node(amendment.node)
    if node is None:
        raise SopError(
            f"There is no step '{amendment.node}' in this SOP any more.",
            mend="Reject the amendment: what it is about was taken out.",
        )
    return node


def _described(target: Target | None) -> str:
    return describe_target(target) if target is not None else "nothing"


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
    return with_names(found, {name: value_of(name) for name in plain_names(old)})


def plain_names(model: BaseModel) -> tuple[str, ...]:
    """The names, with or without a path, that a model's templates refer to without a filter."""
    plain = [part.words for _, text in templates(model) for part in references_in(text) if not part.filters]
    return tuple(dict.fromkeys(plain))


def with_names(model: M, values: Mapping[str, str]) -> M:
    """A model in which these values are templates by their names, wherever they are words of their own;
    everything else is literal."""
    known = {name: value for name, value in values.items() if len(value.strip()) >= _SHORTEST_VALUE}
    written = model.model_dump(mode="json", by_alias=True)
    for path, text in templates(model):
        _put(written, path, _with_names(text, known))
    return type(model).model_validate(written)


def _with_names(text: str, known: Mapping[str, str]) -> str:
    if not known:
        return literal(text)
    longest = sorted(known, key=lambda name: len(known[name]), reverse=True)
    pattern = "|".join(f"(?<!\\w){re.escape(known[name])}(?!\\w)" for name in longest)
    names = {known[name]: name for name in longest}
    parts = re.split(f"({pattern})", text)
    return "".join(f"{{{{ {names[part]} }}}}" if part in names else literal(part) for part in parts)


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
