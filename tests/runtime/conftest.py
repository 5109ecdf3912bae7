"""Running an SOP in a real browser."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from pydantic import JsonValue

from handrail.approvals import Approval, ApprovalRequest, CallbackApprover
from handrail.browser import LaunchedBrowser
from handrail.journal.events.event import Event
from handrail.journal.views.summary import Summary
from handrail.policy import Policy
from handrail.runtime.walk.settings import Settings
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.foreground import run_session
from handrail.sessions.service.place import Order, Place
from handrail.sop.document import Sop
from tests.pace import quick
from tests.runtime.models import serve_model

__all__ = ["serve_model"]

QUICK = quick(find_seconds=1, verify_seconds=1, navigation_seconds=5, retry_seconds=0.05)


class Runner:
    """Runs SOPs and keeps the events of the last run."""

    def __init__(self, launched: LaunchedBrowser, place: Place) -> None:
        self.launched = launched
        self.place = place
        self.events: list[Event] = []
        self.stop = StopSignal()
        self.asked: list[ApprovalRequest] = []
        self.on_event: Callable[[Event], None] = lambda event: None

    async def __call__(
        self,
        sop: Sop,
        inputs: Mapping[str, JsonValue] | None = None,
        secrets: Mapping[str, str] | None = None,
        settings: Settings = QUICK,
        answer: Callable[[ApprovalRequest], Approval | Awaitable[Approval]] | None = None,
        policy: Policy | None = None,
    ) -> Summary:
        self.events.clear()

        def watch(event: Event) -> None:
            self.events.append(event)
            self.on_event(event)

        def ask(request: ApprovalRequest) -> Approval | Awaitable[Approval]:
            self.asked.append(request)
            return answer(request) if answer else Approval(answer="deny", by="nobody")

        return await run_session(
            Order(sop, inputs or {}, secrets or {}, settings, policy=policy),
            self.place,
            self.launched,
            approver=CallbackApprover(ask),
            stop=self.stop,
            watcher=watch,
        )

    def kinds(self, node: str) -> list[str]:
        """The kinds of the events of a node, in order, pictures and checkpoints left out."""
        return [
            e.kind
            for e in self.events
            if getattr(e, "node", None) == node and e.kind not in ("pictured", "checkpoint")
        ]


@pytest.fixture
def run(launched: LaunchedBrowser, place: Place) -> Runner:
    return Runner(launched, place)


RunSop = Callable[..., Awaitable[Summary]]
