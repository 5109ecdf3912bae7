"""How an app may differ from the one that was recorded: a Variant, and how a visitor asks for it.

A variant comes from the query (`?drift=moved,dark`, `?fault=drop`), else from the cookie that
remembers the last one asked for, else from how the app was started.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

Fault = Literal["drop", "double", "alter"]
FAULTS: tuple[Fault, ...] = get_args(Fault)
NOTHING = "none"


class UnknownVariant(ValueError):
    """A drift or fault that no app has."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What is different; each flag is a drift whose public name has hyphens: `renamed-labels`."""

    renamed_labels: bool = False
    """Buttons and labels use other words."""
    moved: bool = False
    """Elements stand elsewhere, in another order and nesting."""
    changed_ids: bool = False
    """Ids, classes, test ids and field names are other ones."""
    look_alike: bool = False
    """Buttons that resemble the right one do something else, which the database records."""
    removed_button: bool = False
    """The button that saves, sends or archives is gone."""
    slow: bool = False
    """Every answer waits, by the app's `slow_seconds`."""
    interstitial: bool = False
    """A modal dialog covers each page until it is dismissed."""
    banner: bool = False
    """A cookie banner pushes the page down without blocking it."""
    big_font: bool = False
    """Text is half as large again."""
    dark: bool = False
    """Light text on a dark ground."""
    behind_menu: bool = False
    """What stood on the page stands in menus that must be opened first."""
    split: bool = False
    """What stood on one page, or in one form, stands on two."""
    behind_search: bool = False
    """Lists are empty, or short, until something is searched for."""
    withdrawn: bool = False
    """Adding, noting, labelling, writing and ordering are gone, and nothing leads to what did it."""
    fault: Fault | None = None
    """The app says that it saved, but drops, doubles or alters the write."""

    def drifting(self, names: Iterable[str]) -> "Variant":
        """This variant with exactly these drifts, its fault unchanged."""
        names = frozenset(names)
        if unknown := names - DRIFTS:
            raise UnknownVariant(_unknown("drift", unknown, DRIFTS))
        flags: dict[str, Any] = {flag_of(name): name in names for name in DRIFTS}
        return replace(self, **flags)

    def failing(self, fault: str | None) -> "Variant":
        """This variant with this fault, its drifts unchanged."""
        if fault is not None and fault not in FAULTS:
            raise UnknownVariant(_unknown("fault", {fault}, FAULTS))
        return replace(self, fault=fault)


def flag_of(drift: str) -> str:
    return drift.replace("-", "_")


DRIFTS = frozenset(f.name.replace("_", "-") for f in fields(Variant) if f.name != "fault")
WAYS = frozenset({"behind-menu", "split", "behind-search", "withdrawn"})
"""The drifts that change the way to a thing, and not the thing itself."""


def chosen(text: str) -> frozenset[str]:
    """The drift names in a list such as `moved,dark`; `none` names nothing."""
    return frozenset(part.strip() for part in text.split(",")) - {NOTHING, ""}


class VariantMiddleware:
    """Settles each request's variant as `request.state.variant`, remembers it, and is slow."""

    def __init__(self, app: ASGIApp, cookie: str, slow_seconds: float) -> None:
        self.app = app
        self.cookie = cookie
        self.slow_seconds = slow_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith("/static/"):
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        try:
            variant = self._settle(request)
        except UnknownVariant as unknown:
            await PlainTextResponse(str(unknown), 400)(scope, receive, send)
            return
        request.state.variant = variant
        if variant.slow:
            await asyncio.sleep(self.slow_seconds)

        async def remember(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for kind in ("drift", "fault"):
                    if (asked := request.query_params.get(kind)) is not None:
                        # A comma may not stand in a cookie's value.
                        value = ".".join(sorted(chosen(asked))) or NOTHING
                        headers.append(
                            "set-cookie",
                            f"{self.cookie}_{kind}={value}; Path=/; HttpOnly; SameSite=Lax",
                        )
            await send(message)

        await self.app(scope, receive, remember)

    def _settle(self, request: Request) -> Variant:
        variant: Variant = request.app.state.variant
        if (drift := self._asked(request, "drift")) is not None:
            variant = variant.drifting(chosen(drift))
        if (fault := self._asked(request, "fault")) is not None:
            variant = variant.failing(None if fault in ("", NOTHING) else fault)
        return variant

    def _asked(self, request: Request, kind: str) -> str | None:
        asked = request.query_params.get(kind)
        if asked is None and (asked := request.cookies.get(f"{self.cookie}_{kind}")) is not None:
            asked = asked.replace(".", ",")
        return asked


def _unknown(kind: str, names: Iterable[str], known: Iterable[str]) -> str:
    asked = ", ".join(sorted(names))
    return f"unknown {kind}: {asked}; choose from {', '.join(sorted(known))}, {NOTHING}"
