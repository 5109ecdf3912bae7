"""What people do to one session from the console: undo, fork, go step by step, skip, choose a way."""

from __future__ import annotations

from fastapi import APIRouter, Request

from handrail._model import Model
from handrail.console.asking import Here, Operator, Viewer, session_of
from handrail.console.bodies import WholeSigns
from handrail.journal.events.event import SessionId
from handrail.journal.keeping.private import shown
from handrail.sessions.conducting.forking import fork_for_worker
from handrail.sessions.people import calling
from handrail.sessions.people.undoing import undo_by_worker
from handrail.sessions.reports.explaining import Explained, explain

router = APIRouter(prefix="/api/sessions/{session}", tags=["sessions"], route_class=WholeSigns)


class UndoBody(Model):
    """What is to be taken back."""

    to: str | None = None
    """Only back to the last visit of this node, itself included; all of it without."""
    why: str = ""


class ForkBody(Model):
    """From where on a new session is to do it anew."""

    node: str
    repeat: tuple[str, ...] = ()
    """Nodes whose effect may be done again."""


class StepBody(Model):
    """Whether to ask before every step from now on."""

    on: bool


class SkipBody(Model):
    """The optional step that is to be passed over."""

    node: str
    why: str = ""


class BranchBody(Model):
    """The way that a decision is to take."""

    node: str
    outcome: str
    why: str = ""


class GiveUpBody(Model):
    """Why an exploration is to end."""

    why: str = ""


class Made(Model):
    """The session that was made."""

    session: SessionId


@router.post("/undo", status_code=202)
def undo(session: str, body: UndoBody, service: Here, user: Operator, request: Request) -> Made:
    """Have a worker take back what the session did, the last of it first."""
    found = session_of(service, session, user)
    undo_by_worker(service, found, user, to=body.to, why=body.why)
    request.app.state.nudge()
    return Made(session=found)


@router.post("/fork", status_code=201)
def fork(session: str, body: ForkBody, service: Here, user: Operator, request: Request) -> Made:
    """Begin a new session of the same owner that does this node anew, from the checkpoint before it."""
    found = session_of(service, session, user)
    made = fork_for_worker(service, found, body.node, body.repeat, by=user.name)
    request.app.state.nudge()
    return Made(session=made)


@router.post("/step", status_code=204)
def step(session: str, body: StepBody, service: Here, user: Operator, request: Request) -> None:
    """Ask before every step from now on, or not any more."""
    calling.step(service, session_of(service, session, user), user, on=body.on)
    request.app.state.nudge()


@router.post("/skip", status_code=204)
def skip(session: str, body: SkipBody, service: Here, user: Operator, request: Request) -> None:
    """Go on without an optional step."""
    calling.skip(service, session_of(service, session, user), user, body.node, body.why)
    request.app.state.nudge()


@router.post("/branch", status_code=204)
def branch(session: str, body: BranchBody, service: Here, user: Operator, request: Request) -> None:
    """Take this way of a decision when the session comes to it next."""
    found = session_of(service, session, user)
    calling.branch(service, found, user, body.node, body.outcome, body.why)
    request.app.state.nudge()


@router.post("/give-up", status_code=204)
def give_up(session: str, body: GiveUpBody, service: Here, user: Operator, request: Request) -> None:
    """End the exploration that the session is in."""
    calling.give_up(service, session_of(service, session, user), user, body.why)
    request.app.state.nudge()


@router.get("/decisions")
def decisions(session: str, service: Here, user: Viewer, node: str | None = None) -> Explained:
    """Why the gate decided so: about a step, or about all that was not a plain yes."""
    found = session_of(service, session, user)
    return explain(shown(service.place.store, found), service.place.artefacts, node)
