"""A session's journal as it is written, as server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Final

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse

from handrail._model import Model
from handrail.console.admission import Admission
from handrail.console.asking import Here, Viewer, sees, session_of, token_of
from handrail.journal.events.event import Entry, Event, SessionId
from handrail.sessions.service.opening import Service

router = APIRouter(prefix="/api/sessions", tags=["sessions"])

LOOK_SECONDS: Final = 0.3
_SILENT_LOOKS: Final = 50
"""After so many looks that found nothing, a comment keeps proxies from closing the stream."""

_ADMITTED_LOOKS: Final = 4
"""After so many looks it is asked whether the token still holds, and the session is still the user's."""

_MOST: Final = 2**53
"""Of what an entry's number may be asked: what every reader and database counts to."""
_AT_ONCE: Final = 200
"""Entries read at once: what a client has not taken yet stays in the journal, not in memory."""


class ToldEntry(Model):
    """The data of an `entry` event."""

    seq: int
    at: str
    """UTC, ISO 8601."""
    hash: str
    event: Event


class _Events(StreamingResponse):
    media_type = "text/event-stream"


@router.get("/{session}/events", response_class=_Events, responses={200: {"model": ToldEntry}})
async def events(
    session: str,
    service: Here,
    user: Viewer,
    request: Request,
    after: Annotated[int, Query(ge=0, le=_MOST)] = 0,
    last_event_id: Annotated[int | None, Header(ge=0, le=_MOST)] = None,
) -> StreamingResponse:
    """The session's entries beyond number `after` as `entry` events, then those that come.

    An `end` event tells that the session is over. The id of an event is its entry's number.
    """
    found = await asyncio.to_thread(session_of, service, session, user)
    closing: Callable[[], bool] = request.app.state.closing
    admission = Admission(
        request.app.state.tokens, token_of(request), lambda now: now.may("see") and sees(service, found, now)
    )
    stream = _stream(service, found, max(after, last_event_id or 0), closing, admission)
    return _Events(
        stream,
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _stream(
    service: Service, session: SessionId, after: int, closing: Callable[[], bool], admission: Admission
) -> AsyncIterator[str]:
    silent = looks = 0
    while not closing():
        # Who comes again is told that the token is good no more.
        if looks % _ADMITTED_LOOKS == 0 and not await admission.holds():
            return
        looks += 1
        # Asked before the journal: what was written before the end is told before the end.
        over = await asyncio.to_thread(_is_over, service, session)
        entries = await asyncio.to_thread(_read, service, session, after)
        for entry in entries:
            after = entry.seq
            # Goes on when the client has taken it: only then more is read.
            yield _told(entry)
        if len(entries) == _AT_ONCE:
            continue
        if over:
            yield "event: end\ndata: {}\n\n"
            return
        silent = 0 if entries else silent + 1
        if silent == _SILENT_LOOKS:
            silent = 0
            yield ": nothing new\n\n"
        await asyncio.sleep(LOOK_SECONDS)


def _read(service: Service, session: SessionId, after: int) -> tuple[Entry, ...]:
    return tuple(service.place.store.read(session, after, limit=_AT_ONCE))


def _is_over(service: Service, session: SessionId) -> bool:
    line = service.work.find(session)
    return line is not None and line.state == "ended"


def _told(entry: Entry) -> str:
    document = {"seq": entry.seq, "at": entry.at, "hash": entry.hash, "event": json.loads(entry.body)}
    return f"id: {entry.seq}\nevent: entry\ndata: {json.dumps(document, ensure_ascii=False)}\n\n"
