"""Who gave a value to a field: a script of the page, or a program that works in a person's place.

The in-page script writes a note into the console for every value that came without a trusted event. With each
note the browser tells the calls that led to it, across the worlds that hide them from one another
(DevTools protocol, `Runtime.consoleAPICalled`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

_NOTE: Final = "handrail:given"
"""The first word of such a note; the in-page script knows it, too."""
_EXTENSION: Final = "chrome-extension:"
_PUPPETEER: Final = re.compile(r"pptr:internal|pptr:.*puppeteer-core")
"""The scripts of Puppeteer name the line that they were sent from: its own, or the driving program's."""
_PLAYWRIGHT: Final = frozenset({"selectOptions", "fill", "setInputFiles"})
"""The functions, in a script without an address, by which Playwright gives values to fields."""

_WEBDRIVER: Final = "apply.element-6066-11e4-a52e-4f735466cecf"
"""What WebDriver calls with an element (https://www.w3.org/TR/webdriver2/#elements names them so)."""
_EVALUATED: Final = frozenset({"executeScript", "executeAsyncScript"})


def given_by(event: Mapping[str, Any]) -> str | None:
    """The note in an event of the console where a program gave the value; none for any other event.

    What a driver has a page evaluate counts as the page's own.
    """
    words = [argument.get("value") for argument in event["args"]]
    if len(words) != 2 or words[0] != _NOTE:
        return None
    calls = event.get("stackTrace", {}).get("callFrames", [])
    return str(words[1]) if _is_outside(calls) else None


def _is_outside(calls: Sequence[Mapping[str, Any]]) -> bool:
    """The first call is the note's own. Without another one the browser itself was told to give the value."""
    caller = next((call for call in calls if call["scriptId"] != calls[0]["scriptId"]), None)
    if caller is None:
        return True
    url: str = caller["url"]
    if url:
        return url.startswith(_EXTENSION) or _PUPPETEER.match(url) is not None
    names = {call["functionName"] for call in calls}
    return caller["functionName"] in _PLAYWRIGHT or (_WEBDRIVER in names and not names & _EVALUATED)
