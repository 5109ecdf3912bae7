"""The labelled actions: what people said of them, joined with what was collected from the pages."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, cast

from handrail.targeting import ElementSnapshot

FOLDER: Final = Path(__file__).parents[1] / "gate_cases"
SPLITS: Final = (
    "held_out", "fresh", "development", "admin_words", "admin_fresh", "admin_development",
    "words_development", "forms_development", "words_fresh", "forms_fresh", "apps_development", "apps_fresh",
    "kinds_development", "kinds_fresh",
)  # fmt: skip
RUNNING: Final = ("running_development", "running_second", "running_fresh")
"""Read from running apps, in English. The gate was mended on those of the first two, and not on the last."""
HELD_BACK: Final = ("more_development", "more_fresh", *RUNNING)
"""Left out of the headline. What the gate misses on those on which it was not mended (`more_fresh`,
`running_fresh`, and but for one miss `more_development`) is what to expect of pages that nobody tried."""
_CHOSEN: Final = frozenset({"checkbox", "radio"})
_PRESSED: Final = frozenset({"jp-button"})
"""Elements of a page's own making that are buttons."""

Label = Literal["high", "harmless", "arguable"]


class LabelledCase(NamedTuple):
    """One action, and what it is."""

    id: str
    split: str
    language: str
    label: Label
    category: str
    """Of a high-risk action."""
    words: str
    note: str
    kind: str
    """As in an SOP: `click`, `fill`, `select`, `check`."""
    page: str
    element: ElementSnapshot

    @property
    def values(self) -> tuple[str, ...]:
        return ("example",) if self.kind == "fill" else ()


def labelled(splits: Iterable[str] = SPLITS) -> list[LabelledCase]:
    """The cases of the splits, in the order of the files."""
    return [case for split in splits for case in _of_file(split)]


def _of_file(split: str) -> Iterator[LabelledCase]:
    file = FOLDER / f"{split}.tsv"
    with file.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            found = _collected(row["id"], row["language"])
            element = _in_its_language(found["element"], row["language"])
            yield LabelledCase(
                id=row["id"],
                split=split,
                language=row["language"],
                label=cast(Label, row["label"]),
                category=row["category"],
                words=row["words"],
                note=row["note"],
                kind=_kind(found["kind"], element),
                page=found["page"],
                element=element,
            )


def _in_its_language(element: dict[str, Any], language: str) -> ElementSnapshot:
    """The element on a page that declares its language: most were collected without the page around them."""
    leads = element.get("leads") or {}
    return ElementSnapshot.model_validate({**element, "leads": {"lang": language, **leads}})


def _kind(kind: str, element: ElementSnapshot) -> str:
    if element.role in _CHOSEN and element.tag == "input":
        return "check"
    if element.tag == "select":
        return "select"
    return "click" if element.tag in _PRESSED else kind


def _collected(id: str, language: str) -> dict[str, Any]:
    source, _, place = id.partition(":")
    if source == "collected":
        return _pages()[int(place)]
    line = {"admin": _admin, "running": _running}.get(source, _templates)()[id]
    return {**line, "element": line["elements"][language]}


@cache
def _pages() -> list[dict[str, Any]]:
    return list(_read("collected"))


@cache
def _templates() -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in _read("templates")}


@cache
def _admin() -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in _read("admin")}


@cache
def _running() -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in _read("running")}


def _read(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(FOLDER / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
