"""Conditions that RunOps files state as data; prose is no condition."""

from __future__ import annotations

import re
from typing import Final

from handrail.compile.importers.runops.elements import target_of
from handrail.compile.importers.runops.texts import Names
from handrail.compile.importers.source import Source
from handrail.sop import condition as c
from handrail.sop.condition import Condition

_COMPARISONS: Final = {
    "equals": "equals",
    "eq": "equals",
    "==": "equals",
    "===": "equals",
    "is": "equals",
    "not_equals": "not_equals",
    "ne": "not_equals",
    "!=": "not_equals",
    "<": "less",
    "lt": "less",
    "less": "less",
    "<=": "at_most",
    "lte": "at_most",
    ">": "more",
    "gt": "more",
    "more": "more",
    ">=": "at_least",
    "gte": "at_least",
    "contains": "contains",
    "matches": "matches",
    "exists": "set",
    "set": "set",
}


def condition_of(source: Source, names: Names) -> Condition | None:
    """The condition that an object states; none where it states none."""
    if not source.is_object():
        return None
    variable = source.first("variable", "var", "left", "field")
    sign = source.first("operator", "op", "comparison").text().lower() or "equals"
    if isinstance(variable.value, str) and sign in _COMPARISONS:
        value = source.first("value", "right", "equals")
        return c.VariableIs.model_validate(
            {
                "kind": "variable",
                "name": names.name(re.sub(r"[{}$\s]", "", variable.text())),
                "comparison": _COMPARISONS[sign],
                "value": names.text(value.text()) if value.there or value.value is False else None,
            }
        )
    url = source.first("url_contains", "urlContains")
    if url.there:
        return c.UrlIs(kind="url", contains=names.text(url.text()))
    target = target_of(source, names, field=False)
    text = source.first("text", "contains", "text_contains")
    if target is None:
        return c.TextIs(kind="text", contains=names.text(text.text())) if text.there else None
    if text.there:
        return c.TextIs(kind="text", contains=names.text(text.text()), target=target)
    absent = source["exists"].value is False or source["state"].text() in ("absent", "hidden", "detached")
    return c.ElementIs(kind="element", state="hidden" if absent else "visible", target=target)
