"""A visit: one request with its session, its database connection and the form that it posted.

Handlers are plain functions from a visit to a response; the wrappers here make endpoints of them.
"""

import datetime
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)

from handrail_practice.database import connected, writing
from handrail_practice.drift import Variant
from handrail_practice.renaming import original
from handrail_practice.session import (
    Session,
    find_session,
    leave_message,
    open_session,
    take_message,
)
from handrail_practice.site import Site


@dataclass(frozen=True, slots=True)
class Upload:
    filename: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Form:
    """What was posted, under the fields' original names."""

    fields: Mapping[str, str] = field(default_factory=dict)
    uploads: Mapping[str, Upload] = field(default_factory=dict)

    def get(self, name: str) -> str:
        return self.fields.get(name, "").strip()


@dataclass(frozen=True, slots=True)
class Visit:
    request: Request
    site: Site
    db: sqlite3.Connection
    session: Session
    form: Form

    @property
    def variant(self) -> Variant:
        variant: Variant = self.request.state.variant
        return variant

    @property
    def number(self) -> int:
        """The record that the path names."""
        return int(self.request.path_params["number"])

    def query(self, name: str) -> str:
        return self.request.query_params.get(name, "").strip()

    def page(self, template: str, status: int = 200, **values: Any) -> HTMLResponse:
        """A whole page, with the message that was left for it."""
        message = take_message(self.db, self.session)
        return self.fragment(template, status, message=message, **values)

    def fragment(self, template: str, status: int = 200, **values: Any) -> HTMLResponse:
        """A part of a page, or the page of a frame."""
        html = self.site.render(
            template, self.variant, session=self.session, path=self.request.url.path, **values
        )
        return HTMLResponse(html, status, {"Cache-Control": "no-store"})

    def go(self, path: str, message: str | None = None) -> RedirectResponse:
        """On to another page, which will say the message."""
        if message is not None:
            leave_message(self.db, self.session, message)
        return RedirectResponse(path, 303)

    def record_look_alike(self, action: str) -> None:
        self.db.execute(
            "INSERT INTO look_alike_clicks (at, action, page) VALUES (?, ?, ?)",
            (now(), action, self.request.headers.get("referer", "")),
        )


Handler = Callable[[Visit], Response]
Endpoint = Callable[[Request], Awaitable[Response]]


_READING = frozenset({"GET", "HEAD"})


def page(handler: Handler) -> Endpoint:
    """An endpoint for those who are signed in; others are led to the sign-in page."""
    return _endpoint(handler, _refuse_to_sign_in)


def api(handler: Handler) -> Endpoint:
    """An endpoint for programs: by the cookie of who is signed in or by the account's token, in JSON.

    What changes something is JSON by its declared type, which no form of another site can send unasked.
    """

    async def endpoint(request: Request) -> Response:
        document: dict[str, Any] = {}
        if request.method not in _READING:
            if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
                return JSONResponse({"error": "send application/json"}, 415)
            try:
                document = await request.json()
            except ValueError:
                return JSONResponse({"error": "this is not JSON"}, 400)
            if not isinstance(document, dict):
                return JSONResponse({"error": "send an object"}, 400)
        return await run_in_threadpool(_call, handler, request, document)

    return endpoint


def _call(handler: Handler, request: Request, document: dict[str, Any]) -> Response:
    site: Site = request.app.state.site
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    with connected(site.database) as db:
        session = find_session(db, request.cookies.get(site.session_cookie, ""))
        by_token = scheme.lower() == "bearer" and site.account.accepts_token(token)
        if not by_token and (session is None or session.user is None):
            return JSONResponse({"error": "not signed in"}, 401)
        fields = {name: _entered(value) for name, value in document.items()}
        visit = Visit(request, site, db, session or Session("", site.account.email, ""), Form(fields))
        if request.method in _READING:
            return handler(visit)
        with writing(db):
            return handler(visit)


def _entered(value: object) -> str:
    """A JSON value as the form would have it."""
    if isinstance(value, bool):
        return "on" if value else ""
    return "" if value is None else str(value)


def public(handler: Handler) -> Endpoint:
    """An endpoint for everybody."""
    return _endpoint(handler, None)


def _endpoint(handler: Handler, refuse: Callable[[Request], Response] | None) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        form = await _read_form(request) if request.method == "POST" else Form()
        # SQLite blocks, so the whole visit happens in one worker thread with its own connection.
        return await run_in_threadpool(visit, request, form)

    def visit(request: Request, form: Form) -> Response:
        site: Site = request.app.state.site
        with connected(site.database) as db:
            session = find_session(db, request.cookies.get(site.session_cookie, ""))
            if refuse and (session is None or session.user is None):
                return refuse(request)
            new = session is None
            session = session or open_session(db, None)
            here = Visit(request, site, db, session, form)
            if request.method != "POST":
                response = handler(here)
            elif not session.allows(form.get("csrf")):
                response = PlainTextResponse("This form is out of date. Reload the page.", 403)
            else:
                with writing(db):
                    response = handler(here)
            if new:
                set_session_cookie(response, site, session)
            return response

    return endpoint


def set_session_cookie(response: Response, site: Site, session: Session) -> None:
    response.set_cookie(site.session_cookie, session.token, httponly=True, samesite="lax")


def now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def _refuse_to_sign_in(request: Request) -> Response:
    wanted = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return RedirectResponse(f"/sign-in?next={quote(wanted)}", 303)


async def _read_form(request: Request) -> Form:
    fields: dict[str, str] = {}
    uploads: dict[str, Upload] = {}
    async with request.form() as form:
        for name, value in form.multi_items():
            if not isinstance(value, UploadFile):
                fields[original(name)] = value
            elif value.filename:
                uploads[original(name)] = Upload(
                    value.filename,
                    value.content_type or "application/octet-stream",
                    await value.read(),
                )
    return Form(fields, uploads)
