"""Settings files that people write in YAML: one reader for all of them, whose errors name file and line.

What may stand in a file is said where it is used; `SettingsKind` binds that to its words and its error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from handrail.errors import HandrailError
from handrail.named_file import read_whole, why_unread

# A home usually has none of these files: the library that reads them comes with the first one.
if TYPE_CHECKING:
    from yaml import Node, SafeLoader, ScalarNode, YAMLError

_MOST_NODES = 50_000
_PLAIN_NUMBER = re.compile(r"[-+]?(?:0|[1-9]\d*)")

Document = TypeVar("Document", bound=BaseModel)


@dataclass(frozen=True)
class SettingsKind(Generic[Document]):
    """A kind of settings file: what it is made into, and how it is spoken of."""

    model: type[Document]
    error: type[HandrailError]
    name: str
    """Begins the sentence that it cannot be read: "The alerts"."""
    whole: str
    """What the whole of it is, as a sentence."""
    mend: str
    """Where one reads what may stand in it."""
    sets: Mapping[str, str] = field(default_factory=dict)
    """Setting → what is said where it is none of the listed words, without a full stop."""


def read_settings(path: Path, kind: SettingsKind[Document]) -> Document | None:
    """The document in a file; none where there is no file. Raises the kind's error, with file and line."""
    try:
        text = read_whole(path).decode("utf-8-sig")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise kind.error(
            f"{kind.name} cannot be read: {why_unread(error)}.",
            place=str(path),
            mend="Correct the file, or remove it.",
        ) from error
    return parse_settings(text, str(path), kind)


def parse_settings(text: str, place: str, kind: SettingsKind[Document]) -> Document:
    """The document in a YAML text. Raises the kind's error, which names `place` and the line."""
    import yaml

    try:
        tree = yaml.compose(text, Loader=yaml.SafeLoader)
        if _size(tree, {}) > _MOST_NODES:
            raise ValueError("its aliases (*) stand for too much")
        written = yaml.load(text, Loader=_loader())
        twice = next(_twice(tree), None)
    except yaml.YAMLError as error:
        raise _not_yaml(error, place, kind) from None
    except (ValueError, RecursionError) as error:
        # A date that no calendar has, or a text that holds itself.
        why = str(error) if isinstance(error, ValueError) else "it is nested too deeply"
        raise kind.error(f"This cannot be read: {why}.", place=place, mend=kind.mend) from None
    if written is None:
        return kind.model()
    if not isinstance(written, dict):
        raise kind.error(kind.whole, place=f"{place}:1", mend=kind.mend)
    if twice is not None:
        name, line = twice
        raise kind.error(
            f"'{name}' stands here a second time.", place=f"{place}:{line}", mend="Keep only one of them."
        )
    try:
        return kind.model.model_validate(written)
    except ValidationError as error:
        raise _not_valid(error, tree, place, kind) from None


@cache
def _loader() -> type[SafeLoader]:
    """Words that YAML 1.1 makes truths of, and digits that it counts to another base than ten, stay texts:
    what wants a truth reads `yes`, what wants a number `010`, as people do, and `at_most: yes` is no 1."""
    import yaml

    class Loader(yaml.SafeLoader):
        pass

    def as_written(_: SafeLoader, node: ScalarNode) -> str:
        return str(node.value)

    def number(loader: SafeLoader, node: ScalarNode) -> object:
        plain = _PLAIN_NUMBER.fullmatch(node.value) is not None
        return loader.construct_yaml_int(node) if plain else as_written(loader, node)

    Loader.add_constructor("tag:yaml.org,2002:bool", as_written)
    Loader.add_constructor("tag:yaml.org,2002:int", number)
    return Loader


def _not_yaml(error: YAMLError, place: str, kind: SettingsKind[Document]) -> HandrailError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    where = f"{place}:{mark.line + 1}" if mark is not None else place
    problem = getattr(error, "problem", None) or str(error).splitlines()[0]
    return kind.error(
        f"This is not YAML: {problem}.", place=where, mend="Indent with spaces, and quote texts."
    )


def _not_valid(
    error: ValidationError, tree: Node | None, place: str, kind: SettingsKind[Document]
) -> HandrailError:
    faults = []
    # What was written stays out of the message: it may be a password that belongs elsewhere.
    for fault in error.errors(include_input=False):
        line, path = _found(tree, fault["loc"], missing=fault["type"] == "missing")
        faults.append((line, ".".join(path), _said(fault["type"], fault["msg"], path, kind)))
    faults.sort()
    line, name, said = faults[0]
    more = "".join(f"\n  line {other}: {which}: {what}" for other, which, what in faults[1:])
    message = f"'{name}': {said}" if name else said
    return kind.error(f"{message}{more}", place=f"{place}:{line}", mend=kind.mend)


def _said(fault: str, message: str, path: Sequence[str], kind: SettingsKind[Document]) -> str:
    if fault == "extra_forbidden":
        return "there is no such setting."
    if fault == "literal_error":
        of_a_set = next((kind.sets[part] for part in reversed(path) if part in kind.sets), None)
        return f"{of_a_set or message.replace('Input should be', 'it is one of', 1)}."
    if fault == "value_error":
        return f"{message.removeprefix('Value error, ')}."
    return f"{message[:1].lower()}{message[1:]}."


def _found(tree: Node | None, path: Sequence[int | str], *, missing: bool) -> tuple[int, tuple[str, ...]]:
    """The line of a setting, or of the nearest one around it, and its name as it is written.

    Of pydantic's path, what does not stand in the file is left out: it names a kind of channel, or a key.
    """
    import yaml

    node: Any = tree
    line = node.start_mark.line + 1 if node is not None else 1
    name: list[str] = []
    for place, part in enumerate(path):
        if isinstance(node, yaml.MappingNode):
            pair = next(((key, value) for key, value in node.value if key.value == str(part)), None)
            if pair is not None:
                line, node = pair[0].start_mark.line + 1, pair[1]
            elif not (missing and place == len(path) - 1):
                continue
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = node.start_mark.line + 1
        else:
            continue
        name.append(str(part))
    return line, tuple(name)


def _size(node: Node | None, known: dict[int, int]) -> int:
    """How many parts a text has when every alias stands for all that it names: ten lines can be a billion."""
    if node is None or isinstance(node.value, str):
        return 1
    if id(node) not in known:
        parts = [part for entry in node.value for part in (entry if isinstance(entry, tuple) else (entry,))]
        known[id(node)] = 1 + sum(_size(part, known) for part in parts)
    return known[id(node)]


def _twice(node: Node | None) -> Iterator[tuple[str, int]]:
    """The settings that stand twice in one place, with the line: YAML would silently keep the last."""
    import yaml

    if isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from _twice(child)
    if not isinstance(node, yaml.MappingNode):
        return
    seen: set[str] = set()
    for key, value in node.value:
        if isinstance(key, yaml.ScalarNode):
            if key.value in seen:
                yield key.value, key.start_mark.line + 1
            seen.add(key.value)
        yield from _twice(value)
