"""Journals that are scrubbed as they are written: what stands in the chain, and what acting on it reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from handrail.errors import StoreError
from handrail.journal.chain.linking import check
from handrail.journal.chain.store import JournalStore, JournalWriter
from handrail.journal.events.event import (
    AmendmentId,
    AmendmentProposed,
    Event,
    RuleRemembered,
    Scrubbed,
    SessionId,
    VariableSet,
)
from handrail.journal.events.life import HandedOver
from handrail.journal.home import open_home
from handrail.journal.keeping.private import acting, acting_event, household_behind, shown, watching
from handrail.journal.views.state import state
from handrail.sop.target import Target
from tests.journal.stories import ended, started
from tests.journal.test_forgeries import remembering

SESSION = SessionId("20261121-081233-3f9a2c")
NAME, EMAIL = "Xandra Quillfeather", "xandra@mail.example.com"

Open = Callable[[str], JournalStore]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Opens a home with this configuration, anew each time as another process would."""
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")

    def open_(config: str) -> JournalStore:
        (tmp_path / "privacy.yaml").write_text(config)
        return open_home(tmp_path)[0]

    return open_


def write(store: JournalStore, *events: Event) -> None:
    JournalWriter(store, SESSION).write(*events)


def begun() -> Event:
    return started(inputs={"name": NAME, "email": EMAIL, "amount": "12.50"}, user="ana")


def test_the_chain_holds_pseudonyms_and_acting_reads_the_values(opened: Open) -> None:
    store = opened("keep: {journal: scrub}")
    write(store, begun(), VariableSet(kind="variable_set", node="n", name="note", value=f"met {NAME}"))
    chain = tuple(store.read(SESSION))
    assert not any("Quillfeather" in entry.body or EMAIL in entry.body for entry in chain)
    assert check(chain, store.head(SESSION)) == ()
    assert state(chain).variables == {"note": "met [PERSON-1]"}
    other = opened("keep: {journal: scrub}")
    first = state(acting(other, SESSION))
    assert first.started is not None and first.started.inputs["email"] == EMAIL
    assert first.variables == {"note": f"met {NAME}"} and first.started.user == "ana"


def test_a_remembered_rule_keeps_nobodys_name(opened: Open) -> None:
    store = opened("keep: {journal: scrub}")
    made = remembering()
    seen = {"name": f"Delete {NAME}", "values": (EMAIL,), "question": f"Delete {NAME}?"}
    rule = made.rule.model_copy(update=seen)
    write(store, begun(), made.model_copy(update={"rule": rule}))
    kept = next(entry for entry in store.read(SESSION) if entry.kind == "rule_remembered")
    assert "Quillfeather" not in kept.body and EMAIL not in kept.body
    assert isinstance(kept.event, RuleRemembered)
    assert (kept.event.rule.id, kept.event.rule.until) == (rule.id, rule.until)


def test_whose_session_it_is_now_stays_as_it_was_said(opened: Open) -> None:
    store = opened("keep: {journal: scrub}")
    write(store, begun(), HandedOver(kind="handed_over", to=EMAIL, by="ana", why=f"{NAME} is away"))
    kept = next(entry.event for entry in store.read(SESSION) if entry.kind == "handed_over")
    assert isinstance(kept, HandedOver)
    assert (kept.to, kept.why) == (EMAIL, "[PERSON-1] is away")


def test_the_end_tells_kinds_and_numbers_and_no_value(opened: Open) -> None:
    store = opened("keep: {journal: scrub}")
    write(store, begun(), ended("done"))
    told = next(entry.event for entry in store.read(SESSION) if entry.kind == "scrubbed")
    assert isinstance(told, Scrubbed)
    assert told.found == {"EMAIL": 1, "PERSON": 1} and "built-in" in told.provider


@pytest.mark.parametrize("keep", ["until_end", "memory"])
def test_values_that_are_not_kept_are_not_acted_on(opened: Open, keep: str) -> None:
    config = f"keep: {{journal: scrub}}\nvalues: {{keep: {keep}}}"
    store = opened(config)
    write(store, begun())
    assert state(acting(store, SESSION)).started is not None
    write(store, ended("done"))
    other = opened(config)
    with pytest.raises(StoreError, match="not kept any more"):
        tuple(acting(other, SESSION))
    assert "[PERSON-1]" in next(shown(other, SESSION)).body


def test_an_amendment_is_accepted_with_the_values_that_it_was_proposed_with(opened: Open) -> None:
    store = opened("keep: {journal: scrub}")
    write(store, begun())
    proposed = AmendmentProposed(
        kind="amendment_proposed",
        amendment=AmendmentId("a1"),
        node="open",
        old=Target(name="Open"),
        new=Target(name=f"Open {NAME}"),
        score=0.9,
    )
    write(store, proposed)
    kept = tuple(store.read(SESSION))[-1].event
    assert isinstance(kept, AmendmentProposed) and kept.new.name == "Open [PERSON-1]"
    assert acting_event(store, SESSION, kept) == proposed


def test_who_writes_down_what_happens_sees_it_as_the_journal_has_it(opened: Open) -> None:
    seen: list[Event] = []
    watch = watching(opened("keep: {journal: scrub}"), SESSION, seen.append)
    assert watch is not None
    watch(begun())
    assert NAME not in str(seen) and "[PERSON-1]" in str(seen)


def test_a_home_without_wishes_keeps_everything_as_it_was(opened: Open) -> None:
    store = opened("never: [Acme Berlin]")
    assert household_behind(store) is None
    write(store, begun())
    assert NAME in next(store.read(SESSION)).body
