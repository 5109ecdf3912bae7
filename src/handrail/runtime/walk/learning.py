"""What a run learns of the pages, journaled as amendments that people decide about."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.journal.events.driving import StepsProposed
from handrail.journal.events.event import AmendmentId, AmendmentProposed, Artefact
from handrail.journal.views.amendments import amendment_id, key_of
from handrail.runtime.walk.scribe import Scribe
from handrail.runtime.walk.values import Values
from handrail.sop.amending import TARGET, generalised
from handrail.sop.restepping import NewSteps
from handrail.sop.target import Target
from handrail.sop.values import text_of


class Lessons:
    """The amendments that one session proposes: each lesson once, however often a loop comes by."""

    def __init__(self, scribe: Scribe, values: Values, before: int = 0) -> None:
        """Earlier processes of the session have proposed so many as `before`."""
        self._before = before
        self._scribe = scribe
        self._values = values
        self._told: dict[tuple[str, str, str], AmendmentId] = {}

    def propose_steps(
        self, change: NewSteps, *, reasons: Sequence[str] = (), url: str = "", score: float = 1
    ) -> None:
        """Propose the steps that a person showed, or that were found, in the SOP's own variables."""
        lesson = (change.node, "steps", key_of(change.new))
        if lesson in self._told:
            return
        id = self._told[lesson] = amendment_id(self._scribe.session, self._number())
        self._scribe.note(
            StepsProposed(
                kind="steps_proposed",
                amendment=id,
                node=change.node,
                old=change.old,
                new=change.new,
                reasons=tuple(reasons),
                url=url,
                score=score,
            )
        )

    def _number(self) -> int:
        return self._before + len(self._told) + 1

    def _shown(self, name: str) -> str:
        return text_of(self._values.shown(name))

    def propose(
        self,
        node: str,
        old: Target,
        found: Target,
        *,
        field: str = TARGET,
        reasons: Sequence[str] = (),
        score: float,
        url: str = "",
        pictures: Sequence[Artefact] = (),
    ) -> AmendmentId:
        """Propose the element that was found as the node's target; for a step that was seen to have worked.

        `old` is the target as the SOP writes it, not as it was rendered; `found` describes the element on
        this run's page: values of the run in it become templates again, and secrets references.
        """
        new = generalised(old, found, self._shown).model_copy(update={"box": found.box})
        lesson = (node, field, key_of(new))
        known = self._told.get(lesson)
        if known is not None:
            return known
        id = amendment_id(self._scribe.session, self._number())
        self._told[lesson] = id
        self._scribe.note(
            AmendmentProposed(
                kind="amendment_proposed",
                amendment=id,
                node=node,
                field=field,
                old=old,
                new=new,
                reasons=tuple(reasons),
                score=score,
                url=url,
                pictures=tuple(pictures),
            )
        )
        return id
