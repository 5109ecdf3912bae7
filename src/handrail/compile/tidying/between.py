"""An act between the acts beside it: what tells noise from what makes a step."""

from __future__ import annotations

from typing import Literal

from handrail.compile.reading.acts import Act, same_element
from handrail.recording.event import RecordedEvent

Verdict = Literal["keep", "into next", "into previous"]


class Between:
    """One act between the acts beside it, and `following`, the next one that is no noise."""

    def __init__(
        self, act: Act, previous: Act | None, following: Act | None, upcoming: Act | None, observed: bool
    ) -> None:
        self.act = act
        self.previous = previous
        self.following = following
        self.upcoming = upcoming.event if upcoming else None
        self.next_event = following.event if following else None
        self.quiet = observed and not act.took_effect()
        """Nothing at all was seen to come of it."""

    def leads_to(self, *kinds: type[RecordedEvent]) -> bool:
        """The next act is of one of these kinds, on the same element."""
        if not isinstance(self.next_event, kinds) or self.following is None:
            return False
        return same_element(self.act.target, self.following.target)
