"""Workers are killed in the middle, and the app's database is compared with what the journals say.

`python benchmarks/chaos.py [--kills N] [--json]`. Sessions whose every step submits an order on the practice
CRM run on a worker, four at a time. The worker is killed (`kill -9`) again and again: at each boundary
between intent, act, outcome and verification, in the middle of the request, and at random moments. Between
the kills come other accidents: the browser killed, its pages frozen, the database locked, the disk full, the
network to the app cut, the clock set back. `kills` counts the sessions that a killed worker was in the middle
of; `self_recovered` is the part of the disturbed sessions that came to `done` with nobody's help.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.chaotic.counting import Count, count
from benchmarks.chaotic.network import Cable
from benchmarks.chaotic.nursery import Nursery
from benchmarks.chaotic.scenario import ORDERS, SETTINGS, inputs, ordering
from benchmarks.chaotic.worker import AT_ONCE
from handrail.journal.event import SessionId
from handrail.runtime.settings import Settings
from handrail.sessions.service import Service, open_service
from handrail.sessions.starting import Start, start
from handrail.sop.document import Sop
from handrail_practice.crm import ACCOUNT
from handrail_practice.serve import PracticeServer

BOUNDARIES = [
    "kill:before:intended:{n}",
    "kill:after:intended:{n}",
    "kill:act:intended:{n}",
    "kill:before:acted:{n}",
    "kill:after:acted:{n}",
    "kill:before:verified:{n}",
    "kill:after:verified:{n}",
    "kill:before:node_left:{n}",
    "kill:random:{s}",
]
FAULTS = ["browser", "hung", "locked", "full", "network", "clock"]
_LONGEST_SECONDS = 120.0
"""For one worker; one that takes longer is killed, which is a kill like any other."""
_CUT_SECONDS = 3.0
_LAST_WORKERS = 4


class Chaos:
    """One run of the benchmark in a folder of its own."""

    def __init__(
        self,
        folder: Path,
        practice: PracticeServer,
        cable: Cable,
        *,
        seed: int = 1,
        orders: int = ORDERS,
        settings: Settings = SETTINGS,
    ) -> None:
        """Each session submits so many `orders`, within the limits of `settings`."""
        self._home = folder / "home"
        self._orders_database = practice.crm_database
        self._cable = cable
        self._random = random.Random(seed)
        self._orders = orders
        self._settings = settings
        self.service: Service = open_service(self._home)
        self._nursery = Nursery(self._home, {"HANDRAIL_SECRET_PASSWORD": ACCOUNT.password})
        self._sop: Sop = ordering(cable.url)
        self.sessions: list[SessionId] = []
        self.kills = 0
        self.workers = 0
        self.plans: Counter[str] = Counter()

    def run(self, plans: Iterable[str], kills: int) -> Count:
        """Kill by these plans until so many sessions were hit, let all that is left come to its end, and
        count."""
        for plan in plans:
            if self.kills >= kills:
                break
            self._queue()
            self._work(plan)
            print(f"\r{self.kills} of {kills} kills · {self.workers} workers", end="", file=sys.stderr)
        print(file=sys.stderr)
        self._finish()
        return count(self.service, self.sessions, self._orders_database, self._orders)

    def _finish(self) -> None:
        """A worker ends when nothing is ready: what is to be tried again a little later is waited for."""
        for _ in range(_LAST_WORKERS):
            self._work("none")
            left = [line.job.ready_at for line in self.service.work.lines(states=["queued"])]
            if not left:
                return
            time.sleep(max(0.0, max(left) - self.service.work.wall_now()))

    def _queue(self) -> None:
        """Enough sessions for a whole worker are under way or ready."""
        open_ones = self.service.work.lines(states=["queued", "held"])
        for _ in range(AT_ONCE + 1 - len(open_ones)):
            wish = Start(self._sop, inputs(self._orders), owner="chaos", settings=self._settings)
            self.sessions.append(start(self.service, wish))

    def _work(self, plan: str) -> None:
        self.workers += 1
        self.plans[plan.rsplit(":", 1)[0]] += 1
        if plan.startswith("fault:network"):
            self._cable.cut_after(self._random.uniform(2.0, 3.0), _CUT_SECONDS)
            plan = "none"
        came_to = self._nursery.work(plan, _LONGEST_SECONDS)
        if came_to not in (0, -9):
            raise SystemExit(f"the worker failed ({came_to}): see {self._nursery.log}")
        if came_to == -9:
            held = self.service.work.lines(states=["held"])
            self.kills += len(held)


def all_plans(seed: int, *, faults: bool) -> Iterator[str]:
    """Every boundary in turn, without end, and every other accident between them; short runs with different
    seeds begin with different ones."""
    chance = random.Random(seed)
    disturbing = itertools.islice(itertools.cycle(FAULTS), seed % len(FAULTS), None)
    boundaries = itertools.islice(itertools.cycle(BOUNDARIES), seed % len(BOUNDARIES), None)
    for number, boundary in enumerate(boundaries, start=1):
        n, s = chance.randint(1, 6), round(chance.uniform(0.01, 1.5), 3)
        yield boundary.format(n=n, s=s)
        if faults and number % 3 == 0:
            yield f"fault:{next(disturbing)}:{n}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="so many sessions are hit by a kill")
    parser.add_argument("--seed", type=int, default=1, help="another one kills in another order")
    parser.add_argument("--no-faults", action="store_true", help="kills alone")
    parser.add_argument("--keep", type=Path, help="a folder to leave the home and the app's database in")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        folder = arguments.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        practice = stack.enter_context(PracticeServer(folder / "apps", apps=["crm"]))
        cable = stack.enter_context(Cable(practice.crm_url))
        chaos = Chaos(folder, practice, cable, seed=arguments.seed)
        stack.callback(chaos.service.close)
        counted = chaos.run(all_plans(arguments.seed, faults=not arguments.no_faults), arguments.kills)
    document = _document(chaos, counted, time.monotonic() - began)
    if arguments.json:
        print(json.dumps(document, indent=2))
    else:
        for name, value in document.items():
            print(f"{name:18} {value}")
    return 0 if counted.holds else 1


def _document(chaos: Chaos, counted: Count, seconds: float) -> dict[str, object]:
    return {
        "kills": chaos.kills,
        "duplicates": counted.duplicates,
        "lost": counted.lost,
        "unknown": counted.unknown,
        "journals_intact": counted.journals_intact,
        "sessions": counted.sessions,
        "disturbed": counted.disturbed,
        "self_recovered": round(counted.self_recovered / counted.disturbed, 4) if counted.disturbed else 1.0,
        "orders": counted.orders,
        "orders_journaled": counted.journaled,
        "outcomes": dict(counted.outcomes),
        "questions": counted.questions,
        "trouble": counted.trouble,
        "workers": chaos.workers,
        "plans": dict(sorted(chaos.plans.items())),
        "seconds": round(seconds, 1),
    }


if __name__ == "__main__":
    sys.exit(main())
