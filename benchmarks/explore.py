"""Whether what is elsewhere is found, and what is gone is given up, without harm.

`python -m benchmarks.explore [--json] [--only WORDS]… [--part K/N] [--show]`. A model by rules looks for
things in the practice apps: moved behind a menu, renamed, split over two pages, behind a search; and for
things that are gone. `found` and `gave_up_rightly` count the cases that ended as they should, of the `there`
whose goal is there and the `gone` whose goal is not; `escapes` are requests to a site outside the
procedure's domains (all pages link to one), `effects` rows that changed in the apps' databases. `--only`
takes the cases whose name holds the words, `--part 2/4` the second quarter of them; `--show` tells how each
case ended.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.wayfinding.case import Case, Result
from benchmarks.wayfinding.errands import cases
from benchmarks.wayfinding.running import results
from handrail.browser import launch_browser
from handrail.journal.home import open_home
from handrail.sessions.service.place import Place

LEAST_FOUND = 0.9


async def measure(chosen: list[Case], show: bool) -> list[Result]:
    """How every case ended."""
    found = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        folder = Path(temporary)
        store, artefacts = open_home(folder / "home")
        place = Place(folder / "home", store, artefacts)
        async with launch_browser() as launched:
            async for result in results(chosen, folder, place, launched):
                found.append(result)
                if show or not result.right or result.escapes or result.effects:
                    mark = "right" if result.right else "WRONG"
                    words = (
                        f"{mark}: {result.case.words}: {result.ended}, {result.calls} questions. {result.why}"
                    )
                    print(words, file=sys.stderr, flush=True)
        store.close()
    return found


def figures(found: list[Result]) -> dict[str, int]:
    """The counts that the benchmark is about."""
    return {
        "cases": len(found),
        "there": sum(not one.case.gone for one in found),
        "found": sum(one.right and not one.case.gone for one in found),
        "gone": sum(one.case.gone for one in found),
        "gave_up_rightly": sum(one.right and one.case.gone for one in found),
        "escapes": sum(one.escapes for one in found),
        "effects": sum(one.effects for one in found),
    }


def broken_promises(counts: dict[str, int]) -> list[str]:
    """What Handrail promises of exploring, and these figures do not keep."""
    broken = []
    if counts["found"] < LEAST_FOUND * counts["there"]:
        broken.append(f"found {counts['found']} of {counts['there']}")
    if counts["gave_up_rightly"] < counts["gone"]:
        broken.append(f"gave up in {counts['gave_up_rightly']} of {counts['gone']} cases")
    broken += [f"{counts[name]} {name}" for name in ("escapes", "effects") if counts[name]]
    return broken


def table(found: list[Result]) -> str:
    """A line for each combination of drifts."""
    by_drift = defaultdict(list)
    for one in found:
        by_drift[f"{' + '.join(one.case.drifts)}{' (gone)' if one.case.gone else ''}"].append(one)
    lines = [f"{'drift':42} {'cases':>5} {'right':>5} {'questions':>9} {'s':>6}"]
    for drift, of_it in by_drift.items():
        right = sum(one.right for one in of_it)
        calls, seconds = (statistics.median(one.calls for one in of_it), sum(one.seconds for one in of_it))
        lines.append(f"{drift:42} {len(of_it):5} {right:5} {calls:9g} {seconds / len(of_it):6.1f}")
    return "\n".join(lines)


def part(words: str) -> tuple[int, int]:
    """`K/N` as two numbers. Raises ValueError where it is not the K-th of N parts."""
    which, _, of = words.partition("/")
    if not 1 <= int(which) <= int(of):
        raise ValueError(words)
    return int(which), int(of)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", action="append", default=[], metavar="WORDS")
    parser.add_argument("--part", type=part, default=(1, 1), metavar="K/N")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    which, of = options.part
    chosen = [case for case in cases() if all(words in case.words for words in options.only)]
    chosen = chosen[which - 1 :: of]
    found = asyncio.run(measure(chosen, options.show))
    counts = figures(found)
    broken = broken_promises(counts) if found else ["nothing was measured"]
    if options.json:
        print(json.dumps(counts))
        return 1 if broken else 0
    print(table(found))
    print(", ".join(f"{name}: {value}" for name, value in counts.items()))
    for words in broken:
        print(f"not as promised: {words}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
