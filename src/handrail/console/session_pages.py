"""What the console's pages of sessions read: lists, pages, procedures, pictures, questions."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Depends, Response

from handrail._model import Model
from handrail.console.asking import OpenQuestion, open_questions
from handrail.console.viewing import SessionView, ViewLine, session_view, sop_of_session, view_lines
from handrail.errors import HandrailError, UsageError
from handrail.journal.event import Artefact, Pictured, SessionId
from handrail.journal.fold import walk
from handrail.sessions.listing import SessionLine, list_sessions
from handrail.sessions.service import Service
from handrail.sessions.steering import find
from handrail.sessions.users import User
from handrail.sop.document import Sop
from handrail.sop.outline import Outline, outline

Who = Callable[..., User]
"""A dependency that tells who asks, and refuses those whom nobody knows."""

_LONGEST = 500
"""So many sessions are listed, the newest."""

_KINDS = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"RIFF": "image/webp"}


class SessionSop(Model):
    """The procedure of a session, as it was when the session began."""

    document: Sop
    outline: Outline


def session_pages(service: Service, who: Who) -> APIRouter:
    """The routes, for a service whose users `who` tells."""
    routes = APIRouter()

    @routes.get("/api/console/sessions")
    def sessions(user: User = Depends(who)) -> tuple[ViewLine, ...]:
        """The sessions that the user sees, newest first."""
        return view_lines(service.place, _lines(service, user))

    @routes.get("/api/console/sessions/{session}")
    def session(session: str, user: User = Depends(who)) -> SessionView:
        """All that is known of a session."""
        return session_view(service.place, _line(service, session, user))

    @routes.get("/api/console/sessions/{session}/sop", response_model=None)
    def sop(session: str, user: User = Depends(who)) -> dict[str, object]:
        """The procedure that the session runs."""
        found = sop_of_session(service.place, find(service, session, user))
        return {
            "document": found.model_dump(mode="json", by_alias=True, exclude_defaults=True),
            "outline": outline(found).model_dump(mode="json"),
        }

    @routes.get("/api/sessions/{session}/pictures/{picture}", response_class=Response)
    def picture(session: str, picture: str, user: User = Depends(who)) -> Response:
        """A picture of the session's own journal."""
        return _picture(service, find(service, session, user), Artefact(picture))

    @routes.get("/api/questions")
    def questions(session: str | None = None, user: User = Depends(who)) -> tuple[OpenQuestion, ...]:
        """What waits for a person: in one session, or in all that the user sees."""
        lines = _lines(service, user) if session is None else (_line(service, session, user),)
        return open_questions(service.place, lines)

    return routes


def _lines(service: Service, user: User) -> tuple[SessionLine, ...]:
    return list_sessions(service.place.store, service.work, limit=_LONGEST, user=user)


def _line(service: Service, wanted: str, user: User) -> SessionLine:
    session = find(service, wanted, user)
    lines = list_sessions(service.place.store, service.work, user=user)
    found = next((line for line in lines if line.session == session), None)
    if found is None:
        raise UsageError(f"There is no session '{wanted}'.")
    return found


def _picture(service: Service, session: SessionId, picture: Artefact) -> Response:
    # Files of other sessions are not this one's to show, whoever knows their address.
    gathered = walk(service.place.store.read(session))
    pictures = {
        event.picture
        for visit in gathered.all_visits
        for entry in visit.picture_entries
        if isinstance(event := entry.event, Pictured)
    }
    offered = {offer.picture for visit in gathered.all_visits for offer in visit.offered}
    proposed = {
        address
        for entry in gathered.amendments
        if entry.kind == "amendment_proposed"
        for address in getattr(entry.event, "pictures", ())
    }
    if picture not in pictures | offered | proposed:
        raise UsageError(f"The session '{session}' has no such picture.")
    try:
        content = service.place.artefacts.get(picture)
    except ValueError as error:
        raise UsageError("This is no address of a picture.") from error
    kind = next((name for magic, name in _KINDS.items() if content.startswith(magic)), None)
    if kind is None:
        raise HandrailError("This file is not a picture that can be shown.")
    # Its address is the hash of its content: it never changes.
    headers = {"Cache-Control": "private, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
    return Response(content, media_type=kind, headers=headers)
