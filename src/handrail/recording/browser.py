"""Recording a person's work in a browser."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Error, Page

from handrail import __version__
from handrail.browser import RECORDER_WORLD, launch_browser
from handrail.browser.reaching import mend_unreached, why_unreached
from handrail.errors import RecordingError
from handrail.recording.event import RecordedEvent, without_user
from handrail.recording.manifest import Manifest
from handrail.recording.pages import Pages
from handrail.recording.sealing import SealedWriter
from handrail.recording.store import RecordingWriter


class Recorder:
    """A recording under way. `page` is its first tab; a person, or a program in one's place, works in it."""

    def __init__(self, context: BrowserContext, page: Page, pages: Pages, browser: str) -> None:
        self.context = context
        self.page = page
        self.browser = browser
        self._pages = pages

    @property
    def events(self) -> int:
        """How many events are on disk."""
        return self._pages.count

    @property
    def hidden(self) -> frozenset[str]:
        """What was typed into fields for secrets so far; it stands in no recording."""
        return self._pages.hidden.values()

    async def settled(self) -> None:
        """Wait until everything that was done so far, and what it changed, is on disk."""
        await self._pages.settled()

    async def ended(self) -> str:
        """Wait until the person has closed the last tab; says why it ended."""
        return await self._pages.ended()


@asynccontextmanager
async def record(
    url: str,
    folder: Path,
    *,
    headless: bool = False,
    cdp_port: int | None = None,
    profile: Path | None = None,
    sign_in: str | None = None,
    storage_state: dict[str, Any] | None = None,
    viewport: tuple[int, int] = (1280, 720),
    on_event: Callable[[RecordedEvent], None] | None = None,
    seal: bytes | None = None,
) -> AsyncIterator[Recorder]:
    """Open a browser on `url` and record into `folder`, which must be new or empty, until the block ends.

    `storage_state` is a saved sign-in state to start from, `sign_in` its name. With the key `seal` all of it
    is sealed, for `sealing.scrub_sealed` to make a recording of that holds no personal data.

    Raises RecordingError for a
    folder in use, BrowserMissing without a browser, StoreError where the disk refuses.
    """
    with contextlib.ExitStack() as stack:
        if profile is None:
            profile = Path(stack.enter_context(_temporary_profile()))
        async with launch_browser(
            headless=headless,
            profile=profile,
            cdp_port=cdp_port,
            viewport=viewport,
            heard_to_the_end=True,
        ) as launched:
            context = launched.context
            if context is None:
                raise RecordingError("The browser gave no profile to record in.")
            if storage_state is not None:
                await context.set_storage_state(storage_state)  # type: ignore[arg-type]
            manifest = manifest_of(url, viewport, f"{launched.choice} {launched.version}", sign_in)
            async with record_in(
                context, manifest, folder, address=url, on_event=on_event, seal=seal
            ) as recorder:
                yield recorder


@asynccontextmanager
async def record_in(
    context: BrowserContext,
    manifest: Manifest,
    folder: Path,
    *,
    address: str | None = None,
    on_event: Callable[[RecordedEvent], None] | None = None,
    seal: bytes | None = None,
) -> AsyncIterator[Recorder]:
    """Open an address, the manifest's by default, in a context that is all the recording's, and record until
    the block ends. One with a user and a password is another than the manifest's, which keeps neither.

    The rest is as in `record`, which launches a browser for it.
    """
    made = SealedWriter(folder, manifest, seal) if seal else RecordingWriter(folder, manifest)
    with made as writer:
        pages = Pages(context, writer, on_event)
        page = context.pages[0] if context.pages else await context.new_page()
        await pages.begin(page)
        opened = False
        try:
            await _open(page, address or manifest.start_url)
            opened = True
            yield Recorder(context, page, pages, manifest.browser)
        finally:
            reason = await pages.finish()
            if opened:
                writer.finish(reason)
            else:
                writer.discard()


@asynccontextmanager
async def record_along(
    context: BrowserContext,
    pages: Sequence[Page],
    folder: Path,
    *,
    browser: str,
    scrub: Callable[[str], str] = lambda line: line,
    on_event: Callable[[RecordedEvent], None] | None = None,
) -> AsyncIterator[Recorder]:
    """Record what a person does in a browser that somebody else runs, until the block ends.

    `pages` are its open tabs, the first of them the one where the work is; they are left as if nobody had
    listened. `scrub` takes out of each line of the recording what must not reach the disk. Raises as
    `record`.
    """
    size = pages[0].viewport_size or {"width": 1280, "height": 720}
    viewport = (size["width"], size["height"])
    manifest = manifest_of(pages[0].url, viewport, browser)
    with RecordingWriter(folder, manifest, scrub) as writer:
        recorded = Pages(context, writer, on_event, world=RECORDER_WORLD)
        reason = "finished"
        try:
            await recorded.begin(*pages)
            yield Recorder(context, pages[0], recorded, browser)
        finally:
            reason = await recorded.finish(go_on=True)
            writer.finish(reason)


def manifest_of(url: str, viewport: tuple[int, int], browser: str, sign_in: str | None = None) -> Manifest:
    return Manifest(
        id=f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}",
        started=datetime.now(UTC).isoformat(timespec="milliseconds"),
        start_url=url,
        viewport=viewport,
        browser=browser,
        handrail_version=__version__,
        sign_in=sign_in,
    )


async def _open(page: Page, url: str) -> None:
    try:
        await page.goto(url, wait_until="domcontentloaded")
    except Error as error:
        first = str(error).splitlines()[0].removeprefix("Page.goto: ")
        raise RecordingError(
            f"The page could not be opened: {why_unreached(first) or first}.",
            place=without_user(url),
            mend=mend_unreached(first),
        ) from error


def _temporary_profile() -> Any:
    return tempfile.TemporaryDirectory(prefix="handrail-profile-", ignore_cleanup_errors=True)


async def wait_for_end(recorder: Recorder, stop: asyncio.Event) -> str:
    """Wait until the person closes the browser or `stop` is set; says which."""
    ended = asyncio.ensure_future(recorder.ended())
    stopped = asyncio.ensure_future(stop.wait())
    done, waiting = await asyncio.wait({ended, stopped}, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    return ended.result() if ended in done else "stopped by the person"
