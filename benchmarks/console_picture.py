"""How many frames a second the console draws of a session's browser, on a page that moves all the time.

The server, both browsers and the page are on this machine.
"""

from __future__ import annotations

import statistics
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
from playwright.async_api import Page, expect

from handrail.sop.document import Sop

_PAGE = b"""<!doctype html><title>Moving</title><style>
@keyframes turn { to { transform: rotate(1turn) } }
div { width: 300px; height: 300px; margin: 90px; background: linear-gradient(teal, gold);
  animation: turn 2s linear infinite }
</style><h1>Deliveries</h1><div></div>"""
_RATES = """async () => {
  const screen = document.querySelector('.screen');
  const seen = [];
  for (let look = 0; look < 26; look++) {
    await new Promise((done) => setTimeout(done, 200));
    // What is told is the rate of the last second.
    if (look >= 6) seen.push(Number(screen.dataset.rate));
  }
  return seen;
}"""


class _Moving(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(_PAGE)

    def log_message(self, *_: object) -> None:
        return


@contextmanager
def moving_page() -> Iterator[str]:
    """The address of a page that never stands still."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Moving)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def watched(url: str) -> Sop:
    """It opens the page, and asks: whoever looks on has its live picture meanwhile."""
    opening = {"do": "open", "url": url}
    return Sop.model_validate(
        {
            "meta": {"id": "watched", "title": "Watched"},
            "environment": {"domains": [url.split("/")[2]]},
            "nodes": [
                {"type": "task", "id": "open", "label": "Open", "action": opening, "effect": "none"},
                {"type": "human", "id": "look", "label": "Look", "request": "Is it right?"},
                {"type": "end", "id": "end"},
            ],
            "edges": [{"from": "open", "to": "look"}, {"from": "look", "to": "end"}],
        }
    )


async def frames(page: Page, url: str, token: str) -> float:
    """Frames a second that the page, which is signed in, draws: the median over four seconds."""
    async with httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"}) as client:
        begun = (await client.post("/api/sessions", json={"sop": "watched"})).raise_for_status().json()
    await page.evaluate("route => { location.hash = route }", f"#/sessions/{begun['session']}/live")
    question = page.get_by_role("dialog", name="Is it right?")
    await expect(question).to_be_visible()
    await expect(page.locator(".screen[data-live=true] canvas")).to_be_attached()
    seen: list[int] = await page.evaluate(_RATES)
    await question.get_by_role("button", name="It is done").click()
    return statistics.median(seen)
