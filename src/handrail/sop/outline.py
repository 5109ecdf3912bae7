"""An SOP as numbered plain sentences, for people and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from handrail._model import Model
from handrail.sop.document import Clarification, Sop, Variable, VariableType
from handrail.sop.graph import FAILED, NEXT, Graph, children
from handrail.sop.node import (
    Decision,
    Edge,
    Effect,
    End,
    Explore,
    Extract,
    Generate,
    Group,
    Human,
    Loop,
    Node,
    Task,
)
from handrail.sop.sentences import (
    describe_action,
    describe_condition,
    describe_conditions,
    describe_deed,
    describe_target,
)

_INDENT: Final = "   "


class VariableLine(Model):
    """One variable in the head of an outline."""

    name: str
    type: VariableType
    words: str
    secret: bool
    output: bool


class StepLine(Model):
    """One step: its number (3.1 stands inside 3), its sentence, and what else is to be said of it."""

    number: str
    node: str
    type: str
    label: str
    effect: Effect | None
    sentence: str
    more: tuple[str, ...] = ()


class Outline(Model):
    """What an SOP says, in words."""

    id: str
    version: str
    title: str
    goal: str
    start: tuple[str, ...]
    domains: tuple[str, ...]
    variables: tuple[VariableLine, ...]
    open_questions: tuple[str, ...]
    steps: tuple[StepLine, ...]


def outline(sop: Sop) -> Outline:
    """The SOP in words; total, so that a document that does not hold together can be read as well."""
    numbers = dict(_numbers(sop.nodes, ""))
    graph = Graph(sop)
    return Outline(
        id=sop.meta.id,
        version=sop.meta.version,
        title=sop.meta.title,
        goal=sop.meta.goal,
        start=tuple(f"{page.url} in the tab '{page.name}'" for page in sop.environment.start),
        domains=sop.environment.domains,
        variables=tuple(_variable(name, variable) for name, variable in sop.variables.items()),
        open_questions=tuple(_question(c, numbers) for c in sop.clarifications if not c.answer),
        steps=tuple(_steps(sop.nodes, numbers, graph)),
    )


def render_text(outline: Outline, *, ids: bool = False) -> str:
    """The outline as plain text, without colours; with `ids`, each step has its own behind its number."""
    lines = [f"{outline.title} (version {outline.version})"]
    if outline.goal and outline.goal != outline.title:
        lines.append(outline.goal)
    for heading, entries in (
        ("Starts with", outline.start),
        ("Domains", outline.domains),
        ("Variables", [f"{v.name}: {v.words}" for v in outline.variables]),
        ("Open questions", outline.open_questions),
    ):
        if entries:
            lines += ["", f"{heading}:", *(f"  {entry}" for entry in entries)]
    lines += ["", "Steps:"]
    for step in outline.steps:
        indent = "  " + _INDENT * step.number.count(".")
        named = f"[{step.node}] " if ids else ""
        lines.append(f"{indent}{step.number}. {named}{step.sentence}")
        lines += [f"{indent}{_INDENT}{sentence}" for sentence in step.more]
    return "\n".join(lines) + "\n"


def _numbers(nodes: Sequence[Node], before: str) -> Iterator[tuple[str, str]]:
    for place, node in enumerate(nodes, start=1):
        number = f"{before}{place}"
        yield node.id, number
        yield from _numbers(children(node), f"{number}.")


def _variable(name: str, variable: Variable) -> VariableLine:
    facts: list[str] = ["secret text" if variable.secret else variable.type]
    if variable.output:
        facts.append("an output")
    elif not variable.required:
        facts.append("optional")
    if variable.default is not None and not variable.secret:
        facts.append(f"default '{variable.default}'")
    if variable.example is not None and not variable.secret:
        facts.append(f"for example '{variable.example}'")
    words = ", ".join(facts) + (f". {variable.description}" if variable.description else "")
    return VariableLine(
        name=name, type=variable.type, words=words, secret=variable.secret, output=variable.output
    )


def _question(question: Clarification, numbers: Mapping[str, str]) -> str:
    number = numbers.get(question.node) if question.node else None
    where = f" (step {number})" if number else ""
    must = " It must be answered before a run." if question.required else ""
    return f"{question.question}{where}{must}"


def _steps(nodes: Sequence[Node], numbers: Mapping[str, str], graph: Graph) -> Iterator[StepLine]:
    for place, node in enumerate(nodes):
        after = nodes[place + 1].id if place + 1 < len(nodes) else None
        yield StepLine(
            number=numbers[node.id],
            node=node.id,
            type=node.type,
            label=node.label,
            effect=node.effect if isinstance(node, Task) else None,
            sentence=_sentence(node),
            more=(*_more(node), *_ways(node, graph.edges_from(node.id), after, numbers)),
        )
        yield from _steps(children(node), numbers, graph)


def _sentence(node: Node) -> str:
    match node:
        case Task():
            return _task(node)
        case Extract():
            return f"Read {_read(node)} into {{{{ {node.into} }}}}.{_done(node)}"
        case Decision():
            return f"Decide: {node.question}"
        case Loop():
            return f"{_repeated(node)}, at most {node.bound} times:"
        case Generate():
            inputs = ", ".join(f"{{{{ {name} }}}}" for name in node.inputs) or "nothing"
            preview = "; a person sees it first" if node.preview else ""
            return f"Write {{{{ {node.into} }}}} from {inputs}: {_ended(node.instructions + preview)}"
        case Explore():
            found = describe_condition(node.success)
            return f"Find a way, in at most {node.max_steps} steps: {_ended(node.goal)} Done when {found}."
        case Human():
            into = f" The answer goes into {{{{ {node.into} }}}}." if node.into else ""
            return f"Ask a person: {_ended(node.request)}{into}"
        case Group():
            return f"{node.label}{', all or nothing' if node.atomic else ''}:"
        case End():
            return _ended("The end" if node.label == "Done" else f"The end: {node.label}")


def _task(task: Task) -> str:
    words = describe_action(task)
    if task.effect == "once":
        reason = task.effect_reason.removeprefix("the app was told: ").rstrip(".")
        words += f" (happens once: {reason})" if reason else " (happens once)"
    return f"{words}.{_done(task)}"


def _done(node: Task | Extract) -> str:
    if not node.done_when:
        return ""
    target = node.target if isinstance(node, Task) else None
    return f" Done when {describe_conditions(node.done_when, target)}."


def _read(node: Extract) -> str:
    names = ", ".join(f"'{field.name}'" for field in node.fields)
    if node.shape == "records":
        return f"{names} of every element like {describe_target(node.each)}"
    return names


def _repeated(loop: Loop) -> str:
    match loop.over:
        case "variable":
            return f"For each '{loop.item}' in {{{{ {loop.variable} }}}}"
        case "elements":
            return f"For each element like {describe_target(loop.elements)}"
        case "rows":
            return f"For each row of the table {{{{ {loop.variable} }}}}, as '{loop.item}'"
        case "while":
            return f"While {describe_condition(loop.condition)}" if loop.condition else "While it holds"


def _more(node: Node) -> Iterator[str]:
    target = node.target if isinstance(node, Task) else None
    if node.optional:
        yield "It may fail: the rest is done without it, and the run says so."
    if node.before:
        yield f"Only when {describe_conditions(node.before, target)}."
    if isinstance(node, Task):
        if node.identity:
            yield f"Only on the record that is meant: {describe_conditions(node.identity, target)}."
        for skill in node.skills:
            yield f"Or, where that cannot be done: {describe_deed(skill, target)}."
    if isinstance(node, Extract) and node.next is not None:
        yield f"On over {describe_target(node.next)}, at most {node.bound} pages."
    if isinstance(node, Loop):
        yield from _loop_more(node)
    if isinstance(node, Loop | Group | Human | End) and node.done_when:
        yield f"Done when {describe_conditions(node.done_when)}."


def _loop_more(loop: Loop) -> Iterator[str]:
    if loop.fields:
        names = ", ".join(f"'{field.name}'" for field in loop.fields)
        yield f"Of each element, '{loop.item}' holds {names}."
    if loop.next is not None:
        yield f"On over {describe_target(loop.next)}, until it is gone."
    if loop.on_item_failure == "skip":
        yield "An item that fails is reported, and the next one is taken."
    elif loop.on_item_failure == "ask":
        yield "When an item fails, a person is asked whether to go on with the next one."


def _ways(node: Node, edges: Sequence[Edge], after: str | None, numbers: Mapping[str, str]) -> Iterator[str]:
    """Where the walk goes on, where that is not simply the next step."""
    led = {edge.when: edge.target for edge in edges}
    if isinstance(node, Decision):
        for outcome in node.outcomes:
            check = node.check.get(outcome)
            when = f", when {describe_condition(check)}" if check else ""
            default = ", and when nothing else holds" if outcome == node.default and node.check else ""
            yield f"– {outcome}{when}{default}: {_goes(led.get(outcome), numbers)}"
    elif (target := led.get(NEXT)) not in (None, after):
        yield f"Then {_goes(target, numbers)}"
    if FAILED in led:
        yield f"When it fails, {_goes(led[FAILED], numbers)}"


def _goes(target: str | None, numbers: Mapping[str, str]) -> str:
    if target is None:
        return "nothing more is done here."
    return f"go on with step {numbers[target]}." if target in numbers else f"go on with '{target}'."


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."
