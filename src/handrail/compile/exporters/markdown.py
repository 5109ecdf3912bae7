"""An SOP as a procedure that people read and follow: Markdown with pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from handrail.compile.exporters.exported import Exported
from handrail.sop.condition import Condition, ResponseWas, ValueIs
from handrail.sop.document import Sop, Variable
from handrail.sop.node import Node, Task
from handrail.sop.outline import Outline, StepLine, outline
from handrail.sop.sentences import describe_action, describe_conditions

Pictures = Mapping[str, str]
"""Step → the path of its picture, as the procedure names it."""

_REFERENCE: Final = re.compile(r"\{\{\s*(?:secret:)?([^{}]+?)\s*\}\}")
_MARKED: Final = re.compile(r"([\\`*_\[\]<>|#~])")
_KEPT: Final = "\0"


def to_markdown(sop: Sop, pictures: Pictures | None = None) -> Exported:
    """The SOP as a Markdown procedure; a picture stands at the first step that it shows."""
    lines = [*_head(sop), *_inputs(sop), *_steps(sop, outline(sop), pictures or {})]
    return Exported("\n".join(lines).rstrip() + "\n")


def _head(sop: Sop) -> Iterator[str]:
    meta = sop.meta
    yield f"# {_words(meta.title)}"
    for text in (meta.goal, meta.purpose):
        if text and text != meta.title:
            yield from ("", _words(text))
    facts = [f"Version {_words(meta.version)}"]
    facts += [f"owner: {_words(meta.owner)}"] if meta.owner else []
    facts += [f"tags: {_words(', '.join(meta.tags))}"] if meta.tags else []
    yield from ("", " · ".join(facts))
    environment = sop.environment
    begins = [f"- Open {_words(page.url)}{_tab(page.name)}." for page in environment.start]
    if environment.sign_in:
        begins.append(f"- Be signed in as '{_words(environment.sign_in)}'.")
    if begins:
        yield from ("", "## Before you begin", "", *begins)
    questions = [question for question in sop.clarifications if not question.answer]
    if questions:
        yield from ("", "## Open questions", "")
        for question in questions:
            must = " (must be answered first)" if question.required else ""
            yield f"- {_words(question.question)}{must}"


def _tab(name: str) -> str:
    return "" if name == "main" else f" in a tab of its own, '{_words(name)}'"


def _inputs(sop: Sop) -> Iterator[str]:
    given = {name: variable for name, variable in sop.variables.items() if not variable.output}
    read = {name: variable for name, variable in sop.variables.items() if variable.output}
    if given:
        yield from ("", "## What you need", "", "| Name | Kind | What it is | Usually |", "|---|---|---|---|")
        for name, variable in given.items():
            yield f"| `{name}` | {_kind(variable)} | {_words(variable.description)} | {_usual(variable)} |"
    if read:
        yield from ("", "## What you get", "", "| Name | Kind | What it is |", "|---|---|---|")
        for name, variable in read.items():
            yield f"| `{name}` | {_kind(variable)} | {_words(variable.description)} |"


def _kind(variable: Variable) -> str:
    kind = "secret" if variable.secret else str(variable.type)
    return (
        kind if variable.required or variable.output or variable.default is not None else f"{kind}, optional"
    )


def _usual(variable: Variable) -> str:
    if variable.secret:
        return "ask whoever keeps it"
    if variable.default is not None:
        return _words(variable.default)
    return f"for example {_words(variable.example)}" if variable.example else ""


def _steps(sop: Sop, told: Outline, pictures: Pictures) -> Iterator[str]:
    nodes = {node.id: node for node in sop.walk_nodes()}
    shown: set[str] = set()
    yield from ("", "## Steps")
    for line in told.steps:
        indent = _indent(line)
        yield from ("", f"{_bullet(line)} {_sentence(line, nodes[line.node])}")
        for more in _more(line, nodes[line.node]):
            yield from ("", f"{indent}{more}")
        picture = pictures.get(line.node)
        if picture is not None and picture not in shown:
            shown.add(picture)
            yield from ("", f"{indent}![Step {line.number}: {_words(line.label)}](<{picture}>)")


def _bullet(line: StepLine) -> str:
    """Steps on top are a numbered list; those inside of one carry their number themselves."""
    if "." not in line.number:
        return f"{line.number}."
    depth = line.number.count(".")
    return f"{'   ' * depth}- **{line.number}**"


def _indent(line: StepLine) -> str:
    depth = line.number.count(".")
    return "   " * depth + ("  " if depth else " " * (len(line.number) + 2))


def _sentence(line: StepLine, node: Node) -> str:
    if isinstance(node, Task):
        return f"{_words(describe_action(node))}."
    return _words(line.sentence)


def _more(line: StepLine, node: Node) -> Iterator[str]:
    if node.context:
        yield _words(node.context)
    if isinstance(node, Task):
        if node.effect == "once":
            reason = f": {node.effect_reason.rstrip('.')}" if node.effect_reason else ""
            yield f"**Do this once only**{_words(reason)}."
        checks = [condition for condition in node.done_when if _is_for_people(condition)]
        if checks:
            yield f"*Check:* {_words(describe_conditions(checks, node.target))}."
    if node.risk:
        yield f"*Risk:* {_words(node.risk)}"
    yield from _listed(line.more)


def _is_for_people(condition: Condition) -> bool:
    """Whether a person would look at it: not at the field just filled, and not at what a server answers."""
    return not isinstance(condition, ResponseWas) and not (
        isinstance(condition, ValueIs) and condition.target is None
    )


def _listed(sentences: Sequence[str]) -> Iterator[str]:
    for sentence in sentences:
        # Outcomes begin with a dash of their own.
        yield f"- {_words(sentence.removeprefix('– '))}" if sentence.startswith("– ") else _words(sentence)


def _words(text: str) -> str:
    """Plain text in Markdown: its marks stand for themselves, variables are set apart."""
    names: list[str] = []

    def keep(reference: re.Match[str]) -> str:
        names.append(reference[1])
        return _KEPT

    text = _MARKED.sub(r"\\\1", _REFERENCE.sub(keep, " ".join(text.split())))
    for name in names:
        text = text.replace(_KEPT, f"`{name}`", 1)
    return text
