"""Sessions over HTTP: see, start, pause, resume, stop, answer, hand off."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import Field

from handrail._model import Model
from handrail.console.asking import Approver, FilesFrom, Here, Open, Operator, Viewer, session_of
from handrail.console.bodies import WholeSigns
from handrail.console.shelf import Shelf
from handrail.journal.database.work import WorkState
from handrail.journal.events.event import SessionId
from handrail.runtime.walk.settings import Settings
from handrail.sessions.beginning.starting import Start, check_startable, start
from handrail.sessions.given.inputs import resolve_inputs
from handrail.sessions.people import driving, steering
from handrail.sessions.people.answering import Reply, questions_for
from handrail.sessions.people.pending import Waiting
from handrail.sessions.people.standing import Standing, standing
from handrail.sessions.schedules.templates import find_template, start_template
from handrail.sessions.service.listing import SessionLine, list_sessions
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User

router = APIRouter(prefix="/api/sessions", tags=["sessions"], route_class=WholeSigns)


class StartBody(Model):
    """A session that is wished for: of an SOP of the shelf, or of a template."""

    sop: str | None = None
    """An SOP's id, as `/api/sops` lists it."""
    template: str | None = None
    inputs: dict[str, str] = Field(default_factory=dict)
    """Variables by name, as they would be typed."""
    autonomy: Literal["exact", "candidates"] = "candidates"
    step: bool = False
    """Ask before every step."""
    priority: int = 0


class WhyBody(Model):
    why: str = ""


class AnswerBody(Reply):
    """The answer to a question: one of the first ten."""

    request: str | None = None
    """Which question, where there are several."""


class HandOffBody(Model):
    """To whom: a user, a worker, or both."""

    to: str = ""
    worker: str = ""
    why: str = ""


class HandBackBody(Model):
    """Where to go on: a step's id, or `next`; none where the session finds it."""

    at: str | None = None


class Steered(Model):
    """How the session stands now; `held` while its step ends."""

    session: SessionId
    state: WorkState


@router.get("")
def list_all(
    service: Here,
    user: Viewer,
    limit: Annotated[int, Query(ge=1, le=1000)] = 50,
    batch: str | None = None,
) -> tuple[SessionLine, ...]:
    """The user's sessions, newest first."""
    return list_sessions(service.place.store, service.work, limit=limit, batch=batch, user=user)


@router.get("/{session}")
def get(session: str, service: Here, user: Viewer) -> Standing:
    """How a session stands."""
    return standing(service, session_of(service, session, user))


@router.post("", status_code=201)
def begin(body: StartBody, service: Here, user: Operator, files_from: FilesFrom, request: Request) -> Steered:
    """Queue a session."""
    if (body.sop is None) == (body.template is None):
        raise HTTPException(422, "Name either an SOP or a template.")
    if body.template is not None:
        line = find_template(service, body.template, user)
        session = start_template(service, line, owner=user.name, given=body.inputs, files_from=files_from)
    else:
        shelf = request.app.state.shelf
        assert isinstance(shelf, Shelf)
        path, sop = shelf.find(body.sop or "")
        check_startable(sop, service.place.home, path.name, user.name)
        settings = Settings(autonomy=body.autonomy, ask_every_step=body.step)
        inputs = resolve_inputs(sop, body.inputs, folder=path.parent, files_from=files_from)
        wish = Start(
            sop, inputs, user.name, settings, path=path, priority=body.priority, files_from=files_from
        )
        session = start(service, wish)
    request.app.state.nudge()
    return Steered(session=session, state="queued")


@router.post("/{session}/pause")
def pause(session: str, service: Here, user: Operator) -> Steered:
    """Put a session aside; one that runs finishes its step."""
    found = session_of(service, session, user)
    return Steered(session=found, state=steering.pause(service, found, user))


@router.post("/{session}/resume")
def resume(session: str, service: Here, user: Operator, request: Request) -> Steered:
    """Have a worker go on with a session."""
    found = session_of(service, session, user)
    state = steering.resume(service, found)
    request.app.state.nudge()
    return Steered(session=found, state=state)


@router.post("/{session}/stop")
def stop(session: str, service: Here, user: Operator, body: WhyBody | None = None) -> Steered:
    """End a session; one that runs finishes its step."""
    found = session_of(service, session, user)
    why = body.why if body is not None else ""
    return Steered(session=found, state=steering.stop(service, found, user, why))


@router.post("/{session}/answer")
def answer(
    session: str, service: Here, user: Approver, body: AnswerBody, request: Request, waiting: Open
) -> Steered:
    """Answer the question that a session waits for: one of the user's, or one that is put to this user."""
    found = _asked_by(service, session, user, waiting)
    state = steering.answer(service, found, user, body, body.request)
    request.app.state.nudge()
    return Steered(session=found, state=state)


@router.post("/{session}/take-over")
def take_over(
    session: str, service: Here, user: Operator, request: Request, body: WhyBody | None = None
) -> Steered:
    """Have the session's browser given to the user; one at rest is brought to where it was before."""
    found = session_of(service, session, user)
    state = driving.take_over(service, found, user, body.why if body is not None else "")
    request.app.state.nudge()
    return Steered(session=found, state=state)


@router.post("/{session}/hand-back")
def hand_back(session: str, service: Here, user: Operator, body: HandBackBody | None = None) -> Steered:
    """Let a session that was taken over go on by itself."""
    found = session_of(service, session, user)
    driving.hand_back(service, found, user, body.at if body is not None else None)
    return Steered(session=found, state="held")


@router.post("/{session}/hand-off")
def hand_off(session: str, service: Here, user: Operator, body: HandOffBody) -> Steered:
    """Pass a session to another user or worker."""
    found = session_of(service, session, user)
    state = steering.hand_off(service, found, user, to=body.to, worker=body.worker, why=body.why)
    return Steered(session=found, state=state)


def _asked_by(service: Service, session: str, user: User, waiting: Waiting) -> SessionId:
    if not user.may("administer"):
        for one in questions_for(service, user, waiting):
            if one.session == session:
                return one.session
    return session_of(service, session, user)
