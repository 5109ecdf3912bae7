"""The web application: its routes, and what they share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import JSONResponse

from handrail import __version__
from handrail._model import Model
from handrail.console import (
    events,
    home_pages,
    hooks,
    library_pages,
    live,
    policy_pages,
    session_deeds,
    session_pages,
    sessions,
    shelf,
    template_pages,
)
from handrail.console.asking import Viewer, service_of, tell_errors
from handrail.console.page import serve_page
from handrail.console.projecting import Projector
from handrail.console.shelf import Shelf
from handrail.console.tokens import Tokens
from handrail.errors import StoreError
from handrail.sessions.service import Service
from handrail.sessions.stage import Stage
from handrail.sessions.users import Role

_health = APIRouter(tags=["health"])


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
) -> FastAPI:
    """The app for a service.

    `sops` is the folder of what can be started, `nudge` tells the worker that something was queued, `working`
    says whether worker and scheduler live, `closing` whether the server is shutting down; on the `stage` are
    the browsers of the sessions that this process conducts.
    """
    app = FastAPI(title="Handrail", version=__version__, docs_url=None, redoc_url=None)
    app.state.service, app.state.tokens, app.state.shelf = service, tokens, Shelf(sops)
    app.state.nudge, app.state.working, app.state.closing = nudge, working, closing
    app.state.projector = Projector(stage or Stage())
    tell_errors(app)
    # Before the sessions' own: `/{session}/events` is longer than `/{session}`.
    routers = (
        events.router,
        live.router,
        session_pages.router,
        session_deeds.router,
        sessions.router,
        hooks.router,
        shelf.router,
        library_pages.router,
        template_pages.router,
        policy_pages.router,
        home_pages.router,
        _health,
    )
    for router in routers:
        app.include_router(router)
    serve_page(app)
    return app


@_health.get("/healthz")
def healthz() -> Health:
    """The process answers. Needs no token."""
    return Health()


@_health.get("/readyz", response_model=Health)
def readyz(request: Request) -> JSONResponse:
    """The database answers, and worker and scheduler live; 503 where not. Needs no token."""
    try:
        service_of(request).place.store.sessions(limit=1)
    except StoreError:
        return JSONResponse({"status": "the database does not answer", "version": __version__}, 503)
    if not request.app.state.working():
        return JSONResponse({"status": "no worker", "version": __version__}, 503)
    return JSONResponse(Health().model_dump())


@_health.get("/api/me", tags=["users"])
def me(user: Viewer) -> Me:
    """Whose token it is, and what it allows."""
    return Me(user=user.name, roles=tuple(sorted(user.roles)))
