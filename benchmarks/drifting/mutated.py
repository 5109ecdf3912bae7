"""Mutations of saved pages: record on the page as it was, find again on the page as it became.

The recording and the finding are the product's own: its in-page description, its exact decision, its
gathering and its choice. Only the page between the two is changed, by `mutations.js`.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from playwright.async_api import Browser, BrowserContext, Page, Route

from benchmarks.drifting.case import Case, judge
from benchmarks.drifting.pages import SavedPage
from handrail.actuators.browser.camera import Camera
from handrail.actuators.browser.gathering import Gathering
from handrail.actuators.browser.selectors import locators
from handrail.actuators.seen import Look
from handrail.browser.inpage import InPage, selector_engine
from handrail.sop.target import Target
from handrail.targeting import Match, choose, decide

PAGE_WIDE = (
    "rename", "translate", "restyle", "wrap", "renest", "reorder", "churn", "redesign",
    "respell", "readdress", "relabel", "retitle",
)  # fmt: skip
ONE_BY_ONE = ("look-alike", "removed", "removed, look-alike left")
GONE = frozenset({"removed", "removed, look-alike left"})
TARGETS = 12
ADDRESS = "http://app.example/page"

_HERE = Path(__file__).parent
_WORDS = json.loads((_HERE / "words.json").read_text(encoding="utf-8"))
_MUTATIONS = (_HERE / "mutations.js").read_text(encoding="utf-8")
_LOOKING = (_HERE / "looking.js").read_text(encoding="utf-8")

Path_: TypeAlias = list[int]


@dataclass(frozen=True)
class Found:
    """Where the product would act, if at all; which rung said so; and its words."""

    path: Path_ | None
    how: str
    words: str


class Tab:
    """A browser tab that shows one saved page, again and again, fresh each time."""

    def __init__(self, context: BrowserContext, page: Page, inpage: InPage) -> None:
        self._context = context
        self.page = page
        self.inpage = inpage
        self._html = ""

    @classmethod
    async def open(cls, browser: Browser) -> Tab:
        context = await browser.new_context(viewport={"width": 1280, "height": 720})
        inpage = InPage(context, prelude=f"({_LOOKING})({selector_engine()})")
        page = await context.new_page()
        await inpage.attach(page)
        tab = cls(context, page, inpage)
        await context.route("**/*", tab._answer)
        return tab

    async def _answer(self, route: Route) -> None:
        if route.request.url == ADDRESS:
            await route.fulfill(body=self._html, content_type="text/html; charset=utf-8")
        else:
            await route.abort()

    async def show(self, html: str, seed: str, count: int) -> list[dict[str, Any]]:
        """Load the page; the targets are chosen by the seed, and are the same after each load."""
        self._html = html
        await self.page.goto(ADDRESS)
        await self.page.evaluate(_MUTATIONS, _WORDS)
        chosen: list[dict[str, Any]] = await self.page.evaluate(
            "([seed, count]) => handrailDrift.pick(seed, count)", [seed, count]
        )
        return chosen

    async def describe(self, path: Path_) -> Target:
        return Target.model_validate(await self.inpage.call(self.page, "describeAt", path))

    async def find(self, target: Target) -> Found:
        """What a run without a person does: the exact decision, and where it misses, the clear candidate."""
        match = await self._exact(target)
        if match is not None:
            return Found(await self._path(match), "exact", f"{match.element.name!r} by {match.locator.by}")
        gathering = Gathering(self.inpage, self.page, Camera(self.inpage))
        choice = choose(target, await gathering.gather(target))
        if choice.kind != "clear" or choice.best is None:
            return Found(None, "none", choice.words)
        element = choice.best.candidate.element
        # As a run does: the chosen candidate is described, found again by that, and then acted on.
        fresh = await gathering.describe(choice.best.candidate)
        match = await self._exact(fresh) if fresh is not None else None
        if match is None:
            return Found(None, "none", f"{element.name!r} was clear, and could not be told from others")
        return Found(await self._path(match), "candidates", f"{element.name!r} with {choice.best.score:.0%}")

    async def _exact(self, target: Target) -> Match | None:
        request = {
            "conditions": [], "locators": locators(target.locators),
            "strong": 0, "timeout": 0, "again": False,
        }  # fmt: skip
        look = Look.model_validate(await self.inpage.call(self.page, "look", request))
        assert look.sighting is not None
        decision = decide(target, look.sighting)
        return decision if isinstance(decision, Match) else None

    async def _path(self, match: Match) -> Path_:
        """Where the match's element is: the locator finds it alone."""
        spec = match.locator.model_dump(exclude_none=True)
        paths: list[Path_] = await self.inpage.call(self.page, "pathsOf", spec)
        return paths[0]

    async def close(self) -> None:
        await self._context.close()


class PageCases:
    """The cases of one saved page."""

    def __init__(self, tab: Tab, saved: SavedPage, seed: str) -> None:
        self._tab = tab
        self._saved = saved
        self._html = saved.html()
        self._seed = f"{seed}/{saved.key}"
        self._targets: list[Target] = []

    async def run(self, mutations: Iterable[str] = (*PAGE_WIDE, *ONE_BY_ONE)) -> AsyncIterator[Case]:
        chosen = await self._tab.show(self._html, self._seed, TARGETS)
        self._targets = [await self._tab.describe(one["path"]) for one in chosen]
        for kind in mutations:
            await self._tab.show(self._html, self._seed, TARGETS)
            cases = self._page_wide(kind) if kind in PAGE_WIDE else self._one_by_one(kind)
            async for case in cases:
                yield case

    async def _page_wide(self, kind: str) -> AsyncIterator[Case]:
        touched: list[bool] = await self._tab.page.evaluate(
            "([kind, seed]) => handrailDrift.mutate(kind, seed)", [kind, self._seed]
        )
        for index, is_touched in enumerate(touched):
            if is_touched and await self._tab.page.evaluate("i => handrailDrift.seen(i)", index):
                yield await self._case(kind, index)

    async def _one_by_one(self, kind: str) -> AsyncIterator[Case]:
        for index in range(len(self._targets)):
            done: bool = await self._tab.page.evaluate(
                "([kind, index, seed]) => handrailDrift.mutateFor(kind, index, seed)",
                [kind, index, self._seed],
            )
            if done:
                yield await self._case(kind, index)
            await self._tab.page.evaluate("() => handrailDrift.undo()")

    async def _case(self, kind: str, index: int) -> Case:
        target = self._targets[index]
        truth: Path_ | None = await self._tab.page.evaluate("i => handrailDrift.path(i)", index)
        found = await self._tab.find(target)
        gone = kind in GONE
        called = target.name or target.label or target.placeholder
        words = f"{target.role or target.tag} {called!r}: {found.words}"
        outcome = judge(gone, found.path is not None, found.path == truth)
        return Case(kind, f"{self._saved.key}#{index}", gone, outcome, found.how, words)
