"""Reading an answer: the JSON object in what a model says, whatever it says around it. Pure.

Models that were told to answer with JSON and nothing else put it in code fences, think aloud before it, and
add a kind word behind it; some put it into a list or under a name of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final, TypeVar

from pydantic import ValidationError

A = TypeVar("A")

_LONGEST: Final = 400_000
"""Characters; nothing that is asked for is nearly so long."""
_MOST_OBJECTS: Final = 20
_FENCE: Final = re.compile(r"```[ \t]*\w*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_THOUGHT: Final = re.compile(r"\A.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
_DECODER: Final = json.JSONDecoder()


class Unusable(Exception):
    """What was said is not an answer, and why in words."""


def read_answer(text: str, validate: Callable[[str], A]) -> A:
    """The answer in a text; `validate` takes JSON, and raises ValidationError for what is not of its form.

    Of several objects that fit, the last one is the answer: what comes before it was thought aloud. Raises
    Unusable.
    """
    if len(text) > _LONGEST:
        raise Unusable(f"it has {len(text)} characters")
    why = ""
    for candidate in _candidates(text):
        try:
            return validate(candidate)
        except ValidationError as error:
            why = why or _words(error)
    raise Unusable(why if text.strip() else "it is empty")


def holds_object(text: str) -> bool:
    """Whether there is a JSON object in a text at all."""
    return len(text) <= _LONGEST and any(True for _ in _objects(text))


def _candidates(text: str) -> Iterator[str]:
    said = _THOUGHT.sub("", text).strip()
    fenced = [found.strip() for found in _FENCE.findall(said)]
    whole = fenced[-1] if len(fenced) == 1 else said
    yield whole
    found = list(_objects(said))
    for one in reversed(found):
        yield json.dumps(one, ensure_ascii=False)
    for one in reversed(found):
        if len(one) == 1 and isinstance(inner := next(iter(one.values())), dict):
            yield json.dumps(inner, ensure_ascii=False)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The outermost JSON objects of a text, in their order."""
    return islice(_all_objects(text), _MOST_OBJECTS)


def _all_objects(text: str) -> Iterator[dict[str, Any]]:
    place, tries = text.find("{"), 0
    while place >= 0 and tries < 10 * _MOST_OBJECTS:
        tries += 1
        try:
            value, end = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            yield value
        place = text.find("{", end)


def _words(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])
