"""Provides a browser where none is found: Playwright's own, else the system's package manager's.

Run as `python -m handrail.browser.provide`; it says which browser will be used.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from handrail.browser.find import HEADLESS_SHELL, BrowserChoice, find_browser, is_shell
from handrail.errors import BrowserMissing

_DOWNLOAD_SECONDS = 300


def found() -> BrowserChoice | None:
    """The browser that would be used now."""
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    try:
        return find_browser(own)
    except BrowserMissing:
        return None


def _attempts() -> list[tuple[str, list[list[str]]]]:
    attempts = [("Playwright's own Chromium", [[sys.executable, "-m", "playwright", "install", "chromium"]])]
    if shutil.which("apt-get"):
        # Not every release has the shell.
        for packages in (("chromium", HEADLESS_SHELL), ("chromium",)):
            attempts.append(("the system's Chromium (apt-get)", _with_apt(*packages, "fonts-liberation")))
    elif shutil.which("dnf"):
        attempts.append(("the system's Chromium (dnf)", [[*_as_root(), "dnf", "install", "-y", "chromium"]]))
    elif shutil.which("brew"):
        attempts.append(("Chromium (brew)", [["brew", "install", "--cask", "chromium"]]))
    return attempts


def _with_apt(*packages: str) -> list[list[str]]:
    install = [*_as_root(), "apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    return [[*_as_root(), "apt-get", "update", "-qq"], install]


def _as_root() -> list[str]:
    return [] if hasattr(os, "geteuid") and os.geteuid() == 0 else ["sudo", "-n"]


def _lighter(choice: BrowserChoice) -> BrowserChoice:
    """With the headless shell where the system has its browser alone, and it can be had."""
    if choice.kind != "system" or is_shell(choice) or not shutil.which("apt-get"):
        return choice
    print(f"· trying to add {HEADLESS_SHELL}, which runs without a window for less", flush=True)
    for command in _with_apt(HEADLESS_SHELL):
        _succeeds(command)
    return found() or choice


def main() -> int:
    """Find or install a browser; 0 when there is one, 6 when there is none."""
    choice = found()
    for name, commands in _attempts() if choice is None else []:
        print(f"· no browser found; trying {name}", flush=True)
        if all(_succeeds(command) for command in commands):
            choice = found()
        if choice is not None:
            break
    if choice is None:
        print(
            "No browser could be installed. Install Chrome or Chromium, or set HANDRAIL_BROWSER to one.",
            file=sys.stderr,
        )
        return 6
    print(f"· browser: {_lighter(choice)}")
    return 0


def _succeeds(command: list[str]) -> bool:
    try:
        done = subprocess.run(command, timeout=_DOWNLOAD_SECONDS, capture_output=True, check=False)
    except (subprocess.TimeoutExpired, OSError):
        return False
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
