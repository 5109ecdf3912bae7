"""What a step does, in plain words."""

from __future__ import annotations

from handrail.sop import action as a
from handrail.sop.node import MAIN_PAGE, Task
from handrail.sop.sentences.channels import request_words
from handrail.sop.sentences.elements import element_words, field_words
from handrail.sop.target import Target
from handrail.sop.wording import listed, quoted, value_words


def describe_action(task: Task) -> str:
    """What a task does: "Fill 'Email' with {{ email }}", with the tab and the dialogs it has to do with."""
    words = describe_deed(task.action, task.target)
    if isinstance(task.action, a.Open):
        words += f" in the tab {quoted(task.page)}"
    elif isinstance(task.action, a.CloseTab):
        words += f" {quoted(task.page)}"
    elif task.page != MAIN_PAGE and not isinstance(task.action, a.SwitchTab | a.Request | a.SetVariable):
        words += f", in the tab {quoted(task.page)}"
    for dialog in task.dialogs:
        words += f", {_dialog_words(dialog)}"
    if task.opens:
        words += f", which opens the tab {quoted(task.opens)}"
    return words


def describe_deed(action: a.Action, target: Target | None = None) -> str:
    """An action alone, as a sentence without its full stop: for skills, and proposals without a task."""
    match action:
        case a.Open():
            return f"Open {action.url}"
        case a.Back():
            return "Go back"
        case a.Forward():
            return "Go forward"
        case a.Reload():
            return "Load the page again"
        case a.SwitchTab():
            return f"Switch to the tab {quoted(action.page)}"
        case a.CloseTab():
            return "Close the tab"
        case a.Wait():
            return "Wait"
        case a.SetVariable():
            return f"Set {{{{ {action.name} }}}} to {value_words(action.value)}"
        case a.Request():
            return request_words(action)
        case a.Dialog():
            return f"Answer the dialog with {_answer(action.answer, action.text)}"
        case a.PickDate():
            where = f" of {field_words(target)}" if target else ""
            return f"Pick {value_words(action.date)} in the calendar{where}"
        case a.Scroll():
            return _scroll(action, target)
        case a.Fill() | a.Type() | a.Press() | a.Select() | a.Check() | a.Uncheck() | a.Paste() | a.Upload():
            return _entry(action, target)
        case _:
            return _pointing(action, target)


_Entry = a.Fill | a.Type | a.Press | a.Select | a.Check | a.Uncheck | a.Paste | a.Upload


def _entry(action: _Entry, target: Target | None) -> str:
    where = field_words(target)
    match action:
        case a.Fill(value=""):
            return f"Empty {where}"
        case a.Fill():
            return f"Fill {where} with {value_words(action.value)}"
        case a.Type(replaces=True):
            return f"Type {value_words(action.text)} in the place of what {where} holds"
        case a.Type():
            return f"Type {value_words(action.text)}" + (f" into {where}" if target else "")
        case a.Press():
            return f"Press {action.keys}" + (f" in {where}" if target else "")
        case a.Select():
            return f"Choose {listed(value_words(option) for option in action.options)} in {where}"
        case a.Check(on=on) if on is not None:
            return f"Tick {where} if {value_words(on)} is true, else untick it"
        case a.Check():
            return f"{'Choose' if target and target.role == 'radio' else 'Tick'} {where}"
        case a.Uncheck():
            return f"Untick {where}"
        case a.Paste():
            return f"Paste {value_words(action.text)} into {where}"
        case a.Upload():
            return f"Upload {listed(value_words(file) for file in action.files)} to {where}"


_Pointing = a.Click | a.DoubleClick | a.RightClick | a.Hover | a.Download | a.Drag | a.Copy


def _pointing(action: _Pointing, target: Target | None) -> str:
    where = element_words(target) if target else "the page"
    match action:
        case a.Drag() if action.grip is not None and action.onto == target:
            return f"Drag within {where} from one place to another"
        case a.Drag():
            return f"Drag {where} onto {element_words(action.onto)}"
        case a.Hover():
            return f"Rest the pointer on {where}"
        case a.Copy():
            return ("Copy the selection" if target is None else f"Copy the text of {where}") + _into(
                action.into
            )
        case a.Download():
            return f"Download the file of {where}" + _held(action.modifiers) + _into(action.into)
        case a.DoubleClick():
            return f"Double-click {where}" + _held(action.modifiers)
        case a.RightClick():
            return f"Right-click {where}" + _held(action.modifiers)
        case a.Click():
            button = " with the middle button" if action.button == "middle" else ""
            held = f" and hold it for {action.hold_seconds:g} s" if action.hold_seconds else ""
            unless = ", unless it is expanded already" if action.expands else ""
            return f"Click {where}{button}" + _held(action.modifiers) + held + unless


def _held(modifiers: tuple[a.Modifier, ...]) -> str:
    return f" while holding {'+'.join(modifiers)}" if modifiers else ""


def _into(variable: str | None) -> str:
    return f" into {{{{ {variable} }}}}" if variable else ""


def _scroll(action: a.Scroll, target: Target | None) -> str:
    where = element_words(target) if target else "the page"
    if action.to_end:
        return f"Scroll {where} to its end"
    return f"Scroll {where} to {action.y:g} px" + (f" and {action.x:g} px to the right" if action.x else "")


def _dialog_words(dialog: a.ExpectedDialog) -> str:
    what = f" {quoted(dialog.message)}" if dialog.message else ""
    if dialog.kind == "alert":
        return f"close the message{what}"
    return f"answer the question{what} with {_answer(dialog.answer, dialog.text)}"


def _answer(answer: str, text: str | None) -> str:
    if answer == "dismiss":
        return "Cancel"
    return f"{value_words(text)} and OK" if text is not None else "OK"
