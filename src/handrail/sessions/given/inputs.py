"""What a session is given: variables from options, rows and defaults; secrets from elsewhere."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import JsonValue

from handrail.errors import HandrailError, UsageError, VariableError, Waiting
from handrail.policy.rules.files import lies_in
from handrail.secrets.book import SecretBook, is_there, open_book
from handrail.secrets.value import SecretValue, see_text
from handrail.secrets.vault import VaultReader, vault
from handrail.sop.action import Upload
from handrail.sop.document import Sop, Variable
from handrail.sop.node import Decision, Human, Task
from handrail.sop.rules.naming import named_secrets
from handrail.sop.template import SECRET_PREFIX, names_in_model
from handrail.sop.values import misfit, parse_value

SECRET_VARIABLE_PREFIX = "HANDRAIL_SECRET_"

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_BYTE = re.compile(r"[\udc80-\udcff]")
"""What Python makes of a byte of an argument that is no text in the locale."""

GIVE_THEM = "Give values with -v name=value."
CORRECT_THEM = "Correct what was given."
"""The mend on a command line; a request names no options."""

NEVER_EMPTY = ("number", "date", "boolean", "record")
"""Types that have no value for an empty text; the empty cell of a table is one."""

Prompt = Callable[[str], str | None]
"""Asks a person for a secret by name; None where nobody is there."""


def parse_assignments(assignments: list[str]) -> dict[str, str]:
    """`name=value` options as a mapping. Raises VariableError for one without `=`."""
    values: dict[str, str] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not equals or not name.strip():
            raise VariableError(
                f"'{assignment}' is not of the form name=value.",
                mend="Write for example -v email=ana@example.com.",
            )
        name = name.strip()
        if values.get(name, value) != value:
            raise VariableError(f"'{name}' is given two values.", mend="Give each -v name=value once.")
        values[name] = value
    return values


def input_variables(sop: Sop) -> dict[str, Variable]:
    """The variables that a session is given: neither secrets nor outputs of nodes."""
    return {
        name: variable
        for name, variable in sop.variables.items()
        if not variable.secret and not variable.output
    }


def resolve_inputs(
    sop: Sop,
    given: Mapping[str, str],
    *,
    folder: Path,
    files_here: bool = False,
    files_from: Sequence[str] | None = None,
) -> dict[str, JsonValue]:
    """Every input variable with its value, of its type; an empty text gives nothing to a number or a date.

    `folder` is where the paths of file variables start from; with `files_here` the run is on this machine,
    and its files must be there; `files_from` are the folders that they must lie in, if told.
    Raises VariableError with all that is wrong.
    """
    declared = input_variables(sop)
    uploaded = _surely_uploaded(sop) if files_here else ()
    secret = [not_for_secrets(name) for name in given if is_secret(sop, name)]
    known = ", ".join(declared) or "none"
    faults = secret + [
        f"the SOP has no variable '{name}' (it has: {known})"
        for name in given
        if name not in declared and not is_secret(sop, name)
    ]
    values: dict[str, JsonValue] = {}
    wrong: dict[str, str] = {}
    for name, variable in declared.items():
        text = given.get(name)
        if text is None or (variable.type in NEVER_EMPTY and not text.strip()):
            text = variable.default
        if fault := _fault_of(name, variable, text):
            wrong[name] = fault
            continue
        if text is None:
            continue
        if variable.type == "file" and text.strip():
            path = (folder / text).resolve()
            if files_here and (given.get(name) or name in uploaded) and not path.is_file():
                wrong[name] = f"'{name}' should be the path of a file, but there is no file '{path}'"
            elif files_from is not None and not lies_in(path, files_from):
                wrong[name] = _elsewhere(name)
            text = str(path)
        values[name] = parse_value(variable.type, text)
    if faults or wrong:
        told = "; ".join([*faults, *wrong.values()])
        # Of what was given, the message says what it should be.
        lacks = faults != secret or not wrong.keys() <= given.keys()
        mend = GIVE_THEM if lacks else CORRECT_THEM if wrong else None
        error = VariableError(f"{told[:1].upper()}{told[1:]}.", mend=mend)
        error.values = wrong
        raise error
    return values


def _fault_of(name: str, variable: Variable, text: str | None) -> str | None:
    """What is wrong with what a variable is given; one that need not be given may be None."""
    if text is None:
        example = f", for example {variable.example}" if variable.example else ""
        return f"the variable '{name}' is not given{example}" if variable.required else None
    if not text.strip() and _needs_text(variable):
        return f"the variable '{name}' is required, and is given nothing"
    if half := _SURROGATE.search(text):
        # The page would get other signs.
        if _BYTE.search(text):
            return f"'{name}' holds signs that cannot be read here; set LC_ALL=C.UTF-8"
        return f"'{name}' holds half of a sign (\\u{ord(half[0]):04x})"
    if fault := misfit(variable.type, text):
        return f"'{name}' should be {fault}, but is '{text}'"
    return None


def check_files(sop: Sop, given: Mapping[str, str], files_from: Sequence[str], *, folder: Path) -> None:
    """Raises VariableError where what is given names a file outside of all the folders in `files_from`. Those
    are real paths, and the files' own start at `folder`."""
    declared = input_variables(sop)
    files = {name: text for name, text in given.items() if name in declared and declared[name].type == "file"}
    wrong = {
        name: _elsewhere(name)
        for name, text in files.items()
        if text.strip() and not lies_in((folder / text).resolve(), files_from)
    }
    if wrong:
        error = VariableError(f"{'; '.join(wrong.values())}.", mend="Give the file itself, in the console.")
        error.values = wrong
        raise error


def _elsewhere(name: str) -> str:
    return f"'{name}' names a file outside of the folders that files may be uploaded from"


def see_one_value(sop: Sop, name: str, text: str) -> None:
    """Of a value that has parts in its JSON, typed into a field as that JSON it is what nobody meant.

    Raises VariableError where the variable is no list and no record.
    """
    if name in sop.variables and sop.variables[name].type not in ("list", "record"):
        message = f"'{name}' should be one value, but is {text}"
        error = VariableError(f"{message}.", mend="Give it as a text.")
        error.values = {name: message}
        raise error


def _needs_text(variable: Variable) -> bool:
    """Whether an empty text is no value of it, although it is one of its type."""
    return variable.type in ("text", "file") and variable.required and variable.default is None


def is_secret(sop: Sop, name: str) -> bool:
    """Whether the SOP's variable of this name is a secret."""
    return name in sop.variables and sop.variables[name].secret


def not_for_secrets(name: str) -> str:
    """Why a value that is given to a secret like that of any variable is refused, as a part of a sentence."""
    return (
        f"'{name}' is a secret, which is given neither on the command line nor in a table: keep it with "
        f"`handrail secret set {name}`, or set {_in_environment(name)}"
    )


def _in_environment(name: str) -> str:
    return SECRET_VARIABLE_PREFIX + re.sub(r"\W", "_", name).upper()


def _surely_uploaded(sop: Sop) -> frozenset[str]:
    """The variables whose files every run gives to a page; none where a decision may leave that out."""
    nodes = tuple(sop.walk_nodes())
    if any(isinstance(node, Decision) for node in nodes):
        return frozenset()
    uploads = (node.action for node in nodes if isinstance(node, Task) and not node.optional)
    return frozenset(
        name for action in uploads if isinstance(action, Upload) for name in names_in_model(action)
    )


def secret_names(sop: Sop) -> tuple[str, ...]:
    """The secrets that the SOP needs, in the order of their first mention."""
    names = [name for name, variable in sop.variables.items() if variable.secret]
    names += [
        name.removeprefix(SECRET_PREFIX) for name in names_in_model(sop) if name.startswith(SECRET_PREFIX)
    ]
    names += named_secrets(sop)
    return tuple(dict.fromkeys(names))


def secrets_of_people(sop: Sop) -> frozenset[str]:
    """The secrets that a person is asked for on the way, as a code that comes by SMS."""
    asked = (node.into for node in sop.walk_nodes() if isinstance(node, Human) and node.into is not None)
    return frozenset(name for name in asked if name in sop.variables and sop.variables[name].secret)


def resolve_secrets(
    sop: Sop, prompt: Prompt, home: Path | None = None, *, user: str = "", again: bool = False
) -> dict[str, str]:
    """The value of every secret: from `HANDRAIL_SECRET_<NAME>`, the home, a vault, or a hidden prompt.

    What is kept for the `user` alone, whose session it is, goes before what is kept for everybody. One that
    is stored comes as a SecretValue, bound to its hosts. One that a person is asked for on the way may have
    no value yet; where a session is taken up `again`, what was answered is not kept, so that it is prompted
    for as well. Raises Waiting for one that cannot be had, UsageError for one that is no text, StoreError
    where the home's secrets cannot be read.
    """
    names = secret_names(sop)
    of_people = secrets_of_people(sop)
    stored = tuple(_keepers(home, prompt)) if names else ()
    secrets: dict[str, str] = {}
    for name in names:
        variable = _in_environment(name)
        # An empty one is that of somebody who has none to give: no app's password is empty.
        value = os.environ.get(variable) or None
        if value is None:
            value = _stored(stored, name, sop, user)
        if value is None and (again or name not in of_people):
            value = prompt(name)
        if value is None and name in of_people:
            continue
        if value is None:
            raise Waiting(
                f"The secret '{name}' is missing, and nobody is at a terminal to type it.",
                mend=f"Keep it with `handrail secret set {name}`, or set {variable}.",
            )
        see_text(name, value)
        secrets[name] = value
    return secrets


def lacking_secrets(sop: Sop, home: Path, user: str) -> frozenset[str]:
    """The secrets of the SOP that this process could not give a session of the user's, nobody being there."""
    lacking = set()
    for name in set(secret_names(sop)) - secrets_of_people(sop):
        single = _in_environment(name)
        if os.environ.get(single):
            continue
        try:
            known = _stored(tuple(_keepers(home, lambda _: None)), name, sop, user) is not None
        except HandrailError:
            known = False
        if not known:
            lacking.add(name)
    return frozenset(lacking)


def _keepers(home: Path | None, prompt: Prompt) -> Iterator[SecretBook | VaultReader]:
    """Who may know a secret: the home, where it keeps any, and the vault that the environment names."""
    if home is not None and is_there(home):
        yield open_book(home, lambda new: prompt("passphrase of the secrets"))
    if (named := vault()) is not None:
        yield named


def _stored(
    keepers: Sequence[SecretBook | VaultReader], name: str, sop: Sop, user: str
) -> SecretValue | None:
    for keeper, whose in ((keeper, whose) for whose in dict.fromkeys((user, "")) for keeper in keepers):
        secret = keeper.get(name, whose)
        if secret is None:
            continue
        if not secret.is_for(sop.meta.id):
            in_vault = isinstance(keeper, VaultReader)
            raise UsageError(
                f"The secret '{name}' is not for this SOP: it is for {', '.join(secret.sops)}.",
                mend=f"Add '{sop.meta.id}' to its 'sops' in the vault."
                if in_vault
                # Setting it replaces it: what is not said again is not bound any more.
                else f"Set it once more, for this SOP too: {secret.command(sop.meta.id)}.",
            )
        return secret.as_value
    return None
