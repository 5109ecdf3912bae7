"""Pictures: reading the text in them, and blacking out what is personal before anything is written.

The engine is RapidOCR; its models are in its package, and nothing is fetched. Reading takes seconds of a
processor: it is done in a thread of its own, one picture at a time.
"""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from handrail.errors import EnvironmentLack
from handrail.privacy.finding import Finding, Kind, apart
from handrail.privacy.names import is_person_label
from handrail.privacy.pseudonyms import Book, Memory
from handrail.privacy.scrubbing import Scrubber

_NEEDED: Final = ("rapidocr", "onnxruntime")
_MARGIN: Final = 2
"""Pixels around a word that are blacked out with it."""
_SLACK: Final = 0.2
"""Of a line's height, added to both sides of words in its middle."""
_LABEL_WORDS: Final = 4
"""Most words of a text that says what the one beside it, or below it, is."""
_FARTHEST: Final = 14
"""Heights of a line between a label and its value."""
_APART: Final = 3
"""Heights of a line between two lines of a table."""
_QUALITY: Final = 80
_GLUED: Final = re.compile(r"[^\W\d_]+:?(?<=[a-zß-öø-ÿ:])[A-ZÀ-ÖØ-Þ][^\W\d_]*[ ]?$")
"""A word with a capital behind a small letter, at the end of a text."""
_reading = threading.Lock()


class Box(NamedTuple):
    """A rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float


class Word(NamedTuple):
    """A word, and where it stands in its line's text."""

    start: int
    end: int
    box: Box


class Text(NamedTuple):
    """A piece of text on one line, as the engine found it."""

    text: str
    box: Box
    words: tuple[Word, ...]


class Region(NamedTuple):
    """What is blacked out, and why."""

    box: Box
    kind: Kind


def check_engine() -> None:
    """Raises EnvironmentLack where the engine is not installed."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise EnvironmentLack(
            f"Reading the text of pictures needs {' and '.join(missing)}, but it is not installed.",
            mend="Install it: pip install 'handrail[privacy]'.",
        )


def engine_name() -> str:
    """The engine with its version."""
    return f"RapidOCR {version('rapidocr')}"


def read_texts(picture: bytes) -> list[Text]:
    """The texts of a picture (PNG or JPEG). Takes seconds; raises EnvironmentLack without the engine."""
    check_engine()
    with _reading:
        result = _engine()(picture, return_word_box=True)
    if result.boxes is None or result.txts is None:
        return []
    rows = result.word_results or ((),) * len(result.txts)
    return [
        _text(text, box, row) for text, box, row in zip(result.txts, result.boxes, rows, strict=False) if text
    ]


def regions(texts: Sequence[Text], scrubber: Scrubber) -> list[Region]:
    """What is personal in the texts of a picture: each by itself, and as the value of a label beside it."""
    found = [(one, finding) for one in texts for finding in _findings(one, texts, scrubber)]
    here = Book(Memory())
    for one, finding in found:
        here.name(finding.kind, one.text[finding.start : finding.end])
    # What a label told in one place stands elsewhere in the picture without one.
    for one in texts:
        told = [finding for other, finding in found if other is one]
        again = apart(Finding(start, end, kind) for start, end, kind in here.again(one.text))
        found += [
            (one, finding)
            for finding in again
            if all(finding.end <= other.start or other.end <= finding.start for other in told)
        ]
    return [Region(box, finding.kind) for one, finding in found for box in _boxes(one, _whole(one, finding))]


def _whole(one: Text, finding: Finding) -> Finding:
    """A name with the word before it, where that is two words in one: a label that stands right at its field
    is read together with the first name in it ("NameAda Lovelace")."""
    glued = _GLUED.search(one.text[: finding.start]) if finding.kind == "PERSON" else None
    return finding._replace(start=glued.start()) if glued else finding


def redacted(picture: bytes, scrubber: Scrubber) -> tuple[bytes, list[Region]]:
    """The picture with what is personal blacked out, as JPEG, and what that was.

    A picture in which nothing is found stays as it is. Raises EnvironmentLack without the engine.
    """
    found = regions(read_texts(picture), scrubber)
    if not found:
        return picture, []
    return blackened(picture, [region.box for region in found]), found


def blackened(picture: bytes, boxes: Sequence[Box]) -> bytes:
    """The picture with these rectangles filled with black, as JPEG."""
    image_module, draw_module = import_module("PIL.Image"), import_module("PIL.ImageDraw")
    image = image_module.open(io.BytesIO(picture)).convert("RGB")
    draw = draw_module.Draw(image)
    for box in boxes:
        margins = (box.left - _MARGIN, box.top - _MARGIN, box.right + _MARGIN, box.bottom + _MARGIN)
        draw.rectangle(margins, fill=(0, 0, 0))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=_QUALITY)
    return out.getvalue()


@cache
def _engine() -> Any:
    # The classifier of directions is for photographs; two threads leave the run room on small machines.
    return import_module("rapidocr").RapidOCR(
        params={
            "Global.use_cls": False,
            "Global.log_level": "error",
            "EngineConfig.onnxruntime.intra_op_num_threads": 2,
        }
    )


def _text(text: str, corners: Any, row: Any) -> Text:
    words, behind = [], 0
    for told in row or ():
        word, box = told[0], told[2]
        start = text.find(word, behind)
        if start < 0 or box is None:
            continue
        behind = start + len(word)
        words.append(Word(start, behind, _box(box)))
    return Text(text, _box(corners), tuple(words))


def _box(corners: Any) -> Box:
    across, down = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    return Box(min(across), min(down), max(across), max(down))


def _findings(one: Text, texts: Sequence[Text], scrubber: Scrubber) -> list[Finding]:
    found = scrubber.find(one.text)
    # The form of a phone number is that of many a record's number, too: a label knows better.
    if any(finding.kind != "PHONE" for finding in found):
        return found
    for label in _labels(one, texts):
        told = scrubber.find(one.text, label)
        if told and told != found:
            return [finding for finding in told if finding.kind != "PERSON" or _is_value(one, finding, label)]
    return found


def _is_value(one: Text, finding: Finding, label: str) -> bool:
    """Whether a label makes a name of a text: it must be a field for people, and the name the whole text."""
    return (
        is_person_label(label) and one.text[: finding.start].strip() + one.text[finding.end :].strip() == ""
    )


def _labels(one: Text, texts: Sequence[Text]) -> Iterator[str]:
    """What stands left of a text on its line, and right above it; the next one first."""
    height = one.box.bottom - one.box.top
    beside = [
        (one.box.left - other.box.right, other)
        for other in texts
        if other is not one
        and other.box.right <= one.box.left + height
        and one.box.left - other.box.right < _FARTHEST * height
        and min(other.box.bottom, one.box.bottom) - max(other.box.top, one.box.top) > height / 2
    ]
    above = [
        (one.box.top - other.box.bottom, other)
        for other in texts
        if other is not one
        and -height / 2 <= one.box.top - other.box.bottom < 2.5 * height
        and abs(other.box.left - one.box.left) < 3 * height
    ]
    for near in (beside, above):
        if near:
            nearest = min(near, key=lambda pair: pair[0])[1]
            if len(nearest.text.split()) <= _LABEL_WORDS:
                yield nearest.text.rstrip(" :*")
    yield from _column(one, texts)


def _column(one: Text, texts: Sequence[Text]) -> Iterator[str]:
    """What may head the column that a text stands in: texts without a number, the next one first.

    Lines of a table follow each other closely; what stands farther up is a heading only as the first of all.
    """
    height = one.box.bottom - one.box.top
    column = sorted(
        (
            other
            for other in texts
            if other.box.bottom <= one.box.top + height / 2
            and min(abs(other.box.left - one.box.left), abs(other.box.right - one.box.right)) < height / 2
        ),
        key=lambda other: other.box.top,
    )
    below = one
    for other in reversed(column):
        if below.box.top - other.box.bottom > _APART * height:
            break
        if _may_head(other):
            yield other.text.rstrip(" :*")
        below = other
    if column and _may_head(column[0]):
        yield column[0].text


def _may_head(text: Text) -> bool:
    return len(text.text.split()) <= _LABEL_WORDS and not any(letter.isdigit() for letter in text.text)


def _boxes(one: Text, finding: Finding) -> Iterator[Box]:
    """The rectangle around the words of a finding; where the words are not known, that of the whole text."""
    words = [word for word in one.words if word.start < finding.end and word.end > finding.start]
    covered = sum(min(word.end, finding.end) - max(word.start, finding.start) for word in words)
    wanted = len(one.text[finding.start : finding.end].replace(" ", ""))
    if covered < 0.8 * wanted:
        yield one.box
        return
    # Where words begin and end is the engine's estimate; where the whole text does, it knows.
    slack = (one.box.bottom - one.box.top) * _SLACK
    left = min(word.box.left for word in words) - slack
    right = max(word.box.right for word in words) + slack
    yield Box(
        one.box.left if not one.text[: finding.start].strip() else max(left, one.box.left),
        min(one.box.top, *(word.box.top for word in words)),
        one.box.right if not one.text[finding.end :].strip() else min(right, one.box.right),
        max(one.box.bottom, *(word.box.bottom for word in words)),
    )
