"""Signing in by OpenID Connect: to the provider and back, with a token of this service that expires.

What comes in the fragment of the console's own address is a pass, which the page changes for the token at
once; it works once, in the browser that came back from the provider. Nothing is signed in by a cookie alone.
"""

from __future__ import annotations

import hmac
import secrets
import time
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import Field

from handrail._model import Model
from handrail.approvals.links import BadLink, ExpiredLink, Link, Links
from handrail.console.access import AccessDocument
from handrail.console.answer_links import page
from handrail.console.asking import Anybody, Here, refuse, token_of
from handrail.console.home_pages import NewToken
from handrail.console.oidc import Flow, NotSignedIn, Provider
from handrail.console.passes import UsedPass, pass_for, token_for
from handrail.errors import EnvironmentLack, HandrailError

router = APIRouter(tags=["users"])

_COOKIE: Final = "handrail-sign-in"
_ENTERING: Final = "handrail-enter"
"""What the browser in which somebody has signed in knows, and no other."""
_ENTER: Final = "/api/sign-in"
_SECONDS: Final = 600
_PASS_SECONDS: Final = 60
"""From the redirect to the page that follows it."""
BACK: Final = "/sign-in/back"


class SignInWays(Model):
    """How one may sign in here, beside a token."""

    oidc: str | None
    """What the provider is called; none where there is none. The way leads through `/sign-in`."""


@router.get("/api/sign-in")
def ways(request: Request) -> SignInWays:
    """How one may sign in. Needs no token."""
    access: AccessDocument = request.app.state.access
    return SignInWays(oidc=access.oidc.name if access.oidc else None)


class Entering(Model):
    """A pass, as it stands in the address of a link that signs in."""

    given: str = Field(max_length=2000)


@router.post(_ENTER)
def enter(body: Entering, request: Request, response: Response, service: Here) -> NewToken:
    """Change a pass for a token; it works once. Needs no token."""
    try:
        browser = request.cookies.get(_ENTERING, "")
        token = token_for(service.place.home, body.given, request.app.state.tokens, browser)
        response.delete_cookie(_ENTERING, path=_ENTER)
        return NewToken(token=token)
    except UsedPass as used:
        refuse(request, used.message)
        raise HTTPException(403, f"{used.message} {used.mend}") from used


@router.post("/api/sign-out", status_code=204)
def leave(user: Anybody, request: Request) -> None:
    """End the token of the request, where signing in has given it. One that was given to a person stays."""
    request.app.state.tokens.end(token_of(request))


@router.get("/sign-in", include_in_schema=False)
def begin(request: Request, service: Here) -> Response:
    """To the provider."""
    provider: Provider | None = request.app.state.provider
    access: AccessDocument = request.app.state.access
    if provider is None:
        return page("result", 404, title="Not here", text="This service accepts only tokens for signing in.")
    flow = Flow(*(secrets.token_urlsafe(32) for _ in range(3)))
    try:
        answer = RedirectResponse(provider.address(flow), 303)
    except HandrailError as error:
        return _told(error)
    until = int(time.time()) + _SECONDS
    kept = Links(service.place.home).token(Link("sign-in", flow.state, flow.nonce, flow.verifier, "", until))
    secure = _is_secure(access)
    answer.set_cookie(
        _COOKIE, kept, max_age=_SECONDS, path="/sign-in", httponly=True, samesite="lax", secure=secure
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


@router.get(BACK, include_in_schema=False)
def back(
    request: Request,
    service: Here,
    state: Annotated[str, Query(max_length=500)] = "",
    code: Annotated[str, Query(max_length=4000)] = "",
    error: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """From the provider, with a code; on to the console, with a token."""
    provider: Provider | None = request.app.state.provider
    access: AccessDocument = request.app.state.access
    if provider is None or access.oidc is None:
        return page("result", 404, title="Not here", text="This service accepts only tokens for signing in.")
    try:
        flow = _flow(request, service.place.home)
        if not hmac.compare_digest(flow.state.encode(), state.encode("utf-8", "surrogatepass")):
            raise NotSignedIn("This sign-in was not started in this browser.")
        if error or not code:
            raise NotSignedIn("The provider did not let you in.")
        who = provider.identity(code, flow)
        browser = secrets.token_urlsafe(32)
        given = pass_for(
            service.place.home,
            who.name,
            who.roles,
            seconds=_PASS_SECONDS,
            lasts=access.oidc.lasts,
            browser=browser,
        )
    except HandrailError as failed:
        refuse(request, failed.message)
        answer: Response = _told(failed)
    else:
        answer = RedirectResponse(f"/#enter={quote(given, safe='')}", 303)
        answer.set_cookie(
            _ENTERING,
            browser,
            max_age=_PASS_SECONDS,
            path=_ENTER,
            httponly=True,
            samesite="strict",
            secure=_is_secure(access),
        )
    answer.delete_cookie(_COOKIE, path="/sign-in")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _is_secure(access: AccessDocument) -> bool:
    return (access.address or "").startswith("https://")


def _flow(request: Request, home: Path) -> Flow:
    try:
        link = Links(home).read(request.cookies.get(_COOKIE, ""), time.time())
    except (BadLink, ExpiredLink):
        raise NotSignedIn("The sign-in took too long, or was started in another browser.") from None
    if link.session != "sign-in":
        raise NotSignedIn("The sign-in was not started here.")
    return Flow(link.request, link.at, link.person)


def _told(error: HandrailError) -> HTMLResponse:
    status = 502 if isinstance(error, EnvironmentLack) else 403
    return page("result", status, title="You are not signed in", text=f"{error.message} {error.mend or ''}")
