"""What a run says on the terminal while it goes on."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from handrail.cli.progress import Progress, tell_summary
from handrail.cli.running import tell_table
from handrail.journal.events.event import (
    AmendmentProposed,
    ItemFailed,
    NodeEntered,
    NodeLeft,
    SessionEnded,
    Settled,
    TurnBegun,
    VariableSet,
)
from handrail.journal.events.undo import UndoBegun
from handrail.journal.views.amendments import amendment_id
from handrail.journal.views.summary import summary
from handrail.sessions.tables.batch import BatchResult
from handrail.sop.target import Target
from tests.builders import by_role, click, each, sop
from tests.journal.stories import SESSION, done, ended, entered, started, tell


def test_what_is_read_and_each_turn_of_a_loop_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    field = {"name": "firm", "column": "Firm"}
    rows = {"locators": [{"by": "css", "css": "tr"}]}
    read = {
        "id": "read",
        "type": "extract",
        "label": "Read the firms",
        "into": "firms",
        "shape": "records",
        "each": rows,
        "fields": [field],
    }
    steps = [read, each("firms", "firm", click("Save"), label="For each firm")]
    progress = Progress(sop(steps, ["app.test"], {"firms": {"type": "list", "output": True}}))
    progress(NodeEntered(kind="node_entered", node="read", label="Read the firms"))
    both: list[JsonValue] = [{"firm": "Quist"}, {"firm": "Bergwerk"}]
    for value in (both, []):
        progress(VariableSet(kind="variable_set", node="read", name="firms", value=value))
    progress(TurnBegun(kind="turn_begun", node="each", number=2, of=5, item="Quist"))
    failed = "The button 'Save' is not on the page."
    progress(
        ItemFailed(kind="item_failed", node="each", number=2, item="Quist", at="save", error=failed, by="SOP")
    )
    said = [line.strip() for line in capsys.readouterr().err.splitlines()]
    assert said == [
        "= Read the firms: 2 records",
        "= Read the firms: nothing was found",
        "⟳ For each firm · 2 of 5: Quist",
        f"✗ went on without Quist: {failed}",
    ]


def test_a_head_that_is_too_long_is_seen_to_be_cut(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(sop([click("Save")], ["app.test"]))
    progress(started(inputs={"note": "long " * 50}))
    (head,) = capsys.readouterr().err.splitlines()
    assert len(head) == 160 and head.endswith("…")


def test_a_value_of_several_lines_stays_on_the_line_of_the_head(capsys: pytest.CaptureFixture[str]) -> None:
    Progress(sop([click("Save")], ["app.test"]))(started(inputs={"note": "one\ntwo"}))
    (head,) = capsys.readouterr().err.splitlines()
    assert head.endswith("note=one ⏎ two")


def test_what_mends_a_row_of_a_table_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        summary(tell(started(row=n), ended("failed", None, "No such option.", "Give 'A'."))) for n in (1, 2)
    ]
    tell_table(BatchResult("b", "failed", tuple(rows), (), None))
    said = capsys.readouterr().err
    assert (said.count("No such option."), said.count("Give 'A'.")) == (2, 1)


def test_what_could_not_be_undone_is_no_fault_of_the_step_that_was_undone_last(
    capsys: pytest.CaptureFixture[str],
) -> None:
    progress = Progress(sop([click("Save")], ["app.test"]))
    progress(UndoBegun(kind="undo_begun", after=1, by="ana"))
    progress(NodeEntered(kind="node_entered", node="undo-1", label="Undo: Fill 'Password'"))
    left = "What was done could not all be undone: Click 'Save'."
    progress(SessionEnded(kind="session_ended", outcome="needs reconciliation", error=left))
    assert capsys.readouterr().err.splitlines()[-1] == f"  ✗ {left}"


def test_that_it_was_undone_is_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(sop([click("Save")], ["app.test"]))
    progress(UndoBegun(kind="undo_begun", after=1, by="ana"))
    progress(
        SessionEnded(kind="session_ended", outcome="cancelled", node="click-save", error="It was undone.")
    )
    assert "✗" not in capsys.readouterr().err


def test_where_it_stopped_is_told_by_its_own_name(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(sop([each("firms", "firm", click("Save"), label="For each firm")], ["app.test"]))
    progress(NodeEntered(kind="node_entered", node="click-save", label="Save"))
    progress(SessionEnded(kind="session_ended", outcome="failed", node="each", error="Its bound is reached."))
    assert capsys.readouterr().err.strip() == "✗ For each firm: Its bound is reached."


def test_where_a_step_failed_is_told_with_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(sop([click("Open"), click("Save")], ["app.test"]))
    progress(NodeEntered(kind="node_entered", node="click-save", label="Click 'Save'"))
    progress(SessionEnded(kind="session_ended", outcome="failed", node="click-save", error="It is gone."))
    assert capsys.readouterr().err.strip() == "✗ 2. click-save: It is gone."


def test_a_step_that_was_settled_is_told_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    """It was entered by a process that is gone."""
    progress = Progress(sop([click("Save", "once")], ["app.test"]))
    progress(Settled(kind="settled", node="click-save", attempt=1, verdict="done", why="Ana says so"))
    progress(NodeLeft(kind="node_left", node="click-save", outcome="next", millis=0))
    told = capsys.readouterr().err
    assert "✓ 1. click-save " in told


def test_what_was_found_otherwise_is_told_with_the_outcome(capsys: pytest.CaptureFixture[str]) -> None:
    """It may be another field than was meant: whoever reads the end alone must see it."""
    save, store = (Target.model_validate(by_role("button", name)) for name in ("Save", "Store"))
    proposed = AmendmentProposed(
        kind="amendment_proposed",
        amendment=amendment_id(SESSION, 1),
        node="save",
        old=save,
        new=store,
        score=0.9,
    )
    entries = tell(started(), entered("save", "Save it"), *done("save"), proposed, ended("done"))
    told = summary(entries)
    assert [(one.label, one.element) for one in told.found_otherwise] == [("Save it", "the button 'Store'")]
    tell_summary(told)
    outcome, found, *_ = capsys.readouterr().err.splitlines()
    assert "1 found otherwise than recorded" in outcome
    assert found.strip() == "found otherwise: Save it, as the button 'Store'"
