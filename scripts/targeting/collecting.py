"""Collecting cases: saved pages mutated in a real browser, with what the product gathers on them.

Besides the single mutations of the measure of healing, changes that come together, as they do in a real
redesign. Kept is what the exact locators leave open, with the candidates that a first look finds likely.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any, Final, TypeAlias

from benchmarks.drifting.mutated import ONE_BY_ONE, PAGE_WIDE, TARGETS, Path_, Tab
from benchmarks.drifting.pages import SavedPage
from handrail.actuators.browser.selectors import locators
from handrail.actuators.seen import Look
from handrail.sop.target import Target
from handrail.targeting import Candidate, ElementSnapshot, Match, decide
from handrail.targeting.kinds import family
from handrail.targeting.recorded import recorded
from handrail.targeting.scoring import likely

SEED: Final = "fit-2026-11"
KEPT: Final = 16
TOGETHER: Final = (
    ("rename", "churn"), ("rename", "reorder"), ("translate", "wrap"), ("churn", "renest"),
    ("rename", "redesign"), ("respell", "churn"), ("respell", "readdress", "retitle"), ("relabel", "churn"),
    ("relabel", "retitle", "reorder"), ("readdress", "retitle", "redesign"), ("rename", "readdress"),
)  # fmt: skip
TOGETHER_FOR_ONE: Final = (
    ("churn", "removed"), ("reorder", "removed, look-alike left"), ("rename", "look-alike"),
    ("translate", "removed, look-alike left"), ("respell", "removed, look-alike left"),
    ("relabel", "removed, look-alike left"), ("retitle", "removed"), ("retitle", "look-alike"),
    ("readdress", "removed, look-alike left"),
)  # fmt: skip

ALL_OF_PAGE: Final = (*((one,) for one in PAGE_WIDE), *TOGETHER)
ALL_FOR_ONE: Final = (*((one,) for one in ONE_BY_ONE), *TOGETHER_FOR_ONE)
KINDS: Final = tuple("+".join(kinds) for kinds in (*ALL_OF_PAGE, *ALL_FOR_ONE))
"""Every kind of case, in the order in which they are collected."""

Line: TypeAlias = dict[str, Any]
_CONTROLS: Final = ("field", "tick", "press")


class PageLines:
    """The cases of one saved page: a line for each document, with all elements that its cases need."""

    def __init__(self, tab: Tab, saved: SavedPage, changes: frozenset[str]) -> None:
        """`changes` are mutations of which at least one must be among those of a case; none for all."""
        self._tab = tab
        self._changes = changes
        self._saved = saved
        self._html = saved.html()
        self._seed = f"{SEED}/{saved.key}"
        self._targets: list[Target] = []

    async def run(self) -> AsyncIterator[Line]:
        chosen = await self._tab.show(self._html, self._seed, TARGETS)
        self._targets = [await self._tab.describe(one["path"]) for one in chosen]
        for kinds in filter(self._wanted, ALL_OF_PAGE):
            await self._tab.show(self._html, self._seed, TARGETS)
            touched = await self._mutate(kinds)
            cases = [i for i, one in enumerate(touched) if one and await self._ask("seen", i)]
            if line := await self._line("+".join(kinds), cases):
                yield line
        for *before, last in filter(self._wanted, ALL_FOR_ONE):
            await self._tab.show(self._html, self._seed, TARGETS)
            touched = await self._mutate(tuple(before)) if before else [True] * len(self._targets)
            for index in range(len(self._targets)):
                changed = touched[index] and await self._ask("mutateFor", last, index, self._seed)
                if changed and (line := await self._line("+".join((*before, last)), [index])):
                    yield line
                await self._ask("undo")

    def _wanted(self, kinds: tuple[str, ...]) -> bool:
        return not self._changes or not self._changes.isdisjoint(kinds)

    async def _ask(self, function: str, *given: object) -> Any:
        return await self._tab.page.evaluate(f"given => handrailDrift.{function}(...given)", list(given))

    async def _mutate(self, kinds: tuple[str, ...]) -> list[bool]:
        touched: list[bool] = [False] * len(self._targets)
        for kind in kinds:
            now = await self._ask("mutate", kind, self._seed)
            touched = [one or other for one, other in zip(touched, now, strict=True)]
        return touched

    async def _line(self, kind: str, indices: list[int]) -> Line | None:
        elements: list[Line] = []
        places: dict[str, int] = {}
        cases = []
        for index in indices:
            target = self._targets[index]
            if await self._is_exact(target):
                continue
            found = await self._gather(target)
            truth = await self._truth(index)
            at = next((one.place for one in found if one.element == truth), None) if truth else None
            if truth is not None and at is None:
                continue
            known = recorded(target, [one.element for one in found])
            kept = list(likely(known, found, KEPT))
            if at is not None and all(one.place != at for one in kept):
                kept.append(found[at])
            numbers = []
            for one in kept:
                facts = _facts(one.element)
                key = json.dumps(facts, sort_keys=True)
                if key not in places:
                    places[key] = len(elements)
                    elements.append(facts)
                numbers.append(places[key])
                if one.place == at:
                    right = len(numbers) - 1
            cases.append(
                {
                    "target": target.model_dump(mode="json", exclude_defaults=True),
                    "candidates": numbers,
                    "right": None if at is None else right,
                }
            )
        if not cases:
            return None
        saved = self._saved
        head = {"site": saved.site, "page": saved.name, "split": saved.split, "kind": kind}
        return {**head, "elements": elements, "cases": cases}

    async def _is_exact(self, target: Target) -> bool:
        request = {
            "conditions": [], "locators": locators(target.locators),
            "strong": 0, "timeout": 0, "again": False,
        }  # fmt: skip
        look = Look.model_validate(await self._tab.inpage.call(self._tab.page, "look", request))
        assert look.sighting is not None
        return isinstance(decide(target, look.sighting), Match)

    async def _gather(self, target: Target) -> list[Candidate]:
        any_kind = family(target.role, target.tag) not in _CONTROLS
        request = {"role": target.role, "tag": target.tag, "any": any_kind, "most": 2500}
        seen = await self._tab.inpage.call(self._tab.page, "gather", request)
        elements = [ElementSnapshot.model_validate(one) for one in seen]
        return [Candidate(place=place, element=element) for place, element in enumerate(elements)]

    async def _truth(self, index: int) -> ElementSnapshot | None:
        """The element that is meant, as it is seen now; its box tells it from all others."""
        path: Path_ | None = await self._ask("path", index)
        if path is None:
            return None
        css = " > ".join(["html", *(f":nth-child({step + 1})" for step in path)])
        request = {
            "conditions": [], "locators": [{"by": "css", "css": css}],
            "strong": 0, "timeout": 0, "again": False,
        }  # fmt: skip
        look = Look.model_validate(await self._tab.inpage.call(self._tab.page, "look", request))
        assert look.sighting is not None
        return look.sighting.elements[0] if look.sighting.elements else None


def _facts(element: ElementSnapshot) -> Line:
    return element.model_dump(mode="json", exclude_defaults=True, exclude={"value"})
