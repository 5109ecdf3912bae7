"""workflow-use, the workflow files of the browser-use project: recorded steps, and steps named by words.

Read after its schema: https://github.com/browser-use/workflow-use/blob/main/workflows/workflow_use/schema/views.py
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from handrail.compile.importers.devtools.keys import key_for
from handrail.compile.importers.drafting import Drafting, Level, clipped, is_address, is_secret_name
from handrail.compile.importers.evidence import Evidence, with_templates
from handrail.compile.importers.source import Source
from handrail.compile.importers.workflow_use.elements import evidence_of, place_hint
from handrail.sop import action as a
from handrail.sop import condition as c
from handrail.sop.node import MAIN_PAGE, Explore, Task
from handrail.sop.target import Target
from handrail.sop.template import literal, names_in

_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
_TYPES: Final = {"string": "text", "number": "number", "bool": "boolean", "boolean": "boolean"}
_DEFAULT_STEPS: Final = 15
_NOTED: Final = {
    "timestamp": "when it was recorded",
    "targetId": "its recorder's own number",
    "elementHash": "its tool's own number",
    "frameUrl": "the place of the frame says it",
    "wait_time": "Handrail waits for what a step needs, and not for a time",
    "interaction_type": "the step's type says it",
    "agent_reasoning": "what its model thought when it made the step",
    "page_context_url": "the page that the step was made on",
    "page_context_title": "the page that the step was made on",
    "screenshot": "a picture of its recorder",
}


def read_workflow(workflow: Source, drafting: Drafting) -> Level:
    """The nodes of a workflow."""
    reading = _Workflow(workflow, drafting)
    reading.read_inputs(workflow["input_schema"])
    for place, step in enumerate(workflow["steps"].entries()):
        reading.read(step, place)
    workflow["workflow_analysis"].left("what its model thought of the recording")
    workflow["default_wait_time"].left("Handrail waits for what a step needs, and not for a time")
    return reading.level


class _Workflow:
    """A workflow on its way: its variables, and the tabs it is in."""

    def __init__(self, workflow: Source, drafting: Drafting) -> None:
        self.level = Level(drafting)
        self._drafting = drafting
        self._steps = workflow["steps"].entries()
        self._names: dict[str, str] = {}
        self._pages: dict[str, str] = {}
        self._readers: dict[str, Callable[[Source, str], None]] = {
            "navigation": self._open,
            "go_back": self._back,
            "go_forward": self._back,
            "click": self._click,
            "input": self._input,
            "select_change": self._select,
            "key_press": self._press,
            "scroll": self._scroll,
            "extract": self._extract,
            "extract_page_content": self._extract,
            "agent": self._agent,
            "wait": self._wait,
        }

    def read_inputs(self, schema: Source) -> None:
        """The declared inputs."""
        for given in schema.entries():
            written = given["name"].text()
            if not written:
                given.left("it has no name")
                continue
            secret = is_secret_name(written)
            about: dict[str, Any] = {
                "type": _TYPES.get(given["type"].text(), "text"),
                "description": f"Format: {given['format'].text()}" if given["format"].there else "",
                "required": given["required"].flag(),
                "secret": secret,
            }
            default = given["default"].text()
            if secret:
                about.update(type="text", required=True)
                given["default"].hide()
                given["default"].left("a secret does not stand in an SOP: it is asked for at the run")
            elif default or (not about["required"] and about["type"] == "text"):
                about.update(default=default, required=False)
            name = self._drafting.declare(written, **about)
            self._names[written] = name
            for field in ("name", "type", "required", "format", "default"):
                given[field].mapped_else(f"variables.{name}{' (a secret)' if secret else ''}")

    def read(self, step: Source, place: int) -> None:
        kind = step["type"].text()
        for name, why in _NOTED.items():
            step[name].left(why)
        page = self._page(step)
        self._wait_before(step, page)
        reader = self._readers.get(kind)
        if reader is None:
            self._puzzle(step, f"is of an unknown type, '{kind}'")
            return
        self._next = self._steps[place + 1] if place + 1 < len(self._steps) else None
        count = len(self.level.nodes)
        reader(step, page)
        if len(self.level.nodes) > count:
            node = self.level.nodes[-1]
            step["type"].mapped_else(f"'{node.id}': {_kind(node)}")
            step["description"].mapped_else(f"'{node.id}': label")

    def _page(self, step: Source) -> str:
        """The tab of a step, where the recorder numbered them."""
        tab = step["tabId"].text()
        if not tab:
            return next(reversed(self._pages.values()), MAIN_PAGE)
        if tab not in self._pages:
            name = MAIN_PAGE if not self._pages else f"tab-{len(self._pages) + 1}"
            before = self.level.last_task()
            if name != MAIN_PAGE and step["type"].text() != "navigation":
                if before is not None and before.opens is None:
                    self.level.amend(opens=name)
                else:
                    self._drafting.ask(
                        f"which-step-opens-{name}",
                        "The file goes on in another tab, and no step before opens one. Which one does?",
                        None,
                    )
            self._pages[tab] = name
        step["tabId"].mapped(f"tab '{self._pages[tab]}'")
        return self._pages[tab]

    def _wait_before(self, step: Source, page: str) -> None:
        css = step["waitForElement"].text()
        if css:
            evidence = Evidence()
            evidence.css(self._text(css))
            target = with_templates(evidence.target())
            node = self.level.expect(c.ElementIs(kind="element", state="visible", target=target), page=page)
            step["waitForElement"].mapped(f"'{node.id}': a completion criterion")

    # -- texts and elements

    def _text(self, written: str) -> str:
        """A text with `{placeholders}` as a template."""
        parts: list[str] = []
        place = 0
        for found in _PLACEHOLDER.finditer(written):
            parts.append(literal(written[place : found.start()]))
            parts.append(f"{{{{ {self._name(found[1])} }}}}")
            place = found.end()
        return "".join((*parts, literal(written[place:])))

    def _name(self, written: str) -> str:
        if written not in self._names:
            secret = is_secret_name(written)
            self._names[written] = self._drafting.declare(
                written, secret=secret, description="The file uses it and does not declare it."
            )
        return self._names[written]

    def _target(self, step: Source, *, field: bool = False) -> Target | None:
        evidence = evidence_of(step, self._text, field=field)
        return with_templates(evidence.target()) if evidence else None

    def _words(self, step: Source) -> str:
        return clipped(self._plain(step["description"].text()))

    @staticmethod
    def _plain(text: str) -> str:
        return " ".join(text.split())

    def _act(self, step: Source, action: a.Action, page: str, target: Target | None, **more: Any) -> Task:
        node = self.level.task(action, target, page=page, label=self._words(step), **more)
        hint = place_hint(step)
        if hint:
            self._drafting.ask(
                f"which-{node.id}",
                f"The file says that '{hint}' of several like elements is meant. How is it told from the "
                "others, whatever the data? Give the step a locator for it.",
                node.id,
            )
            step["position_hint"].mapped(f"'{node.id}': a required question")
        return node

    def _puzzle(self, step: Source, why: str, request: str = "") -> None:
        text = self._plain(step["description"].text()) or f"Do the step '{step['type'].text()}'"
        output = step["output"].text()
        more = {"into": self._output(output)} if output else {}
        node = self.level.person(
            text,
            self._text(request or text),
            f"'{step.place}' of the file {why}. Say what is to be done here, or take the step out.",
            **more,
        )
        for name, field in step.fields():
            if name not in _NOTED:
                field.mapped_else(f"'{node.id}', a person's step with a required question: it {why}")

    def _output(self, written: str) -> str:
        if written not in self._names:
            self._names[written] = self._drafting.declare(
                written, output=True, required=False, description="Read during the run."
            )
        else:
            name = self._names[written]
            changes: dict[str, object] = {"output": True, "required": False, "secret": False}
            self._drafting.variables[name] = self._drafting.variables[name].model_copy(update=changes)
        return self._names[written]

    # -- the steps

    def _open(self, step: Source, page: str) -> None:
        url = self._text(step["url"].text())
        if not is_address(url):
            self._puzzle(step, "opens what is no whole address")
            return
        before = self.level.last_task()
        if before is not None and before.action == a.Open(do="open", url=url) and before.page == page:
            step.left("the step before opens the same page")
            return
        self._drafting.visit(url)
        node = self._act(step, a.Open(do="open", url=url), page, None)
        step["url"].mapped(f"'{node.id}': action.url")

    def _back(self, step: Source, page: str) -> None:
        back = step["type"].text() == "go_back"
        self._act(step, a.Back(do="back") if back else a.Forward(do="forward"), page, None)

    def _click(self, step: Source, page: str) -> None:
        target = self._target(step)
        if target is None:
            self._puzzle(step, "names no element that Handrail can find")
            return
        self._act(step, a.Click(do="click"), page, target)

    def _input(self, step: Source, page: str) -> None:
        target = self._target(step, field=True)
        written = step["value"].text()
        if target is None:
            self._puzzle(step, "names no element that Handrail can find")
            return
        if target.input_type in ("checkbox", "radio"):
            on = written.lower() not in ("false", "off", "no", "")
            self._act(step, a.Check(do="check") if on else a.Uncheck(do="uncheck"), page, target)
            step["value"].mapped("whether it is ticked")
            return
        value = self._text(written)
        if self._drafting.is_secret(target):
            value = self._secret(step, target, value)
        node = self._act(step, a.Fill(do="fill", value=value), page, target)
        step["value"].mapped_else(f"'{node.id}': action.value")

    def _secret(self, step: Source, target: Target, value: str) -> str:
        """What goes into a secret field is a secret, whether the file knows that or not."""
        self._drafting.after_secret = True
        names = names_in(value)
        for name in names:
            self._drafting.make_secret(name)
        if names:
            return value
        step["value"].hide()
        step["value"].left("a secret does not stand in an SOP: it is asked for at the run")
        return self._drafting.typed(value, target)

    def _select(self, step: Source, page: str) -> None:
        target = self._target(step, field=True)
        written = step.first("selectedText", "selectedValue", "value")
        if target is None or not written.there:
            self._puzzle(step, "names no element or no option that Handrail can find")
            return
        option = self._text(written.text())
        node = self._act(step, a.Select(do="select", options=(option,)), page, target)
        written.mapped(f"'{node.id}': action.options")
        step["selectedValue"].mapped_else("the option is chosen by its text")

    def _press(self, step: Source, page: str) -> None:
        keys = "+".join(key_for(part) for part in re.split(r"(?<=.)\+", step["key"].text()))
        if not keys:
            self._puzzle(step, "names no key")
            return
        node = self._act(step, a.Press(do="press", keys=literal(keys)), page, self._target(step))
        step["key"].mapped(f"'{node.id}': action.keys")

    def _scroll(self, step: Source, page: str) -> None:
        x, y = step["scrollX"].number() or 0, step["scrollY"].number() or 0
        node = self._act(step, a.Scroll(do="scroll", x=x, y=y), page, None)
        step["scrollX"].kept(f"'{node.id}': action.x")
        step["scrollY"].kept(f"'{node.id}': action.y")

    def _wait(self, step: Source, page: str) -> None:
        step.left("Handrail waits for what a step needs, and not for a time")

    def _extract(self, step: Source, page: str) -> None:
        goal = step.first("extractionGoal", "goal").text() or "what the page shows"
        self._puzzle(
            step,
            "reads something from the page by a model, and does not say where it stands",
            f"Read from the page: {goal}",
        )

    def _agent(self, step: Source, page: str) -> None:
        """What an agent is to do is explored, if the step after it tells how it is seen to be done."""
        task = step["task"].text() or step["description"].text()
        following = self._target(self._next, field=True) if self._next is not None else None
        if following is None or not task:
            self._puzzle(step, "is for an agent, and nothing says how it is seen that it is done", task)
            return
        steps = int(step["max_steps"].number() or _DEFAULT_STEPS)
        node = self.level.add(
            Explore(
                type="explore",
                id=self._drafting.free_id("explore"),
                label=clipped(self._words(step) or task),
                goal=self._text(task),
                page=page,
                max_steps=max(1, steps),
                success=c.ElementIs(kind="element", state="visible", target=following),
            )
        )
        step["task"].mapped(f"'{node.id}': goal")
        step["max_steps"].mapped(f"'{node.id}': max_steps")
        if step["output"].there:
            step["output"].left("an explore node gives no value; a required question asks for it")
        self._drafting.ask(
            f"how-{node.id}",
            f"The file leaves this to an agent: '{clipped(task, 300)}'. Is it done when the element of the "
            "next step is there? Correct 'success', or record the steps.",
            node.id,
        )


def _kind(node: object) -> str:
    return node.action.do if isinstance(node, Task) else str(getattr(node, "type", ""))
