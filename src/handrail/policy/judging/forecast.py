"""What a policy would say to each step of an SOP, before it runs: what is asked, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from handrail.policy.deeds.facts import Proposal, Verdict
from handrail.policy.documents.document import ApprovalNeed
from handrail.policy.documents.fitting import span
from handrail.policy.judging.decision import judge, refusal_of
from handrail.policy.judging.granting import deed_of, named_by
from handrail.policy.rules.in_force import Policy
from handrail.policy.rules.times import never_open, window_words
from handrail.sop.document import Sop
from handrail.sop.node import Group, Loop, Task
from handrail.sop.sentences import describe_action


class Forecast(NamedTuple):
    """The verdict on a step as its document tells it, and on the same step with a doubtfully healed element.

    What only the live page shows (its dialogs, its forms, amounts, where redirects lead), the time and the
    limits are not in it. What people decided for good counts where it can be told from the document that it
    was decided of just this.
    """

    task: Task
    """With the action of this way to do it."""
    verdict: Verdict
    if_healed: Verdict
    place: int = 0
    """Among the ways to do the step: behind the first one are its `skills`."""

    @property
    def words(self) -> str:
        """The step's id, and the way where it is not the first one."""
        return f"{self.task.id} (way {self.place + 1})" if self.place else self.task.id


class RefusedRead(NamedTuple):
    """A condition of a node reads from an address that the policy does not cover."""

    node: str
    url: str
    rule: str
    reason: str

    @property
    def words(self) -> str:
        return f"{self.node}: it would read {self.url}"


class RefusedStart(NamedTuple):
    """A page that a run opens before its first step, at an address that the policy does not cover."""

    page: str
    """The name of its tab."""
    url: str
    rule: str
    reason: str

    @property
    def words(self) -> str:
        return f"tab '{self.page}': the run would begin at {self.url}"


def forecast(sop: Sop, policy: Policy) -> Iterator[Forecast]:
    """The forecasts of all tasks, in the order of the document."""
    # The clock and the counts of the moment would say nothing about a later run, but for what holds ever.
    held = {
        "times": policy.times if never_open(policy.times, datetime.now(UTC)) else (),
        "limits": tuple(limit for limit in policy.limits if limit.at_most == 0),
        "amounts": (),
    }
    timeless = policy.model_copy(update=held)
    for node in sop.walk_nodes():
        if not isinstance(node, Task):
            continue
        for place, action in enumerate((node.action, *node.skills)):
            if action.do == "set":
                continue
            way = node.model_copy(update={"action": action})
            exact = _proposal(sop, way)
            doubtful = exact.model_copy(update={"rung": "candidates", "confidence": 0.0})
            yield Forecast(way, _judged(exact, timeless), _judged(doubtful, timeless), place)


def _judged(proposal: Proposal, policy: Policy) -> Verdict:
    """The verdict, by what was remembered where that fits on the page of its host."""
    now = datetime.now(UTC)
    for rule in policy.remembered:
        there = {"now": now} if proposal.leads_to else {"now": now, "page_url": f"https://{rule.host}/"}
        verdict = judge(proposal.model_copy(update=there), policy.model_copy(update={"remembered": (rule,)}))
        if verdict.rule == f"remembered:{rule.id}":
            return verdict
    return judge(proposal, policy)


def refused_reads(sop: Sop, policy: Policy) -> Iterator[RefusedRead]:
    """What conditions would read over HTTP, and may not, as far as the document tells the host."""
    for node in sop.walk_nodes():
        own = {"children"} if isinstance(node, Loop | Group) else set()
        for url in dict.fromkeys(_read_in(node.model_dump(mode="json", exclude=own))):
            refused = refusal_of(policy, _with_host(url))
            if refused is not None:
                yield RefusedRead(node.id, url, refused.rule, refused.reason)


def refused_starts(sop: Sop, policy: Policy) -> Iterator[RefusedStart]:
    """The pages that a run begins with, and may not open, as far as the document tells the host."""
    for page in sop.environment.start:
        refused = refusal_of(policy, _with_host(page.url))
        if refused is not None:
            yield RefusedStart(page.name, page.url, refused.rule, refused.reason)


def _read_in(part: object) -> Iterator[str]:
    """The addresses of the conditions in a part of a node, in those that hold others, too."""
    if isinstance(part, list):
        for one in part:
            yield from _read_in(one)
    elif isinstance(part, dict):
        if part.get("kind") == "http" and isinstance(url := part.get("url"), str):
            yield url
        for one in part.values():
            yield from _read_in(one)


def conditions(policy: Policy) -> tuple[str, ...]:
    """What else a policy demands, each in words: of the clock, of what was done before, of amounts; and what
    people decided for good."""
    times = (
        f"effects only {' or '.join(window_words(window) for window in windows)}, else "
        f"{'blocked' if any(window.outside == 'block' for window in windows) else 'asked'}"
        for windows in policy.times
    )
    limits = (f"at most {limit.words}, then {_said(limit.over)}" for limit in policy.limits)
    amounts = (
        f"financial actions up to {limit.at_most:,f}{f' {limit.currency}' if limit.currency else ''}, above "
        f"{_said(limit.over)}"
        for limit in policy.amounts
    )
    never = never_open(policy.times, datetime.now(UTC))
    closed = (
        ("the layers' times have no moment in common, so that no effect is ever allowed",) if never else ()
    )
    needs = (_demanded(category, need) for category, need in policy.approvals.items())
    decided = (f"{rule.by} said, until {rule.until[:10]}: {rule.words}" for rule in policy.remembered)
    return (*times, *closed, *limits, *amounts, *needs, *decided)


def _demanded(category: str, need: ApprovalNeed) -> str:
    who = f"{need.quorum} different people" if need.quorum > 1 else "a person"
    role = f" with the role '{need.role}'" if need.role else ""
    eyes = ", not by whoever started it" if need.four_eyes else ""
    late = f", else denied after {span(need.timeout)}" if need.timeout and need.on_timeout == "deny" else ""
    return f"{category.replace('_', ' ')} actions are allowed by {who}{role}{eyes}{late}"


def _said(over: str) -> str:
    return "blocked" if over == "block" else "asked"


def _proposal(sop: Sop, task: Task) -> Proposal:
    deed = deed_of(task)
    url = _with_host(deed.url)
    return Proposal(
        node=task.id,
        attempt=1,
        rung="exact",
        action=describe_action(task),
        kind=task.action.do,
        effect=task.effect,
        page_url="",
        leads_to=url,
        element=deed.element,
        sop=sop.meta.id,
        **named_by(task, task),
    )


def _with_host(url: str | None) -> str | None:
    """The address, where the document says its host; a variable may stand in its place."""
    return url if url is not None and "{{" not in url.partition("://")[2].partition("/")[0] else None
