"""`handrail amend` as people call it, on sessions that are over."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from handrail.cli.app import run
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.store import JournalStore, JournalWriter
from handrail.journal.events.driving import StepsProposed
from handrail.journal.events.event import AmendmentProposed, Event, SessionId
from handrail.journal.home import open_home
from handrail.journal.views.amendments import amendment_id
from handrail.private import alone
from handrail.sop.document import Sop
from handrail.sop.format import load, save, sop_bytes
from handrail.sop.node import Task
from handrail.sop.target import Target

from ..builders import by_role, click, open_page, sop
from ..journal.stories import done, ended, entered, started

SESSION = SessionId("20261121-081233-3f9a2c")
ID = amendment_id(SESSION, 1)
SAVE, STORE = (Target.model_validate(by_role("button", name)) for name in ("Save", "Store"))


class Desk:
    """A home with a session that ran `file`, and the command."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.file = folder / "add.sop.json"
        self.sop = sop([open_page("http://crm.test"), click("Save", "once")], ["crm.test"])
        save(self.file, self.sop)
        self.store: JournalStore
        self.artefacts: Artefacts
        self.store, self.artefacts = open_home(folder / "home")
        self.picture = self.artefacts.put(b"a picture", ".jpg")

    def told(self, *events: Event, session: SessionId = SESSION, **facts: object) -> None:
        ran = self.artefacts.put(sop_bytes(self.sop), ".sop.json")
        begun = started(sop=ran, sop_id="test", sop_path=str(self.file), **facts)
        JournalWriter(self.store, session).write(begun, *done("click-save", "once"), *events)

    def proposal(self, session: SessionId = SESSION, new: Target = STORE) -> AmendmentProposed:
        return AmendmentProposed(
            kind="amendment_proposed",
            amendment=amendment_id(session, 1),
            node="click-save",
            old=SAVE,
            new=new,
            reasons=("the same place in the form",),
            score=0.93,
            url="http://crm.test/new",
            pictures=(self.picture,),
        )

    def handrail(self, *arguments: str, expect: int = 0) -> str:
        code = run(arguments)
        said = self._capsys.readouterr()
        assert code == expect, said.err
        return said.out if code == 0 else said.err

    def document(self, *arguments: str) -> Any:
        return json.loads(self.handrail(*arguments, "--json"))


@pytest.fixture
def desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Desk]:
    monkeypatch.setenv("HANDRAIL_HOME", str(tmp_path / "home"))
    found = Desk(tmp_path, capsys)
    yield found
    found.store.close()


def test_an_empty_home_has_no_amendments(desk: Desk) -> None:
    assert desk.handrail("amend", "list") == ""
    assert desk.document("amend", "list") == []


def test_an_amendment_is_listed_and_shown_with_its_evidence(desk: Desk) -> None:
    desk.told(desk.proposal(), ended("done"))
    (line,) = desk.handrail("amend", "list").splitlines()
    assert line.split()[:4] == [ID, "open", "test:", "click-save"]
    assert line.endswith("the button 'Save' → the button 'Store'")
    shown = desk.handrail("amend", "show", ID[:4])
    for words in ("the same place in the form", "0.93", "http://crm.test/new", SESSION, str(desk.file)):
        assert words in shown
    assert str(desk.artefacts.path(desk.picture)) in shown
    document = desk.document("amend", "show", ID)
    assert (document["status"], document["file"]) == ("open", str(desk.file))
    assert document["new"]["name"] == "Store"


def test_steps_that_were_found_are_listed_shown_and_put_before_the_step(desk: Desk) -> None:
    steps = tuple(
        Task.model_validate({**click(name, id=f"way-{name.lower()}"), "label": f"Click '{name}'"})
        for name in ("Tools", "More")
    )
    desk.told(
        StepsProposed(
            kind="steps_proposed",
            amendment=ID,
            node="click-save",
            new=steps,
            reasons=("tried again from its beginning, it led there",),
            url="http://crm.test/tools",
        ),
        ended("done"),
    )
    (line,) = desk.handrail("amend", "list").splitlines()
    assert line.endswith("click-save  before it: 'Click 'Tools'', 'Click 'More''")
    shown = desk.handrail("amend", "show", ID)
    assert "1. Click 'Tools'" in shown and "2. Click 'More'" in shown and "it led there" in shown
    assert [one["label"] for one in desk.document("amend", "show", ID)["new"]] == [
        "Click 'Tools'",
        "Click 'More'",
    ]
    desk.handrail("amend", "accept", ID)
    amended = load(desk.file)
    assert [node.id for node in amended.nodes] == ["open", "way-tools", "way-more", "click-save", "end"]
    assert ("way-more", "click-save") in {(edge.source, edge.target) for edge in amended.edges}


def test_accepting_writes_the_next_version_keeps_the_old_one_and_proves_it(desk: Desk) -> None:
    desk.told(desk.proposal(), ended("done"))
    before = desk.file.read_bytes()
    document = desk.document("amend", "accept", ID, "--by", "ana", "--why", "renamed")
    assert (document["version_before"], document["version"]) == ("1", "2")
    amended = load(desk.file)
    assert amended.meta.version == "2"
    assert target(amended) == STORE
    assert Path(document["kept"]).read_bytes() == before
    assert "holds" in desk.handrail("session", "verify", SESSION)
    assert desk.handrail("amend", "list") == ""
    (line,) = desk.document("amend", "list", "--all")
    assert (line["status"], line["decided"]["by"], line["decided"]["why"]) == ("accepted", "ana", "renamed")
    (session,) = desk.document("session", "list")
    assert (session["outcome"], session["running"]) == ("done", False)
    assert "the button 'Save' → the button 'Store'" in desk.handrail("diff", document["kept"], str(desk.file))


def test_while_one_is_accepted_no_other_is(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.told(desk.proposal(), ended("done"))

    def held(path: Path, document: Sop) -> None:
        with (
            pytest.raises(OSError, match="another process"),
            alone(tmp_path / "home/amending.lock", seconds=0),
        ):
            pass
        save(path, document)

    monkeypatch.setattr("handrail.sessions.people.amending.save", held)
    desk.handrail("amend", "accept", ID)
    assert target(load(desk.file)) == STORE


def test_the_new_version_can_go_elsewhere(desk: Desk, tmp_path: Path) -> None:
    desk.told(desk.proposal(), ended("done"))
    before = desk.file.read_bytes()
    document = desk.document("amend", "accept", ID, "-o", str(tmp_path / "new.sop.json"))
    assert desk.file.read_bytes() == before
    assert document["kept"] is None
    assert target(load(tmp_path / "new.sop.json")) == STORE


def test_a_file_that_is_gone_needs_a_name_and_then_gets_the_version_that_was_run(
    desk: Desk, tmp_path: Path
) -> None:
    desk.told(desk.proposal(), ended("done"))
    desk.file.unlink()
    assert "is no longer there. Name a file with -o" in desk.handrail("amend", "accept", ID, expect=2)
    desk.handrail("amend", "accept", ID, "-o", str(tmp_path / "new.sop.json"))
    assert target(load(tmp_path / "new.sop.json")) == STORE


def test_a_step_that_was_changed_since_is_refused_and_nothing_is_written(desk: Desk) -> None:
    desk.told(desk.proposal(), ended("done"))
    steps = [open_page("http://crm.test"), {**click("Keep", "once"), "id": "click-save"}]
    save(desk.file, sop(steps, ["crm.test"]))
    before = desk.file.read_bytes()
    said = desk.handrail("amend", "accept", ID, expect=2)
    assert "'click-save' was changed since: its target is the button 'Keep' now" in said
    assert desk.file.read_bytes() == before
    assert desk.document("amend", "list")[0]["status"] == "open"


def test_a_target_out_of_which_values_were_erased_is_not_written(desk: Desk) -> None:
    desk.told(desk.proposal(new=STORE.model_copy(update={"name": "Store for [erased]"})), ended("done"))
    before = desk.file.read_bytes()
    assert "Values were erased from this amendment" in desk.handrail("amend", "accept", ID, expect=2)
    assert desk.file.read_bytes() == before


def test_a_file_that_holds_another_procedure_now_is_left_alone(desk: Desk) -> None:
    desk.told(desk.proposal(), ended("done"))
    other = sop([open_page("http://crm.test")], ["crm.test"], meta={"id": "other", "title": "Other"})
    save(desk.file, other)
    assert "the SOP 'other' now" in desk.handrail("amend", "accept", ID, expect=2)


def test_a_target_that_is_there_already_is_accepted_without_another_version(desk: Desk) -> None:
    desk.told(desk.proposal(), ended("done"))
    step = {**click("Store", "once"), "id": "click-save"}
    save(desk.file, sop([open_page("http://crm.test"), step], ["crm.test"]))
    assert desk.document("amend", "accept", ID)["version"] == "1"


def test_an_amendment_that_would_break_the_sop_is_refused(desk: Desk) -> None:
    undefined = Target.model_validate(by_role("button", "Store {{ nobody }}"))
    desk.told(desk.proposal(new=undefined), ended("done"))
    assert "nobody" in desk.handrail("amend", "accept", ID, expect=2)
    assert load(desk.file).meta.version == "1"


def test_a_rejection_needs_its_reason_and_is_kept(desk: Desk) -> None:
    desk.told(desk.proposal(), ended("done"))
    assert "--why" in desk.handrail("amend", "reject", ID, expect=2)
    assert "needs a reason" in desk.handrail("amend", "reject", ID, "--why", " ", expect=2)
    desk.handrail("amend", "reject", ID, "--why", "another button")
    assert load(desk.file).meta.version == "1"
    (line,) = desk.document("amend", "list", "--all")
    assert (line["status"], line["decided"]["why"]) == ("rejected", "another button")
    assert "was rejected by" in desk.handrail("amend", "accept", ID, expect=2)


def test_a_session_that_still_runs_is_not_written_to(desk: Desk) -> None:
    desk.told(entered("next"), desk.proposal(), machine=platform.node(), pid=os.getpid())
    assert "still runs" in desk.handrail("amend", "accept", ID, expect=2)


def test_an_unknown_id_is_said(desk: Desk) -> None:
    assert "no amendment 'zz'" in desk.handrail("amend", "show", "zz", expect=2)


def test_the_session_report_shows_what_was_proposed(desk: Desk, tmp_path: Path) -> None:
    desk.told(desk.proposal(), ended("done"))
    desk.handrail("session", "report", SESSION, "-o", str(tmp_path / "report.html"))
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Learned, and proposed as amendments" in report
    assert f"({ID}, open)" in report


def target(document: Sop) -> Target | None:
    (node,) = (node for node in document.nodes if node.type == "task" and node.id == "click-save")
    return node.target
