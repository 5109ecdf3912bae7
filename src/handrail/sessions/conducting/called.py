"""A session that a worker has, and what people call to it while it goes on: pause, stop, skip, take over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from handrail.errors import StoreError
from handrail.journal.chain.store import JournalStore
from handrail.journal.database.inbox import Inbox, Message, Verb
from handrail.journal.database.work import WorkState
from handrail.runtime.walk.stopping import Call, StopSignal
from handrail.sessions.service.claiming import hand_over
from handrail.sessions.service.dispatching import Held

Report = Callable[[str], None]
"""Takes a line for people."""

_HEARD: Final[tuple[Verb, ...]] = (
    *("pause", "stop", "hand-off", "step", "skip", "give-up", "branch"),
    *("take-over", "hand-back"),
)


@dataclass
class Running:
    """A session that this worker has."""

    held: Held
    stop: StopSignal = field(default_factory=StopSignal)
    called: asyncio.Event = field(default_factory=asyncio.Event)
    """Something may have been called to it."""
    parked_as: WorkState | None = None
    """What it is to be when it was parked."""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """This worker has let go of it."""
    _obeyed: list[Message] = field(default_factory=list)
    _heard: set[int] = field(default_factory=set)

    async def hear(self, inbox: Inbox, report: Report) -> None:
        """Do what was called to it since it was heard last; an inbox that cannot be read is reported."""
        try:
            messages = await asyncio.to_thread(inbox.untaken, self.held.session, *_HEARD)
        except StoreError as error:
            report(f"{self.held.session}: {error}")
            return
        for message in messages:
            if message.id not in self._heard:
                self._heard.add(message.id)
                self._obey(message, inbox)

    def park(self, to: WorkState, why: str) -> None:
        """Have it wait after its step, and be `to` then: paused, or queued for another worker."""
        if to == "queued" and self.stop.wheel.driver:
            # Nobody but the person knows how it goes on.
            to = "waiting"
        # Whoever pauses it means it, also while the worker shuts down.
        if self.parked_as != "paused":
            self.parked_as = to
        self.stop.stop(why, park=True)

    def settle(self, inbox: Inbox, store: JournalStore, *, over: bool) -> None:
        """Note what was obeyed, as the session is given back. Raises StoreError.

        Only then: a successor of a killed worker must obey it, too.
        """
        for message in self._obeyed:
            if message.verb == "hand-off":
                hand_over(store, self.held, message)
        if over:
            inbox.forget(self.held.session)
            return
        # A stop is settled by the end alone, and what is wanted of a node holds until the walk is there.
        open_calls = {call.id for call in self.stop.pending}
        inbox.take(*(one for one in self._obeyed if one.verb != "stop" and one.id not in open_calls))

    def _obey(self, message: Message, inbox: Inbox) -> None:
        if message.verb in ("take-over", "hand-back"):
            self._steer(message, inbox)
            return
        self._obeyed.append(message)
        match message.verb:
            case "stop":
                self.stop.stop(str(message.body.get("why") or f"Stopped by {message.by}."))
            case "pause":
                self.park("paused", f"Paused by {message.by}.")
            case "step" | "skip" | "give-up" | "branch" as verb:
                self.stop.call(_call(message, verb))
            case _:
                self.park("queued", f"Handed over by {message.by}.")

    def _steer(self, message: Message, inbox: Inbox) -> None:
        """Who drives is a matter of this browser: what was called is over with it."""
        inbox.take(message)
        wheel, at = self.stop.wheel, message.body.get("at")
        if message.verb == "take-over":
            wheel.want(message.by, str(message.body.get("why") or ""))
        elif wheel.driver or wheel.wish is not None:
            wheel.give_back(message.by, at if isinstance(at, str) else None)


def _call(message: Message, verb: Literal["step", "skip", "give-up", "branch"]) -> Call:
    body = message.body
    return Call(
        id=message.id,
        verb=verb,
        by=message.by,
        node=str(body.get("node") or ""),
        on=body.get("on") is not False,
        outcome=str(body.get("outcome") or ""),
        why=str(body.get("why") or ""),
    )
