"""How well targets are found again when the page has changed, and above all: how often the wrong one is.

`python benchmarks/healing.py [--json] [--split held_out|fit] [--sample N] [--site S]… [--part P]… [--wrong]`.
Three parts: `mutated` (saved pages of real sites, changed by generated mutations), `practice` (the practice
apps' drift variants) and `versions` (the Django administration site of one version, then of another).
Measured on sites that nothing was fitted on, unless `--split fit` is given. `--sample` takes so many of the
saved pages; `--wrong` lists the cases that went wrong, and those of runs that stopped. docs/healing.md has
the method.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.async_api import Browser

from benchmarks.drifting.case import Case
from benchmarks.drifting.django_admin import NotInstalled, django_cases
from benchmarks.drifting.mutated import PageCases, Tab
from benchmarks.drifting.pages import SPLITS, SavedPage, Split, saved_pages
from benchmarks.drifting.practice import all_drifts, practice_cases
from benchmarks.drifting.tally import by_class, count, table
from handrail.browser import LaunchedBrowser, launch_browser
from handrail.journal.home import open_home
from handrail.sessions.service.place import Place

SEED = "2026-11"
TABS = 2
MOST_WRONG = 0.005
LEAST_HEALED = 0.9
PARTS = ("mutated", "practice", "versions")


def tell(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


async def mutated(browser: Browser, pages: list[SavedPage]) -> list[Case]:
    """The cases of the saved pages, a few tabs at a time."""
    waiting = list(reversed(pages))
    cases: dict[str, list[Case]] = {page.key: [] for page in pages}

    async def work() -> None:
        tab = await Tab.open(browser)
        while waiting:
            page = waiting.pop()
            cases[page.key] = [case async for case in PageCases(tab, page, SEED).run()]
            tell(f"{page.key}: {len(cases[page.key])} cases")
        await tab.close()

    async with asyncio.TaskGroup() as group:
        for _ in range(TABS):
            group.create_task(work())
    return [case for page in pages for case in cases[page.key]]


async def shown(launched: LaunchedBrowser, parts: list[str], skipped: list[str]) -> list[Case]:
    """The cases of whole workflows, one after another: each takes a browser, a server and a database."""
    cases: list[Case] = []

    async def take(of: AsyncIterator[Case]) -> None:
        async for case in of:
            cases.append(case)
            tell(f"{case.kind}, {case.where}: {case.outcome}")

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        folder = Path(temporary)
        store, artefacts = open_home(folder / "home")
        place = Place(folder / "home", store, artefacts)
        try:
            if "practice" in parts:
                await take(practice_cases(folder / "practice", place, launched, all_drifts()))
            if "versions" in parts:
                await take(django_cases(folder / "versions", place, launched))
        except NotInstalled as missing:
            skipped.append(str(missing))
            tell(f"not measured: {missing}")
        finally:
            store.close()
    return cases


async def measure(pages: list[SavedPage], parts: list[str], skipped: list[str]) -> list[Case]:
    async with launch_browser() as launched:
        assert launched.browser is not None
        async with asyncio.TaskGroup() as group:
            of_pages = group.create_task(mutated(launched.browser, pages if "mutated" in parts else []))
            of_runs = group.create_task(shown(launched, parts, skipped))
        return [*of_pages.result(), *of_runs.result()]


def chosen_pages(split: Split, sites: list[str], sample: int) -> list[SavedPage]:
    pages = [page for page in saved_pages(split) if not sites or page.site in sites]
    if not sample or sample >= len(pages):
        return pages
    return [pages[index * len(pages) // sample] for index in range(sample)]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--split", choices=SPLITS, default="held_out")
    parser.add_argument("--sample", type=int, default=0, help="at most so many pages")
    parser.add_argument("--site", action="append", default=[])
    parser.add_argument("--part", action="append", choices=PARTS, default=[])
    parser.add_argument("--wrong", action="store_true")
    return parser.parse_args()


def broken_promises(figures: dict[str, Any]) -> list[str]:
    """What Handrail promises of healing, and these figures do not keep."""
    broken = []
    if refused := figures["wrong_where_refusal_is_right"]:
        broken.append(f"acted {refused} times where it had to refuse")
    if figures["wrong"] >= MOST_WRONG * figures["cases"]:
        broken.append(f"wrong {figures['wrong']} times in {figures['cases']}")
    if figures.get("healed_right", 1.0) < LEAST_HEALED:
        broken.append(f"healed right {figures['healed_right']:.1%} only")
    return broken


def main() -> int:
    options = arguments()
    pages = chosen_pages(options.split, options.site, options.sample)
    parts = options.part or (["mutated"] if options.site else list(PARTS))
    skipped: list[str] = []
    began = time.monotonic()
    cases = asyncio.run(measure(pages, parts, skipped))
    seconds = round(time.monotonic() - began, 1)
    classes = by_class(cases)
    if options.wrong:
        for case in cases:
            if case.outcome == "wrong" or (case.how == "run" and case.outcome == "asked"):
                tell(f"{case.outcome}: {case.kind}, {case.where}, {case.how}: {case.words}")
    figures = count(cases)
    broken = broken_promises(figures) if cases else ["nothing was measured"]
    if options.json:
        head = {"split": options.split, "seconds": seconds, "not_measured": skipped, "broken": broken}
        print(json.dumps({**figures, **head, "classes": classes}, ensure_ascii=False))
        return 1 if broken else 0
    print(table({**classes, "all": figures}))
    sites = len({page.site for page in pages})
    print(f"{len(cases)} cases in {seconds:g} s, on {sites} sites of saved pages")
    for words in broken:
        tell(f"not as promised: {words}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
