"""A person at the console: a real browser before a real server."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, BrowserContext, Page, expect

from handrail.console.tokens import Tokens
from handrail.sessions.service.users import Role

from .conftest import Served

expect.set_options(timeout=30_000)


async def signed_in(context: BrowserContext, token: str) -> None:
    """Have the console's pages of the context find this token kept, as after signing in."""
    keep = "token => localStorage.getItem('handrail.token') || localStorage.setItem('handrail.token', token)"
    await context.add_init_script(f"({keep})({json.dumps(token)})")


@asynccontextmanager
async def at_console(
    browser: Browser, served: Served, route: str = "#/library", *roles: Role, user: str = "", **more: object
) -> AsyncIterator[Page]:
    """A page of the console, signed in; the administrator's without roles.

    It fails where the page's script failed or was refused something by the content policy.
    """
    tokens = Tokens(served.home)
    token = tokens.add(user or f"user-{len(tokens.lines())}", roles) if roles else tokens.first()
    # What glows would be drawn anew sixty times a second, by as many browsers as there are tests.
    shown = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **more}
    context = await browser.new_context(**shown)  # type: ignore[arg-type]
    page = await context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if "Content Security" in said.text else None)
    try:
        await signed_in(context, token)
        await page.goto(served.url)
        await expect(page.get_by_role("navigation", name="Console")).to_be_visible()
        await page.evaluate("route => { location.hash = route }", route)
        yield page
        assert not faults
    finally:
        await context.close()


async def stands(page: Page, word: str) -> None:
    """The session on the page comes to stand as the word says: `Done`, `Waiting for a person`."""
    await expect(page.locator("main > header .status")).to_have_text(word, timeout=60_000)


async def press(page: Page, x: float, y: float) -> None:
    """Click on the picture, at these parts of its width and height."""
    canvas = page.locator(".screen canvas")
    box = await canvas.bounding_box()
    assert box is not None
    await canvas.click(position={"x": box["width"] * x, "y": box["height"] * y})
