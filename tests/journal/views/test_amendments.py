"""The amendments of a home follow from its journals alone."""

from __future__ import annotations

from handrail.journal.chain.linking import check, link
from handrail.journal.chain.verification import named_files
from handrail.journal.events.event import (
    AmendmentDecided,
    AmendmentProposed,
    Artefact,
    Entry,
    Event,
    SessionId,
)
from handrail.journal.views.amendments import AmendmentLine, amendment_id, amendments
from handrail.journal.views.state import state
from handrail.journal.views.summary import summary
from handrail.sop.target import Target
from tests.journal.stories import SESSION, done, ended, started, tell

ONE, TWO = SessionId("20261121-081233-000001"), SessionId("20261121-081233-000002")
SOPS = {ONE: "add-contact", TWO: "add-contact", SESSION: "add-contact"}


def button(name: str, x: float = 0) -> Target:
    box = {"x": x, "y": 0, "width": 10, "height": 10}
    locators = [{"by": "role", "role": "button", "name": name}]
    return Target.model_validate({"role": "button", "name": name, "box": box, "locators": locators})


def proposed(session: SessionId, number: int = 1, new: str = "Store", x: float = 0) -> AmendmentProposed:
    return AmendmentProposed(
        kind="amendment_proposed",
        amendment=amendment_id(session, number),
        node="save",
        old=button("Save"),
        new=button(new, x),
        score=0.9,
    )


def decided(session: SessionId, decision: str, number: int = 1) -> AmendmentDecided:
    facts = {"amendment": amendment_id(session, number), "decision": decision, "by": "ana"}
    return AmendmentDecided.model_validate({"kind": "amendment_decided", **facts})


def lines(*told: tuple[SessionId, Event]) -> tuple[AmendmentLine, ...]:
    entries: list[Entry] = []
    for place, (session, event) in enumerate(told):
        entries.append(link(None, session, event, f"2026-11-21T08:12:{place:02}.000000Z"))
    return amendments(entries, SOPS)


def test_what_two_sessions_proposed_alike_is_one_amendment_decided_once() -> None:
    (line,) = lines((ONE, proposed(ONE)), (TWO, proposed(TWO, x=4)), (ONE, decided(ONE, "accept")))
    assert [proposal.session for proposal in line.proposals] == [ONE, TWO]
    assert (line.id, line.status) == (amendment_id(ONE, 1), "accepted")


def test_another_target_for_the_same_place_is_overtaken_by_the_accepted_one() -> None:
    found = lines((ONE, proposed(ONE)), (TWO, proposed(TWO, new="Keep")), (ONE, decided(ONE, "accept")))
    assert [line.status for line in found] == ["accepted", "overtaken"]


def test_a_rejected_one_stays_rejected_when_a_later_run_proposes_it_again() -> None:
    (line,) = lines((ONE, proposed(ONE)), (ONE, decided(ONE, "reject")), (TWO, proposed(TWO)))
    assert line.status == "rejected"


def test_an_accepted_one_that_is_proposed_again_is_open_again() -> None:
    found = lines((ONE, proposed(ONE)), (ONE, decided(ONE, "accept")), (TWO, proposed(TWO)))
    assert [line.status for line in found] == ["accepted", "open"]


def test_ids_are_short_and_differ() -> None:
    ids = {amendment_id(session, number) for session in (ONE, TWO) for number in range(500)}
    assert len(ids) == 1000
    assert {len(id) for id in ids} == {8}


def test_a_decision_after_the_end_changes_neither_outcome_nor_time() -> None:
    before = tell(started(), done("save", "once"), proposed(SESSION), ended("done"))
    late = link(before[-1], SESSION, decided(SESSION, "reject"), "2027-01-01T00:00:00.000000Z")
    after = (*before, late)
    assert summary(after) == summary(before)
    assert state(after).ended == state(before).ended
    assert check(after) == ()


def test_the_pictures_and_versions_of_amendments_are_files_of_the_journal() -> None:
    one, two, three = (Artefact("sha256:" + letter * 64) for letter in "abc")
    told = proposed(SESSION).model_copy(update={"pictures": (one,)})
    made = decided(SESSION, "accept").model_copy(update={"sop": two, "replaced": three})
    assert named_files(tell(told, made)) == (one, two, three)
