"""What is asked of the page, of a variable or of a second channel, in plain words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from handrail.sop import condition as c
from handrail.sop.sentences.channels import channel_words
from handrail.sop.sentences.elements import describe_target, field_words
from handrail.sop.target import Target
from handrail.sop.wording import listed, quoted, value_words

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

_OPPOSITES: Final = {
    "present": "absent",
    "absent": "present",
    "visible": "hidden",
    "enabled": "disabled",
    "disabled": "enabled",
    "checked": "unchecked",
    "unchecked": "checked",
}
"""States of which one holds where the other does not; what is not hidden is shown, or was never there."""

_ON: Final = {"button": "pressed", "tab": "selected"}
"""What is said of a role that is on, where it is no box."""


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
            plain = _not_so(condition.condition, own)
            return plain or f"it is not so that {_inner(condition.condition, own)}"
        case _:
            return _outside_words(condition)


def _not_so(condition: c.Condition, own: Target | None) -> str | None:
    """What people say in place of "it is not so that", where they have a word for it."""
    match condition:
        case c.ElementIs() if condition.state in _OPPOSITES:
            return describe_condition(
                condition.model_copy(update={"state": _OPPOSITES[condition.state]}), own
            )
        case c.ValueIs(equals=""):
            return f"{_meant(condition.target, own)} is not empty"
        case c.ValueIs():
            return f"{_meant(condition.target, own)} does not hold {value_words(condition.equals)}"
        case c.TextIs(equals=None, matches=None, target=None, as_name=False):
            return f"the page does not show {value_words(condition.contains or '')}"
        case c.UrlIs(equals=None, contains=None, matches=None):
            return f"the address is not {condition.path}"
        case c.VariableIs(comparison="set"):
            return f"{{{{ {condition.name} }}}} has no value"
        case c.DownloadWas(name="*"):
            return "no file was downloaded"
        case _:
            return None


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
    plain = isinstance(condition, c.Not) and _not_so(condition.condition, own) is not None
    return f"({words})" if isinstance(condition, c.AllOf | c.AnyOf | c.Not) and not plain else words


def _state_words(condition: c.ElementIs, meant: Target | None) -> str:
    on = _ON.get((meant and meant.role) or "")
    if on is None or condition.state not in {"checked", "unchecked"}:
        return _STATES[condition.state]
    return f"is {on}" if condition.state == "checked" else f"is not {on}"


def _meant(target: Target | None, own: Target | None) -> str:
    meant = target or own
    return field_words(meant) if meant else "the element"


def _text_words(condition: c.TextIs) -> str:
    if condition.target is None and condition.as_name and condition.equals is not None:
        return f"a text of the page is just {value_words(condition.equals)}"
    unless = " or its beginning" if condition.as_name else ""
    unless += " (other wording is accepted)" if condition.supporting else ""
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
