"""Makes the pictures of the console before a real server, with the demo's session: those of docs/console.md,
and every page in light and dark under docs/images/console, to look through after a change.

`python -m scripts.console_pictures`. The user that a journal names is that of the pictures.
"""

from __future__ import annotations

import asyncio
import json
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

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "images"
GIVEN = {
    "name": "Maya Okafor",
    "firm": "Baobab Growth",
    "email": "maya@baobabgrowth.test",
    "phone": "+254 700 111 222",
    "stage": "Introduced",
    "next_follow_up": "2026-12-20",
    "notes": "Met in Nairobi.",
}


PAGES = {
    "library": "library",
    "sessions": "sessions",
    "approvals": "approvals",
    "schedules": "schedules",
    "templates": "schedules/templates",
    "past": "schedules/past",
    "policies": "policies",
    "rules": "policies/rules",
    "secrets": "settings/secrets",
    "users": "settings/users",
    "health": "settings/health",
    "procedure": "sops/add-contact",
    "questions": "sops/add-contact/questions",
    "changes": "sops/add-contact/changes",
    "versions": "sops/add-contact/versions",
    "runs": "sops/add-contact/runs",
    "live": "sessions/{session}/live",
    "summary": "sessions/{session}/summary",
    "timeline": "sessions/{session}/timeline",
    "journal": "sessions/{session}/journal",
    "compare": "compare/{session}/{asking}",
}
"""Name of the picture → the page, each taken in light and dark to look for what has changed; beside these, a
question over the live picture, and a session that is driven by hand."""


def serve(home: Path) -> tuple[subprocess.Popen[str], str]:
    """The process of `handrail serve --demo`, and its address."""
    code = "import sys; from handrail.cli.app import run; sys.exit(run(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "serve", "--demo", "--port", "0"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "HANDRAIL_HOME": str(home)},
    )
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"serving on (http://\S+)", line):
            return process, found[1]
    raise AssertionError("it did not come up")


@asynccontextmanager
async def console(
    browser: Browser, url: str, token: str, theme: Literal["light", "dark"], width: int, height: int
) -> AsyncIterator[Page]:
    """A signed-in page."""
    context = await browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, bypass_csp=True
    )
    page = await context.new_page()
    await context.add_init_script(f"localStorage.setItem('handrail.token', {json.dumps(token)})")
    await page.goto(url)
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


async def take_live(page: Page, client: httpx.AsyncClient, theme: str) -> str:
    """A question over the live picture, then somebody who drives; the session."""
    body = {"inputs": GIVEN, "ask_every_step": True}
    begun = await client.post("/api/console/sops/add-contact/run", json=body)
    session = str(begun.raise_for_status().json()["session"])
    await page.evaluate("route => { location.hash = route }", f"#/sessions/{session}/live")
    # The first question comes before there is a page; it keeps its browser while it is looked on.
    opening = page.get_by_role("dialog", name=re.compile("^Open "))
    await opening.get_by_role("button", name="Yes, do it").click(timeout=60_000)
    question = page.get_by_role("dialog", name=re.compile("^Fill "))
    await expect(question.get_by_role("img")).to_be_visible(timeout=60_000)
    await shoot(page, f"question-{theme}")
    await question.get_by_role("button", name="Later").click()
    await page.get_by_role("button", name="Take over").click()
    await expect(page.get_by_text("You drive; everything is recorded")).to_be_visible(timeout=60_000)
    await expect(page.locator(".screen[data-live=true] canvas")).to_be_visible(timeout=60_000)
    await shoot(page, f"driving-{theme}")
    await page.get_by_role("button", name="Hand back").click()
    # The next one needs its worker.
    await page.get_by_role("button", name="Stop", exact=True).click()
    await page.get_by_role("dialog").get_by_role("button", name=re.compile("^Stop")).click()
    return session


async def shoot(page: Page, name: str) -> None:
    await page.screenshot(path=PICTURES / "console" / f"{name}.jpg", type="jpeg", quality=62)


async def take_pages(url: str, token: str) -> None:
    """Every page, small, in light and dark."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx.AsyncClient(base_url=url, headers=headers, timeout=60) as client,
        launch_browser() as launched,
    ):
        session = (await client.get("/api/console/sessions")).json()[-1]["session"]
        body = {"sop": "add-contact", "given": GIVEN, "schedules": [{"cron": "0 9 * * 1-5"}]}
        await client.put("/api/console/templates/weekdays", json=body)
        (PICTURES / "console").mkdir(exist_ok=True)
        themes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
        assert launched.browser is not None
        for theme in themes:
            async with console(launched.browser, url, token, theme, 1160, 720) as page:
                asking = await take_live(page, client, theme)
                for name, route in PAGES.items():
                    wanted = f"#/{route.format(session=session, asking=asking)}"
                    await page.evaluate("route => { location.hash = route }", wanted)
                    await expect(page.locator("main h1")).to_be_visible()
                    await expect(page.locator("[aria-busy=true]")).to_have_count(0)
                    # Pictures are fetched, and the graph glides to its place.
                    await page.wait_for_timeout(700)
                    await shoot(page, f"{name}-{theme}")


def main() -> None:
    os.environ["LOGNAME"] = "ana"
    with tempfile.TemporaryDirectory() as name:
        process, url = serve(Path(name))
        home = Path(name) / "demo"
        try:
            asyncio.run(take_pages(url, (home / "token").read_text().strip()))
            shutil.copy(ROOT / "examples/investor-crm/investor-crm.sop.json", home / "sops")
            asyncio.run(take(url, home))
        finally:
            process.terminate()
            process.wait(60)


if __name__ == "__main__":
    main()
