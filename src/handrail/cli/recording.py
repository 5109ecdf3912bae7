"""From the options of `handrail record` to a recording."""

from __future__ import annotations

import asyncio
import getpass
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from handrail.browser.signin import check_savable, load_sign_in, save_sign_in
from handrail.cli.output import say
from handrail.cli.redacting import SEAL, finish_sealed
from handrail.home import handrail_home
from handrail.privacy.configuration import read_config
from handrail.privacy.copies import Copying, copying
from handrail.recording.browser import record, wait_for_end
from handrail.recording.event import RecordedEvent
from handrail.sessions.conducting.signals import call_when_asked_to_end


@dataclass(frozen=True)
class Wish:
    """The options of one `handrail record`."""

    url: str
    folder: Path
    headless: bool
    cdp_port: int | None
    profile: Path | None
    sign_in: str | None
    save_sign_in: str | None
    sign_in_days: float
    viewport: tuple[int, int]
    scrub: bool | None
    """Without personal data; none for what the home's `privacy.yaml` says."""


@dataclass(frozen=True)
class Recorded:
    """What came of it."""

    events: int
    reason: str


class _Telling:
    """Passes on what is recorded once it has been said that it is: the first page comes before that."""

    def __init__(self, on_event: Callable[[RecordedEvent], None]) -> None:
        self._on_event = on_event
        self._early: list[RecordedEvent] | None = []

    def __call__(self, event: RecordedEvent) -> None:
        if self._early is None:
            self._on_event(event)
        else:
            self._early.append(event)

    def begin(self) -> None:
        early, self._early = self._early or [], None
        for event in early:
            self._on_event(event)


async def perform(wish: Wish, on_event: Callable[[RecordedEvent], None]) -> Recorded:
    """Record until the person closes the browser, Ctrl-C or SIGTERM; each ends it well."""
    home = handrail_home()
    state = load_sign_in(home, wish.sign_in, getpass.getuser()) if wish.sign_in else None
    if wish.save_sign_in:
        check_savable(home, wish.save_sign_in)
    copy, key = _scrubbing(home, wish.scrub)
    telling = _Telling(on_event)
    stop = asyncio.Event()
    call_when_asked_to_end(stop.set, once=False)
    async with record(
        wish.url,
        wish.folder,
        headless=wish.headless,
        cdp_port=wish.cdp_port,
        profile=wish.profile,
        sign_in=wish.sign_in,
        storage_state=state,
        viewport=wish.viewport,
        on_event=telling,
        seal=key,
    ) as recorder:
        # Of a browser that was closed nothing is left to be saved.
        end = "Press Ctrl-C" if wish.save_sign_in else "Close the browser or press Ctrl-C"
        say(f"Recording with {recorder.browser}. {end} when you are done.")
        telling.begin()
        reason = await wait_for_end(recorder, stop)
        if wish.save_sign_in and stop.is_set():
            kept = await save_sign_in(recorder.context, home, wish.save_sign_in, wish.sign_in_days)
            until = f"for {kept.words}, until {kept.expires_at[:10]}"
            say(f"The sign-in state is saved as '{kept.name}', encrypted, {until}.")
        elif wish.save_sign_in:
            say("The browser was closed before the sign-in state could be saved; end with Ctrl-C instead.")
    if copy is not None:
        say("Taking personal data out of the recording.")
        found = await asyncio.to_thread(finish_sealed, wish.folder, copy)
        say(", ".join(f"{number} {kind}" for kind, number in sorted(found.items())) or "Nothing was found.")
    return Recorded(recorder.events, reason)


def _scrubbing(home: Path, wanted: bool | None) -> tuple[Copying | None, bytes | None]:
    """What takes personal data out, and the key to seal with meanwhile; neither where it is kept.

    Raises EnvironmentLack where what that needs is not installed.
    """
    config = read_config(home)
    if not (config is not None and config.keep.recordings == "scrub" if wanted is None else wanted):
        return None, None
    from handrail.privacy.pictures import check_engine
    from handrail.secrets.keys import KeyRing

    check_engine()
    return copying(home), KeyRing(home).secret_key(SEAL)
