"""What the gate judges by: a proposed action with everything that is known of it, and the verdict it gets."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, Protocol

from pydantic import Field

from handrail._model import Model
from handrail.policy.deeds.deed import Deed
from handrail.policy.documents.document import LEVELS, ApprovalNeed, Level
from handrail.policy.words.vocabulary import Category
from handrail.sop.node import Effect, Rung
from handrail.targeting.snapshot import ElementSnapshot


class Proposal(Model):
    """This action on this element: the facts on which the gate judges. Secrets are references here."""

    node: str
    attempt: int
    rung: Rung
    action: str
    """The action in words."""
    kind: str
    """The action's name in the SOP: `click`, `fill`, …"""
    effect: Effect
    page_url: str
    frame_url: str | None = None
    leads_to: str | None = None
    """The address that the action itself names: of an `open`, a link, a request."""
    element: ElementSnapshot | None = None
    confidence: float = 1.0
    reasons: tuple[str, ...] = ()
    sop: str = ""
    """Id of the SOP that is run."""
    dialog_known: bool = False
    """The step keeps what the dialog said that it answers; older SOPs keep its title alone."""
    named: bool = False
    """The step stands in the SOP that is run; a path that a model found does not."""
    chosen_by: str = ""
    """Who chose the element, where a person did."""
    granted: tuple[Category, ...] = ()
    """The categories that the SOP's own words for the step name."""
    undoable: bool = False
    """The SOP names a step that undoes it."""
    method: str | None = None
    """Of a request."""
    keys: str | None = None
    values: tuple[str, ...] = ()
    """What is typed, chosen or sent; secrets are references."""
    secrets: tuple[str, ...] = ()
    """Names of the secrets that it types or sends."""
    secrets_answered: tuple[str, ...] = ()
    """Names of those that it gives a dialog of the browser as its answer."""
    questions: tuple[str, ...] = ()
    """The page's questions that the step answers with yes."""
    now: datetime | None = None
    seen: int = 0
    """How often this step was done before, as far as that is known."""
    counts: dict[str, int] = Field(default_factory=dict)
    """For each limit of the policy, by its words: how many there were in its period."""

    @property
    def deed(self) -> Deed:
        """What its category is judged by."""
        return Deed(
            kind=self.kind,
            element=self.element,
            url=self.leads_to,
            method=self.method,
            keys=self.keys,
            values=self.values,
            questions=self.questions,
            page_url=self.frame_url or self.page_url,
            once=self.effect == "once",
            recorded=self.named and not self.dialog_known and (self.rung == "exact" or bool(self.chosen_by)),
        )


class Verdict(Model):
    """The gate's decision, with the rule and the reason in words."""

    decision: Literal["allow", "ask", "block"]
    rule: str
    reason: str
    risk: Level = "low"
    factors: tuple[str, ...] = ()
    """What makes the risk, each in words."""
    categories: tuple[Category, ...] = ()
    rememberable: bool = False
    """Whether a person's answer may be kept for what is alike."""
    need: ApprovalNeed | None = None
    """What an approval needs to count, where the policy says so."""
    further_needs: tuple[ApprovalNeed, ...] = ()
    """Where it is of several categories, of which people of other roles must be asked as well: theirs."""
    amount: str = ""
    """The sum of money that it is about, where it is financial."""


class Weighed(Protocol):
    """A verdict, and what is kept of one in a question."""

    @property
    def rule(self) -> str: ...
    @property
    def risk(self) -> Level: ...
    @property
    def categories(self) -> tuple[Category, ...]: ...
    @property
    def need(self) -> ApprovalNeed | None: ...
    @property
    def amount(self) -> str: ...


def is_more(now: Weighed, before: Weighed) -> bool:
    """Whether a yes to what it was `before` says nothing of what it is now: it is asked by another rule or of
    other people, is about another sum, of another category, or of higher risk."""
    return (
        (now.rule, now.amount, now.need) != (before.rule, before.amount, before.need)
        or not set(now.categories) <= set(before.categories)
        or LEVELS.index(now.risk) > LEVELS.index(before.risk)
    )
