"""One generated app: shown, compiled, done again on other data, and judged by what its server then holds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from playwright.async_api import ViewportSize

from benchmarks.generated.inputs import Given, given_for
from benchmarks.generated.person import Lost, do
from benchmarks.generated.server import GeneratedApp
from benchmarks.generated.style import redrawn, style_of
from benchmarks.generated.task import Plan, Record, done, plan_of
from handrail.approvals import CallbackApprover
from handrail.approvals.approver import Approval
from handrail.browser import LaunchedBrowser
from handrail.compile import compile_recording
from handrail.journal.views.summary import Summary
from handrail.recording.browser import manifest_of, record_in
from handrail.recording.store import load_recording
from handrail.runtime.walk.settings import Settings
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.foreground import run_session
from handrail.sessions.given.inputs import resolve_inputs
from handrail.sessions.service.place import Order, Place
from handrail.sop.document import Environment, Sop
from handrail.sop.format import load, save
from handrail.sop.readiness import blocking

Verdict: TypeAlias = Literal["right", "wrong", "constant", "asked", "questions", "stopped", "half", "lost"]
"""`wrong` is under an outcome that says it is done; `constant` is wrong because something that was shown is
no input, and `asked` where the SOP asked its owner about that; `questions` has a required one before it can
run; `half` stopped after it had changed something; `lost` is the generator's own fault."""
_SIZE = (1280, 800)


@dataclass
class Trip:
    seed: int
    deed: str
    verdict: Verdict
    words: str = ""
    given: dict[str, str] = field(default_factory=dict)
    constant: list[str] = field(default_factory=list)
    spare: list[str] = field(default_factory=list)
    style: dict[str, str] = field(default_factory=dict)

    def line(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)


async def show(app: GeneratedApp, launched: LaunchedBrowser, folder: Path, plan: Plan) -> Sop:
    """The shown work's SOP; raises Lost where the person does not get through."""
    assert launched.browser is not None
    manifest = manifest_of(app.url, _SIZE, f"{launched.choice} {launched.version}")
    size = ViewportSize(width=_SIZE[0], height=_SIZE[1])
    context = await launched.browser.new_context(viewport=size, accept_downloads=True)
    try:
        async with record_in(context, manifest, folder / "recording") as recorder:
            await do(recorder.page, plan.shown)
            await recorder.settled()
    finally:
        await context.close()
    save(folder / "app.sop.json", compile_recording(load_recording(folder / "recording")))
    return load(folder / "app.sop.json")


def moved(sop: Sop, url: str) -> Sop:
    """The SOP for an app that has another address by now."""
    text = sop.model_dump_json()
    old = sop.environment.start[0].url
    host = old.split("//")[1].split("/")[0]
    new = url.split("//")[1]
    changed = Sop.model_validate_json(text.replace(host, new))
    assert isinstance(changed.environment, Environment)
    return changed


async def again(sop: Sop, given: Given, place: Place, launched: LaunchedBrowser, folder: Path) -> Summary:
    inputs = resolve_inputs(sop, given.values, folder=folder)
    nobody = CallbackApprover(lambda _: Approval(answer="deny", by="nobody"))
    order = Order(sop, inputs, {}, Settings(find_seconds=4, verify_seconds=6))
    return await run_session(order, place, launched, approver=nobody, stop=StopSignal())


async def trip(
    seed: int, place: Place, launched: LaunchedBrowser, folder: Path, *, next_version: bool, same_data: bool
) -> list[Trip]:
    """The app of a seed, worked on again as it is, or as its next version is."""
    style = style_of(seed)
    plan = plan_of(seed, boxed=style["several"] not in ("tags", "dual", "native"))
    folder.mkdir(parents=True, exist_ok=True)
    with GeneratedApp(plan, style) as app:
        try:
            sop = await show(app, launched, folder, plan)
        except Lost as lost:
            return [Trip(seed, plan.shown.deed, "lost", str(lost), style=style)]
        expected = done(plan.records, plan.shown, plan.trade.state, plan.trade.state.options[2])
        if not _equal(app.holds(), expected):
            return [Trip(seed, plan.shown.deed, "lost", _difference(app.holds(), expected), style=style)]
        now: Mapping[str, str] = redrawn(style, seed) if next_version else style
        given = given_for(sop, plan) if not same_data else Given()
    with GeneratedApp(plan, now) as app:
        work = plan.shown if same_data else plan.other
        result = Trip(seed, work.deed, "right", "", given.values, given.constant, given.spare, dict(now))
        if next_version:
            result.words = str({k: (v, now[k]) for k, v in style.items() if now[k] != v})
        if questions := blocking(sop):
            result.verdict, result.words = "questions", "; ".join(map(str, questions))
            return [result]
        summary = await again(moved(sop, app.url), given, place, launched, folder)
        expected = done(plan.records, work, plan.trade.state, plan.trade.state.options[2])
        result.verdict = judge(app.holds(), plan.records, expected, summary.outcome, given)
        if result.verdict != "right":
            result.words += f" {summary.outcome}: {summary.error} | {_difference(app.holds(), expected)}"
        return [result]


def judge(
    holds: list[Record], before: tuple[Record, ...], expected: tuple[Record, ...], outcome: str, given: Given
) -> Verdict:
    if outcome in {"done", "done, unverified"}:
        if _equal(holds, expected):
            return "right"
        if not given.constant:
            return "wrong"
        return "asked" if len(given.asked) == len(given.constant) else "constant"
    return "stopped" if _equal(holds, before) or _equal(holds, expected) else "half"


def _plain(records: list[Record] | tuple[Record, ...]) -> list[str]:
    return sorted(map(_plain_record, records))


def _plain_record(record: Record) -> str:
    held = {k: sorted(v) if isinstance(v, list) else v for k, v in record.items() if v not in ("", False, [])}
    return json.dumps(held, sort_keys=True)


def _equal(one: list[Record], two: tuple[Record, ...]) -> bool:
    return _plain(one) == _plain(two)


def _difference(holds: list[Record], expected: tuple[Record, ...]) -> str:
    has, wants = set(_plain(holds)), set(_plain(expected))
    return f"holds {sorted(has - wants)}, wanted {sorted(wants - has)}"
