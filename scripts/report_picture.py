"""Makes docs/images/report.png, the picture in the README: a real run's report, from the demo.

`python -m scripts.report_picture`. The user and machine that a journal names are those of the picture.
"""

from __future__ import annotations

import asyncio
import os
import platform
import tempfile
from pathlib import Path

from handrail.browser import launch_browser
from handrail.cli.demonstrating import demonstrate
from handrail.journal.home import open_home
from handrail.sessions.reports.report_file import session_report, write_report

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "report.png"


async def take(report: Path) -> None:
    """The top of the report, as a person sees it."""
    async with launch_browser() as launched:
        assert launched.browser is not None
        context = await launched.browser.new_context(viewport={"width": 1080, "height": 1240})
        page = await context.new_page()
        await page.goto(report.as_uri())
        await page.locator("text=Click 'Save'").last.scroll_into_view_if_needed()
        await page.evaluate("scrollTo(0, 0)")
        await page.screenshot(path=PICTURE)


def main() -> None:
    os.environ["LOGNAME"] = "ana"
    platform.node = lambda: "operations-laptop"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        demonstrate(headless=True, output=folder / "demo", as_json=False)
        store, artefacts = open_home(folder / "demo" / "home")
        newest = store.sessions(limit=1)[0]
        write_report(folder / "report.html", session_report(store, artefacts, newest.session))
        store.close()
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        asyncio.run(take(folder / "report.html"))


if __name__ == "__main__":
    main()
