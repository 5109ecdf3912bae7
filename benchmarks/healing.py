"""How well targets are found again when the page has changed, and above all: how often the wrong one is.

`python benchmarks/healing.py [--json] [--split held_out|fit] [--sample N] [--site S]… [--wrong]`.
`--sample` takes so many of the saved pages, `--wrong` lists the cases that went wrong.
Measured on sites that nothing was fitted on, unless `--split fit` is given.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.drifting.case import Case
from benchmarks.drifting.mutated import PageCases, Tab
from benchmarks.drifting.pages import SPLITS, SavedPage, Split, saved_pages
from benchmarks.drifting.tally import by_class, count, table
from handrail.browser import launch_browser

SEED = "2026-11"
TABS = 2


async def mutated_pages(pages: list[SavedPage]) -> list[Case]:
    """The cases of the saved pages, a few tabs at a time."""
    waiting = list(reversed(pages))
    cases: dict[str, list[Case]] = {page.key: [] for page in pages}

    async with launch_browser() as launched:
        assert launched.browser is not None
        browser = launched.browser

        async def work() -> None:
            tab = await Tab.open(browser)
            while waiting:
                page = waiting.pop()
                async for case in PageCases(tab, page, SEED).run():
                    cases[page.key].append(case)
                print(f"{page.key}: {len(cases[page.key])} cases", file=sys.stderr, flush=True)
            await tab.close()

        async with asyncio.TaskGroup() as group:
            for _ in range(TABS):
                group.create_task(work())
    return [case for page in pages for case in cases[page.key]]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--split", choices=SPLITS, default="held_out")
    parser.add_argument("--sample", type=int, default=0, help="at most so many pages")
    parser.add_argument("--site", action="append", default=[])
    parser.add_argument("--wrong", action="store_true")
    return parser.parse_args()


def chosen_pages(split: Split, sites: list[str], sample: int) -> list[SavedPage]:
    pages = [page for page in saved_pages(split) if not sites or page.site in sites]
    if not sample or sample >= len(pages):
        return pages
    return [pages[index * len(pages) // sample] for index in range(sample)]


def main() -> None:
    options = arguments()
    pages = chosen_pages(options.split, options.site, options.sample)
    cases = asyncio.run(mutated_pages(pages))
    classes = by_class(cases)
    if options.wrong:
        for case in cases:
            if case.outcome == "wrong":
                print(f"{case.kind:26} {case.where:28} {case.how:10} {case.words}", file=sys.stderr)
    if options.json:
        print(json.dumps({**count(cases), "split": options.split, "classes": classes}))
        return
    print(table({**classes, "all": count(cases)}))


if __name__ == "__main__":
    main()
