"""What a loop of a RunOps file goes over, and how often at most."""

from __future__ import annotations

import re
from typing import Any

from handrail.compile.importers.drafting import DEFAULT_BOUND, Drafting, clipped
from handrail.compile.importers.evidence import with_templates
from handrail.compile.importers.runops.conditions import condition_of
from handrail.compile.importers.runops.elements import target_of
from handrail.compile.importers.runops.graph import Step
from handrail.compile.importers.runops.texts import Names
from handrail.compile.importers.source import Source
from handrail.compile.reading.naming import unique, variable_name


def head_of(step: Step, common: dict[str, Any], drafting: Drafting, names: Names) -> dict[str, Any]:
    """What the loop goes over: what the file states, else a list that is given at the start."""
    source = step.source
    iterator = source.first("iterator", "iterate", "for_each", "forEach", "loop")
    holder = iterator if iterator.is_object() else source
    item = (
        holder.first("item", "item_name", "itemName", "as", "iterator").text() if holder is iterator else ""
    )
    item = item or (iterator.text() if isinstance(iterator.value, str) else "") or _singular(common["label"])
    item = unique(variable_name(item, "item"), drafting.variables, joint="_")
    about: dict[str, Any] = {"item": item, "bound": _bound(step, holder, drafting)}
    about["on_item_failure"] = _on_failure(source)
    iterator.mapped_else(f"'{step.id}': item")
    listed = holder.first("variable", "items", "collection", "list", "over", "source", "iterable", "array")
    target = target_of(holder, names, field=False)
    exit = source.first("exit_condition", "exitCondition", "while", "condition", "until")
    condition = condition_of(exit, names) if exit.is_object() else None
    if target is not None:
        return {**about, "over": "elements", "elements": with_templates(target)}
    if condition is not None:
        exit.mapped(f"'{step.id}': condition")
        return {**about, "over": "while", "condition": condition}
    for key in ("exit_condition", "exitCondition", "while", "condition", "until"):
        if isinstance(source[key].value, str):
            common["context"] += f"\nIt ends when: {source[key].text()}."
            source[key].mapped(f"'{step.id}': context, and a required question")
    common["context"] = common["context"].strip()
    if listed.there and not listed.is_object() and not listed.is_list():
        listed.mapped(f"'{step.id}': variable")
        name = _list(re.sub(r"[{}$\s]", "", listed.text()), drafting, names)
        return {**about, "over": "variable", "variable": name}
    name = drafting.declare(
        f"{item} list",
        type="list",
        description=f"What '{common['label']}' goes through, one after the other.",
    )
    drafting.ask(
        f"what-does-it-go-over-{step.id}",
        f"The file repeats this by words: '{clipped(common['intent'] or common['label'], 200)}' What does it "
        f"go over? For now it is the list '{name}', which is given at the start; elements of a page or a "
        "condition may stand there.",
        step.id,
    )
    return {**about, "over": "variable", "variable": name}


def _list(written: str, drafting: Drafting, names: Names) -> str:
    name = names.name(written)
    variable = drafting.variables[name]
    if variable.default is None:
        drafting.variables[name] = variable.model_copy(update={"type": "list"})
    return name


def _bound(step: Step, holder: Source, drafting: Drafting) -> int:
    for source in (holder, step.source):
        for key in ("bound", "max_iterations", "maxIterations", "limit", "max", "max_items", "maxItems"):
            number = source[key].number() if not isinstance(source[key].value, str | dict | list) else None
            if number and number >= 1:
                source[key].mapped(f"'{step.id}': bound")
                return int(number)
    drafting.ask(
        f"bound-{step.id}",
        f"The file does not say how often this is repeated at most; 'bound' says {DEFAULT_BOUND} times. "
        "Is that right?",
        step.id,
        required=False,
    )
    return DEFAULT_BOUND


def _on_failure(source: Source) -> str:
    given = source.first("on_item_failure", "onItemFailure", "on_error", "onError")
    known = {"stop": "stop", "skip": "skip", "continue": "skip", "ask": "ask"}
    found = known.get(given.text().lower() if isinstance(given.value, str) else "")
    if found is not None:
        given.mapped("on_item_failure")
    return found or "stop"


def _singular(label: str) -> str:
    """The last word of a label as the name of one of them: "Process Daily Emails" goes over `email`."""
    word: str = (re.findall(r"[A-Za-z]+", label) or ["item"])[-1].lower()
    return word[:-1] if word.endswith("s") and len(word) > 3 else word
