"""What follows where nobody answers in time: the session ends, without a browser, where it can only end."""

from __future__ import annotations

from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.holder import this_process
from handrail.journal.events.event import Answered, SessionEnded, SessionId
from handrail.journal.views.outcome import outcome_of
from handrail.journal.views.state import state
from handrail.sessions.beginning.lining import walk_of
from handrail.sessions.people.pending import Pending, pending_of
from handrail.sessions.service.opening import Service
from handrail.sop.document import Sop
from handrail.sop.format import loads
from handrail.sop.graph import FAILED, Graph
from handrail.sop.node import Group, Loop

NOBODY = "nobody"


def end_unanswered(service: Service, one: Pending) -> bool:
    """Deny the action and end the session, as a worker would, and without a browser.

    False where a worker must do it: something around the step says how the run goes on without it, or must be
    undone; it is another kind of question; or somebody holds the session. Raises StoreError.
    """
    asked = one.asked
    sop = _sop(service, one.session)
    if asked.form != "approve" or sop is None or not _ends_the_run(sop, asked.node):
        return False
    held = service.dispatcher.claim(one.session, this_process())
    if held is None:
        return False
    if not _is_open(service, one):
        # It was answered in time, at the last moment, and may be done by now.
        service.dispatcher.release(held, "waiting")
        return False
    writer = JournalWriter(service.place.store, one.session, fence=held.fence)
    why = f"Nobody answered by {(asked.deadline or '')[:19].replace('T', ' ')} UTC."
    writer.write(
        Answered(
            kind="answered",
            request=asked.request,
            node=asked.node,
            answer="deny",
            by=NOBODY,
            why=why,
            via="time-out",
        ),
        durable=True,
    )
    behind = state(service.place.store.read(one.session))
    writer.write(
        SessionEnded(
            kind="session_ended",
            outcome=outcome_of(behind, "person"),
            node=behind.current,
            error=f"'{asked.question}' was not allowed. {why}",
            suggestion="Go on with 'handrail session resume' when it may go on.",
        ),
        durable=True,
    )
    service.inbox.forget(one.session)
    service.dispatcher.release(held, "ended")
    return True


def _is_open(service: Service, one: Pending) -> bool:
    """Whether the question is open still, now that nobody else works on the session."""
    return any(
        (other.request, other.at) == (one.request, one.at) for other in pending_of(service, one.session)
    )


def _sop(service: Service, session: SessionId) -> Sop | None:
    started = walk_of(service, session).started
    return loads(service.place.artefacts.get(started.sop).decode(), str(started.sop)) if started else None


def _ends_the_run(sop: Sop, node: str) -> bool:
    """Whether nothing around a step goes on without it, and nothing is to be undone for it."""
    graph = Graph(sop)
    if graph.node(node) is None:
        return False
    here: str | None = node
    while here is not None:
        around = graph.node(here)
        loops = isinstance(around, Loop) and around.on_item_failure != "stop"
        if (
            graph.following(here, FAILED) is not None
            or loops
            or (isinstance(around, Group) and around.atomic)
        ):
            return False
        parent = graph.parent(here)
        here = parent.id if parent is not None else None
    return True
