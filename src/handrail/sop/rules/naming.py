"""Rules of names: variables that templates, conditions and nodes speak of are declared, and used."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from handrail.errors import Problem, SopError
from handrail.sop.action import Copy, Download, Request, SetVariable
from handrail.sop.condition import MailReads, SqlReads, VariableIs
from handrail.sop.document import Sop, VariableType
from handrail.sop.nearest import did_you_mean
from handrail.sop.node import Decision, Extract, Generate, Human, Loop, Node
from handrail.sop.rules.ground import Ground, parts
from handrail.sop.rules.shapes import Missing, Shapes, known_names
from handrail.sop.template import (
    SECRET_NAME,
    SECRET_PREFIX,
    VARIABLE_NAME,
    FieldPath,
    Reference,
    parse,
    split_path,
    templates,
)
from handrail.sop.values import RUN

_SHAPES = {"value": "one value", "record": "a record", "records": "a list of records"}


def check_names(ground: Ground) -> Iterator[Problem]:
    """All rules of names."""
    yield from _check_declared(ground)
    shapes = Shapes(ground)
    used: set[str] = set()
    for path, text in _texts(ground):
        try:
            references = [part for part in parse(text) if isinstance(part, Reference)]
        except SopError as error:
            yield ground.error("broken-template", path, error.message, error.mend)
            continue
        for reference in references:
            used.update(_names(reference))
            yield from _check_reference(ground, shapes, path, reference)
    for path, name in _mentions(ground):
        used.add(split_path(name)[0])
        yield from _check_name(ground, shapes, path, Reference(*split_path(name)))
    for path, name in _named_secrets(ground):
        used.add(name)
        yield from _check_named_secret(ground, shapes, path, name)
    yield from _check_loops(ground, shapes)
    yield from _check_unused(ground, used)
    yield from _check_outputs(ground)


def _check_declared(ground: Ground) -> Iterator[Problem]:
    for name in ground.sop.variables:
        yield from _check_spelling(ground, ("variables", name), name, "a variable")
    for placed in ground.nodes:
        if isinstance(placed.node, Loop):
            yield from _check_spelling(ground, (*placed.path, "item"), placed.node.item, "an item")
        if isinstance(placed.node, Extract) and placed.node.shape != "value":
            for place, field in enumerate(placed.node.fields):
                where = (*placed.path, "fields", place, "name")
                yield from _check_spelling(ground, where, field.name, "a field")


def _check_spelling(ground: Ground, path: FieldPath, name: str, what: str) -> Iterator[Problem]:
    if not VARIABLE_NAME.fullmatch(name):
        message = f"'{name}' cannot be the name of {what}."
        mend = "Begin with a letter, and go on with letters, digits, '_' and '-'."
        yield ground.error("bad-name", path, message, mend)
    elif name == RUN and what != "a field":
        message = f"'{RUN}' is what every run has by itself, and cannot be the name of {what}."
        yield ground.error("bad-name", path, message, "Choose another name.")


def _texts(ground: Ground) -> Iterator[tuple[FieldPath, str]]:
    """Every template with its place."""
    for place, page in enumerate(ground.sop.environment.start):
        yield ("environment", "start", place, "url"), page.url
    for placed in ground.nodes:
        for path, text in templates(placed.node):
            if path[0] != "children":
                yield (*placed.path, *path), text


def _names(reference: Reference) -> Iterator[str]:
    for part in (reference, *reference.arguments):
        yield part.name.removeprefix(SECRET_PREFIX)


def _check_reference(
    ground: Ground, shapes: Shapes, path: FieldPath, reference: Reference
) -> Iterator[Problem]:
    for part in (reference, *reference.arguments):
        yield from _check_name(ground, shapes, path, part)
    if _is_secret(ground, reference) and reference.arguments:
        message = (
            "a filter of a secret takes a variable, so that nobody can know what it makes of the secret."
        )
        mend = "Give its arguments as texts or numbers."
        yield ground.error("filtered-secret", path, message, mend)
    if any(_is_secret(ground, argument) for argument in reference.arguments):
        message = "a secret is the argument of a filter, where it could not be kept out of what is shown."
        yield ground.error("filtered-secret", path, message, "Let it stand by itself: {{ name }}.")


def _is_secret(ground: Ground, reference: Reference) -> bool:
    declared = ground.sop.variables.get(reference.name)
    return reference.secret or (declared is not None and declared.secret)


def _check_name(ground: Ground, shapes: Shapes, path: FieldPath, reference: Reference) -> Iterator[Problem]:
    """A name is declared, or given by a loop around; and what it stands for has the part that is meant."""
    if reference.secret:
        bare = reference.name.removeprefix(SECRET_PREFIX)
        declared = ground.sop.variables.get(bare)
        if declared is not None and not declared.secret:
            message = f"'{bare}' is a variable that is not secret."
            mend = f'Write {{{{ {bare} }}}}, or declare it with "secret": true.'
            yield ground.error("not-a-secret", path, message, mend)
        return
    around = _around(ground, path)
    known = list(known_names(shapes, ground, around))
    if reference.name not in known:
        message = f"the variable '{reference.words}' is not declared{did_you_mean(reference.name, known)}"
        mend = f'Correct the name, or add "{reference.name}" to variables.'
        yield ground.error("undefined-variable", path, message, mend)
        return
    shape = shapes.at(reference.name, reference.path, around)
    if isinstance(shape, Missing):
        mend = "Correct the name, or what gives the variable its value."
        yield ground.error("undefined-variable", path, shape, mend)


def _around(ground: Ground, path: FieldPath) -> tuple[Node, ...]:
    placed = ground.at(path)
    return placed.around if placed else ()


def _mentions(ground: Ground) -> Iterator[tuple[FieldPath, str]]:
    """Names of variables that are read and stand in no template."""
    for placed in ground.nodes:
        for path, part in parts(placed):
            if isinstance(part, VariableIs):
                yield (*path, "name"), part.name
        node = placed.node
        if isinstance(node, Loop) and node.variable is not None:
            yield (*placed.path, "variable"), node.variable
        if isinstance(node, Generate):
            for place, name in enumerate(node.inputs):
                yield (*placed.path, "inputs", place), name
        if isinstance(node, Decision | Extract):
            for place, shown in enumerate(node.evidence):
                if isinstance(shown, str):
                    yield (*placed.path, "evidence", place), shown


def named_secrets(sop: Sop) -> tuple[str, ...]:
    """The secrets that conditions name outside templates, in the order of their mention."""
    return tuple(dict.fromkeys(name for _, name in _named_secrets(Ground(sop))))


def _named_secrets(ground: Ground) -> Iterator[tuple[FieldPath, str]]:
    """Secrets that conditions name outside templates: where a database or a mailbox is."""
    for placed in ground.nodes:
        for path, part in parts(placed):
            if isinstance(part, SqlReads):
                yield (*path, "database"), part.database
            elif isinstance(part, MailReads):
                yield (*path, "mailbox"), part.mailbox


def _check_named_secret(ground: Ground, shapes: Shapes, path: FieldPath, name: str) -> Iterator[Problem]:
    if not SECRET_NAME.fullmatch(name):
        message = "this is the name of a secret, and not the address itself or a template."
        yield ground.error("bad-name", path, message, 'Write the name alone, such as "crm_database".')
        return
    yield from _check_name(ground, shapes, path, Reference(f"{SECRET_PREFIX}{name}"))


def _check_loops(ground: Ground, shapes: Shapes) -> Iterator[Problem]:
    """What a loop goes through is a list, as far as the SOP says what it is."""
    for node, path, around in ground.nodes:
        if not isinstance(node, Loop) or node.over != "variable" or node.variable is None:
            continue
        shape = shapes.at(*split_path(node.variable), around)
        if not isinstance(shape, Missing) and shape.kind in ("plain", "record"):
            message = f"the loop goes through '{node.variable}', which is not a list."
            mend = 'Declare it with "type": "list", or name a variable that holds one.'
            yield ground.error("loop-over-no-list", (*path, "variable"), message, mend)


def _check_unused(ground: Ground, used: set[str]) -> Iterator[Problem]:
    for name, variable in ground.sop.variables.items():
        if name not in used and not variable.output:
            message = "no step uses this variable."
            yield ground.warning("unused-variable", ("variables", name), message, "Use it, or take it out.")


def _check_outputs(ground: Ground) -> Iterator[Problem]:
    given: set[str] = set()
    begun: set[str] = set()
    counted: dict[str, FieldPath] = {}
    for placed in ground.nodes:
        for path, part in parts(placed):
            for name, field in _gives(part):
                given.add(name)
                if isinstance(part, SetVariable) and _needs_itself(part):
                    counted.setdefault(name, (*path, "value"))
                else:
                    begun.add(name)
                yield from _check_given(ground, (*path, *field), part, name)
    for name, variable in ground.sop.variables.items():
        if variable.output and name not in given:
            message = "it is an output, and no step gives it a value."
            yield ground.error(
                "output-never-set",
                ("variables", name),
                message,
                'Name it in a step\'s "into", or take it out.',
            )

    for name, path in counted.items():
        if name in ground.sop.variables and ground.sop.variables[name].output and name not in begun:
            message = f"it needs '{name}', to which only steps like this one give a value."
            mend = f"Set '{name}' in an earlier step, or write {{{{ {name} | default(0) | … }}}}."
            yield ground.error("counted-from-nothing", path, message, mend)


def _needs_itself(part: SetVariable) -> bool:
    """Whether the variable must have a value already: `{{ added | plus(1) }}`."""
    return any(
        reference.name == part.name and not any(filter.name == "default" for filter in reference.filters)
        for reference in parse(part.value)
        if isinstance(reference, Reference)
    )


def _check_container(
    ground: Ground, path: FieldPath, part: BaseModel, declared: VariableType
) -> Iterator[Problem]:
    """A record and a list are read into variables that are declared as such."""
    if not isinstance(part, Extract):
        return
    given = {"record": "record", "records": "list"}.get(part.shape)
    if declared != given and (given or declared in ("record", "list")):
        message = f"it reads {_SHAPES[part.shape]} into '{part.into}', which is declared as a {declared}."
        mend = f'Declare \'{part.into}\' with "type": "{given or "text"}".'
        yield ground.error("wrong-container", path, message, mend)


def _check_given(ground: Ground, path: FieldPath, part: BaseModel, name: str) -> Iterator[Problem]:
    declared = ground.sop.variables.get(name)
    if declared is None:
        message = (
            f"it gives a value to '{name}', which is not declared{did_you_mean(name, ground.sop.variables)}"
        )
        mend = f'Add "{name}": {{"output": true}} to variables.'
        yield ground.error("undefined-variable", path, message, mend)
        return
    yield from _check_container(ground, path, part, declared.type)
    if declared.secret and not declared.output and not isinstance(part, Human):
        message = f"it gives a value to '{name}', which is secret, and what a step reads is journaled."
        yield ground.error("secret-output", path, message, "Name another variable.")
    elif not declared.output and not declared.secret:
        message = f"it overwrites '{name}', which is an input of the procedure."
        mend = f"Declare '{name}' with \"output\": true, or name another variable."
        yield ground.warning("overwritten-input", path, message, mend)


def _gives(part: BaseModel) -> Iterator[tuple[str, FieldPath]]:
    """The variables that a node or an action gives a value to, each with the field that says so."""
    match part:
        case SetVariable():
            yield part.name, ("name",)
        case Request():
            for name in part.into:
                yield name, ("into", name)
        case Extract() | Generate() | Human() | Download() | Copy() if part.into is not None:
            yield part.into, ("into",)
