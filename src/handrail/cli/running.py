"""From the options of `handrail run` to sessions, and from their summaries to what is printed."""

from __future__ import annotations

import asyncio
import getpass
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from pydantic import JsonValue

from handrail.approvals import TerminalApprover
from handrail.browser import LaunchedBrowser, launch_browser
from handrail.cli.attending import attendant
from handrail.cli.home import opened_service
from handrail.cli.output import give_json, say, styled
from handrail.cli.progress import Progress, outcome_line, tell_summary
from handrail.errors import ExitCode, SopError, UsageError
from handrail.home import handrail_home
from handrail.journal.views.outcome import exit_code
from handrail.journal.views.summary import Summary
from handrail.named_file import place_of_result
from handrail.policy import Policy
from handrail.runtime.loops.tables import Table
from handrail.runtime.walk.settings import Settings
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.beginning.first_entry import check_sign_in
from handrail.sessions.beginning.modelling import check_models
from handrail.sessions.beginning.policies import policy_in_force
from handrail.sessions.conducting.left_behind import how_to_go_on
from handrail.sessions.conducting.signals import call_when_asked_to_end
from handrail.sessions.foreground import (
    begin_here,
    begin_table_here,
    conduct_here,
    conduct_table_here,
)
from handrail.sessions.given.inputs import parse_assignments, resolve_inputs, resolve_secrets
from handrail.sessions.given.rows import read_table, same_rows, taken_by_all, taken_by_some
from handrail.sessions.service.opening import Service
from handrail.sessions.service.place import Order
from handrail.sessions.tables.batch import BatchResult, check_rows, in_lines, run_batch
from handrail.sop.document import Sop
from handrail.sop.format import load
from handrail.sop.readiness import blocking
from handrail.sop.validate import problems

_LONGEST_REASON: Final = 400
_TOLD_SAME: Final = 5
"""Rows that stand there several times, each told with its lines."""


@dataclass(frozen=True)
class Wish:
    """The options of one `handrail run`."""

    sop: Path
    assignments: tuple[str, ...]
    data: Path | None
    settings: Settings
    headless: bool
    allow_unverified: bool
    failed_rows: Path | None
    as_json: bool
    policy: str | None = None
    allow_disabled: bool = False
    cdp_port: int | None = None


@dataclass(frozen=True)
class Ready:
    """Everything checked, before a browser starts."""

    sop: Sop
    table: Table | None
    rows: tuple[dict[str, JsonValue], ...]
    secrets: dict[str, str]
    policy: Policy


def perform(wish: Wish) -> int:
    """Check everything, run, print, and give the exit code."""
    ready = _check(wish)
    return asyncio.run(_run(wish, ready))


def _check(wish: Wish) -> Ready:
    if wish.failed_rows is not None:
        if wish.data is None:
            raise UsageError(
                "--failed-rows is for the rows of a table.", mend="Give --data, or leave it out."
            )
        place_of_result(wish.failed_rows, apart_from=[wish.sop])
    sop = load(wish.sop)
    faults = [problem for problem in (*problems(sop), *blocking(sop)) if problem.severity == "error"]
    if faults:
        raise SopError.of(faults, str(wish.sop), what="It cannot be run")
    check_sign_in(sop, handrail_home(), getpass.getuser())
    check_models(sop, wish.settings, handrail_home(), str(wish.sop))
    given = parse_assignments(list(wish.assignments))
    folder = wish.sop.resolve().parent
    policy = _policy(wish, sop, folder)
    if wish.data is None:
        inputs = resolve_inputs(sop, given, folder=folder, files_here=True)
        return Ready(sop, None, (inputs,), _secrets(sop), policy)
    table = read_table(wish.data, sop)
    rows = check_rows(table, sop, given, folder, files_here=True)
    if same := taken_by_all(table, sop, also=given):
        taken = ", ".join(f"{name}={value}" for name, value in same.items())
        say(styled(f"{wish.data} lacks columns, so that every row takes the default: {taken}", "yellow"))
    for name, (value, lines) in taken_by_some(table, sop, also=given).items():
        where = in_lines(lines)
        say(styled(f"{wish.data}: '{name}' is empty in {where}, which takes the default: {value}", "yellow"))
    _tell_same(wish.data, same_rows(table))
    return Ready(sop, table, rows, _secrets(sop), policy)


def _tell_same(path: Path, same: list[tuple[int, ...]]) -> None:
    for lines in same[:_TOLD_SAME]:
        say(styled(f"{path}: {in_lines(lines)} are the same, and each of them is done", "yellow"))
    if len(same) > _TOLD_SAME:
        say(styled(f"{path}: {len(same) - _TOLD_SAME} more rows stand there several times", "yellow"))


def _secrets(sop: Sop) -> dict[str, str]:
    return resolve_secrets(sop, prompt_for_secret, handrail_home(), user=getpass.getuser())


def _policy(wish: Wish, sop: Sop, folder: Path) -> Policy:
    policy = policy_in_force(
        sop,
        handrail_home(),
        folder=folder,
        wanted=wish.policy,
        allow_disabled=wish.allow_disabled,
        ask_every_step=wish.settings.ask_every_step,
    )
    for note in policy.notes:
        say(styled(f"policy: {note}", "yellow"))
    if policy.mode == "disabled":
        say(styled("policy: disabled; nothing is asked or refused but hosts outside of the SOP's", "red"))
    return policy


def prompt_for_secret(name: str) -> str | None:
    """What the person types, unseen; none where nobody is at the terminal."""
    if not sys.stdin.isatty():
        return None
    return getpass.getpass(f"{name}: ", stream=sys.stderr)


async def _run(wish: Wish, ready: Ready) -> int:
    stop = StopSignal()
    with opened_service() as service:
        stop_on_signals(stop)
        if ready.table is None:
            stop.wheel.attendant = attendant(visible=not wish.headless or wish.cdp_port is not None)
        async with launch_browser(headless=wish.headless, cdp_port=wish.cdp_port) as launched:
            say(styled(f"browser: {launched.choice} {launched.version}", "dim"))
            if ready.table is None:
                return await _one(wish, ready, service, launched, stop)
            return await _rows(wish, ready, ready.table, service, launched, stop)


def stop_on_signals(stop: StopSignal) -> None:
    """Ctrl-C stops between two actions; a second one ends the process as usual."""

    def interrupt() -> None:
        say("\nstopping after this action (press again to stop at once) …")
        stop.stop("Stopped by the person at the terminal.")

    call_when_asked_to_end(interrupt)


async def _one(
    wish: Wish, ready: Ready, service: Service, launched: LaunchedBrowser, stop: StopSignal
) -> int:
    summary = await _run_here(service, launched, stop, Progress(ready.sop), _order(wish, ready))
    tell_ended(summary, as_json=wish.as_json)
    return int(exit_code(summary.outcome, accept_unverified=wish.allow_unverified))


def _order(wish: Wish, ready: Ready) -> Order:
    return Order(ready.sop, ready.rows[0], ready.secrets, wish.settings, path=wish.sop, policy=ready.policy)


async def _run_here(
    service: Service, launched: LaunchedBrowser, stop: StopSignal, progress: Progress, order: Order
) -> Summary:
    session = begin_here(service, order, launched, watcher=progress)
    try:
        return await conduct_here(
            service,
            session,
            order.sop,
            order.secrets,
            launched,
            approver=TerminalApprover(),
            stop=stop,
            watcher=progress,
            report=say,
        )
    except asyncio.CancelledError:
        # Interrupted a second time, in the middle of whatever it was doing.
        say(how_to_go_on(service.place.store, session, order.sop))
        raise


def tell_ended(summary: Summary, *, as_json: bool) -> None:
    """What a session that ran in this terminal came to, and where its report is."""
    if as_json:
        give_json(summary.model_dump(mode="json"))
    tell_summary(summary)
    say(styled(f"  session {summary.session} · handrail session report {summary.session}", "dim"))


async def _rows(
    wish: Wish, ready: Ready, table: Table, service: Service, launched: LaunchedBrowser, stop: StopSignal
) -> int:
    order, results = _order(wish, ready), []
    batch = begin_table_here(service, order, ready.rows, launched)

    async def rows(put_aside: StopSignal) -> None:
        results.append(
            await run_batch(
                order,
                table,
                ready.rows,
                service.place.home,
                partial(_run_here, service, launched, stop, Progress(ready.sop)),
                stop=stop,
                put_aside=put_aside,
                batch=batch,
                row_watcher=lambda row, summary: say(f"  row {row}: {outcome_line(summary)}"),
                failed_rows=wish.failed_rows,
            )
        )

    await conduct_table_here(service, batch, rows, ending=stop)
    (result,) = results
    if wish.as_json:
        give_json(_batch_document(result))
    tell_table(result)
    codes = {exit_code(s.outcome, accept_unverified=wish.allow_unverified) for s in result.summaries}
    if not result.not_begun and codes == {ExitCode.DONE}:
        return int(ExitCode.DONE)
    code = exit_code(result.outcome, accept_unverified=wish.allow_unverified)
    return int(code if code is not ExitCode.DONE else ExitCode.FAILED)


def _batch_document(result: BatchResult) -> dict[str, object]:
    return {
        "outcome": result.outcome,
        "batch": result.batch,
        "rows": [summary.model_dump(mode="json") for summary in result.summaries],
        "not_begun": list(result.not_begun),
        "failed_rows": str(result.failed_rows) if result.failed_rows else None,
        "look_first": [summary.row for summary in result.look_first],
    }


def tell_table(result: BatchResult) -> None:
    """The end of a table: each row's outcome, why it is not done, and what to do."""
    say()
    mends: set[str] = set()
    for summary in result.summaries:
        say(f"  row {_row(summary)}  {outcome_line(summary)}  {styled(str(summary.session), 'dim')}")
        if summary.error and summary.outcome != "done":
            # The line that told it when it happened may be hundreds of rows above.
            say(f"           {_cut(summary.error)}")
            if summary.suggestion and summary.suggestion not in mends:
                # What many rows have in common is said once.
                mends.add(summary.suggestion)
                say(f"           {_cut(summary.suggestion)}")
    for row in result.not_begun:
        say(f"  row {row}  not begun")
    done = sum(summary.outcome == "done" for summary in result.summaries)
    total = len(result.summaries) + len(result.not_begun)
    say(f"{styled(result.outcome, 'bold')} · {done} of {total} rows done · {styled(result.batch, 'dim')}")
    if result.not_begun:
        say(f"  handrail session resume {result.batch} --queue continues them in a worker")
    say(f"  handrail session report {result.batch}")
    if result.failed_rows:
        say(f"  the rows that are not done are in {result.failed_rows}")
    for summary in result.look_first:
        for line in before_again(summary):
            say(f"  {line}")


def before_again(summary: Summary) -> tuple[str, str]:
    """What to do about a row before it is run again: two lines."""
    go_on = f"handrail session resume {summary.session}"
    if summary.outcome == "waiting" and not (summary.once_done or summary.in_doubt):
        told = f"row {summary.row} waits for an answer, and has done nothing that would be done twice:"
        return told, f"answer it, or run the row again and not both: {go_on}"
    told = f"row {summary.row} has done something in the app, or may have: look there before you run it"
    return told, f"again, or go on with it: {go_on}"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_REASON else text[: _LONGEST_REASON - 1] + "…"


def _row(summary: Summary) -> str:
    return str(summary.row or 1).rjust(3)
