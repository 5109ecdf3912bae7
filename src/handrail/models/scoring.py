"""How well a model decides: labelled page states with a question each, and the figures of its answers."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal

from pydantic import Field, ValidationError

from handrail._model import Model
from handrail.errors import UsageError
from handrail.named_file import read_named

OUTCOMES: Final = ("yes", "no")
UNSURE: Final = "unsure"

Said = Literal["yes", "no", "unsure"]


class LabelledState(Model):
    """What a page showed, a question about it, and the right answer."""

    id: str
    language: str = "en"
    question: str
    answer: Said
    """`unsure` where the page does not tell."""
    quote: str = ""
    """The piece of the page that shows it; for those who read the set."""
    page: str


class Graded(Model):
    """One answer, and whether it is right."""

    id: str
    language: str
    kind: str
    right: Said
    said: Said
    """`unsure`, too, where no usable answer came or its quote does not occur."""
    quoted: bool = True
    """Whether a sure answer's quote occurs on the page."""
    failed: str = ""
    """Why no answer came, where none did."""
    seconds: float = 0.0
    tokens: int = 0
    cost: float | None = None
    """US dollars."""


class Figures(Model):
    """Of some answers together; the rates are parts of all of them."""

    cases: int
    accuracy: float = Field(description="right answers; to be unsure is right where the page does not tell")
    unsure_rate: float = Field(description="unsure where the page does tell: a person would be asked")
    wrong_and_sure_rate: float = Field(description="a wrong answer with a quote: nobody would notice")
    misquoted: int = Field(description="answers taken as unsure because their quote does not occur")
    failed: int = Field(description="no usable answer")


class Score(Figures):
    """The whole of one model."""

    model: str
    cost: float | None
    """US dollars for all; none where the price of one is not known."""
    tokens: int
    seconds_p50: float
    seconds_p95: float
    by_language: dict[str, Figures]
    by_kind: dict[str, Figures]
    wrong: tuple[str, ...]
    """Ids of the wrong and sure answers."""


def labelled_states(file: Path | None = None) -> tuple[LabelledState, ...]:
    """The set of this package, or one of the same form (JSON Lines). Raises UsageError with the line."""
    if file:
        text = read_named(file, what="The set of page states", mend="Give JSON Lines; see docs/models.md.")
    else:
        text = _own().read_text("utf-8")
    states: list[LabelledState] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            states.append(LabelledState.model_validate_json(line))
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            field = ".".join(str(part) for part in first["loc"])
            place = f"{file}, line {number}"
            said = f"{field + ': ' if field else ''}{first['msg']}."
            raise UsageError(said, place=place, mend="See docs/models.md for its fields.") from None
    if not states:
        raise UsageError("It holds no page state.", place=str(file), mend="Write one per line.")
    return tuple(states)


def _own() -> Path:
    # As a path, as the other case is: the package is never run from a zip file.
    return Path(str(files("handrail.models").joinpath("decisions.jsonl")))


def sampled(states: Sequence[LabelledState], most: int) -> tuple[LabelledState, ...]:
    """At most so many, spread evenly over the set; 0 for all."""
    if not most or most >= len(states):
        return tuple(states)
    return tuple(states[index * len(states) // most] for index in range(most))


def score(model: str, graded: Sequence[Graded]) -> Score:
    """The figures of a model's answers. Raises ValueError where there is none."""
    if not graded:
        raise ValueError("nothing was asked")
    seconds = sorted(one.seconds for one in graded)
    costs = [one.cost for one in graded]
    return Score(
        **_figures(graded).model_dump(),
        model=model,
        cost=None if None in costs else round(sum(cost or 0.0 for cost in costs), 6),
        tokens=sum(one.tokens for one in graded),
        seconds_p50=round(statistics.median(seconds), 3),
        seconds_p95=round(seconds[min(len(seconds) - 1, int(len(seconds) * 0.95))], 3),
        by_language=_grouped((one.language, one) for one in graded),
        by_kind=_grouped((one.kind, one) for one in graded),
        wrong=tuple(one.id for one in graded if _wrong_and_sure(one)),
    )


def _grouped(keyed: Iterable[tuple[str, Graded]]) -> dict[str, Figures]:
    groups: dict[str, list[Graded]] = {}
    for key, one in keyed:
        groups.setdefault(key, []).append(one)
    return {key: _figures(found) for key, found in sorted(groups.items())}


def _figures(graded: Sequence[Graded]) -> Figures:
    return Figures(
        cases=len(graded),
        accuracy=_part(graded, [one for one in graded if one.said == one.right]),
        unsure_rate=_part(graded, [one for one in graded if one.said == UNSURE != one.right]),
        wrong_and_sure_rate=_part(graded, [one for one in graded if _wrong_and_sure(one)]),
        misquoted=sum(not one.quoted for one in graded),
        failed=sum(bool(one.failed) for one in graded),
    )


def _wrong_and_sure(one: Graded) -> bool:
    return one.said not in (UNSURE, one.right)


def _part(all_: Sequence[Graded], some: Sequence[Graded]) -> float:
    return round(len(some) / len(all_), 4)
