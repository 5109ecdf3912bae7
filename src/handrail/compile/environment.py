"""Where an SOP runs: the page that it begins at, and the hosts that its steps act on and lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from handrail.compile.reading.acts import Act
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Navigated, Responded
from handrail.recording.store import Recording
from handrail.sop.document import Environment, StartPage, Viewport
from handrail.sop.domains import host_of
from handrail.sop.template import literal


def environment_of(recording: Recording, drafts: Sequence[Draft]) -> Environment:
    """The environment as it was recorded."""
    width, height = recording.manifest.viewport
    return Environment(
        start=(StartPage(url=literal(address_of(drafts[0].act))),),
        viewport=Viewport(width=width, height=height),
        domains=tuple(dict.fromkeys(host for draft in drafts for host in _hosts(draft))),
        sign_in=recording.manifest.sign_in,
    )


def address_of(act: Act) -> str:
    """Where the act was done; for a page that was opened, the address that was asked for."""
    return act.event.address if isinstance(act.event, Navigated) else act.event.url


def _hosts(draft: Draft) -> Iterator[str]:
    """Hosts of the pages that a step acts on and leads to."""
    act = draft.act
    urls = [act.event.url, address_of(act)]
    urls += [event.to for event in act.all(Navigated)]
    urls += [event.request_url for event in act.all(Responded) if event.document]
    urls += [change.state.url for change in act.changes]
    if draft.target is not None:
        urls.append(draft.target.attributes.get("href", ""))
        urls += [step.url or "" for step in draft.target.frame]
    for url in urls:
        if url.startswith(("http:", "https:", "file:")) and (host := host_of(url)):
            yield host
