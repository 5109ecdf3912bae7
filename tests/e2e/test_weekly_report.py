"""The weekly report of the examples: written from the CRM's figures, seen by a person, and sent once."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from handrail.approvals import Approval, ApprovalRequest, CallbackApprover
from handrail.browser import LaunchedBrowser
from handrail.sessions.service.place import Place
from handrail.sop.format import load
from handrail.sop.readiness import blocking
from handrail.sop.validate import problems
from handrail_practice.serve import PracticeServer
from tests.runtime.models import Serve, serve_model

__all__ = ["serve_model"]

FOLDER = Path(__file__).parents[2] / "examples" / "weekly-report"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"weekly_{name}", FOLDER / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_procedure_holds_together() -> None:
    sop = load(FOLDER / "weekly-report.sop.json")
    assert [one for one in (*problems(sop), *blocking(sop)) if one.severity == "error"] == []


async def test_a_person_remarks_and_edits_and_what_they_accepted_is_what_was_sent(
    tmp_path: Path, place: Place, launched: LaunchedBrowser, serve_model: Serve
) -> None:
    prove, seen = example("prove"), list[ApprovalRequest]()

    def answer(request: ApprovalRequest) -> Approval:
        if request.kind != "review":
            return Approval(answer="allow", by="ana")
        seen.append(request)
        if len(seen) == 1:
            return Approval(answer="again", by="ana", why="Name three follow-ups only.")
        assert request.text is not None
        return Approval(answer="answer", by="ana", text=request.text + "\n\nSee you on Monday.")

    with PracticeServer(tmp_path / "apps") as server, serve_model(example("scripted").write) as model:
        before = prove.sent(server)
        summary = await prove.run(server, place, launched, CallbackApprover(answer))
        new = prove.sent(server)[: -len(before)]
    assert (summary.outcome, summary.error) == ("done", None)
    first, second = (request.text or "" for request in seen)
    assert (first.count("Sep 2026"), second.count("Sep 2026")) == (5, 3)
    assert "Contacts in the CRM: 128" in first and "PO-2026-002, 1299.50" in first
    assert any("PO-2026-002" in source for source in seen[0].sources) and not seen[0].doubts
    assert len(model.heard) == 2
    accepted = second + "\n\nSee you on Monday."
    assert new == [("partners@practice.test", f"Weekly report, {summary.outputs['today']}", accepted)]


@pytest.mark.parametrize(("remark", "lines"), [("", 5), ("asks for another: two will do", 2)])
def test_the_writer_by_rules_writes_only_what_it_is_given(remark: str, lines: int) -> None:
    from tests.models.server import Heard

    people = ",".join(f'{{"when": "{day} Sep 2026", "name": "N{day}", "firm": "F"}}' for day in range(1, 8))
    given = {"today": "2026-11-21", "contacts": "128", "orders": "[]", "follow_ups": f"[{people}]"}
    request = remark + "\n".join(
        f"<data-a what=\"the input '{name}'\">\n{text}\n</data-a>" for name, text in given.items()
    )
    written = example("scripted").write(Heard("", "", request, {}, {}))
    assert written["text"].count("Sep 2026") == lines and written["gaps"] == ["there are no orders"]
