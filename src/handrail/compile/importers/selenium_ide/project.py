"""Selenium IDE: `.side` projects, of versions 1 to 4.

Read after its command reference: https://www.selenium.dev/selenium-ide/docs/en/api/commands
"""

from __future__ import annotations

import json
import re
from typing import Final

from handrail.compile.importers.drafting import DEFAULT_BOUND, Drafting, Level
from handrail.compile.importers.selenium_ide.blocks import OPENING, branches, end_of, outcomes_of
from handrail.compile.importers.selenium_ide.commands import Unmapped, do
from handrail.compile.importers.selenium_ide.expressions import condition_of, names_in_expression
from handrail.compile.importers.selenium_ide.pointer import Press, is_noise
from handrail.compile.importers.selenium_ide.state import Command, State
from handrail.compile.importers.source import Ledger, Source
from handrail.compile.reading.naming import variable_name
from handrail.errors import UsageError
from handrail.sop import condition as c
from handrail.sop.condition import Condition
from handrail.sop.node import Decision, Group, Loop
from handrail.sop.template import literal

_MOST_TIMES: Final = 1000


def read_project(project: Source, drafting: Drafting, test: str | None) -> Level:
    """The nodes of a project: those of its one test, or a group for each test in the suites' order."""
    reading = _Project(project, drafting, _secrets_of(project, test))
    level = Level(drafting)
    chosen = reading.chosen(test)
    for source in chosen:
        if len(chosen) == 1:
            reading.read(source, level)
        else:
            reading.read_as_group(source, level)
    return level


def _secrets_of(project: Source, test: str | None) -> frozenset[str]:
    """The variables that go into secret fields, which is known only at the end: the file is read twice."""
    drafting = Drafting()
    reading = _Project(Source(project.value, (), Ledger(), project.file), drafting, frozenset())
    for source in reading.chosen(test):
        reading.read_as_group(source, Level(drafting))
    return reading.secrets()


class _Project:
    """A project on its way."""

    def __init__(self, project: Source, drafting: Drafting, secrets: frozenset[str]) -> None:
        self._drafting = drafting
        self._project = project
        self._state = State(project, drafting, secrets)
        self._tests = project["tests"].entries()
        self._running: list[str] = []
        project["url"].mapped("the beginning of the addresses that are opened")
        project["urls"].left("the addresses that its tool offers to choose from")
        project["plugins"].left("plug-ins of its tool")
        project["id"].left("its tool's own number")
        project["version"].mapped("the format's version")
        project["snapshot"].left("code that its tool exports")

    def secrets(self) -> frozenset[str]:
        """The variables of the file of which it has come out that they are secrets."""
        return self._state.secret_names()

    def chosen(self, name: str | None) -> list[Source]:
        """The tests that are read. Raises UsageError for a name that none has."""
        order = self._in_order()
        if name is not None:
            found = [test for test in order if test["name"].text() == name]
            if not found:
                names = ", ".join(f"'{test['name'].text()}'" for test in order) or "none"
                raise UsageError(f"There is no test '{name}' in the file.", mend=f"It has: {names}.")
            order = found[:1]
        for test in self._tests:
            test["id"].left("its tool's own number")
            if test not in order:
                test.left("another test was asked for" if name else "it is a part of others, which run it")
        return order

    def _in_order(self) -> list[Source]:
        """The tests as the suites order them, then the rest; not those that others run as a part."""
        by_id = {test["id"].text(): test for test in self._tests}
        ids: list[str] = []
        for suite in self._project["suites"].entries():
            suite["id"].left("its tool's own number")
            for name in ("persistSession", "parallel", "timeout"):
                suite[name].left("it says how its tool runs a suite of tests")
            suite["name"].left("an SOP is one procedure; its title is the project's or the test's")
            for place in suite["tests"].entries():
                place.mapped("the order of the tests")
                ids.append(place.text())
        in_suites = [by_id[id] for id in dict.fromkeys(ids) if id in by_id]
        run = {
            command["target"].text()
            for test in self._tests
            for command in test["commands"].entries()
            if command["command"].text() == "run"
        }
        rest = [test for test in self._tests if test not in in_suites]
        alone = [test for test in rest if test["name"].text() not in run]
        return in_suites + alone if in_suites or alone else list(self._tests)

    def read_as_group(self, test: Source, level: Level) -> None:
        name = test["name"].text() or "Test"
        inner = Level(self._drafting)
        self._state.begin()
        id = self._drafting.free_id(variable_name(name, "test").replace("_", "-"))
        self.read(test, inner)
        if not inner.nodes:
            test.left("it has no command that does anything")
            return
        level.add(Group(type="group", id=id, label=name, children=tuple(inner.nodes)))
        test["name"].kept(f"'{id}': label")

    def read(self, test: Source, level: Level) -> None:
        name = test["name"].text()
        self._running.append(name)
        commands = [Command(source) for source in test["commands"].entries()]
        self._block(commands, level)
        self._running.pop()

    def _block(self, commands: list[Command], level: Level) -> None:
        place = 0
        while place < len(commands):
            command = commands[place]
            if command.off:
                command.source.left("it is switched off in the file")
                place += 1
            elif press := Press.at(commands, place):
                self._press(press, level)
                place += len(press.commands)
            elif why := is_noise(commands, place):
                command.note_the_rest()
                command.source.left(why)
                place += 1
            elif command.name in OPENING:
                end = end_of(commands, place)
                self._control(commands, place, end, level)
                place = end + 1
            else:
                self._plain(command, level)
                place += 1

    def _plain(self, command: Command, level: Level) -> None:
        if command.name in ("", "echo", "debugger", "setspeed", "end"):
            why = "a comment" if not command.name else "it does nothing to the app"
            command.source.left(why)
            return
        if command.name == "run":
            self._run(command, level)
            return
        try:
            told = do(command, self._state, level)
        except Unmapped as reason:
            self._puzzle(command, level, str(reason))
            return
        _tell(command, told)

    def _press(self, press: Press, level: Level) -> None:
        """The button of the mouse goes down, perhaps moves, and comes up again."""
        first = press.commands[0]
        if press.goes_elsewhere:
            told = do(press.as_drag(), self._state, level)
        elif press.clicked_after:
            told = "the click after it says the same"
        else:
            self._puzzle(first, level, "and what follows it press the button of the mouse within one element")
            told = f"'{level.nodes[-1].id}', one person's step with a required question"
        for command in press.commands:
            _tell(command, told)

    def _run(self, command: Command, level: Level) -> None:
        found = next((test for test in self._tests if test["name"].text() == command.target), None)
        if found is None or command.target in self._running:
            why = "runs itself" if found else "runs a test that is not in the file"
            self._puzzle(command, level, why)
            return
        _tell(command, f"the steps of the test '{command.target}', here")
        self.read(found, level)

    def _puzzle(self, command: Command, level: Level, why: str) -> None:
        words = command.words()
        node = level.person(
            f"Do '{command.written} {command.target}'",
            f"Do what this command did: {literal(words)}",
            f"The command '{words}' {why}. Say what is to be done here, or take the step out.",
            intent=command.comment,
        )
        told = f"'{node.id}', a person's step with a required question: it {why}"
        if command.name.startswith("store") or command.name.startswith("execute"):
            self._name_result(command, level)
        _tell(command, told)

    def _name_result(self, command: Command, level: Level) -> None:
        """What a person finds out goes into the variable that the command would have set."""
        name = command.target if command.name in ("storetitle", "storewindowhandle") else command.value
        if name.isidentifier() and name not in self._state.secrets:
            level.amend(into=self._state.output(name))

    # -- branches and loops

    def _control(self, commands: list[Command], place: int, end: int, level: Level) -> None:
        if end < len(commands):
            _tell(commands[end], "the end of the block")
        if commands[place].name == "if":
            self._if(commands, place, end, level)
        else:
            self._loop(commands, place, end, level)

    def _if(self, commands: list[Command], place: int, end: int, level: Level) -> None:
        marks = [place, *branches(commands, place, end)]
        outcomes = outcomes_of([commands[mark].name for mark in marks])
        check: dict[str, Condition] = {}
        unclear: list[str] = []
        for outcome, mark in zip(outcomes, marks, strict=False):
            command = commands[mark]
            if command.name == "else":
                continue
            condition = condition_of(command.target, self._state.name)
            if condition is None:
                unclear.append(command.target)
            else:
                check[outcome] = condition
        opening = commands[place]
        id = self._drafting.free_id("decide")
        evidence = [n for mark in marks for n in names_in_expression(commands[mark].target)]
        level.add(
            Decision(
                type="decision",
                id=id,
                label=f"Is {opening.target}?"[:80],
                intent=opening.comment,
                question=f"Is it so that {literal(opening.target)}?",
                outcomes=tuple(outcomes),
                check=check,
                evidence=tuple(dict.fromkeys(self._state.name(name) for name in evidence)),
                default=outcomes[-1],
            )
        )
        for text in unclear:
            self._drafting.ask(
                f"when-{id}",
                f"The file decides by a script here: {text}. Which condition of the page or of a variable "
                "says the same? Add it to 'check' of the step.",
                id,
            )
        self._branch(commands, marks, end, outcomes, id, level)

    def _branch(
        self, commands: list[Command], marks: list[int], end: int, outcomes: list[str], id: str, level: Level
    ) -> None:
        ends: list[tuple[str, str]] = []
        self._state.inside += 1
        for outcome, mark, after in zip(outcomes, marks, [*marks[1:], end], strict=False):
            _tell(commands[mark], f"'{id}': outcome '{outcome}'")
            level.fork(id, outcome)
            self._block(commands[mark + 1 : after], level)
            ends += level.open_ends
        self._state.inside -= 1
        if len(outcomes) > len(marks):
            ends.append((id, outcomes[-1]))
        level.resume(ends)

    def _loop(self, commands: list[Command], place: int, end: int, level: Level) -> None:
        opening = commands[place]
        id = self._drafting.free_id(f"repeat-{opening.name}")
        about = self._head(opening, id, commands[end] if end < len(commands) else None)
        inner = Level(self._drafting)
        self._state.inside += 1
        self._block(commands[place + 1 : end], inner)
        self._state.inside -= 1
        if opening.name == "foreach":
            self._state.leave_loop()
        if not inner.nodes:
            inner.person("Do what is repeated", "Nothing.", "The file repeats nothing here. What is missing?")
        level.add(
            Loop.model_validate(
                {
                    "type": "loop",
                    "id": id,
                    "label": f"Repeat: {opening.target}"[:80] if opening.target else "Repeat",
                    "intent": opening.comment,
                    **about,
                    "children": tuple(inner.nodes),
                }
            )
        )
        _tell(opening, f"'{id}': loop")

    def _head(self, opening: Command, id: str, closing: Command | None) -> dict[str, object]:
        """What the loop goes over, and how often at most."""
        match opening.name:
            case "times":
                return self._times(opening, id)
            case "foreach":
                return self._for_each(opening, id)
            case "do":
                expression = closing.target if closing else ""
                self._drafting.ask(
                    f"at-least-once-{id}",
                    "The file does this once before it asks whether to go on, and a loop of an SOP asks "
                    "first. Does the condition hold then? If not, put the steps before the loop as well.",
                    id,
                )
                return {**self._while(expression, id), "bound": self._bound(closing, id)}
            case _:
                return {**self._while(opening.target, id), "bound": self._bound(opening, id)}

    def _while(self, expression: str, id: str) -> dict[str, object]:
        condition = condition_of(expression, self._state.name)
        if condition is None:
            # Until somebody says when, the loop is passed by: that is the careful way.
            name = self._drafting.declare(
                f"{id} goes on",
                type="boolean",
                default="false",
                required=False,
                description="Stands for a condition that is a script in the file.",
            )
            condition = c.VariableIs(kind="variable", name=name, value="true")
            self._drafting.ask(
                f"while-{id}",
                f"The file repeats this while a script says so: {expression}. Which condition of the page or "
                "of a variable says the same? Write it into 'condition' of the step.",
                id,
            )
        return {"over": "while", "condition": condition}

    def _bound(self, command: Command | None, id: str) -> int:
        limit = command.value if command else ""
        if re.fullmatch(r"\d{1,9}", limit) and int(limit) > 0:
            return int(limit)
        self._drafting.ask(
            f"bound-{id}",
            f"The file does not say how often this is repeated at most; 'bound' says {DEFAULT_BOUND} times. "
            "Is that right?",
            id,
            required=False,
        )
        return DEFAULT_BOUND

    def _times(self, opening: Command, id: str) -> dict[str, object]:
        times = opening.target.strip()
        if re.fullmatch(r"\d{1,9}", times) and 0 < int(times) <= _MOST_TIMES:
            turns = json.dumps([str(turn + 1) for turn in range(int(times))])
            about = {"default": turns, "required": False, "description": f"The {times} turns of '{id}'."}
            bound = int(times)
        else:
            about = {"description": f"One entry for each turn of '{id}': in the file, {times} of them."}
            bound = DEFAULT_BOUND
            self._drafting.ask(
                f"how-often-{id}",
                f"The file repeats this {times} times. How often shall it be done? Each turn takes an entry "
                f"of the list that is given at the start, and 'bound' says {bound} turns at most.",
                id,
            )
        name = self._drafting.declare(f"{id} turns", type="list", **about)
        return {"over": "variable", "variable": name, "item": "turn", "bound": bound}

    def _for_each(self, opening: Command, id: str) -> dict[str, object]:
        name = self._state.name(opening.target.strip().removeprefix("${").removesuffix("}") or "list")
        variable = self._drafting.variables[name]
        self._drafting.variables[name] = variable.model_copy(update={"type": "list"})
        item = self._state.enter_loop(opening.value or "item")
        bound = DEFAULT_BOUND
        if variable.default:
            try:
                bound = max(1, len(json.loads(variable.default)))
            except (ValueError, TypeError):
                bound = self._bound(None, id)
        else:
            bound = self._bound(None, id)
        return {"over": "variable", "variable": name, "item": item, "bound": bound}


def _tell(command: Command, words: str) -> None:
    """What became of a command, for each of its fields that was not told of by itself."""
    command.note_the_rest()
    command.source["command"].mapped_else(words)
    command.source["target"].mapped_else(words)
    command.source["value"].mapped_else(words)
    if command.comment:
        command.source["comment"].mapped_else("the step's intent")
    for alternative in command.source["targets"].entries():
        for part in alternative.entries() if alternative.is_list() else (alternative,):
            if not part.ledger.knows(part.path):
                part.left("the step goes by no element")
