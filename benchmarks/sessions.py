"""What durable sessions cost: waiting ones, a resumption, and several at once.

`python benchmarks/sessions.py [--waiting N] [--at-once N] [--json]`. `worker_mb` is the memory of a worker
beside N sessions that wait for a person, and `browsers` the browser processes that it has then: none.
`resumed_seconds` is the time from taking up a killed session to its next step, without the browser's start.
`mb_each` is what one more session at once adds to the worker's own process, its browser context aside.
Linux only: memory is read from /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.chaotic.scenario import SETTINGS, SUBMIT, inputs, ordering
from handrail.approvals import TerminalApprover
from handrail.browser import LaunchedBrowser, launch_browser
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.work import Job
from handrail.journal.events.event import Asked, Event, NodeEntered, SessionEnded, SessionId, Taken
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.beginning.first_entry import begin
from handrail.sessions.conducting.conductor import conduct
from handrail.sessions.service.opening import Service, open_service
from handrail.sessions.service.place import Order
from handrail.sop.document import Sop
from handrail_practice.crm import ACCOUNT
from handrail_practice.serve import PracticeServer

_RESUMPTIONS = 5


class Crash(BaseException):
    """What a kill is to the walk."""


def waiting(home: Path, number: int) -> dict[str, object]:
    """A worker beside sessions that wait for a person."""
    service = open_service(home)
    sop = Sop.model_validate(
        {
            "meta": {"id": "ask", "title": "Ask"},
            "nodes": [
                {"id": "ask", "type": "human", "label": "Ask", "request": "Is it right?"},
                {"id": "end", "type": "end"},
            ],
            "edges": [{"from": "ask", "to": "end"}],
        }
    )
    for _ in range(number):
        _put_to_wait(service, sop)
    service.close()
    command = [sys.executable, "-c", "from handrail.cli import main; main()", "worker"]
    environment = {**os.environ, "HANDRAIL_HOME": str(home)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    process.stderr.readline()
    # A few looks at the queue, so that what it costs to have these sessions is there.
    time.sleep(3)
    tree = list(_tree(process.pid))
    found: dict[str, object] = {
        "waiting": number,
        "worker_mb": round(sum(_rss(pid) for pid in tree) / 1024**2, 1),
        "browsers": sum("chrom" in _command(pid) for pid in tree),
    }
    process.terminate()
    process.wait(30)
    return found


def _put_to_wait(service: Service, sop: Sop) -> None:
    session = begin(Order(sop, {}, {}), service.place)
    writer = JournalWriter(service.place.store, session)
    writer.write(
        NodeEntered(kind="node_entered", node="ask", label="Ask"),
        Asked(kind="asked", request="r", node="ask", question="Is it right?", choices=("answer", "deny")),
        SessionEnded(kind="session_ended", outcome="waiting", node="ask"),
    )
    service.dispatcher.submit(Job(session=session, sop_id="ask", owner="ana"), "waiting")


async def resumptions(service: Service, url: str) -> float:
    """Median seconds from taking up a killed session to its next step."""
    seconds = []
    async with launch_browser() as launched:
        for _ in range(_RESUMPTIONS):
            session = begin(Order(ordering(url), inputs(), {}, SETTINGS), service.place)
            await _until(service, session, launched, lambda e: e.kind == "proposed" and e.node == SUBMIT)
            taken: list[Event] = []

            def resumed(event: Event, taken: list[Event] = taken) -> bool:
                if isinstance(event, Taken):
                    taken.append(event)
                return bool(taken) and isinstance(event, NodeEntered)

            began = time.perf_counter()
            await _until(service, session, launched, resumed)
            seconds.append(time.perf_counter() - began)
    return statistics.median(seconds)


async def at_once(service: Service, url: str, number: int) -> float:
    """Megabytes that each of so many sessions at once adds to this process."""
    async with launch_browser() as launched:
        await _whole(service, url, launched)
        before = _rss(os.getpid())
        peak = before
        running = [asyncio.create_task(_whole(service, url, launched)) for _ in range(number)]
        while not all(task.done() for task in running):
            peak = max(peak, _rss(os.getpid()))
            await asyncio.sleep(0.05)
        await asyncio.gather(*running)
    return (peak - before) / number / 1024**2


async def _whole(service: Service, url: str, launched: LaunchedBrowser) -> None:
    session = begin(Order(ordering(url), inputs(), {}, SETTINGS), service.place)
    summary = await _conduct(service, session, launched, lambda event: None)
    assert summary == "done", summary


async def _until(service: Service, session: SessionId, launched: LaunchedBrowser, crash: object) -> None:
    def watch(event: Event) -> None:
        if callable(crash) and crash(event):
            raise Crash

    try:
        await _conduct(service, session, launched, watch)
    except Crash:
        return
    raise RuntimeError("the session ended before it could be killed")


async def _conduct(service: Service, session: SessionId, launched: LaunchedBrowser, watch: object) -> str:
    summary = await conduct(
        session,
        service.place,
        launched,
        secrets={"password": ACCOUNT.password},
        approver=TerminalApprover(),
        stop=StopSignal(),
        watcher=watch,  # type: ignore[arg-type]
    )
    return summary.outcome


def _tree(pid: int) -> Iterator[int]:
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from _tree(int(child))


def _rss(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waiting", type=int, default=1000)
    parser.add_argument("--at-once", type=int, default=4)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = waiting(Path(folder) / "waiting", arguments.waiting)
        with PracticeServer(Path(folder) / "apps", apps=["crm"]) as practice:
            service = open_service(Path(folder) / "home")
            found["resumed_seconds"] = round(asyncio.run(resumptions(service, practice.crm_url)), 3)
            found["at_once"] = arguments.at_once
            each = asyncio.run(at_once(service, practice.crm_url, arguments.at_once))
            found["mb_each"] = round(each, 1)
            service.close()
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        for name, value in found.items():
            print(f"{name:16} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
