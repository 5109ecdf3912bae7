"""What a session leaves to later ones: remembered answers, and changes proposed of the SOP."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from handrail._model import Model
from handrail.journal.events.ids import AmendmentId, Artefact
from handrail.policy.rules.remembered import RememberedRule
from handrail.sop.amending import TARGET, Amendment
from handrail.sop.target import Target


class RuleRemembered(Model):
    """A person's answer holds for what is alike, until it expires or is revoked."""

    kind: Literal["rule_remembered"]
    node: str
    rule: RememberedRule


class RuleRevoked(Model):
    """A remembered answer does not hold any more; written to the chain that it stands in, at any time."""

    kind: Literal["rule_revoked"]
    rule: str
    """The rule's id."""
    by: str
    why: str = ""


class AmendmentProposed(Model):
    """The run learned that a step's target is found otherwise now; nothing changes before it is accepted."""

    kind: Literal["amendment_proposed"]
    amendment: AmendmentId
    node: str
    field: str = TARGET
    """Where in the node the target stands, such as `target` or `action.onto`."""
    old: Target
    """As the SOP that was run writes it, templates and all."""
    new: Target
    reasons: tuple[str, ...] = ()
    score: float = Field(ge=0, le=1)
    url: str = ""
    """The page that it was found on."""
    pictures: tuple[Artefact, ...] = ()

    @property
    def change(self) -> Amendment:
        """What it would change, without the evidence."""
        return Amendment(node=self.node, field=self.field, old=self.old, new=self.new)


class AmendmentDecided(Model):
    """Somebody accepted or rejected an amendment, during the session or at any time after it."""

    kind: Literal["amendment_decided"]
    amendment: AmendmentId
    decision: Literal["accept", "reject"]
    by: str
    why: str = ""
    version: str | None = None
    """The SOP's version that accepting it made."""
    path: str | None = None
    """The file that the new version was written to."""
    sop: Artefact | None = None
    """The new version."""
    replaced: Artefact | None = None
    """What that file held before, byte for byte."""
