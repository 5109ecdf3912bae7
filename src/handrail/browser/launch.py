"""Launching the browser, and ending it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from socket import SO_REUSEADDR, SOL_SOCKET, socket

from playwright.async_api import Browser, BrowserContext, Error, Playwright

from handrail.browser.driver import harmless_part, started_driver
from handrail.browser.find import BrowserChoice, find_browser
from handrail.browser.inpage import ENGINE, selector_engine
from handrail.errors import BrowserMissing, EnvironmentLack

_QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

_HEARD_TO_THE_END = ("--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame",)
"""The next document of a site takes the place of the last in the same frame. With a frame of its own for
each, the protocol listens to the next as soon as the server has answered, while the last is still worked in.
What stands before it is what Playwright asks for, whose own switch this replaces."""


@dataclass(frozen=True)
class LaunchedBrowser:
    """A running browser; `context` is its own first one when it was launched on a profile."""

    choice: BrowserChoice
    version: str
    browser: Browser | None
    context: BrowserContext | None
    address: str = ""
    """Where another program can drive it (DevTools protocol); empty where it was not asked for."""


@asynccontextmanager
async def launch_browser(
    *,
    headless: bool = True,
    profile: Path | None = None,
    cdp_port: int | None = None,
    viewport: tuple[int, int] = (1280, 720),
    downloads: Path | None = None,
    heard_to_the_end: bool = False,
) -> AsyncIterator[LaunchedBrowser]:
    """Launch the preferred browser; with `profile`, as one persistent context on that folder.

    `cdp_port` opens the DevTools protocol on loopback, so that another program can drive the browser.
    With `heard_to_the_end` what a document tells is heard until it is gone, where the next is of its site.
    Raises BrowserMissing where none is found or it does not start.
    """
    if cdp_port is not None:
        _refuse_taken(cdp_port)
    async with started_driver() as playwright:
        await playwright.selectors.register(ENGINE, selector_engine(), content_script=True)
        choice = find_browser(Path(playwright.chromium.executable_path), headless=headless)
        args = [*_QUIET, *(_HEARD_TO_THE_END if heard_to_the_end else ())]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            # Chromium's sandbox refuses to run as root.
            args.append("--no-sandbox")
        if cdp_port is not None:
            args += [f"--remote-debugging-port={cdp_port}", "--remote-debugging-address=127.0.0.1"]
        try:
            launched = await _start(playwright, choice, args, headless, profile, viewport, downloads)
            if cdp_port is not None:
                launched = replace(launched, address=f"http://127.0.0.1:{cdp_port}")
        except Error as error:
            raise _failed(choice, error, headless) from error
        try:
            yield launched
        finally:
            await _end(launched)


async def _start(
    playwright: Playwright,
    choice: BrowserChoice,
    args: list[str],
    headless: bool,
    profile: Path | None,
    viewport: tuple[int, int],
    downloads: Path | None,
) -> LaunchedBrowser:
    if profile is None:
        browser = await playwright.chromium.launch(
            executable_path=choice.path,
            args=args,
            env=harmless_part(os.environ),
            headless=headless,
            downloads_path=downloads,
            handle_sigint=False,
        )
        return LaunchedBrowser(choice, browser.version, browser, None)
    context = await playwright.chromium.launch_persistent_context(
        profile,
        executable_path=choice.path,
        args=args,
        env=harmless_part(os.environ),
        headless=headless,
        viewport={"width": viewport[0], "height": viewport[1]},
        downloads_path=downloads,
        accept_downloads=True,
        handle_sigint=False,
    )
    version = context.browser.version if context.browser else ""
    return LaunchedBrowser(choice, version, context.browser, context)


async def _end(launched: LaunchedBrowser) -> None:
    try:
        if launched.context is not None:
            await launched.context.close()
        elif launched.browser is not None:
            await launched.browser.close()
    except Error:
        # The browser is gone already: killed, or closed by the person.
        return


def _refuse_taken(port: int) -> None:
    """Chromium starts without the protocol where its port is taken, and says so in its log alone."""
    with socket() as probe:
        probe.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise BrowserMissing(
                f"The port {port} for the DevTools protocol cannot be used: {error.strerror}.",
                mend="Choose another --cdp-port.",
            ) from error


def _failed(choice: BrowserChoice, error: Error, headless: bool) -> EnvironmentLack:
    text = str(error)
    if not headless and ("DISPLAY" in text or "X server" in text or "Missing X" in text):
        return BrowserMissing(
            "A visible browser needs a screen, and this machine has none.",
            mend="Run without --headed, record in the console (`handrail serve`) or with --headless and "
            "--cdp-port, or give it a display (for example with xvfb-run).",
        )
    first = next((line for line in text.splitlines() if line.strip()), "")
    return BrowserMissing(
        f"{choice} did not start: {first}",
        mend="Start it by hand to see why, or name another with HANDRAIL_BROWSER.",
    )
