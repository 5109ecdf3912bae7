"""A process description: an SOP as code that people read, one function for each part, called in order.

It describes and does nothing: run as a script it prints the procedure.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from handrail.sop.document import Sop
from handrail.sop.graph import children
from handrail.sop.node import End, Node, Task
from handrail.sop.outline import StepLine, outline
from handrail.sop.sentences import describe_condition

_PLAIN: Final = re.compile(r"\{\{ *(\w+) *\}\}")


@dataclass(frozen=True)
class Part:
    """A part of the process, from its first step up to the next part's."""

    title: str
    first: str
    """Id of its first step, on the top level."""
    purpose: str = ""


def to_process(sop: Sop, parts: Sequence[Part] = ()) -> str:
    """The description as a Python module; without `parts`, each group, loop and run of steps is one."""
    tops = [node for node in sop.nodes if not isinstance(node, End)]
    lines = {line.node: line for line in outline(sop).steps}
    cut = _cut(tops, parts)
    names = _names([part.title for part, _ in cut])
    inputs = [name for name, facts in sop.variables.items() if not facts.output and not facts.secret]
    functions = [
        _function(name, part, nodes, lines, inputs) for name, (part, nodes) in zip(names, cut, strict=True)
    ]
    whole = _whole([(name, used) for name, (_, used) in zip(names, functions, strict=True)], inputs)
    return "\n\n\n".join((_head(sop), whole, *(text for text, _ in functions), _tail(inputs))) + "\n"


def _cut(tops: Sequence[Node], parts: Sequence[Part]) -> list[tuple[Part, list[Node]]]:
    """Every top-level step in its part, in order; parts that begin nowhere are left out."""
    begins = {part.first: part for part in parts} or _by_themselves(tops)
    found: list[tuple[Part, list[Node]]] = []
    for node in tops:
        if node.id in begins or not found:
            found.append((begins.get(node.id) or Part(node.label, node.id), []))
        found[-1][1].append(node)
    return found


def _by_themselves(tops: Sequence[Node]) -> Mapping[str, Part]:
    """Containers are parts, and so is what stands between them."""
    begins: dict[str, Part] = {}
    after_container = True
    for node in tops:
        is_container = bool(children(node))
        if is_container or after_container:
            begins[node.id] = Part(node.label, node.id, node.intent)
        after_container = is_container
    return begins


def _function(
    name: str, part: Part, nodes: Sequence[Node], lines: Mapping[str, StepLine], inputs: Sequence[str]
) -> tuple[str, list[str]]:
    """A part's function, and the inputs that it takes."""
    shown = [lines[node.id] for node in _all(nodes) if node.id in lines]
    used = [name for name in inputs if any(name in _PLAIN.findall(line.sentence) for line in shown)]
    text = [f"def {name}({', '.join(f'{one}: str' for one in used)}) -> Iterator[str]:"]
    text += _docstring(part, nodes)
    text += [f"    yield {_quoted(f'{line.number}. {line.sentence}', used)}" for line in shown]
    return "\n".join(text), used


def _docstring(part: Part, nodes: Sequence[Node]) -> list[str]:
    criteria = [
        f"    - {_safe(describe_condition(condition, node.target if isinstance(node, Task) else None))}"
        for node in _all(nodes)
        for condition in node.done_when
    ]
    text = [f'    """{_safe(part.title)}.']
    if part.purpose:
        text += ["", f"    {_safe(part.purpose)}"]
    if criteria:
        text += ["", "    Done when:", *dict.fromkeys(criteria)]
    return [*text, '    """'] if len(text) > 1 else [f'{text[0]}"""']


def _all(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _all(children(node))


def _head(sop: Sop) -> str:
    goal = f"\n\n{_safe(sop.meta.goal)}." if sop.meta.goal else ""
    return (
        f'"""{_safe(sop.meta.title)}.{goal}\n\nThe SOP \'{sop.meta.id}\', version {sop.meta.version}, '
        'as it is read. As a script it prints the procedure, and does nothing.\n"""\n\n'
        "from collections.abc import Iterator"
    )


def _whole(calls: Sequence[tuple[str, list[str]]], inputs: Sequence[str]) -> str:
    text = [f"def whole_process({', '.join(f'{one}: str' for one in inputs)}) -> Iterator[str]:"]
    text.append('    """All parts, one after the other."""')
    text += [f"    yield from {name}({', '.join(used)})" for name, used in calls]
    return "\n".join(text if calls else [*text, "    yield from ()"])


def _tail(inputs: Sequence[str]) -> str:
    given = ", ".join(f'"<{name}>"' for name in inputs)
    return f'if __name__ == "__main__":\n    print(*whole_process({given}), sep="\\n")'


def _names(titles: Sequence[str]) -> list[str]:
    """A name for each function: its title in small letters, numbered where it is taken."""
    found: list[str] = []
    for title in titles:
        plain = re.sub(r"\W+", "_", title.casefold()).strip("_")[:50] or "part"
        name = f"do_{plain}" if plain[0].isdigit() or keyword.iskeyword(plain) else plain
        number = 2
        unique = name
        while unique in (*found, "whole_process"):
            unique, number = f"{name}_{number}", number + 1
        found.append(unique)
    return found


def _quoted(sentence: str, used: Sequence[str]) -> str:
    """The sentence as an f-string in which inputs stand as such."""
    plain = " ".join(sentence.split())
    if not any(name in _PLAIN.findall(plain) for name in used):
        return repr(plain)
    escaped = plain.replace("{", "{{").replace("}", "}}")
    marked = re.sub(r"\{\{\{\{ *(\w+) *\}\}\}\}", lambda m: f"{{{m[1]}}}" if m[1] in used else m[0], escaped)
    return f"f{marked!r}"


def _safe(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"""', "'''").rstrip(".")
