"""What Handrail's trust costs: one flow by hand with Playwright and by Handrail, in turns, in one browser.

`python benchmarks/overhead.py [--pairs N] [--json]`. The flow is recorded on the practice CRM, compiled, and
run as it is (journal, pictures at effects, verification on). The script does the same twenty things as one
writes it by hand, with `get_by_role`, `get_by_label` and an `expect` after each page that comes.
`median_ratio` is the median over the pairs of Handrail's time to the script's. The app is served by a process
of its own, as apps are: in this one it would take turns with whoever drives the browser.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.async_api import Browser, Page, expect

from handrail.approvals import TerminalApprover
from handrail.browser import LaunchedBrowser, launch_browser
from handrail.compile import compile_recording
from handrail.journal.events.event import Acted, Event, NodeLeft
from handrail.journal.home import open_home
from handrail.recording.browser import record
from handrail.recording.store import load_recording
from handrail.runtime.walk.settings import Settings
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.foreground import run_session
from handrail.sessions.given.inputs import resolve_inputs, secret_names
from handrail.sessions.service.place import Order, Place
from handrail.sop.document import Sop
from handrail_practice.crm import ACCOUNT
from handrail_practice.demonstration import SHOWN, Contact, add_contact

PAIRS = 40
"""One pair tells little on a machine that others use as well."""


@dataclass
class Parts:
    """Milliseconds a step, by part, summed over the runs."""

    steps: int = 0
    whole: float = 0
    acting: float = 0

    def __call__(self, event: Event) -> None:
        if isinstance(event, Acted):
            self.acting += event.millis
        elif isinstance(event, NodeLeft):
            self.steps += 1
            self.whole += event.millis


async def go_on(page: Page, contact: Contact) -> None:
    """The second half of the flow: back to the list, search, open the record, add a note."""
    await page.get_by_role("link", name="Contacts").click()
    await page.get_by_label("Search contacts").click()
    await page.keyboard.type(contact.name)
    await page.get_by_role("button", name="Search").click()
    await page.get_by_role("link", name=contact.name).first.click()
    await page.get_by_role("button", name="Add note").click()
    await page.get_by_label("Note", exact=True).click()
    await page.keyboard.type("Called, and wrote.")
    await page.get_by_role("button", name="Save note").click()
    await page.get_by_text("Called, and wrote.").first.wait_for()


async def enter_contact(page: Page, contact: Contact) -> None:
    """From the list to the record that was made, by way of the list's search."""
    await page.get_by_role("link", name="New contact").click()
    await expect(page.get_by_role("heading", name="New contact")).to_be_visible()
    await page.get_by_label("Name").fill(contact.name)
    await page.get_by_label("Firm").fill(contact.firm)
    await page.get_by_label("Email").fill(contact.email)
    await page.get_by_label("Phone").fill(contact.phone)
    await page.get_by_label("Stage").select_option(contact.stage)
    await page.get_by_label("Next follow-up").fill(contact.follow_up)
    await page.get_by_role("button", name="4 stars").click()
    await page.get_by_label("VIP").check()
    await page.get_by_label("Notes").fill(contact.notes)
    await page.get_by_role("button", name="Save", exact=True).click()
    await expect(page.get_by_text("Contact saved")).to_be_visible()
    await page.get_by_role("link", name="Contacts").click()
    await page.get_by_label("Search contacts").fill(contact.name)
    await page.get_by_role("button", name="Search").click()
    await page.get_by_role("link", name=contact.name).first.click()
    await expect(page.get_by_role("heading", name=contact.name)).to_be_visible()


async def by_hand(browser: Browser, url: str, contact: Contact) -> None:
    """The whole flow as one writes it by hand."""
    context = await browser.new_context(viewport={"width": 1280, "height": 720})
    page = await context.new_page()
    await page.goto(f"{url}/sign-in")
    await page.get_by_label("Email").fill(ACCOUNT.email)
    await page.get_by_label("Password").fill(ACCOUNT.password)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("heading", name="Contacts")).to_be_visible()
    await enter_contact(page, contact)
    await page.get_by_role("button", name="Add note").click()
    await page.get_by_label("Note", exact=True).fill("Called, and wrote.")
    await page.get_by_role("button", name="Save note").click()
    await expect(page.get_by_text("Called, and wrote.").first).to_be_visible()
    await context.close()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The practice CRM in a process of its own; its address."""
    command = [sys.executable, "-m", "handrail_practice", "--dir", str(folder)]
    ports = ["--crm-port", "0", "--mail-port", "0"]
    with subprocess.Popen([*command, *ports], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            line = server.stdout.readline()
            if "http://" not in line:
                raise SystemExit("the practice app did not start")
            yield "http://" + line.split("http://")[1].split()[0]
        finally:
            server.terminate()


async def show(url: str, folder: Path) -> Sop:
    """Record the flow and compile it."""
    async with record(f"{url}/sign-in", folder, headless=True) as recorder:
        await add_contact(recorder.page, SHOWN)
        await recorder.settled()
        await go_on(recorder.page, SHOWN)
        await recorder.settled()
    return compile_recording(load_recording(folder))


def order(sop: Sop, contact: Contact, folder: Path) -> Order:
    shown = {value: field for field, value in vars(SHOWN).items()}
    given = {
        name: getattr(contact, shown[variable.default])
        for name, variable in sop.variables.items()
        if variable.default in shown
    }
    secrets = dict.fromkeys(secret_names(sop), ACCOUNT.password)
    return Order(sop, resolve_inputs(sop, given, folder=folder), secrets, Settings())


async def measure(pairs: int) -> dict[str, object]:
    """Alternate the two ways, and compare them pair by pair."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with served(folder / "apps") as url:
            sop = await show(url, folder / "recording")
            store, artefacts = open_home(folder / "home")
            place = Place(folder / "home", store, artefacts)
            parts = Parts()
            times: dict[str, list[float]] = defaultdict(list)
            async with launch_browser() as launched:
                # As `handrail run` does: what stays is not searched for garbage, in either way's time.
                gc.freeze()
                for number in range(-1, pairs):
                    # The first pair warms up and does not count.
                    counted = parts if number >= 0 else Parts()
                    pair = await _pair(sop, url, place, launched, number, counted)
                    if number >= 0:
                        for way, seconds in pair.items():
                            times[way].append(seconds)
            store.close()
    ratios = [h / s for h, s in zip(times["handrail"], times["script"], strict=True)]
    steps = parts.steps / pairs
    return {
        "median_ratio": round(statistics.median(ratios), 4),
        "pairs": pairs,
        "steps": round(steps),
        "script_seconds": round(statistics.median(times["script"]), 4),
        "handrail_seconds": round(statistics.median(times["handrail"]), 4),
        "step_ms": round(parts.whole / parts.steps, 2),
        "of_it_acting_ms": round(parts.acting / parts.steps, 2),
        "of_it_the_rest_ms": round((parts.whole - parts.acting) / parts.steps, 2),
    }


async def _pair(
    sop: Sop, url: str, place: Place, launched: LaunchedBrowser, number: int, parts: Parts
) -> dict[str, float]:
    """Both ways once, each with new data; they take turns in going first, so that neither profits."""
    contact = replace(SHOWN, name=f"Nora {number + 2} Quist")
    wanted = order(sop, replace(SHOWN, name=f"Vera {number + 2} Quist"), place.home)
    ways: dict[str, Callable[[], Awaitable[None]]] = {
        "script": lambda: _script(launched, url, contact),
        "handrail": lambda: _handrail(wanted, place, launched, parts),
    }
    names = list(ways) if number % 2 else list(reversed(ways))
    return {name: await _timed(ways[name]) for name in names}


async def _timed(way: Callable[[], Awaitable[None]]) -> float:
    began = time.perf_counter()
    await way()
    return time.perf_counter() - began


async def _script(launched: LaunchedBrowser, url: str, contact: Contact) -> None:
    assert launched.browser is not None
    await by_hand(launched.browser, url, contact)


async def _handrail(wanted: Order, place: Place, launched: LaunchedBrowser, parts: Parts) -> None:
    summary = await run_session(
        wanted, place, launched, approver=TerminalApprover(), stop=StopSignal(), watcher=parts
    )
    if summary.outcome not in {"done", "done, unverified"}:
        raise SystemExit(f"the run ended '{summary.outcome}' at {summary.stopped_at}: {summary.error}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    result = asyncio.run(measure(max(1, arguments.pairs)))
    if arguments.json:
        print(json.dumps(result))
        return
    for key, value in result.items():
        print(f"{key:20} {value}")


if __name__ == "__main__":
    main()
