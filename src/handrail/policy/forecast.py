"""What a policy would say to each step of an SOP, before it runs: what is asked, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from handrail.policy.document import ApprovalNeed
from handrail.policy.facts import Proposal, Verdict
from handrail.policy.fitting import span
from handrail.policy.judging import judge
from handrail.policy.naming import deed_of, named_by
from handrail.policy.policy import Policy
from handrail.policy.times import never_open, window_words
from handrail.sop.document import Sop
from handrail.sop.node import Task
from handrail.sop.sentences import describe_action


class Forecast(NamedTuple):
    """The verdict on a step as its document tells it, and on the same step with a doubtfully healed element.

    What only the live page shows (its dialogs, its forms, amounts, where redirects lead), the time and the
    limits are not in it.
    """

    task: Task
    verdict: Verdict
    if_healed: Verdict


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
        if isinstance(node, Task) and node.action.do != "set":
            exact = _proposal(sop, node)
            doubtful = exact.model_copy(update={"rung": "candidates", "confidence": 0.0})
            yield Forecast(node, judge(exact, timeless), judge(doubtful, timeless))


def conditions(policy: Policy) -> tuple[str, ...]:
    """What else a policy demands, each in words: of the clock, of what was done before, of amounts."""
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
    return (*times, *closed, *limits, *amounts, *needs)


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
    url = (
        deed.url
        if deed.url is not None and "{{" not in deed.url.partition("://")[2].partition("/")[0]
        else None
    )
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
