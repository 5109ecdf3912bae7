"""The console's pages about the home itself: users and their tokens, health."""

from __future__ import annotations

import shutil
from collections import Counter
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field

from handrail import __version__
from handrail._model import Model
from handrail.console.asking import Administrator, Here
from handrail.console.bodies import WholeSigns
from handrail.console.tokens import Tokens
from handrail.journal.database.work import WorkState
from handrail.sessions.operating.doctor import Check, examine
from handrail.sessions.service.users import Role, local_user

router = APIRouter(prefix="/api/console", tags=["home"], route_class=WholeSigns)


class UserLine(Model):
    """Somebody who may use the console and the API."""

    user: str
    roles: tuple[Role, ...]
    first: bool = False
    """The owner of the home, whose token is a file in it."""


class UserBody(Model):
    """Who is to get a token, and what for."""

    user: str = Field(min_length=1, max_length=80, pattern=r"^\S(.*\S)?$")
    roles: tuple[Role, ...] = Field(min_length=1)


class NewToken(Model):
    """A token, told this once."""

    token: str


class WorkerLine(Model):
    """A worker that holds sessions now."""

    worker: str
    machine: str
    sessions: int
    gone: bool


class Examined(Check):
    """One thing that was looked at on the server's machine."""


class HealthPage(Model):
    """How the service stands."""

    version: str
    home: str
    database: str
    free_bytes: int
    working: bool
    """Whether the server's own worker and scheduler live."""
    work: dict[WorkState, int]
    """How many sessions stand so."""
    workers: tuple[WorkerLine, ...]


def _tokens(request: Request) -> Tokens:
    tokens = request.app.state.tokens
    assert isinstance(tokens, Tokens)
    return tokens


Given = Annotated[Tokens, Depends(_tokens)]


@router.get("/users")
def users(user: Administrator, tokens: Given) -> tuple[UserLine, ...]:
    """Who has a token."""
    owner = local_user()
    first = UserLine(user=owner.name, roles=tuple(owner.roles), first=True)
    return (first, *(UserLine(user=line.user, roles=line.roles) for line in tokens.lines()))


@router.post("/users", status_code=201)
def add_user(body: UserBody, user: Administrator, tokens: Given) -> NewToken:
    """Make a token for somebody; it is told this once."""
    return NewToken(token=tokens.add(body.user, body.roles))


@router.delete("/users/{name}", status_code=204, response_class=Response)
def remove_user(name: str, user: Administrator, tokens: Given) -> None:
    """Take somebody's token back."""
    tokens.remove(name)


@router.get("/health")
def health(service: Here, user: Administrator, request: Request) -> HealthPage:
    """How the service stands: space, queue, workers."""
    lines = service.work.lines()
    held = [line for line in lines if line.holder is not None]
    return HealthPage(
        version=__version__,
        home=str(service.place.home),
        database=service.database.place,
        free_bytes=shutil.disk_usage(service.place.home).free,
        working=request.app.state.working(),
        work=dict(Counter(line.state for line in lines)),
        workers=tuple(
            WorkerLine(worker=worker, machine=machine, sessions=count, gone=gone)
            for (worker, machine, gone), count in Counter(
                (line.holder.worker, line.holder.machine, line.holder.gone) for line in held if line.holder
            ).items()
        ),
    )


@router.post("/health/examine")
async def examine_here(service: Here, user: Administrator) -> tuple[Examined, ...]:
    """What `handrail doctor` says of the server's machine; it starts a browser for it."""
    return tuple([Examined(**check.model_dump()) async for check in examine(service.place.home)])
