"""What servers answer, heard only while somebody wants to know: each answer costs four messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Request, Response

from handrail.actuators.traces import SeenResponse, Traces, asks_for
from handrail.browser.answers import said_in, sent_in
from handrail.browser.protocol import caller_known
from handrail.policy.deeds.operations import is_told_within, only_asks, says_failed
from handrail.sop.condition import ResponseWas


class Responses:
    """Writes the answers that one context's pages get into the traces of the step that is under way."""

    def __init__(self, context: BrowserContext, traces: Callable[[], Traces], *, always: bool) -> None:
        """`traces` gives those of the step; `always`, every answer is heard."""
        self._context = context
        self._traces = traces
        self._always = always
        self._listening = False
        self._wanted: tuple[ResponseWas, ...] = ()
        self._reading: set[asyncio.Future[None]] = set()
        if always:
            self._listen(True)

    def await_answers(self, wanted: Sequence[ResponseWas]) -> None:
        """From now on these are waited for, until all of them came; without any, nothing is heard."""
        self._wanted = tuple(wanted)
        self._listen(self._always or bool(wanted))

    def _listen(self, listen: bool) -> None:
        if listen == self._listening:
            return
        self._listening = listen
        with caller_known("BrowserContext.on"):
            hear = self._context.on if listen else self._context.remove_listener
            hear("request", self._asked)
            hear("response", self._heard)
            hear("requestfailed", self._lost)

    def _asked(self, request: Request) -> None:
        if self._is_wanted(request):
            self._traces().sent(request)
        if request.method == "POST" and _may_do_more(sent_in(request)):
            self._traces().called(request)

    def _is_wanted(self, request: Request) -> bool:
        path = urlsplit(request.url).path
        return any(asks_for(one, request.method, path) for one in self._wanted)

    def _lost(self, request: Request) -> None:
        self._traces().ended(request)

    def _heard(self, response: Response) -> None:
        request = response.request
        if request.method == "GET" and request.resource_type not in {"document", "xhr", "fetch"}:
            return
        traces = self._traces()
        traces.came(request)
        path, document = urlsplit(response.url).path, request.is_navigation_request()
        earlier = self._is_wanted(request) and not traces.is_own(request)
        seen = SeenResponse(request.method, path, response.status, document=document, earlier=earlier)
        body = sent_in(request) if request.method == "POST" and not document else ""
        if is_told_within(body):
            seen = replace(seen, reads=only_asks(body))
            reading = asyncio.ensure_future(self._read(response, traces, seen))
            self._reading.add(reading)
            reading.add_done_callback(self._reading.discard)
        else:
            self._answered(traces, seen)

    async def _read(self, response: Response, traces: Traces, seen: SeenResponse) -> None:
        """An answer that tells within itself whether it was done."""
        failed = says_failed(await said_in(response))
        traces.ended(response.request)
        self._answered(traces, replace(seen, failed=failed))

    def _answered(self, traces: Traces, seen: SeenResponse) -> None:
        traces.answered(seen)
        if not self._always and all(traces.of(one).held for one in self._wanted):
            self._listen(False)


def _may_do_more(body: str) -> bool:
    """Whether it is a call by name that is not known to read alone."""
    return is_told_within(body) and not only_asks(body)
