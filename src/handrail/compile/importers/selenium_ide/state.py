"""What a Selenium IDE test has come to while it is read: tab, frames, dialogs, variables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urljoin

from handrail.compile.importers.drafting import Drafting, clipped
from handrail.compile.importers.evidence import Evidence, frame_number, with_templates
from handrail.compile.importers.selenium_ide.locators import add_locator
from handrail.compile.importers.source import Source
from handrail.compile.reading.naming import unique, variable_name
from handrail.sop.action import ExpectedDialog
from handrail.sop.node import MAIN_PAGE
from handrail.sop.target import FrameStep, Target
from handrail.sop.template import literal
from handrail.targeting.exact import describe_locator

_REFERENCE: Final = re.compile(r"\$\{\s*([^}]+?)\s*\}")
_NOTED: Final = {
    "id": "its tool's own number",
    "insertBeforeLastCommand": "a setting of its recorder",
    "frameLocation": "`selectFrame` says it as well",
    "winHandleId": "`selectWindow` says it as well",
    "isBreakpoint": "a setting of its debugger",
    "skip": "a setting of its editor",
}


class Command:
    """One command of a test."""

    def __init__(self, source: Source) -> None:
        self.source = source
        written = source["command"].text().strip()
        self.off = written.startswith("//")
        self.written = written.removeprefix("//").strip()
        bare = self.written.removesuffix("AndWait")
        self.name = bare.lower().replace(" ", "")
        self.target = source["target"].text()
        self.value = source["value"].text()
        self.comment = source["comment"].text().strip()
        self.element_in: str | None = None
        """The field that the element stands in, where the recorder's other locators are not about it."""

    def words(self) -> str:
        """The command as its tool shows it, for people."""
        return clipped(" | ".join(part for part in (self.written, self.target, self.value) if part), 300)

    def note_the_rest(self) -> None:
        """Fields that mean nothing outside of their tool."""
        for name, why in _NOTED.items():
            self.source[name].left(why)


class State:
    """Names and places of a project that is being read."""

    def __init__(self, project: Source, drafting: Drafting, secrets: frozenset[str] = frozenset()) -> None:
        self.drafting = drafting
        self.secrets = secrets
        """The file's variables that go into secret fields somewhere."""
        self.base = project["url"].text()
        self.page = MAIN_PAGE
        self.frame: tuple[FrameStep, ...] = ()
        self.answers: list[ExpectedDialog] = []
        """For the dialogs that the next step opens."""
        self.handles: dict[str, str] = {"root": MAIN_PAGE}
        """Name of a window handle → tab."""
        self.inside = 0
        """How many loops and branches are around."""
        self._names: dict[str, str] = {}
        self._items: list[tuple[str, str | None]] = []

    def begin(self) -> None:
        """Another test begins, in a window of its own."""
        self.page, self.frame, self.answers = MAIN_PAGE, (), []
        self.drafting.begin_anew()

    def secret_names(self) -> frozenset[str]:
        """The variables that are secrets by now, as the file calls them."""
        variables = self.drafting.variables
        return frozenset(
            written for written, name in self._names.items() if name in variables and variables[name].secret
        )

    def secret(self, written: str, value: str) -> bool:
        """The variable is a secret from here on; not where it has one value here and another there."""
        before = self._names.get(written)
        name = self.drafting.secret(written, value=value)
        if self.inside and before not in (None, name):
            return False
        self._names[written] = name
        return True

    def address(self, target: str) -> str:
        """A whole address; relative ones are below the project's."""
        text = self.text(target)
        return text if text.startswith("{{") else urljoin(self.base, text)

    def text(self, written: str) -> str:
        """A text with `${variables}` as a template."""
        parts: list[str] = []
        place = 0
        for found in _REFERENCE.finditer(written):
            parts.append(literal(written[place : found.start()]))
            simple = re.fullmatch(r"\w+", found[1])
            parts.append(f"{{{{ {self.name(found[1])} }}}}" if simple else literal(found[0]))
            place = found.end()
        parts.append(literal(written[place:]))
        return "".join(parts)

    def expected(self, written: str) -> str:
        """A text that the page is to show, with variables where it holds what was typed."""
        return self.drafting.known(written) if self.is_constant(written) else self.text(written)

    @staticmethod
    def is_constant(written: str) -> bool:
        return _REFERENCE.search(written) is None

    @staticmethod
    def too_much(written: str) -> str | None:
        """A part of a variable (`${list[0]}`), which no template stands for."""
        found = (reference[1] for reference in _REFERENCE.finditer(written))
        return next((name for name in found if not re.fullmatch(r"\w+", name)), None)

    def name(self, written: str) -> str:
        """The SOP's name of a variable; one that nothing has set is an input."""
        if written not in self._names:
            about: dict[str, Any] = {"description": "The file uses it and never sets it."}
            self._names[written] = self.drafting.declare(written, **about)
        return self._names[written]

    def output(self, written: str) -> str:
        """The name of a variable that a step gives a value."""
        if written not in self._names:
            self._names[written] = self.drafting.declare(
                written, output=True, required=False, description="Read during the run."
            )
        elif self.drafting.variables[self._names[written]].default is None:
            name = self._names[written]
            changes = {"output": True, "required": False, "default": None}
            self.drafting.variables[name] = self.drafting.variables[name].model_copy(update=changes)
        return self._names[written]

    def constant(self, written: str, value: str, **about: Any) -> bool:
        """A variable that always has this value; not where another value was stored in it before."""
        if written in self._names or self.inside:
            return False
        self._names[written] = self.drafting.declare(
            written, default=value, required=False, description="Set in the file.", **about
        )
        return True

    def enter_loop(self, item: str) -> str:
        """The name of a loop's item, which may be spoken of from here."""
        name = unique(variable_name(item, "item"), self.drafting.variables, joint="_")
        self._items.append((item, self._names.get(item)))
        self._names[item] = name
        return name

    def leave_loop(self) -> None:
        """The item's name stands again for what it stood for outside."""
        item, outside = self._items.pop()
        if outside is None:
            del self._names[item]
        else:
            self._names[item] = outside

    def opened(self, number: int) -> str | None:
        """The tab that was opened as this one, counted from 1."""
        tabs = [tab for tab in dict.fromkeys(self.handles.values()) if tab != MAIN_PAGE]
        return tabs[number - 1] if 0 < number <= len(tabs) else None

    def enter_frame(self, frame: Target | int) -> None:
        """The following steps are in this frame of the present one."""
        step = frame_number(frame) if isinstance(frame, int) else FrameStep(locators=frame.locators)
        self.frame = (*self.frame, step)

    def target(self, command: Command, *, field: bool = False) -> Target | None:
        """The element of a command: by its target and by the alternatives that its recorder noted."""
        evidence = Evidence(field=field)
        for source, text in _locators(command):
            locator = (
                add_locator(evidence, self.text(text))
                if self.too_much(text) is None and "{{" not in text
                else None
            )
            if locator is None:
                source.left("no locator of an SOP stands for it")
            else:
                source.mapped_else(f"locator: {describe_locator(locator)}")
        if not evidence:
            return None
        evidence.frame = self.frame
        return with_templates(evidence.target())


def _locators(command: Command) -> Iterator[tuple[Source, str]]:
    if command.element_in is not None:
        yield command.source[command.element_in], command.target
        return
    yield command.source["target"], command.target
    for alternative in command.source["targets"].entries():
        first = alternative[0] if alternative.is_list() else alternative
        if alternative.is_list():
            alternative[1].left("the name of the recorder's way to find it")
        yield first, first.text()
