"""Reading policies and other settings: YAML that a person wrote, with an error that names file and line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from handrail.errors import HandrailError, PolicyError
from handrail.policy.document import MODES, PolicyDocument

Document = TypeVar("Document", bound=BaseModel)


@dataclass(frozen=True)
class Kind(Generic[Document]):
    """A kind of settings file: what it is made into, and how it is spoken of."""

    model: type[Document]
    fail: Callable[[str, str, str | None], HandrailError]
    """Makes the error of a message, a place and a mend."""
    whole: str
    """What the whole of it is, as a sentence."""
    mend: str
    """Where one reads what may stand in it."""


def _policy_error(message: str, place: str, mend: str | None) -> HandrailError:
    return PolicyError(message, place=place, mend=mend)


_POLICY: Final = Kind(
    PolicyDocument,
    _policy_error,
    "A policy is a list of settings, such as 'mode: strict'.",
    "`handrail policy schema` says what may stand there.",
)


def read_policy(text: str, place: str) -> PolicyDocument:
    """The document in a YAML text. Raises PolicyError, which names `place` and the line."""
    return read_settings(text, place, _POLICY)


def read_settings(text: str, place: str, kind: Kind[Document]) -> Document:
    """The document in a YAML text. Raises the kind's error, which names `place` and the line."""
    try:
        tree = yaml.compose(text, Loader=yaml.SafeLoader)
        written = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise _not_yaml(error, place, kind) from None
    if written is None:
        return kind.model()
    if not isinstance(written, dict):
        raise kind.fail(kind.whole, f"{place}:1", None)
    if (twice := _twice(tree)) is not None:
        name, line = twice
        raise kind.fail(f"'{name}' stands here a second time.", f"{place}:{line}", "Keep one of them.")
    try:
        return kind.model.model_validate(written)
    except ValidationError as error:
        raise _not_valid(error, tree, place, kind) from None


def _not_yaml(error: yaml.YAMLError, place: str, kind: Kind[Document]) -> HandrailError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    where = f"{place}:{mark.line + 1}" if mark is not None else place
    problem = getattr(error, "problem", None) or str(error).splitlines()[0]
    return kind.fail(f"This is not YAML: {problem}.", where, "Indent with spaces, and quote texts.")


def _not_valid(error: ValidationError, tree: Any, place: str, kind: Kind[Document]) -> HandrailError:
    lines = []
    for fault in error.errors():
        path = tuple(part for part in fault["loc"] if part != "[key]")
        lines.append(
            (_line(tree, path), _named(path), _said(fault["type"], fault["msg"], path, fault.get("ctx", {})))
        )
    lines.sort()
    line, name, said = lines[0]
    more = "".join(f"\n  line {other}: {which}: {what}" for other, which, what in lines[1:])
    message = f"'{name}': {said}" if name else said
    return kind.fail(f"{message}{more}", f"{place}:{line}", kind.mend)


def _named(path: Sequence[object]) -> str:
    return ".".join(str(part) for part in path)


def _said(kind: str, message: str, path: Sequence[object], context: dict[str, Any]) -> str:
    if kind == "extra_forbidden":
        return "there is no such setting."
    if kind == "literal_error":
        if path == ("mode",):
            return f"a mode is one of {', '.join(MODES)}."
        return f"it is one of {context.get('expected', 'the listed words')}."
    if kind == "value_error":
        return f"{message.removeprefix('Value error, ')}."
    return f"{message[:1].lower()}{message[1:]}."


def _line(tree: Any, path: Sequence[object]) -> int:
    """The line of the setting, or of the nearest one around it."""
    node, line = tree, tree.start_mark.line + 1
    for part in path:
        if isinstance(node, yaml.MappingNode):
            found = next(((key, value) for key, value in node.value if key.value == str(part)), None)
            if found is None:
                return int(line)
            key, node = found
            line = key.start_mark.line + 1
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = node.start_mark.line + 1
    return int(line)


def _twice(node: Any) -> tuple[str, int] | None:
    """The first setting that stands twice in one place: YAML would silently keep the last."""
    if isinstance(node, yaml.SequenceNode):
        return next((found for child in node.value if (found := _twice(child)) is not None), None)
    if not isinstance(node, yaml.MappingNode):
        return None
    seen: set[str] = set()
    for key, value in node.value:
        if key.value in seen:
            return str(key.value), key.start_mark.line + 1
        seen.add(key.value)
        if (found := _twice(value)) is not None:
            return found
    return None
