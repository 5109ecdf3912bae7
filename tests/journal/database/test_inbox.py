from __future__ import annotations

from handrail.journal.database.connecting import Database
from handrail.journal.database.inbox import Inbox
from handrail.journal.events.event import SessionId

ONE, TWO = SessionId("one"), SessionId("two")


def test_messages_are_kept_until_somebody_acts_on_them(either: Database) -> None:
    inbox = Inbox(either)
    inbox.post(ONE, "pause", "ana")
    inbox.post(ONE, "stop", "ben", {"why": "Wrong input."})
    inbox.post(TWO, "stop", "ana")
    pause, stop = inbox.untaken(ONE, "pause", "stop")
    assert (pause.verb, pause.by, stop.body) == ("pause", "ana", {"why": "Wrong input."})
    inbox.take(pause)
    assert inbox.untaken(ONE, "pause", "stop") == (stop,)


def test_answers_stay_readable_until_the_session_is_over(either: Database) -> None:
    inbox = Inbox(either)
    inbox.post(ONE, "answer", "ana", {"request": "r1", "text": "Zoë"})
    inbox.take(*inbox.untaken(ONE, "answer"))
    assert [message.body["text"] for message in inbox.answers(ONE)] == ["Zoë"]
    inbox.forget(ONE)
    assert [message.body for message in inbox.answers(ONE)] == [{}]
    assert inbox.untaken(ONE, "answer", "pause") == ()
