"""Rules of what nodes do: targets where they are needed, conditions that say something, patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pydantic import BaseModel

from handrail.errors import Problem
from handrail.sop import action as a
from handrail.sop.condition import AllOf, AnyOf, ElementIs, FileIs, TextIs, TitleIs, UrlIs, ValueIs
from handrail.sop.dates import input_format_fault
from handrail.sop.nearest import did_you_mean
from handrail.sop.node import Extract, ExtractField, Loop, Task
from handrail.sop.rules.channels import check_channel
from handrail.sop.rules.ground import Ground, Placed, parts
from handrail.sop.target import FrameStep, Target
from handrail.sop.template import FieldPath, is_pattern, stand_in
from handrail.sop.template.pattern import PatternError, compiled
from handrail.sop.values import misfit

NEEDS_TARGET: Final = (
    a.Click
    | a.DoubleClick
    | a.RightClick
    | a.Hover
    | a.Fill
    | a.Select
    | a.Check
    | a.Uncheck
    | a.Upload
    | a.Download
    | a.Drag
    | a.Paste
)


def check_doing(ground: Ground) -> Iterator[Problem]:
    """All rules of what nodes do."""
    for placed in ground.nodes:
        if isinstance(placed.node, Task):
            yield from _check_task(ground, placed.node, placed.path)
        if isinstance(placed.node, Loop):
            yield from _check_loop(ground, placed.node, placed.path)
        if isinstance(placed.node, Extract):
            yield from _check_extract(ground, placed.node, placed.path)
        for path, part in parts(placed):
            yield from _check_part(ground, placed, path, part)
            yield from check_channel(ground, placed, path, part)


def _check_task(ground: Ground, task: Task, path: FieldPath) -> Iterator[Problem]:
    actions = [("action",), *(("skills", place) for place in range(len(task.skills)))]
    for where, action in zip(actions, (task.action, *task.skills), strict=True):
        if isinstance(action, NEEDS_TARGET) and task.target is None:
            message = f"'{action.do}' needs a target, and there is none."
            yield ground.error("no-target", (*path, *where), message, "Add the target with its locators.")
    if isinstance(task.action, a.Wait) and not task.done_when:
        message = "it waits, and nothing says for what."
        yield ground.error("wait-for-nothing", (*path, "done_when"), message, "Add a done_when condition.")
    elif task.effect == "once" and not task.done_when:
        message = "its effect happens once, and nothing says how to see that it was done."
        mend = "Add done_when: what the page shows afterwards."
        yield ground.warning("once-unverified", (*path, "done_when"), message, mend)


_LOOPS: Final = {"variable": "variable", "rows": "variable", "elements": "elements", "while": "condition"}
"""What a loop goes over → the field that says which."""


def _check_loop(ground: Ground, loop: Loop, path: FieldPath) -> Iterator[Problem]:
    needed = _LOOPS[loop.over]
    if getattr(loop, needed) is None:
        message = f"the loop is over '{loop.over}', and '{needed}' is missing."
        yield ground.error("incomplete-loop", (*path, needed), message, f"Add '{needed}'.")
    if loop.bound < 1:
        message = "nothing bounds how often the loop goes round."
        yield ground.error("unbounded-loop", (*path, "bound"), message, "Give a bound of 1 or more.")
    if loop.fields and loop.over != "elements":
        message = f"the loop is over '{loop.over}', and fields are read of elements."
        yield ground.error("fields-of-nothing", (*path, "fields"), message, "Take them out.")
    if loop.next is not None and loop.over != "elements":
        message = f"the loop is over '{loop.over}', and 'next' leads to more elements."
        yield ground.error("not-a-list", (*path, "next"), message, "Take it out.")
    if loop.key is not None and loop.key not in {field.name for field in loop.fields}:
        message = f"'{loop.key}' is not one of the loop's fields{_did_you_mean_field(loop.key, loop.fields)}"
        yield ground.error("unknown-field", (*path, "key"), message, "Name a field that differs.")
    yield from _check_fields(ground, loop.fields, (*path, "fields"), of_each=True)


def _did_you_mean_field(name: str, fields: tuple[ExtractField, ...]) -> str:
    return did_you_mean(name, [field.name for field in fields])


def _check_extract(ground: Ground, extract: Extract, path: FieldPath) -> Iterator[Problem]:
    if not extract.fields:
        message = "nothing says what is read."
        yield ground.error("nothing-to-read", (*path, "fields"), message, "Add a field with its target.")
    if extract.shape == "value" and len(extract.fields) > 1:
        message = f"one value is read, and there are {len(extract.fields)} fields."
        mend = 'Take the shape "record", or leave one field.'
        yield ground.error("too-many-fields", (*path, "fields"), message, mend)
    if extract.by == "model":
        if extract.shape == "records":
            message = "a model reads a value or a record, and this is a list of records."
            yield ground.error("not-by-model", (*path, "shape"), message, 'Read a list by "targets".')
        return
    if extract.shape == "records" and extract.each is None:
        message = "a list of records is read, and 'each' is missing."
        yield ground.error(
            "nothing-to-read", (*path, "each"), message, "Add what a record's element looks like."
        )
    for field in ("each", "next"):
        if extract.shape != "records" and getattr(extract, field) is not None:
            message = f"'{field}' belongs to a list of records, and the shape is '{extract.shape}'."
            yield ground.error("not-a-list", (*path, field), message, 'Take it out, or the shape "records".')
    yield from _check_fields(ground, extract.fields, (*path, "fields"), of_each=extract.shape == "records")


def _check_fields(
    ground: Ground, fields: tuple[ExtractField, ...], path: FieldPath, *, of_each: bool
) -> Iterator[Problem]:
    seen: set[str] = set()
    for place, field in enumerate(fields):
        if field.name in seen:
            message = f"the field '{field.name}' is there twice."
            yield ground.error("duplicate-field", (*path, place, "name"), message, "Give it another name.")
        seen.add(field.name)
        if field.format is not None and (fault := _format_fault(field)):
            yield ground.error("bad-format", (*path, place, "format"), fault, _FORMATS_KNOWN)
        if of_each:
            continue
        if field.column is not None:
            message = "a column is read of the rows of a list, and this reads one record."
            yield ground.error("not-a-list", (*path, place, "column"), message, "Give it a target.")
        elif field.target is None:
            message = "nothing says which element it is read of."
            yield ground.error("no-target", (*path, place, "target"), message, "Add its target.")


_FORMATS_KNOWN: Final = 'A number has "," or "." as its decimal mark, a date a form such as "%d.%m.%Y".'


def _format_fault(field: ExtractField) -> str | None:
    match field.type:
        case "number":
            return None if field.format in (",", ".") else f"'{field.format}' is no decimal mark."
        case "date":
            fault = input_format_fault(field.format or "")
            return None if fault is None else f"the field '{field.name}' {fault}."
        case _:
            return f"a {field.type} has no format; it is read as it stands there."


def _check_part(ground: Ground, placed: Placed, path: FieldPath, part: BaseModel) -> Iterator[Problem]:
    match part:
        case Target(locators=()):
            message = "no locator says how to find this element."
            yield ground.error(
                "no-locators", (*path, "locators"), message, "Add a locator, or record it again."
            )
        case FrameStep(locators=()):
            message = "no locator says how to find this frame."
            yield ground.error(
                "no-locators", (*path, "locators"), message, "Add a locator, or record it again."
            )
        case a.Check(on=on) if on is not None and "{{" not in on and misfit("boolean", on):
            message = f"'{on}' does not say whether the box is to be ticked."
            mend = "Write true, false, or a variable of the type boolean."
            yield ground.error("no-truth-value", (*path, "on"), message, mend)
        case ElementIs(target=None) | ValueIs(target=None) if getattr(placed.node, "target", None) is None:
            message = "the condition speaks of the node's own target, and the node has none."
            yield ground.error("no-target", (*path, "target"), message, "Give the condition a target.")
        case TextIs() | UrlIs() | TitleIs() | AllOf() | AnyOf() if _says_nothing(part):
            message = "the condition does not say what should be there."
            yield ground.error("empty-condition", path, message, "Complete it, or take it out.")
    for field in type(part).model_fields:
        text = getattr(part, field)
        if isinstance(text, str) and is_pattern(part, field):
            browser = field == "matches" and not isinstance(part, FileIs)
            yield from _check_pattern(ground, (*path, field), text, browser=browser)


def _says_nothing(part: BaseModel) -> bool:
    return not any(
        getattr(part, field)
        for field in type(part).model_fields
        if field not in ("kind", "target", "supporting")
    )


_ONLY_PYTHON: Final = re.compile(r"(?<!\\)(?:\\\\)*(\(\?P[<=>]|\(\?[aiLmsux-]+[:)]|\(\?#|\(\?>|\\[AZ])")
"""What Python's regular expressions know and those of browsers do not."""


def _check_pattern(ground: Ground, path: FieldPath, text: str, *, browser: bool) -> Iterator[Problem]:
    if ground.is_broken(text):
        return
    pattern = stand_in(text)
    if browser:
        if foreign := _ONLY_PYTHON.search(pattern):
            message = f"browsers do not understand '{foreign[1]}' in a pattern."
            yield ground.error("bad-pattern", path, message, "Write it as a JavaScript regular expression.")
            return
        # Python spells these two in its own way; the rest of the two languages is the same for our use.
        pattern = re.sub(r"\(\?<(?![=!])", "(?P<", pattern)
        pattern = re.sub(r"\\[pP]\{[^}]*\}", r"\\w", pattern)
    try:
        # What the browser does not match is matched by ours, which is a smaller language.
        re.compile(pattern) if browser else compiled(pattern)
    except (re.error, PatternError) as error:
        message = f"the pattern '{text}' is broken: {error if browser else f'it {error}'}."
        yield ground.error("bad-pattern", path, message, "Correct the regular expression.")
