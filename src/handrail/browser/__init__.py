"""Finding and launching the browser, and the in-page script that recorder and actuator share."""

from handrail.browser.find import BrowserChoice, find_browser
from handrail.browser.inpage import RECORDER_WORLD, WORLD, InPage
from handrail.browser.launch import LaunchedBrowser, launch_browser
from handrail.browser.protocol import FrameGone
from handrail.browser.worlds import FrameId

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
