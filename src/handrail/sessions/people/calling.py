"""What people call to single steps of a session while it goes on: step by step, skip, end a search, a branch.

Each is heard by whoever conducts the session, between two actions.
"""

from __future__ import annotations

from pydantic import JsonValue

from handrail.errors import UsageError
from handrail.journal.database.inbox import Verb
from handrail.journal.events.event import SessionId
from handrail.journal.views.fold import walk
from handrail.sessions.people.steering import queued_line, refuse_over
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User
from handrail.sop.document import Sop
from handrail.sop.format import loads
from handrail.sop.graph import FAILED, Graph
from handrail.sop.node import Decision, Node


def step(service: Service, session: SessionId, user: User, *, on: bool) -> None:
    """Be asked before every step from now on, or not any more. Raises UsageError for one that is over."""
    _post(service, session, user, "step", {"on": on})


def skip(service: Service, session: SessionId, user: User, node: str, why: str = "") -> None:
    """Go on without the step that the session is at; what was already sent to the app stays sent.

    Raises UsageError for a step that is not optional, and that no `failed` edge leads on from.
    """
    sop = _sop(service, session)
    found = _node(sop, node)
    if not found.optional and Graph(sop).following(node, FAILED) is None:
        raise UsageError(
            f"'{found.label}' is not optional: what follows may need it.",
            mend="Stop the session, or do the step by hand and answer for it.",
        )
    _post(service, session, user, "skip", {"node": node, "why": why})
    _let_go_on(service, session)


def give_up(service: Service, session: SessionId, user: User, why: str = "") -> None:
    """End the exploration that the session is in; a person is asked how it goes on."""
    node = walk(service.place.store.read(session)).open
    if not node:
        raise UsageError(f"The session '{session}' is not exploring now.")
    _post(service, session, user, "give-up", {"node": node[-1], "why": why})


def branch(service: Service, session: SessionId, user: User, node: str, outcome: str, why: str = "") -> None:
    """Take this way of a decision when the session comes to it next, whatever its checks or a model say.

    Raises UsageError for a node that is no decision, or has no such outcome.
    """
    found = _node(_sop(service, session), node)
    if not isinstance(found, Decision):
        raise UsageError(f"'{found.label}' is not a decision.")
    if outcome not in found.outcomes:
        raise UsageError(
            f"'{found.label}' has no outcome '{outcome}'.", mend=f"It may be: {', '.join(found.outcomes)}."
        )
    _post(service, session, user, "branch", {"node": node, "outcome": outcome, "why": why})


def _post(service: Service, session: SessionId, user: User, verb: Verb, body: dict[str, JsonValue]) -> None:
    line = queued_line(service, session)
    refuse_over(service, session, line)
    service.inbox.post(session, verb, user.name, body)


def _let_go_on(service: Service, session: SessionId) -> None:
    """A session that waits for an answer hears nothing before it is taken up."""
    service.work.move(session, ["waiting"], "queued")


def _sop(service: Service, session: SessionId) -> Sop:
    started = walk(service.place.store.read(session)).started
    if started is None:
        raise UsageError(f"The journal of the session '{session}' has no beginning.")
    return loads(service.place.artefacts.get(started.sop).decode(), str(started.sop))


def _node(sop: Sop, wanted: str) -> Node:
    for node in sop.walk_nodes():
        if node.id == wanted:
            return node
    raise UsageError(f"The procedure has no step '{wanted}'.")
