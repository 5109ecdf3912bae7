"""What happened before, as the gate needs to know it."""

from __future__ import annotations

from handrail.journal.fold import walk
from handrail.journal.places import Origin
from handrail.journal.undo import UndoBegun
from handrail.sessions.history import starters_of
from tests.journal.stories import ended, started, tell


def test_whoever_forked_a_session_or_wants_it_undone_has_started_it_as_well() -> None:
    """By four eyes none of them may allow what it does: an admin can fork the session of another."""
    begun = started(user="ana", origin=Origin(session="s0", entry=4, node="pay", by="boss"))
    assert starters_of(walk(tell(begun))) == ("ana", "boss")
    undoing = UndoBegun(kind="undo_begun", after=1, by="ben")
    assert starters_of(walk(tell(begun, ended("done"), undoing))) == ("ana", "boss", "ben")
