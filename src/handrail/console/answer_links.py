"""The page behind a signed link: what is asked, and its answer. Opening it answers nothing; sending it does.

It needs no sign-in and no script: the link itself says who may answer what, and until when.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import time
from functools import cache
from typing import Final
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment

from handrail._templates import templates
from handrail.approvals.approver import DENYING
from handrail.approvals.links import BadLink, ExpiredLink, Link, Links
from handrail.approvals.notice import WORDS, Notice
from handrail.console.asking import Here
from handrail.errors import HandrailError, UsageError
from handrail.journal.events.event import SessionId
from handrail.runtime.people.consulting import NOBODY
from handrail.sessions.beginning.lining import walk_of
from handrail.sessions.people.answering import (
    AlreadyAnswered,
    NotYours,
    TooLate,
    answer,
    directory,
    refuse,
    reply_of,
    told_of,
)
from handrail.sessions.people.pending import Pending, answers_to, closed_by, pending_of
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User

router = APIRouter(prefix="/answer", tags=["links"], include_in_schema=False)

_MOST_BYTES: Final = 100_000
_STATUS: Final[dict[type[HandrailError], int]] = {
    BadLink: 404,
    ExpiredLink: 410,
    AlreadyAnswered: 410,
    TooLate: 410,
    NotYours: 403,
}

_TITLES: Final[dict[type[HandrailError], str]] = {
    # The question itself may still be open.
    BadLink: "This link does not work",
    ExpiredLink: "This link does not work any more",
    AlreadyAnswered: "No answer is needed here",
    TooLate: "No answer is needed here",
    NotYours: "Somebody else must answer",
}
_GOES_ON: Final = "The session goes on."
_NOT_NOW: Final = "It cannot be answered now"


# Mail scanners ask with HEAD whether a link leads anywhere.
@router.api_route("/{token}", methods=["GET", "HEAD"])
def show(token: str, service: Here) -> HTMLResponse:
    """The question, with a button for each answer."""
    try:
        link, one = _opened(service, token)
    except HandrailError as error:
        return _refused(error)
    return _question(service, link, one)


@router.post("/{token}")
async def give(token: str, service: Here, request: Request) -> HTMLResponse:
    """Take the answer."""
    raw = bytearray()
    async for part in request.stream():
        raw += part
        if len(raw) > _MOST_BYTES:
            return page("result", 413, title="Too long", text="This answer is too long.")
    form = {
        name: values[-1]
        for name, values in parse_qs(raw.decode("utf-8", "replace"), keep_blank_values=True).items()
    }
    given = await asyncio.to_thread(_take, service, token, form)
    request.app.state.nudge()
    return given


def _take(service: Service, token: str, form: dict[str, str]) -> HTMLResponse:
    try:
        link, one = _opened(service, token)
        verb = form.get("answer", "")
        if not verb:
            return _question(service, link, one, "Choose one of the answers.")
        value = form.get("choice", "") if verb == "choose" else form.get("value", "")
        reply = reply_of(verb, value, form.get("why", ""))
        state = answer(service, one.session, _user(link), reply, one.request, via="link")
    except HandrailError as error:
        if isinstance(error, UsageError) and type(error) is UsageError:
            return _question(service, link, one, f"{error.message} {error.mend or ''}")
        return _refused(error)
    done = "It is not done." if verb in DENYING else _GOES_ON
    if state == "paused":
        done = "The session is paused: your answer counts when somebody resumes it."
    need = one.asked.need
    if need is not None and verb not in DENYING and len(one.allowed_by) + 1 < need.quorum:
        done = f"{need.quorum - len(one.allowed_by) - 1} more must allow it."
    return page(
        "result", title="Thank you", text=f"Your answer is kept: {WORDS.get(verb, verb).lower()}. {done}"
    )


def _opened(service: Service, token: str) -> tuple[Link, Pending]:
    """The link and its question, while it is open for this person.

    Raises BadLink, ExpiredLink, AlreadyAnswered, TooLate, NotYours.
    """
    link = Links(service.place.home).read(token, time.time())
    known = directory(service)
    behind = walk_of(service, _session(link), values=True)
    if link.person not in known.people or behind.started is None:
        raise BadLink("This link is no longer valid.", mend="Sign in to the console to answer.")
    for one in pending_of(service, _session(link), behind):
        if (one.request, one.at) == (link.request, link.at):
            if link.person in one.allowed_by:
                raise AlreadyAnswered("You have answered this already.")
            refuse(one.asked, _user(link), known)
            return link, one
    raise AlreadyAnswered(_settled(service, link))


def _settled(service: Service, link: Link) -> str:
    behind = walk_of(service, _session(link))
    asked = behind.asked.get(link.request)
    if asked is not None and asked.at == link.at:
        # Where several people had to allow it, the last one's question has an id of its own.
        said = [
            given
            for id, given in behind.answers.items()
            if id == link.request or ((one := behind.asked.get(id)) and one.known_as == asked.known_as)
        ]
        by = closed_by(asked, behind, answers_to(asked, service.inbox.answers(_session(link))))
        if by is None and said and said[-1].by == NOBODY:
            return told_of(said[-1])
        names = [given.by for given in said if given.by != NOBODY] + ([by.by] if by is not None else [])
        if link.person in names:
            return "You have answered this already."
        if names:
            who = dict.fromkeys(names)
            return f"{' and '.join(who)} {'have' if len(who) > 1 else 'has'} answered this."
    return "This question is not open any more."


def _session(link: Link) -> SessionId:
    return SessionId(link.session)


def _user(link: Link) -> User:
    # What the person may do is said by the file of people, and by the link.
    return User(link.person, frozenset())


def _question(service: Service, link: Link, one: Pending, fault: str = "") -> HTMLResponse:
    notice = Notice(
        event="asked",
        session=one.session,
        title=one.title,
        label=one.label,
        asked=one.asked,
        person=link.person,
    )
    picture = ""
    if one.picture is not None:
        raw = service.place.artefacts.get(one.picture)
        picture = f"data:image/jpeg;base64,{base64.b64encode(raw).decode()}"
    verbs = [verb for verb in one.asked.choices if verb in WORDS]
    return page(
        "question",
        422 if fault else 200,
        title=one.asked.question,
        notice=notice,
        picture=picture,
        verbs=[
            (verb, WORDS[verb], verb in DENYING) for verb in verbs if verb not in ("edit", "answer", "again")
        ],
        edits="edit" in verbs,
        answers="answer" in verbs,
        again="again" in verbs,
        options=_options(one),
        fault=fault,
    )


def _options(one: Pending) -> list[tuple[str, str]]:
    """What can be chosen: its id, and in words."""
    asked = one.asked
    named = [choice for choice in asked.choices if choice not in WORDS and choice != "choose"]
    if named:
        return list(zip(named, [option.words for option in asked.options] or named, strict=False))
    return [(str(option.number), option.words) for option in asked.options]


def _refused(error: HandrailError) -> HTMLResponse:
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 500)
    title = next((words for kind, words in _TITLES.items() if isinstance(error, kind)), _NOT_NOW)
    return page("result", status, title=title, text=f"{error.message} {error.mend or ''}")


def page(name: str, status: int = 200, **given: object) -> HTMLResponse:
    """A page of its own, which loads and runs nothing."""
    nonce = secrets.token_urlsafe(16)
    html = _pages().get_template(f"{name}.html").render(nonce=nonce, **given)
    rules = (
        "default-src 'none'",
        f"style-src 'nonce-{nonce}'",
        "img-src data:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
    headers = {
        "Content-Security-Policy": "; ".join(rules),
        "Cache-Control": "no-store",
        # Without any, a browser names no page as the form's origin, and the answer would be refused.
        "Referrer-Policy": "same-origin",
    }
    return HTMLResponse(html, status, headers)


@cache
def _pages() -> Environment:
    return templates("handrail.console")
