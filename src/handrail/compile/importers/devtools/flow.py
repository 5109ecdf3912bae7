"""Chrome DevTools Recorder: the JSON user flows of `@puppeteer/replay`.

Read after its schema: https://github.com/puppeteer/replay/blob/main/src/Schema.ts
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from handrail.compile.importers.devtools.facts import (
    OPERATORS,
    click_action,
    presence,
    properties,
    says_nothing,
    type_of,
)
from handrail.compile.importers.devtools.keys import MODIFIERS, key_for
from handrail.compile.importers.devtools.selectors import evidence_of
from handrail.compile.importers.devtools.viewport import read_viewport
from handrail.compile.importers.drafting import Drafting, Level, clipped, is_address
from handrail.compile.importers.evidence import frame_number
from handrail.compile.importers.source import Source
from handrail.sop import action as a
from handrail.sop import condition as c
from handrail.sop.condition import Condition
from handrail.sop.document import StartPage
from handrail.sop.node import MAIN_PAGE
from handrail.sop.target import Target
from handrail.sop.template import literal

_BUTTONS: Final = {"secondary": "right", "auxiliary": "middle", "back": "back", "forward": "forward"}
_LONG_PRESS_MS: Final = 500
_OWN_PAGES: Final = ("chrome:", "about:", "edge:", "devtools:")


def read_flow(flow: Source, drafting: Drafting) -> Level:
    """The nodes of a user flow."""
    reading = _Flow(flow, drafting)
    for step in flow["steps"].entries():
        reading.read(step)
    reading.release()
    return reading.level


class _Flow:
    """A flow on its way: which tabs are known, which keys are held."""

    def __init__(self, flow: Source, drafting: Drafting) -> None:
        self.level = Level(drafting)
        self._drafting = drafting
        self._steps = flow["steps"].entries()
        self._timeout = flow["timeout"].number()
        self._pages: dict[str, str] = {"main": MAIN_PAGE}
        self._held: dict[str, Source] = {}
        self._used: set[str] = set()
        self._readers: dict[str, Callable[[Source], None]] = {
            "setViewport": self._set_viewport,
            "emulateNetworkConditions": self._network,
            "navigate": self._navigate,
            "click": self._click,
            "doubleClick": self._click,
            "hover": self._hover,
            "change": self._change,
            "keyDown": self._key_down,
            "keyUp": self._key_up,
            "scroll": self._scroll,
            "close": self._close,
            "waitForElement": self._wait_for_element,
            "waitForExpression": self._wait_for_expression,
            "customStep": self._custom,
        }
        if flow["timeout"].there:
            flow["timeout"].mapped("the timeout of every step that has none of its own, in seconds")
        flow["selectorAttribute"].left("it says how selectors were made; they are read as they are")

    def read(self, step: Source) -> None:
        kind = step["type"].text()
        reader = self._readers.get(kind)
        if reader is None:
            self._puzzle(
                step, f"Do what '{kind or 'a step without type'}' stands for", "is of an unknown type"
            )
            return
        before = len(self.level.nodes)
        reader(step)
        if len(self.level.nodes) > before and (said := step.first("description", "comment")).there:
            self.level.amend(intent=clipped(said.text(), 300))
            said.mapped("the step's intent")

    # -- what holds for every step

    def _timing(self, step: Source) -> float | None:
        own = step["timeout"].number()
        if own is not None:
            step["timeout"].mapped("the step's timeout, in seconds")
        milliseconds = own if own is not None else self._timeout
        return milliseconds / 1000 if milliseconds and milliseconds > 0 else None

    def _page(self, step: Source) -> str:
        """The tab that the step happens in; a tab that is new was opened by the step before."""
        target = step["target"].text() or "main"
        if target not in self._pages:
            name = "popup" if len(self._pages) == 1 else f"popup-{len(self._pages)}"
            self._pages[target] = name
            self._drafting.visit(target)
            before = self.level.last_task()
            if before is not None and before.opens is None and step["type"].text() != "navigate":
                self.level.amend(opens=name)
            else:
                self._open_at_start(step, target, name)
        page = self._pages[target]
        step["target"].mapped(f"tab '{page}'")
        return page

    def _open_at_start(self, step: Source, target: str, name: str) -> None:
        """A tab that no step before opens: it is there from the start, which a question is about."""
        address = step["url"].text() if step["type"].text() == "navigate" else target
        if not is_address(address):
            self._pages[target] = MAIN_PAGE
        else:
            self._drafting.start.append(StartPage(name=name, url=literal(address)))
        self._drafting.ask(
            f"which-step-opens-{name}",
            f"The file goes on in another tab ({target}), and no step before opens it. Which does?",
            self._last_id(),
        )

    def _leads_to(self, step: Source) -> tuple[Condition, ...]:
        """What the asserted events say of the page that comes."""
        found: list[Condition] = []
        for event in step["assertedEvents"].entries():
            kind = event["type"].text()
            if kind != "navigation":
                event.left(f"'{kind}' is no event that Handrail knows")
                self._drafting.ask(
                    "which-event",
                    f"The file expects the event '{kind}' here. What does the page show then?",
                    None,
                )
                continue
            event["type"].mapped("criteria about the page that comes")
            url, title = event["url"].text(), event["title"].text()
            at = self._drafting.address_is(url)
            if at is not None:
                self._drafting.visit(url)
                event["url"].mapped("criterion: the page's path; ids in it may differ")
                found.append(at)
            if title:
                event["title"].mapped("criterion: the page's title")
                found.append(c.TitleIs(kind="title", equals=self._drafting.known(title)))
            elif event["title"].value == "":
                event["title"].left("it is empty")
        return tuple(found)

    def _target(self, step: Source, *, field: bool = False) -> Target | None:
        evidence = evidence_of(step["selectors"], field=field)
        if not evidence:
            return None
        evidence.frame = tuple(frame_number(int(place.number() or 0)) for place in step["frame"].entries())
        if evidence.frame:
            step["frame"].mapped("the frames on the way, by their place in the document")
        return evidence.target()

    def _puzzle(self, step: Source, label: str, why: str, request: str = "") -> None:
        """A step that has no counterpart: a person, and a question that blocks the run."""
        shown = clipped(json.dumps(step.value, ensure_ascii=False), 300)
        node = self.level.person(
            label,
            literal(request or f"{label}: {shown}"),
            f"'{step.place}' of the file {why}. Say what is to be done here, or take the step out.",
        )
        step.mapped(f"'{node.id}', a person's step with a required question: it {why}")

    # -- the steps

    def _set_viewport(self, step: Source) -> None:
        self._page(step)
        read_viewport(step, self._drafting, self._last_id())

    def _network(self, step: Source) -> None:
        self._page(step)
        step.left("a slow network is no part of the work; Handrail waits for the page as long as it takes")

    def _navigate(self, step: Source) -> None:
        url = step["url"].text()
        leads_to = self._leads_to(step)
        if url.startswith(_OWN_PAGES) or not url:
            step.left("it is the browser's own page, from which nothing is done")
            return
        page = self._page(step)
        if not is_address(url):
            self._puzzle(step, f"Open '{url}'", "opens what is no whole address")
            return
        self._drafting.visit(url)
        node = self.level.task(
            a.Open(do="open", url=literal(url)),
            page=page,
            done_when=leads_to,
            timeout=self._timing(step),
        )
        step["type"].mapped(f"'{node.id}': open")
        step["url"].kept(f"'{node.id}': action.url")

    def _click(self, step: Source) -> None:
        page, target = self._page(step), self._target(step)
        if target is None:
            self._puzzle(step, "Click", "names no element that Handrail can find")
            return
        if not self._held and (why := says_nothing(step, self._after(step), target)):
            step.left(why)
            return
        button = _BUTTONS.get(step["button"].text(), "left")
        leads_to = self._leads_to(step)
        action = click_action(step["type"].text(), button, self._modifiers())
        duration = step["duration"].number() or 0
        if isinstance(action, a.Click) and duration >= _LONG_PRESS_MS:
            action = action.held(duration)
        node = self.level.task(
            action,
            None if button in ("back", "forward") else target,
            page=page,
            leads_on=bool(leads_to),
            done_when=leads_to,
            timeout=self._timing(step),
        )
        step["type"].mapped(f"'{node.id}': {node.action.do}")
        step["button"].mapped(f"'{node.id}': {node.action.do}")
        for name in ("offsetX", "offsetY"):
            step[name].left("the middle of the element is clicked: where exactly does not matter")
        step["deviceType"].left("Handrail uses the mouse")
        if isinstance(action, a.Click) and action.hold_seconds:
            step["duration"].mapped(f"'{node.id}': the button is held")
        else:
            step["duration"].left("no longer than a click takes")

    def _after(self, step: Source) -> Source | None:
        return next((other for other in self._steps if other.path[-1] == int(step.path[-1]) + 1), None)

    def _hover(self, step: Source) -> None:
        self._simple(step, a.Hover(do="hover"), "Point at something")

    def _simple(self, step: Source, action: a.Action, label: str) -> None:
        page, target = self._page(step), self._target(step)
        if target is None:
            self._puzzle(step, label, "names no element that Handrail can find")
            return
        node = self.level.task(
            action, target, page=page, done_when=self._leads_to(step), timeout=self._timing(step)
        )
        step["type"].mapped(f"'{node.id}': {action.do}")

    def _change(self, step: Source) -> None:
        page, target = self._page(step), self._target(step, field=True)
        value = step["value"].text()
        if target is None:
            self._puzzle(step, "Set a field", "names no element that Handrail can find")
            return
        if target.role in ("checkbox", "radio") or target.input_type in ("checkbox", "radio"):
            on = value.lower() not in ("false", "off", "")
            action: a.Action = a.Check(do="check") if on else a.Uncheck(do="uncheck")
            step["value"].mapped(action.do)
        else:
            if target.input_type == "file":
                self._puzzle(step, "Give a file", "sets a file field, and the file itself is not in it")
                return
            text = self._drafting.typed(value, target, type=type_of(target, value))
            if self._drafting.is_secret(target):
                step["value"].hide()
                step["value"].left("a secret does not stand in an SOP: it is asked for at the run")
            else:
                step["value"].mapped(f"input {text}, with this value as its default" if value else "empty")
            chosen = target.tag == "select"
            action = a.Select(do="select", options=(text,)) if chosen else a.Fill(do="fill", value=text)
        leads_to = self._leads_to(step)
        node = self.level.task(action, target, page=page, done_when=leads_to, timeout=self._timing(step))
        step["type"].mapped(f"'{node.id}': {action.do}")

    def _modifiers(self) -> tuple[a.Modifier, ...]:
        """The modifier keys that are held; that they were used is kept in mind."""
        held = [MODIFIERS[key] for key in self._held if key in MODIFIERS]
        self._used.update(key for key in self._held if key in MODIFIERS)
        return tuple(dict.fromkeys(held))

    def _key_down(self, step: Source) -> None:
        self._page(step)
        key = step["key"].text()
        if key in MODIFIERS:
            self._held[key] = step
            return
        page = self._page(step)
        keys = "+".join((*self._modifiers(), key_for(key)))
        leads_to = self._leads_to(step)
        node = self.level.task(
            a.Press(do="press", keys=literal(keys)), page=page, done_when=leads_to, timeout=self._timing(step)
        )
        step["type"].mapped(f"'{node.id}': press")
        step["key"].mapped(f"'{node.id}': {keys}, where the cursor is")
        self._held[key] = step
        self._used.add(key)

    def _key_up(self, step: Source) -> None:
        self._page(step)
        key = step["key"].text()
        down = self._held.pop(key, None)
        if down is None:
            step.left("the key was not pressed before")
            return
        step.mapped("the press of the key is one action")
        if key in MODIFIERS and key not in self._used:
            self._press_alone(down, MODIFIERS[key])
        elif key in MODIFIERS:
            down.mapped(f"{MODIFIERS[key]}, in the actions that it was held for")
        self._used.discard(key)
        if leads_to := self._leads_to(step):
            for condition in leads_to:
                self.level.expect(condition, page=self._page(step))

    def _press_alone(self, step: Source, key: str) -> None:
        node = self.level.task(a.Press(do="press", keys=key), page=self._page(step))
        step.mapped(f"'{node.id}': press")

    def release(self) -> None:
        """Keys that were never let go."""
        for key, step in self._held.items():
            if key in MODIFIERS and key not in self._used:
                self._press_alone(step, MODIFIERS[key])
            elif key in MODIFIERS:
                step.mapped(f"{MODIFIERS[key]}, in the actions that it was held for")

    def _scroll(self, step: Source) -> None:
        page = self._page(step)
        action = a.Scroll(do="scroll", x=step["x"].number() or 0, y=step["y"].number() or 0)
        target = self._target(step)
        if step["selectors"].there and target is None:
            self._puzzle(step, "Scroll", "names no element that Handrail can find")
            return
        node = self.level.task(
            action, target, page=page, done_when=self._leads_to(step), timeout=self._timing(step)
        )
        step["type"].mapped(f"'{node.id}': scroll")
        step["x"].kept(f"'{node.id}': action.x")
        step["y"].kept(f"'{node.id}': action.y")

    def _close(self, step: Source) -> None:
        node = self.level.task(a.CloseTab(do="close_tab"), page=self._page(step))
        step["type"].mapped(f"'{node.id}': close_tab")

    def _wait_for_element(self, step: Source) -> None:
        page, target = self._page(step), self._target(step)
        if target is None:
            self._puzzle(step, "Wait for something", "waits for an element that Handrail cannot find")
            return
        number = step["count"].number()
        operator = step["operator"].text() or "=="
        if operator not in OPERATORS:
            raise step["operator"].wrong(f"'{operator}' is not one of ==, >= and <=.")
        hidden = step["visible"].value is False
        conditions = [presence(target, 1 if number is None else int(number), operator, hidden=hidden)]
        conditions += properties(step, target, self._drafting, self._last_id())
        conditions += self._leads_to(step)
        for condition in conditions:
            node = self.level.expect(condition, page=page, timeout=self._timing(step))
        step["type"].mapped(f"'{node.id}': a completion criterion")
        for name in ("count", "operator", "visible"):
            step[name].mapped(f"'{node.id}': the criterion")

    def _wait_for_expression(self, step: Source) -> None:
        self._page(step)
        expression = step["expression"].text()
        self._puzzle(
            step,
            "Wait for what the script waits for",
            "waits for a JavaScript expression, which Handrail does not run",
            f"Wait until this holds: {expression}",
        )

    def _custom(self, step: Source) -> None:
        self._page(step)
        name = step["name"].text()
        self._puzzle(step, f"Do '{name}'", f"is a custom step, '{name}', that only its own tool knows")

    def _last_id(self) -> str | None:
        return self.level.nodes[-1].id if self.level.nodes else None
