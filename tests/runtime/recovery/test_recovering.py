"""What to do about an error: by its category, the node and what was tried, as a table of cases."""

from __future__ import annotations

import pytest

from handrail.errors import (
    SUGGESTIONS,
    AppAway,
    Category,
    ElementChanged,
    HandrailError,
    NotVerified,
    PermanentError,
    RunError,
    SignedOut,
    TabCrashed,
    TargetAmbiguous,
    TargetNotFound,
    TransientError,
    UnexpectedPage,
)
from handrail.runtime.recovery.recovering import (
    Facts,
    Limits,
    Tried,
    backoff,
    decide,
    limits_of,
    may_go_another_way,
)
from handrail.runtime.walk.circuits import FAILURES, FIRST_SECONDS, LONGEST_SECONDS, Circuits
from handrail.runtime.walk.settings import Settings
from handrail.sop.node import Retry

LIMITS = Limits(times=2, seconds=0.5, at_most=30)
READ, WRITE, ONCE = Facts("none"), Facts("repeatable", leaves_same=True), Facts("once")
FIRST, LAST, LOOKED = Tried(1), Tried(3), Tried(1, looked=True)


def dispatched(error: RunError) -> RunError:
    error.dispatched = True
    return error


CASES = [
    (ElementChanged("renamed"), ONCE, FIRST, "again"),
    (TransientError("cut"), READ, FIRST, "again"),
    (TransientError("cut"), ONCE, FIRST, "again"),
    (TransientError("cut"), READ, LAST, "give up"),
    (AppAway("cut"), READ, Tried(4), "again"),
    (AppAway("cut"), READ, Tried(5), "give up"),
    (dispatched(TransientError("cut")), ONCE, FIRST, "give up"),
    (dispatched(TransientError("cut")), WRITE, FIRST, "again"),
    (TargetNotFound("gone"), READ, FIRST, "look"),
    (TargetNotFound("gone"), READ, LOOKED, "give up"),
    (TargetAmbiguous("two"), ONCE, FIRST, "look"),
    (UnexpectedPage("covered"), ONCE, FIRST, "look"),
    (dispatched(UnexpectedPage("a dialog")), ONCE, FIRST, "give up"),
    (UnexpectedPage("covered"), READ, LOOKED, "give up"),
    (dispatched(NotVerified("no sign")), WRITE, FIRST, "look"),
    (dispatched(NotVerified("no sign")), WRITE, LOOKED, "again"),
    (dispatched(NotVerified("no sign")), Facts("repeatable"), LOOKED, "give up"),
    (dispatched(NotVerified("no sign")), ONCE, FIRST, "give up"),
    (SignedOut("door"), READ, FIRST, "back"),
    (SignedOut("door"), ONCE, FIRST, "back"),
    (dispatched(SignedOut("door")), ONCE, FIRST, "give up"),
    (TabCrashed("crash"), WRITE, LAST, "back"),
    (PermanentError("no"), READ, FIRST, "give up"),
]


@pytest.mark.parametrize(("error", "facts", "tried", "plan"), CASES)
def test_the_decision(error: RunError, facts: Facts, tried: Tried, plan: str) -> None:
    assert decide(error, facts, tried, LIMITS, 0.0).do == plan


def test_each_wait_is_twice_as_long_with_a_share_of_chance_up_to_the_cap() -> None:
    assert [backoff(times, LIMITS, 0.0) for times in (1, 2, 3)] == [0.5, 1.0, 2.0]
    assert backoff(1, LIMITS, 1.0) == 0.75
    assert backoff(50, LIMITS, 1.0) == 30
    assert backoff(5000, LIMITS, 0.5) == 30


def test_a_nodes_own_limits_go_before_the_runs() -> None:
    settings = Settings(retries=1, retry_seconds=0.5, retry_at_most=30)
    assert limits_of(None, settings) == Limits(1, 0.5, 30)
    assert limits_of(Retry(times=4), settings) == Limits(4, 0.5, 30)
    assert limits_of(Retry(times=4, seconds=2, at_most=5), settings) == Limits(4, 2, 5)


def test_for_what_the_page_has_changed_already_nobody_waits() -> None:
    assert decide(ElementChanged("renamed"), READ, FIRST, LIMITS, 1.0).seconds == 0


def test_who_says_when_is_waited_for_but_no_longer_than_the_cap() -> None:
    error = TransientError("busy")
    error.retry_after = 12
    assert decide(error, READ, FIRST, LIMITS, 0.0).seconds == 12
    error.retry_after = 3600
    assert decide(error, READ, FIRST, LIMITS, 0.0).seconds == 30


def test_another_way_is_for_what_the_app_has_not_seen() -> None:
    assert may_go_another_way(TargetNotFound("gone"))
    assert not may_go_another_way(dispatched(TargetNotFound("gone")))
    assert not may_go_another_way(SignedOut("door"))
    assert not may_go_another_way(NotVerified("no sign"))


class Clock:
    """Time that the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def is_open(circuits: Circuits, host: str = "crm") -> bool:
    try:
        circuits.check(host)
    except TransientError as error:
        assert error.retry_after > 0 and host in error.message and error.suggestion
        return True
    return False


def broken(clock: Clock) -> Circuits:
    circuits = Circuits(clock)
    for _ in range(FAILURES):
        assert not is_open(circuits)
        circuits.failed("crm")
    return circuits


def test_a_host_that_fails_again_and_again_is_left_alone_and_no_other() -> None:
    circuits = broken(Clock())
    assert is_open(circuits)
    assert not is_open(circuits, "mail")


def test_after_the_pause_one_session_tries_the_host_for_all() -> None:
    clock = Clock()
    circuits = broken(clock)
    clock.now += FIRST_SECONDS
    assert not is_open(circuits)
    assert is_open(circuits), "the others wait for what the first finds"
    circuits.answered("crm")
    assert not is_open(circuits)


def test_a_host_that_goes_on_failing_is_left_alone_for_longer_up_to_a_limit() -> None:
    clock = Clock()
    circuits = broken(clock)
    waits = []
    for _ in range(8):
        with pytest.raises(TransientError) as caught:
            circuits.check("crm")
        waits.append(caught.value.retry_after)
        clock.now += caught.value.retry_after
        assert not is_open(circuits)
        circuits.failed("crm")
    assert waits == sorted(waits) and waits[1] == 2 * waits[0]
    assert waits[-1] == LONGEST_SECONDS


def test_an_answer_in_between_begins_the_count_anew() -> None:
    circuits = Circuits(Clock())
    for _ in range(FAILURES * 3):
        circuits.failed("crm")
        circuits.answered("crm")
    assert not is_open(circuits)


def _all_errors(kind: type[HandrailError]) -> list[type[HandrailError]]:
    return [kind, *(inner for sub in kind.__subclasses__() for inner in _all_errors(sub))]


def test_every_category_has_a_suggestion() -> None:
    assert set(SUGGESTIONS) == set(Category)
    assert all(text.strip().endswith(".") for text in SUGGESTIONS.values())


@pytest.mark.parametrize("kind", _all_errors(HandrailError), ids=lambda kind: kind.__name__)
def test_no_error_is_without_a_suggestion(kind: type[HandrailError]) -> None:
    assert kind("It failed.").suggestion
    assert kind("It failed.", mend="Do this.").suggestion == "Do this."
