"""Makes the pictures of docs/console.md: the console before a real server, with the demo's sessions.

`python -m scripts.console_pictures`. The user that a journal names is that of the pictures.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import httpx
from playwright.async_api import Browser, Page, expect

from handrail.browser import launch_browser
from handrail.cli.demonstrating import demonstrate
from handrail_practice.crm import ACCOUNT
from handrail_practice.serve import PracticeServer

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "images"
GIVEN = {
    "name": "Maya Okafor",
    "firm": "Baobab Growth",
    "email_2": "maya@baobabgrowth.test",
    "phone": "+254 700 111 222",
    "stage": "Introduced",
    "next_follow_up": "2026-12-20",
    "notes": "Met in Nairobi.",
}


def serve(home: Path) -> tuple[subprocess.Popen[str], str]:
    """The server's process, and its address."""
    code = "import sys; from handrail.cli.app import run; sys.exit(run(sys.argv[1:]))"
    secrets = {"HANDRAIL_SECRET_ROLODESK_PASSWORD": ACCOUNT.password, "HANDRAIL_HOME": str(home)}
    process = subprocess.Popen(
        [sys.executable, "-c", code, "serve", "--port", "0"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **secrets},
    )
    assert process.stderr is not None
    first = process.stderr.readline()
    found = re.search(r"http://\S+", first)
    assert found, first
    return process, found[0]


@asynccontextmanager
async def console(
    browser: Browser, url: str, token: str, theme: Literal["light", "dark"], width: int, height: int
) -> AsyncIterator[Page]:
    """A signed-in page."""
    context = await browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, bypass_csp=True
    )
    page = await context.new_page()
    await page.goto(f"{url}/#token={token}")
    await expect(page.get_by_role("navigation", name="Console")).to_be_visible()
    yield page
    await context.close()


async def take(url: str, home: Path) -> None:
    """All pictures."""
    token = (home / "token").read_text().strip()
    client = httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60)

    async def begin(**more: object) -> str:
        asked = await client.post("/api/console/sops/add-contact/run", json={"inputs": GIVEN, **more})
        return str(asked.raise_for_status().json()["session"])

    async with client, launch_browser() as launched:
        assert launched.browser is not None
        async with console(launched.browser, url, token, "light", 1500, 860) as page:
            await page.evaluate("location.hash = '#/sops/investor-crm'")
            await page.get_by_role("button", name="Is the mail from an investor?").first.click()
            # The graph glides to the step.
            await page.wait_for_timeout(1500)
            await page.screenshot(path=PICTURES / "console-procedure.png")
        async with console(launched.browser, url, token, "dark", 1440, 900) as page:
            await page.evaluate("route => { location.hash = route }", f"#/sessions/{await begin()}/live")
            await expect(page.locator(".screen[data-live=true] canvas")).to_be_visible(timeout=60_000)
            await page.wait_for_function(
                "/Firm|Phone|Stage|Next|stars|VIP/.test(document.querySelector('.live-head b').innerText)",
                polling="raf",
            )
            await page.screenshot(path=PICTURES / "console-live.png")
        async with console(launched.browser, url, token, "light", 390, 760) as page:
            await begin(ask_every_step=True)
            await page.get_by_role("link", name="Approvals").click()
            await expect(page.get_by_role("button", name="Yes, do it")).to_be_visible(timeout=60_000)
            await page.screenshot(path=PICTURES / "console-phone.png")


def main() -> None:
    os.environ["LOGNAME"] = "ana"
    with tempfile.TemporaryDirectory() as name:
        demo = Path(name) / "demo"
        demonstrate(headless=True, output=demo, as_json=False)
        home = demo / "home"
        (home / "sops").mkdir()
        for sop in (demo / "add-contact.sop.json", ROOT / "examples/investor-crm/investor-crm.sop.json"):
            shutil.copy(sop, home / "sops")
        port = re.search(r"127\.0\.0\.1:(\d+)", (demo / "add-contact.sop.json").read_text())
        assert port
        with PracticeServer(demo / "apps", apps=["crm"], crm_port=int(port[1])):
            process, url = serve(home)
            try:
                asyncio.run(take(url, home))
            finally:
                process.terminate()
                process.wait(60)


if __name__ == "__main__":
    main()
