from __future__ import annotations

from handrail.journal.events.event import Event
from handrail.journal.views.state import InDoubt, UnverifiedVisit, state
from tests.journal.stories import (
    SESSION,
    act_failed,
    acted,
    answered,
    asked,
    done,
    ended,
    entered,
    intended,
    judged,
    left,
    missed,
    pictured,
    proposed,
    retried,
    started,
    tell,
    unverified,
    variable,
    verified,
)

PICTURE = started().sop


def test_nothing_is_known_of_an_empty_journal() -> None:
    empty = state(())
    assert (empty.session, empty.current, empty.ended) == (None, None, None)
    assert empty.status("anything") == "pending"


def test_a_session_that_went_through() -> None:
    told = state(tell(started(), done("open", "none"), done("save", "once"), ended("done")))
    assert told.session == SESSION
    assert {name: node.status for name, node in told.nodes.items()} == {"open": "done", "save": "done"}
    assert told.once_done == ("save",)
    assert (told.in_doubt, told.unsettled, told.unverified, told.open) == ((), (), (), ())
    assert told.left == left("save")
    assert told.ended == ended("done")


def test_where_the_walk_is_inside_a_group() -> None:
    told = state(tell(started(), entered("group"), done("open"), entered("save")))
    assert told.open == ("group", "save")
    assert (told.current, told.status("group"), told.status("save")) == ("save", "running", "running")


def test_a_group_is_done_when_it_is_left() -> None:
    told = state(tell(started(), entered("group"), done("open"), left("group")))
    assert (told.status("group"), told.current) == ("done", None)


def test_attempts_and_their_retry() -> None:
    told = state(
        tell(
            started(),
            [entered("save"), intended("save", "repeatable"), act_failed("save", dispatched=False)],
            [retried("save"), proposed("save", 2), judged("save", 2)],
        )
    )
    assert told.nodes["save"].attempts == 2
    assert told.in_doubt == ()


def test_an_intent_without_an_outcome_is_in_doubt() -> None:
    told = state(tell(started(), entered("save"), proposed("save"), judged("save"), intended("save")))
    assert told.in_doubt == (InDoubt("save", 1, 1, "once", "click “Save”"),)
    assert told.once_done == ()


def test_a_failure_after_dispatch_leaves_the_doubt() -> None:
    told = state(tell(started(), entered("save"), intended("save"), act_failed("save", dispatched=True)))
    assert [doubt.node for doubt in told.in_doubt] == ["save"]


def test_a_failure_before_dispatch_leaves_none() -> None:
    told = state(tell(started(), entered("save"), intended("save"), act_failed("save", dispatched=False)))
    assert told.in_doubt == ()


def test_an_action_settles_the_doubt_about_it() -> None:
    assert state(tell(started(), entered("save"), intended("save"), acted("save"))).in_doubt == ()


def test_looking_settles_the_doubt() -> None:
    told = state(tell(started(), entered("save"), intended("save"), entered("save"), verified("save")))
    assert told.in_doubt == ()
    assert told.status("save") == "done"


def test_the_doubt_about_one_round_of_a_loop_is_not_settled_by_the_next() -> None:
    told = state(tell(started(), entered("save"), intended("save"), done("save", "once", visit=2)))
    assert [(doubt.node, doubt.visit) for doubt in told.in_doubt] == [("save", 1)]


def test_what_may_be_repeated_is_in_doubt_only_where_the_walk_stands() -> None:
    begun: list[Event] = [started(), entered("fill"), intended("fill", "repeatable")]
    assert [doubt.effect for doubt in state(tell(begun)).in_doubt] == ["repeatable"]
    assert state(tell(begun, intended("fill", "repeatable", 2), acted("fill", 2))).in_doubt == ()
    assert state(tell(begun, entered("save"))).in_doubt == ()


def test_a_once_action_is_never_superseded_by_its_repetition() -> None:
    told = state(tell(started(), entered("save"), intended("save"), intended("save", attempt=2)))
    assert [doubt.attempt for doubt in told.in_doubt] == [1, 2]


def test_a_once_action_is_unsettled_until_its_criterion_is_seen() -> None:
    begun: list[Event] = [started(), entered("save"), intended("save"), acted("save")]
    assert state(tell(begun)).unsettled == ("save",)
    assert state(tell(begun, missed("save"))).unsettled == ("save",)
    assert state(tell(begun, verified("save"))).unsettled == ()
    assert state(tell(begun, unverified("save"))).unsettled == ()


def test_unverified_nodes_tell_why() -> None:
    told = state(tell(started(), entered("save"), intended("save"), acted("save"), unverified("save")))
    assert told.status("save") == "unverified"
    assert told.unverified == (
        UnverifiedVisit("save", "Step save", 1, "the step has no completion criterion"),
    )


def test_a_criterion_that_holds_at_the_second_attempt_counts() -> None:
    first: list[Event] = [
        entered("fill"),
        intended("fill", "repeatable"),
        acted("fill"),
        missed("fill"),
        retried("fill"),
    ]
    second: list[Event] = [intended("fill", "repeatable", 2), acted("fill", 2)]
    assert state(tell(started(), first, second)).unverified == ()
    told = state(tell(started(), first, second, verified("fill")))
    assert (told.status("fill"), told.unverified) == ("done", ())


def test_an_open_question_waits() -> None:
    begun: list[Event] = [started(), entered("save"), proposed("save"), asked("save")]
    told = state(tell(begun))
    assert told.status("save") == "waiting"
    assert told.questions == (asked("save"),)
    answer = state(tell(begun, answered("save")))
    assert (answer.status("save"), answer.questions) == ("running", ())
    other = state(tell(begun, answered("save", "r2")))
    assert other.questions == (asked("save"),)


def test_the_node_where_an_error_ended_the_session_failed() -> None:
    begun: list[Event] = [started(), entered("save"), proposed("save")]
    assert state(tell(begun, ended("failed", "save", "It broke."))).status("save") == "failed"
    assert state(tell(begun, ended("cancelled", "save"))).status("save") == "running"


def test_a_session_that_is_written_on_has_not_ended() -> None:
    told = state(tell(started(), entered("save"), ended("failed", "save"), entered("save")))
    assert told.ended is None
    assert told.status("save") == "running"


def test_a_late_picture_does_not_reopen_a_session() -> None:
    told = state(tell(started(), done("save"), ended("done"), pictured("save", PICTURE)))
    assert told.ended == ended("done")


def test_the_last_value_of_a_variable_counts() -> None:
    told = state(tell(started(), entered("read"), variable("read", "id", "1"), variable("read", "id", "2")))
    assert told.variables == {"id": "2"}
