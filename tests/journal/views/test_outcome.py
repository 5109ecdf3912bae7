from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

import pytest

from handrail.errors import ExitCode
from handrail.journal.events.event import Event, Outcome
from handrail.journal.views.outcome import Cause, batch_outcome, exit_code, outcome_of, outcome_so_far
from handrail.journal.views.state import state
from tests.journal.stories import (
    act_failed,
    acted,
    asked,
    done,
    ended,
    entered,
    intended,
    item_failed,
    judged,
    left,
    missed,
    proposed,
    started,
    tell,
    unverified,
    verified,
)


@dataclass(frozen=True)
class Case:
    name: str
    events: list[Event]
    cause: Cause
    outcome: Outcome


SAVED = done("save", "once")
FILLED = done("fill", "repeatable")
NO_CRITERION: list[Event] = [entered("note"), intended("note", "none"), acted("note"), unverified("note")]
SENT: list[Event] = [entered("send"), intended("send")]
SENT_REPEATABLE: list[Event] = [entered("find"), intended("find", "repeatable")]

CASES = [
    Case("every node verified", [*FILLED, *SAVED], "end", "done"),
    Case(
        "groups and ends need no criterion", [entered("g"), *SAVED, left("g"), entered("end")], "end", "done"
    ),
    Case("a node without criterion", [*SAVED, *NO_CRITERION, left("note")], "end", "done, unverified"),
    Case(
        "a missed criterion that policy let pass",
        [*SENT, acted("send"), missed("send"), left("send")],
        "end",
        "done, unverified",
    ),
    Case(
        "a node that was given up",
        [*SENT_REPEATABLE, left("find", "failed"), *SAVED],
        "end",
        "done with exceptions",
    ),
    Case(
        "an effect in doubt that was given up",
        [*SENT, left("send", "failed"), *SAVED],
        "end",
        "needs reconciliation",
    ),
    Case(
        "an item that a loop went on without",
        [entered("each"), item_failed("each", "find"), left("each"), *SAVED],
        "end",
        "done with exceptions",
    ),
    Case("error before anything", [], "error", "stopped before effect"),
    Case("error after filling", [*FILLED, entered("save")], "error", "stopped before effect"),
    Case("error after an effect", [*SAVED, entered("next")], "error", "failed"),
    Case(
        "error after an effect without criterion",
        [*SENT, acted("send"), unverified("send"), left("send"), entered("next")],
        "error",
        "failed",
    ),
    Case("error while in doubt", SENT, "error", "needs reconciliation"),
    Case(
        "failed after dispatch",
        [*SENT, act_failed("send", dispatched=True)],
        "error",
        "needs reconciliation",
    ),
    Case(
        "failed before dispatch",
        [*SENT, act_failed("send", dispatched=False)],
        "error",
        "stopped before effect",
    ),
    Case(
        "criterion of an effect missed",
        [*SENT, acted("send"), missed("send")],
        "error",
        "needs reconciliation",
    ),
    Case(
        "an effect that was done without the question before it",
        [*SENT_REPEATABLE, acted("find"), missed("find").model_copy(update={"ahead": True})],
        "error",
        "needs reconciliation",
    ),
    Case("effect never looked at", [*SENT, acted("send")], "error", "needs reconciliation"),
    Case(
        "doubt settled by looking",
        [*SENT, verified("send"), entered("next")],
        "error",
        "stopped before effect",
    ),
    Case(
        "what may be repeated is no doubt",
        [*SENT_REPEATABLE, act_failed("find", dispatched=True)],
        "error",
        "stopped before effect",
    ),
    Case(
        "an earlier effect and a missed one",
        [*SAVED, *SENT, acted("send"), missed("send")],
        "error",
        "needs reconciliation",
    ),
    Case("refused", [entered("save"), proposed("save"), judged("save", blocked=True)], "policy", "blocked"),
    Case("refused after an effect", [*SAVED, entered("x"), judged("x", blocked=True)], "policy", "blocked"),
    Case("stopped by a person", [*SAVED, entered("next")], "person", "cancelled"),
    Case("stopped before anything", [], "person", "cancelled"),
    Case("stopped while in doubt", SENT, "person", "needs reconciliation"),
    Case("a person must answer", [entered("save"), asked("save")], "waiting", "waiting"),
    Case("a person is asked about a doubt", [*SENT, asked("send")], "waiting", "waiting"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_outcome_follows_from_the_journal(case: Case) -> None:
    told = state(tell(started(), case.events))
    assert outcome_of(told, case.cause) == case.outcome


def test_every_word_has_its_case() -> None:
    assert {case.outcome for case in CASES} == set(get_args(Outcome))


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.cause == "error"], ids=lambda case: case.name
)
def test_a_killed_process_leaves_the_same_word(case: Case) -> None:
    assert outcome_so_far(state(tell(started(), case.events))) == case.outcome


def test_a_process_killed_while_it_waits_leaves_waiting() -> None:
    assert outcome_so_far(state(tell(started(), entered("save"), asked("save")))) == "waiting"


def test_the_journaled_outcome_is_the_outcome() -> None:
    assert outcome_so_far(state(tell(started(), SAVED, ended("blocked", "save")))) == "blocked"


BATCHES: list[tuple[list[Outcome], Outcome]] = [
    ([], "done"),
    (["done", "done"], "done"),
    (["done", "done, unverified"], "done, unverified"),
    (["blocked", "blocked"], "blocked"),
    (["done", "failed"], "done with exceptions"),
    (["done, unverified", "stopped before effect"], "done with exceptions"),
    (["done", "needs reconciliation", "failed"], "needs reconciliation"),
    (["done", "cancelled"], "cancelled"),
    (["done", "waiting", "failed"], "waiting"),
    (["blocked", "stopped before effect"], "failed"),
]


@pytest.mark.parametrize(("rows", "outcome"), BATCHES)
def test_the_outcome_of_a_table(rows: list[Outcome], outcome: Outcome) -> None:
    assert batch_outcome(rows) == outcome
    assert batch_outcome(rows[::-1]) == outcome


CODES: dict[Outcome, ExitCode] = {
    "done": ExitCode.DONE,
    "done, unverified": ExitCode.FAILED,
    "done with exceptions": ExitCode.FAILED,
    "stopped before effect": ExitCode.FAILED,
    "needs reconciliation": ExitCode.FAILED,
    "waiting": ExitCode.WAITING,
    "blocked": ExitCode.BLOCKED,
    "cancelled": ExitCode.STOPPED,
    "failed": ExitCode.FAILED,
}


@pytest.mark.parametrize("outcome", get_args(Outcome))
def test_exit_codes(outcome: Outcome) -> None:
    assert exit_code(outcome) == CODES[outcome]
    accepted = ExitCode.DONE if outcome == "done, unverified" else CODES[outcome]
    assert exit_code(outcome, accept_unverified=True) == accepted
