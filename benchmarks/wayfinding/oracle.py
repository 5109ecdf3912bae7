"""A model by rules: it reads what a model is sent, and knows some words that mean the same.

It sees the prompt alone, as a model does: the goal, the numbered elements, what was tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tests.models.server import Heard

_ELEMENT: Final = re.compile(r"^\[(\d+)\](\*| )(\S+) '([^']*)'(.*)$")
_GOAL: Final = re.compile(r"^Goal: (.*)$", re.MULTILINE)
_PAGE: Final = re.compile(r"^Page '.*' at (\S+)", re.MULTILINE)
_ARRIVED: Final = re.compile(r"^\d+\. .*: done, then at (\S+?)\.(?: |$)")
_QUOTED: Final = re.compile(r"'([^']+)'")
_WORD: Final = re.compile(r"[a-z][a-z-]+")
_SAME: Final = (
    "contact contacts person people",
    "order orders purchase purchases",
    "new add create compose write",
    "mail mails message messages letter",
    "archive archived away",
    "sent outgoing",
    "label labels tag tags",
    "note notes remark remarks log",
    "reply answer respond",
    "find search look",
    "text body",
    "save store keep",
    "send dispatch",
)
_MEANING: Final = {word: group.split()[0] for group in _SAME for word in group.split()}
_EMPTY: Final = frozenset(
    "a an the of for to in and or with page that shows form list button link textbox searchbox field it is"
    " which where can be one out go on this folder".split()
)
_OPENING: Final = re.compile(r"^(☰|⋯|menu|more|actions?|\w+ actions|tools|options)$", re.IGNORECASE)
_ONWARD: Final = re.compile(r"(next|continue|older|following|further)\b(?! steps)", re.IGNORECASE)
_MUCH, _SOME = 0.6, 0.3
_FIELDS: Final = frozenset({"searchbox", "textbox", "combobox"})


class _Seen(NamedTuple):
    number: int
    role: str
    name: str
    states: str
    part: str
    """The part of the page that it stands in."""


def oracle(heard: Heard) -> dict[str, Any]:
    """The move that the rules propose."""
    goal = _found(_GOAL, heard.request)
    elements = list(_elements(heard.request))
    rules = (_promising, _opening, _likely, _going_on, _grasping)
    phrase = _record(goal)
    ordered = (_named, _searching, *rules) if phrase else rules
    for rule in ordered:
        move = rule(goal, elements, heard.request)
        if move is not None:
            return move
    return {
        "move": "give_up",
        "action": None,
        "element": None,
        "value": None,
        "reason": "nothing leads there",
    }


def _named(goal: str, elements: list[_Seen], request: str) -> dict[str, Any] | None:
    """What bears the very name that is looked for."""
    phrase = _record(goal)
    for one in elements:
        if one.name.startswith(phrase) and one.role not in _FIELDS and not _tried(one, request):
            return _click(one, "it has the name that is looked for")
    return None


def _elements(request: str) -> Iterator[_Seen]:
    part = ""
    for line in request.splitlines():
        if line.startswith("# "):
            part = line[2:]
        elif match := _ELEMENT.match(line):
            number, _, role, name, states = match.groups()
            yield _Seen(int(number), role, name, states, part)


def _promising(goal: str, elements: list[_Seen], request: str) -> dict[str, Any] | None:
    """What covers most of the goal with its words, and those of the part that it stands in."""
    return _best(goal, elements, request, _MUCH)


def _likely(goal: str, elements: list[_Seen], request: str) -> dict[str, Any] | None:
    """What covers some of the goal."""
    return _best(goal, elements, request, _SOME)


def _best(goal: str, elements: list[_Seen], request: str, least: float) -> dict[str, Any] | None:
    wanted = _weights(goal)
    found: tuple[float, _Seen] | None = None
    for one in elements:
        own = _words(one.name)
        if one.role in _FIELDS or not own & wanted.keys() or _tried(one, request):
            continue
        covered = (own | _words(one.part)) & wanted.keys()
        share = sum(wanted[word] for word in covered) / sum(wanted.values())
        score = share + 0.5 * len(own & wanted.keys()) / len(own)
        if share >= least and (found is None or score > found[0]):
            found = (score, one)
    return _click(found[1], "its words are those of the goal") if found is not None else None


def _weights(goal: str) -> dict[str, float]:
    """The goal's words; what comes before an "of" is what it is about."""
    about, _, rest = goal.partition(" of ")
    weights = dict.fromkeys(_words(rest), 1.0)
    return weights | dict.fromkeys(_words(about), 2.0 if rest else 1.0)


def _searching(goal: str, elements: list[_Seen], request: str) -> dict[str, Any] | None:
    """A search for what is named, where there is a field to search with."""
    phrase = _record(goal)
    field = next((one for one in elements if one.role == "searchbox"), None)
    if field is None or not phrase:
        return None
    if f"holds '{phrase}'" in field.states:
        if f"Press 'Enter' searchbox '{field.name}'" in request:
            return None
        return _move("press", field, "Enter", "the search is filled in")
    if f"Fill '{phrase}'" in request:
        return None
    return _move("fill", field, phrase, "what is named may be searched for")


def _opening(goal: str, elements: list[_Seen], request: str) -> dict[str, Any] | None:
    """A menu."""
    for one in elements:
        if _OPENING.match(one.name) and one.role not in _FIELDS and not _opened_here(one, request):
            return _click(one, "a menu may hold it")
    return None


def _going_on(goal: str, elements: list[_Seen], request: str) -> dict[str, Any] | None:
    """What leads on to a next part."""
    for one in elements:
        if _ONWARD.match(one.name) and one.role not in _FIELDS and not _tried(one, request):
            return _click(one, "it may be on the next page")
    return None


def _grasping(goal: str, elements: list[_Seen], request: str) -> dict[str, Any] | None:
    """At last, a link that shares any word with the goal, wherever it leads."""
    wanted = _words(goal)
    for one in elements:
        if one.role == "link" and _words(one.name) & wanted and not _tried(one, request):
            return _click(one, "it speaks of what is looked for")
    return None


def _record(goal: str) -> str:
    """The name of a record, where the goal is one: what stands in quotes and is no control's label."""
    quoted = _QUOTED.findall(goal)
    is_record = re.search(r"\b(link|record|mail|contact) (named |with the subject )?'", goal)
    return quoted[0] if quoted and is_record else ""


def _tried(one: _Seen, request: str) -> bool:
    return f" '{one.name}': " in request


def _opened_here(one: _Seen, request: str) -> bool:
    """Whether the menu was opened on this very page: every page may have one of the same name."""
    here, before = _found(_PAGE, request), ""
    for line in request.splitlines():
        if f" '{one.name}': " in line and before in ("", here):
            return True
        if arrived := _ARRIVED.search(line):
            before = arrived[1]
    return False


def _words(text: str) -> frozenset[str]:
    words = (word for word in _WORD.findall(text.casefold()) if word not in _EMPTY)
    return frozenset(_MEANING.get(word, word) for word in words)


def _found(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match[1] if match else ""


def _click(one: _Seen, reason: str) -> dict[str, Any]:
    return _move("click", one, None, reason)


def _move(action: str, one: _Seen, value: str | None, reason: str) -> dict[str, Any]:
    return {"move": "act", "action": action, "element": one.number, "value": value, "reason": reason}
