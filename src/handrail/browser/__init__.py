"""Finding and launching the browser, and the in-page script that recorder and actuator share."""

from handrail.browser.find import BrowserChoice, find_browser
from handrail.browser.inpage import RECORDER_WORLD, WORLD, FrameGone, FrameId, InPage
from handrail.browser.launch import LaunchedBrowser, launch_browser

__all__ = [
    "RECORDER_WORLD",
    "WORLD",
    "BrowserChoice",
    "FrameGone",
    "FrameId",
    "InPage",
    "LaunchedBrowser",
    "find_browser",
    "launch_browser",
]
