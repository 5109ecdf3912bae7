"""What scripts of a page ask its server for because of a press (`fetch`, XMLHttpRequest, a picture): a deed
that nobody granted is not sent, as a form that leads there is not.

What came of a press may be sent when the next one is done already: so the last but one has a say, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from handrail.errors import Blocked
from handrail.policy.deeds.addresses import done_by_asking, words_of_deeds
from handrail.policy.deeds.deed import SAFE_METHODS
from handrail.policy.deeds.operations import meant_method
from handrail.sop.action import Action, Type

Sending = Callable[[str, str, str], None]
"""Judges a request by its method, its address and its body. Raises Blocked."""

_PRESSING: Final = frozenset(
    {"click", "double_click", "right_click", "press", "drag", "check", "uncheck", "select", "download"}
)
_LATE_SECONDS: Final = 3.0
_ASKED_SECONDS: Final = 5.0
"""What is asked for by GET so long after a press was done is what the page asks for again and again."""
_LONG: Final = 5
_OF_PAGES: Final = frozenset({"rsc", "next-router-prefetch", "next-router-state-tree", "x-inertia"})
"""Headers of frameworks that fetch the pages which links lead to: asking for one does nothing."""
_PURPOSES: Final = ("purpose", "sec-purpose", "x-sec-purpose", "x-purpose", "x-moz")
_FETCHED: Final = frozenset({"Image", "Media", "Script", "Stylesheet", "EventSource"})


def patterns_of_deeds() -> list[str]:
    """Addresses that are held whatever asks for them, a picture too; the browser knows them by itself, so
    that all others cost nothing."""
    words = [form for word in sorted(words_of_deeds()) for form in (word, word.capitalize())]
    # "Drop" is in "backdrop", and "sign" in "design".
    short, long = ([word for word in words if (len(word) < _LONG) == small] for small in (True, False))
    return [f"*{word}*" for word in long] + [f"*{sign}{word}*" for sign in "/=?&" for word in short]


class _Press(NamedTuple):
    at: float
    judge: Sending


class Scripts:
    """Judges what the scripts of one session's pages send."""

    def __init__(self) -> None:
        self._presses: tuple[_Press, ...] = ()
        self._done: float | None = None
        """When the last press was done; none while it is under way, as it may wait for its element."""
        self.asked = 0
        """How often they have asked a server for something since the last action began."""
        self.held = 0
        """How many requests were held and judged so far, those for documents too."""

    def acting(self, action: Action, judge: Sending) -> None:
        """An action begins."""
        self.asked = 0
        # A line's end that is typed is a press of Enter.
        presses = action.do in _PRESSING or (isinstance(action, Type) and "\n" in action.text)
        if not presses:
            self.rest()
            return
        now = time.monotonic()
        late = tuple(press for press in self._presses[-1:] if now - press.at < _LATE_SECONDS)
        self._presses = (*late, _Press(now, judge))
        self._done = None

    def acted(self) -> None:
        """The action is done, or was given up."""
        self._done = time.monotonic()

    def rest(self) -> None:
        """What pages send from now on is not because of a press."""
        self._presses = ()

    def judges(self, request: dict[str, Any], kind: str) -> bool:
        """Whether anything of such a request is to be judged. `kind` is the browser's word for what asks."""
        if not self._presses:
            return False
        if request["method"] in SAFE_METHODS:
            if self._done is not None and time.monotonic() - self._done > _ASKED_SECONDS:
                return False
            return bool(done_by_asking(request["url"])) and not _asks_for_a_page(request["headers"])
        return kind not in _FETCHED

    def check(self, request: dict[str, Any]) -> None:
        """Raises Blocked for what no press that may have brought it about was granted."""
        first: Blocked | None = None
        body = request.get("postData", "")
        method = meant_method(request["method"], request["headers"], body)
        for press in reversed(self._presses):
            try:
                press.judge(method, request["url"], body)
                return
            except Blocked as blocked:
                first = first or blocked
        if first is not None:
            raise first


def _asks_for_a_page(headers: dict[str, str]) -> bool:
    """Whether a framework fetches a page that may be looked at, or fetches it ahead."""
    named = {name.lower(): value for name, value in headers.items()}
    return bool(_OF_PAGES & named.keys()) or any("prefetch" in named.get(name, "") for name in _PURPOSES)
