"""Taking a session for one deed of one's own: to end it, to undo it, to hand it over."""

from __future__ import annotations

import time

from handrail.journal.chain.store import JournalStore, JournalWriter
from handrail.journal.database.holder import Holder
from handrail.journal.database.inbox import Message
from handrail.journal.database.lease import GRACE_SECONDS
from handrail.journal.database.work import WorkTable
from handrail.journal.events.event import HandedOver, SessionId
from handrail.sessions.service.dispatching import Dispatcher, Held


def claim(dispatcher: Dispatcher, work: WorkTable, session: SessionId, holder: Holder) -> Held | None:
    """The session, for a deed of one's own; none where somebody works on it, or it is over.

    Where its holder is dead, the grace is waited for.
    """
    held = dispatcher.claim(session, holder)
    if held is None:
        line = work.find(session)
        if line is not None and line.is_left:
            time.sleep(GRACE_SECONDS + 0.1)
            held = dispatcher.claim(session, holder)
    return held


def hand_over(store: JournalStore, held: Held, message: Message) -> None:
    """Journal that a session belongs to another user, or is tied to one worker, by the holder of the session:
    it is so in the queue, too, then. Raises StoreError.
    """
    to, worker, why = (str(message.body.get(name) or "") for name in ("to", "worker", "why"))
    event = HandedOver(
        kind="handed_over", to=to or held.job.owner, worker=worker or None, by=message.by, why=why
    )
    JournalWriter(store, held.session, fence=held.fence).write(event, durable=True)
