"""What people call to a run while it goes on: skip, step by step, another branch, no more exploring."""

from __future__ import annotations

from handrail.approvals import Approval, ApprovalRequest
from handrail.journal.events.event import Decided, Event, NodeLeft
from handrail.runtime.walk.stopping import Call
from handrail.sop.document import Sop
from tests.app import App
from tests.builders import Json, click, fill, open_page, sop
from tests.models.server import Heard
from tests.runtime.conftest import QUICK, Runner
from tests.runtime.exploring.test_explorer import PAGES, exploring
from tests.runtime.models import Serve
from tests.runtime.oracle import clicking
from tests.runtime.test_nodes import decision, procedure
from tests.runtime.test_optional import SAVED, office, saving

PATIENT = QUICK.model_copy(update={"find_seconds": 60})


def when_entered(run: Runner, node: str, call: Call) -> None:
    """Call it as soon as the walk is at the node."""

    def heard(event: Event) -> None:
        if event.kind == "node_entered" and event.node == node:
            run.stop.call(call)

    run.on_event = heard


async def test_an_optional_step_is_skipped_while_its_element_is_looked_for(run: Runner) -> None:
    when_entered(run, "fill-fax", Call(1, "skip", "ana", "fill-fax", why="they have none"))
    with office() as app:
        steps = saving(app, fill("Fax", "1", optional=True), fill("Name", "Nora"))
        summary = await run(sop(steps, [app.host]), settings=PATIENT)
        assert app.posts("/save") == [{"name": "Nora"}]
    assert summary.outcome == "done with exceptions"
    assert summary.exceptions[0].error == "ana skipped this step: they have none"
    assert run.stop.pending == []


async def test_a_call_for_another_step_waits_until_the_walk_is_there(run: Runner) -> None:
    run.stop.call(Call(1, "skip", "ana", "fill-name"))
    with office() as app:
        steps = saving(app, fill("Name", "Nora", optional=True))
        summary = await run(sop(steps, [app.host]))
        assert app.posts("/save") == [{"name": ""}]
    left = {event.node: event.outcome for event in run.events if isinstance(event, NodeLeft)}
    assert left == {"open": "next", "fill-name": "failed", "click-save": "next"}
    assert summary.outcome == "done with exceptions"


def branching(app: App) -> Sop:
    check = {"yes": {"kind": "text", "contains": "New"}}
    nodes = [open_page(app.url), decision(check), fill("Name", "Nora")]
    ways = [
        ("open", "which"),
        ("which", "fill-name", "yes"),
        ("which", "end", "no"),
        ("fill-name", "end"),
    ]
    return procedure(app, nodes, ways)


async def test_a_person_takes_another_way_than_the_checks(run: Runner) -> None:
    run.stop.call(Call(1, "branch", "ana", "which", outcome="no", why="it is the old form"))
    with office() as app:
        summary = await run(branching(app))
    (decided,) = [event for event in run.events if isinstance(event, Decided)]
    assert (decided.outcome, decided.by, decided.why) == ("no", "ana", "it is the old form")
    assert "fill-name" not in [getattr(event, "node", "") for event in run.events]
    assert summary.outcome in ("done", "done, unverified")


async def test_who_goes_step_by_step_is_asked_for_actions_and_ways(run: Runner) -> None:
    when_entered(run, "open", Call(1, "step", "ana"))

    def answer(request: ApprovalRequest) -> Approval:
        if request.kind == "choose":
            return Approval(answer="choose", by="ana", choice=request.choices[0].id)
        return Approval(answer="allow", by="ana")

    with office() as app:
        await run(branching(app), answer=answer)
    assert [(request.kind, request.node) for request in run.asked] == [
        ("approve", "open"),
        ("choose", "which"),
        ("approve", "fill-name"),
    ]
    assert "The checks say 'yes'" in run.asked[1].why


async def test_stepping_ends_when_the_rest_is_allowed(run: Runner) -> None:
    run.stop.call(Call(1, "step", "ana"))
    with office() as app:
        steps = [open_page(app.url), fill("Name", "Nora"), click("Save", "once", done_when=SAVED)]
        await run(sop(steps, [app.host]), answer=lambda request: Approval(answer="allow_rest", by="ana"))
    assert [request.node for request in run.asked] == ["open"]
    assert run.stop.stepping is None


async def test_an_exploration_is_ended_by_a_person(run: Runner, serve_model: Serve) -> None:
    def endless(_: Heard) -> Json:
        run.stop.call(Call(1, "give-up", "ana", "find", why="it is on paper"))
        return {"move": "act", "action": "scroll", "element": None, "value": None, "reason": "looking"}

    with App(PAGES) as app, serve_model(endless):
        summary = await run(exploring(app), settings=QUICK)
    assert summary.outcome == "cancelled"
    (question,) = run.asked
    assert "ana ended the exploration: it is on paper" in question.why


async def test_an_exploration_is_ended_that_is_about_to_begin(run: Runner, serve_model: Serve) -> None:
    when_entered(run, "find", Call(1, "give-up", "ana", "find"))
    with App(PAGES) as app, serve_model(clicking("Contacts", "Ada Byron")) as model:
        await run(exploring(app), settings=QUICK)
    assert ([question.node for question in run.asked], model.heard) == (["find"], [])


async def test_who_ends_an_exploration_that_is_over_ends_nothing(run: Runner) -> None:
    run.stop.call(Call(1, "give-up", "ana", "fill-name"))
    with office() as app:
        steps = [open_page(app.url), fill("Name", "Nora"), click("Save", "once", done_when=SAVED)]
        assert (await run(sop(steps, [app.host]))).outcome == "done"
