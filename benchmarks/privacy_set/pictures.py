"""The pictures of the set: rendered by Chromium, read by the engine, and scored by area."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.privacy_set.apps import HALVES
from benchmarks.privacy_set.pages import Page, pages
from benchmarks.privacy_set.scoring import Score
from benchmarks.privacy_set.screens import screens
from handrail.browser import launch_browser
from handrail.privacy import Book, Memory, Provider, Scrubber
from handrail.privacy.pictures import Box, Region, engine_name, redacted

_PLACES = """() => {
  const pen = document.createElement('canvas').getContext('2d');
  const ofText = (field) => {
    const style = getComputedStyle(field), box = field.getBoundingClientRect();
    pen.font = style.font;
    const left = box.left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft);
    return [[left, box.top, Math.min(left + pen.measureText(field.value).width, box.right), box.bottom]];
  };
  return [...document.querySelectorAll('[data-kind]')].map(element => [element.dataset.kind,
    element instanceof HTMLInputElement ? ofText(element)
      : [...element.getClientRects()].map(r => [r.left, r.top, r.right, r.bottom])]);
}"""
"""Each label's kind, and where its text stands; a field's text has no box, and is measured."""


class Picture(NamedTuple):
    """A picture with its labels: a kind, and the rectangles that it takes."""

    page: Page
    content: bytes
    labels: list[tuple[str, list[Box]]]


def measured(
    split: str, tell: Callable[[str], None], provider: Provider, keep: Path | None = None
) -> dict[str, Any]:
    """Precision and recall by kind over the pictures of a half, or of both; `keep` gets the redacted ones."""
    wanted = ("development", "held_out") if split == "all" else (split,)
    made = [page for one in wanted for page in (screens(one) if one in HALVES else pages(one))]
    taken = asyncio.run(_taken(made))
    scores: dict[str, Score] = {"all": Score()}
    seconds = []
    for picture in taken:
        began = time.perf_counter()
        content, found = redacted(picture.content, Scrubber(provider, Book(Memory())))
        seconds.append(time.perf_counter() - began)
        for words in _score(scores, picture, found):
            tell(f"{picture.page.name}: {words}")
        if keep is not None:
            (keep / f"{picture.page.name}.jpg").write_bytes(content)
    return {
        "pictures": len(taken),
        "engine": engine_name(),
        "ours": {
            kind: scores[kind].figures() for kind in sorted(scores, key=lambda one: (one != "all", one))
        },
        "seconds": round(statistics.median(seconds), 2),
    }


async def _taken(wanted: Sequence[Page]) -> list[Picture]:
    made = []
    async with launch_browser(headless=True) as launched:
        assert launched.browser is not None
        for page in wanted:
            tab = await launched.browser.new_page(viewport={"width": page.width, "height": page.height})
            await tab.set_content(page.html)
            content = await tab.screenshot(type="jpeg", quality=80)
            labels = [(kind, [Box(*box) for box in boxes]) for kind, boxes in await tab.evaluate(_PLACES)]
            made.append(Picture(page, content, labels))
            await tab.close()
    return made


def _score(scores: dict[str, Score], picture: Picture, found: Sequence[Region]) -> list[str]:
    told = []
    for kind, boxes in picture.labels:
        hit = _share(boxes, [region.box for region in found if region.kind == kind]) >= 0.8
        covered = _share(boxes, [region.box for region in found]) >= 0.95
        for score in (scores["all"], scores.setdefault(kind, Score())):
            score.labels += 1
            score.recalled += hit
            score.uncovered += not covered
        told += [] if hit else [f"missed {kind}"]
    for region in found:
        of_kind = [box for kind, boxes in picture.labels if kind == region.kind for box in boxes]
        right = any(_common(region.box, box) > 0 for box in of_kind)
        for score in (scores["all"], scores.setdefault(region.kind, Score())):
            score.found += 1
            score.right += right
        told += [] if right else [f"wrong {region.kind}"]
    return told


def _share(boxes: Sequence[Box], over: Sequence[Box]) -> float:
    """How much of the boxes' middle lines is covered: what can be read stands there."""
    whole = sum(box.right - box.left for box in boxes)
    covered = 0.0
    for box in boxes:
        middle = (box.top + box.bottom) / 2
        spans = sorted(
            (max(one.left, box.left), min(one.right, box.right))
            for one in over
            if one.top <= middle <= one.bottom
        )
        reached = box.left
        for left, right in spans:
            covered += max(0.0, right - max(left, reached))
            reached = max(reached, right)
    return covered / whole if whole else 1.0


def _common(one: Box, other: Box) -> float:
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(across, 0) * max(down, 0)
