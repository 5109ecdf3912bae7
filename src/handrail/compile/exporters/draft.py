"""The script as far as it is written: its variables, the helpers that it needs, what it could not express."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from pydantic import JsonValue

from handrail.compile.exporters.filters import evaluated
from handrail.compile.exporters.helpers import HELPERS, RESERVED
from handrail.compile.exporters.writing import Names, formatted_text, literal_text, raw_text
from handrail.errors import Problem
from handrail.sop.document import Sop, VariableType
from handrail.sop.node import MAIN_PAGE, Node, Task
from handrail.sop.template import SECRET_PREFIX, Reference, names_in_model, parse, split_path

RUN: Final = "run"
"""The record that every session has of itself."""

DATA: Final = "data"
"""The name that the values of a run have in the script."""

OPTIONS: Final = ("browser", "headed", "help", "sign_in")
"""What every script is given besides its variables."""

_TEXTS: Final = frozenset({"text", "date", "file"})


class Draft:
    """What all parts of an export share."""

    def __init__(self, sop: Sop) -> None:
        self.sop = sop
        self.losses: list[Problem] = []
        self.helpers: dict[str, None] = {}
        names = Names(("self", *OPTIONS))
        self.variables = {name: names.new(name, "value") for name in sop.variables}
        self.secrets = {
            name: names.new(name.removeprefix(SECRET_PREFIX), "secret")
            for name in names_in_model(sop)
            if name.startswith(SECRET_PREFIX)
        }
        self.taken = frozenset((DATA, *RESERVED, *HELPERS))
        self.names = Names(self.taken)
        self.several_tabs = tabs_of(sop) != (MAIN_PAGE,)
        self.at: Node | None = None
        """The step that is being written."""
        self._items: list[dict[str, str]] = []

    # What the script needs and lacks

    def need(self, helper: str) -> str:
        """Use a helper; the script then holds it, with the helpers that it uses itself."""
        if helper not in self.helpers:
            for other in HELPERS[helper].uses:
                self.need(other)
            self.helpers[helper] = None
        return helper

    def lose(self, node: Node, field: str | None, message: str, mend: str | None = None) -> None:
        """Say that something of a node is not in the script."""
        place = f"node '{node.id}'" + (f".{field}" if field else "")
        self.losses.append(Problem("warning", "not-exported", message, place, node.id, field, mend))

    def lose_template(self, words: str) -> None:
        """Say that the template of the step that is being written is not in the script."""
        if self.at is not None:
            self.lose(self.at, None, f"the script cannot make '{words}'; it asks the person at the terminal.")

    def page(self, name: str) -> str:
        """The tab in source form."""
        return f"pages[{literal_text(name)}]" if self.several_tabs else "page"

    # Values

    @contextmanager
    def turn(self, **names: str) -> Iterator[None]:
        """Inside a loop: names of the SOP that stand for local variables of the script."""
        self._items.append(names)
        try:
            yield
        finally:
            self._items.pop()

    @property
    def in_turn(self) -> bool:
        """Whether what is written now stands inside a loop."""
        return bool(self._items)

    def value(self, name: str) -> str:
        """A variable, an item of a loop or a part of one, as it is."""
        first, path = split_path(name)
        local = next((items[first] for items in reversed(self._items) if first in items), None)
        source = local or f"{DATA}.{self._attribute(first)}"
        return source + "".join(f"[{key if key.isdecimal() else literal_text(key)}]" for key in path)

    def _attribute(self, name: str) -> str:
        if name == RUN and name not in self.variables:
            self.need("this_run")
        if name in self.secrets:
            return self.secrets[name]
        if name not in self.variables:
            # An undefined name is no error of the export: the script says it when it is run.
            self.variables[name] = self.names.new(name, "value")
        return self.variables[name]

    def is_text(self, name: str) -> bool:
        """Whether a value is a text in the script; what a run reads may be a number, a list or a record."""
        if name.startswith(SECRET_PREFIX) or (name == RUN and name not in self.sop.variables):
            return True
        variable = self.sop.variables.get(name)
        if variable is None or any(name in items for items in self._items):
            return False
        return variable.type in _TEXTS or not (variable.output or is_structured(variable.type))

    def is_secret(self, template: str) -> bool:
        """Whether the text holds a secret, which must not be printed when an expectation fails."""
        return any(self._hides(part.name) for part in parse(template) if isinstance(part, Reference))

    def _hides(self, name: str) -> bool:
        variable = self.sop.variables.get(name)
        return name.startswith(SECRET_PREFIX) or (variable is not None and variable.secret)

    def text(self, template: str) -> str:
        """A template as an expression that gives a text."""
        parts = parse(template)
        sources = [literal_text(part) if isinstance(part, str) else self._text_of(part) for part in parts]
        if len(parts) < 2:
            return sources[0] if sources else literal_text("")
        values = [source for part, source in zip(parts, sources, strict=True) if not isinstance(part, str)]
        if any(letter in source for source in values for letter in '"\\'):
            # Before Python 3.12 an f-string cannot hold them.
            return " + ".join(sources)
        inside = "".join(
            formatted_text(part) if isinstance(part, str) else f"{{{source}}}"
            for part, source in zip(parts, sources, strict=True)
        )
        return f'f"{inside}"'

    def _text_of(self, part: Reference) -> str:
        source = evaluated(self, part)
        return source.text if source.is_text else f"{self.need('text_of')}({source.text})"

    def record(self, value: JsonValue | Mapping[str, str]) -> str:
        """Lists and records of templates, as they are in Python."""
        match value:
            case str():
                return self.text(value)
            case Mapping():
                entries = [f"{literal_text(key)}: {self.record(one)}" for key, one in value.items()]
                return f"{{{', '.join(entries)}}}"
            case list():
                return f"[{', '.join(self.record(one) for one in value)}]"
            case _:
                return repr(value)

    def pattern(self, template: str) -> str:
        """A regular expression as an expression; values stand for themselves in it."""
        parts = [
            raw_text(part) if isinstance(part, str) else f"re.escape({self._text_of(part)})"
            for part in parse(template)
        ]
        return f"re.compile({' + '.join(parts) or literal_text('')})"


def is_structured(type: VariableType) -> bool:
    return type not in ("text", "date", "file", "number", "boolean")


def tabs_of(sop: Sop) -> tuple[str, ...]:
    """The names of the tabs that the SOP works in, the main one first."""
    found = dict.fromkeys([MAIN_PAGE, *(page.name for page in sop.environment.start)])
    for node in sop.walk_nodes():
        page = getattr(node, "page", None)
        if isinstance(page, str):
            found[page] = None
        if isinstance(node, Task) and node.opens:
            found[node.opens] = None
    return tuple(found)
