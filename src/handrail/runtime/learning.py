"""What a run learns of the pages, journaled as amendments that people decide about."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.errors import VariableError
from handrail.journal.amendments import amendment_id, change_key
from handrail.journal.event import AmendmentId, AmendmentProposed, Artefact
from handrail.runtime.scribe import Scribe
from handrail.runtime.values import Values
from handrail.sop.amending import TARGET, generalised, plain_names, with_names
from handrail.sop.node import Task
from handrail.sop.sentences import describe_action
from handrail.sop.target import Target
from handrail.sop.values import text_of

_LABEL = 80


class Lessons:
    """The amendments that one session proposes: each lesson once, however often a loop comes by."""

    def __init__(self, scribe: Scribe, values: Values) -> None:
        self._scribe = scribe
        self._values = values
        self._told: dict[tuple[str, str, str], AmendmentId] = {}

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
        return self._once(
            AmendmentProposed(
                kind="amendment_proposed",
                amendment=AmendmentId(""),
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

    def propose_steps(
        self, node: Task, steps: Sequence[Task], *, reasons: Sequence[str], score: float, url: str = ""
    ) -> AmendmentId:
        """Propose to do these steps before the node, which is as the SOP writes it.

        Values of the run in them become templates, by the names that the node and the SOP have for them.
        """
        values = {name: value for name in self._names(node) if (value := self._known(name))}
        return self._once(
            AmendmentProposed(
                kind="amendment_proposed",
                amendment=AmendmentId(""),
                node=node.id,
                place="before",
                old=node.target,
                steps=tuple(_labelled(with_names(step, values)) for step in steps),
                reasons=tuple(reasons),
                score=score,
                url=url,
            )
        )

    def _names(self, node: Task) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*plain_names(node), *self._values.plain)))

    def _known(self, name: str) -> str:
        """The value of a name as it is shown; empty for what is no text, or has no value here."""
        try:
            value = self._values.shown(name)
        except VariableError:
            return ""
        return "" if isinstance(value, list | dict | bool) or value is None else text_of(value)

    def _once(self, proposed: AmendmentProposed) -> AmendmentId:
        change = change_key(proposed.new, proposed.steps)
        lesson = (proposed.node, f"{proposed.place} {proposed.field}", change)
        known = self._told.get(lesson)
        if known is not None:
            return known
        id = amendment_id(self._scribe.session, len(self._told) + 1)
        self._told[lesson] = id
        self._scribe.note(proposed.model_copy(update={"amendment": id}))
        return id


def _labelled(step: Task) -> Task:
    """Its label says what the SOP says, not the values of this run."""
    return step.model_copy(update={"label": describe_action(step)[:_LABEL]})
