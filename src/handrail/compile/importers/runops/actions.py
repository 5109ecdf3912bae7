"""Actions of RunOps files: those that say enough become tasks, the rest a person's step with a question."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from handrail.compile.importers.drafting import Drafting, Level, clipped, is_address
from handrail.compile.importers.runops.elements import retries_of, seconds_of, target_of, value_of
from handrail.compile.importers.runops.texts import Names
from handrail.compile.importers.source import Source
from handrail.sop import action as a
from handrail.sop import condition as c
from handrail.sop.condition import Condition
from handrail.sop.document import StartPage
from handrail.sop.domains import host_of
from handrail.sop.node import MAIN_PAGE, Human, Node, Retry
from handrail.sop.template import literal, names_in

_ALIASES: Final = {
    "goto": "navigate",
    "go_to": "navigate",
    "open": "navigate",
    "open_url": "navigate",
    "navigate_to": "navigate",
    "navigation": "navigate",
    "switch_tab": "navigate_or_switch_tab",
    "switch_to_tab": "navigate_or_switch_tab",
    "open_tab": "navigate_or_switch_tab",
    "dblclick": "double_click",
    "fill": "type",
    "input": "type",
    "enter": "type",
    "enter_text": "type",
    "type_text": "type",
    "set_value": "type",
    "select_option": "select",
    "choose": "select",
    "press_key": "press",
    "key": "press",
    "key_press": "press",
    "keypress": "press",
    "tick": "check",
    "untick": "uncheck",
    "refresh": "reload",
    "go_back": "back",
    "go_forward": "forward",
    "api": "request",
    "api_call": "request",
    "http": "request",
    "http_request": "request",
    "wait_for_url": "wait_for",
    "wait_for_navigation": "wait_for",
    "wait_for_selector": "wait_for",
    "wait_for_element": "wait_for",
    "wait_for_text": "wait_for",
    "assert": "wait_for",
    "verify": "wait_for",
    "wait": "wait_for",
    "extract_data": "extract",
    "read": "extract",
    "scrape": "extract",
}
_PLAIN: Final[dict[str, Callable[[], a.Action]]] = {
    "click": lambda: a.Click(do="click"),
    "double_click": lambda: a.DoubleClick(do="double_click"),
    "right_click": lambda: a.RightClick(do="right_click"),
    "hover": lambda: a.Hover(do="hover"),
    "check": lambda: a.Check(do="check"),
    "uncheck": lambda: a.Uncheck(do="uncheck"),
}
_ON_PAGE: Final[dict[str, Callable[[], a.Action]]] = {
    "reload": lambda: a.Reload(do="reload"),
    "back": lambda: a.Back(do="back"),
    "forward": lambda: a.Forward(do="forward"),
    "scroll": lambda: a.Scroll(do="scroll", to_end=True),
}


class Actions:
    """Makes nodes of actions, and knows which tab the work is in."""

    def __init__(self, drafting: Drafting, names: Names, tabs: Source) -> None:
        self._drafting = drafting
        self._names = names
        self._tabs: dict[str, str] = {}
        self._page = MAIN_PAGE
        for tab in tabs.entries():
            self._add_tab(tab)

    def _add_tab(self, tab: Source) -> None:
        url = tab["url"].text() if tab.is_object() else tab.text()
        name = (tab["name"].text() if tab.is_object() else "") or f"tab-{len(self._tabs) + 1}"
        if not is_address(url):
            tab.left("it is no whole address")
            return
        self._drafting.visit(url)
        self._drafting.start.append(StartPage(name=name, url=self._names.text(url)))
        if not self._tabs:
            self._page = name
        self._tabs[name] = url
        if tab.is_object():
            tab["name"].kept("environment.start: name")
            tab["url"].kept("environment.start: url")
        else:
            tab.kept("environment.start: url")

    def add(self, action: Source, level: Level) -> None:
        """Add what an action stands for."""
        kind = re.sub(r"\W+", "_", action.first("type", "action", "do", "method").text().strip().lower())
        kind = _ALIASES.get(kind, kind)
        count = len(level.nodes)
        told = self._mapped(kind, action, level)
        if told is None:
            self._puzzle(action, level, kind)
            return
        for field in ("type", "action", "do", "method", "instruction", "description"):
            if action[field].there:
                action[field].mapped_else(told)
        self._timing(action, level, count)

    def _timing(self, action: Source, level: Level, count: int) -> None:
        seconds, retries = seconds_of(action), retries_of(action)
        changes: dict[str, Any] = {}
        if seconds is not None:
            changes["timeout"] = seconds
        if retries is not None:
            changes["retry"] = Retry(times=retries)
        if changes and level.nodes:
            if len(level.nodes) == count and seconds is not None:
                changes["timeout"] = max(seconds, level.nodes[-1].timeout or 0)
            level.amend(**changes)

    def _mapped(self, kind: str, action: Source, level: Level) -> str | None:
        """What the action became; none where it does not say enough."""
        if kind == "navigate":
            return self._open(action, level)
        if kind == "navigate_or_switch_tab":
            return self._switch(action, level)
        if kind == "type":
            return self._type(action, level)
        if kind == "select":
            return self._select(action, level)
        if kind == "press":
            return self._press(action, level)
        if kind == "wait_for":
            return self._wait(action, level)
        if kind == "extract":
            return self._extract(action, level)
        if kind == "request":
            return self._request(action, level)
        if kind == "screenshot":
            action.left("Handrail takes pictures at effects by itself")
            return "left"
        if kind in _ON_PAGE and not target_of(action, self._names, field=False):
            return self._task(action, level, _ON_PAGE[kind](), None)
        if kind in _PLAIN:
            target = target_of(action, self._names, field=kind in ("check", "uncheck"))
            return None if target is None else self._task(action, level, _PLAIN[kind](), target)
        return None

    def _task(self, action: Source, level: Level, deed: a.Action, target: Any, **more: Any) -> str:
        words = action.first("instruction", "description", "label").text()
        node = level.task(deed, target, page=self._page, label=words, **more)
        return f"'{node.id}': {node.action.do}"

    def _address(self, action: Source) -> Source | None:
        target = action["target"]
        places = [*((target[key] for key in ("url", "href")) if target.is_object() else (target,))]
        places += [action[key] for key in ("url", "address", "value")]
        return next(
            (place for place in places if isinstance(place.value, str) and is_address(place.value)), None
        )

    def _open(self, action: Source, level: Level) -> str | None:
        place = self._address(action)
        if place is None:
            return None
        url = self._names.text(place.text())
        self._drafting.visit(url)
        place.kept("action.url")
        if action["credentialField"].there and names_in(url):
            action["credentialField"].mapped("the secret in the address")
        return self._task(action, level, a.Open(do="open", url=url), None)

    def _switch(self, action: Source, level: Level) -> str | None:
        place = self._address(action)
        wanted = action["target"]["name"].text() or action["tab"].text() or action["target"]["tab"].text()
        name = wanted if wanted in self._tabs else None
        if name is None and place is not None:
            name = next((tab for tab, url in self._tabs.items() if url == place.text()), None)
        if name is None:
            near = [tab for tab, url in self._tabs.items() if place and host_of(url) == host_of(place.text())]
            self._page = near[0] if len(near) == 1 else self._page
            return self._open(action, level)
        self._page = name
        if place is not None:
            place.mapped(f"the tab '{name}', which has this address")
        action["target"]["name"].mapped_else(f"the tab '{name}'")
        return self._task(action, level, a.SwitchTab(do="switch_tab", page=name), None)

    def _type(self, action: Source, level: Level) -> str | None:
        target = target_of(action, self._names, field=True)
        given = value_of(action, self._names)
        if target is None or given is None:
            return None
        place, text = given
        credential = action["credentialField"]
        if credential.there:
            self._names.secret(credential.text(), "A credential.")
            credential.mapped("the secret that is typed")
        if self._drafting.is_secret(target):
            self._drafting.after_secret = True
            for name in names_in(text):
                self._drafting.make_secret(name)
            if not names_in(text):
                place.hide()
                place.left("a secret does not stand in an SOP: it is asked for at the run")
                text = self._drafting.typed(text, target)
        place.mapped_else("action.value")
        return self._task(action, level, a.Fill(do="fill", value=text), target)

    def _select(self, action: Source, level: Level) -> str | None:
        target = target_of(action, self._names, field=True)
        given = value_of(action, self._names)
        if target is None or given is None:
            return None
        given[0].mapped("action.options")
        return self._task(action, level, a.Select(do="select", options=(given[1],)), target)

    def _press(self, action: Source, level: Level) -> str | None:
        keys = action.first("key", "keys", "value")
        if not keys.there or keys.is_object():
            return None
        written = "+".join(map(str, keys.value)) if keys.is_list() else keys.text()
        keys.mapped("action.keys")
        target = target_of(action, self._names, field=False)
        return self._task(action, level, a.Press(do="press", keys=literal(written)), target)

    def _wait(self, action: Source, level: Level) -> str | None:
        """A condition that the file states; a wait by words alone is what Handrail does anyway."""
        found = list(self._conditions(action))
        if found:
            for condition in found:
                node = level.expect(condition, page=self._page)
            return f"'{node.id}': a completion criterion"
        prose = action["type"].text().lower() in ("wait", "sleep", "delay", "pause")
        if not prose or not level.nodes:
            return None
        action.left("Handrail waits for what the next step needs, as long as its timeout")
        return "left"

    def _conditions(self, action: Source) -> Iterator[Condition]:
        target = action["target"]
        for holder in (target, action) if target.is_object() else (action,):
            for key, kind in (
                ("url_contains", "contains"),
                ("urlContains", "contains"),
                ("url_matches", "matches"),
                ("urlPattern", "matches"),
                ("url", "equals"),
            ):
                if isinstance(holder[key].value, str) and holder[key].there:
                    holder[key].mapped("criterion about the address")
                    text = self._names.text(holder[key].text())
                    yield c.UrlIs.model_validate({"kind": "url", kind: text})
            if holder["title"].there:
                holder["title"].mapped("criterion about the title")
                yield c.TitleIs(kind="title", contains=self._names.text(holder["title"].text()))
        words = action.first("text", "contains", "expected_text")
        element = target_of(action, self._names, field=False)
        if element is not None:
            state = action["state"].text().lower()
            yield _reads(self._names.text(words.text()), element) if words.there else _state(state, element)
            action["state"].mapped("criterion about the element")
        elif words.there:
            yield _reads(self._names.text(words.text()), None)
        words.mapped_else("criterion about the text")

    def _extract(self, action: Source, level: Level) -> str | None:
        """What a model would read off the page a person reads, value by value, until targets are given."""
        schema = action.first("schema", "fields", "output", "outputs", "into")
        fields = [(name, source) for name, source in schema.fields()] if schema.is_object() else []
        if schema.is_list():
            fields = [
                (entry["name"].text() if entry.is_object() else entry.text(), entry)
                for entry in schema.entries()
            ]
        elif schema.there and not schema.is_object():
            fields = [(schema.text(), schema)]
        named = [(name, source) for name, source in fields if name]
        if not named:
            return None
        said = action.first("instruction", "description").text() or "Read from the page"
        ids = []
        for name, source in named:
            into = self._names.output(re.sub(r"\W+", "_", name))
            request = f"{self._names.text(said)}: what is '{name}'?"
            ids.append(level.add(_reading(self._drafting, name, request, into)).id)
            source.mapped(f"'{ids[-1]}': a person reads it into '{into}'")
        names = ", ".join(f"'{name}'" for name, _ in named)
        self._drafting.ask(
            "where-does-it-stand",
            f"The file has a model read {names} off the page ('{clipped(said, 200)}') and does not say where "
            "they stand. Put an extract with targets in place of these steps, or let a person read them.",
            ids[0],
        )
        return f"{len(named)} steps of a person, with a required question"

    def _request(self, action: Source, level: Level) -> str | None:
        place = action.first("url", "endpoint", "uri")
        method = action.first("method", "http_method", "verb").text().upper() or "GET"
        url = self._names.text(place.text())
        if not is_address(url) or method not in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            return None
        self._drafting.visit(url)
        headers = {}
        for name, source in action["headers"].fields():
            headers[name] = self._header(name, source)
        body = action.first("body", "payload", "data")
        text = body.value if isinstance(body.value, str) else json.dumps(body.value, ensure_ascii=False)
        request = a.Request.model_validate(
            {
                "do": "request",
                "method": method,
                "url": url,
                "headers": headers,
                "body": self._names.text(text) if body.there else None,
            }
        )
        place.kept("action.url")
        body.mapped("action.body")
        action.first("method", "http_method", "verb").kept("action.method")
        return self._task(action, level, request, None)

    def _header(self, name: str, source: Source) -> str:
        """A header; one that carries a key or a token becomes a secret."""
        text = self._names.text(source.text())
        if re.search(r"(?i)auth|token|key|secret|cookie", name) and not names_in(text):
            source.hide()
            source.left("a secret does not stand in an SOP: it is asked for at the run")
            secret = self._names.secret(re.sub(r"\W+", "_", name.lower()), f"The header '{name}'.")
            return f"{{{{ {secret} }}}}"
        source.kept("action.headers")
        return text

    def _puzzle(self, action: Source, level: Level, kind: str) -> None:
        said = action.first("instruction", "description", "label", "name").text()
        shown = said or clipped(json.dumps(action.value, ensure_ascii=False), 300)
        credential = action["credentialField"]
        if credential.there:
            self._names.secret(credential.text(), "A credential.")
        request = self._names.text(shown)
        for name, source in action["data"].fields():
            text = self._names.text(source.value) if isinstance(source.value, str) else ""
            if text and text not in request:
                request += f" ({name.replace('{', '')}: {text})"
        node = level.person(
            clipped(said) or f"Do the action '{kind}'",
            request,
            f"The file says only by words what is to be done here: '{clipped(shown, 200)}'. On which "
            "element, and with which value? Put a task in place of the step, or let a person do it.",
        )
        for _, field in action.fields():
            field.mapped_else(f"'{node.id}', a person's step with a required question")


def _reading(drafting: Drafting, name: str, request: str, into: str) -> Node:
    id = drafting.free_id(f"read-{into.replace('_', '-')}")
    return Human(type="human", id=id, label=clipped(f"Read '{name}'"), request=request, into=into)


def _reads(text: str, target: Any) -> Condition:
    return c.TextIs(kind="text", contains=text, target=target)


def _state(state: str, target: Any) -> Condition:
    known = {"hidden": "hidden", "detached": "absent", "absent": "absent", "attached": "present"}
    known |= {"enabled": "enabled", "disabled": "disabled", "checked": "checked", "unchecked": "unchecked"}
    return c.ElementIs.model_validate(
        {"kind": "element", "state": known.get(state, "visible"), "target": target}
    )
