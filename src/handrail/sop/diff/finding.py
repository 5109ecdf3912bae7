"""Finding the differences of two SOPs: the head, the inputs, and what surrounds the steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from handrail.sop.diff.connections import connection_differences
from handrail.sop.diff.model import Difference, Kind, change, changed_fields, whole, words_of
from handrail.sop.diff.steps import step_differences
from handrail.sop.document import Clarification, Environment, Sop, Trigger, Variable
from handrail.sop.wording import value_words


def differences(old: Sop, new: Sop) -> tuple[Difference, ...]:
    """Everything that is different, in the order in which people read an SOP; empty for the same SOP.

    Total: documents that do not hold together can be compared as well.
    """
    if old == new:
        return ()
    return (
        *_head(old, new),
        *_environment(old.environment, new.environment),
        *_triggers(old.triggers, new.triggers),
        *_variables(old.variables, new.variables),
        *_questions(old.clarifications, new.clarifications),
        *step_differences(old, new),
        *connection_differences(old, new),
    )


def _head(old: Sop, new: Sop) -> Iterator[Difference]:
    for field, before, after in changed_fields(old.meta, new.meta):
        yield change("head", "meta", "the head", field, words_of(before), words_of(after))


def _environment(old: Environment, new: Environment) -> Iterator[Difference]:
    def differs(field: str, before: str | None, after: str | None) -> Difference:
        return change("environment", "environment", "the environment", field, before, after)

    pages = ({page.name: page.url for page in side.start} for side in (old, new))
    before, after = pages
    for name in {**before, **after}:
        if before.get(name) != after.get(name):
            yield differs(f"start page '{name}'", before.get(name), after.get(name))
    for domain in old.domains:
        if domain not in new.domains:
            yield whole("environment", "removed", "domains", "domain", domain)
    for domain in new.domains:
        if domain not in old.domains:
            yield whole("environment", "added", "domains", "domain", domain)
    if old.viewport != new.viewport:
        sizes = [f"{side.viewport.width} × {side.viewport.height} px" for side in (old, new)]
        yield differs("viewport", sizes[0], sizes[1])
    if old.policy != new.policy:
        yield differs("policy", old.policy, new.policy)
    if old.sign_in != new.sign_in:
        yield differs("saved sign-in", old.sign_in, new.sign_in)


def _triggers(old: Sequence[Trigger], new: Sequence[Trigger]) -> Iterator[Difference]:
    sides: tuple[tuple[Kind, list[Trigger]], ...] = (
        ("removed", [trigger for trigger in old if trigger not in new]),
        ("added", [trigger for trigger in new if trigger not in old]),
    )
    for kind, triggers in sides:
        for trigger in triggers:
            words = _trigger_words(trigger)
            yield whole("trigger", kind, trigger.kind, "the triggers", words)


def _trigger_words(trigger: Trigger) -> str:
    match trigger.kind:
        case "cron":
            queued = ", also behind a start that still waits" if trigger.if_waiting == "queue" else ""
            return f"it starts by the clock, '{trigger.schedule}' in {trigger.timezone}{queued}"
        case "webhook":
            return f"it starts when a request comes to '{trigger.name}'"
        case _:
            return "somebody starts it"


def _variables(old: Mapping[str, Variable], new: Mapping[str, Variable]) -> Iterator[Difference]:
    for name, variable in old.items():
        if name not in new:
            yield whole("variable", "removed", name, f"variable '{name}'", variable_words(variable))
    for name, variable in new.items():
        where = f"variable '{name}'"
        if name not in old:
            yield whole("variable", "added", name, where, variable_words(variable))
            continue
        for field, before, after in changed_fields(old[name], variable):
            yield change("variable", name, where, field, words_of(before), words_of(after))


def variable_words(variable: Variable) -> str:
    """What a variable is, in a few words."""
    facts = ["a secret text" if variable.secret else f"a {variable.type}"]
    facts.append("given by the run" if variable.output else "required" if variable.required else "optional")
    if variable.default is not None and not variable.secret:
        facts.append(f"default {value_words(variable.default)}")
    return ", ".join(facts)


def _questions(old: Sequence[Clarification], new: Sequence[Clarification]) -> Iterator[Difference]:
    before = {question.id: question for question in old}
    after = {question.id: question for question in new}
    for id, question in before.items():
        if id not in after:
            yield whole("question", "removed", id, f"question '{id}'", question.question)
    for id, question in after.items():
        where = f"question '{id}'"
        if id not in before:
            yield whole("question", "added", id, where, question.question)
            continue
        for field, was, now in changed_fields(before[id], question):
            yield change("question", id, where, field, words_of(was), words_of(now))
