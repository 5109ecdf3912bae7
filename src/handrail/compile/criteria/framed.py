"""Other frames than the one that a step acts in: a preview beside the list, the pages that a menu leads to.

What such a frame shows is a step's doing only where something says so: advertisements and chats change, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Final
from urllib.parse import parse_qsl, urljoin, urlsplit

from handrail.compile.criteria.opened_record import found_by
from handrail.compile.criteria.scene import Scene
from handrail.compile.reading import showing
from handrail.compile.reading.acts import View
from handrail.compile.reading.addresses import is_id, path_of
from handrail.compile.reading.requests import sent_by
from handrail.compile.reading.steps import Draft
from handrail.compile.reading.texts import Surroundings
from handrail.sop.condition import Condition
from handrail.sop.domains import host_of

_ANSWERED_WITHIN: Final = 5000.0
"""Milliseconds: a page that has said nothing by then says nothing of what was sent."""


def page_owes_word(drafts: Sequence[Draft], place: int) -> bool:
    """Whether the step is in a frame, and the page around it may still be about to say what came of what was
    sent from it just before: then what it says is no sign of the step."""
    draft = drafts[place]
    if draft.target is None or not draft.target.frame:
        return False
    for earlier in reversed(drafts[:place]):
        if earlier.page != draft.page or draft.act.event.t - earlier.act.event.t > _ANSWERED_WITHIN:
            return False
        view = earlier.act.view_of(())
        if view is not None and {*view.after.alerts} - {*view.before.alerts}:
            return False
        if earlier.target is None or not earlier.target.frame:
            return earlier.act.leads_to is None and sent_by(earlier.act) is not None
    return False


def in_other_frames(scene: Scene, around: Surroundings, *, told: bool) -> Iterator[Condition]:
    """What another frame shows because of the step: the record that it was about; where nothing else has
    `told` of the step, what is the app's own."""
    known, names = scene.known, found_by(scene)
    of_record = list(_first(showing.record(view, known, names) for view in scene.act.views_elsewhere))
    yield from of_record
    if of_record or told:
        return
    yield from _first(
        _answers(_shown(view, scene, around), view, scene) for view in own_frames_elsewhere(scene)
    )


def words_in_frames(scene: Scene, around: Surroundings) -> Iterator[Condition]:
    """New words in the frame that the act was in, which holds little else than what it is for."""
    own = ((view, around) for view in scene.act.views if view.frame)
    answering = (view for view in own_frames_elsewhere(scene) if _is_of_act(view, scene))
    others = ((view, _around(view, around)) for view in answering)
    return _first(showing.words(view, scene.known, words) for view, words in chain(own, others))


def _answers(shown: Iterator[Condition], view: View, scene: Scene) -> Iterator[Condition]:
    """What of it a run is to wait for. A chat, a tip or a banner of the app's own greets by chance after a
    press, once for each visitor: there only what holds the run's data counts."""
    sure = _is_of_act(view, scene)
    return (part for part in shown if sure or "{{" in str(part))


def _is_of_act(view: View, scene: Scene) -> bool:
    """Whether the frame is worked in, is where the pressed link leads, or went from one page to another."""
    before, after, link = view.before.url, view.after.url, _link(scene)
    if view.frame in scene.worked_in:
        return True
    led_to = link is not None and host_of(link) == host_of(after)
    # Where another host leads on to is its own affair.
    if led_to and link and (path_of(link) == path_of(after) or host_of(link) != host_of(scene.act.event.url)):
        return True
    return _is_page(before) and _is_page(after) and path_of(before) != path_of(after)


def _is_page(url: str) -> bool:
    """Whether it was loaded from somewhere, and not made by the page around it."""
    return url.startswith(("http:", "https:", "file:", "blob:"))


def _link(scene: Scene) -> str | None:
    """Where the pressed link leads."""
    target = scene.draft.target
    href = target.attributes.get("href") if target is not None else None
    return urljoin(scene.act.event.url, href) if href else None


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
    hosts = {"", host_of(scene.act.event.url), host_of(_link(scene) or "")}
    return [
        view
        for view in scene.act.views_elsewhere
        if host_of(view.after.url) in hosts or view.frame in scene.worked_in
    ]


def _first(found: Iterable[Iterator[Condition]]) -> Iterator[Condition]:
    return islice(chain.from_iterable(found), 1)
