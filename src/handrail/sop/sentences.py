"""The parts of a step in plain words: its target, its action, its conditions.

This is the one place where they are worded; `show`, journals, approvals and error messages all take their
words from here. The functions take what they describe as it is: to show values in place of templates, or
references in place of secrets, render the model before. Words have no full stop and no colour.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from handrail.sop import action as a
from handrail.sop import condition as c
from handrail.sop.channel_sentences import channel_words, request_words
from handrail.sop.locator import Locator, RowLocator
from handrail.sop.node import MAIN_PAGE, Task
from handrail.sop.target import FrameStep, Target, editor_caption
from handrail.sop.wording import listed, quoted, value_words

__all__ = [
    "describe_action",
    "describe_condition",
    "describe_conditions",
    "describe_deed",
    "describe_target",
    "value_words",
]

_FIELD_ROLES: Final = frozenset({"textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider"})

_NOUNS: Final = {
    "alertdialog": "dialog",
    "checkbox": "check box",
    "columnheader": "column",
    "generic": "element",
    "img": "picture",
    "listitem": "list item",
    "menuitem": "menu item",
    "menuitemcheckbox": "menu item",
    "menuitemradio": "menu item",
    "radio": "radio button",
    "treeitem": "tree item",
} | dict.fromkeys(_FIELD_ROLES, "field")

_TAG_NOUNS: Final = {
    "a": "link",
    "canvas": "drawing",
    "img": "picture",
    "input": "field",
    "select": "field",
    "textarea": "field",
}

_COMPARISONS: Final = {
    "equals": "is",
    "not_equals": "is not",
    "less": "is less than",
    "at_most": "is at most",
    "more": "is more than",
    "at_least": "is at least",
    "contains": "contains",
    "matches": "matches the pattern",
}

_DATE_COMPARISONS: Final = {
    "equals": "is the same date as",
    "not_equals": "is another date than",
    "less": "is before",
    "at_most": "is not after",
    "more": "is after",
    "at_least": "is not before",
}

_STATES: Final = {
    "present": "is on the page",
    "absent": "is not on the page",
    "visible": "is shown",
    "hidden": "is not shown",
    "enabled": "can be used",
    "disabled": "cannot be used",
    "checked": "is ticked",
    "unchecked": "is not ticked",
}

_ON: Final = {"button": "pressed", "tab": "selected"}
"""What is said of a role that is on, where it is no box."""


def describe_target(target: Target | None) -> str:
    """An element in words, with the place it stands in: "the button 'Save' in 'New contact'"."""
    if target is None:
        return "the page"
    if target.tag == "body" and target.frame:
        return _frame_words(target.frame[-1])
    words = _element(target)
    section = target.near.section
    if section and not _row(target.locators) and section != _name(target):
        words += f" in {quoted(section)}"
    return words


def _frame_words(step: FrameStep) -> str:
    how = quoted(step.name) if step.name else f"({_locator_words(step.locators[0])})" if step.locators else ""
    return f"the frame {how}".rstrip()


def _element(target: Target) -> str:
    """The element with the row that tells it from its likes, and without the part of the page."""
    name = _name(target)
    row = _row(target.locators)
    words = f"the {_noun(target)}"
    if not name and not row and target.locators and target.locators[0].by == "row":
        return f"{words} with {quoted(target.locators[0].text)}"
    if name:
        words += f" {quoted(name)}"
    elif not row and target.locators:
        words += f" ({_locator_words(target.locators[0])})"
    if row is None or row.text == name:
        # Where it is all there is in its row, the row is it.
        return words
    return f"{words} in the {_NOUNS.get(row.role, row.role)} with {quoted(row.text)}"


def _field(target: Target | None) -> str:
    """Like `_element`; a field's name alone where it has one, as people speak of forms."""
    if target is None:
        return "the field"
    if _noun(target) in {"field", "check box"} and _name(target) and not _row(target.locators):
        return quoted(_name(target))
    return _element(target)


def _noun(target: Target) -> str:
    if target.role:
        return _NOUNS.get(target.role, target.role)
    return _TAG_NOUNS.get(target.tag or "", "element")


def _name(target: Target) -> str:
    if caption := editor_caption(target):
        return caption
    return target.name or target.label or target.placeholder or target.text or ""


def _row(locators: Iterable[Locator]) -> RowLocator | None:
    """The row that the best locator looks into."""
    for locator in locators:
        within = locator.within
        while within is not None:
            if isinstance(within, RowLocator):
                return within
            within = within.within
    return None


def describe_locator(locator: Locator) -> str:
    """One way to find an element, with what it looks into: "role button 'Edit' within row 'Ana Ruiz'"."""
    within = f" within {describe_locator(locator.within)}" if locator.within else ""
    return _locator_words(locator) + within


def _locator_words(locator: Locator) -> str:
    match locator.by:
        case "css":
            return locator.css
        case "xpath":
            return locator.xpath
        case "test_id":
            return f"test id {quoted(locator.value)}"
        case "role":
            return f"{locator.role} {quoted(locator.name)}" if locator.name else locator.role
        case _:
            return f"{locator.by} {quoted(locator.text)}"


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
            where = f" of {_field(target)}" if target else ""
            return f"Pick {value_words(action.date)} in the calendar{where}"
        case a.Scroll():
            return _scroll(action, target)
        case a.Fill() | a.Type() | a.Press() | a.Select() | a.Check() | a.Uncheck() | a.Paste() | a.Upload():
            return _entry(action, target)
        case _:
            return _pointing(action, target)


_Entry = a.Fill | a.Type | a.Press | a.Select | a.Check | a.Uncheck | a.Paste | a.Upload


def _entry(action: _Entry, target: Target | None) -> str:
    where = _field(target)
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
    where = _element(target) if target else "the page"
    match action:
        case a.Drag():
            return f"Drag {where} onto {_element(action.onto)}"
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
            return f"Click {where}{button}" + _held(action.modifiers) + held


def _held(modifiers: tuple[a.Modifier, ...]) -> str:
    return f" while holding {'+'.join(modifiers)}" if modifiers else ""


def _into(variable: str | None) -> str:
    return f" into {{{{ {variable} }}}}" if variable else ""


def _scroll(action: a.Scroll, target: Target | None) -> str:
    where = _element(target) if target else "the page"
    if action.to_end:
        return f"Scroll {where} to its end"
    return f"Scroll {where} to {action.y:g} px" + (f" and {action.x:g} px to the right" if action.x else "")


def _dialog_words(dialog: a.DialogAnswer) -> str:
    what = f" {quoted(dialog.message)}" if dialog.message else ""
    if dialog.kind == "alert":
        return f"close the message{what}"
    return f"answer the question{what} with {_answer(dialog.answer, dialog.text)}"


def _answer(answer: str, text: str | None) -> str:
    if answer == "dismiss":
        return "Cancel"
    return f"{value_words(text)} and OK" if text is not None else "OK"


def describe_condition(condition: c.Condition, own: Target | None = None) -> str:
    """A condition as a clause: "the page shows 'Contact saved'". `own` is the target of its node."""
    match condition:
        case c.ElementIs():
            return f"{_meant(condition.target, own)} {_state_words(condition, condition.target or own)}"
        case c.ValueIs(equals=""):
            return f"{_meant(condition.target, own)} is empty"
        case c.ValueIs():
            return f"{_meant(condition.target, own)} holds {value_words(condition.equals)}"
        case c.TextIs():
            return _text_words(condition)
        case c.CountIs():
            how = _COMPARISONS[condition.comparison]
            return f"the number of elements like {describe_target(condition.target)} {how} {condition.number}"
        case c.UrlIs():
            return _address_words(condition)
        case c.TitleIs():
            return f"the page's title {_matching(condition, equals='is')}"
        case c.AllOf():
            return listed(_inner(part, own) for part in condition.of) or "nothing is asked"
        case c.AnyOf():
            return "either " + listed((_inner(part, own) for part in condition.of), "or")
        case c.Not():
            return f"it is not so that {_inner(condition.condition, own)}"
        case _:
            return _outside_words(condition)


def _outside_words(
    condition: c.VariableIs | c.DateIs | c.ResponseWas | c.DownloadWas | c.ChannelCondition,
) -> str:
    match condition:
        case c.VariableIs(comparison="set"):
            return f"{{{{ {condition.name} }}}} has a value"
        case c.VariableIs():
            how = _COMPARISONS[condition.comparison]
            return f"{{{{ {condition.name} }}}} {how} {value_words(condition.value or '')}"
        case c.DateIs():
            return f"{condition.left} {_DATE_COMPARISONS[condition.comparison]} {condition.right}"
        case c.ResponseWas():
            status = f"with status {condition.status}" if condition.status else "without an error"
            return f"the app answered {condition.method} {condition.path} {status}"
        case c.DownloadWas(name="*"):
            return "a file was downloaded"
        case c.DownloadWas():
            return f"the file {quoted(condition.name)} was downloaded"
        case _:
            return channel_words(condition)


def describe_conditions(conditions: Iterable[c.Condition], own: Target | None = None) -> str:
    """Several conditions that must all hold, as one clause; empty without any."""
    return listed(_inner(condition, own) for condition in conditions)


def _inner(condition: c.Condition, own: Target | None) -> str:
    words = describe_condition(condition, own)
    return f"({words})" if isinstance(condition, c.AllOf | c.AnyOf | c.Not) else words


def _state_words(condition: c.ElementIs, meant: Target | None) -> str:
    on = _ON.get((meant and meant.role) or "")
    if on is None or condition.state not in {"checked", "unchecked"}:
        return _STATES[condition.state]
    return f"is {on}" if condition.state == "checked" else f"is not {on}"


def _meant(target: Target | None, own: Target | None) -> str:
    meant = target or own
    return _field(meant) if meant else "the element"


def _text_words(condition: c.TextIs) -> str:
    unless = ", unless it words that otherwise now" if condition.supporting else ""
    if condition.target is None:
        return f"the page {_matching(condition, equals='reads exactly', contains='shows')}{unless}"
    words = _matching(condition, equals="reads", contains="shows")
    return f"{describe_target(condition.target)} {words}{unless}"


def _address_words(condition: c.UrlIs) -> str:
    clauses = [f"is {condition.path}"] if condition.path is not None else []
    if condition.equals is not None:
        clauses.append(f"is {condition.equals}")
    if condition.contains is not None:
        clauses.append(f"contains {quoted(condition.contains)}")
    if condition.matches is not None:
        clauses.append(f"matches the pattern {quoted(condition.matches)}")
    return f"the address {listed(clauses)}"


def _matching(condition: c.TextIs | c.TitleIs, *, equals: str, contains: str = "contains") -> str:
    clauses = []
    if condition.equals is not None:
        clauses.append(f"{equals} {value_words(condition.equals)}")
    if condition.contains is not None:
        clauses.append(f"{contains} {value_words(condition.contains)}")
    if condition.matches is not None:
        clauses.append(f"matches the pattern {quoted(condition.matches)}")
    return listed(clauses)
