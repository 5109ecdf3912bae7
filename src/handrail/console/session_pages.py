"""What the console's pages of sessions read: lists, pages, procedures, pictures, questions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Response
from pydantic import JsonValue

from handrail._model import Model
from handrail.console.asking import Here, Open, Viewer, session_of
from handrail.console.library import document_of
from handrail.console.questions import OpenQuestion, open_questions
from handrail.console.row_views import TableRows, Which, table_rows
from handrail.console.viewing import SessionView, ViewLine, session_view, sop_of_session, view_lines
from handrail.errors import HandrailError
from handrail.journal.events.event import Artefact, Pictured, SessionId
from handrail.journal.views.fold import walk
from handrail.sessions.audit.audit_export import MEDIA_TYPES, SUFFIXES, Form, export
from handrail.sessions.people.answering import questions_for
from handrail.sessions.people.pending import Waiting
from handrail.sessions.reports.report_file import session_report
from handrail.sessions.service.listing import SessionLine, list_sessions
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User
from handrail.sop.outline import Outline, outline

router = APIRouter(tags=["console"])

_LONGEST = 500
"""So many sessions are listed, the newest."""

_KINDS = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"RIFF": "image/webp"}


class SessionSop(Model):
    """The procedure of a session."""

    document: dict[str, JsonValue]
    outline: Outline


@router.get("/api/console/sessions")
def sessions(service: Here, user: Viewer) -> tuple[ViewLine, ...]:
    """The sessions that the user sees, newest first."""
    return view_lines(_lines(service, user))


@router.get("/api/console/sessions/{session}")
def session(session: str, service: Here, user: Viewer) -> SessionView:
    """All that is known of a session."""
    return session_view(service.place, _line(service, session, user))


@router.get("/api/console/sessions/{session}/rows")
def rows(
    session: str,
    service: Here,
    user: Viewer,
    which: Which = "all",
    skip: Annotated[int, Query(ge=0)] = 0,
    most: Annotated[int, Query(ge=1, le=500)] = 100,
) -> TableRows:
    """Rows of a table, at most so many of those that stand so, with how all of them stand."""
    return table_rows(service, session_of(service, session, user), which=which, skip=skip, most=most)


@router.get("/api/console/sessions/{session}/sop")
def sop(session: str, service: Here, user: Viewer) -> SessionSop:
    """The procedure that the session runs, as it was when the session began."""
    found = sop_of_session(service.place, session_of(service, session, user))
    return SessionSop(document=document_of(found), outline=outline(found))


@router.get("/api/sessions/{session}/pictures/{picture}", response_class=Response)
def picture(session: str, picture: str, service: Here, user: Viewer, waiting: Open) -> Response:
    """A picture of the session's own journal; of another's, the one that a question to this user has."""
    for one in questions_for(service, user, waiting) if not user.may("administer") else ():
        if one.session == session and one.picture == picture:
            return _picture(service, one.session, Artefact(picture))
    return _picture(service, session_of(service, session, user), Artefact(picture))


@router.get("/api/sessions/{session}/report", response_class=Response)
def report(session: str, service: Here, user: Viewer) -> Response:
    """The session's report, as one HTML file to keep."""
    found = session_of(service, session, user)
    html = session_report(service.place.store, service.place.artefacts, found)
    # It is for the disk: shown from this address, it would be a page beside the console.
    headers = {"Content-Disposition": f'attachment; filename="{found}.html"'}
    return Response(html, media_type="text/html; charset=utf-8", headers=headers)


@router.get("/api/sessions/{session}/audit", response_class=Response)
def audit(session: str, service: Here, user: Viewer, form: Form = "bundle", why: str = "") -> Response:
    """The session's journal as evidence for others: a signed bundle with its verifier, JSON Lines, or CSV.

    The audit log is told who took it, and why. The session must be the user's, or the user an admin.
    """
    found = session_of(service, session, user)
    content = export(service.place, [found], form, by=user.name, why=why)
    name = f"handrail-audit-{found}{SUFFIXES[form]}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"}
    return Response(content, media_type=MEDIA_TYPES[form], headers=headers)


@router.get("/api/questions")
def questions(
    service: Here, user: Viewer, waiting: Open, session: str | None = None
) -> tuple[OpenQuestion, ...]:
    """What waits for a person: in one session, or in all that the user sees, with what others' sessions ask
    people like this user."""
    if session is not None:
        return open_questions(service, (_line(service, session, user),), user)
    own, put = _lines(service, user), _put_to(service, user, waiting)
    lines = list_sessions(service.place.store, service.work) if put else ()
    others = open_questions(service, (line for line in lines if line.session in put), user)
    asked = {request for requests in put.values() for request in requests}
    return (*open_questions(service, own, user), *(one for one in others if one.request in asked))


def _put_to(service: Service, user: User, waiting: Waiting) -> dict[SessionId, set[str]]:
    """The questions of sessions that are not the user's, and are put to people like the user."""
    found: dict[SessionId, set[str]] = {}
    if user.may("answer") and not user.may("administer"):
        for one in questions_for(service, user, waiting):
            if not user.sees(one.owner):
                found.setdefault(one.session, set()).add(one.asked.request)
    return found


def _lines(service: Service, user: User) -> tuple[SessionLine, ...]:
    return list_sessions(service.place.store, service.work, limit=_LONGEST, user=user)


def _line(service: Service, wanted: str, user: User) -> SessionLine:
    session = session_of(service, wanted, user)
    lines = list_sessions(service.place.store, service.work, session=session, user=user)
    if not lines:
        raise HTTPException(404, f"There is no session '{wanted}'.")
    return lines[0]


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
    asked = {question.picture for question in gathered.asked.values()}
    if picture not in pictures | offered | proposed | asked:
        raise HTTPException(404, f"The session '{session}' has no such picture.")
    try:
        content = service.place.artefacts.get(picture)
    except ValueError as error:
        raise HTTPException(404, "This is not a picture's address.") from error
    kind = next((name for magic, name in _KINDS.items() if content.startswith(magic)), None)
    if kind is None:
        raise HandrailError("This file is not a picture that can be shown.")
    # Its address is the hash of its content: it never changes. It may be erased, though, and another may sign
    # in with the same browser.
    headers = {
        "Cache-Control": "private, max-age=3600, immutable",
        "Vary": "Authorization",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(content, media_type=kind, headers=headers)
