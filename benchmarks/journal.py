"""What the journal costs: the time of one append, durable and not, and of folding 100,000 events.

    python benchmarks/journal.py [--json] [--home FOLDER]

The folder decides which disk is measured. Before each timed group a few appends warm the statements up.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from handrail.journal.chain import START, check, link
from handrail.journal.event import (
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
from handrail.journal.home import open_home
from handrail.journal.state import state
from handrail.journal.store import JournalStore, JournalWriter
from handrail.journal.summary import summary
from handrail.sop.target import Box, Neighbourhood
from handrail.targeting.snapshot import ElementSnapshot

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


def appends(store: JournalStore, durable: bool) -> list[float]:
    """Milliseconds of each single append of one event."""
    writer = JournalWriter(store, SessionId(f"append-{durable}"))
    times = []
    for number in range(APPENDS // 8 + 2):
        for event in step(number):
            start = time.perf_counter()
            writer.write(event, durable=durable)
            times.append((time.perf_counter() - start) * 1000)
    return times[16:]


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


def measure(home: Path) -> dict[str, float]:
    store, _ = open_home(home)
    quick, durable = appends(store, durable=False), appends(store, durable=True)
    entries = chain_of(EVENTS)
    return {
        "append_p50_ms": statistics.median(quick),
        "append_p99_ms": statistics.quantiles(quick, n=100)[98],
        "durable_append_p50_ms": statistics.median(durable),
        "durable_append_p99_ms": statistics.quantiles(durable, n=100)[98],
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
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.home, prefix="handrail-bench-") as folder:
        measured = {name: round(value, 4) for name, value in measure(Path(folder)).items()}
    if options.json:
        print(json.dumps(measured))
    else:
        for name, value in measured.items():
            print(f"{name:24} {value:10.4f}")


if __name__ == "__main__":
    main()
