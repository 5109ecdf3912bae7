"""What every request goes through: whose token it is, what that user may do, and errors as documents."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from typing import Annotated, Any, Final

from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.requests import HTTPConnection
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.exceptions import HTTPException as AnyHTTPException

from handrail._model import Model
from handrail.console.refusals import Refusals
from handrail.console.tokens import Tokens
from handrail.errors import EnvironmentLack, HandrailError, InputError, NotThere, UsageError, VariableError
from handrail.journal.events.event import SessionId
from handrail.sessions.given.inputs import GIVE_THEM
from handrail.sessions.people import steering
from handrail.sessions.people.answering import NotYours
from handrail.sessions.people.pending import Waiting
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import Deed, User, lacks
from handrail.sessions.tables.given_files import folders_over_http

_MOST_WRONG: Final = 500
"""So many values that do not fit are told one by one."""


class WrongValue(Model):
    """A value of a run that is wished for and does not fit."""

    row: int | None
    """The row of the table that has it, from 1 on; none where there is no table."""
    name: str
    message: str


class Fault(Model):
    """What was wrong, and how it is mended."""

    message: str
    place: str | None = None
    mend: str | None = None
    category: str | None = None
    wrong: tuple[WrongValue, ...] = ()


class Refusal(Model):
    """The answer to what is not done."""

    error: Fault


class Misfit(Model):
    """A part of a request that does not fit: where, and why. What was sent is not repeated."""

    loc: tuple[str | int, ...]
    msg: str
    type: str


class Unfit(Model):
    """The answer to a request that does not fit its description."""

    detail: tuple[Misfit, ...]


REFUSED: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {
        "model": Refusal,
        "description": "Not done: no good token, no right to it, not there, not now, or too much.",
    },
    422: {"model": Refusal | Unfit, "description": "What was sent does not fit."},
}
"""What any request may be answered with."""

_bearer: Final = HTTPBearer(auto_error=False, description="A token of `handrail serve`.")


def service_of(request: Request) -> Service:
    """The service that the app was made for."""
    service = request.app.state.service
    assert isinstance(service, Service)
    return service


def _user(request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> User:
    tokens = request.app.state.tokens
    assert isinstance(tokens, Tokens)
    user = tokens.user_of(given.credentials) if given is not None else None
    if user is None:
        refuse(request)
        raise HTTPException(401, "A valid token is needed.", {"WWW-Authenticate": "Bearer"})
    return user


def token_of(request: HTTPConnection) -> str:
    """The token that a request brought."""
    return request.headers.get("authorization", "").partition(" ")[2].strip()


def refuse(request: HTTPConnection, why: str = "no valid token was given") -> None:
    """Have it journaled that somebody came, and could not be let in."""
    refusals = request.app.state.refusals
    assert isinstance(refusals, Refusals)
    refusals.add(request.client.host if request.client is not None else "unknown", why)


def _who_may(deed: Deed) -> Callable[[User], User]:
    def check(user: Annotated[User, Depends(_user)]) -> User:
        if not user.may(deed):
            raise HTTPException(403, f"{user.name} may not do this: {lacks(user, deed)}.")
        return user

    return check


def _waiting(request: Request) -> Waiting:
    waiting = request.app.state.waiting
    assert isinstance(waiting, Waiting)
    return waiting


def files_from(request: HTTPConnection) -> tuple[str, ...]:
    """The folders of this machine whose files whoever asks may have uploaded or opened."""
    state = request.app.state
    return folders_over_http(state.service.place.home, state.shelf.folder, state.access.files_from)


Here = Annotated[Service, Depends(service_of)]
FilesFrom = Annotated[tuple[str, ...], Depends(files_from)]
Open = Annotated[Waiting, Depends(_waiting)]
"""The open questions of the home; journals that have not grown are not read again."""
Anybody = Annotated[User, Depends(_user)]
"""Whoever has a good token, whatever it is for."""
Viewer = Annotated[User, Depends(_who_may("see"))]
Operator = Annotated[User, Depends(_who_may("operate"))]
Approver = Annotated[User, Depends(_who_may("answer"))]
Administrator = Annotated[User, Depends(_who_may("administer"))]


def session_of(service: Service, wanted: str, user: User) -> SessionId:
    """The user's session of this id; 404 where there is none for this user."""
    try:
        return steering.find(service, wanted, user)
    except UsageError as error:
        raise HTTPException(404, error.message) from error


def sees(service: Service, session: SessionId, user: User) -> bool:
    """Whether a session is still there for the user: it may have been handed to another, or removed."""
    try:
        return steering.find(service, session, user) == session
    except UsageError:
        return False


class _Told(JSONResponse):
    """An error that may repeat what was sent, in whatever signs: half of a pair cannot be sent as UTF-8."""

    def render(self, content: object) -> bytes:
        return json.dumps(content, separators=(",", ":")).encode()


def tell_errors(app: FastAPI) -> None:
    """Errors as documents: 403 for an answer that is not this person's to give, 404 for what is not there,
    409 for what does not fit the session's state, 422 for wrong input."""

    @app.exception_handler(HandrailError)
    async def told(_: Request, error: HandrailError) -> JSONResponse:
        return _Told({"error": document(error)}, _status(error))

    @app.exception_handler(RequestValidationError)
    async def unfit(_: Request, error: RequestValidationError) -> JSONResponse:
        # What was sent may hold a secret in the wrong place: the answer tells where, and not what.
        faults = [{name: fault[name] for name in ("loc", "msg", "type")} for fault in error.errors()]
        return _Told({"detail": faults}, 422)

    # Also for what no route answers, and a method that none has.
    @app.exception_handler(AnyHTTPException)
    async def refused(_: Request, error: AnyHTTPException) -> JSONResponse:
        return _Told({"error": {"message": error.detail}}, error.status_code, error.headers)


def document(error: HandrailError) -> dict[str, object]:
    """An error as data: what, where, and the mend. Where it is the machine that lacks something, the place is
    one of the machine's own."""
    return {
        "message": error.message,
        "place": None if isinstance(error, EnvironmentLack) else error.place,
        "mend": "Send a value for each of them." if error.mend == GIVE_THEM else error.mend,
        "category": error.category.value,
        **({"wrong": wrong} if (wrong := _wrong_values(error)) else {}),
    }


def _wrong_values(error: HandrailError) -> list[dict[str, object]]:
    """What is wrong with which variable's value; of a table with the row's number, from 1 on."""
    if not isinstance(error, VariableError):
        return []
    rows = error.rows or ((None, error.values),)
    told = ((row, name, text) for row, values in rows for name, text in values.items())
    return [{"row": row, "name": name, "message": text} for row, name, text in islice(told, _MOST_WRONG)]


def _status(error: HandrailError) -> int:
    if isinstance(error, NotYours):
        return 403
    if isinstance(error, NotThere):
        return 404
    if isinstance(error, UsageError):
        return 409
    if isinstance(error, InputError):
        return 422
    return 503 if isinstance(error, EnvironmentLack) else 500
