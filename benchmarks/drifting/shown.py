"""A workflow shown once on an app as it was, and run without a person on the app as it is now.

What a run did is judged by the app's own database, never by what the run says of itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from playwright.async_api import Page

from benchmarks.drifting.case import Case, Outcome
from handrail.approvals import CallbackApprover
from handrail.approvals.approver import Approval
from handrail.browser import LaunchedBrowser
from handrail.compile import compile_recording
from handrail.journal.views.summary import Summary
from handrail.recording.browser import record
from handrail.recording.store import load_recording
from handrail.runtime.walk.settings import Settings
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.foreground import run_session
from handrail.sessions.given.inputs import resolve_inputs, secret_names
from handrail.sessions.service.place import Order, Place
from handrail.sop.document import Sop

Rows: TypeAlias = frozenset[tuple[Any, ...]]


@dataclass(frozen=True)
class Workflow:
    """What is shown, and what a run on other values must change in the database."""

    name: str
    path: str
    drive: Callable[[Page], Awaitable[None]]
    password: str
    values: Mapping[str, str]
    """Shown value → the run's value."""
    added: Rows
    removed: Rows = frozenset()


async def show(workflow: Workflow, url: str, folder: Path) -> Sop:
    async with record(url + workflow.path, folder / workflow.name, headless=True) as recorder:
        await workflow.drive(recorder.page)
        await recorder.settled()
    return compile_recording(load_recording(folder / workflow.name))


async def run(workflow: Workflow, sop: Sop, place: Place, launched: LaunchedBrowser) -> Summary:
    given = {
        name: workflow.values[str(variable.default)]
        for name, variable in sop.variables.items()
        if str(variable.default) in workflow.values
    }
    order = Order(
        sop,
        resolve_inputs(sop, given, folder=place.home),
        dict.fromkeys(secret_names(sop), workflow.password),
        Settings(find_seconds=2, verify_seconds=5),
    )
    nobody = CallbackApprover(lambda _: Approval(answer="deny", by="nobody"))
    return await run_session(order, place, launched, approver=nobody, stop=StopSignal())


def judge_rows(workflow: Workflow, before: Rows, after: Rows, summary: Summary, gone: bool) -> Outcome:
    """Right is what was to change and nothing else; an unchanged database is a question or a refusal."""
    added, removed = after - before, before - after
    if not added and not removed:
        return "right" if gone else "asked"
    if gone or (added, removed) != (workflow.added, workflow.removed):
        return "wrong"
    return "right" if summary.outcome in {"done", "done, unverified"} else "asked"


def case_of(kind: str, workflow: Workflow, gone: bool, outcome: Outcome, summary: Summary) -> Case:
    healed = summary.rungs.get("candidates", 0)
    words = f"{summary.outcome}, {healed} steps healed" + (f": {summary.error}" if summary.error else "")
    return Case(kind, workflow.name, gone, outcome, "run", words)
