"""What a page shows of calendars, and what turns them."""

from __future__ import annotations

from handrail.browser import InPage, LaunchedBrowser
from tests.app import App

SHEET = f"<table>{''.join(f'<td>{day}' for day in range(1, 31))}</table>"
PAGE = f"""<button>✕</button><div><div role=dialog style="position:fixed;top:80px">
<b>November 2026</b>{SHEET}</div></div>"""


SUMMER = f"<table>{''.join(f'<td data-date=2026-7-{day}>{day}' for day in range(1, 32))}</table>"


async def test_a_page_s_own_number_of_a_month_is_no_word_against_the_heading(
    launched: LaunchedBrowser,
) -> None:
    assert launched.browser is not None
    with App({"/": f"<b>August</b> <b>2026</b>{SUMMER}", "/bare": SUMMER}) as app:
        async with await launched.browser.new_context() as context:
            page, inpage = await context.new_page(), InPage(context)
            await inpage.attach(page)
            off = []
            for path in ("/", "/bare"):
                await page.goto(app.url + path)
                off.append((await inpage.call(page, "calendar", 2026, 10, 9, None, 500))["off"])
    assert off == [2, 3]


async def test_what_lies_around_a_calendar_s_dialog_does_not_turn_it(launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    with App({"/": PAGE, "/arrows": PAGE.replace("<b>", "<button>‹</button><b>")}) as app:
        async with await launched.browser.new_context() as context:
            page, inpage = await context.new_page(), InPage(context)
            await inpage.attach(page)
            turners = []
            for path in ("/", "/arrows"):
                await page.goto(app.url + path)
                seen = await inpage.call(page, "calendar", 2027, 2, 9, None, 500)
                assert (seen["state"], seen["off"]) == ("one", 3)
                turners.append(len(seen["earlier"]) + len(seen["later"]))
    assert turners == [0, 1]
