"""Sightings: which texts were to be seen, on which page, before something was typed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from handrail.compile.reading.acts import target_of
from handrail.compile.reading.addresses import page_key
from handrail.compile.reading.known import fold
from handrail.recording.event import Changed, Input, PageState, RecordedEvent, Responded
from handrail.sop.target import FrameStep, Target

_WORD: Final = re.compile(r"\w+")
_YEAR: Final = re.compile(r"(19|20)\d\d")
_MIN_LENGTH: Final = 3
_MIN_DIGITS: Final = 4


@dataclass(frozen=True)
class Sighting:
    """A page on which a text stood."""

    page: str
    title: str
    made: bool = False
    """The app wrote it there as it answered what had an effect."""


class Sightings:
    """Everything that was to be seen up to a moment of the recording."""

    def __init__(self, events: Sequence[RecordedEvent]) -> None:
        self._events = events
        self._next = 0
        self._seen: set[tuple[str, str]] = set()
        self._texts: list[tuple[str, Sighting]] = []
        self._by_word: dict[str, list[int]] = {}
        self._answered: dict[str, bool] = {}
        """Tabs whose app has answered what was sent to it, since the last act there: whether it may have been
        asked for no more than what there is, as in GraphQL."""
        self._made: dict[int, bool] = {}
        """The texts that came with such an answer, and the same of them."""
        self._acted: set[str] = set()
        self._sent: set[str] = set()
        """Tabs whose app has answered what was sent to it, other than who signs in."""
        self._signing_in: dict[str, bool] = {}
        """Tabs in which a password was given before the app was sent anything else, and whether the app has
        answered since. Whoever is let in is shown what there was before."""
        self._in_frames: dict[tuple[str, tuple[FrameStep, ...]], str] = {}

    def read_up_to(self, seq: int) -> None:
        """Take in what was to be seen before the event `seq`."""
        while self._next < len(self._events) and self._events[self._next].seq < seq:
            event = self._events[self._next]
            self._next += 1
            if isinstance(event, Changed):
                self._in_frames[event.page, event.frame] = event.state.url
                self._see_state(event.before_state)
                self._see_state(event.state, answered=self._answered.get(event.page))
            elif isinstance(event, Responded) and event.method != "GET":
                self._hear(event)
            elif (target := target_of(event)) is not None:
                self._answered.pop(event.page, None)
                self._may_sign_in(event)
                sighting = Sighting(page_key(event.url), event.title)
                for text in _texts_of_target(target):
                    self._see(text, sighting)

    def _hear(self, event: Responded) -> None:
        if event.page in self._signing_in:
            self._signing_in[event.page] = True
        else:
            if event.page in self._acted:
                self._sent.add(event.page)
            self._answered[event.page] = bool(event.operations)

    def _may_sign_in(self, act: RecordedEvent) -> None:
        self._acted.add(act.page)
        if isinstance(act, Input) and act.masked and act.page not in self._sent:
            self._signing_in.setdefault(act.page, False)
        elif self._signing_in.get(act.page):
            del self._signing_in[act.page]
            self._sent.add(act.page)

    def shown_in(self, page: str, frame: tuple[FrameStep, ...]) -> str:
        """The address of what a tab's frame showed last; empty where nobody knows it."""
        return self._in_frames.get((page, frame), "")

    def find(self, value: str, *, not_on: Collection[str]) -> Sighting | None:
        """The first page on which the value stood as whole words: another one than those at `not_on`, or one
        of them that the app wrote a number or a key into, as it answered what was sent before."""
        here = {page_key(url) for url in not_on if url}
        wanted = fold(value)
        words = _WORD.findall(wanted)
        if len(wanted) < _MIN_LENGTH or not words or _says_little(wanted):
            return None
        places = [self._by_word.get(word, []) for word in words]
        pattern = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
        for place in min(places, key=len):
            text, sighting = self._texts[place]
            made = place in self._made and _has_digit(wanted)
            if (made or sighting.page not in here) and pattern.search(text):
                return replace(sighting, made=made and not self._made[place])
        return None

    def _see_state(self, state: PageState, *, answered: bool | None = None) -> None:
        sighting = Sighting(page_key(state.url), state.title)
        told = {fold(text) for text in (*state.texts, *state.alerts, *state.dialogs)}
        for text in _texts_of_state(state):
            self._see(text, sighting, answered if fold(text) in told else None)

    def _see(self, text: str, sighting: Sighting, answered: bool | None = None) -> None:
        folded = fold(text)
        if not folded or (folded, sighting.page) in self._seen:
            return
        self._seen.add((folded, sighting.page))
        if answered is not None:
            self._made[len(self._texts)] = answered
        self._texts.append((folded, sighting))
        for word in set(_WORD.findall(folded)):
            self._by_word.setdefault(word, []).append(len(self._texts) - 1)


def _has_digit(value: str) -> bool:
    return any(letter.isdigit() for letter in value)


def _says_little(value: str) -> bool:
    """Short numbers and years stand everywhere."""
    return value.isdigit() and (len(value) < _MIN_DIGITS or _YEAR.fullmatch(value) is not None)


def _texts_of_state(state: PageState) -> Iterator[str]:
    yield state.title
    yield from state.headings
    yield from state.alerts
    yield from state.dialogs
    yield from state.values.values()
    yield from state.texts
    yield re.sub(r"[/?&=#+_-]", " ", state.url)


def _texts_of_target(target: Target) -> Iterator[str]:
    near = target.near
    for text in (target.name, target.text, near.row, near.heading, near.section, near.before, near.after):
        if text:
            yield text
