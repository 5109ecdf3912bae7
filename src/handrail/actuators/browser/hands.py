"""A person's hands on a page that they see elsewhere: mouse, keyboard and answers to dialogs, over the
DevTools protocol. To the page it is input like any other.

What the browser draws outside of the page does not stand in the picture: dialogs, the lists of select fields
and file choosers are told instead.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

from playwright.async_api import BrowserContext, CDPSession, Dialog, Error, Page
from pydantic import Field, TypeAdapter

from handrail._model import Model
from handrail.actuators.browser.choosers import FileChoosers, GivenFile

Part = Annotated[float, Field(ge=0, le=1)]
"""A place on the picture, as a part of its width or height."""

_MOST_WAITING: Final = 200


class Mouse(Model):
    kind: Literal["mouse"]
    event: Literal["move", "down", "up"]
    x: Part
    y: Part
    button: Literal["none", "left", "middle", "right"] = "none"
    buttons: int = Field(default=0, ge=0, le=31)
    clicks: int = Field(default=0, ge=0, le=3)
    modifiers: int = Field(default=0, ge=0, le=15)


class Wheel(Model):
    kind: Literal["wheel"]
    x: Part
    y: Part
    dx: float = 0
    dy: float = 0
    modifiers: int = Field(default=0, ge=0, le=15)


class Key(Model):
    kind: Literal["key"]
    event: Literal["down", "up"]
    key: str = Field(max_length=32)
    code: str = Field(default="", max_length=32)
    key_code: int = Field(default=0, ge=0, le=65535)
    text: str = Field(default="", max_length=8)
    modifiers: int = Field(default=0, ge=0, le=15)
    repeat: bool = False


class Text(Model):
    """A text that was put in as a whole: pasted, or composed."""

    kind: Literal["text"]
    text: str = Field(max_length=100_000)


class Chosen(Model):
    """An option of the select field that was pressed last, by its place."""

    kind: Literal["option"]
    place: int = Field(ge=0)


class Said(Model):
    """The answer to the dialog that is open."""

    kind: Literal["dialog"]
    accept: bool
    text: str = Field(default="", max_length=10_000)


class Files(Model):
    """What was chosen for the file chooser that is open; nothing closes it."""

    kind: Literal["files"]
    files: tuple[GivenFile, ...] = Field(default=(), max_length=50)


class Go(Model):
    """A button of the browser."""

    kind: Literal["go"]
    where: Literal["back", "forward", "reload"]


Deed: TypeAlias = Annotated[
    Mouse | Wheel | Key | Text | Chosen | Said | Files | Go, Field(discriminator="kind")
]

_DEED: TypeAdapter[Deed] = TypeAdapter(Deed)


def read_deed(document: object) -> Deed:
    """The deed that a document means. Raises ValueError for what is none."""
    return _DEED.validate_python(document)


Tell: TypeAlias = Callable[[dict[str, Any]], None]
"""Takes what the person must be told: an open dialog, the options of a select field, an open file chooser."""


class Hands:
    """Does a person's deeds on one context, one after the other, from `start` until `stop`.

    Files that they choose lie in `folder`, which must stay for as long as the context does.
    """

    def __init__(self, context: BrowserContext, tell: Tell, folder: Path) -> None:
        self._context = context
        self._tell = tell
        self._deeds: asyncio.Queue[tuple[Page, CDPSession, tuple[float, float], Deed]] = asyncio.Queue(
            _MOST_WAITING
        )
        self._doing: asyncio.Task[None] | None = None
        self._choosers = FileChoosers(context, tell, folder)
        self._dialog: Dialog | None = None
        self._select: str | None = None
        """The protocol's name of the select field that was pressed."""

    def start(self) -> None:
        """Begin to hear of dialogs, and to do what is asked."""
        self._context.on("dialog", self._asked)
        self._choosers.start()
        self._doing = asyncio.ensure_future(self._do_in_order())

    def stop(self) -> None:
        """Do no more."""
        self._context.remove_listener("dialog", self._asked)
        self._choosers.stop()
        if self._doing is not None:
            self._doing.cancel()

    def do(self, page: Page, cdp: CDPSession, size: tuple[float, float], deed: Deed) -> None:
        """Do it when its turn comes, on a page that is shown in this size (CSS pixels).

        An answer goes before: while a dialog is open, the page does nothing else.
        """
        if isinstance(deed, Said):
            task = asyncio.ensure_future(self._say(deed))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        elif not self._deeds.full():
            self._deeds.put_nowait((page, cdp, size, deed))

    def _asked(self, dialog: Dialog) -> None:
        self._dialog = dialog
        self._tell({"dialog": {"type": dialog.type, "message": dialog.message, "text": dialog.default_value}})

    async def _say(self, said: Said) -> None:
        dialog, self._dialog = self._dialog, None
        self._tell({"dialog": None})
        if dialog is None:
            return
        with contextlib.suppress(Error):
            await (dialog.accept(said.text) if said.accept else dialog.dismiss())

    async def _do_in_order(self) -> None:
        while True:
            page, cdp, size, deed = await self._deeds.get()
            # The tab may close at any moment, because of this very deed.
            with contextlib.suppress(Error):
                await self._do(page, cdp, size, deed)

    async def _do(self, page: Page, cdp: CDPSession, size: tuple[float, float], deed: Deed) -> None:
        match deed:
            case Mouse():
                await self._mouse(cdp, size, deed)
            case Wheel():
                at = {"x": deed.x * size[0], "y": deed.y * size[1], "modifiers": deed.modifiers}
                turn = {"type": "mouseWheel", **at, "deltaX": deed.dx, "deltaY": deed.dy}
                await cdp.send("Input.dispatchMouseEvent", turn)
            case Key():
                await cdp.send("Input.dispatchKeyEvent", _key(deed))
            case Text():
                await cdp.send("Input.insertText", {"text": deed.text})
            case Chosen():
                await self._choose(cdp, deed.place)
            case Files():
                # What is no file, or finds no room, leaves the field as it is.
                with contextlib.suppress(ValueError, OSError):
                    await self._choosers.give(deed.files)
            case Go():
                await {"back": page.go_back, "forward": page.go_forward, "reload": page.reload}[deed.where]()

    async def _mouse(self, cdp: CDPSession, size: tuple[float, float], deed: Mouse) -> None:
        x, y = deed.x * size[0], deed.y * size[1]
        if deed.event == "down" and deed.button == "left" and await self._told_of_select(cdp, x, y):
            return
        if deed.event == "up" and self._select is not None:
            return
        kind = {"move": "mouseMoved", "down": "mousePressed", "up": "mouseReleased"}[deed.event]
        await cdp.send(
            "Input.dispatchMouseEvent",
            {
                "type": kind,
                "x": x,
                "y": y,
                "button": deed.button,
                "buttons": deed.buttons,
                "clickCount": deed.clicks,
                "modifiers": deed.modifiers,
            },
        )

    async def _told_of_select(self, cdp: CDPSession, x: float, y: float) -> bool:
        """Whether a select field lies there; its options are told, since its list is not in the picture."""
        self._select = None
        try:
            there = await cdp.send(
                "DOM.getNodeForLocation",
                {"x": int(x), "y": int(y), "includeUserAgentShadowDOM": False},
            )
            node = await cdp.send("DOM.resolveNode", {"backendNodeId": there["backendNodeId"]})
        except Error:
            return False
        name = node["object"]["objectId"]
        found = await cdp.send(
            "Runtime.callFunctionOn",
            {"objectId": name, "functionDeclaration": _OPTIONS, "returnByValue": True},
        )
        told = found["result"].get("value")
        if told is None:
            return False
        self._select = name
        await cdp.send("DOM.focus", {"objectId": name})
        self._tell({"options": told})
        return True

    async def _choose(self, cdp: CDPSession, place: int) -> None:
        """Choose as a person does who uses the keys: the page sees input, and the recorder a choice."""
        if self._select is None:
            return
        found = await cdp.send(
            "Runtime.callFunctionOn",
            {
                "objectId": self._select,
                "functionDeclaration": _STEPS,
                "arguments": [{"value": place}],
                "returnByValue": True,
            },
        )
        self._select = None
        steps = int(found["result"].get("value") or 0)
        arrow = Key(
            kind="key",
            event="down",
            key="ArrowDown" if steps > 0 else "ArrowUp",
            key_code=40 if steps > 0 else 38,
        )
        arrow = arrow.model_copy(update={"code": arrow.key})
        for _ in range(abs(steps)):
            await cdp.send("Input.dispatchKeyEvent", _key(arrow))
            await cdp.send("Input.dispatchKeyEvent", _key(arrow.model_copy(update={"event": "up"})))


_OPTIONS: Final = """function () {
  const field = this instanceof Element ? this.closest('select') : this.parentElement?.closest('select');
  if (!field || field.multiple || field.size > 1 || field.disabled) return null;
  return [...field.options].map((option, place) => ({
    place, text: option.label, chosen: option.selected, disabled: option.disabled,
  }));
}"""

_STEPS: Final = """function (place) {
  const field = this.closest('select'), open = [...field.options].filter((option) => !option.disabled);
  return open.indexOf(field.options[place]) - open.indexOf(field.options[field.selectedIndex]);
}"""


def _key(deed: Key) -> dict[str, Any]:
    kind = "keyUp" if deed.event == "up" else "keyDown" if deed.text else "rawKeyDown"
    return {
        "type": kind,
        "key": deed.key,
        "code": deed.code,
        "text": deed.text if deed.event == "down" else "",
        "unmodifiedText": deed.text if deed.event == "down" else "",
        "windowsVirtualKeyCode": deed.key_code,
        "nativeVirtualKeyCode": deed.key_code,
        "modifiers": deed.modifiers,
        "autoRepeat": deed.repeat,
    }
