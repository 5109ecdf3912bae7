"""A small builder of recordings: a person's work, event by event, as the recorder writes it down."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

from pydantic import TypeAdapter

from handrail.compile import compile_recording
from handrail.recording.event import PageState, RecordedEvent
from handrail.recording.manifest import Manifest
from handrail.recording.store import Recording
from handrail.sop.document import Sop
from handrail.sop.locator import CssLocator, LabelLocator, Locator, RoleLocator, RowLocator
from handrail.sop.node import Task
from handrail.sop.target import Neighbourhood, Target

_EVENT: TypeAdapter[RecordedEvent] = TypeAdapter(RecordedEvent)

APP = "https://crm.example.com"


def field(label: str, type: str = "text", tag: str = "input", **facts: Any) -> Target:
    """A form field, as the recorder describes it."""
    roles = {"search": "searchbox", "number": "spinbutton", "checkbox": "checkbox", "radio": "radio"}
    role = "combobox" if tag == "select" else roles.get(type, "textbox")
    return Target(
        tag=tag,
        role=role,
        name=label,
        label=label,
        input_type=type if tag == "input" else None,
        locators=(RoleLocator(by="role", role=role, name=label), LabelLocator(by="label", text=label)),
        **facts,
    )


def element(role: str, name: str, *, tag: str | None = None, css: str | None = None, **facts: Any) -> Target:
    """A button, link, tab, …"""
    tags = {"link": "a", "button": "button"}
    locators: list[Locator] = [RoleLocator(by="role", role=role, name=name)]
    if css is not None:
        locators.append(CssLocator(by="css", css=css))
    return Target(tag=tag or tags.get(role, "div"), role=role, name=name, locators=tuple(locators), **facts)


def button(name: str, **facts: Any) -> Target:
    return element("button", name, **facts)


def link(name: str, href: str | None = None, **facts: Any) -> Target:
    attributes = {"href": href} if href else {}
    css = f'a[href="{href}"]' if href else None
    return element("link", name, css=css, attributes=attributes, **facts)


def in_row(role: str, name: str, key: str, text: str) -> Target:
    """An element in a table row that people call by `key`."""
    row = RowLocator(by="row", text=key)
    return Target(
        tag="button" if role == "button" else "a",
        role=role,
        name=name,
        near=Neighbourhood(row=text),
        locators=(
            RoleLocator(by="role", role=role, name=name, within=row),
            CssLocator(by="css", css="tbody > tr:nth-of-type(3) > td > button"),
        ),
    )


class Show:
    """Somebody shows how it is done. Every method is one thing they do; `**after` says what changed."""

    def __init__(
        self,
        url: str = f"{APP}/contacts",
        *,
        observed: bool = True,
        asked_for: str | None = None,
        **after: Any,
    ) -> None:
        self._facts: list[dict[str, Any]] = []
        self._states = {"p1": PageState(url="about:blank")}
        self._observed = observed
        self.page = "p1"
        self.waited = 0.0
        self._hurried = ""
        self.typed = 0
        """The event by which the last text was typed whole."""
        self._start = url
        self.add("navigated", to=url, cause="address", status=200, asked_for=asked_for)
        self.change(url=url, **{"title": "Contacts · Practice CRM", **after})

    @property
    def state(self) -> PageState:
        return self._states.setdefault(self.page, PageState(url="about:blank"))

    def add(self, kind: str, **facts: Any) -> int:
        """One event, as it is; gives its number."""
        seq = len(self._facts)
        url = self._hurried or (self.state.url if self.state.url != "about:blank" else "")
        head = {"kind": kind, "seq": seq, "t": seq * 100.0 + self.waited, "page": self.page}
        self._facts.append({**head, "url": url, "title": self.state.title, **facts})
        return seq

    def wait(self) -> Self:
        """Some seconds pass."""
        self.waited += 5000
        return self

    def change(self, *, cause: int | None = None, **after: Any) -> Self:
        """The page looks different now; values and counts are added to what was there."""
        before = self.state
        if self._hurried:
            after, self._hurried = {"url": self._hurried, "values": {}, **after}, ""
        seq = len(self._facts) - 1 if cause is None else cause
        for name in ("values", "counts"):
            after[name] = {**getattr(before, name), **after.get(name, {})}
        self._states[self.page] = before.model_copy(update={"texts": (), "gone": (), **after})
        if self._observed:
            state = PageState.model_validate(self.state.model_dump())
            self.add("changed", after=seq, before_state=before, state=state)
        return self

    def amend(self, **facts: Any) -> Self:
        """More facts of the last event."""
        self._facts[-1] |= facts
        return self

    def change_within(self, target: Target, *, cause: int, before: PageState, after: PageState) -> Self:
        """The document of the frame that the target is in looks different now; the page does not."""
        path = [step.model_dump(exclude_none=True) for step in target.frame]
        self.add("changed", after=cause, before_state=before, state=after, frame=path)
        return self

    def press(self, target: Target | None) -> int:
        """A full click with the mouse: down, up, click."""
        self.add("mouse_move", x=5, y=5)
        self.add("mouse_down", x=5, y=5, target=target)
        self.add("mouse_up", x=5, y=5, target=target)
        return self.add("click", x=5, y=5, target=target)

    def click(self, target: Target | None, **after: Any) -> Self:
        """A click, and what it changed in the page."""
        seq = self.press(target)
        return self.change(cause=seq, **after)

    def goes(self, target: Target, path: str, *, send: str | None = None, **after: Any) -> Self:
        """A click that leads to another page, by a link or, with `send`, by a request with an effect."""
        return self.led(self.press(target), path, send=send, **after)

    def led(self, cause: int, path: str, *, send: str | None = None, **after: Any) -> Self:
        """The navigation that an event brought about."""
        url = path if path.startswith("http") else f"{APP}{path}"
        if send is not None:
            self.add("submitted", method=send)
            self.add("response", method=send.upper(), request_url=self.state.url, status=302, document=True)
        self.add("navigated", to=url, cause="consequence", status=200)
        self.add("response", method="GET", request_url=url, status=200, document=True)
        clean: dict[str, Any] = {"headings": (), "alerts": (), "dialogs": ()}
        return self.change(cause=cause, **{**clean, "url": url, **after})

    def hurries(self, target: Target, path: str) -> Self:
        """A click that leads to a page in which they work on before it was looked at."""
        self.press(target)
        self._hurried = f"{APP}{path}"
        self.add("navigated", to=self._hurried, cause="consequence", status=200)
        return self

    def type(
        self, target: Target, text: str, *, masked: bool = False, same_as: int | None = None, **after: Any
    ) -> Self:
        """Click into a field and type, letter by letter."""
        self.press(target)
        self.typed = self.keys(target, text, masked=masked, same_as=same_as)
        shown = "•••" if masked else text
        return self.change(values={target.label or target.name or "": shown}, **after)

    def keys(
        self,
        target: Target,
        text: str,
        *,
        before: str = "",
        masked: bool = False,
        same_as: int | None = None,
    ) -> int:
        value = before
        seq = 0
        for letter in text:
            key = "" if masked else letter
            self.add("key_down", key=key, target=target)
            old, value = value, value + letter
            shown = {"value": "•••", "before": None} if masked else {"value": value, "before": old}
            seq = self.add("input", target=target, masked=masked, same_as=same_as, **shown)
            self.add("key_up", key=key)
        return seq

    def key(self, name: str, target: Target | None = None) -> int:
        seq = self.add("key_down", key=name, target=target)
        self.add("key_up", key=name)
        return seq

    def choose(self, target: Target, option: str, **after: Any) -> Self:
        self.add("mouse_down", x=5, y=5, target=target)
        seq = self.add("select", target=target, options=[option], values=[option.lower()])
        return self.change(cause=seq, values={target.label or "": option}, **after)

    def tick(self, target: Target, checked: bool = True) -> Self:
        self.press(target)
        seq = self.add("check", target=target, checked=checked)
        return self.change(cause=seq, values={target.label or "": str(checked).lower()})

    def recording(self, *, notes: tuple[str, ...] = ()) -> Recording:
        manifest = Manifest(
            id="r1",
            started="2026-11-21T08:00:00Z",
            start_url=self._start,
            viewport=(1280, 720),
            browser="chromium 140",
            handrail_version="0.1.0",
            ended="2026-11-21T08:01:00Z",
        )
        events = tuple(_EVENT.validate_python(facts) for facts in self._facts)
        return Recording(manifest=manifest, events=events, folder=Path("demo"), notes=notes)

    def sop(self, title: str | None = None) -> Sop:
        return compile_recording(self.recording(), title=title)


def tasks(sop: Sop) -> list[Task]:
    """The steps, without the end."""
    return [node for node in sop.nodes if isinstance(node, Task)]


def node(sop: Sop, id: str) -> Task:
    """The step with this id."""
    found = next((task for task in tasks(sop) if task.id == id), None)
    assert found is not None, f"no step '{id}' among {[task.id for task in tasks(sop)]}"
    return found


def ids(sop: Sop) -> list[str]:
    return [task.id for task in tasks(sop)]


def criteria(task: Task) -> list[dict[str, Any]]:
    """The completion criteria as short facts."""
    return [condition.model_dump(exclude_none=True, exclude_defaults=True) for condition in task.done_when]
