"""Rules of what happens beside the page: requests, and conditions that a second channel answers."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from handrail.errors import Problem
from handrail.sop import json_path, sql
from handrail.sop.action import Request
from handrail.sop.condition import FileIs, HttpReads, MailReads, SqlReads
from handrail.sop.node import Task
from handrail.sop.rules.ground import Ground, Placed
from handrail.sop.template import FieldPath


def check_channel(ground: Ground, placed: Placed, path: FieldPath, part: BaseModel) -> Iterator[Problem]:
    """All rules of one action or condition that goes beside the page."""
    match part:
        case Request():
            yield from _check_request(ground, placed, path, part)
        case HttpReads():
            for where in part.fields:
                yield from _check_path(ground, (*path, "fields", where), where)
        case SqlReads():
            yield from _check_query(ground, path, part)
        case MailReads() if not (part.sender or part.subject or part.contains):
            message = "any mail would do."
            yield ground.error("empty-condition", path, message, 'Add "sender", "subject" or "contains".')
        case FileIs() if not part.name or part.name.startswith(("/", "\\")) or ".." in part.name:
            message = f"'{part.name}' does not stay in the session's folder."
            yield ground.error("bad-name", (*path, "name"), message, "Write the name of a file in it.")


def _check_request(ground: Ground, placed: Placed, path: FieldPath, request: Request) -> Iterator[Problem]:
    if request.body is not None and request.form:
        message = "a request has a body or a form, not both."
        yield ground.error("two-bodies", (*path, "form"), message, "Take one of them out.")
    for name, where in request.into.items():
        yield from _check_path(ground, (*path, "into", name), where)
    if isinstance(placed.node, Task) and placed.node.effect == "none" and request.method != "GET":
        message = f"a {request.method} is said to have no effect, so it is sent again after any trouble."
        mend = 'Write "effect": "once", or "repeatable" where sending it twice leaves the same.'
        yield ground.warning("effect-of-request", (*placed.path, "effect"), message, mend)


def _check_path(ground: Ground, path: FieldPath, where: str) -> Iterator[Problem]:
    fault = json_path.fault_of(where)
    if fault is not None:
        message = f"'{where}' is no place in a JSON document: {fault}."
        yield ground.error("bad-path", path, message, 'Write it as in "data.items.0.id".')


def _check_query(ground: Ground, path: FieldPath, part: SqlReads) -> Iterator[Problem]:
    fault = sql.fault_of(part.query)
    if fault is not None:
        message = f"the query may only read, in one statement: {fault}."
        yield ground.error("bad-query", (*path, "query"), message, "Write one SELECT, its values as :name.")
        return
    needed = sql.parameters_of(part.query)
    for name in needed:
        if name not in part.parameters:
            message = f"the query has ':{name}', and nothing gives its value."
            yield ground.error("bad-query", (*path, "parameters"), message, f'Add "{name}" to parameters.')
    for name in part.parameters:
        if name not in needed:
            message = f"the query has no ':{name}'."
            yield ground.error("bad-query", (*path, "parameters", name), message, "Use it, or take it out.")
    if part.equals is None and not part.row and part.count is None:
        message = "nothing says what should come back."
        yield ground.error("empty-condition", path, message, 'Add "equals", "row" or "count".')
