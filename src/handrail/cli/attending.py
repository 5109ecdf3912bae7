"""The person at the terminal of a run whose browser they can see: asked where it is stuck, and heard when
they hand back."""

from __future__ import annotations

import asyncio
import getpass
import os
import sys

from handrail.cli.output import say, styled
from handrail.runtime.walk.wheel import Attendant, Stuck

_ANSWERS: dict[str, Stuck] = {"t": "take_over", "a": "again", "s": "stop", "q": "stop"}


class TerminalAttendant:
    """Prompts on stderr, reads stdin."""

    @property
    def name(self) -> str:
        return getpass.getuser()

    async def stuck(self, label: str, why: str) -> Stuck:
        """See `Attendant.stuck`; the end of stdin stops."""
        say(styled(f"\n  '{label}' cannot be done: {why}", "yellow"))
        while True:
            say("  [t]ake over and show it, try [a]gain, [s]top:")
            line = await _line()
            if line is None:
                return "stop"
            if answer := _ANSWERS.get(line.strip().lower()[:1]):
                return answer

    async def hands_back(self, told: str) -> str | None:
        """See `Attendant.hands_back`; after the end of stdin nobody hands back here."""
        say("    Work in the browser. Enter hands it back: the run finds where it is and goes on;")
        say("    'next' and Enter where the step is done, a step's id and Enter to go on there.")
        line = await _line()
        if line is None:
            await asyncio.Event().wait()
        return (line or "").strip() or None


def attendant(*, visible: bool) -> Attendant | None:
    """Whoever can take over here: somebody at the terminal, whose browser can be reached."""
    return TerminalAttendant() if visible and sys.stdin.isatty() else None


async def _line() -> str | None:
    """The next line of the terminal; none at its end. It can be given up before one comes."""
    loop = asyncio.get_running_loop()
    if os.name != "posix":
        return await asyncio.to_thread(sys.stdin.readline) or None
    ready = asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), ready.set)
    try:
        await ready.wait()
        return sys.stdin.readline() or None
    finally:
        loop.remove_reader(sys.stdin.fileno())
