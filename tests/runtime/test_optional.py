"""What is declared optional may fail: the walk goes on, and the run says what it went on without."""

from __future__ import annotations

from handrail.journal.events.event import NodeLeft
from handrail.sop.document import Sop, Variable
from handrail.sop.node import Edge
from tests.app import App, redirect
from tests.builders import Json, click, each, fill, open_page, sop
from tests.runtime.conftest import Runner

FORM = """<title>New</title><h1>New</h1><form method=post action=/save><label>Name <input name=name></label>
<button>Save</button></form>"""
DONE = "<title>Saved</title><p>Saved</p><a href=/>Back</a>"
SAVED = [{"kind": "text", "contains": "Saved"}]


def office() -> App:
    return App({"/": FORM, "/save": lambda r: redirect("/done"), "/done": DONE})


def saving(app: App, *fields: Json) -> list[Json]:
    """Open the form, fill it, save it."""
    return [open_page(app.url), *fields, click("Save", "once", done_when=SAVED)]


def linked(procedure: Sop, *edges: tuple[str, str]) -> Sop:
    more = tuple(Edge.model_validate({"from": a, "to": b}) for a, b in edges)
    return procedure.model_copy(update={"edges": (*procedure.edges, *more)})


def group(id: str, *children: Json, **more: object) -> Json:
    return {"id": id, "type": "group", "label": id, "children": list(children), **more}


async def test_an_optional_step_may_fail_and_is_listed_with_its_reason(run: Runner) -> None:
    with office() as app:
        steps = saving(app, fill("Fax", "123", optional=True), fill("Name", "Nora"))
        summary = await run(sop(steps, [app.host]))
        assert app.posts("/save") == [{"name": "Nora"}]
    assert summary.outcome == "done with exceptions"
    (left_out,) = summary.exceptions
    assert left_out.node == "fill-fax"
    assert "'Fax'" in left_out.error and "not found" in left_out.error


async def test_nothing_is_opened_for_what_an_optional_step_may_miss(run: Runner) -> None:
    folded = (
        "<details ontoggle=\"fetch('/opened', {method: 'POST'})\"><summary>More options</summary>-</details>"
    )
    with office() as app:
        app.pages |= {"/": FORM.replace("<button>", folded + "<button>"), "/opened": "ok"}
        steps = saving(app, fill("Fax", "123", optional=True), fill("Name", "Nora"))
        assert (await run(sop(steps, [app.host]))).outcome == "done with exceptions"
        assert not app.posts("/opened")
        needed = saving(app, fill("Fax", "123"))
        assert (await run(sop(needed, [app.host]))).outcome == "stopped before effect"
        assert app.posts("/opened")


async def test_an_optional_step_that_can_be_done_is_done(run: Runner) -> None:
    with office() as app:
        steps = saving(app, fill("Name", "Nora", optional=True))
        summary = await run(sop(steps, [app.host]))
        assert app.posts("/save") == [{"name": "Nora"}]
    assert summary.outcome == "done"


async def test_what_fails_in_an_optional_group_ends_the_group_and_not_the_run(run: Runner) -> None:
    with office() as app:
        extras = group("extras", fill("Fax", "1"), fill("Name", "never", id="never"), optional=True)
        steps = saving(app, extras, fill("Name", "Nora"))
        summary = await run(linked(sop(steps, [app.host]), ("fill-fax", "never")))
        assert app.posts("/save") == [{"name": "Nora"}]
    assert summary.outcome == "done with exceptions"
    assert {one.node for one in summary.exceptions} == {"fill-fax", "extras"}
    assert all("not found" in one.error for one in summary.exceptions)
    lefts = [e.node for e in run.events if isinstance(e, NodeLeft) and e.outcome == "failed"]
    assert lefts == ["fill-fax", "extras"], "from the inside out"


async def test_an_optional_last_step_of_a_turn_leads_to_the_next_turn(run: Runner) -> None:
    with office() as app:
        loop = each("names", "one", *saving(app, fill("Name", "{{ one }}")), click("Print", optional=True))
        built = linked(
            sop([loop], [app.host]),
            ("open", "fill-name"),
            ("fill-name", "click-save"),
            ("click-save", "click-print"),
        )
        built = built.model_copy(update={"variables": {"names": Variable(type="list")}})
        summary = await run(built, {"names": ["Nora", "Ada"]})
        assert [form["name"] for form in app.posts("/save")] == ["Nora", "Ada"]
    assert summary.outcome == "done with exceptions"
    assert [one.node for one in summary.exceptions] == ["click-print", "click-print"]


async def test_an_optional_effect_that_is_in_doubt_still_needs_somebody_to_look(run: Runner) -> None:
    with App({"/": FORM, "/save": "<title>Hm</title><p>Hm</p>"}) as app:
        steps = [
            open_page(app.url),
            fill("Name", "Nora"),
            click("Save", "once", done_when=SAVED, optional=True),
        ]
        summary = await run(sop(steps, [app.host]))
        assert len(app.posts("/save")) == 1
    assert summary.outcome == "needs reconciliation"
