"""Workers are killed in the middle, and the app's database is compared with what the journals say.

`python benchmarks/chaos.py [--kills N] [--json]`. Sessions whose every step submits an order on the practice
CRM run on workers, four at a time on each. The workers are killed (`kill -9`) again and again: at each
boundary between intent, act, outcome and verification, in the middle of the request, and at random moments.
Between the kills come other accidents: the browser killed, its pages frozen, the database locked, the disk
full, the network to the app cut, the clock set back. `kills` counts how often a killed worker was in the
middle of a session, `sessions_hit` in how many of them; `self_recovered` is the part of the disturbed
sessions that came to `done` with nobody's help. It ends with 1 where anything was lost, doubled or not told,
a journal is not whole, less than 95 % recovered by themselves, or a boundary or an accident was not met with.
"""

from __future__ import annotations

import argparse
import asyncio
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

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.chaotic.counting import Count, count
from benchmarks.chaotic.network import Cable, Cut
from benchmarks.chaotic.nursery import Life, Nursery
from benchmarks.chaotic.scenario import ORDERS, SETTINGS, SUBMITS, inputs, ordering
from benchmarks.chaotic.visits import save_visit
from benchmarks.chaotic.worker import AT_ONCE, UNMET
from handrail.journal.events.event import SessionId
from handrail.runtime.walk.settings import Settings
from handrail.sessions.beginning.starting import Start, start
from handrail.sessions.service.opening import Service, open_service
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
LANES = 3
"""So many workers at once, each with a home of its own: while one waits, the others have the machine."""
OWNER = "chaos"
_LONGEST_SECONDS = 120.0
"""For one worker; one that takes longer is killed, which is a kill like any other."""
_CUT_SECONDS = 3.0
_LAST_WORKERS = 4
_LAST_LINES = 40


class Course:
    """What is still to happen, and what has happened so far, in all homes together."""

    def __init__(self, plans: Iterable[str], kills: int) -> None:
        """By these plans, until so many times a session was hit by a kill."""
        self._plans = iter(plans)
        self._wanted = kills
        self._missed: set[str] = set()
        self._again: list[str] = []
        """Plans that did not come about, and are tried once more."""
        self.kills = 0
        self.hit: set[SessionId] = set()
        """The sessions that a killed worker was in the middle of."""
        self.workers = 0
        self.met: Counter[str] = Counter()
        """The plans that came about."""

    @property
    def not_met(self) -> list[str]:
        """The plans that were tried, and never came about."""
        return sorted(plan for plan, number in self.met.items() if not number)

    def next(self) -> str | None:
        """The next worker's plan; none when enough has happened."""
        if self._again:
            return self._again.pop()
        return next(self._plans, None) if self.kills < self._wanted else None

    def killed(self, sessions: list[SessionId]) -> None:
        """A worker was killed in the middle of these."""
        self.hit.update(sessions)
        self.kills += len(sessions)

    def note(self, plan: str, *, met: bool) -> None:
        """A worker's life with this plan is over."""
        self.workers += 1
        self.met[plan.rsplit(":", 1)[0]] += met
        if not met and plan not in self._missed:
            self._missed.add(plan)
            self._again.append(plan)
        print(f"\r{self.kills} of {self._wanted} kills · {self.workers} workers", end="", file=sys.stderr)


class Chaos:
    """One home, and the workers that meet with accidents there."""

    def __init__(
        self,
        home: Path,
        practice: PracticeServer,
        cable: Cable,
        *,
        seed: int = 1,
        orders: int = ORDERS,
        settings: Settings = SETTINGS,
        signed_in: bool = False,
    ) -> None:
        """Each session submits so many `orders` within the limits of `settings`; `signed_in` by a saved state
        of its own, else after signing in."""
        self._home = home
        self._orders_database = practice.crm_database
        self._cable = cable
        self._random = random.Random(seed)
        self._orders = orders
        self._settings = settings
        self.service: Service = open_service(self._home)
        self._nursery = Nursery(self._home, {"HANDRAIL_SECRET_PASSWORD": ACCOUNT.password})
        self._signed_in = signed_in
        self.sessions: list[SessionId] = []

    async def run(self, course: Course) -> None:
        """Let happen what the course has next until it has no more, and let all that is left come to its
        end."""
        while (plan := course.next()) is not None:
            self._queue(plan)
            await self._work(plan, course)
        await self._finish(course)

    def count(self, total: Count, course: Course) -> None:
        """Add what became of the sessions of this home."""
        count(self.service, self.sessions, course.hit, self._orders_database, self._orders, total)

    async def _finish(self, course: Course) -> None:
        """A worker ends when nothing is ready: what is to be tried again a little later is waited for."""
        for _ in range(_LAST_WORKERS):
            await self._work("none", course)
            left = [line.job.ready_at for line in self.service.work.lines(states=["queued"])]
            if not left:
                return
            await asyncio.sleep(max(0.0, max(left) - self.service.work.wall_now()))

    def _queue(self, plan: str) -> None:
        """Enough sessions for a whole worker: new ones for one that is to be killed, at times to be taken up
        before those that a killed one has left; for an accident those, which then recover from both, and as
        many new ones as it takes to come about."""
        new = len(self.service.work.lines(states=["queued"]))
        left = len(self.service.work.lines(states=["held"]))
        wanted = AT_ONCE - new
        if plan.startswith("fault"):
            wanted = max(int(plan.rsplit(":", 1)[1]) - new, wanted - left)
        for _ in range(wanted):
            wish = Start(
                self._procedure(),
                inputs(self._orders),
                owner=OWNER,
                settings=self._settings,
                priority=self._random.choice((0, 1)),
            )
            self.sessions.append(start(self.service, wish))

    def _procedure(self) -> Sop:
        """What the next session does."""
        if not self._signed_in:
            return ordering(self._cable.url)
        # The app tells of an order on the next page of its visit: two in one visit take that from each other.
        name = f"crm-{len(self.sessions)}"
        save_visit(self._home, name, self._orders_database, OWNER)
        return ordering(self._cable.url, name)

    async def _work(self, plan: str, course: Course) -> None:
        cuts = self._cable.cuts
        if plan.startswith("fault:network"):
            number, arrives = int(plan.rsplit(":", 1)[1]), self._random.random() < 0.5
            self._cable.cut_at(Cut(SUBMITS, number, arrives, _CUT_SECONDS))
            life = await self._nursery.work("none", _LONGEST_SECONDS)
            self._cable.cut_at(None)
        else:
            life = await self._nursery.work(plan, _LONGEST_SECONDS)
        if life.came_to not in (0, -9, UNMET):
            said = self._nursery.log.read_text(errors="replace").splitlines()[-_LAST_LINES:]
            raise RuntimeError("\n".join((f"the worker failed ({life.came_to}), and said at last:", *said)))
        hit = self._left_by(life) if life.came_to == -9 else []
        course.killed(hit)
        if plan.startswith("kill"):
            met = bool(hit) and not life.too_long
        else:
            met = life.came_to == 0 and (self._cable.cuts > cuts or "network" not in plan)
        course.note(plan, met=met)

    def _left_by(self, life: Life) -> list[SessionId]:
        """The sessions that a killed worker was in the middle of; not those in which nothing was done yet."""
        held = self.service.work.lines(states=["held"])
        its = [line.session for line in held if line.holder is not None and line.holder.pid == life.pid]
        return [one for one in its if any(e.kind == "intended" for e in self.service.place.store.read(one))]


def all_plans(seed: int, *, faults: bool) -> Iterator[str]:
    """Every boundary in turn, without end, and every other accident between them; short runs with different
    seeds begin with different ones."""
    chance = random.Random(seed)
    disturbing = itertools.islice(itertools.cycle(FAULTS), seed % len(FAULTS), None)
    boundaries = itertools.islice(itertools.cycle(BOUNDARIES), seed % len(BOUNDARIES), None)
    for number, boundary in enumerate(boundaries, start=1):
        n, s = chance.randint(1, 3), round(chance.uniform(0.01, 1.5), 3)
        yield boundary.format(n=n, s=s)
        if faults and number % 4 == 0:
            yield f"fault:{next(disturbing)}:{n}"


async def disturb(
    course: Course,
    folder: Path,
    *,
    lanes: int = LANES,
    signing_in: int = LANES,
    seed: int = 1,
    orders: int = ORDERS,
    settings: Settings = SETTINGS,
) -> Count:
    """Have the course happen in so many homes at once, against one app, and count what became of it.

    In so many of them each session signs in by itself; in the others it finds one that was saved for it.
    """
    with contextlib.ExitStack() as stack:
        practice = stack.enter_context(PracticeServer(folder / "apps", apps=["crm"]))
        homes: list[Chaos] = []
        for lane in range(lanes):
            cable = stack.enter_context(Cable(practice.crm_url))
            home = folder / f"home-{lane}"
            homes.append(
                Chaos(
                    home,
                    practice,
                    cable,
                    seed=seed + lane,
                    orders=orders,
                    settings=settings,
                    signed_in=lane >= signing_in,
                )
            )
            stack.callback(homes[-1].service.close)
        async with asyncio.TaskGroup() as group:
            for chaos in homes:
                group.create_task(chaos.run(course))
        print(file=sys.stderr)
        total = Count()
        for chaos in homes:
            chaos.count(total, course)
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="so often a session is hit by a kill")
    parser.add_argument("--orders", type=int, default=ORDERS, help="that each session submits")
    parser.add_argument("--lanes", type=int, default=LANES, help="so many workers at once")
    parser.add_argument(
        "--signing-in", type=int, default=LANES, help="in so many lanes sessions sign in by themselves"
    )
    parser.add_argument("--seed", type=int, default=1, help="another one kills in another order")
    parser.add_argument("--no-faults", action="store_true", help="kills alone")
    parser.add_argument("--keep", type=Path, help="a folder to leave the homes and the app's database in")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    began = time.monotonic()
    course = Course(all_plans(arguments.seed, faults=not arguments.no_faults), arguments.kills)
    with contextlib.ExitStack() as stack:
        folder = arguments.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        total = asyncio.run(
            disturb(
                course,
                folder,
                lanes=arguments.lanes,
                signing_in=arguments.signing_in,
                seed=arguments.seed,
                orders=arguments.orders,
            )
        )
    document = document_of(course, total, time.monotonic() - began)
    if arguments.json:
        print(json.dumps(document, indent=2))
    else:
        for name, value in document.items():
            print(f"{name:18} {value}")
    return 0 if total.holds and not course.not_met else 1


def document_of(course: Course, total: Count, seconds: float) -> dict[str, object]:
    """All that happened, and what became of it."""
    return {
        "kills": course.kills,
        "sessions_hit": len(course.hit),
        "duplicates": total.duplicates,
        "lost": total.lost,
        "unknown": total.unknown,
        "journals_intact": total.journals_intact,
        "sessions": total.sessions,
        "disturbed": total.disturbed,
        "self_recovered": round(total.recovered, 4),
        "orders": total.orders,
        "orders_journaled": total.journaled,
        "outcomes": dict(total.outcomes),
        "questions": total.questions,
        "trouble": total.trouble,
        "workers": course.workers,
        "plans": {plan: number for plan, number in sorted(course.met.items()) if plan != "none"},
        "not_met": course.not_met,
        "seconds": round(seconds, 1),
    }


if __name__ == "__main__":
    sys.exit(main())
