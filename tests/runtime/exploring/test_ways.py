"""A way that was found is tried again without each of its steps, and proposed as the SOP would write it."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.journal.events.driving import StepsProposed
from handrail.journal.events.event import Acted, Event, Judged, Proposed
from handrail.runtime.walk.stopping import Call
from handrail.runtime.walk.way import WayStep, without_circles
from handrail.sop.action import Click
from handrail.sop.amending import apply, stands_there
from handrail.sop.document import Sop
from handrail.sop.validate import problems
from tests.app import App
from tests.builders import Json, by_role, click, fill, sop, task
from tests.models.server import Heard
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.runtime.models import Serve
from tests.runtime.oracle import acting, clicking

SETTINGS = quick(find_seconds=1, verify_seconds=1, retries=0, autonomy="explore")
QUICK = SETTINGS.model_copy(update={"autonomy": "candidates"})
FORM = """<title>Form</title><details><summary>More</summary>
<label>Remark <input name=remark></label></details>"""
PAGES: dict[str, Any] = {
    "/": "<title>Home</title><a href=/about>About</a> <a href=/tools>Tools</a>",
    "/about": "<title>About</title><a href=/>Home</a>",
    "/tools": FORM,
    "/people": "<title>People</title><form action=/found><input type=search name=q aria-label=Find>"
    "<button>Go</button></form>",
    "/found": lambda r: f"<title>Found</title><button type=button>Call {r.query.get('q')}</button>",
}


def remark(app: App) -> Sop:
    return sop([fill("Remark", "done")], [app.host], environment={"start": [{"url": app.url}]})


def proposed(run: Runner) -> StepsProposed:
    (event,) = [event for event in run.events if isinstance(event, StepsProposed)]
    return event


async def test_the_way_is_proposed_without_what_was_superfluous_and_then_needs_no_model(
    run: Runner, serve_model: Serve
) -> None:
    with App(PAGES) as app:
        procedure = remark(app)
        with serve_model(clicking("About", "Home", "Tools", "More")):
            summary = await run(procedure, settings=SETTINGS)
        assert (summary.outcome, summary.error) == ("done", None)
        event = proposed(run)
        assert (event.node, event.old) == ("fill-remark", ())
        assert [step.label for step in event.new] == ["Click the link 'Tools'", "Click the button 'More'"]
        assert "it led there" in event.reasons[-1]
        amended = apply(procedure, event.change)
        assert not [one for one in problems(amended) if one.severity == "error"]
        assert stands_there(amended, event.change) and not stands_there(procedure, event.change)
        again = await run(amended, settings=SETTINGS.model_copy(update={"autonomy": "candidates"}))
    assert (again.outcome, again.error, again.model_calls) == ("done", None, 0)


@pytest.mark.sweep
async def test_a_step_that_was_not_needed_is_dropped_after_it_was_tried_without_it(
    run: Runner, serve_model: Serve
) -> None:
    pages = {**PAGES, "/": PAGES["/"] + "<details><summary>Menu</summary><a href=/about>Us</a></details>"}
    with App(pages) as app, serve_model(clicking("Menu", "Tools", "More")):
        await run(remark(app), settings=SETTINGS)
    event = proposed(run)
    assert [step.label for step in event.new] == ["Click the link 'Tools'", "Click the button 'More'"]
    assert "1 of 3 steps were superfluous" in event.reasons


async def test_values_of_the_run_become_templates_in_the_way(run: Runner, serve_model: Serve) -> None:
    def choose(heard: Heard) -> tuple[str, str | None, str | None]:
        filled = "Fill 'Ada Byron'" in heard.request
        return ("click", "Go", None) if filled else ("fill", "Find", "Ada Byron")

    with App(PAGES) as app, serve_model(acting(choose)):
        step: Json = click("Call {{ name }}", id="call")
        document = sop(
            [step], [app.host], {"name": {}}, environment={"start": [{"url": f"{app.url}/people"}]}
        )
        summary = await run(document, {"name": "Ada Byron"}, settings=SETTINGS)
    assert summary.error is None
    event = proposed(run)
    assert "Ada" not in "".join(step.model_dump_json() for step in event.new)
    assert event.new[0].action.model_dump()["value"] == "{{ name }}"


async def test_an_exploration_that_a_person_ends_is_theirs_again_with_what_was_tried(
    run: Runner, serve_model: Serve
) -> None:
    def watch(event: Event) -> None:
        if isinstance(event, Acted):
            run.stop.call(Call(1, "give-up", "ada", "fill-remark"))

    run.on_event = watch
    with App(PAGES) as app, serve_model(clicking("About", "Home", "Tools", "More")) as model:
        summary = await run(remark(app), settings=SETTINGS)
    assert summary.outcome == "cancelled"
    (question,) = run.asked
    assert "ada ended the exploration" in question.why
    assert "Click link 'About': done" in question.why
    assert len(model.heard) == 1


def step(state: str) -> WayStep:
    return WayStep(state, Click(do="click"), None, "none", "", state)


@pytest.mark.parametrize(
    ("states", "kept"),
    [("abc", "abc"), ("abab", "ab"), ("abac", "ac"), ("abcb", "ab"), ("", ""), ("aab", "ab")],
)
def test_what_led_in_circles_is_no_part_of_the_way(states: str, kept: str) -> None:
    assert "".join(one.state for one in without_circles([step(s) for s in states])) == kept


# In the same session again, and for a node that explores


PEOPLE = ("Ada Byron", "Jon Smith")


def calling(app: App) -> Sop:
    """For each of the names: back to the page of people, and call them."""
    children = [
        task("back", {"do": "open", "url": f"{app.url}/people"}),
        click("Call {{ person }}", id="call", timeout=1),
    ]
    loop = {"id": "each", "type": "loop", "label": "Each", "over": "variable", "variable": "people",
            "item": "person", "bound": 9, "children": children}  # fmt: skip
    edges = [{"from": "back", "to": "call"}, {"from": "each", "to": "end"}]
    return sop([loop], [app.host], {"people": {"type": "list"}}, edges=edges)


def searching(heard: Heard) -> tuple[str, str | None, str | None]:
    name = next(one for one in PEOPLE if f"'Call {one}'" in heard.request)
    return ("click", "Go", None) if f"Fill '{name}'" in heard.request else ("fill", "Find", name)


async def test_a_way_that_was_found_is_gone_again_for_the_next_item_without_a_model(
    run: Runner, serve_model: Serve
) -> None:
    with App(PAGES) as app, serve_model(acting(searching)) as model:
        summary = await run(calling(app), {"people": list(PEOPLE)}, settings=SETTINGS)
        sought = [event.query.get("q") for event in app.received if event.path == "/found"]
    assert (summary.outcome.startswith("done"), summary.error) == (True, None)
    assert len(model.heard) == 2, "the second item asked for nothing"
    assert sought[:2] == ["Ada Byron", "Jon Smith"], "with its own value"
    again = [e for e in run.events if isinstance(e, Proposed) and "found before" in "".join(e.reasons)]
    assert [event.rung for event in again] == ["explore", "explore"]
    assert "step 2 of 2" in again[1].reasons[0]
    judged = {(e.node, e.attempt) for e in run.events if isinstance(e, Judged)}
    assert {(event.node, event.attempt) for event in again} <= judged
    assert "Ada" not in proposed(run).model_dump_json(include={"new"}), "and is proposed once, for everybody"


@pytest.mark.sweep
async def test_where_the_way_leads_nowhere_any_more_another_is_looked_for(
    run: Runner, serve_model: Serve
) -> None:
    visits = 0

    def people(request: Any) -> str:
        nonlocal visits
        visits += 1
        return (
            PAGES["/people"]
            if visits == 1
            else "<title>People</title><a href='/found?q=Jon Smith'>Others</a>"
        )

    def choose(heard: Heard) -> tuple[str, str | None, str | None]:
        return ("click", "Others", None) if "'Others'" in heard.request else searching(heard)

    with App({**PAGES, "/people": people}) as app, serve_model(acting(choose)) as model:
        summary = await run(calling(app), {"people": list(PEOPLE)}, settings=SETTINGS)
    assert summary.outcome.startswith("done")
    assert len(model.heard) == 3
    assert "it was step 1 of 2 of the way that was found before" in model.heard[-1].request


def looking(app: App, **more: Any) -> Sop:
    node: Json = {
        "type": "explore",
        "id": "find",
        "label": "Find the remark",
        "goal": "the field for a remark",
        "success": {"kind": "element", "state": "visible", "target": by_role("textbox", "Remark")},
        **more,
    }
    return sop([node, fill("Remark", "done")], [app.host], environment={"start": [{"url": app.url}]})


async def test_a_node_that_explored_offers_its_steps_in_its_place(run: Runner, serve_model: Serve) -> None:
    with App(PAGES) as app:
        procedure = looking(app)
        with serve_model(clicking("About", "Home", "Tools", "More")):
            summary = await run(procedure, settings=SETTINGS)
        assert (summary.outcome, summary.error) == ("done", None)
        event = proposed(run)
        assert [step.id for step in event.old] == ["find"]
        assert [step.label for step in event.new] == ["Click the link 'Tools'", "Click the button 'More'"]
        assert "it led there" in event.reasons[-1]
        amended = apply(procedure, event.change)
        assert [node.type for node in amended.nodes] == ["task", "task", "task", "end"]
        assert not [one for one in problems(amended) if one.severity == "error"]
        again = await run(amended, settings=QUICK)
    assert (again.outcome, again.error, again.model_calls) == ("done", None, 0)


async def test_steps_towards_what_is_no_matter_of_the_page_are_offered_as_they_were(
    run: Runner, serve_model: Serve
) -> None:
    seen = {"read": "no"}

    def tools(request: Any) -> str:
        seen["read"] = "yes"
        return FORM

    pages = {**PAGES, "/tools": tools, "/seen": lambda request: seen["read"]}
    with App(pages) as app, serve_model(clicking("About", "Home", "Tools", "More")):
        success = {"kind": "http", "url": f"{app.url}/seen", "contains": "yes"}
        await run(looking(app, success=success), settings=SETTINGS)
    found = next(e for e in run.events if isinstance(e, StepsProposed) and e.node == "find")
    assert "could not be tried again" in found.reasons[1]


NIGHT = """<title>Night</title><a href=#dark id=dark>Dark mode</a>
<button type=button role=tab id=tab>Activity</button><p id=panel></p>
<a href=#more><i class="fa fa-ellipsis-v" style="padding:9px"></i></a>
<div>Nickname</div><input name=nick><br>
<label>Remark <input name=remark></label><script>
const dark = document.getElementById('dark');
const hide = () => { if (localStorage.dark) dark.hidden = true };
dark.onclick = () => { localStorage.dark = 1; hide() };
document.getElementById('tab').onclick = () =>
  setTimeout(() => document.getElementById('panel').textContent = 'Nothing happened', 400);
hide();
</script>"""


async def test_what_comes_up_late_and_is_only_text_is_waited_for_and_a_switch_is_left_out(
    run: Runner, serve_model: Serve
) -> None:
    with App({"/": NIGHT}) as app, serve_model(clicking("Dark mode", "Activity")) as model:
        success = {"kind": "text", "contains": "Nothing happened"}
        summary = await run(looking(app, success=success), settings=SETTINGS)
    assert (summary.outcome, summary.error, len(model.heard)) == ("done", None, 2)
    assert (
        "textbox 'Nickname'" in model.heard[0].request and "link 'icon ellipsis v'" in model.heard[0].request
    )
    found = proposed(run)
    assert [step.label for step in found.new] == ["Click the tab 'Activity'"]
    assert "it led there" in found.reasons[-1]
