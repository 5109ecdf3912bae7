"""What a step left behind outside the page: the answers of servers, and downloads."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from handrail.actuators.seen import Finding
from handrail.sop.condition import ResponseWas

_REST_SECONDS: Final = 1.0
"""A page that has asked nothing for so long is not about to send what a press was for."""
_REFUSED: Final = frozenset({400, 403, 404, 405, 406, 411, 413, 414, 415, 422, 431})


@dataclass(frozen=True)
class SeenResponse:
    """The app's server answered."""

    method: str
    path: str
    status: int
    document: bool = False
    """It is the page itself that was asked for, as by a form that is sent; told where it was looked for."""
    failed: bool = False
    """Its body says that it failed, as answers of GraphQL and JSON-RPC do with status 200."""
    reads: bool = False
    """The request only asked for something, by a method that could do more."""
    earlier: bool = False
    """It was asked for before the step began, as what a page saves by itself a moment after a change."""

    @property
    def told(self) -> str:
        """What it said, in words."""
        return "an error" if self.failed and self.status < 400 else f"{self.status}"

    @property
    def refuses(self) -> bool:
        """It says that nothing was done of what was asked for (RFC 9110, section 15.5).

        409 says nothing: what stands in the way may be the very record, sent a moment before. Nor does 404 of
        what was to be deleted; and behind 401, 408 and 429 apps and browsers send it again by themselves.
        """
        return self.status in _REFUSED and not (self.method == "DELETE" and self.status == 404)

    def is_to(self, wanted: ResponseWas) -> bool:
        """Whether it answers what the condition speaks of, be it as the condition says or not."""
        return asks_for(wanted, self.method, self.path)


def asks_for(wanted: ResponseWas, method: str, path: str) -> bool:
    """Whether the condition speaks of the answer to such a request."""
    pattern = re.escape(wanted.path).replace(r"\*", "[^/]+")
    return method == wanted.method and re.fullmatch(pattern, path) is not None


@dataclass
class Traces:
    """What a step left behind outside the page: responses and downloads since it began."""

    responses: list[SeenResponse] = field(default_factory=list)
    downloads: list[Path] = field(default_factory=list)
    _under_way: set[object] = field(default_factory=set)
    """Calls that may do something, and whose answers have not come."""
    _awaited: set[object] = field(default_factory=set)
    """Requests whose answers are waited for, and have not come."""
    _own: set[object] = field(default_factory=set)
    """Requests of which the step's criteria speak, sent since it began."""
    _last: float = field(default_factory=time.monotonic)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def called(self, request: object) -> None:
        """A page calls something of its server that may do more than read."""
        self._under_way.add(request)
        self._last = time.monotonic()

    def ended(self, request: object) -> None:
        """The call has its answer, or never gets one."""
        self._under_way.discard(request)
        self.came(request)

    def sent(self, request: object) -> None:
        """A page sends what the step's criteria want to be answered."""
        self._awaited.add(request)
        self._own.add(request)

    def is_own(self, request: object) -> bool:
        """Whether a request of which the step's criteria speak was sent since it began."""
        return request in self._own

    def came(self, request: object) -> None:
        """The first of its answer is there, or nothing ever comes."""
        if request in self._awaited:
            self._awaited.remove(request)
            self._news.set()

    @property
    def awaited(self) -> bool:
        """Whether something was sent that the step's criteria want to be answered, and is not."""
        return bool(self._awaited)

    def answered(self, response: SeenResponse) -> None:
        """The server answered a request."""
        self.responses.append(response)
        self._last = time.monotonic()
        self._news.set()

    def downloaded(self, path: Path) -> None:
        """A file came."""
        self.downloads.append(path)
        self._news.set()

    def of(self, wanted: ResponseWas) -> Finding:
        """Whether the server has answered as the condition says.

        Where all that an app is asked has one address, what only reads counts once nothing else has been
        asked for a while, and an error that is told within is not made up for by other answers from there.
        """
        seen = [one for one in self.responses if one.is_to(wanted) and not one.earlier]
        rests = not self._under_way and time.monotonic() - self._last > _REST_SECONDS
        seen = [one for one in seen if not one.reads or rests]
        fits = [one for one in seen if (one.status == wanted.status if wanted.status else one.status < 400)]
        held = bool(fits) and not any(one.failed for one in seen)
        telling = [one for one in seen if one.failed] or seen
        return Finding(held=held, seen=", ".join(one.told for one in telling) or "no such response")

    async def more(self) -> None:
        """Wait for the next trace."""
        self._news.clear()
        await self._news.wait()
