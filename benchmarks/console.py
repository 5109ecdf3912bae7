"""How the console holds up: a procedure of 300 nodes in nested loops, and a journal of 10,000 entries.

`python benchmarks/console.py [--json]`, in a real browser before a real server. Times are what a person
feels: from an input to the next picture of the page, as the browser's own event timing has it (it counts in
steps of 8 ms). `layout_seconds` is the worst of unfolding everything; `scroll_frame_ms` are the gaps between
frames while the whole journal is scrolled through; `picture_frames_per_second` are of the live picture of a
page that moves all the time.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.async_api import Page, expect

from benchmarks.console_picture import frames, moving_page, watched
from handrail.browser import launch_browser
from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import NodeEntered, NodeLeft, SessionEnded, Verified
from handrail.runtime.walk.settings import Settings
from handrail.sessions.beginning.first_entry import begin
from handrail.sessions.service.opening import open_service
from handrail.sessions.service.place import Order
from handrail.sop.document import Sop
from handrail.sop.format import save

expect.set_options(timeout=60_000)
ENTRIES = 10_000
WATCH = """() => {
  window.felt = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.felt.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: false });
}"""
SCROLL = """async () => {
  const log = document.querySelector('.log');
  const gaps = [];
  let rows = 0;
  let last = await new Promise(requestAnimationFrame);
  const frames = 240;
  for (let frame = 1; frame <= frames; frame++) {
    log.scrollTop = (log.scrollHeight * frame) / frames;
    const now = await new Promise(requestAnimationFrame);
    gaps.push(now - last);
    rows = Math.max(rows, log.querySelectorAll('.line').length);
    last = now;
  }
  return { gaps, rows };
}"""


def large() -> Sop:
    """300 nodes: ten loops, in each four loops of six steps, and ten steps between."""
    nodes: list[dict[str, Any]] = []
    edges: list[dict[str, str]] = []

    def step(name: str) -> dict[str, Any]:
        return {"type": "human", "id": name, "label": f"Look at {name}", "request": f"What about {name}?"}

    def joined(*names: str) -> None:
        edges.extend({"from": a, "to": b} for a, b in itertools.pairwise(names))

    def loop(name: str, children: list[dict[str, Any]]) -> dict[str, Any]:
        kind = {"over": "variable", "variable": "people", "bound": 10}
        return {"type": "loop", "id": name, "label": f"For each, {name}", **kind, "children": children}

    for outer in range(10):
        inner = []
        for middle in range(4):
            names = [f"s-{outer}-{middle}-{place}" for place in range(6)]
            joined(*names)
            inner.append(loop(f"m-{outer}-{middle}", [step(name) for name in names]))
        joined(*(node["id"] for node in inner))
        nodes += [step(f"s-{outer}"), loop(f"o-{outer}", inner)]
    nodes.append({"type": "end", "id": "end"})
    joined(*(node["id"] for node in nodes))
    return Sop.model_validate(
        {
            "meta": {"id": "large", "title": "Large"},
            "variables": {"people": {"type": "list", "default": "[]"}},
            "nodes": nodes,
            "edges": edges,
        }
    )


def prepare(home: Path) -> str:
    """A home with the procedure and the journal; the session's id."""
    sop = large()
    (home / "sops").mkdir(parents=True)
    save(home / "sops" / "large.sop.json", sop)
    service = open_service(home)
    try:
        session = begin(Order(sop, {"people": []}, {}, Settings()), service.place)
        writer = JournalWriter(service.place.store, session)
        steps = [node for node in sop.walk_nodes() if node.type == "human"]
        for number in range((ENTRIES - 2) // 3):
            node, visit = steps[number % len(steps)], number // len(steps) + 1
            writer.write(
                NodeEntered(kind="node_entered", node=node.id, label=node.label, visit=visit),
                Verified(kind="verified", node=node.id, criteria=()),
                NodeLeft(kind="node_left", node=node.id, outcome="next", millis=1),
            )
        writer.write(SessionEnded(kind="session_ended", outcome="done"), durable=True)
    finally:
        service.close()
    return session


async def felt(page: Page) -> list[float]:
    """How long each input since the last call took until it was seen; what took under 16 ms counts as 16."""
    await page.evaluate("() => new Promise((done) => setTimeout(done, 200))")
    found: list[float] = await page.evaluate("() => window.felt.splice(0)")
    return found


async def measure(url: str, token: str, session: str) -> dict[str, float | int]:
    async with launch_browser() as launched:
        assert launched.browser is not None
        context = await launched.browser.new_context(viewport={"width": 1440, "height": 900})
        page = await context.new_page()
        await context.add_init_script(f"localStorage.setItem('handrail.token', {json.dumps(token)})")
        await page.goto(url)
        rate = await frames(page, url, token)
        await page.evaluate("location.hash = '#/sops/large'")
        await expect(page.get_by_role("button", name="Expand all")).to_be_visible()
        await page.evaluate(WATCH)
        layouts: list[float] = []
        for _ in range(5):
            await page.get_by_role("button", name="Expand all").click()
            layouts += await felt(page)
            await page.get_by_role("button", name="Fold everything", exact=True).click()
            layouts += await felt(page)
        await page.get_by_role("button", name="Expand all").click()
        await felt(page)
        inputs: list[float] = []
        for number in range(10):
            await page.locator(".sentence").nth(5 + number * 12).click()
            inputs += await felt(page)
        await page.get_by_label("Label", exact=True).press_sequentially("abcdefghij", delay=60)
        inputs += await felt(page)
        await page.evaluate("route => { location.hash = route }", f"#/sessions/{session}/journal")
        await expect(page.locator(".line").first).to_be_visible()
        await expect(page.get_by_text(f"{3 * ((ENTRIES - 2) // 3) + 2} entries")).to_be_visible(
            timeout=60_000
        )
        scrolled = await page.evaluate(SCROLL)
    gaps = scrolled["gaps"]
    return {
        "nodes": sum(1 for _ in large().walk_nodes()),
        "layout_seconds": round(max(layouts, default=16) / 1000, 3),
        "interaction_ms_p50": statistics.median(inputs or [16]),
        "interaction_ms_worst": max(inputs, default=16),
        "journal_entries": ENTRIES,
        "scroll_frame_ms_p50": round(statistics.median(gaps), 1),
        "scroll_frame_ms_p95": round(statistics.quantiles(gaps, n=20)[-1], 1),
        "rows_drawn": scrolled["rows"],
        "picture_frames_per_second": rate,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    with tempfile.TemporaryDirectory() as name, moving_page() as moving:
        home = Path(name)
        session = prepare(home)
        save(home / "sops" / "watched.sop.json", watched(moving))
        code = "import sys; from handrail.cli.app import run; sys.exit(run(sys.argv[1:]))"
        process = subprocess.Popen(
            [sys.executable, "-c", code, "serve", "--port", "0", "--at-once", "1"],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "HANDRAIL_HOME": name},
        )
        try:
            assert process.stderr is not None
            found = re.search(r"http://\S+", process.stderr.readline())
            assert found
            result = asyncio.run(measure(found[0], (home / "token").read_text().strip(), session))
        finally:
            process.terminate()
            process.wait(60)
    if as_json:
        print(json.dumps(result))
    else:
        for key, value in result.items():
            print(f"{key:22} {value}")
    usable = result["layout_seconds"] < 1 and result["interaction_ms_worst"] < 100
    return 0 if usable and result["picture_frames_per_second"] >= 10 else 1


if __name__ == "__main__":
    sys.exit(main())
