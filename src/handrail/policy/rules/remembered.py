"""What people decided for good: rules that are scoped, expire, can be revoked, and never widen silently."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Final, Literal, TypedDict
from urllib.parse import urlsplit

from handrail._model import Model
from handrail.policy.deeds.amounts import Amount, largest
from handrail.policy.deeds.facts import Proposal, Verdict
from handrail.policy.documents.document import LEVELS, Level
from handrail.policy.documents.fitting import chord
from handrail.policy.words.acting import is_generic
from handrail.policy.words.comparing import tokens
from handrail.policy.words.vocabulary import Category, words_of_answers
from handrail.sop.domains import host_of

REMEMBERED_DAYS: Final = 90
"""How long a rule holds where nobody says otherwise."""
_NUMBER: Final = re.compile(r"\d+(?:[.,:/-]\d+)*")
_LONGEST: Final = 60
"""Letters of a value or question in a rule's words."""


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
    keys: str = ""
    """Of a `press`: the keys."""
    leads: str = ""
    """Method and address of what was sent, as far as that was known, with `#` for what numbers a record."""
    values: tuple[str, ...] = ()
    """What was typed, chosen or sent; secrets are references."""
    question: str = ""
    """What was asked, where the name only answers it ("OK")."""
    categories: tuple[Category, ...] = ()
    """What the action was seen to be then; should it turn out to be more, people are asked again."""
    risk: Level = "low"
    at_most: str = ""
    """The sum of money that a person saw, where it is financial and the page names one; it covers no more."""
    currency: str = ""
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
        what = self.kind.replace("_", " ")
        what += f" {self.keys}" if self.keys else ""
        what += f" '{self.name}'" if self.name else ""
        what += f" ({self.leads})" if self.leads and self.name else f" {self.leads}" if self.leads else ""
        if self.values:
            what += " with " + ", ".join(f"'{_clipped(value)}'" for value in self.values)
        asked = f", asked '{_clipped(self.question)}'," if self.question else ""
        most = f" of at most {' '.join(filter(None, (self.at_most, self.currency)))}" if self.at_most else ""
        return f"{verb} {what}{most}{asked} in the SOP '{self.sop}' on {self.host}"


class _Sum(TypedDict):
    at_most: str
    currency: str


def amount_of(proposal: Proposal) -> Amount | None:
    """The largest sum of money that the page names for the action."""
    return largest(proposal.element.leads.money) if proposal.element is not None else None


def _sum(proposal: Proposal, verdict: Verdict) -> _Sum:
    amount = amount_of(proposal) if "financial" in verdict.categories else None
    if amount is None:
        return {"at_most": "", "currency": ""}
    return {"at_most": f"{amount.number:f}", "currency": amount.currency or ""}


class _Seen(TypedDict):
    keys: str
    leads: str
    values: tuple[str, ...]
    question: str


def _seen(proposal: Proposal) -> _Seen:
    """What a person saw of the action besides its element, but for what tells one record from the next."""
    deed = proposal.deed
    method, address = deed.sends
    words = tokens(deed.name)
    answers = not words or is_generic(words, words_of_answers())
    asked = (deed.leads.confirm, *proposal.questions, deed.leads.dialog) if answers else ()
    return {
        "keys": "+".join(sorted(chord(proposal.keys))) if proposal.keys else "",
        "leads": f"{method.upper()} {_of_any_record(address)}" if address else "",
        "values": proposal.values,
        "question": _NUMBER.sub("#", " ".join(text for text in asked if text)),
    }


def _of_any_record(address: str) -> str:
    """The path and query of an address, without what numbers a record."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    path = "/".join("#" if _NUMBER.search(part) else part for part in parts.path.split("/"))
    query = "&".join(_NUMBER.sub("#", part) for part in parts.query.split("&"))
    return f"{path}?{query}" if query else path


def _clipped(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def fits(
    rule: RememberedRule,
    proposal: Proposal,
    host: str,
    categories: tuple[Category, ...],
    risk: Level,
    amount: Amount | None = None,
) -> bool:
    """Whether the rule was made for just this: the same element, no new category, no more risk, no larger
    sum."""
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
    if (rule.keys, rule.leads, rule.values, rule.question) != tuple(_seen(proposal).values()):
        return False
    if "financial" in categories and not _covers(rule, amount):
        return False
    return set(categories) <= set(rule.categories) and LEVELS.index(risk) <= LEVELS.index(rule.risk)


def _covers(rule: RememberedRule, amount: Amount | None) -> bool:
    if amount is None or not rule.at_most:
        return amount is None and not rule.at_most
    return (amount.currency or "") == rule.currency and amount.number <= Decimal(rule.at_most)


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
        **_seen(proposal),
        categories=verdict.categories,
        risk=verdict.risk,
        **_sum(proposal, verdict),
        by=by,
        at=now.isoformat(timespec="seconds"),
        until=until or (now + timedelta(days=REMEMBERED_DAYS)).isoformat(timespec="seconds"),
    )
