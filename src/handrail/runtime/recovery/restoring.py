"""Opening the tabs of a checkpoint again, and seeing that they are what they were."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from handrail.actuators import Act
from handrail.actuators.seen import Look
from handrail.errors import RunError, TransientError, UnexpectedPage
from handrail.journal.events.event import Retried, Tab
from handrail.policy import Category, Proposal, granted_by_address
from handrail.runtime.people.admission import admit
from handrail.runtime.recovery.recovering import limits_of, patiently, pause_after
from handrail.runtime.walk.crew import Crew
from handrail.secrets.forms import MASK
from handrail.sop.action import Open
from handrail.sop.document import StartPage
from handrail.sop.template import render
from handrail.sop.wording import address_words


async def restore(crew: Crew, node: str, tabs: Mapping[str, Tab], *, patient: bool = True) -> None:
    """Open each tab by its address, for the node that the walk goes on with; `patient`, an app that cannot be
    reached now is waited for.

    Raises UnexpectedPage where a page is not what it was, TransientError where one cannot be reached, and
    Blocked where the policy does not allow one.
    """
    for name, tab in tabs.items():
        if not tab.url.startswith(("http:", "https:", "file:")):
            continue
        url = crew.scribe.filled(tab.url)
        if url is None:
            raise UnexpectedPage(
                f"The address {tab.url} holds a secret that is not kept, so it cannot be opened again.",
                mend="Finish the work by hand, or run the SOP from a later step.",
            )
        await open_page(crew, node, name, url, "the session goes on from there", patient=patient)
        await _see_that_it_is(crew, name, tab)


async def open_start(crew: Crew, node: str, start: StartPage, reason: str, *, page: str = "") -> None:
    """Open a start page of the SOP, in the tab of its name or another `page`. What the address says is what
    the SOP says."""
    url = render(start.url, crew.values.real)
    granted = granted_by_address(start.url)
    await open_page(crew, node, page or start.name, url, reason, granted=granted)


async def open_page(
    crew: Crew,
    node: str,
    page: str,
    url: str,
    reason: str,
    *,
    patient: bool = True,
    granted: tuple[Category, ...] = (),
) -> None:
    """Open an address that no step asks for now; it passes the gate like any other, where the SOP may have
    `granted` what it says."""
    limits = limits_of(None, crew.settings)
    if patient:
        limits = patiently(limits)
    for times in range(1, limits.times + 2):
        try:
            await open_once(crew, node, page, url, reason, named=True, granted=granted)
            return
        except TransientError as error:
            if times > limits.times:
                raise
            seconds = pause_after(error, times, limits, random.random())
            crew.scribe.note(
                Retried(kind="retried", node=node, attempt=0, reason=error.message, seconds=round(seconds, 2))
            )
        await crew.stop.pause(seconds)


async def open_once(
    crew: Crew,
    node: str,
    page: str,
    url: str,
    reason: str,
    *,
    named: bool,
    granted: tuple[Category, ...] = (),
) -> None:
    """Ask the gate, and open the address once; `named` says whether the SOP itself names it."""
    proposal = Proposal(
        node=node,
        attempt=0,
        rung="exact",
        action=f"Open {url}",
        kind="open",
        effect="none",
        page_url=crew.actuator.url(page),
        leads_to=url,
        reasons=(reason,),
        named=named,
        granted=granted,
    )
    ticket = await admit(crew, proposal)
    await crew.dispatch(ticket, Act(page=page, action=Open(do="open", url=url)))


async def _see_that_it_is(crew: Crew, name: str, tab: Tab) -> None:
    deadline = time.monotonic() + crew.settings.find_seconds
    again = False
    while True:
        try:
            look: Look = await crew.stop.race(crew.actuator.look(name, timeout=0, again=again))
        except RunError:
            if time.monotonic() >= deadline:
                raise
            continue
        # The journal has the page without secrets.
        if is_same_page(tab, crew.scribe.scrubbed(look.url), crew.scribe.scrubbed(look.title)):
            return
        if time.monotonic() >= deadline:
            raise UnexpectedPage(
                f"{address_words(tab.url)} is not the page that it was: it was '{tab.title}', and there is "
                f"'{look.title}' at {address_words(look.url)}.",
                mend="See what the app shows there now, for example whether it asks to sign in.",
            )
        again = True


def is_same_page(tab: Tab, url: str, title: str) -> bool:
    """Whether a page is the one that the checkpoint saw: its place, and its title but for numbers in it."""
    before, now = urlsplit(tab.url), urlsplit(url)
    if (before.netloc, before.path.rstrip("/")) != (now.netloc, now.path.rstrip("/")):
        return False
    # Where a secret stood, as a one-time code, another may stand by now.
    words = (re.escape(_words(part)) for part in tab.title.split(MASK))
    return not tab.title or re.fullmatch(".*".join(words), _words(title)) is not None


def _words(title: str) -> str:
    return " ".join(re.sub(r"[\d.,:()]+", " ", title).casefold().split())
