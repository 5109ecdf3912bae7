"""What each plain command of Selenium IDE becomes; branches, loops and `run` are read in `selenium`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from handrail.compile.importers.drafting import Level, is_address
from handrail.compile.importers.selenium_ide.checks import expect, is_check
from handrail.compile.importers.selenium_ide.state import Command, State
from handrail.compile.importers.selenium_ide.values import store
from handrail.sop import action as a
from handrail.sop.action import ExpectedDialog
from handrail.sop.document import Viewport
from handrail.sop.node import MAIN_PAGE, Task
from handrail.sop.target import Target
from handrail.sop.template import literal, names_in

KEYS: Final = {
    "KEY_ALT": "Alt",
    "KEY_BACKSPACE": "Backspace",
    "KEY_CTRL": "Control",
    "KEY_CONTROL": "Control",
    "KEY_DEL": "Delete",
    "KEY_DELETE": "Delete",
    "KEY_DOWN": "ArrowDown",
    "KEY_END": "End",
    "KEY_ENTER": "Enter",
    "KEY_ESC": "Escape",
    "KEY_ESCAPE": "Escape",
    "KEY_HOME": "Home",
    "KEY_INSERT": "Insert",
    "KEY_LEFT": "ArrowLeft",
    "KEY_META": "Meta",
    "KEY_PAGE_DOWN": "PageDown",
    "KEY_PAGE_UP": "PageUp",
    "KEY_PGDN": "PageDown",
    "KEY_PGUP": "PageUp",
    "KEY_RETURN": "Enter",
    "KEY_RIGHT": "ArrowRight",
    "KEY_SHIFT": "Shift",
    "KEY_SPACE": "Space",
    "KEY_TAB": "Tab",
    "KEY_UP": "ArrowUp",
    **{f"KEY_F{number}": f"F{number}" for number in range(1, 13)},
}
_MODIFIERS: Final = ("Alt", "Control", "Meta", "Shift")
_KEY: Final = re.compile(r"\$\{\s*(KEY_\w+)\s*\}")
_PLACE: Final = re.compile(r"^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$")


class Unmapped(Exception):
    """A command that nothing of an SOP stands for; it says why, as `The command … {why}`."""


Reader = Callable[[Command, State, Level], str]


def do(command: Command, state: State, level: Level) -> str:
    """Add what the command stands for, and say what that is. Raises Unmapped where nothing does."""
    for text in (command.target, command.value):
        part = state.too_much(text) if not command.name.startswith(("execute", "runscript")) else None
        if part is not None and not part.startswith("KEY_"):
            raise Unmapped(f"takes a part of a variable, '{part}', which a template does not")
    if is_check(command.name):
        told = expect(command, state, level)
    elif command.name.startswith(("store", "execute")):
        told = store(command, state, level)
    else:
        reader = _READERS.get(command.name)
        told = reader(command, state, level) if reader is not None else None
    if told is None:
        raise Unmapped("has no counterpart in an SOP")
    _open_window(command, state, level)
    return told


def _open_window(command: Command, state: State, level: Level) -> None:
    """A command that opens a window gives it a name, by which it is selected afterwards."""
    if not command.source["opensWindow"].flag() or level.last_task() is None:
        return
    name = command.source["windowHandleName"].text() or f"window-{len(state.handles)}"
    state.handles[name] = name
    level.amend(opens=name)
    command.source["opensWindow"].mapped(f"the tab '{name}' that the step opens")
    command.source["windowHandleName"].kept("opens")
    command.source["windowTimeout"].left("Handrail waits for the tab as long as for any page")


def _task(
    command: Command, state: State, level: Level, action: a.Action, target: Target | None, **more: Any
) -> Task:
    dialogs = tuple(state.answers)
    state.answers = []
    return level.task(action, target, page=state.page, intent=command.comment, dialogs=dialogs, **more)


def _needed(command: Command, state: State, *, field: bool = False) -> Target:
    found = state.target(command, field=field)
    if found is None:
        raise Unmapped("names no element that Handrail can find")
    return found


def _said(node: Task) -> str:
    return f"'{node.id}': {node.action.do}"


def _open(command: Command, state: State, level: Level) -> str:
    url = state.address(command.target)
    if not is_address(url):
        raise Unmapped("opens what is no whole address, and the project names none")
    state.drafting.visit(url)
    state.frame = ()
    return _said(_task(command, state, level, a.Open(do="open", url=url), None))


def _click(command: Command, state: State, level: Level) -> str:
    target = _needed(command, state)
    position = _position(command)
    action: a.Action
    if command.name.startswith("double"):
        action = a.DoubleClick(do="double_click", position=position)
    elif command.name.startswith("context"):
        action = a.RightClick(do="right_click", position=position)
    else:
        action = a.Click(do="click", position=position)
    return _said(_task(command, state, level, action, target))


def _position(command: Command) -> tuple[float, float] | None:
    """Where on the element, for the commands that say it."""
    if not command.name.endswith("at"):
        return None
    found = _PLACE.match(command.value)
    if found is None or float(found[1]) <= 0 or float(found[2]) <= 0:
        command.source["value"].left("it names no place within the element: its middle is clicked")
        return None
    return float(found[1]), float(found[2])


def _hover(command: Command, state: State, level: Level) -> str:
    return _said(_task(command, state, level, a.Hover(do="hover"), _needed(command, state)))


def _pointer_leaves(command: Command, state: State, level: Level) -> str:
    command.source.left("the pointer leaves an element by going to the next one")
    return "left"


def _type(command: Command, state: State, level: Level) -> str:
    target = _needed(command, state, field=True)
    if target.input_type == "file":
        file = _value(command, state, target)
        action: a.Action = a.Upload(do="upload", files=(file,))
    else:
        action = a.Fill(do="fill", value=_value(command, state, target))
    return _said(_task(command, state, level, action, target))


def _value(command: Command, state: State, target: Target) -> str:
    """What is typed: constants become inputs with a default, secrets are asked for."""
    if _KEY.search(command.value):
        raise Unmapped("types a key as if it were text")
    if not state.is_constant(command.value):
        text = state.text(command.value)
        if state.drafting.is_secret(target):
            state.drafting.after_secret = True
            for name in names_in(text):
                state.drafting.make_secret(name)
        return text
    text = state.drafting.typed(command.value, target)
    if state.drafting.is_secret(target):
        command.source["value"].hide()
        command.source["value"].left("a secret does not stand in an SOP: it is asked for at the run")
    elif command.value:
        command.source["value"].mapped(f"input {text}, with this value as its default")
    return text


def _send_keys(command: Command, state: State, level: Level) -> str:
    target = _needed(command, state, field=True)
    said = []
    held: list[str] = []
    parts = _KEY.split(command.value)
    for place, part in enumerate(parts):
        if place % 2 == 0:
            if part == "":
                continue
            if held:
                keys = literal("+".join((*held, part)))
                said.append(_said(_task(command, state, level, a.Press(do="press", keys=keys), target)))
                held = []
                continue
            only = len(parts) == 1 and state.is_constant(part)
            text = _value(command, state, target) if only else state.text(part)
            said.append(_said(_task(command, state, level, a.Type(do="type", text=text), target)))
        elif part not in KEYS:
            raise Unmapped(f"presses '{part}', a key that Handrail does not know")
        elif KEYS[part] in _MODIFIERS:
            held.append(KEYS[part])
        else:
            keys = "+".join((*held, KEYS[part]))
            held = []
            said.append(_said(_task(command, state, level, a.Press(do="press", keys=keys), target)))
    if not said:
        raise Unmapped("sends no keys")
    return ", ".join(said)


def _select(command: Command, state: State, level: Level) -> str:
    target = _needed(command, state, field=True)
    kind, _, option = command.value.partition("=")
    if kind.strip() not in ("label", "value", "id", "index"):
        kind, option = "label", command.value
    if kind.strip() in ("index", "id"):
        raise Unmapped(f"chooses an option by its {kind.strip()}, and an SOP names it by its text or value")
    if option.startswith(("regexp:", "glob:")):
        raise Unmapped("chooses an option by a pattern")
    option = option.removeprefix("exact:")
    constant = state.is_constant(option) and not state.drafting.is_secret(target)
    text = state.drafting.typed(option, target) if constant else state.text(option)
    if target.tag is None:
        target = target.model_copy(update={"tag": "select"})
    return _said(_task(command, state, level, a.Select(do="select", options=(text,)), target))


def _tick(command: Command, state: State, level: Level) -> str:
    on = command.name == "check"
    action: a.Action = a.Check(do="check") if on else a.Uncheck(do="uncheck")
    return _said(_task(command, state, level, action, _needed(command, state, field=True)))


def _drag(command: Command, state: State, level: Level) -> str:
    target = _needed(command, state)
    onto = state.target(_as_target(command))
    if onto is None:
        raise Unmapped("drops on an element that Handrail cannot find")
    return _said(_task(command, state, level, a.Drag(do="drag", onto=onto), target))


def _as_target(command: Command) -> Command:
    """The command with its value as its element."""
    other = Command(command.source)
    other.target = command.value
    other.element_in = "value"
    return other


def _frame(command: Command, state: State, level: Level) -> str:
    place = command.target.strip()
    number = re.fullmatch(r"index=(\d{1,4})", place)
    if place in ("relative=top", "relative=root", ""):
        state.frame = ()
    elif place == "relative=parent":
        state.frame = state.frame[:-1]
    elif number is not None:
        state.enter_frame(int(number[1]))
    else:
        found = state.target(command)
        if found is None:
            raise Unmapped("goes into a frame that Handrail cannot find")
        state.enter_frame(found)
    return "the frame that the following steps are in"


def _window(command: Command, state: State, level: Level) -> str:
    found = re.fullmatch(r"(?:handle=)?\$\{\s*(\w+)\s*\}", command.target.strip())
    if found is not None and found[1] in state.handles:
        state.page = state.handles[found[1]]
    elif command.target.strip() in ("win_ser_local", "null", "handle=root", "name=root"):
        state.page = MAIN_PAGE
    elif (ser := re.fullmatch(r"win_ser_(\d{1,4})", command.target.strip())) and state.opened(int(ser[1])):
        state.page = state.opened(int(ser[1])) or MAIN_PAGE
    else:
        raise Unmapped("goes to a window of which no step before says that it opens")
    state.frame = ()
    action = a.SwitchTab(do="switch_tab", page=state.page)
    return _said(_task(command, state, level, action, None))


def _window_size(command: Command, state: State, level: Level) -> str:
    found = re.fullmatch(r"\s*(\d{1,5})\s*[xX×,]\s*(\d{1,5})\s*", command.target)
    if found is None:
        raise Unmapped("names no size")
    viewport = Viewport(width=int(found[1]), height=int(found[2]))
    if state.drafting.viewport not in (None, viewport):
        command.source.left("an SOP has one size of page, and another was set before")
        return "left"
    state.drafting.viewport = viewport
    command.source["target"].mapped("environment.viewport")
    return "environment.viewport"


def _close(command: Command, state: State, level: Level) -> str:
    told = _said(_task(command, state, level, a.CloseTab(do="close_tab"), None))
    state.page = MAIN_PAGE
    return told


def _pause(command: Command, state: State, level: Level) -> str:
    waited = command.target or command.value
    command.source.left("Handrail waits for what a step needs, and not for a time")
    state.drafting.ask(
        "what-is-waited-for",
        f"The file waits {waited} ms here. What does the page show when it can go on?",
        level.nodes[-1].id if level.nodes else None,
        required=False,
    )
    return "left"


def _answer_next(command: Command, state: State, level: Level) -> str:
    """Before the step that opens the dialog."""
    state.answers.append(_answer(command, state))
    return "the answer to the dialog that the next step opens"


def _answer_open(command: Command, state: State, level: Level) -> str:
    """After the step that opened the dialog."""
    before = level.last_task()
    if before is None:
        raise Unmapped("answers a dialog, and no step before opens one")
    answer = _answer(command, state)
    open_one = before.dialogs[-1] if before.dialogs and before.dialogs[-1].kind == answer.kind else None
    if open_one is not None:
        changes = {"answer": answer.answer, "text": answer.text}
        level.amend(dialogs=(*before.dialogs[:-1], open_one.model_copy(update=changes)))
    else:
        level.amend(dialogs=(*before.dialogs, answer))
    return f"'{before.id}': the answer to the dialog that it opens"


def _answer(command: Command, state: State) -> ExpectedDialog:
    name = command.name
    kind: Any = "prompt" if "prompt" in name else "alert" if "alert" in name else "confirm"
    refused = "cancel" in name or "dismiss" in name
    text = None
    if "answer" in name:
        given = command.value if name.startswith("webdriver") and command.value else command.target
        text = state.text(given)
    return ExpectedDialog(kind=kind, answer="dismiss" if refused else "accept", text=text)


def _script(command: Command, state: State, level: Level) -> str:
    raise Unmapped("runs a script, which Handrail does not")


_READERS: Final[dict[str, Reader]] = {
    "open": _open,
    "click": _click,
    "clickat": _click,
    "doubleclick": _click,
    "doubleclickat": _click,
    "contextmenu": _click,
    "contextmenuat": _click,
    "mouseover": _hover,
    "mouseout": _pointer_leaves,
    "type": _type,
    "editcontent": _type,
    "sendkeys": _send_keys,
    "select": _select,
    "check": _tick,
    "uncheck": _tick,
    "draganddroptoobject": _drag,
    "selectframe": _frame,
    "selectwindow": _window,
    "setwindowsize": _window_size,
    "close": _close,
    "pause": _pause,
    "answeronnextprompt": _answer_next,
    "chooseokonnextconfirmation": _answer_next,
    "choosecancelonnextconfirmation": _answer_next,
    "choosecancelonnextprompt": _answer_next,
    "acceptalert": _answer_open,
    "acceptconfirmation": _answer_open,
    "answerprompt": _answer_open,
    "dismissconfirmation": _answer_open,
    "dismissprompt": _answer_open,
    "webdriveracceptalert": _answer_open,
    "webdriveracceptconfirmation": _answer_open,
    "webdriveransweronvisibleprompt": _answer_open,
    "webdriveransweronnextprompt": _answer_open,
    "webdriverchooseokonnextconfirmation": _answer_open,
    "webdriverchooseokonvisibleconfirmation": _answer_open,
    "webdriverchoosecancelonnextconfirmation": _answer_open,
    "webdriverchoosecancelonnextprompt": _answer_open,
    "webdriverchoosecancelonvisibleconfirmation": _answer_open,
    "webdriverchoosecancelonvisibleprompt": _answer_open,
    "webdriverdismissprompt": _answer_open,
    "runscript": _script,
}
