"""The web application: its routes, and what they share."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import JSONResponse

from handrail import __version__
from handrail._model import Model
from handrail.console import (
    answer_links,
    approvals,
    events,
    home_pages,
    hooks,
    library_pages,
    live,
    picking,
    policy_pages,
    recording_picture,
    recordings,
    secret_pages,
    session_deeds,
    session_pages,
    sessions,
    shelf,
    sign_in,
    template_pages,
)
from handrail.console.access import AccessDocument
from handrail.console.asking import REFUSED, Viewer, service_of, tell_errors
from handrail.console.bodies import Bounded
from handrail.console.limiting import Limited
from handrail.console.oidc import Provider
from handrail.console.page import serve_page
from handrail.console.refusals import Refusals
from handrail.console.shelf import Shelf
from handrail.console.tokens import Tokens
from handrail.errors import EnvironmentLack, StoreError
from handrail.sessions.beginning.vaulting import channel_secret
from handrail.sessions.browsing import SharedBrowser
from handrail.sessions.conducting.projecting import Projector
from handrail.sessions.conducting.stage import Stage
from handrail.sessions.operating.doctor import see_home
from handrail.sessions.people.pending import Waiting
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import Role

_health = APIRouter(tags=["health"])

_LEAST_FREE: Final = 50 * 1024**2
"""Bytes of the home's disk without which no session comes to its end."""


class Me(Model):
    """Who asks."""

    user: str
    roles: tuple[Role, ...]


class Health(Model):
    status: Literal["ok"] = "ok"
    version: str = __version__


def make_app(
    service: Service,
    tokens: Tokens,
    sops: Path,
    *,
    nudge: Callable[[], None] = lambda: None,
    working: Callable[[], bool] = lambda: True,
    closing: Callable[[], bool] = lambda: False,
    stage: Stage | None = None,
    access: AccessDocument | None = None,
    browser: SharedBrowser | None = None,
) -> FastAPI:
    """The app for a service.

    `sops` is the folder of what can be started, `nudge` tells the worker that something was queued, `working`
    says whether worker and scheduler live, `closing` whether the server is shutting down; on the `stage` are
    the browsers of the sessions that this process conducts; in the `browser`, elements are picked.
    """
    app = FastAPI(title="Handrail", version=__version__, docs_url=None, redoc_url=None, responses=REFUSED)
    app.state.service, app.state.tokens, app.state.shelf = service, tokens, Shelf(sops)
    app.state.nudge, app.state.working, app.state.closing = nudge, working, closing
    app.state.refusals = Refusals(service.place.store, service.place.home)
    app.state.tour = ""
    app.state.recordings = recordings.Recordings(service.place.home)
    app.state.projector = Projector(stage or Stage())
    app.state.browser, app.state.picking = browser, 0
    app.state.waiting = Waiting(service, values=True)
    app.state.access = access or AccessDocument()
    app.state.provider = _provider(app.state.access, service)
    tell_errors(app)
    # Before the sessions' own: `/{session}/events` is longer than `/{session}`.
    routers = (
        events.router,
        live.router,
        picking.router,
        recording_picture.router,
        session_pages.router,
        session_deeds.router,
        sessions.router,
        hooks.router,
        shelf.router,
        library_pages.router,
        recordings.router,
        template_pages.router,
        policy_pages.router,
        home_pages.router,
        secret_pages.router,
        approvals.router,
        answer_links.router,
        sign_in.router,
        _health,
    )
    for router in routers:
        app.include_router(router)
    app.add_middleware(Bounded, tokens=tokens)
    app.add_middleware(Limited, limits=app.state.access.limits, is_good=lambda one: _is_good(tokens, one))
    serve_page(app)
    return app


def _is_good(tokens: Tokens, given: str) -> bool:
    try:
        return tokens.user_of(given) is not None
    except StoreError:
        return False


def _provider(access: AccessDocument, service: Service) -> Provider | None:
    """Whom people sign in with, beside tokens. Raises EnvironmentLack where a part for it is missing."""
    if access.oidc is None:
        return None
    if find_spec("joserfc") is None:
        raise EnvironmentLack(
            "Signing in by OpenID Connect needs a part that is not installed.",
            mend="Install it with: pip install 'handrail[oidc]'.",
        )
    home = service.place.home
    back = f"{access.address}{sign_in.BACK}"
    return Provider(access.oidc, back, lambda name: channel_secret(home, name))


@_health.get("/healthz")
def healthz() -> Health:
    """The process answers. Needs no token."""
    return Health()


@_health.get("/readyz", response_model=Health, responses={503: {"description": "It cannot work now."}})
def readyz(request: Request) -> JSONResponse:
    """The database answers, the home can be written, and worker and scheduler live; 503 where not. Needs no
    token."""
    place = service_of(request).place
    try:
        place.store.sessions(limit=1)
    except StoreError:
        return JSONResponse({"status": "the database does not answer", "version": __version__}, 503)
    if see_home(place.home, _LEAST_FREE).standing == "lacking":
        return JSONResponse({"status": "nothing can be written to the home", "version": __version__}, 503)
    if not request.app.state.working():
        return JSONResponse({"status": "no worker", "version": __version__}, 503)
    return JSONResponse(Health().model_dump())


@_health.get("/api/me", tags=["users"])
def me(user: Viewer) -> Me:
    """Whose token it is, and what it allows."""
    return Me(user=user.name, roles=tuple(sorted(user.roles)))
