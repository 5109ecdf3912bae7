"""How often work shown in an app that nobody has seen is done right on other data.

`python benchmarks/roundtrips.py [--json] [--from N] [--apps N] [--next] [--same] [--keep FOLDER]`. Each
number draws an app anew: what it keeps, how its fields, lists, menus, questions and requests are drawn, what
is done in it. The work is shown with real input, compiled, run on other data, and judged by what the app's
server then holds. `--next` runs on a next version of the app, some of whose choices are drawn anew; `--same`
runs on the shown data.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.generated.trip import Trip, trip
from handrail.browser import launch_browser
from handrail.journal.home import open_home
from handrail.sessions.service.place import Place

APPS = 40


async def measure(options: argparse.Namespace, folder: Path) -> list[Trip]:
    trips: list[Trip] = []
    async with launch_browser() as launched:
        for seed in options.seeds or range(options.start, options.start + options.apps):
            mine = folder / str(seed)
            shutil.rmtree(mine, ignore_errors=True)
            mine.mkdir(parents=True, exist_ok=True)
            store, artefacts = open_home(mine / "home")
            place = Place(mine / "home", store, artefacts)
            for one in await trip(
                seed, place, launched, mine, next_version=options.next, same_data=options.same
            ):
                trips.append(one)
                print(
                    f"{one.seed:5} {one.deed:7} {one.verdict:10} {one.words[:600]}",
                    file=sys.stderr,
                    flush=True,
                )
                with (folder / "trips.jsonl").open("a") as out:
                    out.write(one.line() + "\n")
    return trips


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--from", dest="start", type=int, default=1, help="the first app's number")
    parser.add_argument("--apps", type=int, default=APPS, help="how many")
    parser.add_argument("--seeds", type=int, nargs="*", help="these apps alone")
    parser.add_argument("--next", action="store_true", help="run on the app's next version")
    parser.add_argument("--same", action="store_true", help="run on the data that was shown")
    parser.add_argument("--keep", type=Path, help="a folder for the recordings, SOPs and journals")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        trips = asyncio.run(measure(options, options.keep or Path(scratch)))
    counted = Counter(one.verdict for one in trips)
    if options.json:
        print(json.dumps({"apps": len(trips), **counted}))
    else:
        for verdict, count in counted.most_common():
            print(f"{verdict:10} {count}")
    return 1 if counted["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
