"""Secrets that stand in what a session is given: its journal tells their names, and whoever walks puts them
back.

A user may be called as the password is written ("admin"), and a weak one stands in other words ("test" in
"Latest"). Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from pydantic import JsonValue

from handrail.errors import UsageError
from handrail.secrets.forms import MASK, SHORTEST

Inputs = Mapping[str, JsonValue]


def hide(
    inputs: Inputs, secrets: Mapping[str, str], scrubbed: Callable[[str], str]
) -> tuple[dict[str, JsonValue], tuple[str, ...]]:
    """The inputs as the journal may hold them, and the name of the secret behind each mark in them, in order;
    an empty one for a mark that was there before.

    Raises UsageError for a secret that `scrubbed` finds in another form, and that could not be put back.
    """
    named = {text: name for name, text in secrets.items() if len(text) >= SHORTEST}
    signs = re.compile("|".join(map(re.escape, sorted({MASK, *named}, key=len, reverse=True))))
    names: list[str] = []

    def mark(hit: re.Match[str]) -> str:
        names.append(named.get(hit[0], ""))
        return MASK

    hidden = {name: _with_texts(value, lambda text: signs.sub(mark, text)) for name, value in _sorted(inputs)}
    for name, value in hidden.items():
        if any(scrubbed(text) != text for text in _texts(value)):
            raise UsageError(
                f"The input '{name}' holds a secret of the SOP in another form, as in capitals or cut short. "
                "The journal keeps no secret, so that the run could not know the value.",
                mend="Change the secret, or the value.",
            )
    return hidden, tuple(names) if any(names) else ()


def put_back(inputs: Inputs, names: Sequence[str], secrets: Mapping[str, str]) -> dict[str, JsonValue]:
    """The inputs as they were given."""
    behind = iter(names)

    def text_behind(_: re.Match[str]) -> str:
        name = next(behind, "")
        return str(secrets[name]) if name else MASK

    return {
        name: _with_texts(value, lambda text: re.sub(re.escape(MASK), text_behind, text))
        for name, value in _sorted(inputs)
    }


def _sorted(values: Mapping[str, JsonValue]) -> list[tuple[str, JsonValue]]:
    """In the order that the journal keeps."""
    return sorted(values.items())


def _with_texts(value: JsonValue, change: Callable[[str], str]) -> JsonValue:
    match value:
        case str():
            return change(value)
        case list():
            return [_with_texts(part, change) for part in value]
        case dict():
            return {name: _with_texts(part, change) for name, part in _sorted(value)}
        case _:
            return value


def _texts(value: JsonValue) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for part in value:
                yield from _texts(part)
        case dict():
            for name, part in value.items():
                yield name
                yield from _texts(part)
