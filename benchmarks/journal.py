"""What the journal costs: the time of one append, durable and not, and of folding 100,000 events.

    python benchmarks/journal.py [--json] [--home FOLDER] [--without-postgres]

`append_…` is the time until the event is on disk, `quick_append_…` that of events that no effect depends
on, both for SQLite and, with `postgres_` before, for a PostgreSQL server of its own, written by the holder of
a lease. The folder decides which disk is measured. Before each timed group a few appends warm up.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from handrail.journal.chain.linking import START, check, link
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.connecting import Database, postgres_database, sqlite_database
from handrail.journal.database.holder import this_process
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.database.work import Job, WorkTable
from handrail.journal.events.event import (
    Acted,
    Artefact,
    Criterion,
    Entry,
    Event,
    Intended,
    Judged,
    NodeEntered,
    NodeLeft,
    Pictured,
    Proposed,
    SessionEnded,
    SessionId,
    SessionStarted,
    Verified,
)
from handrail.journal.views.state import state
from handrail.journal.views.summary import summary
from handrail.sop.target import Box, Neighbourhood
from handrail.targeting.snapshot import ElementSnapshot
from tests.private_postgres import private_server

APPENDS = 2000
EVENTS = 100_000


def step(number: int) -> Iterator[Event]:
    """The eight events of one step as the engine writes them."""
    node = f"step-{number}"
    element = ElementSnapshot(
        tag="button",
        role="button",
        name="Save contact",
        text="Save contact",
        attributes={"type": "submit", "id": "save", "class": "btn btn-primary"},
        ancestors=("form#contact", "section[region]", "main", "body"),
        near=Neighbourhood(heading="New contact", section="Contact", before="Notes"),
        box=Box(x=412.5, y=630, width=120, height=36),
    )
    yield NodeEntered(kind="node_entered", node=node, label=f"Press “Save contact” ({number})")
    yield Proposed(
        kind="proposed",
        node=node,
        attempt=1,
        rung="exact",
        action="click the button “Save contact”",
        element=element,
        host="127.0.0.1:8123",
        confidence=1,
        reasons=("role and name fit", "3 of 3 locators agree"),
    )
    yield Judged(
        kind="judged",
        node=node,
        attempt=1,
        verdict="allow",
        rule="domains",
        reason="The page is in the list.",
    )
    yield Intended(kind="intended", node=node, attempt=1, effect="once", action="click “Save contact”")
    yield Acted(kind="acted", node=node, attempt=1, millis=31.25)
    yield Pictured(kind="pictured", node=node, moment="after", picture=Artefact(f"sha256:{number:064x}"))
    yield Verified(
        kind="verified",
        node=node,
        criteria=(Criterion(text="the page says “Contact saved”", held=True),),
    )
    yield NodeLeft(kind="node_left", node=node, outcome="next", millis=58.5)


def appends(database: Database, durable: bool) -> list[float]:
    """Milliseconds of each single append of one event, by the holder of the session's lease."""
    session = SessionId(f"append-{durable}")
    work = WorkTable(database)
    work.submit(Job(session, "append", "ana"))
    taken = work.claim(session, this_process())
    assert taken is not None
    writer = JournalWriter(DatabaseStore(database), session, fence=taken.fence)
    times = []
    for number in range(APPENDS // 8 + 2):
        for event in step(number):
            start = time.perf_counter()
            writer.write(event, durable=durable)
            times.append((time.perf_counter() - start) * 1000)
    work.release(session, taken.fence, "ended", wakes=0)
    return times[16:]


def append_times(database: Database, prefix: str = "") -> dict[str, float]:
    """The median and the 99th percentile of appends, in milliseconds."""
    times = {"quick_append": appends(database, durable=False), "append": appends(database, durable=True)}
    database.close()
    return {
        f"{prefix}{name}_{which}_ms": statistics.quantiles(taken, n=100)[place]
        for name, taken in reversed(times.items())
        for which, place in (("p50", 49), ("p99", 98))
    }


def chain_of(events: int) -> list[Entry]:
    """A finished session's entries, made in memory."""
    session, at = SessionId("fold"), "2026-01-01T00:00:00.000000Z"
    first = SessionStarted(
        kind="session_started", sop=Artefact(f"sha256:{0:064x}"), sop_id="fold", sop_version="1", title="Fold"
    )
    entries = [link(START, session, first, at)]
    number = 0
    while len(entries) < events - 8:
        number += 1
        for event in step(number):
            entries.append(link(entries[-1], session, event, at))
    last = SessionEnded(kind="session_ended", outcome="done")
    return [*entries, link(entries[-1], session, last, at)]


def seconds(work: object) -> float:
    """The best of three, in seconds."""
    assert callable(work)
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def measure(home: Path, with_postgres: bool) -> dict[str, float]:
    measured = append_times(sqlite_database(home / "handrail.db"))
    if with_postgres:
        with private_server(durable=True) as server:
            measured |= append_times(postgres_database(server.database()), "postgres_")
    entries = chain_of(EVENTS)
    return {
        **measured,
        "fold_100k_seconds": seconds(lambda: state(entries)),
        "summary_100k_seconds": seconds(lambda: summary(entries)),
        "check_100k_seconds": seconds(lambda: check(entries)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--home", type=Path, help="a folder on the disk to measure; a temporary one by default"
    )
    parser.add_argument("--without-postgres", action="store_true", help="measure SQLite alone")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.home, prefix="handrail-bench-") as folder:
        measured = {
            name: round(value, 4)
            for name, value in measure(Path(folder), not options.without_postgres).items()
        }
    if options.json:
        print(json.dumps(measured))
    else:
        for name, value in measured.items():
            print(f"{name:26} {value:10.4f}")


if __name__ == "__main__":
    main()
