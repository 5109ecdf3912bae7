"""How much the recorder slows the work in a page.

`python benchmarks/recorder.py [--json] [--rounds N]`; the same 200 interactions in a browser with the
recorder and in one without, turn by turn. `median_ratio` is the median over the rounds of the time with the
recorder by the time without, in one static page. `app_ratio` is the same for 200 interactions with the
practice CRM, whose server and pages have work of their own to do.

As in reality, who works in the page is not the recorder: one process launches both browsers and records in
one of them, another drives both over their DevTools ports, one at a time. It makes the interactions as fast
as it can, without any pause, which is harder on the recorder than a person, who leaves it time between the
acts.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.async_api import Page, async_playwright, expect

from benchmarks.overhead import enter_contact
from benchmarks.overhead import served as served_app
from handrail.browser import launch_browser
from handrail.recording.browser import record
from handrail.recording.store import load_recording
from handrail_practice.crm import ACCOUNT
from handrail_practice.demonstration import SHOWN, Contact
from tests.ports import free_port

BUDGET = 1.05
INTERACTIONS = 200
FIELDS = ("Name", "Firm", "Email", "Phone", "Street", "Town", "Country", "Notes")
STAGES = ("New", "Introduced", "First meeting", "Term sheet", "Closed")


def page_html() -> str:
    """A form, a toolbar and a table of forty rows, with scripts that answer clicks and keys."""
    fields = "".join(f"<p><label>{name} <input name={name.lower()}></label></p>" for name in FIELDS)
    options = "".join(f"<option>{stage}</option>" for stage in STAGES)
    rows = "".join(
        f"<tr><td>{n}</td><td><a href='#{n}'>Contact {n}</a></td><td>Firm {n % 7}</td><td>n{n}@firm.test</td>"
        f"<td>{STAGES[n % 5]}</td><td><button class=star>Star</button> <button>Archive</button></td></tr>"
        for n in range(40)
    )
    return f"""<!doctype html><title>Contacts</title>
    <style>body{{font:15px sans-serif}}nav a{{margin:4px}}td{{padding:4px}}</style>
    <nav aria-label=Main>{"".join(f"<a href='#{name}'>{name}</a>" for name in FIELDS)}</nav>
    <h1>Contacts</h1><p role=status id=status></p>
    <form aria-label=Contact onsubmit="return false"><h2>Contact</h2>{fields}
    <p><label>Stage <select name=stage>{options}</select></label></p>
    <p><label><input type=checkbox name=vip> VIP</label>
    <button id=save>Save</button> <button type=button id=more>More</button></p></form>
    <ul id=log aria-label=Log></ul>
    <table><caption>All contacts</caption><tbody>{rows}</tbody></table><script>
    let saved = 0;
    save.onclick = () => {{ status.textContent = 'Saved ' + ++saved; }};
    more.onclick = () => {{ const item = document.createElement('li'); item.textContent = 'Item ' + saved;
      log.append(item); if (log.children.length > 5) log.firstChild.remove(); }};
    document.querySelector('tbody').onclick = (e) => {{
      if (e.target.matches('.star')) e.target.closest('tr').classList.toggle('starred'); }};
    document.querySelector('[name=name]').oninput = (e) => {{ status.textContent = e.target.value; }};
    </script>"""


async def work_in_page(page: Page) -> float:
    """The 200 interactions with the page; gives the seconds they took."""
    form = page.get_by_role("form", name="Contact")
    fields = [form.locator(f"[name={name.lower()}]") for name in FIELDS]
    save, more, vip = page.locator("#save"), page.locator("#more"), form.locator("[name=vip]")
    stage, stars = form.locator("[name=stage]"), page.locator(".star")
    began = time.perf_counter()
    for turn in range(10):
        for number, field in enumerate(fields):
            await field.fill(f"value {turn} {number}")
        await fields[0].click()
        for letter in "ab":
            await page.keyboard.press(letter)
        await page.keyboard.press("Tab")
        await stage.focus()
        await page.keyboard.press("ArrowDown" if turn % 2 == 0 else "ArrowUp")
        await vip.click()
        await stars.nth(turn).click()
        await more.click()
        await save.click()
        await fields[7].click()
        await page.keyboard.press("End")
        await page.keyboard.press("!")
    return time.perf_counter() - began


async def work_in_app(page: Page) -> float:
    """The 200 interactions with the CRM, where contacts are entered, found and noted on; its seconds."""
    if page.url.endswith("/sign-in"):
        await page.get_by_label("Email").fill(ACCOUNT.email)
        await page.get_by_label("Password").fill(ACCOUNT.password)
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_role("heading", name="Contacts")).to_be_visible()
    began = time.perf_counter()
    for turn in range(10):
        await enter_and_note(page, replace(SHOWN, name=f"Nora {time.monotonic_ns() % 10**9} {turn}"))
    return time.perf_counter() - began


async def enter_and_note(page: Page, contact: Contact) -> None:
    """Twenty interactions."""
    await enter_contact(page, contact)
    await page.get_by_role("button", name="Add note").click()
    await page.get_by_label("Note", exact=True).click()
    await page.get_by_label("Note", exact=True).fill("Called, and wrote.")
    await page.get_by_role("button", name="Save note").click()
    await expect(page.get_by_text("Called, and wrote.").first).to_be_visible()
    await page.get_by_role("link", name="Contacts").click()
    await expect(page.get_by_role("link", name="New contact")).to_be_visible()


WORKS = {"page": work_in_page, "app": work_in_app}


@contextlib.contextmanager
def served() -> Iterator[str]:
    body = page_html().encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@contextlib.asynccontextmanager
async def plain(url: str, port: int) -> AsyncIterator[None]:
    """A browser as the recorder launches it, without the recorder."""
    with tempfile.TemporaryDirectory() as profile:
        async with launch_browser(profile=Path(profile), cdp_port=port) as launched:
            assert launched.context is not None
            await launched.context.pages[0].goto(url)
            yield


class Driver:
    """The process that works in both pages, asked line by line."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def work(self, browser: int) -> float:
        """Have the 200 interactions made in the first or second browser; gives the seconds they took."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{browser}\n".encode())
        line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError("the driver ended; its message is above")
        return float(line)


@contextlib.asynccontextmanager
async def driver(what: str, *ports: int) -> AsyncIterator[Driver]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        __file__,
        "--drive",
        what,
        *map(str, ports),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield Driver(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


async def drive(what: str, ports: Sequence[int]) -> None:
    """The driver's own side: works where each line of its input says, and answers with the seconds."""
    work = WORKS[what]
    async with async_playwright() as playwright:
        browsers = [await playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}") for port in ports]
        pages = [browser.contexts[0].pages[0] for browser in browsers]
        while line := await asyncio.to_thread(sys.stdin.readline):
            print(await work(pages[int(line)]), flush=True)


WITHOUT, WITH = 0, 1


@dataclass
class Compared:
    """The seconds of each round without the recorder and with it, and how many events it recorded a round."""

    pairs: list[tuple[float, float]]
    events: float

    @property
    def ratios(self) -> list[float]:
        return sorted(recorded / bare for bare, recorded in self.pairs)


async def compare(what: str, url: str, rounds: int) -> Compared:
    """The same work at the address in both browsers, turn by turn."""
    ports = (free_port(), free_port())
    pairs: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        async with (
            plain(url, ports[WITHOUT]),
            record(url, Path(folder) / "r", headless=True, cdp_port=ports[WITH]) as recorder,
            driver(what, *ports) as hand,
        ):
            for which in (WITHOUT, WITH):
                await hand.work(which)
            for number in range(rounds):
                await recorder.settled()
                order = (WITH, WITHOUT) if number % 2 else (WITHOUT, WITH)
                took = {}
                for which in order:
                    took[which] = await hand.work(which)
                    # What the recorder still has to do must not weigh on the other browser's time.
                    await recorder.settled()
                pairs.append((took[WITHOUT], took[WITH]))
        events = len(load_recording(Path(folder) / "r").events)
    # A recorder that records nothing costs nothing: then there is no ratio to tell of.
    if events < INTERACTIONS * (rounds + 1):
        raise RuntimeError(f"only {events} events of {rounds + 1} rounds of {INTERACTIONS} were recorded")
    return Compared(pairs, events / (rounds + 1))


async def measure(rounds: int) -> dict[str, object]:
    with served() as url:
        page = await compare("page", url, rounds)
    with tempfile.TemporaryDirectory() as folder, served_app(Path(folder)) as url:
        # A round takes some five times as long there.
        app = await compare("app", f"{url}/sign-in", max(2, rounds // 3))
    return {
        "median_ratio": round(statistics.median(page.ratios), 4),
        "lowest_ratio": round(page.ratios[0], 4),
        "highest_ratio": round(page.ratios[-1], 4),
        "seconds_without": round(statistics.median(bare for bare, _ in page.pairs), 4),
        "seconds_with": round(statistics.median(recorded for _, recorded in page.pairs), 4),
        "app_ratio": round(statistics.median(app.ratios), 4),
        "app_seconds_without": round(statistics.median(bare for bare, _ in app.pairs), 4),
        "app_seconds_with": round(statistics.median(recorded for _, recorded in app.pairs), 4),
        "interactions": INTERACTIONS,
        "rounds": rounds,
        "events_per_round": round(page.events),
        "app_events_per_round": round(app.events),
        "budget": BUDGET,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--drive", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.drive:
        what, *ports = options.drive
        asyncio.run(drive(what, [int(port) for port in ports]))
        return
    result = asyncio.run(measure(options.rounds))
    if options.json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        print(f"{name:20} {value}")


if __name__ == "__main__":
    main()
