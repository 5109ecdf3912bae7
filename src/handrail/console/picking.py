"""Picking an element on its page, over a WebSocket: the picture goes out, places and wishes come in.

A person points, scrolls and opens pages of the procedure's hosts; nothing is pressed and nothing typed.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from playwright.async_api import BrowserContext, Error
from pydantic import Field, TypeAdapter, ValidationError

from handrail._model import Model
from handrail.actuators.browser.hands import Part
from handrail.actuators.browser.screencast import Screencast
from handrail.console.asking import files_from
from handrail.console.library import Library, Shelved
from handrail.console.shelf import Shelf
from handrail.console.sockets import Screen, end, let_in, say, tell, while_admitted
from handrail.errors import HandrailError
from handrail.sessions.browsing import SharedBrowser
from handrail.sessions.conducting.projecting import Seat
from handrail.sessions.people.picking import Beginning, Picked, Picker, beginning_of, picking
from handrail.sessions.people.picking_list import PickedList
from handrail.sessions.service.listing import list_sessions
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User
from handrail.sop.target import Box, Target

router = APIRouter()

_IDLE_SECONDS: Final = 600.0
"""A browser in which nobody points is closed."""
_AT_ONCE: Final = 4


class Point(Model):
    kind: Literal["point"]
    x: Part
    y: Part


class Pick(Model):
    kind: Literal["pick"]
    x: Part
    y: Part


class PickList(Model):
    """One of several that a loop is to go over."""

    kind: Literal["list"]
    x: Part
    y: Part


class Scroll(Model):
    kind: Literal["wheel"]
    x: Part
    y: Part
    dx: float = 0
    dy: float = 0
    modifiers: int = 0


class Visit(Model):
    kind: Literal["open"]
    url: str = Field(min_length=1, max_length=4000)


class Take(Model):
    kind: Literal["take"]
    number: int = Field(ge=1)


Wish = Annotated[Point | Pick | PickList | Scroll | Visit | Take, Field(discriminator="kind")]

_WISH: Final[TypeAdapter[Wish]] = TypeAdapter(Wish)


class _Greeting(Model):
    """What is to be picked: the step's element, as it is in the editor now."""

    token: str
    sop: str
    node: str
    target: Target = Target()


@router.websocket("/api/console/pick")
async def pick(socket: WebSocket) -> None:
    """The step's page in a browser of the server, until the page of the console goes away."""
    greeting = await let_in(socket)
    if greeting is None:
        return
    with contextlib.suppress(WebSocketDisconnect):
        try:
            first, user = greeting
            await while_admitted(socket, first["token"], _may_pick, _begin(socket, first, user))
        except HandrailError as error:
            await say(socket, "none", " ".join(filter(None, (error.message, error.mend))))
        except Error:
            await say(socket, "none", "The browser was closed.")
        except ValidationError:
            await say(socket, "none", "This cannot be picked.")
        await end(socket)


def _may_pick(user: User) -> bool:
    return user.may("operate")


async def _begin(socket: WebSocket, first: dict[str, Any], user: User) -> None:
    state = socket.app.state
    if not _may_pick(user):
        await say(socket, "none", f"{user.name} may not do this.")
        return
    browser: SharedBrowser | None = state.browser
    if browser is None or state.picking >= _AT_ONCE:
        why = "This server has no browser." if browser is None else "Others pick now: try it again later."
        await say(socket, "none", why)
        return
    greeting = _Greeting.model_validate(first)
    state.picking += 1
    try:
        shelved, begun = await asyncio.to_thread(_look_up, state.service, state.shelf, greeting, user)
        service: Service = state.service
        async with (
            browser.use() as launched,
            picking(
                launched,
                shelved.sop,
                greeting.node,
                service.place,
                begun,
                folder=shelved.path.parent,
                user=user.name,
                files_from=files_from(socket),
            ) as (picker, context),
        ):
            await _Look(socket, picker, greeting.target).until_gone(context, begun)
    finally:
        state.picking -= 1


def _look_up(service: Service, shelf: Shelf, greeting: _Greeting, user: User) -> tuple[Shelved, Beginning]:
    library = Library(shelf.folder, service.place.artefacts)
    shelved = library.read(library.named(greeting.sop))
    lines = list_sessions(service.place.store, service.work, user=user)
    return shelved, beginning_of(shelved.sop, greeting.node, service.place, lines, user.name)


class _Look:
    """One person's look at a page."""

    def __init__(self, socket: WebSocket, picker: Picker, target: Target) -> None:
        self._socket = socket
        self._picker = picker
        self._target = target
        self._screen = Screen(socket)
        self._screencast: Screencast | None = None
        self._url = ""

    async def until_gone(self, context: BrowserContext, begun: Beginning) -> None:
        """Show the page, and do what is wished, until the person goes."""
        seat = Seat()
        self._screencast = Screencast(context, seat.show)
        await self._screencast.start()
        try:
            async with self._screen.showing(seat):
                await say(self._socket, "live", "")
                if begun.address:
                    await self._visit(begun.address, begun.why)
                else:
                    await self._tell(refused="Nothing tells where this step's page is: give its address.")
                await self._hear()
        finally:
            await self._screencast.stop()

    async def _hear(self) -> None:
        async for text in self._screen.heard(_IDLE_SECONDS):
            try:
                await self._do(_WISH.validate_json(text))
            except ValidationError:
                await self._tell(refused="This is nothing that can be done here.")
            except HandrailError as error:
                await self._tell(refused=error.message)
        await say(self._socket, "none", "Nothing was picked for a while.")

    async def _do(self, wish: Wish) -> None:
        match wish:
            case Point():
                found = await self._picker.point(wish.x, wish.y)
                seen = None if found is None else {"role": found.role, "name": found.name}
                await self._tell(pointed=seen and {**seen, "box": self._parts(found.box if found else None)})
            case Pick():
                await self._give(await self._picker.pick(wish.x, wish.y))
            case PickList():
                await self._give_list(await self._picker.pick_list(wish.x, wish.y))
            case Take():
                await self._give(await self._picker.take(wish.number))
            case Scroll():
                await self._scroll(wish)
            case Visit():
                await self._visit(wish.url, "")

    async def _give(self, picked: Picked | None) -> None:
        if picked is None:
            await self._tell(refused="There is nothing to be picked any more.")
        else:
            told = picked.target.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
            await self._tell(picked={"target": told, "words": picked.words})

    async def _give_list(self, picked: PickedList | None) -> None:
        if picked is None:
            await self._tell(refused="There is nothing like it beside it: point at one of several items.")
            return
        told = picked.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
        told["boxes"] = [self._parts(box) for box in picked.boxes]
        told.setdefault("fields", [])
        await self._tell(listed=told)

    async def _visit(self, url: str, why: str) -> None:
        await self._tell(opening=url)
        try:
            await self._picker.open(url)
            fitting = [
                {**one.model_dump(mode="json"), "box": self._parts(one.box)}
                for one in await self._picker.fitting(self._target)
            ]
        except HandrailError as error:
            # The page that was there before stays.
            await self._tell(opened=self._picker.url, refused=f"{error.message} {error.mend or ''}".strip())
            return
        elsewhere = _led_away(url, self._picker.url)
        await self._tell(
            opened=self._picker.url, why="" if elsewhere else why, fitting=fitting, refused=elsewhere
        )

    async def _scroll(self, wish: Scroll) -> None:
        shown = self._screencast.shown if self._screencast is not None else None
        if shown is None:
            return
        width, height = self._picker.size
        place = {"x": wish.x * width, "y": wish.y * height}
        turn = {"type": "mouseWheel", **place, "deltaX": wish.dx, "deltaY": wish.dy}
        # The tab may be on its way to another document.
        with contextlib.suppress(Error):
            await shown[1].send("Input.dispatchMouseEvent", turn)

    def _parts(self, box: Box | None) -> dict[str, float] | None:
        """A box as parts of the picture."""
        if box is None:
            return None
        width, height = self._picker.size
        return {
            "x": box.x / width,
            "y": box.y / height,
            "width": box.width / width,
            "height": box.height / height,
        }

    async def _tell(self, **told: object) -> None:
        await tell(self._socket, **told)


def _led_away(asked: str, came: str) -> str:
    """What is to be said where the app shows another page than was asked for; empty where it does not."""
    if urlsplit(asked).path.rstrip("/") == urlsplit(came).path.rstrip("/"):
        return ""
    return (
        f"The app shows another page than {asked}. Where that is a sign-in, save one "
        "(`handrail record URL -o DIR --save-sign-in NAME`), and name it as environment.sign_in."
    )
