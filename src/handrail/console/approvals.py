"""Approvals over HTTP: what waits for this user's answer, and answering it."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request, Response

from handrail._model import Model
from handrail.console.asking import Approver, Here, Open, Viewer
from handrail.console.bodies import WholeSigns
from handrail.console.sessions import AnswerBody, Steered
from handrail.errors import UsageError
from handrail.journal.events.event import Artefact, Asked, SessionId
from handrail.sessions.people.answering import (
    AlreadyAnswered,
    answer,
    directory,
    find_question,
    objection_to,
    questions_for,
)
from handrail.sessions.people.pending import Pending
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User

router = APIRouter(prefix="/api/approvals", tags=["approvals"], route_class=WholeSigns)


class ApprovalView(Model):
    """A question that waits for people, as one user sees it."""

    request: str
    """The id by which it is answered."""
    session: SessionId
    title: str
    label: str
    owner: str
    asked: Asked
    allowed_by: tuple[str, ...]
    picture: Artefact | None
    """Address of the picture; `/api/approvals/REQUEST/picture` gives it."""
    objection: str | None
    """Why this user cannot allow it; none where they can."""


@router.get("")
def list_open(service: Here, user: Viewer, waiting: Open) -> tuple[ApprovalView, ...]:
    """The open questions of the user's sessions, and those that are put to people like this user."""
    return tuple(_view(service, one, user) for one in questions_for(service, user, waiting))


@router.get("/{request}")
def get(request: str, service: Here, user: Viewer) -> ApprovalView:
    """One open question."""
    return _view(service, _find(service, user, request), user)


@router.get("/{request}/picture", response_class=Response)
def picture(request: str, service: Here, user: Viewer) -> Response:
    """The page with the element that it is about, masked."""
    one = _find(service, user, request)
    if one.picture is None:
        raise HTTPException(404, "There is no picture of it.")
    content = service.place.artefacts.get(one.picture)
    return Response(content, media_type="image/jpeg", headers={"Cache-Control": "private, no-store"})


@router.post("/{request}/answer")
def give(request: str, body: AnswerBody, service: Here, user: Approver, http: Request) -> Steered:
    """Answer it. 403 where this user may not, 409 where somebody was quicker or the time is over."""
    one = _find(service, user, request)
    state = answer(service, one.session, user, body, one.request)
    http.app.state.nudge()
    return Steered(session=one.session, state=state)


def _find(service: Service, user: User, request: str) -> Pending:
    try:
        return find_question(service, user, request)
    except AlreadyAnswered:
        raise
    except UsageError as error:
        raise HTTPException(404, error.message) from error


def _view(service: Service, one: Pending, user: User) -> ApprovalView:
    unable = None if user.may("answer") else f"{user.name} may not answer."
    objection = objection_to(one.asked, user, directory(service), one.allowed_by) or unable
    return ApprovalView(
        request=one.request,
        session=one.session,
        title=one.title,
        label=one.label,
        owner=one.owner,
        asked=one.asked,
        allowed_by=one.allowed_by,
        picture=one.picture,
        objection=objection,
    )
