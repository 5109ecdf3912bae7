"""Decisions that a model is asked for, in a real browser, with a model reached over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.approvals import Approval, ApprovalRequest
from handrail.errors import Unattended
from handrail.journal.events.event import Decided, ModelAnswered, ModelAsked
from handrail.sop.document import Sop
from tests.app import App
from tests.builders import Json, click
from tests.models.server import Fault, Heard
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.runtime.models import Serve
from tests.runtime.test_nodes import css, procedure
from tests.sweeping import some_of

QUICK = quick(find_seconds=0.7, verify_seconds=2, retries=0)
MAIL = """<title>Mail</title><h1>Re: your offer</h1><p id=text>Thank you, we would like to go ahead.</p>
<aside>Our number is 555.</aside><input type=password value=hunter22>"""


WANTS: Json = {
    "type": "decision",
    "id": "wants",
    "label": "Do they accept?",
    "question": "Does the sender accept the offer?",
    "outcomes": ["yes", "no"],
    "default": "no",
}


def deciding(app: App, **more: Any) -> Sop:
    node: Json = {**WANTS, **more}
    ask: Json = {"type": "human", "id": "accepted", "label": "Accepted", "request": "Accepted: go on."}
    edges = [("wants", "accepted", "yes"), ("wants", "end", "no"), ("accepted", "end")]
    variables: dict[str, Json] = {"pin": {"secret": True, "required": False}, "note": {}}
    return procedure(app, [node, ask], edges, variables)


def says(outcome: str, quote: str) -> Any:
    return lambda heard: {"outcome": outcome, "quote": quote, "reason": "it reads so"}


def agree(request: ApprovalRequest) -> Approval:
    return Approval(answer="answer", by="ada", text="")


def decided(run: Runner) -> Decided:
    (event,) = [event for event in run.events if isinstance(event, Decided)]
    return event


async def test_a_model_decides_with_a_quote_that_occurs(run: Runner, serve_model: Serve) -> None:
    with App({"/": MAIL}) as app, serve_model(says("yes", "we would like to GO ahead")) as model:
        summary = await run(deciding(app), settings=QUICK, answer=agree)
    assert (summary.outcome, summary.error) == ("done", None)
    event = decided(run)
    assert (event.outcome, event.by_default, event.quote) == ("yes", False, "we would like to GO ahead")
    assert run.kinds("wants")[-4:] == ["model_asked", "model_answered", "decided", "node_left"]
    assert (summary.model_calls, summary.model_tokens, summary.model_cost) == (1, 150, None)
    assert "Our number is 555." in model.heard[0].request
    assert model.heard[0].schema["properties"]["outcome"]["enum"] == ["yes", "no", "unsure"]


async def test_a_quote_that_does_not_occur_counts_as_unsure_and_a_person_is_asked(
    run: Runner, serve_model: Serve
) -> None:
    def choose(request: ApprovalRequest) -> Approval:
        if request.kind == "answer":
            return agree(request)
        return Approval(answer="choose", choice="1", by="ada")

    with App({"/": MAIL}) as app, serve_model(says("no", "we must decline")):
        summary = await run(deciding(app), settings=QUICK, answer=choose)
    assert summary.outcome == "done"
    event = decided(run)
    assert (event.outcome, event.by, event.quote) == ("yes", "ada", "")
    assert "does not occur: 'we must decline'" in event.why
    assert [choice.words for choice in run.asked[0].choices] == ["yes", "no"]


@pytest.mark.parametrize(
    "script",
    some_of(
        [says("unsure", ""), says("yes", ""), lambda heard: Fault(status=400), lambda heard: "yes!"], 0, 1
    ),
    ids=["unsure", "no quote", "refused", "prose"],
)
async def test_without_a_sure_answer_or_a_person_the_safe_default_is_taken_and_said(
    run: Runner, serve_model: Serve, script: Any
) -> None:
    def nobody(request: ApprovalRequest) -> Approval:
        raise Unattended("nobody is there")

    with App({"/": MAIL}) as app, serve_model(script):
        summary = await run(deciding(app), settings=QUICK, answer=nobody)
    assert summary.outcome == "done"
    event = decided(run)
    assert (event.outcome, event.by_default) == ("no", True)
    assert "nobody could be asked, so the safe default was taken" in event.why


async def test_a_person_who_is_asked_at_every_step_may_override(run: Runner, serve_model: Serve) -> None:
    def choose(request: ApprovalRequest) -> Approval:
        if request.kind == "choose":
            assert "we would like" in request.why
            return Approval(answer="choose", choice="2", by="ada")
        return Approval(answer="allow", by="ada")

    settings = QUICK.model_copy(update={"ask_every_step": True})
    with App({"/": MAIL}) as app, serve_model(says("yes", "we would like")):
        await run(deciding(app), settings=settings, answer=choose)
    assert (decided(run).outcome, decided(run).by) == ("no", "ada")


async def test_it_sees_what_the_sop_names_and_no_secret(run: Runner, serve_model: Serve) -> None:
    evidence = ["note", "pin", {"kind": "element", "target": css("aside")}, {"kind": "screenshot"}]
    with App({"/": MAIL}) as app, serve_model(says("yes", "number is 555")) as model:
        sop = deciding(app, evidence=evidence, question="Accepted by {{ note }} {{ pin }}?")
        await run(sop, {"note": "VIP"}, {"pin": "hunter22"}, settings=QUICK, answer=agree)
    heard: Heard = model.heard[0]
    assert heard.pictures == 1
    assert "VIP" in heard.request and "555" in heard.request
    assert "go ahead" not in heard.request and "hunter22" not in heard.request + heard.instructions
    assert decided(run).outcome == "yes"
    (asked,) = [event for event in run.events if isinstance(event, ModelAsked)]
    kept = run.place.artefacts.get(asked.text).decode()
    assert "hunter22" not in kept and "VIP" in kept


async def test_the_page_is_called_by_the_title_that_it_has_now(run: Runner, serve_model: Serve) -> None:
    pages = {"/": "<title>Inbox</title><a href=/mail>Open it</a>", "/mail": MAIL}
    with App(pages) as app, serve_model(says("yes", "go ahead")) as model:
        nodes = [click("Open it", role="link"), WANTS]
        edges = [("click-open-it", "wants"), ("wants", "end", "yes"), ("wants", "end", "no")]
        await run(procedure(app, nodes, edges), settings=QUICK)
    assert "text of the page 'Mail'" in model.heard[0].request


async def test_the_budget_of_the_home_stops_the_session(run: Runner, serve_model: Serve) -> None:
    (run.place.home / "models.toml").write_text("[budget]\ncalls = 0\n")
    with App({"/": MAIL}) as app, serve_model(says("yes", "go ahead")) as model:
        summary = await run(deciding(app), settings=QUICK, answer=agree)
    assert summary.outcome == "stopped before effect"
    assert summary.error is not None and "budget for models is spent" in summary.error
    assert model.heard == []


async def test_the_answer_is_a_part_of_the_journal_and_told_once(run: Runner, serve_model: Serve) -> None:
    """In a loop the same page gives the same answer without another call."""
    node: Json = {
        "type": "decision",
        "id": "wants",
        "label": "?",
        "question": "Does the sender accept?",
        "outcomes": ["yes", "no"],
        "default": "no",
    }
    loop: Json = {
        "type": "loop",
        "id": "each",
        "label": "Each",
        "over": "variable",
        "variable": "names",
        "bound": 3,
        "children": [node],
    }
    with App({"/": MAIL}) as app, serve_model(says("yes", "go ahead")) as model:
        sop = procedure(app, [loop], [("each", "end")], {"names": {"type": "list"}})
        summary = await run(sop, {"names": ["a", "b", "c"]}, settings=QUICK, answer=agree)
        assert (summary.outcome, summary.error) == ("done", None)
        assert len(model.heard) == 1
    answers = [event for event in run.events if isinstance(event, ModelAnswered)]
    assert [answer.recorded for answer in answers] == [False, True, True]
