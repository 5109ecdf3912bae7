"""What scripts of a page ask its server for because of a press (`fetch`, XMLHttpRequest): a deed that nobody
granted is not sent, as a form that leads there is not.

What came of a press may be sent when the next one is done already: so the last but one has a say, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from handrail.errors import Blocked
from handrail.policy.deed import SAFE_METHODS
from handrail.policy.operations import meant_method

Sending = Callable[[str, str, str], None]
"""Judges a request by its method, its address and its body. Raises Blocked."""

_PRESSING: Final = frozenset(
    {"click", "double_click", "right_click", "press", "drag", "check", "uncheck", "select", "download"}
)
_LATE_SECONDS: Final = 3.0


class _Press(NamedTuple):
    at: float
    judge: Sending


class Scripts:
    """Judges what the scripts of one session's pages send."""

    def __init__(self) -> None:
        self._presses: tuple[_Press, ...] = ()
        self.asked = 0
        """How often they have asked a server for something since the last action began."""

    def acting(self, kind: str, judge: Sending) -> None:
        """An action of this kind begins."""
        self.asked = 0
        if kind not in _PRESSING:
            self.rest()
            return
        now = time.monotonic()
        late = tuple(press for press in self._presses[-1:] if now - press.at < _LATE_SECONDS)
        self._presses = (*late, _Press(now, judge))

    def rest(self) -> None:
        """What pages send from now on is not because of a press."""
        self._presses = ()

    def judges(self, request: dict[str, Any]) -> bool:
        """Whether anything of such a request is to be judged."""
        return bool(self._presses) and request["method"] not in SAFE_METHODS

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
