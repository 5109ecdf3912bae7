"""Collects the cases that target scoring is fitted on and reported for, from the saved pages of both splits.

`python scripts/collect_targeting.py` writes `benchmarks/targeting_cases.jsonl.gz`; `--site S` takes only some
sites, `--change C` only the kinds of change that C is a part of, and keeps what the file has of the others.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.drifting.mutated import Tab
from benchmarks.drifting.pages import SPLITS, SavedPage, saved_pages
from handrail.browser import launch_browser
from scripts.targeting.collecting import KINDS, Line, PageLines

CASES = Path(__file__).parents[1] / "benchmarks" / "targeting_cases.jsonl.gz"
TABS = 2


async def collect(pages: list[SavedPage], changes: frozenset[str]) -> dict[str, list[Line]]:
    waiting = list(reversed(pages))
    lines: dict[str, list[Line]] = {page.key: [] for page in pages}
    async with launch_browser() as launched:
        assert launched.browser is not None
        browser = launched.browser

        async def work() -> None:
            tab = await Tab.open(browser)
            while waiting:
                page = waiting.pop()
                async for line in PageLines(tab, page, changes).run():
                    lines[page.key].append(line)
                cases = sum(len(line["cases"]) for line in lines[page.key])
                print(f"{page.key}: {cases} cases", file=sys.stderr, flush=True)
            await tab.close()

        async with asyncio.TaskGroup() as group:
            for _ in range(TABS):
                group.create_task(work())
    return lines


def kept_lines() -> list[Line]:
    if not CASES.exists():
        return []
    with gzip.open(CASES, "rt", encoding="utf-8") as file:
        return [json.loads(text) for text in file]


def write(lines: list[Line]) -> None:
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    # Without a time in its head, the same cases give the same file.
    CASES.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def is_taken(line: Line, pages: set[str], changes: frozenset[str]) -> bool:
    """Whether the line is collected anew."""
    kinds = line["kind"].split("+")
    return f"{line['site']}/{line['page']}" in pages and (not changes or not changes.isdisjoint(kinds))


def in_order(lines: list[Line]) -> list[Line]:
    """As if all had been collected at once."""
    pages = [page.key for split in SPLITS for page in saved_pages(split)]
    place = {key: number for number, key in enumerate(pages)}
    kind = {name: number for number, name in enumerate(KINDS)}
    return sorted(
        lines, key=lambda one: (one["site"], place[f"{one['site']}/{one['page']}"], kind[one["kind"]])
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", action="append", default=[])
    parser.add_argument("--change", action="append", default=[])
    options = parser.parse_args()
    changes = frozenset(options.change)
    pages = [
        page
        for split in SPLITS
        for page in saved_pages(split)
        if not options.site or page.site in options.site
    ]
    taken = {page.key for page in pages}
    old = [line for line in kept_lines() if not is_taken(line, taken, changes)]
    new = asyncio.run(collect(pages, changes))
    write(in_order([*old, *(line for page in pages for line in new[page.key])]))


if __name__ == "__main__":
    main()
