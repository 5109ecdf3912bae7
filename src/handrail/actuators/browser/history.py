"""Going back and forward as the browser's own buttons do, in the page or in one of its frames."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.browser.protocol import let_go


async def traverse(page: Page, by: int, navigation: float) -> None:
    """Go so far in the history. Its last step may be a frame's; Playwright waits for the page itself."""
    session = await page.context.new_cdp_session(page)
    try:
        history = await session.send("Page.getNavigationHistory")
        entries, here = history["entries"], history["currentIndex"]
        if not 0 <= here + by < len(entries):
            return
        entry = entries[here + by]
        # Frames may load themselves again meanwhile: where the address tells, it is the page that goes.
        is_pages = entry["url"] != entries[here]["url"]
        async with page.expect_event(
            "framenavigated", lambda frame: not is_pages or frame == page.main_frame, timeout=navigation
        ) as moving:
            await session.send("Page.navigateToHistoryEntry", {"entryId": entry["id"]})
        if await moving.value == page.main_frame:
            await page.wait_for_load_state("domcontentloaded", timeout=navigation)
    finally:
        await let_go(session)
