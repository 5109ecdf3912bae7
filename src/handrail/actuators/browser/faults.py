"""What Playwright's errors mean for a session: category, sentence, and whether the app saw any of it."""

from __future__ import annotations

import asyncio
import contextlib
import re

from playwright.async_api import BrowserContext, Error

from handrail.actuators.actuator import Act
from handrail.browser.reaching import is_refused, mend_unreached, why_unreached
from handrail.errors import (
    AppAway,
    BrowserGone,
    PermanentError,
    RunError,
    TabCrashed,
    TargetAmbiguous,
    TargetNotFound,
    TransientError,
    UnexpectedPage,
)
from handrail.sop.action import Download

_COVER = re.compile(r"(<[^>]{1,120}>)[^\n]{0,200} intercepts pointer events")
_CLOSED = ("has been closed", "Target closed", "Browser closed", "Connection closed", "crashed")
_COMING = "while waiting for event"
"""The input was given; what it was to bring (a tab, a download, a question for files) has not come."""
_BROUGHT = {"popup": "tab", "download": "download", "filechooser": "question for files"}
_TELLING_SECONDS = 2.0
_WRITTEN = {
    "date": "2026-03-31",
    "time": "09:30",
    "datetime-local": "2026-03-31T09:30",
    "month": "2026-03",
    "week": "2026-W14",
    "color": "#1a7f37",
}
"""What the browser's own fields hold, however it shows it (https://html.spec.whatwg.org/#dates-and-times)."""
_CALLED = {"datetime-local": "date and time", "range": "value on a scale", "color": "colour"}
_CRASHED = ("Target crashed", "Page crashed")
_BEGUN = ("performing", "scheduled navigations", _COMING)
_OF_THE_MOUSE = re.compile(r"attempting (?!fill|select)")
_REFUSED = re.compile(r"(?:retrying [^\n]*|waiting \d+ms)\s*$")


def fault(
    error: Error, act: Act, context: BrowserContext | None = None, *, crashed: bool = False
) -> RunError:
    """The run error for what Playwright raised while `act` was performed; `crashed`: in a tab that has."""
    text = str(error)
    run_error = _read(text, act)
    if crashed:
        run_error = crash_of(act.page)
    elif context is not None and is_closed(error) and not lives(context):
        run_error = BrowserGone(run_error.message, mend=run_error.mend)
    run_error.dispatched = _was_dispatched(text)
    return run_error


def was_done(error: Error, act: Act) -> bool:
    """The input itself was given, and only the page that it leads to did not come in time: that is for the
    completion criterion to wait for."""
    plain = act.opens is None and not isinstance(act.action, Download)
    return plain and "Timeout" in str(error) and "scheduled navigations" in str(error)


def lives(context: BrowserContext) -> bool:
    """Whether the browser is there, as far as it is known."""
    return context.browser is None or context.browser.is_connected()


async def see_that_it_lives(context: BrowserContext) -> None:
    """Raises BrowserGone where a closed tab was closed together with its browser, which is told of last."""
    with contextlib.suppress(Error, TimeoutError):
        async with asyncio.timeout(_TELLING_SECONDS):
            # Its answer comes behind all that there is to tell.
            await context.cookies("http://localhost")
    if not lives(context):
        raise browser_gone()


def browser_gone() -> BrowserGone:
    return BrowserGone("The browser was closed.", mend="Run the SOP again.")


def is_closed(error: Error) -> bool:
    """The page, its context or the whole browser is gone."""
    return any(sign in str(error) for sign in _CLOSED)


def _read(text: str, act: Act) -> RunError:
    if any(sign in text for sign in _CRASHED):
        return TabCrashed(f"The tab '{act.page}' crashed.")
    if any(sign in text for sign in _CLOSED):
        return PermanentError(
            "The browser was closed while the step was being done.",
            mend="Run the SOP again; 'handrail session status' shows how far this session came.",
        )
    if why := why_unreached(text):
        url = getattr(act.action, "url", "the page")
        fault = PermanentError if is_refused(text) else AppAway
        return fault(f"{url} could not be reached: {why}.", mend=mend_unreached(text))
    cover = _COVER.search(text)
    if cover:
        return UnexpectedPage(
            f"Something covers the element: {cover[1]}.",
            mend="Add a step that closes it, or run --headed to see it.",
        )
    if "strict mode violation" in text:
        return TargetAmbiguous("Several elements match the target.")
    if "did not find some options" in text:
        options = ", ".join(getattr(act.action, "options", ()))
        return PermanentError(
            f"The list has no option '{options}'.", mend="Give a value that the list offers."
        )
    if "Malformed value" in text and act.match is not None:
        return _malformed(act, act.match.element.input_type or "")
    if "element is not enabled" in text:
        return UnexpectedPage("The element stayed disabled.")
    if "element is not editable" in text:
        return UnexpectedPage("The field stayed read-only.")
    if "element is not visible" in text or "outside of the viewport" in text:
        return TargetNotFound("The element is there but not visible.")
    if "element is not stable" in text:
        return TransientError("The element kept moving.")
    if _COMING in text:
        what = next((words for name, words in _BROUGHT.items() if f'"{name}"' in text), "page")
        return TransientError(f"The {what} that the action brings did not come in time.")
    if "Timeout" in text:
        if act.match is None:
            return TransientError("The page did not load in time.")
        # Another look finds it again, or says what has become of it.
        return TransientError("The element disappeared before the action could be performed.")
    return PermanentError(text.splitlines()[0].removeprefix("Locator.").strip())


def _malformed(act: Act, kind: str) -> PermanentError:
    value = getattr(act.action, "value", "")
    given = "what it was given" if act.secret else f"'{value}'"
    if kind in _WRITTEN:
        mend = f"Write it as the browser keeps it, such as {_WRITTEN[kind]}."
    else:
        mend = "Give a value between its limits that one of its steps reaches."
    return PermanentError(f"A field for a {_CALLED.get(kind, kind)} does not take {given}.", mend=mend)


def _was_dispatched(text: str) -> bool:
    """Playwright's call log says when a press of the mouse began. Of keys, texts, options and files it says
    only what was waited for before: one that ends without a refusal may have begun."""
    if "Call log" not in text and "Timeout" not in text:
        return True
    if any(sign in text for sign in _BEGUN):
        return True
    return "locator resolved" in text and not (_OF_THE_MOUSE.search(text) or _REFUSED.search(text))


def crash_of(name: str) -> TabCrashed:
    """That a tab has crashed."""
    return TabCrashed(
        f"The tab '{name}' crashed.",
        mend="Run it again; if it crashes again, its page is the cause.",
    )
