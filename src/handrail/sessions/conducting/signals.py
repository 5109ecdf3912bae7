"""Hearing that a process is asked to end: Ctrl-C, or SIGTERM."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

_ENDING = (signal.SIGINT, signal.SIGTERM)


def call_when_asked_to_end(act: Callable[[], None], *, once: bool = True) -> None:
    """Call `act` for Ctrl-C or SIGTERM, in the running loop; with `once`, a second one ends the process as
    usual.

    Windows has no signal handlers of a loop: there the process simply ends, and what is on disk holds.
    """
    loop = asyncio.get_running_loop()

    # Of Ctrl-C the loop's own: it cancels what runs, while what it awaits in its cleaning up still answers.
    usual = {number: signal.getsignal(number) or signal.SIG_DFL for number in _ENDING}

    def asked(number: signal.Signals) -> None:
        if once:
            loop.remove_signal_handler(number)
            signal.signal(number, usual[number])
        act()

    for number in _ENDING:
        try:
            loop.add_signal_handler(number, asked, number)
        except NotImplementedError:
            return
