"""Rules of what the SOP is given: variables and their values, secrets, open questions, triggers."""

from __future__ import annotations

from collections.abc import Iterator

from handrail.errors import Problem
from handrail.sop.action import Fill, Paste, Type
from handrail.sop.document import CronTrigger, Variable
from handrail.sop.nearest import did_you_mean
from handrail.sop.node import Task
from handrail.sop.rules.ground import Ground
from handrail.sop.template import FieldPath, Reference, parse
from handrail.sop.values import misfit

_SHORTEST_SECRET = 4
"""Shorter values occur in texts by chance."""


def check_inputs(ground: Ground) -> Iterator[Problem]:
    """All rules of inputs."""
    for name, variable in ground.sop.variables.items():
        if variable.secret:
            yield from _check_secret(ground, name, variable)
        else:
            yield from _check_values(ground, name, variable)
    yield from _check_password_fields(ground)
    yield from _check_secrets_in_focus(ground)
    yield from _check_clarifications(ground)
    for place, trigger in enumerate(ground.sop.triggers):
        if isinstance(trigger, CronTrigger) and len(trigger.schedule.split()) != 5:
            message = f"'{trigger.schedule}' does not have the five fields of a schedule."
            mend = 'Write for example "0 8 * * 1-5": at 8 on working days.'
            yield ground.error("bad-schedule", ("triggers", place, "schedule"), message, mend)


def _check_secret(ground: Ground, name: str, variable: Variable) -> Iterator[Problem]:
    """A secret's value stands nowhere in the SOP."""
    path: FieldPath = ("variables", name)
    mend = "Take the value out; it is given at the run."
    if variable.default is not None:
        yield ground.error("secret-with-default", (*path, "default"), "a secret has no default.", mend)
    if variable.example is not None:
        yield ground.error("secret-with-example", (*path, "example"), "a secret has no example.", mend)
    if variable.output:
        message = "a secret cannot be an output, because outputs are shown."
        yield ground.error("secret-output", (*path, "output"), message, "Take one of the two out.")
    values = {v for v in (variable.default, variable.example) if v and len(v) >= _SHORTEST_SECRET}
    for where, text in _prose(ground):
        if any(value in text for value in values):
            yield ground.error(
                "secret-in-text", where, f"the value of the secret '{name}' stands here.", mend
            )


def _prose(ground: Ground) -> Iterator[tuple[FieldPath, str]]:
    for field, value in ground.sop.meta:
        for text in value if isinstance(value, tuple) else (value,):
            yield ("meta", field), text
    for name, variable in ground.sop.variables.items():
        yield ("variables", name, "description"), variable.description
    for node, path, _ in ground.nodes:
        for field in ("label", "intent", "context"):
            yield (*path, field), getattr(node, field)


def _check_values(ground: Ground, name: str, variable: Variable) -> Iterator[Problem]:
    path: FieldPath = ("variables", name)
    if variable.default is not None and variable.output:
        message = "its default is never taken: a step of the run gives it its value."
        mend = "Begin with a step that sets it ('set'), or take the default out."
        yield ground.warning("output-default", (*path, "default"), message, mend)
    if variable.default is not None and (wanted := misfit(variable.type, variable.default)):
        message = f"the default should be {wanted}, but is '{variable.default}'."
        yield ground.error("bad-default", (*path, "default"), message, "Correct the default or the type.")
    if variable.example is not None and (wanted := misfit(variable.type, variable.example)):
        message = f"the example should be {wanted}, but is '{variable.example}'."
        yield ground.warning("bad-example", (*path, "example"), message, "Correct the example or the type.")


def _check_password_fields(ground: Ground) -> Iterator[Problem]:
    """What goes into a password field is a secret."""
    for node, path, _ in ground.nodes:
        if not isinstance(node, Task) or node.target is None or node.target.input_type != "password":
            continue
        match node.action:
            case Fill(value=text):
                field = "value"
            case Type(text=text) | Paste(text=text):
                field = "text"
            case _:
                continue
        if text and not _only_secrets(ground, text):
            message = "what goes into a password field stands in the SOP or is no secret."
            mend = 'Write {{ secret:name }}, or declare the variable with "secret": true.'
            yield ground.error("password-in-clear", (*path, "action", field), message, mend)


def _check_secrets_in_focus(ground: Ground) -> Iterator[Problem]:
    """A secret has a field of its own: what merely has the focus is not known, and cannot be concealed."""
    for node, path, _ in ground.nodes:
        if not isinstance(node, Task) or node.target is not None:
            continue
        skills: Iterator[FieldPath] = (("skills", place) for place in range(len(node.skills)))
        for place, action in zip((("action",), *skills), (node.action, *node.skills), strict=True):
            if isinstance(action, Type) and _holds_secret(ground, action.text):
                message = "a secret is typed into whatever has the focus, where it could be seen."
                mend = "Add the target: the field that the secret belongs in."
                yield ground.error("secret-in-focus", (*path, *place, "text"), message, mend)


def _holds_secret(ground: Ground, text: str) -> bool:
    if ground.is_broken(text):
        return False
    declared = ground.sop.variables
    return any(
        isinstance(part, Reference)
        and (part.secret or (part.name in declared and declared[part.name].secret))
        for part in parse(text)
    )


def _only_secrets(ground: Ground, text: str) -> bool:
    if "{{" not in text or ground.is_broken(text):
        return "{{" in text
    declared = ground.sop.variables
    return all(
        isinstance(part, Reference)
        and (part.secret or part.name not in declared or declared[part.name].secret)
        and all(filter.name != "default" for filter in part.filters)
        for part in parse(text)
    )


def _check_clarifications(ground: Ground) -> Iterator[Problem]:
    seen: set[str] = set()
    for place, question in enumerate(ground.sop.clarifications):
        path: FieldPath = ("clarifications", place)
        if question.id in seen:
            message = f"the id '{question.id}' is taken by another question."
            yield ground.error("duplicate-id", (*path, "id"), message, "Give it another id.")
        seen.add(question.id)
        if question.node is not None and question.node not in ground.ids:
            message = f"there is no node '{question.node}'{did_you_mean(question.node, ground.ids)}"
            yield ground.error("unknown-node", (*path, "node"), message, "Name a node of the SOP.")
        if question.required and not question.answer:
            message = f"an open question blocks the run: {question.question}"
            yield ground.warning("open-question", path, message, 'Write its "answer", and correct the step.')
