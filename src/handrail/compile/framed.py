"""Other frames than the one that a step acts in: a preview beside the list, the pages that a menu leads to.

What such a frame shows is a step's doing only where something says so: advertisements and chats change, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice
from urllib.parse import parse_qsl, urlsplit

from handrail.compile import showing
from handrail.compile.acts import View
from handrail.compile.addresses import is_id
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
    yield from _first(_shown(view, scene, around) for view in own_frames_elsewhere(scene))


def words_in_frames(scene: Scene, around: Surroundings) -> Iterator[Condition]:
    """New words in the frame that the act was in, which holds little else than what it is for."""
    own = ((view, around) for view in scene.act.views if view.frame)
    others = ((view, _around(view, around)) for view in own_frames_elsewhere(scene))
    return _first(showing.words(view, scene.known, words) for view, words in chain(own, others))


def _shown(view: View, scene: Scene, around: Surroundings) -> Iterator[Condition]:
    known, around = scene.known, _around(view, around)
    if not around.about_record:
        # What looks like a message there may be the text of a mail.
        yield from showing.message(view, known, around)
    yield from showing.headings(view, known, around, first=False)
    yield from showing.values(view, known, scene.fresh)


def _around(view: View, around: Surroundings) -> Surroundings:
    """By the frame's own address as well: with an id in it, the frame shows a record."""
    parts = urlsplit(view.after.url)
    named = [*parts.path.split("/"), *(value for _, value in parse_qsl(parts.query))]
    return replace(around, about_record=around.about_record or any(map(is_id, named)))


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
