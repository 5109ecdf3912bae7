"""Runs the investor workflow again and again on fresh seed data, and asks both databases whether it was done.

`python prove.py [--runs N] [--again] [--json]`. With `--again` every run is followed by two more on the same
data, with all of the investors' mails unread again: they must add nothing. Exit code 0 only if every run
was right.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from handrail.approvals import TerminalApprover
from handrail.browser import launch_browser
from handrail.journal.home import open_home
from handrail.journal.views.summary import Summary
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.foreground import run_session
from handrail.sessions.given.inputs import resolve_inputs, secret_names
from handrail.sessions.service.place import Order, Place
from handrail.sop.document import Sop
from handrail.sop.format import loads
from handrail_practice import crm, webmail
from handrail_practice.serve import PracticeServer
from handrail_practice.webmail.seed_mail import INVESTORS

SOP = Path(__file__).parent / "investor-crm.sop.json"
UNREAD = [investor for investor in INVESTORS if investor.unread]


@dataclass(frozen=True)
class Databases:
    """Both apps' own databases, as a judge reads them."""

    crm: Path
    webmail: Path

    def contacts(self) -> list[dict[str, object]]:
        return self._rows(self.crm, "SELECT * FROM contacts ORDER BY id")

    def notes(self) -> int:
        return len(self._rows(self.crm, "SELECT * FROM activities WHERE kind = 'note'"))

    def labelled(self) -> set[str]:
        return {
            str(row["sender_email"])
            for row in self._rows(
                self.webmail,
                "SELECT sender_email FROM mails JOIN mail_labels ON id = mail_id WHERE label = 'investor'",
            )
        }

    def unread(self) -> int:
        return len(self._rows(self.webmail, "SELECT id FROM mails WHERE unread AND folder = 'inbox'"))

    def unread_again(self, most: int | None = None) -> int:
        """Make the mails of so many investors, else of all, unread once more; how many those are."""
        with closing(sqlite3.connect(self.webmail)) as db, db:
            emails = [(investor.email,) for investor in UNREAD[:most]]
            db.executemany("UPDATE mails SET unread = 1 WHERE sender_email = ?", emails)
        return len(emails)

    @staticmethod
    def _rows(path: Path, query: str) -> list[dict[str, object]]:
        with closing(sqlite3.connect(path)) as db:
            db.row_factory = sqlite3.Row
            return [dict(row) for row in db.execute(query)]


def load_at(server: PracticeServer) -> Sop:
    """The SOP, for the ports that this server has."""
    text = SOP.read_text(encoding="utf-8")
    for usual, real in (
        ("http://127.0.0.1:8021", server.crm_url),
        ("http://127.0.0.1:8022", server.webmail_url),
    ):
        text = text.replace(usual, real).replace(usual.removeprefix("http://"), real.removeprefix("http://"))
    return loads(text, str(SOP))


def faults(summary: Summary, databases: Databases, *, again: int | None = None) -> list[str]:
    """What is not as it should be after a run: the first on fresh data, or one on the same with so many
    mails `again`."""
    found = [] if summary.outcome == "done" else [f"it ended '{summary.outcome}': {summary.error}"]
    found += [f"{given_up.item}: {given_up.error}" for given_up in summary.exceptions]
    contacts = databases.contacts()
    before = {"anna@bergwerk.test", "john.smith@harbour.test"}
    new = [investor for investor in UNREAD if investor.email not in before]
    if len(contacts) != SEEDED + len(new):
        found.append(f"there are {len(contacts)} contacts, not {SEEDED + len(new)}")
    for investor in UNREAD:
        rows = [row for row in contacts if row["email"] == investor.email]
        if len(rows) != 1:
            found.append(f"{investor.email} is there {len(rows)} times")
            continue
        wanted = {
            "name": investor.name,
            "firm": investor.firm,
            "phone": investor.phone,
            "stage": investor.stage,
            "follow_up": investor.follow_up,
        }
        if investor.email in before:
            del wanted["name"]
        found += [
            f"{investor.email}: {key} is {rows[0][key]!r}, not {value!r}"
            for key, value in wanted.items()
            if rows[0][key] != value
        ]
    if databases.labelled() != {investor.email for investor in UNREAD}:
        found.append(f"labelled are {sorted(databases.labelled())}")
    if databases.unread():
        found.append(f"{databases.unread()} mails are unread")
    counts = {name: summary.outputs.get(name) for name in ("added", "updated", "others")}
    known = len(UNREAD) - len(new)
    right = (len(new), known) if again is None else (0, again)
    if (counts["added"], counts["updated"]) != right:
        found.append(f"the counts are {counts}, not {right}")
    return found


SEEDED = 128


async def prove(runs: int, folder: Path, *, again: int, most: int | None = None) -> list[list[str]]:
    """The faults of each run; an empty list is a right one. `again` more times each on the same data, then of
    `most` investors alone where that is given."""
    results: list[list[str]] = []
    store, artefacts = open_home(folder / "home")
    place = Place(folder / "home", store, artefacts)
    with PracticeServer(folder / "apps") as server:
        sop = load_at(server)
        passwords = {"postbox": webmail.ACCOUNT.password, "rolodesk": crm.ACCOUNT.password}
        secrets = {name: passwords[name.partition("_")[0]] for name in secret_names(sop)}
        databases = Databases(server.crm_database, server.webmail_database)

        async def run() -> Summary:
            order = Order(sop, resolve_inputs(sop, {}, folder=folder), secrets)
            return await run_session(order, place, launched, approver=TerminalApprover(), stop=StopSignal())

        async with launch_browser() as launched:
            for number in range(1, runs + 1):
                server.reset()
                wrong = faults(await run(), databases)
                for time in range(again):
                    notes = databases.notes()
                    number_again = databases.unread_again(most)
                    wrong += [
                        f"again: {fault}" for fault in faults(await run(), databases, again=number_again)
                    ]
                    # The second time, those that were added are known.
                    if time > 0 and databases.notes() != notes:
                        wrong.append(f"run again, it made {databases.notes() - notes} notes more")
                results.append(wrong)
                print(f"run {number}: {'; '.join(wrong) or 'right'}", file=sys.stderr, flush=True)
    store.close()
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        results = asyncio.run(prove(asked.runs, Path(name), again=2 if asked.again else 0))
    right = sum(not wrong for wrong in results)
    if asked.json:
        print(json.dumps({"runs": len(results), "right": right, "faults": [w for w in results if w]}))
    else:
        print(f"{right} of {len(results)} runs right")
    return 0 if right == len(results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
