"""The acts of the demo, one after the other, told while they happen."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from handrail.approvals import TerminalApprover
from handrail.browser import launch_browser
from handrail.cli.output import give_json, say, styled
from handrail.cli.progress import Progress, outcome_line
from handrail.compile import compile_recording
from handrail.errors import EnvironmentLack, ExitCode
from handrail.journal.home import open_home
from handrail.journal.views.summary import Summary
from handrail.named_file import folder_of_results, write_named
from handrail.recording.browser import record
from handrail.recording.store import load_recording
from handrail.runtime.walk.settings import Settings
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.foreground import run_session
from handrail.sessions.given.inputs import secret_names
from handrail.sessions.given.rows import read_table, write_rows
from handrail.sessions.reports.report_file import batch_report
from handrail.sessions.service.place import Order, Place
from handrail.sessions.tables.batch import BatchResult, check_rows, run_batch
from handrail.sop.document import Sop
from handrail.sop.format import save
from handrail.sop.outline import outline, render_text

if TYPE_CHECKING:
    from handrail_practice.demonstration import Contact
    from handrail_practice.serve import PracticeServer


@dataclass(frozen=True)
class Check:
    """What the app's own database holds for a row."""

    row: int
    name: str
    found: bool
    detail: str


def demonstrate(*, headless: bool, output: Path | None, as_json: bool) -> int:
    """Run the whole demo; the exit code says whether every row is in the app's database as it should be."""
    folder = output or Path("demo-out") / f"{datetime.now():%Y%m%d-%H%M%S}"
    began = time.monotonic()
    with practice_crm(folder_of_results(folder) / "apps") as server:
        return asyncio.run(_acts(server, folder.resolve(), headless, as_json, began))


def practice_crm(folder: Path, *, port: int = 0) -> PracticeServer:
    """The practice CRM, not served yet; its data are in `folder`, and with port 0 it takes a free one.

    Raises EnvironmentLack where the practice apps are not installed, OSError where the port is taken.
    """
    try:
        from handrail_practice.serve import PracticeServer
    except ImportError as error:
        raise EnvironmentLack(
            f"The practice apps need a package that is not installed ({error.name}).",
            mend="Install it with: pip install 'handrail[practice]'.",
        ) from error
    return PracticeServer(folder, apps=["crm"], crm_port=port)


def _act(number: int, title: str) -> None:
    say()
    say(styled(f"{number}. {title}", "bold"))


async def _acts(server: PracticeServer, folder: Path, headless: bool, as_json: bool, began: float) -> int:
    from handrail_practice.demonstration import OTHERS

    say(f"The practice CRM runs at {server.crm_url}; everything goes to {folder}")
    _act(1, "Show it once: a person signs in and adds a contact, and Handrail records it")
    await record_shown(server.crm_url, folder / "recording", headless)
    _act(2, "Compile: the recording becomes a procedure")
    path = folder / "add-contact.sop.json"
    sop = compile_shown(folder / "recording", path)
    _act(3, "Read it")
    say(render_text(outline(sop)).rstrip())
    _act(4, f"Do it again: {len(OTHERS)} contacts that were never shown")
    place = _place(folder)
    try:
        result = await _run(sop, OTHERS, place, folder, headless)
        _act(5, "Verify: what does the app's own database say?")
        checks = [_check(server.crm_database, n, c) for n, c in enumerate(OTHERS, start=1)]
        for check in checks:
            mark = styled("✓", "green") if check.found else styled("✗", "red")
            say(f"  {mark} {check.name}: {check.detail}")
        report = folder / "report.html"
        write_named(report, batch_report(place.store, place.artefacts, result.batch), what="The report")
    finally:
        place.store.close()
    good = sum(check.found for check in checks)
    seconds = time.monotonic() - began
    say()
    outcome = styled(result.outcome, "bold")
    say(f"{outcome} · {good} of {len(checks)} contacts as they should be · {seconds:.0f} s")
    say(f"  procedure  {path}")
    say(f"  report     {report}")
    if as_json:
        give_json(
            {
                "outcome": result.outcome,
                "rows": [asdict(check) for check in checks],
                "sop": str(path),
                "report": str(report),
                "seconds": round(seconds, 1),
            }
        )
    return int(ExitCode.DONE if result.outcome == "done" and good == len(checks) else ExitCode.FAILED)


async def record_shown(url: str, folder: Path, headless: bool) -> None:
    """Record somebody who adds a contact to the CRM at `url`, into a new folder."""
    from handrail_practice.demonstration import SHOWN, add_contact

    async with record(f"{url}/sign-in", folder, headless=headless) as recorder:
        say(styled(f"  browser: {recorder.browser}", "dim"))
        await add_contact(recorder.page, SHOWN)
        await recorder.settled()
    recording = load_recording(folder)
    say(f"  {len(recording.events)} events, {len(list((folder / 'pictures').glob('*')))} pictures")


def compile_shown(recording: Path, path: Path) -> Sop:
    """The procedure that was shown, saved at `path`."""
    sop = compile_recording(load_recording(recording), title="Add a contact")
    save(path, sop)
    once = sum(getattr(node, "effect", None) == "once" for node in sop.walk_nodes())
    say(
        f"  {len(list(sop.walk_nodes())) - 1} steps, {once} of them never to be repeated blindly, "
        f"{len(sop.variables)} variables"
    )
    return sop


def _place(folder: Path) -> Place:
    home = folder / "home"
    store, artefacts = open_home(home)
    return Place(home, store, artefacts)


async def _run(
    sop: Sop, contacts: tuple[Contact, ...], place: Place, folder: Path, headless: bool
) -> BatchResult:
    table_path = folder / "rows.csv"
    rows = [row_of(sop, contact) for contact in contacts]
    write_rows(table_path, list(rows[0]), rows)
    table = read_table(table_path, sop)
    inputs = check_rows(table, sop, {}, folder)
    from handrail_practice.crm import ACCOUNT

    async with launch_browser(headless=headless) as launched:
        progress, stop = Progress(sop), StopSignal()

        async def run(order: Order) -> Summary:
            return await run_session(
                order, place, launched, approver=TerminalApprover(), stop=stop, watcher=progress
            )

        return await run_batch(
            Order(sop, {}, dict.fromkeys(secret_names(sop), ACCOUNT.password), Settings()),
            table,
            inputs,
            place.home,
            run,
            stop=stop,
            row_watcher=lambda row, summary: say(f"  row {row}: {outcome_line(summary)}"),
        )


def row_of(sop: Sop, contact: Contact) -> dict[str, str]:
    """The contact under the names that the compiler gave the variables: by the value that was shown."""
    from handrail_practice.demonstration import SHOWN

    shown = {value: field for field, value in asdict(SHOWN).items()}
    return {
        name: str(getattr(contact, shown[variable.default]))
        for name, variable in sop.variables.items()
        if variable.default in shown
    }


def _check(database: Path, row: int, contact: Contact) -> Check:
    """Compare the record in the app's database with what was asked for."""
    expected = asdict(contact) | {"vip": 1, "newsletter": 0, "rating": 4}
    columns = ", ".join(expected)
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        found = connection.execute(
            f"SELECT id, {columns} FROM contacts WHERE email = ?", (contact.email,)
        ).fetchall()
    if len(found) != 1:
        return Check(row, contact.name, False, f"{len(found)} records with {contact.email}")
    record = dict(zip(expected, found[0][1:], strict=True))
    wrong = [f"{name} is '{record[name]}'" for name, value in expected.items() if record[name] != value]
    if wrong:
        return Check(row, contact.name, False, f"record {found[0][0]}: {', '.join(wrong)}")
    return Check(row, contact.name, True, f"record {found[0][0]}, all {len(expected)} fields as asked for")
