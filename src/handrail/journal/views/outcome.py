"""The one rule that says in a word how a session, or a table of rows, ended; and its exit code."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

from handrail.errors import ExitCode
from handrail.journal.events.event import Outcome
from handrail.journal.views.state import SessionState

Cause = Literal["end", "error", "policy", "person", "waiting"]
"""Why a walk stopped: it reached an end, something failed, the gate refused, a person stopped it, or a
person must answer first."""

OVER: Final[frozenset[Outcome]] = frozenset({"done", "done, unverified", "done with exceptions"})
"""Outcomes after which nobody goes on with a session; from every other one it can be taken up again."""


def outcome_of(state: SessionState, cause: Cause) -> Outcome:
    """The outcome of a session in this state whose walk stopped for this cause.

    An effect that may have happened and was not seen to be right comes before every other word: somebody
    has to look.
    """
    if cause == "waiting":
        return "waiting"
    left = any(event.effect == "once" for event in state.not_undone)
    in_doubt = any(doubt.effect == "once" for doubt in state.in_doubt)
    if state.unsettled or in_doubt or state.undoing or left:
        return "needs reconciliation"
    if cause == "end":
        if state.exceptions:
            return "done with exceptions"
        return "done, unverified" if state.unverified else "done"
    if cause == "policy":
        return "blocked"
    if cause == "person":
        return "cancelled"
    return "failed" if state.once_done or state.undone else "stopped before effect"


def outcome_so_far(state: SessionState) -> Outcome:
    """The outcome that the journal tells; where it tells no end, that of a session killed just then."""
    if state.ended is not None:
        return state.ended.outcome
    return outcome_of(state, "waiting" if state.questions else "error")


def batch_outcome(outcomes: Collection[Outcome]) -> Outcome:
    """The outcome of a table of rows, by the rows that were begun; `done` for none."""
    kinds = set(outcomes)
    if len(kinds) == 1:
        return kinds.pop()
    if kinds <= {"done", "done, unverified"}:
        return "done, unverified" if kinds else "done"
    urgent: tuple[Outcome, ...] = ("needs reconciliation", "waiting", "cancelled")
    for outcome in urgent:
        if outcome in kinds:
            return outcome
    return (
        "done with exceptions" if kinds & {"done", "done, unverified", "done with exceptions"} else "failed"
    )


def exit_code(outcome: Outcome, *, accept_unverified: bool = False) -> ExitCode:
    """The process's exit code for an outcome; by policy, unverified nodes may pass as done."""
    match outcome:
        case "done":
            return ExitCode.DONE
        case "done, unverified":
            return ExitCode.DONE if accept_unverified else ExitCode.FAILED
        case "blocked":
            return ExitCode.BLOCKED
        case "waiting":
            return ExitCode.WAITING
        case "cancelled":
            return ExitCode.STOPPED
        case _:
            return ExitCode.FAILED
