"""Other frames than the one that a step acts in: a preview beside the list, the pages that a menu leads to.

What such a frame shows is a step's doing only where something says so: advertisements and chats change, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from handrail.compile import showing
from handrail.compile.acts import View
from handrail.compile.opened_record import found_by
from handrail.compile.scene import Scene
from handrail.compile.texts import Surroundings
from handrail.sop.condition import Condition
from handrail.sop.domains import host_of


def in_other_frames(scene: Scene, around: Surroundings, *, told: bool) -> Iterator[Condition]:
    """What another frame shows because of the step: the record that it was about; where nothing else has
    `told` of the step, what is the app's own."""
    known, names = scene.known, found_by(scene)
    of_record = list(_first(showing.record(view, known, names) for view in scene.act.views_elsewhere))
    yield from of_record
    if of_record or told:
        return
    yield from _first(
        chain(
            showing.message(view, known, around),
            showing.headings(view, known, around, first=False),
            showing.values(view, known, scene.fresh),
        )
        for view in own_frames_elsewhere(scene)
    )


def own_frames_elsewhere(scene: Scene) -> list[View]:
    """The other frames that are the app's own: of the page's host, or of the one that the pressed link leads
    to, and those that are worked in. What a page has made itself, as by `srcdoc`, has no host."""
    link = scene.draft.target.attributes.get("href", "") if scene.draft.target is not None else ""
    hosts = {"", host_of(scene.act.event.url), host_of(link)}
    return [
        view
        for view in scene.act.views_elsewhere
        if host_of(view.after.url) in hosts or view.frame in scene.worked_in
    ]


def _first(found: Iterable[Iterator[Condition]]) -> Iterator[Condition]:
    return islice(chain.from_iterable(found), 1)
