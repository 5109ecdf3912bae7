"""The differences of steps: which came, went and moved, and what changed in those that stayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from pydantic import BaseModel

from handrail.sop.action import Drag
from handrail.sop.condition import Condition
from handrail.sop.diff.model import Difference, change, changed_fields, whole, words_of
from handrail.sop.diff.moves import moved
from handrail.sop.diff.targets import target_changes
from handrail.sop.document import Sop
from handrail.sop.graph import Graph
from handrail.sop.node import ExtractField, Node, Task
from handrail.sop.outline import StepLine, outline
from handrail.sop.sentences import describe_condition, describe_deed
from handrail.sop.target import Target

_APART: Final = frozenset({"id", "type", "children"})
"""What is told otherwise: the step's own name and kind, and the steps in it."""


class _Side(NamedTuple):
    """One of the two SOPs, with what is asked of it again and again."""

    sop: Sop
    graph: Graph
    lines: dict[str, StepLine]

    @classmethod
    def of(cls, sop: Sop) -> _Side:
        return cls(sop, Graph(sop), {line.node: line for line in outline(sop).steps})

    def words(self, node: str) -> str:
        return f"step {self.lines[node].number} '{node}'"


def step_differences(old: Sop, new: Sop) -> Iterator[Difference]:
    """The steps that went, in their old order; then those that came, moved or changed, in the new order."""
    before, after = _Side.of(old), _Side.of(new)
    for id, line in before.lines.items():
        if id not in after.lines:
            yield whole("step", "removed", id, before.words(id), _told(line))
    displaced = moved(old, new)
    for node in new.walk_nodes():
        earlier = before.graph.node(node.id)
        if earlier is None:
            yield whole("step", "added", node.id, after.words(node.id), _told(after.lines[node.id]))
            continue
        if node.id in displaced:
            yield _move(node.id, before, after)
        yield from _node(earlier, node, after.words(node.id))


def _told(line: StepLine) -> str:
    return " ".join((line.sentence, *line.more))


def _move(node: str, before: _Side, after: _Side) -> Difference:
    was, now = _place(node, before), _place(node, after)
    return Difference(
        about="step",
        kind="moved",
        name=node,
        words=after.words(node),
        before=was,
        after=now,
        sentence=f"moved: {was} → {now}",
    )


def _place(node: str, side: _Side) -> str:
    parent = side.graph.parent(node)
    level = [entry.id for entry in (parent.children if parent else side.sop.nodes)]
    inside = f" in '{parent.id}'" if parent else ""
    # A document in which an id is there twice may lead elsewhere.
    place = level.index(node) if node in level else 0
    return f"after '{level[place - 1]}'{inside}" if place else f"first{inside}"


def _node(old: Node, new: Node, words: str) -> Iterator[Difference]:
    if old.type != new.type:
        yield change("step", new.id, words, "type", f"a {old.type}", f"a {new.type}")
        return
    own = new.target if isinstance(new, Task) else None
    for field, before, after in changed_fields(old, new):
        if field not in _APART:
            yield from _field(new.id, words, field, before, after, own)


def _field(
    node: str, words: str, field: str, before: object, after: object, own: Target | None
) -> Iterator[Difference]:
    """The differences of one field, each kind of content in its own words."""
    one, other = _first(before), _first(after)
    if isinstance(one or other, Target):
        yield from _targets(node, words, field, before, after)
    elif field == "action" and isinstance(before, BaseModel) and isinstance(after, BaseModel):
        yield from _action(node, words, before, after, own)
    elif field in ("before", "done_when", "identity", "condition", "success"):
        yield from _conditions(node, words, field, _all(before), _all(after), own)
    elif field == "check" and isinstance(before, dict) and isinstance(after, dict):
        for outcome in {**before, **after}:
            was, now = _all(before.get(outcome)), _all(after.get(outcome))
            yield from _conditions(node, words, f"check '{outcome}'", was, now, own)
    elif isinstance(one or other, ExtractField):
        yield from _read_fields(node, words, before, after)
    elif field == "skills" and isinstance(before, tuple) and isinstance(after, tuple):
        sides_in_words = [", ".join(describe_deed(skill, own) for skill in side) for side in (before, after)]
        yield change("step", node, words, "other ways", sides_in_words[0] or None, sides_in_words[1] or None)
    else:
        yield change("step", node, words, field, _plain(before), _plain(after))


def _all(value: Any) -> tuple[Condition, ...]:
    """One condition, several, or none."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def _first(value: object) -> object:
    return value[0] if isinstance(value, tuple) and value else value


def _plain(value: object) -> str | None:
    if isinstance(value, BaseModel):
        return _facts(value)
    if isinstance(value, tuple) and isinstance(_first(value), BaseModel):
        return "; ".join(_facts(entry) for entry in value if isinstance(entry, BaseModel)) or None
    return words_of(value)


def _facts(model: BaseModel) -> str:
    facts = model.model_dump(exclude_defaults=True)
    return ", ".join(f"{name.replace('_', ' ')} {words_of(value)}" for name, value in facts.items())


def _targets(node: str, words: str, field: str, before: object, after: object) -> Iterator[Difference]:
    old = before if isinstance(before, Target) else None
    new = after if isinstance(after, Target) else None
    for part, was, now in target_changes(field, old, new):
        yield change("step", node, words, part, was, now)


def _action(
    node: str, words: str, old: BaseModel, new: BaseModel, own: Target | None
) -> Iterator[Difference]:
    if isinstance(old, Drag) and isinstance(new, Drag):
        yield from _targets(node, words, "action.onto", old.onto, new.onto)
        old = old.model_copy(update={"onto": new.onto})
    if old == new:
        return
    # Both with the new target: what changed of the target is told as that.
    was, now = describe_deed(old, own), describe_deed(new, own)  # type: ignore[arg-type]
    if was != now or type(old) is not type(new):
        yield change("step", node, words, "does", was, now)
        return
    for field, before, after in changed_fields(old, new):
        yield change("step", node, words, f"action.{field}", _plain(before), _plain(after))


def _conditions(
    node: str,
    words: str,
    field: str,
    before: Sequence[Condition],
    after: Sequence[Condition],
    own: Target | None,
) -> Iterator[Difference]:
    gone = [condition for condition in before if condition not in after]
    come = [condition for condition in after if condition not in before]
    was = [describe_condition(condition, own) for condition in gone]
    now = [describe_condition(condition, own) for condition in come]
    for clause in [clause for clause in was if clause in now]:
        # The same words for another element: it is found otherwise.
        was.remove(clause)
        now.remove(clause)
        yield change("step", node, words, field, None, f"another way to find out whether {clause}")
    for clause in was:
        yield change("step", node, words, field, clause, None)
    for clause in now:
        yield change("step", node, words, field, None, clause)
    if not gone and not come:
        yield change("step", node, words, field, None, "in another order")


def _read_fields(node: str, words: str, before: object, after: object) -> Iterator[Difference]:
    sides = [
        {entry.name: entry for entry in side if isinstance(entry, ExtractField)}
        for side in (before, after)
        if isinstance(side, tuple)
    ]
    old, new = sides
    for name in {**old, **new}:
        was, now = old.get(name), new.get(name)
        where = f"field '{name}'"
        if was is None or now is None:
            yield change("step", node, words, where, _read(was), _read(now))
            continue
        yield from _targets(node, words, where, was.target, now.target)
        for part, one, other in changed_fields(was, now):
            if part != "target":
                yield change("step", node, words, f"{where}, {part}", words_of(one), words_of(other))


def _read(field: ExtractField | None) -> str | None:
    return f"read as {field.type}" if field else None
