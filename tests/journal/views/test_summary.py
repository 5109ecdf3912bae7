from __future__ import annotations

import json

from pydantic import JsonValue

from handrail.journal.events.event import Artefact, Event, SessionStarted, Taken, parse_event
from handrail.journal.views.summary import OnceEffect, UnverifiedNode, summary
from handrail.sop.document import Sop
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

PICTURES = (Artefact("sha256:" + "1" * 64), Artefact("sha256:" + "2" * 64))

RUN = tell(
    started(batch="b1", row=2, inputs={"name": "Ada"}),
    entered("group"),
    done("open", "none"),
    [entered("fill"), proposed("fill"), judged("fill"), intended("fill", "repeatable")],
    [act_failed("fill", dispatched=False), retried("fill"), proposed("fill", 2), intended("fill", "none", 2)],
    [acted("fill", 2), unverified("fill"), left("fill")],
    left("group"),
    [entered("save", "Save it"), proposed("save"), asked("save"), answered("save"), judged("save")],
    [pictured("save", PICTURES[0], "before"), intended("save"), acted("save")],
    [pictured("save", PICTURES[1]), variable("save", "id", "7"), variable("save", "note", "x")],
    [verified("save"), left("save"), entered("end", "Done"), left("end"), ended("done, unverified")],
)


def test_a_run_in_figures() -> None:
    told = summary(RUN)
    assert (told.outcome, told.interrupted) == ("done, unverified", False)
    assert (told.session, told.batch, told.row) == (SESSION, "b1", 2)
    assert (told.sop_id, told.sop_version, told.title) == ("add-contact", "3", "Add a contact")
    assert (told.steps, told.steps_done, told.retries) == (3, 2, 1)
    assert told.unverified == (
        UnverifiedNode(node="fill", label="Step fill", why="the step has no completion criterion"),
    )
    assert (told.approvals_asked, told.approvals_answered) == (1, 1)
    assert told.once_done == (OnceEffect(node="save", label="Save it", action="click “Save”"),)
    assert (told.in_doubt, told.stopped_at, told.error, told.suggestion) == ((), None, None, None)
    assert (told.rungs, told.model_calls) == ({"exact": 3}, 0)
    assert told.pictures == PICTURES
    assert told.elapsed_seconds == round((len(RUN) - 1) / 10, 3)


def test_the_time_in_the_queue_is_no_time_of_the_run() -> None:
    taken = Taken(kind="taken", user="ana", machine="desk", pid=7)
    told = summary(tell(started(), taken, done("save"), taken, ended("done")))
    assert (told.queued_seconds, told.elapsed_seconds) == (0.1, round((len(done("save")) + 1) / 10, 3))
    assert told.idle_seconds == 0.1
    assert summary(tell(started(pid=7), taken, ended("done"))).queued_seconds == 0


def test_the_time_until_it_was_taken_up_again_is_no_time_of_the_run() -> None:
    again = Taken(kind="taken", user="ana", machine="desk", pid=8)
    killed = summary(tell(started(pid=7), done("fill"), again, ended("done")))
    assert (killed.idle_seconds, killed.elapsed_seconds) == (0.1, round((len(done("fill")) + 1) / 10, 3))
    asks = summary(
        tell(started(pid=7), entered("fill"), asked("fill"), ended("waiting"), again, ended("done"))
    )
    assert (asks.idle_seconds, asks.waited_seconds) == (0.0, 0.3)


def test_a_clock_that_was_set_back_makes_no_time_less_than_none() -> None:
    first, *others = tell(started(), asked("fill"))
    late = "2026-11-21T06:00:00.000000Z"
    told = summary([first, *(other._replace(at=late) for other in others)])
    assert (told.elapsed_seconds, told.waited_seconds) == (0.0, 0.0)


def test_the_time_in_which_nobody_had_answered_is_told() -> None:
    one, other = asked("save", "one"), asked("save", "other")
    both: list[Event] = [entered("save"), one, other, answered("save", "one"), answered("save", "other")]
    still: list[Event] = [asked("save", "third"), ended("waiting")]
    assert summary(tell(started(), both, verified("save"))).waited_seconds == 0.3
    assert summary(tell(started(), both, still)).waited_seconds == 0.4


def test_outputs_are_what_the_sop_calls_so() -> None:
    sop = Sop.model_validate(
        {
            "meta": {"id": "add-contact", "title": "Add a contact"},
            "variables": {"id": {"output": True}, "note": {}},
            "nodes": [{"id": "end", "type": "end"}],
        }
    )
    assert summary(RUN).outputs == {"id": "7", "note": "x"}
    assert summary(RUN, sop).outputs == {"id": "7"}


def test_a_failure_tells_where_and_what_to_do() -> None:
    events: list[Event] = [
        entered("save", "Save it"),
        proposed("save"),
        intended("save"),
        acted("save"),
        missed("save"),
    ]
    told = summary(
        tell(started(), events, ended("needs reconciliation", "save", "It was not seen.", "Look in the app."))
    )
    assert (told.outcome, told.stopped_at) == ("needs reconciliation", "save")
    assert (told.error, told.suggestion) == ("It was not seen.", "Look in the app.")
    assert (told.steps, told.steps_done) == (1, 0)


def test_an_end_whose_page_is_opened_again_is_no_step() -> None:
    """As where a process was killed behind the last step: 1 of 2 steps were told to be verified."""
    again: list[Event] = [proposed("end", attempt=0), judged("end", attempt=0)]
    told = summary(tell(started(), done("save", "once"), again, ended("done")))
    assert (told.steps, told.steps_done) == (1, 1)


def test_a_killed_process_leaves_an_interrupted_session_with_its_doubt() -> None:
    told = summary(tell(started(), entered("save", "Save it"), proposed("save"), intended("save")))
    assert (told.outcome, told.interrupted, told.stopped_at) == ("needs reconciliation", True, "save")
    assert told.in_doubt == (OnceEffect(node="save", label="Save it", action="click “Save”"),)


def test_the_summary_of_nothing() -> None:
    told = summary(())
    assert (told.outcome, told.interrupted, told.steps, told.elapsed_seconds) == (
        "stopped before effect",
        True,
        0,
        0,
    )


def test_outputs_keep_their_types() -> None:
    mails: list[JsonValue] = [{"subject": "Deck", "read": True}]
    told = summary(
        tell(
            started(inputs={"amount": 12.5}),
            entered("read"),
            variable("read", "count", 3),
            variable("read", "mails", mails),
            left("read"),
            ended("done"),
        )
    )
    assert told.outputs == {"count": 3, "mails": mails}
    assert json.loads(told.model_dump_json())["outputs"] == {"count": 3, "mails": mails}


def test_a_journal_of_texts_alone_is_still_read() -> None:
    """As the first version wrote it: no moment of the start, and every value a text."""
    body = started(inputs={"amount": "12.50"}).model_dump(exclude={"now"})
    event = parse_event(json.dumps(body))
    assert isinstance(event, SessionStarted)
    assert (event.inputs, event.now) == ({"amount": "12.50"}, "")


def test_what_it_waits_for_is_told_until_it_is_answered_or_stopped() -> None:
    waits: list[Event] = [
        started(),
        entered("save"),
        asked("save", "r1"),
        answered("save", "r1"),
        asked("save", "r2"),
    ]
    told = summary(tell(*waits, ended("waiting")))
    assert [(one.request, one.node) for one in told.open_questions] == [("r2", "save")]
    assert all(one.question for one in told.open_questions)
    assert summary(tell(*waits, ended("cancelled"))).open_questions == ()
