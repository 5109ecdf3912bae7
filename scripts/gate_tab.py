"""A tab that shows pages from their source alone, for the collectors of the gate's cases."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Browser, Page, Route

from handrail.browser.inpage import InPage

ADDRESS: Final = "http://app.example"


class Tab:
    """One tab, and the in-page script in it; whatever the pages ask for beside themselves is refused."""

    page: Page
    inpage: InPage

    def __init__(self) -> None:
        self._html = ""

    async def open(self, browser: Browser) -> None:
        """Make the tab, high enough for a long form."""
        context = await browser.new_context(viewport={"width": 1280, "height": 2000})
        self.inpage = InPage(context)
        self.page = await context.new_page()
        await self.page.route("**/*", self._serve)
        await self.inpage.attach(self.page)

    async def show(self, name: str, html: str) -> None:
        """Open the page under this name at the application's address."""
        self._html = html
        await self.page.goto(f"{ADDRESS}/{name}")

    async def _serve(self, route: Route) -> None:
        if route.request.resource_type == "document":
            await route.fulfill(body=self._html, content_type="text/html; charset=utf-8")
        else:
            await route.abort()
