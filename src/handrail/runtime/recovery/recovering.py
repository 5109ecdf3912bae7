"""What to do about an error: decided by its category, the node, and what was tried already. Nothing is done
here."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from handrail.errors import AppAway, Category, ElementChanged, PageLost, RunError, TransientError
from handrail.runtime.walk.settings import Settings
from handrail.sop.node import Effect, Retry

PATIENT_TIMES: Final = 4
"""Retries at least, where an app that is not reached is waited for: some ten seconds by default."""

_OTHER_WAYS: Final = frozenset(
    {Category.TARGET, Category.TRANSIENT, Category.UNEXPECTED_PAGE, Category.PERMANENT}
)
"""Failures after which another skill of the task may do the same."""

_TOLD_BY_PAGE: Final = frozenset({Category.TARGET, Category.UNEXPECTED_PAGE, Category.UNVERIFIED})
"""Failures of which something on the page may be the cause: what covers it, or another page in its place."""


class Limits(NamedTuple):
    """How often a failure is tried again, and how long is waited before. Seconds."""

    times: int
    seconds: float
    at_most: float


class Facts(NamedTuple):
    """What matters of a node when something failed in it."""

    effect: Effect
    leaves_same: bool = False
    """Its action leaves the same state however often it is done."""


class Tried(NamedTuple):
    """What was done about the failures of one visit so far."""

    times: int
    """Attempts of this way, the failed one among them."""
    looked: bool = False
    """The page was looked at since the failure, and nothing known stood in the way."""


class Plan(NamedTuple):
    """What to do: try again after `seconds`, see what stands in the way, go back to the last place that can
    be reached, or give up, which leaves it to another skill, a `failed` edge, or whoever is around."""

    do: Literal["again", "look", "back", "give up"]
    seconds: float = 0.0


def limits_of(retry: Retry | None, settings: Settings) -> Limits:
    """A node's own limits, and the run's where it has none."""
    if retry is None:
        return Limits(settings.retries, settings.retry_seconds, settings.retry_at_most)
    return Limits(
        retry.times, retry.seconds or settings.retry_seconds, retry.at_most or settings.retry_at_most
    )


def patiently(limits: Limits) -> Limits:
    """Limits for an app that is not reached: one that is started anew, or whose network is cut, takes longer
    to come back than a page takes to load."""
    return limits._replace(times=max(limits.times, PATIENT_TIMES)) if limits.times else limits


def decide(error: RunError, facts: Facts, tried: Tried, limits: Limits, spread: float) -> Plan:
    """What to do about a failure. `spread`, from 0 to 1, is where chance has a say: sessions that failed
    together do not come back together."""
    if facts.effect == "once" and error.dispatched:
        return Plan("give up")
    if isinstance(error, PageLost):
        return Plan("back")
    if isinstance(error, AppAway):
        limits = patiently(limits)
    left = tried.times <= limits.times
    if error.category is Category.TRANSIENT and left:
        return Plan("again", pause_after(error, tried.times, limits, spread))
    if error.category in _TOLD_BY_PAGE and not tried.looked:
        return Plan("look")
    if error.category is Category.UNVERIFIED and facts.leaves_same and left:
        return Plan("again", backoff(tried.times, limits, spread))
    return Plan("give up")


def may_go_another_way(error: RunError) -> bool:
    """Whether another skill of the task may be tried after this failure."""
    return not error.dispatched and not isinstance(error, PageLost) and error.category in _OTHER_WAYS


def pause_after(error: RunError, times: int, limits: Limits, spread: float) -> float:
    """Seconds to wait before the next try: what the host asked for where that is more than our own backoff,
    and never more than the limit. None where the page has come to rest with another element already."""
    if isinstance(error, ElementChanged):
        return 0.0
    least = error.retry_after if isinstance(error, TransientError) else 0.0
    return min(limits.at_most, max(least, backoff(times, limits, spread)))


def backoff(times: int, limits: Limits, spread: float) -> float:
    """Seconds to wait after so many failures: each time twice as long, up to half as much again by chance,
    and never more than the limit."""
    return min(limits.at_most, limits.seconds * 2.0 ** min(times - 1, 60) * (1 + spread / 2))
