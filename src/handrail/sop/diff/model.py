"""One difference between two SOPs, as data and as a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeVar

from pydantic import BaseModel

from handrail._model import Model
from handrail.sop.wording import value_words

M = TypeVar("M", bound=BaseModel)

About = Literal["head", "environment", "trigger", "variable", "question", "step", "connection"]
Kind = Literal["added", "removed", "moved", "changed"]


class Difference(Model):
    """One thing that is different."""

    about: About
    kind: Kind
    name: str
    """What it is about, as the files name it: a node's id, a variable's name."""
    words: str
    """The same for people: "step 3 'click-save'"."""
    field: str | None = None
    """What of it changed; none where all of it came, went or moved."""
    before: str | None = None
    after: str | None = None
    sentence: str
    """The difference alone, without the thing that it is about."""
    follows: bool = False
    """A connection that is different only because steps beside it came, went or moved."""


def whole(about: About, kind: Kind, name: str, words: str, what: str) -> Difference:
    """All of a thing came or went; `what` describes it."""
    return Difference(
        about=about,
        kind=kind,
        name=name,
        words=words,
        before=what if kind == "removed" else None,
        after=what if kind == "added" else None,
        sentence=f"{kind}: {what}",
    )


def change(
    about: About, name: str, words: str, field: str, before: str | None, after: str | None
) -> Difference:
    """One field of a thing is different; none stands for an empty side."""
    told = field.replace("_", " ")
    if before is None:
        sentence = f"{told}: now {after or 'something else'}"
    elif after is None:
        sentence = f"{told}: no longer {before}"
    else:
        sentence = f"{told}: {before} → {after}"
    return Difference(
        about=about,
        kind="changed",
        name=name,
        words=words,
        field=field,
        before=before,
        after=after,
        sentence=sentence,
    )


def changed_fields(old: M, new: M) -> Iterator[tuple[str, object, object]]:
    """The fields of two models of one kind that differ, with both values."""
    for name in type(old).model_fields:
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            yield name, before, after


def words_of(value: object) -> str | None:
    """A plain value as people read it; none where it says nothing."""
    match value:
        case None | "" | ():
            return None
        case bool():
            return "yes" if value else "no"
        case str():
            return value_words(value)
        case tuple():
            return ", ".join(value_words(str(entry)) for entry in value)
        case _:
            return str(value)
