"""Tasks in a script: the action, what is awaited with it, and the expectations after it."""

from __future__ import annotations

from typing import Final

from handrail.compile.exporters.conditions import Conditions
from handrail.compile.exporters.draft import Draft
from handrail.compile.exporters.locating import locate
from handrail.compile.exporters.writing import call, comment, identifier, indented, literal_text
from handrail.sop import action as a
from handrail.sop import condition as c
from handrail.sop.node import Task
from handrail.sop.sentences import describe_action, describe_deed, describe_target

_LONG: Final = "30_000"
"""Milliseconds for tabs and files, which come from a server."""

_SCROLL: Final = "(e, [x, y]) => e.scrollTo(x, y ?? e.scrollHeight)"

_WITHOUT_ELEMENT: Final = (
    *(a.Open, a.Back, a.Forward, a.Reload, a.SwitchTab, a.CloseTab, a.Wait, a.Request, a.Dialog),
    *(a.Press, a.Type, a.Scroll, a.Copy, a.SetVariable),
)
"""Actions that may do without an element."""


def task_lines(draft: Draft, task: Task) -> list[str]:
    """The task in source form; what cannot be expressed is a comment, and stops for a person."""
    page = draft.page(task.page)
    element = locate(draft, task.target, page) if task.target else None
    lines = _remarks(draft, task)
    if element is None and (task.target is not None or not isinstance(task.action, _WITHOUT_ELEMENT)):
        where = describe_target(task.target)
        draft.lose(task, "target", f"the script has no way to find {where}.", "Do the step by hand.")
        return [*lines, *by_hand(draft, describe_action(task))]
    named, first = _named(draft, task, element)
    conditions = Conditions(draft, task, page, task.target, named)
    before = conditions.expectations(task.before, "before")
    before += conditions.expectations(task.identity, "identity")
    deed = _Deed(draft, task, page, named)
    acting = deed.lines()
    if acting is None:
        return [*lines, *by_hand(draft, describe_action(task))]
    # What a server answers and sends is awaited around the action.
    expected = [one for one in task.done_when if not isinstance(one, c.ResponseWas | c.DownloadWas)]
    awaited = [*deed.awaited, *_responses(draft, task, page)]
    if awaited:
        acting = [f"with {', '.join(awaited)}:", *indented(acting or ["pass"])]
    body = [*first, *before, *acting, *deed.after, *conditions.expectations(expected, "done_when")]
    if task.dialogs:
        answers = [_answer(draft, dialog) for dialog in task.dialogs]
        body = [f"with {call(draft.need('answering'), page, *answers)}:", *indented(body)]
    return [*lines, *body]


def by_hand(draft: Draft, words: str) -> list[str]:
    """Stop for the person at the terminal, who does what the script cannot."""
    request = literal_text(f"Please do this by hand, then press Enter: {words}")
    return [*comment(f"NOT DONE by this script: {words}."), call(draft.need("ask"), request)]


def _remarks(draft: Draft, task: Task) -> list[str]:
    """What the script does not do for the step, or what a reader should know of it."""
    lines = []
    if task.effect == "once":
        reason = task.effect_reason.rstrip(".") or "its effect is not to be repeated"
        lines += comment(f"Not to be repeated blindly: {reason}.")
    if task.risk:
        lines += comment(f"Risk: {task.risk}")
    for skill in task.skills:
        words = describe_deed(skill, task.target)
        lines += comment(f"Another way, which this script does not try: {words}.")
        draft.lose(task, "skills", f"the other way is not tried by the script: {words}.")
    if task.retry is not None and task.retry.times:
        lines += comment(f"Handrail tries this up to {task.retry.times} times again; this script does not.")
        draft.lose(task, "retry", "the script does not try again.")
    if task.optional:
        lines += comment("Handrail goes on without this where it fails; this script stops.")
        draft.lose(task, "optional", "the script stops where it fails.")
    if task.compensation is not None:
        lines += comment(f"Handrail can undo this by '{task.compensation}'; this script does not.")
        draft.lose(task, "compensation", f"the script does not undo it by '{task.compensation}'.")
    return lines


def _named(draft: Draft, task: Task, element: str | None) -> tuple[str | None, list[str]]:
    """A local name for the element, where it is spoken of more than once."""
    if element is None or task.target is None:
        return element, []
    own = sum(
        _speaks_of_own(task, condition) for condition in (*task.before, *task.identity, *task.done_when)
    )
    if own == 0 or len(element) < 25:
        return element, []
    target = task.target
    words = target.label or target.name or target.placeholder or target.text or ""
    name = identifier(words if "{{" not in words else "", "element")
    name = name if name not in draft.taken else f"{name}_field"
    return name, [f"{name} = {element}"]


def _speaks_of_own(task: Task, condition: c.Condition) -> bool:
    match condition:
        case c.ElementIs() | c.ValueIs():
            return condition.target is None or condition.target == task.target
        case c.AllOf() | c.AnyOf():
            return any(_speaks_of_own(task, part) for part in condition.of)
        case c.Not():
            return _speaks_of_own(task, condition.condition)
        case _:
            return False


def _responses(draft: Draft, task: Task, page: str) -> list[str]:
    """What the app's server must answer while the action is done."""
    found = []
    for condition in task.done_when:
        if isinstance(condition, c.ResponseWas):
            status = None if condition.status is None else str(condition.status)
            path = draft.text(condition.path)
            wanted = call(draft.need("answered"), literal_text(condition.method), path, status)
            found.append(call(f"{page}.expect_response", wanted))
    return found


def _answer(draft: Draft, dialog: a.ExpectedDialog) -> str:
    return call(
        draft.need("Answer"),
        literal_text(dialog.kind),
        message=None if dialog.message is None else draft.text(dialog.message),
        accept="False" if dialog.answer == "dismiss" else None,
        text=None if dialog.text is None else draft.text(dialog.text),
    )


class _Deed:
    """One action: its lines, what is awaited around them, and what is kept afterwards."""

    def __init__(self, draft: Draft, task: Task, page: str, element: str | None) -> None:
        self._draft = draft
        self._task = task
        self._page = page
        self._element = element or page
        self._timeout = None if task.timeout is None else f"{int(task.timeout * 1000):_}"
        self.awaited: list[str] = []
        self.after: list[str] = []
        if task.opens is not None:
            self.awaited.append(f"{page}.expect_popup(timeout={_LONG}) as popup")
            self.after.append(f"{draft.page(task.opens)} = popup.value")
        if isinstance(task.action, a.Download) or any(isinstance(d, c.DownloadWas) for d in task.done_when):
            self._awaited_file()

    def lines(self) -> list[str] | None:
        """The action in source form; none where a script cannot do it, which is listed then."""
        match self._task.action:
            case a.Click() | a.DoubleClick() | a.RightClick():
                return [self._click(self._task.action)]
            case a.Type(replaces=True) as typed if self._task.target is not None:
                return [call(f"{self._element}.select_text", timeout=self._timeout), self._entry(typed)]
            case (
                a.Fill() | a.Type() | a.Press() | a.Select() | a.Check() | a.Uncheck() | a.Paste() | a.Hover()
            ):
                return [self._entry(self._task.action)]
            case a.Upload():
                return self._upload(self._task.action)
            case a.Download():
                return self._download(self._task.action)
            case a.Drag():
                return self._drag(self._task.action)
            case a.Scroll():
                return [self._scroll(self._task.action)]
            case a.Copy():
                return self._copy(self._task.action)
            case a.Request():
                return self._request(self._task.action)
            case a.SetVariable(name=name, value=value):
                return [f"{self._draft.value(name)} = {self._draft.text(value)}"]
            case a.Dialog():
                message = "a dialog is answered while it opens, not by a step of its own."
                self._draft.lose(self._task, "action", message, 'Put the answer into "dialogs" of that step.')
                return None
            case a.PickDate():
                message = "a script cannot turn a calendar to the date's month."
                self._draft.lose(self._task, "action", message, "Pick the date by clicks of your own.")
                return None
            case _:
                return self._navigation()

    def _navigation(self) -> list[str]:
        page = self._page
        match self._task.action:
            case a.Open(url=url):
                return [f"{page}.goto({self._draft.text(url)})"]
            case a.Back():
                return [f"{page}.go_back()"]
            case a.Forward():
                return [f"{page}.go_forward()"]
            case a.Reload():
                return [f"{page}.reload()"]
            case a.SwitchTab(page=other):
                return [f"{self._draft.page(other)}.bring_to_front()"]
            case a.CloseTab():
                return [f"{page}.close()"]
            case _:
                # The expectations after it are the waiting.
                return []

    def _click(self, action: a.Click | a.DoubleClick | a.RightClick) -> str:
        method = "dblclick" if isinstance(action, a.DoubleClick) else "click"
        button = "right" if isinstance(action, a.RightClick) else getattr(action, "button", "left")
        held = action.hold_seconds if isinstance(action, a.Click) else 0
        return call(
            f"{self._element}.{method}",
            button=None if button == "left" else literal_text(button),
            modifiers=_modifiers(action.modifiers),
            position=_position(action.position),
            delay=f"{held * 1000:g}" if held else None,
            timeout=self._timeout,
        )

    def _entry(
        self, action: a.Fill | a.Type | a.Press | a.Select | a.Check | a.Uncheck | a.Paste | a.Hover
    ) -> str:
        element = self._element
        keyboard = f"{self._page}.keyboard"
        alone = self._task.target is None
        match action:
            case a.Fill(value=value):
                return call(f"{element}.fill", self._draft.text(value), timeout=self._timeout)
            case a.Type(text=text) if alone:
                return f"{keyboard}.type({self._draft.text(text)})"
            case a.Type(text=text):
                return call(f"{element}.press_sequentially", self._draft.text(text), timeout=self._timeout)
            case a.Press(keys=keys) if alone:
                return f"{keyboard}.press({self._draft.text(keys)})"
            case a.Press(keys=keys):
                return call(f"{element}.press", self._draft.text(keys), timeout=self._timeout)
            case a.Select(options=options):
                chosen = [self._draft.text(option) for option in options]
                return call(self._draft.need("choose_in"), element, *chosen, timeout=self._timeout)
            case a.Paste(text=text):
                return call(self._draft.need("paste"), element, self._draft.text(text))
            case a.Check(on=on) if on is not None:
                ticked = f'{self._draft.text(on)}.lower() == "true"'
                return call(f"{element}.set_checked", ticked, timeout=self._timeout)
            case a.Check() | a.Uncheck() | a.Hover():
                return call(f"{element}.{action.do}", timeout=self._timeout)

    def _upload(self, action: a.Upload) -> list[str]:
        files = [self._draft.text(file) for file in action.files]
        given = files[0] if len(files) == 1 else f"[{', '.join(files)}]"
        target = self._task.target
        if target is not None and (target.tag == "input" or target.input_type == "file"):
            return [call(f"{self._element}.set_input_files", given, timeout=self._timeout)]
        self.awaited.append(f"{self._page}.expect_file_chooser() as chooser")
        self.after.append(f"chooser.value.set_files({given})")
        return [f"{self._element}.click()"]

    def _download(self, action: a.Download) -> list[str]:
        return [call(f"{self._element}.click", modifiers=_modifiers(action.modifiers), timeout=self._timeout)]

    def _awaited_file(self) -> None:
        """The file that the action makes the app send: kept, and looked at by its name."""
        self.awaited.append(f"{self._page}.expect_download(timeout={_LONG}) as download")
        self.after += [
            "file = DOWNLOADS / download.value.suggested_filename",
            "download.value.save_as(file)",
        ]
        for condition in self._task.done_when:
            if isinstance(condition, c.DownloadWas) and condition.name != "*":
                self.after.append(f"assert file.match({self._draft.text(condition.name)}), file.name")
        if isinstance(self._task.action, a.Download) and self._task.action.into is not None:
            self.after.append(f"{self._draft.value(self._task.action.into)} = str(file)")

    def _drag(self, action: a.Drag) -> list[str] | None:
        onto = locate(self._draft, action.onto, self._page)
        if onto is None:
            where = describe_target(action.onto)
            self._draft.lose(self._task, "action.onto", f"the script has no way to find {where}.")
            return None
        places = {
            "source_position": _position(action.grip),
            "target_position": _position(action.position),
        }
        return [call(f"{self._element}.drag_to", onto, **places, timeout=self._timeout)]

    def _scroll(self, action: a.Scroll) -> str:
        where = f"[{action.x:g}, {'None' if action.to_end else f'{action.y:g}'}]"
        scroller = self._element
        if self._task.target is None:
            scroller = f'{self._page}.locator("html")'
        return call(f"{scroller}.evaluate", literal_text(_SCROLL), where)

    def _copy(self, action: a.Copy) -> list[str] | None:
        if self._task.target is None:
            self._draft.lose(self._task, "action", "the script does not copy a selection.")
            return None
        if action.into is None:
            # The session's clipboard is of use to nothing but a paste, which has its text.
            return comment(f"{describe_action(self._task)}: nothing uses it.")
        return [f"{self._draft.value(action.into)} = {self._draft.need('read')}({self._element})"]

    def _request(self, action: a.Request) -> list[str]:
        body = None if action.body is None else self._draft.record(action.body)
        sent = call(
            f"{self._page}.request.fetch",
            self._draft.text(action.url),
            method=None if action.method == "GET" else literal_text(action.method),
            headers=self._draft.record(action.headers) if action.headers else None,
            data=body,
            form=self._draft.record(action.form) if action.form else None,
            timeout=self._timeout,
        )
        lines = [f"response = {sent}"]
        if action.expect_status is None:
            lines.append("expect(response).to_be_ok()")
        else:
            lines.append(f"assert response.status == {action.expect_status}, response.status_text")
        for name, place in action.into.items():
            part = call(self._draft.need("part"), "response.json()", literal_text(place))
            lines.append(f"{self._draft.value(name)} = {part}")
        return lines


def _modifiers(modifiers: tuple[a.Modifier, ...]) -> str | None:
    return f"[{', '.join(literal_text(key) for key in modifiers)}]" if modifiers else None


def _position(place: tuple[float, float] | None) -> str | None:
    return None if place is None else f'{{"x": {place[0]:g}, "y": {place[1]:g}}}'
