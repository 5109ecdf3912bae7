"""Which browser is used: the one that is named, Playwright's own, Chrome, then the system's Chromium."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Literal, NamedTuple

from handrail.errors import BrowserMissing

BROWSER_VARIABLE = "HANDRAIL_BROWSER"

_CHROME = {
    "linux": ("google-chrome", "google-chrome-stable", "microsoft-edge"),
    "darwin": ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",),
    "win32": (
        r"C:\Program Files\Google\Chrome\Application\chrome.exe",
        r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
        r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    ),
}
_SYSTEM = ("chromium", "chromium-browser")
HEADLESS_SHELL = "chromium-headless-shell"
_SHELLS = (f"/usr/lib/chromium/{HEADLESS_SHELL}", HEADLESS_SHELL)
"""The same browser without the parts of a window. A page costs it a quarter of the work; Playwright's own
headless runs use such a one, too. What Debian has in its PATH is a script that stays the browser's parent:
ending that would leave the browser behind."""


class BrowserChoice(NamedTuple):
    """A browser that was found; `path` is none for Playwright's own."""

    kind: Literal["named", "playwright", "chrome", "system"]
    path: Path | None

    def __str__(self) -> str:
        words = {
            "named": f"the browser named by {BROWSER_VARIABLE}",
            "playwright": "Playwright's own Chromium",
            "chrome": "Chrome",
            "system": "the system's Chromium",
        }[self.kind]
        return f"{words} ({self.path})" if self.path else words


def find_browser(playwright_own: Path | None, *, headless: bool = True) -> BrowserChoice:
    """Choose the browser; `playwright_own` is where Playwright's own would be, whether it is there or not.

    For `headless` use the system's headless shell goes before its browser with windows. Raises BrowserMissing
    when there is none.
    """
    named = os.environ.get(BROWSER_VARIABLE)
    if named:
        if not Path(named).is_file():
            raise BrowserMissing(
                f"{BROWSER_VARIABLE} names '{named}', but there is no such file.",
                mend=f"Unset {BROWSER_VARIABLE}, or give the path of a Chromium or Chrome program.",
            )
        return BrowserChoice("named", Path(named))
    if playwright_own is not None and playwright_own.is_file():
        return BrowserChoice("playwright", None)
    chrome = _first(_CHROME.get(sys.platform, ()))
    if chrome:
        return BrowserChoice("chrome", chrome)
    system = _first((*_SHELLS, *_SYSTEM) if headless else _SYSTEM)
    if system:
        return BrowserChoice("system", system)
    raise BrowserMissing(
        "No browser was found.",
        mend="Run 'playwright install chromium', install Chrome or Chromium, "
        f"or set {BROWSER_VARIABLE} to a browser's path.",
    )


def is_shell(choice: BrowserChoice) -> bool:
    """Whether it is the system's headless shell."""
    return choice.kind == "system" and choice.path is not None and choice.path.name == HEADLESS_SHELL


def _first(names: tuple[str, ...]) -> Path | None:
    for name in names:
        found = shutil.which(name) or (name if Path(name).is_file() else None)
        if found:
            return Path(found)
    return None
