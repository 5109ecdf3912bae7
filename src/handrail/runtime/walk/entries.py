"""What the journal is told of a task's action: before it, behind it, and where it failed."""

from __future__ import annotations

from handrail.errors import Blocked, RunError
from handrail.journal.events.event import Acted, ActFailed, Intended, Settled
from handrail.policy import Proposal
from handrail.runtime.walk.keeping import Kept
from handrail.runtime.walk.scribe import Scribe
from handrail.sop.node import Task


class Entries:
    """The entries of one task. Those of an effect that happens once are on disk before anything goes on."""

    def __init__(self, scribe: Scribe, node: Task) -> None:
        self._scribe = scribe
        self._node = node

    def intend(self, attempt: int, proposal: Proposal, kept: Kept, *, held_before: bool) -> None:
        """The action is about to be sent; `held_before` says that its criterion holds without it."""
        self._scribe.write(
            Intended(
                kind="intended",
                node=self._node.id,
                attempt=attempt,
                effect=self._node.effect,
                action=proposal.action,
                do=proposal.kind,
                url=proposal.page_url or None,
                target=kept.target,
                old_value=kept.old_value,
                secret=kept.secret,
                held_before=held_before or None,
            ),
            durable=self._once,
        )

    def acted(self, attempt: int, millis: float, file: str | None) -> None:
        """The action was done in so many milliseconds, and gave this file."""
        told = Acted(kind="acted", node=self._node.id, attempt=attempt, millis=millis, file=file)
        if self._once:
            self._scribe.write(told, durable=True)
        else:
            self._scribe.note(told)

    def failed(self, attempt: int, error: RunError | Blocked) -> None:
        """The action failed, or was refused on its way."""
        self._scribe.write(
            ActFailed(
                kind="act_failed",
                node=self._node.id,
                attempt=attempt,
                category=error.category,
                message=error.message,
                dispatched=error.dispatched,
            ),
            durable=self._once,
        )

    def refused(self, attempt: int, error: RunError) -> None:
        """Where the app has refused what an effect sent, nothing is in doubt. What it refuses of one that was
        tried before may be that it stands there already."""
        if error.refused and self._once and attempt == 1:
            settled = Settled(
                kind="settled",
                node=self._node.id,
                attempt=attempt,
                verdict="not done",
                why=error.refused,
            )
            self._scribe.write(settled, durable=True)

    @property
    def _once(self) -> bool:
        return self._node.effect == "once"
