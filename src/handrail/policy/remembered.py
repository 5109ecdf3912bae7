"""What people decided for good: rules that are scoped, expire, can be revoked, and never widen silently."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from handrail._model import Model
from handrail.policy.document import LEVELS, Level
from handrail.policy.facts import Proposal, Verdict
from handrail.policy.vocabulary import Category
from handrail.sop.domains import host_of

REMEMBERED_DAYS: Final = 90
"""How long a rule holds where nobody says otherwise."""


class RememberedRule(Model):
    """ "Always allow 'Archive' in this SOP on this host": it fits what it was made for, and nothing more."""

    id: str
    decision: Literal["allow", "block"] = "allow"
    sop: str
    """The SOP's id."""
    session: str = ""
    """The only session that it holds in; every one of the SOP for an empty name."""
    host: str
    kind: str
    """The kind of action."""
    role: str | None = None
    name: str = ""
    """The element's accessible name, as it was when a person decided."""
    categories: tuple[Category, ...] = ()
    """What the action was seen to be then; should it turn out to be more, people are asked again."""
    risk: Level = "low"
    by: str
    at: str
    """UTC, ISO 8601."""
    until: str
    """UTC, ISO 8601."""

    @property
    def words(self) -> str:
        """ "always allow click 'Archive' in the SOP 'mail' on mail.example" """
        verb = "always allow" if self.decision == "allow" else "never allow"
        if self.session:
            verb = f"allow in the session {self.session}"
        what = f"{self.kind.replace('_', ' ')} '{self.name}'" if self.name else self.kind.replace("_", " ")
        return f"{verb} {what} in the SOP '{self.sop}' on {self.host}"


def fits(
    rule: RememberedRule, proposal: Proposal, host: str, categories: tuple[Category, ...], risk: Level
) -> bool:
    """Whether the rule was made for just this: the same element, no new category, no more risk."""
    element = proposal.element
    same = (
        rule.sop == proposal.sop
        and rule.host == host
        and rule.kind == proposal.kind
        and rule.role == (element.role if element else None)
        and rule.name == (element.name if element else "")
    )
    if not same or proposal.now is None or datetime.fromisoformat(rule.until) <= proposal.now:
        return False
    if rule.decision == "block":
        return True
    return set(categories) <= set(rule.categories) and LEVELS.index(risk) <= LEVELS.index(rule.risk)


def rule_for(
    proposal: Proposal,
    verdict: Verdict,
    *,
    id: str,
    by: str,
    until: str | None = None,
    session: str = "",
) -> RememberedRule:
    """The rule that "always" makes of a person's answer: for this element here, as it is seen now.

    With a session, it holds in that one alone.
    """
    now = proposal.now or datetime.now(UTC)
    element = proposal.element
    return RememberedRule(
        id=id,
        sop=proposal.sop,
        session=session,
        host=host_of(proposal.leads_to or proposal.page_url),
        kind=proposal.kind,
        role=element.role if element else None,
        name=element.name if element else "",
        categories=verdict.categories,
        risk=verdict.risk,
        by=by,
        at=now.isoformat(timespec="seconds"),
        until=until or (now + timedelta(days=REMEMBERED_DAYS)).isoformat(timespec="seconds"),
    )
