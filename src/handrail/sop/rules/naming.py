"""Rules of names: variables that templates, conditions and nodes speak of are declared, and used."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from handrail.errors import Problem, SopError
from handrail.sop.action import Copy, Download, Request
from handrail.sop.condition import MailReads, SqlReads, VariableIs
from handrail.sop.document import Sop
from handrail.sop.nearest import did_you_mean
from handrail.sop.node import Decision, Extract, Generate, Human, Loop
from handrail.sop.rules.ground import Ground, parts
from handrail.sop.template import SECRET_NAME, SECRET_PREFIX, VARIABLE_NAME, FieldPath, names_in, templates


def check_names(ground: Ground) -> Iterator[Problem]:
    """All rules of names."""
    yield from _check_declared(ground)
    used: set[str] = set()
    for path, text in _texts(ground):
        try:
            names = names_in(text)
        except SopError as error:
            yield ground.error("broken-template", path, error.message, error.mend)
            continue
        for name in names:
            used.add(name.removeprefix(SECRET_PREFIX).partition(".")[0])
            yield from _check_reference(ground, path, name)
    for path, name in _mentions(ground):
        used.add(name)
        if not _known(ground, path, name):
            yield _undefined(ground, path, name)
    for path, name in _named_secrets(ground):
        used.add(name)
        yield from _check_named_secret(ground, path, name)
    yield from _check_unused(ground, used)
    yield from _check_outputs(ground)


def _check_declared(ground: Ground) -> Iterator[Problem]:
    for name in ground.sop.variables:
        if not VARIABLE_NAME.fullmatch(name):
            message = f"'{name}' cannot be the name of a variable."
            mend = "Begin with a letter, and go on with letters, digits, '_' and '-'."
            yield ground.error("bad-name", ("variables", name), message, mend)


def _texts(ground: Ground) -> Iterator[tuple[FieldPath, str]]:
    """Every template with its place."""
    for place, page in enumerate(ground.sop.environment.start):
        yield ("environment", "start", place, "url"), page.url
    for placed in ground.nodes:
        for path, text in templates(placed.node):
            if path[0] != "children":
                yield (*placed.path, *path), text


def _check_reference(ground: Ground, path: FieldPath, name: str) -> Iterator[Problem]:
    if name.startswith(SECRET_PREFIX):
        bare = name.removeprefix(SECRET_PREFIX)
        declared = ground.sop.variables.get(bare)
        if declared is not None and not declared.secret:
            message = f"'{bare}' is a variable that is not secret."
            mend = f'Write {{{{ {bare} }}}}, or declare it with "secret": true.'
            yield ground.error("not-a-secret", path, message, mend)
        return
    if not _known(ground, path, name):
        yield _undefined(ground, path, name)


def _known(ground: Ground, path: FieldPath, name: str) -> bool:
    base, dot, _ = name.partition(".")
    items = _items_at(ground, path)
    return base in items if dot else base in items or name in ground.sop.variables


def _items_at(ground: Ground, path: FieldPath) -> set[str]:
    """The item names of the loops around a place."""
    placed = ground.at(path)
    return {node.item for node in placed.around if isinstance(node, Loop)} if placed else set()


def _undefined(ground: Ground, path: FieldPath, name: str) -> Problem:
    known = [*ground.sop.variables, *_items_at(ground, path)]
    base = name.partition(".")[0]
    message = f"the variable '{name}' is not declared{did_you_mean(base, known)}"
    return ground.error(
        "undefined-variable", path, message, f'Correct the name, or add "{base}" to variables.'
    )


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
        if isinstance(node, Decision):
            for place, name in enumerate(node.evidence):
                yield (*placed.path, "evidence", place), name


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


def _check_named_secret(ground: Ground, path: FieldPath, name: str) -> Iterator[Problem]:
    if not SECRET_NAME.fullmatch(name):
        message = "this is the name of a secret, and not the address itself or a template."
        yield ground.error("bad-name", path, message, 'Write the name alone, such as "crm_database".')
        return
    yield from _check_reference(ground, path, f"{SECRET_PREFIX}{name}")


def _check_unused(ground: Ground, used: set[str]) -> Iterator[Problem]:
    for name, variable in ground.sop.variables.items():
        if name not in used and not variable.output:
            message = "no step uses this variable."
            yield ground.warning("unused-variable", ("variables", name), message, "Use it, or take it out.")


def _check_outputs(ground: Ground) -> Iterator[Problem]:
    given: set[str] = set()
    for placed in ground.nodes:
        for path, part in parts(placed):
            for name, field in _gives(part):
                given.add(name)
                yield from _check_given(ground, (*path, *field), name)
    for name, variable in ground.sop.variables.items():
        if variable.output and name not in given:
            message = "it is an output, and no step gives it a value."
            yield ground.error(
                "output-never-set",
                ("variables", name),
                message,
                'Name it in a step\'s "into", or take it out.',
            )


def _check_given(ground: Ground, path: FieldPath, name: str) -> Iterator[Problem]:
    declared = ground.sop.variables.get(name)
    if declared is None:
        message = (
            f"it gives a value to '{name}', which is not declared{did_you_mean(name, ground.sop.variables)}"
        )
        mend = f'Add "{name}": {{"output": true}} to variables.'
        yield ground.error("undefined-variable", path, message, mend)
    elif declared.secret and not declared.output:
        message = f"it gives a value to '{name}', which is secret, and what a step reads is journaled."
        yield ground.error("secret-output", path, message, "Name another variable.")
    elif not declared.output:
        message = f"it overwrites '{name}', which is an input of the procedure."
        mend = f"Declare '{name}' with \"output\": true, or name another variable."
        yield ground.warning("overwritten-input", path, message, mend)


def _gives(part: BaseModel) -> Iterator[tuple[str, FieldPath]]:
    """The variables that a node or an action gives a value to, each with the field that says so."""
    match part:
        case Request():
            for name in part.into:
                yield name, ("into", name)
        case Extract() | Generate() | Human() | Download() | Copy() if part.into is not None:
            yield part.into, ("into",)
