"""The whole Playwright script: its head, its values, its functions, and the program around them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from textwrap import wrap
from typing import Final, NamedTuple

from handrail.compile.exporters.draft import DATA, RUN, Draft, is_structured, tabs_of
from handrail.compile.exporters.exported import Exported
from handrail.compile.exporters.flow import Parts, level_lines
from handrail.compile.exporters.helpers import HELPERS, imports_of
from handrail.compile.exporters.sections import Section, sections
from handrail.compile.exporters.steps import around, decision_lines, extract_lines, loop_lines, person_lines
from handrail.compile.exporters.tasks import task_lines
from handrail.compile.exporters.writing import INDENT, WIDTH, call, folded, indented, literal_text, printable
from handrail.sop.action import Open
from handrail.sop.document import Sop, Variable
from handrail.sop.graph import Graph, children
from handrail.sop.node import MAIN_PAGE, End, Explore, Extract, Generate, Group, Human, Loop, Node, Task
from handrail.sop.template import SECRET_PREFIX
from handrail.sop.values import parse_value

_DATA: Final = re.compile(rf"\b{DATA}[.)]")
_ENVIRONMENT: Final = "HANDRAIL_SECRET_"


def to_playwright(sop: Sop, *, files_from: str = ".") -> Exported:
    """The SOP as a Playwright script for Python that runs on its own, without Handrail.

    `files_from` is the SOP's folder as seen from the script's: default paths of file variables begin there.
    The SOP must hold together (`validate.problems`).
    """
    return _Script(sop, files_from).exported()


class _Function(NamedTuple):
    """A function of the script, made of steps."""

    name: str
    about: str
    lines: list[str]

    def source(self, tabs: str) -> list[str]:
        parameters = [tabs]
        if _uses_data(self.lines):
            parameters.append(f"{DATA}: Data")
        head = f"def {self.name}({', '.join(parameters)}) -> None:"
        return ["", "", head, f'{INDENT}"""{_prose(self.about)}"""', *indented(self.lines or ["pass"])]


class _Script:
    """One export on its way."""

    def __init__(self, sop: Sop, files_from: str) -> None:
        self._sop = sop
        self._files_from = files_from
        self._graph = Graph(sop)
        self._draft = Draft(sop)
        self._functions: list[_Function] = []
        self._main = self._draft.names.new(sop.meta.title, "procedure")
        self._sections = sections(sop)

    def exported(self) -> Exported:
        about = self._sop.meta.goal or self._sop.meta.title
        body = [*self._starts(), *self._level(self._sop.nodes, "return", nested=False)]
        self._functions.append(_Function(self._main, about, body))
        program = self._program()
        source = [line for function in self._functions for line in self._source(function)]
        rest = [*self._values(), *source, *program]
        helpers = [line for name in self._draft.helpers for line in _helper(name)]
        code = "\n".join((*helpers, *rest))
        constants = _constants(code)
        imports = imports_of("\n".join((*constants, code)))
        lines = [*self._head(), *imports, *constants, *helpers, *rest]
        text = "\n".join(part for line in lines for part in folded(line.rstrip())) + "\n"
        return Exported(text, tuple(self._draft.losses))

    # Steps

    def _level(self, nodes: Sequence[Node], leave: str, *, nested: bool) -> list[str]:
        def end(node: End) -> list[str]:
            expected = around(self._draft, node, [])
            if not nested:
                return expected
            return [*expected, f"raise {self._draft.need('Finished')}"]

        parts = Parts(self._straight, lambda node: decision_lines(self._draft, node), end, leave)
        return level_lines(self._graph, nodes, parts)

    def _straight(self, nodes: list[Node]) -> list[str]:
        lines: list[str] = []
        for section, part in _by_section(nodes, self._sections):
            body = [line for node in part for line in self._step(node)]
            if section is None:
                lines += body
            else:
                lines.append(self._called(section.name, section.about, body))
        return lines

    def _step(self, node: Node) -> list[str]:
        self._draft.at = node
        match node:
            case Task():
                return task_lines(self._draft, node)
            case Extract():
                return extract_lines(self._draft, node)
            case Group():
                return self._group(node)
            case Loop():
                body = loop_lines(self._draft, node, self._turn)
                return around(self._draft, node, body)
            case Human() | Generate() | Explore():
                return around(self._draft, node, person_lines(self._draft, node))
            case _:
                return []

    def _turn(self, loop: Loop) -> list[str]:
        return self._level(loop.children, "continue", nested=True)

    def _group(self, node: Group) -> list[str]:
        if node.atomic:
            message = "the script does not undo the group's steps when one of them fails."
            self._draft.lose(node, "atomic", message)
        if self._draft.in_turn:
            # A function of its own would not see the loop's item.
            return around(self._draft, node, self._level(children(node), "", nested=True))
        body = around(self._draft, node, self._level(children(node), "return", nested=True))
        return [self._called(node.label, node.intent or node.label, body)]

    def _called(self, words: str, about: str, body: list[str]) -> str:
        function = _Function(self._draft.names.new(words, "part"), about, body)
        self._functions.append(function)
        arguments = ["pages" if self._draft.several_tabs else "page"]
        if _uses_data(body):
            arguments.append(DATA)
        return call(function.name, *arguments)

    def _source(self, function: _Function) -> list[str]:
        return function.source("pages: dict[str, Page]" if self._draft.several_tabs else "page: Page")

    def _starts(self) -> list[str]:
        """The start pages; a tab that its first step opens at an address of its own needs none."""
        starts = {page.name: page.url for page in self._sop.environment.start}
        opened = {node.opens for node in self._sop.walk_nodes() if isinstance(node, Task) and node.opens}
        lines = []
        for tab in tabs_of(self._sop):
            if tab in opened:
                continue
            page = self._draft.page(tab)
            if tab != MAIN_PAGE:
                lines.append(f"{page} = {self._draft.page(MAIN_PAGE)}.context.new_page()")
            if tab in starts and not self._opens_first(tab):
                lines.append(f"{page}.goto({self._draft.text(starts[tab])})")
        return lines

    def _opens_first(self, tab: str) -> bool:
        first = next((n for n in self._sop.walk_nodes() if isinstance(n, Task) and n.page == tab), None)
        return first is not None and isinstance(first.action, Open)

    # Around the steps

    def _head(self) -> list[str]:
        meta = self._sop.meta
        about = (
            f"Exported by Handrail from the procedure '{meta.id}', version {_prose(meta.version)}. It needs "
            "Playwright for Python alone, and does the steps without Handrail's gate, journal and healing. A "
            "browser other than Playwright's own is named by --browser, or by the environment variable "
            "HANDRAIL_BROWSER."
        )
        lines = [f'"""{_prose(meta.title)}', "", *wrap(about, WIDTH - 2)]
        secrets = [_environment(name) for name in self._secrets()]
        if secrets:
            lines += ["", f"Secrets come from the environment: {', '.join(secrets)}."]
        if self._draft.losses:
            lines += ["", "What the procedure holds and this script does not do:"]
            lines += [
                f"- {_prose(problem.place)}: {_prose(problem.message)}" for problem in self._draft.losses
            ]
        return [*lines, '"""', ""]

    def _secrets(self) -> dict[str, str]:
        """Secret → its name in the script."""
        declared = {n: self._draft.variables[n] for n, v in self._sop.variables.items() if v.secret}
        return {**declared, **self._draft.secrets}

    def _values(self) -> list[str]:
        given = [f"{name}: {_type(variable)}" for name, variable in self._inputs().items()]
        given += [f"{name}: str" for name in self._secrets().values()]
        given += [
            f"{name}: {_type(variable)} = {_empty(variable)}" for name, variable in self._read().items()
        ]
        if "this_run" in self._draft.helpers:
            given.append(f"{self._draft.variables[RUN]}: dict[str, str] = field(default_factory=this_run)")
        if not given:
            return []
        head = ["", "", "@dataclass", "class Data:"]
        return [*head, f'{INDENT}"""What the procedure is given, and what it reads."""', "", *indented(given)]

    def _inputs(self) -> dict[str, Variable]:
        return {
            self._draft.variables[name]: variable
            for name, variable in self._sop.variables.items()
            if not variable.secret and not variable.output
        }

    def _read(self) -> dict[str, Variable]:
        """What steps read; also what a step reads without a declaration."""
        declared = self._sop.variables
        return {
            attribute: declared.get(name, Variable(type="list", output=True))
            for name, attribute in self._draft.variables.items()
            if (name not in declared and name != RUN) or (name in declared and declared[name].output)
        }

    def _program(self) -> list[str]:
        environment = self._sop.environment
        size = f'{{"width": {environment.viewport.width}, "height": {environment.viewport.height}}}'
        state = "args.sign_in" if environment.sign_in else None
        values = [f"{name}=args.{name}" for name in self._inputs()]
        self._draft.helpers.update(dict.fromkeys(["secret"] if self._secrets() else []))
        values += [
            f"{attribute}=secret({literal_text(_environment(name))})"
            for name, attribute in self._secrets().items()
        ]
        has_data = bool(values or self._read() or RUN in self._draft.variables)
        inside = [
            "browser = playwright.chromium.launch(executable_path=args.browser, headless=not args.headed)",
            f"context = {call('browser.new_context', viewport=size, storage_state=state)}",
            "context.set_default_timeout(10_000)",
            "context.set_default_navigation_timeout(30_000)",
            "page = context.new_page()",
            *self._calling(),
            "browser.close()",
        ]
        body = [
            *self._arguments(),
            *([f"{DATA} = Data({', '.join(values)})"] if has_data else []),
            "expect.set_options(timeout=10_000)",
            "with sync_playwright() as playwright:",
            *indented(inside),
            self._telling(),
        ]
        return [
            "",
            "",
            "def main() -> None:",
            *indented(body),
            "",
            "",
            'if __name__ == "__main__":',
            f"{INDENT}main()",
        ]

    def _calling(self) -> list[str]:
        """The call of the function that the whole procedure is."""
        arguments = [f'{{"{MAIN_PAGE}": page}}' if self._draft.several_tabs else "page"]
        run = next(function for function in self._functions if function.name == self._main)
        if _uses_data(run.lines):
            arguments.append(DATA)
        calling = [call(self._main, *arguments)]
        return (
            ["with suppress(Finished):", *indented(calling)] if "Finished" in self._draft.helpers else calling
        )

    def _telling(self) -> str:
        """The last line, which prints the outputs."""
        outputs = {
            name: attribute
            for name, attribute in self._draft.variables.items()
            if name in self._sop.variables and self._sop.variables[name].output
        }
        shown = ", ".join(f"{literal_text(name)}: {DATA}.{attribute}" for name, attribute in outputs.items())
        return f"print(json.dumps({{{shown}}}, ensure_ascii=False, indent=2))" if shown else 'print("done")'

    def _arguments(self) -> list[str]:
        title = _percent(self._sop.meta.title)
        lines = [f"parser = argparse.ArgumentParser(description={literal_text(title)})"]
        for name, variable in self._inputs().items():
            default = self._default(variable)
            required = "True" if default is None and variable.required else None
            if default is None and not variable.required:
                default = literal_text("")
            lines.append(
                call(
                    "parser.add_argument",
                    literal_text(f"--{name.replace('_', '-')}"),
                    type="json.loads" if is_structured(variable.type) else None,
                    default=default,
                    required=required,
                    help=literal_text(_percent(variable.description)) if variable.description else None,
                )
            )
        browser = 'os.environ.get("HANDRAIL_BROWSER")'
        what = literal_text("the browser's program")
        lines.append(call("parser.add_argument", '"--browser"', default=browser, metavar='"PATH"', help=what))
        lines.append('parser.add_argument("--headed", action="store_true", help="show the browser")')
        if state := self._sop.environment.sign_in:
            what = literal_text(f"the sign-in state '{state}' (a file that `handrail signin export` writes)")
            lines.append(
                call("parser.add_argument", '"--sign-in"', metavar='"FILE"', required="True", help=what)
            )
        return [*lines, "args = parser.parse_args()"]

    def _default(self, variable: Variable) -> str | None:
        if variable.default is None:
            return None
        if is_structured(variable.type):
            return literal_text(json.dumps(parse_value(variable.type, variable.default), ensure_ascii=False))
        if variable.type != "file":
            return literal_text(variable.default)
        path = PurePosixPath(variable.default)
        if path.is_absolute():
            return literal_text(variable.default)
        return f"str(HERE / {literal_text(str(PurePosixPath(self._files_from) / path))})"


def _uses_data(lines: Sequence[str]) -> bool:
    return any(_DATA.search(line) for line in lines)


def _by_section(nodes: Sequence[Node], found: dict[str, Section]) -> list[tuple[Section | None, list[Node]]]:
    parts: list[tuple[Section | None, list[Node]]] = []
    for node in nodes:
        section = found.get(node.id)
        if parts and parts[-1][0] is section:
            parts[-1][1].append(node)
        else:
            parts.append((section, [node]))
    return parts


def _helper(name: str) -> list[str]:
    return ["", "", *HELPERS[name].source.strip("\n").splitlines()]


def _constants(code: str) -> list[str]:
    lines = []
    if "HERE" in code or "DOWNLOADS" in code:
        lines.append("HERE = Path(__file__).resolve().parent")
    if "DOWNLOADS" in code:
        lines.append('DOWNLOADS = HERE / "downloads"')
    return ["", *lines] if lines else []


def _environment(name: str) -> str:
    letters = name.removeprefix(SECRET_PREFIX)
    return (
        _ENVIRONMENT
        + "".join(letter if letter.isalnum() or letter == "_" else "_" for letter in letters).upper()
    )


def _type(variable: Variable) -> str:
    if is_structured(variable.type) or (variable.output and variable.type in ("number", "boolean")):
        return "Any"
    return "str"


def _empty(variable: Variable) -> str:
    return '""' if _type(variable) == "str" else "None"


def _percent(text: str) -> str:
    """For argparse, which reads '%' in its texts."""
    return text.replace("%", "%%")


def _prose(text: str) -> str:
    """For a docstring."""
    plain = printable(text).replace("\\", "\\\\").replace('"""', "'''")
    return plain.rstrip('"') or "…"
