"""Runs the weekly report on fresh data, and asks the webmail's database what was sent.

`python examples/weekly-report/prove.py`, from the repository's folder. The text is written by the model that
is set up (HANDRAIL_MODEL), or with `--scripted` by rules that are served as a model is (`scripted.py`). It is
shown beside its sources, and you accept it, edit it, or have it written again with a remark; with `--yes` it
is accepted. Exit code 0 only if exactly one mail with the accepted text was sent.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))

from handrail.approvals import Approval, ApprovalRequest, Approver, CallbackApprover, TerminalApprover
from handrail.browser import LaunchedBrowser, launch_browser
from handrail.journal.home import open_home
from handrail.journal.views.summary import Summary
from handrail.runtime.walk.settings import Settings
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.beginning.modelling import check_models
from handrail.sessions.foreground import run_session
from handrail.sessions.given.inputs import resolve_inputs
from handrail.sessions.service.place import Order, Place
from handrail.sop.document import Sop
from handrail.sop.format import loads
from handrail_practice import crm, webmail
from handrail_practice.serve import PracticeServer

SOP = Path(__file__).parent / "weekly-report.sop.json"
PASSWORDS = {"rolodesk_password": crm.ACCOUNT.password, "postbox_password": webmail.ACCOUNT.password}
Mail = tuple[str, str, str]
"""Recipient, subject, body."""


def load_at(server: PracticeServer) -> Sop:
    """The SOP, for the ports that this server has."""
    text = SOP.read_text(encoding="utf-8")
    for usual, real in (("127.0.0.1:8021", server.crm_url), ("127.0.0.1:8022", server.webmail_url)):
        text = text.replace(usual, real.removeprefix("http://"))
    return loads(text, str(SOP))


def sent(server: PracticeServer) -> list[Mail]:
    """The mails that the webmail's database holds as sent, the newest first."""
    with closing(sqlite3.connect(server.webmail_database)) as db:
        query = "SELECT recipient, subject, body FROM mails WHERE folder = 'sent' ORDER BY id DESC"
        return [(str(to), str(subject), str(body)) for to, subject, body in db.execute(query)]


async def run(server: PracticeServer, place: Place, launched: LaunchedBrowser, approver: Approver) -> Summary:
    """One run, with whoever answers."""
    sop = load_at(server)
    order = Order(sop, resolve_inputs(sop, {}, folder=SOP.parent), PASSWORDS)
    return await run_session(order, place, launched, approver=approver, stop=StopSignal())


@contextmanager
def scripted() -> Iterator[None]:
    """The model that is set up is the one by rules."""
    from scripted import write

    from tests.models.server import model_server

    with model_server(write) as model:
        os.environ["HANDRAIL_MODEL"] = "compatible:scripted"
        os.environ["HANDRAIL_MODEL_BASE_URL"] = model.base_url
        yield


def accepting(request: ApprovalRequest) -> Approval:
    """Says yes to everything."""
    return Approval(answer="allow", by="prove.py")


async def prove(folder: Path, approver: Approver) -> list[str]:
    """What is not as it should be after a run on fresh data."""
    store, artefacts = open_home(folder / "home")
    with PracticeServer(folder / "apps") as server, closing(store):
        before = sent(server)
        async with launch_browser() as launched:
            summary = await run(server, Place(folder / "home", store, artefacts), launched, approver)
        new = sent(server)[: len(sent(server)) - len(before)]
    if summary.outcome != "done":
        return [f"it ended '{summary.outcome}': {summary.error}"]
    wanted = [
        (
            "partners@practice.test",
            f"Weekly report, {summary.outputs['today']}",
            str(summary.outputs["report"]),
        )
    ]
    for to, subject, body in new:
        print(f"To: {to}\nSubject: {subject}\n\n{body}\n")
    return [] if new == wanted else [f"sent was {new}, and not {wanted}"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scripted", action="store_true", help="a model by rules, and none of your own")
    parser.add_argument("--yes", action="store_true", help="accept the text without being asked")
    options = parser.parse_args()
    approver: Approver = CallbackApprover(accepting) if options.yes else TerminalApprover()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        if options.scripted:
            with scripted():
                faults = asyncio.run(prove(Path(folder), approver))
        else:
            from handrail.home import handrail_home

            check_models(loads(SOP.read_text("utf-8"), str(SOP)), Settings(), handrail_home(), SOP.name)
            faults = asyncio.run(prove(Path(folder), approver))
    for fault in faults:
        print(f"wrong: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
