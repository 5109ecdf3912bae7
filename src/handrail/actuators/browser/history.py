"""Going back and forward as the browser's own buttons do, in the page or in one of its frames."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.browser.protocol import let_go


async def traverse(page: Page, by: int, navigation: float) -> None:
    """Go so far in the history. Its last step may be a frame's; Playwright waits for the page itself."""
    session = await page.context.new_cdp_session(page)
    try:
        history = await session.send("Page.getNavigationHistory")
        place = history["currentIndex"] + by
        if not 0 <= place < len(history["entries"]):
            return
        async with page.expect_event("framenavigated", timeout=navigation) as moving:
            entry = history["entries"][place]["id"]
            await session.send("Page.navigateToHistoryEntry", {"entryId": entry})
        if await moving.value == page.main_frame:
            await page.wait_for_load_state("domcontentloaded", timeout=navigation)
    finally:
        await let_go(session)
