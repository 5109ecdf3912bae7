"""A step in its surroundings: what its completion criteria are made of."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass, field

from handrail.compile.choices.lists.replaced import Replaced
from handrail.compile.reading.acts import Act, View
from handrail.compile.reading.known import Known, Slot
from handrail.compile.reading.steps import Draft
from handrail.recording.event import PageState
from handrail.sop import action as sop
from handrail.sop.node import Effect
from handrail.sop.target import FrameStep, Target


@dataclass(frozen=True)
class Scene:
    """One step with all that its criteria are made of."""

    draft: Draft
    action: sop.Action
    target: Target | None
    effect: Effect
    known: Known
    following: tuple[Draft, Target] | None = None
    """The next step on the same tab, where it has a target."""
    fields: Mapping[str, Target] = field(default_factory=dict)
    """Label → the field, for the fields that the recording met."""
    own: Container[str] = frozenset()
    """Path segments that belong to the app."""
    nouns: Container[str] = frozenset()
    """Path segments of all addresses that were met."""
    slugs: Collection[str] = frozenset()
    """Known values as they stand in paths."""
    recent: frozenset[str] = frozenset()
    """Values given or read lately."""
    settled: PageState | None = None
    """The page once the edit and those right after it were done: what the fields hold then."""
    fresh: Container[Slot] = frozenset()
    """What was given on the page that the step leaves: the record that it makes or changes."""
    picked: Slot | None = None
    """What the step picks out of a list."""
    looked_at: View | None = None
    """The look at the page a few steps later, where nobody had looked at it before: at a program's speed."""
    closes: bool = False
    """The list goes as an entry of it is picked: it is one for a single choice."""
    replaced: Replaced | None = None
    """What the picked entry took the place of."""
    taken: str | None = None
    """The entry that Enter took of a list, after its name was begun to be typed."""
    by_arrows: str | None = None
    """What the field holds since Enter took the entry that arrow keys had come to."""
    stays: bool = False
    """What the step presses stands on the page that comes as well: it is pressed there, too."""
    signs_in: bool = False
    owed: bool = False
    """The page around the step's frame may speak of what was sent from it before."""
    worked_in: Container[tuple[FrameStep, ...]] = frozenset()
    """The frames that the recording's steps are in."""
    about_data: bool = False
    """The target is another one on other data."""

    @property
    def act(self) -> Act:
        return self.draft.act
