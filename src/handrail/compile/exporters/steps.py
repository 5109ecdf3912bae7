"""Everything but tasks in a script: reading, loops, decisions, groups, and what a person does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from handrail.compile.exporters.conditions import Conditions
from handrail.compile.exporters.draft import Draft
from handrail.compile.exporters.locating import locate
from handrail.compile.exporters.tasks import by_hand
from handrail.compile.exporters.writing import (
    call,
    comment,
    formatted_text,
    identifier,
    indented,
    literal_text,
    raw_text,
)
from handrail.sop.node import (
    MAIN_PAGE,
    Decision,
    Explore,
    Extract,
    ExtractField,
    Generate,
    Human,
    Loop,
    Node,
)
from handrail.sop.sentences import describe_target
from handrail.sop.template import names_in_model

Children = Callable[[Loop], list[str]]
"""Writes the body of a loop."""

_YES_NO: Final = '["yes", "no"]'
_READERS: Final = {"number": "number", "boolean": "boolean", "date": "date_as"}


def extract_lines(draft: Draft, node: Extract) -> list[str]:
    """Reading a value, a record or a list of records."""
    page = draft.page(node.page)
    into = draft.value(node.into)
    conditions = Conditions(draft, node, page)
    lines = conditions.expectations(node.before, "before")
    if node.shape == "records":
        lines += _records(draft, node, page, into)
    elif node.shape == "record":
        lines.append(f"{into} = {_record(draft, node, node.fields, page)}")
    else:
        lines += [f"{into} = {_field(draft, node, field, page)}" for field in node.fields[:1]]
    return [*lines, *conditions.expectations(node.done_when, "done_when")]


def _records(draft: Draft, node: Extract, page: str, into: str) -> list[str]:
    each = locate(draft, node.each, page) if node.each else None
    if each is None:
        draft.lose(node, "each", f"the script has no way to find {describe_target(node.each)}.")
        return [*by_hand(draft, node.label), f"{into} = []"]
    draft.need("settled")
    reading = [f"{into}.append({_record(draft, node, node.fields, 'row')})"]
    if node.next is None:
        return [f"{into} = []", f"settled({page})", f"for row in {each}.all():", *indented(reading)]
    following = locate(draft, node.next, page)
    if following is None:
        draft.lose(node, "next", f"the script has no way to find {describe_target(node.next)}.")
        following = f'{page}.locator("none")'
    draft.need("eventually")
    turn = [
        f"settled({page})",
        "for row in found.all():",
        *indented(reading),
        "if not (following.count() and following.first.is_enabled()):",
        *indented(["break"]),
        "before = found.all_inner_texts()",
        "following.first.click()",
        f'eventually({page}, lambda: found.all_inner_texts() != before, "the next page of results")',
    ]
    beyond = f'raise AssertionError("After {node.bound} pages of results, the bound, there is a next one.")'
    return [
        f"{into} = []",
        f"found, following = {each}, {following}",
        f"for _ in range({node.bound}):",
        *indented(turn),
        "else:",
        *indented([beyond]),
    ]


def _record(draft: Draft, node: Node, fields: Sequence[ExtractField], scope: str) -> str:
    sources = [f"{literal_text(field.name)}: {_field(draft, node, field, scope)}" for field in fields]
    return f"{{{', '.join(sources)}}}"


def _field(draft: Draft, node: Node, field: ExtractField, scope: str) -> str:
    element: str | None = scope
    if field.column is not None:
        element = call(draft.need("cell"), scope, draft.text(field.column))
    if field.target is not None:
        element = locate(draft, field.target, element or scope)
    if element is None:
        message = f"the script has no way to find {describe_target(field.target)}."
        draft.lose(node, f"fields '{field.name}'", message)
        return call(draft.need("ask"), literal_text(f"What is '{field.name}' on the page?"))
    if field.format is not None:
        message = f"the script reads a {field.type} in its usual forms, not as '{field.format}'."
        draft.lose(node, f"fields '{field.name}'", message)
    read = call(
        draft.need("read"),
        element,
        attribute=None if field.attribute is None else literal_text(field.attribute),
        pattern=None if field.pattern is None else raw_text(field.pattern),
        required=None if field.required else "False",
    )
    reader = _READERS.get(field.type)
    return f"{draft.need(reader)}({read})" if reader else read


def loop_lines(draft: Draft, node: Loop, children: Children) -> list[str]:
    """The loop with its body; its bound is an error when it is passed, as in a run."""
    item = _local(draft, node.item)
    number = f"{item}_number"
    counted = f"{node.item}_number" in names_in_model(node)
    page = draft.page(node.page)
    if node.next is not None:
        draft.lose(node, "next", "the script goes through the first page of results alone.")
    lines: list[str] = []
    first: list[str] = []
    if node.over == "while":
        head, lines, first = _while(draft, node, page, number)
        counted = False
    else:
        items, name, first = _items(draft, node, page, item)
        head = f"for {name} in {items}:"
        if counted:
            head = f"for {number}, {name} in enumerate({items}, start=1):"
    with draft.turn(**{node.item: item, f"{node.item}_number": number}):
        body = children(node)
    return [*lines, head, *indented([*first, *_failing(draft, node, body)])]


def _items(draft: Draft, node: Loop, page: str, item: str) -> tuple[str, str, list[str]]:
    """What the loop goes through, the name of its variable, and what begins each turn."""
    if node.over == "elements":
        elements = locate(draft, node.elements, page) if node.elements else None
        if elements is None:
            draft.lose(node, "elements", f"the script has no way to find {describe_target(node.elements)}.")
            return "()", item, comment("NOT DONE by this script: its elements cannot be found.")
        draft.need("each")
        key = next((field for field in node.fields if field.name == node.key), None)
        told = None if key is None else f"lambda row: {_field(draft, node, key, 'row')}"
        if key is not None and key.type == "number":
            told = f"lambda row: {draft.need('text_of')}({_field(draft, node, key, 'row')})"
        turns = call("each", elements, str(node.bound), key=told)
        element = f"{item}_element"
        record = _record(draft, node, node.fields, element) if node.fields else f"key_of({element})"
        return turns, element, [f"{item} = {record}"]
    source = draft.value(node.variable) if node.variable else "[]"
    if node.over == "rows":
        source = f"{draft.need('rows')}({source})"
    return call(draft.need("at_most"), str(node.bound), source), item, []


def _while(draft: Draft, node: Loop, page: str, number: str) -> tuple[str, list[str], list[str]]:
    truth = Conditions(draft, node, page).truth(node.condition) if node.condition else None
    if node.condition is None or truth is None:
        lost = Conditions(draft, node, page).lost(node.condition, "condition") if node.condition else []
        question = literal_text(f"Once more: {node.label}?")
        head = f'while {call(draft.need("choose"), question, _YES_NO, literal_text("no"))} == "yes":'
        return head, [*lost, f"{number} = 0"], _counted(node, number)
    head = f"while {call(draft.need('still'), page, f'lambda: {truth}')}:"
    return head, [f"{number} = 0"], _counted(node, number)


def _counted(node: Loop, number: str) -> list[str]:
    return [
        f"{number} += 1",
        f'assert {number} <= {node.bound}, "The loop did {node.bound} turns, its bound."',
    ]


def _failing(draft: Draft, node: Loop, body: list[str]) -> list[str]:
    if node.on_item_failure == "stop":
        return body
    words = literal_text(f"{node.label}: one item failed, and was left out:")
    caught = [f"print({words}, problem, file=sys.stderr)"]
    if node.on_item_failure == "ask":
        question = f'f"{formatted_text(node.label)} failed ({{problem}}). Go on with the next one?"'
        answer = call(draft.need("choose"), question, _YES_NO, literal_text("no"))
        caught = [f'if {answer} == "no":', *indented(["raise"])]
    return ["try:", *indented(body), "except (Error, AssertionError) as problem:", *indented(caught)]


def decision_lines(draft: Draft, node: Decision) -> tuple[list[str], list[tuple[str | None, str]]]:
    """Lines before the decision, and its outcomes with their tests in order; the default comes last."""
    page = draft.page(node.page)
    conditions = Conditions(draft, node, page)
    lines = comment(node.question)
    tests: list[tuple[str | None, str]] = []
    refused: list[str] = []
    for outcome in node.outcomes:
        if outcome not in node.check:
            continue
        truth = conditions.truth(node.check[outcome])
        if truth is None:
            lines += conditions.lost(node.check[outcome], f"check '{outcome}'")
            truth = f"{_chosen(draft, node, [outcome, node.default])} == {literal_text(outcome)}"
        if outcome == node.default:
            refused.append(truth)
        else:
            tests.append((" and ".join([*(f"not ({other})" for other in refused), truth]), outcome))
    unstated = [one for one in node.outcomes if one not in node.check and one != node.default]
    if unstated:
        lines.append(f"answer = {_chosen(draft, node, list(node.outcomes))}")
        tests += [(f"answer == {literal_text(one)}", one) for one in unstated]
        message = f"no check tells '{unstated[0]}'; the script asks the person at the terminal."
        draft.lose(node, "check", message)
    else:
        waiting = f"lambda: {' or '.join([*refused, *(test for test, _ in tests if test)])}"
        lines.append(call(draft.need("settled"), page, waiting if refused else None))
    return lines, [*tests, (None, node.default)]


def _chosen(draft: Draft, node: Decision, outcomes: list[str]) -> str:
    choices = f"[{', '.join(literal_text(outcome) for outcome in outcomes)}]"
    return call(draft.need("choose"), literal_text(node.question), choices, literal_text(node.default))


def person_lines(draft: Draft, node: Human | Generate | Explore) -> list[str]:
    """What a person does at the terminal: what the SOP asks of one, and what needs a model."""
    match node:
        case Human():
            asked = call(draft.need("ask"), literal_text(node.request))
            return [f"{draft.value(node.into)} = {asked}" if node.into else asked]
        case Generate():
            draft.lose(node, None, "a text is not written by the script; it asks for it.")
            request = literal_text(f"Please write: {node.instructions}")
            remark = comment(f"NOT DONE by this script: {node.label}.")
            return [*remark, f"{draft.value(node.into)} = {call(draft.need('ask'), request)}"]
        case Explore():
            draft.lose(node, None, "the script does not look for a way; a person does.", "Record the way.")
            conditions = Conditions(draft, node, draft.page(node.page))
            return [*by_hand(draft, node.goal), *conditions.expectations([node.success], "success")]


def around(draft: Draft, node: Node, body: list[str]) -> list[str]:
    """The body between the node's own conditions."""
    conditions = Conditions(draft, node, draft.page(MAIN_PAGE))
    before = conditions.expectations(node.before, "before")
    return [*before, *body, *conditions.expectations(node.done_when, "done_when")]


def _local(draft: Draft, name: str) -> str:
    found = identifier(name, "item")
    return f"{found}_item" if found in draft.taken else found
