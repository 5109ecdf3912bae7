"""What a run learns is journaled once, as the SOP would write it."""

from __future__ import annotations

from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import SessionId
from handrail.journal.views.amendments import amendments_of
from handrail.runtime.walk.learning import Lessons
from handrail.runtime.walk.scribe import Scribe
from handrail.runtime.walk.values import Values
from handrail.sessions.service.place import Place
from handrail.sop.target import Target
from tests.builders import by_role, open_page, sop
from tests.journal.stories import started

SESSION = SessionId("20261121-081233-3f9a2c")


async def test_a_loop_that_heals_the_same_step_twice_proposes_it_once(place: Place) -> None:
    scribe = Scribe(JournalWriter(place.store, SESSION))
    scribe.write(started())
    document = sop([open_page("http://crm.test")], ["crm.test"], {"name": {}, "pin": {"secret": True}})
    values = Values(document, {"name": "Ana Ruiz"}, {"pin": "987654"})
    lessons = Lessons(scribe, values)
    old = Target.model_validate(by_role("button", "Edit {{ name }}, {{ pin }}"))
    found = Target.model_validate(by_role("button", "Change Ana Ruiz"))
    first = lessons.propose("edit", old, found, score=0.93, reasons=("the same row",), url="http://crm.test/")
    values.set("name", "Bo Lind")
    again = found.model_copy(update={"name": "Change Bo Lind", "locators": ()})
    second = lessons.propose("edit", old, again, score=0.9)
    again = Target.model_validate(by_role("button", "Change Bo Lind"))
    assert lessons.propose("edit", old, again, score=0.9) == first != second
    scribe.write()
    line, other = amendments_of(place.store)
    assert line.first.event.new == Target.model_validate(by_role("button", "Change {{ name }}"))
    assert (line.id, line.sop_id, other.id) == (first, "add-contact", second)
    assert "987654" not in line.first.event.model_dump_json()
