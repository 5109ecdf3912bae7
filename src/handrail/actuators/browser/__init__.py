"""The browser as an actuator, through Playwright."""

from handrail.actuators.browser.session import BrowserSession

__all__ = ["BrowserSession"]
