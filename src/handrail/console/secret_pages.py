"""The console's secrets: their names for everybody, and the one way by which a value goes in.

A value comes from an administrator, over loopback or HTTPS alone, and goes into the store that `handrail
secret set` uses. Nothing gives it out again: no answer, no error, no journal and no log holds it.
"""

from __future__ import annotations

import ipaddress
from collections import defaultdict
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import Field, SecretStr

from handrail._model import Model
from handrail.console.asking import Administrator, Here, Viewer
from handrail.console.bodies import WholeSigns
from handrail.console.library import Library
from handrail.console.library_pages import Shelves
from handrail.errors import HandrailError, UsageError, Waiting
from handrail.secrets import SecretBook, StoredSecret, open_book
from handrail.secrets.book import is_there
from handrail.sessions.given.inputs import lacking_secrets, secret_names
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User


class _Discreet(WholeSigns):
    """What does not fit is refused without repeating any of it: a mistyped request may hold the value."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def discreetly(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as error:
                fields = sorted(
                    {str(fault["loc"][-1]) for fault in error.errors() if fault["type"] != "extra_forbidden"}
                )
                named = ", ".join(field for field in fields if field in _FIELDS) or "a field"
                raise HTTPException(422, f"This does not fit: {named}.") from None

        return discreetly


router = APIRouter(prefix="/api/console", tags=["home"], route_class=_Discreet)


class SecretLine(Model):
    """A secret by its name; values are never told."""

    name: str
    user: str = ""
    """The only user whose sessions get it."""
    kept: bool
    """The home keeps it; else it comes from the environment or a vault, or is lacking."""
    known: bool
    """Whether a worker in the server's place could read it."""
    kind: str = ""
    hosts: tuple[str, ...] = ()
    """The only hosts that it may be typed into."""
    for_sops: tuple[str, ...] = ()
    """Ids of the only SOPs that get it."""
    set_at: str = ""
    set_by: str = ""
    wanted_by: tuple[str, ...] = ()
    """Names of the SOPs of the library that ask for it."""


class SecretPage(Model):
    """The secrets that the library's SOPs want, and those that the home keeps."""

    place: str
    """Where the home keeps secrets, in words; empty where it keeps none."""
    error: str | None
    """Why what is kept cannot be listed."""
    secrets: tuple[SecretLine, ...]


class SecretBody(Model):
    """A secret to keep, in place of one with its name and user."""

    name: str = Field(max_length=80)
    value: SecretStr = Field(min_length=1, max_length=10_000)
    one_time: bool = False
    """It is the seed of one-time codes."""
    hosts: tuple[str, ...] = ()
    """The only hosts that it may be typed into; any host of the procedure without."""
    sops: tuple[str, ...] = ()
    """Ids of the only SOPs that get it; all without."""
    user: str = Field(default="", max_length=200)
    """The only user whose sessions get it; those of everybody without."""


class Kept(Model):
    """What became of a secret."""

    name: str
    place: str
    """Where it is kept, in words."""


_PASSED_ON = ("forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host")
"""A proxy on this machine sent it on: for whom, over what, only a proxy that is named can say."""

_FIELDS = frozenset(SecretBody.model_fields)


def _unseen(request: Request) -> None:
    """Raises 403 where others could read what is sent on its way."""
    if request.url.scheme == "https":
        return
    client = request.client.host if request.client is not None else ""
    passed_on = any(name in request.headers for name in _PASSED_ON)
    if _is_loopback(client) and _is_loopback(request.url.hostname or "") and not passed_on:
        return
    raise HTTPException(
        403,
        "A secret is taken on the server's own machine or over HTTPS only: others could read it on the way. "
        "A proxy that ends HTTPS is named in access.yaml (proxies).",
    )


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


Unseen = Annotated[None, Depends(_unseen)]


@router.get("/secrets")
def secrets(service: Here, library: Shelves, user: Viewer) -> SecretPage:
    """The names of secrets, who wants them, and whether they are there."""
    wanted, lacking = _wanted(library, service, user)
    lines: dict[str, SecretLine] = {}
    place, error = "", None
    home = service.place.home
    if is_there(home):
        try:
            book = _book(service)
            place = book.words
            for kept in book.all():
                lines[kept.key] = SecretLine(
                    name=kept.name,
                    user=kept.user,
                    kept=True,
                    known=True,
                    kind="one-time codes" if kept.kind == "totp" else "text",
                    hosts=kept.hosts,
                    for_sops=kept.sops,
                    set_at=kept.set_at,
                    set_by=kept.set_by,
                    wanted_by=tuple(wanted.get(kept.name, ())),
                )
        except HandrailError as failed:
            error = str(failed)
    for name, by in wanted.items():
        if name not in lines:
            lines[name] = SecretLine(name=name, kept=False, known=name not in lacking, wanted_by=tuple(by))
    return SecretPage(place=place, error=error, secrets=tuple(lines[name] for name in sorted(lines)))


@router.post("/secrets", status_code=201)
def keep(body: SecretBody, user: Administrator, service: Here, unseen: Unseen) -> Kept:
    """Keep a secret. Its value goes one way: no answer ever holds it."""
    secret = StoredSecret.of(
        body.name,
        body.value.get_secret_value(),
        one_time=body.one_time,
        hosts=body.hosts,
        sops=body.sops,
        user=body.user,
        by=user.name,
    )
    book = _book(service)
    try:
        book.put(secret)
    except Waiting as locked:
        raise _locked(locked) from None
    return Kept(name=secret.name, place=book.words)


@router.delete("/secrets/{name}", status_code=204, response_class=Response)
def forget(name: str, user: Administrator, service: Here, of: str = "") -> None:
    """Forget a secret that the home keeps: everybody's, or the one `of` a single user."""
    try:
        there = is_there(service.place.home) and _book(service).remove(name, of)
    except Waiting as locked:
        raise _locked(locked) from None
    if not there:
        raise HTTPException(404, f"There is no secret '{name[:80]}'.")


def _book(service: Service) -> SecretBook:
    return open_book(service.place.home, lambda new: None)


def _locked(error: Waiting) -> UsageError:
    return UsageError(
        "The server has no passphrase for the file of secrets.",
        place=error.place,
        mend="Start `handrail serve` with HANDRAIL_SECRETS_KEY set, or keep it with `handrail secret set`.",
    )


def _wanted(library: Library, service: Service, user: User) -> tuple[dict[str, list[str]], frozenset[str]]:
    """Secret → the SOPs that want it; and those that could not be given to a session of the user's."""
    wanted: defaultdict[str, list[str]] = defaultdict(list)
    lacking: set[str] = set()
    for name in library.names():
        try:
            sop = library.read(name).sop
        except HandrailError:
            continue
        for secret in secret_names(sop):
            wanted[secret].append(name)
        lacking |= lacking_secrets(sop, service.place.home, user.name)
    return dict(wanted), frozenset(lacking)
