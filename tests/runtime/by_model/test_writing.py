"""Texts that a model writes, in a real browser, with a model reached over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.approvals import Approval, ApprovalRequest
from handrail.errors import Unattended
from handrail.journal.events.event import TextWritten
from handrail.sop.document import Sop
from tests.app import App
from tests.builders import Json, fill, sop
from tests.models.server import Script
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.runtime.models import Serve

QUICK = quick(find_seconds=0.7, verify_seconds=2, retries=0)
PAGE = "<title>New</title><label>Text <textarea name=text></textarea></label>"
DEALS: Any = [{"name": "Ada Byron", "sum": 1200}, {"name": "Grace Hopper", "sum": 50.5}]
GOOD = "2 deals: Ada Byron (1,200) and Grace Hopper (50.5)."


def writing(app: App, **more: Any) -> Sop:
    node: Json = {
        "type": "generate",
        "id": "write",
        "label": "The report",
        "inputs": ["deals", "count", "region"],
        "instructions": "Name each of the deals with its sum.",
        "into": "report",
        **more,
    }
    variables: dict[str, Json] = {
        "deals": {"type": "list"},
        "count": {"type": "number"},
        "region": {"required": False},
        "report": {"output": True, "type": "record" if more.get("format") == "json" else "text"},
    }
    start: Json = {"start": [{"url": app.url}]}
    return sop([node, fill("Text", "{{ report }}")], [app.host], variables, environment=start)


INPUTS: Any = {"deals": DEALS, "count": 2, "region": ""}


def texts(*written: str, gaps: tuple[str, ...] = ()) -> Script:
    left = list(written)
    return lambda heard: {"text": left.pop(0) if len(left) > 1 else left[0], "gaps": list(gaps)}


def nobody(request: ApprovalRequest) -> Approval:
    raise Unattended("nobody is there")


def told(run: Runner) -> TextWritten:
    (event,) = [event for event in run.events if isinstance(event, TextWritten)]
    return event


async def test_a_text_whose_facts_occur_is_used_without_a_person_where_the_sop_says_so(
    run: Runner, serve_model: Serve
) -> None:
    with App({"/": PAGE}) as app, serve_model(texts(GOOD)) as model:
        summary = await run(writing(app, preview=False), INPUTS, settings=QUICK, answer=nobody)
    assert (summary.outcome, summary.error) == ("done", None)
    assert summary.outputs == {"report": GOOD}
    assert (told(run).doubts, told(run).gaps) == ((), ("no value for 'region'",))
    assert "(there is no value)" in model.heard[0].request


async def test_a_figure_that_occurs_nowhere_stops_for_a_person_all_the_same(
    run: Runner, serve_model: Serve
) -> None:
    with App({"/": PAGE}) as app, serve_model(texts("2 deals, worth 1,250.5 in all.")):
        summary = await run(writing(app, preview=False), INPUTS, settings=QUICK, answer=nobody)
    assert summary.outcome == "waiting"
    assert "report" not in summary.outputs


async def test_a_person_sees_text_sources_and_doubts_and_may_edit(run: Runner, serve_model: Serve) -> None:
    with App({"/": PAGE}) as app, serve_model(texts("3 deals, says Eve Smith.", gaps=("the region",))):
        summary = await run(
            writing(app),
            INPUTS,
            settings=QUICK,
            answer=lambda request: Approval(answer="answer", text="2 deals.", by="ada"),
        )
    assert summary.outcome == "done"
    assert summary.outputs == {"report": "2 deals."}
    (request,) = run.asked
    assert (request.kind, request.text, request.doubts) == (
        "review",
        "3 deals, says Eve Smith.",
        ("3", "Eve Smith"),
    )
    assert request.gaps == ("no value for 'region'", "the region")
    assert any("Grace Hopper" in source for source in request.sources)
    assert (told(run).by, told(run).edited) == ("ada", True)


async def test_it_is_written_again_with_a_remark(run: Runner, serve_model: Serve) -> None:
    answers = [
        Approval(answer="again", why="Shorter!", by="ada"),
        Approval(answer="allow", by="ada"),
    ]
    with App({"/": PAGE}) as app, serve_model(texts(GOOD, "2 deals.")) as model:
        summary = await run(writing(app), INPUTS, settings=QUICK, answer=lambda request: answers.pop(0))
        assert "asks for another: Shorter!" in model.heard[1].request and GOOD in model.heard[1].request
    assert summary.outputs == {"report": "2 deals."}


async def test_what_is_not_accepted_is_not_used(run: Runner, serve_model: Serve) -> None:
    with App({"/": PAGE}) as app, serve_model(texts(GOOD)):
        summary = await run(writing(app), INPUTS, settings=QUICK)
    assert summary.outcome == "cancelled" or summary.outcome == "stopped before effect"
    assert "report" not in summary.outputs


async def test_json_has_the_keys_and_types_that_were_asked_for(run: Runner, serve_model: Serve) -> None:
    keys = {"best": "text", "sum": "number"}
    script = texts('{"best": "Ada Byron"}', '{"best": "Ada Byron", "sum": "1,200.00", "more": 1}')
    with App({"/": PAGE}) as app, serve_model(script) as model:
        summary = await run(
            writing(app, format="json", keys=keys, preview=False),
            INPUTS,
            settings=QUICK,
            answer=lambda request: Approval(answer="allow", by="ada"),
        )
        assert "the key 'sum' is missing" in model.heard[1].request
    assert summary.outputs == {"report": {"best": "Ada Byron", "sum": 1200}}


@pytest.mark.parametrize("text", ["x" * 51, ""])
async def test_a_text_beyond_its_limits_is_no_text(run: Runner, serve_model: Serve, text: str) -> None:
    with App({"/": PAGE}) as app, serve_model(texts(text)):
        summary = await run(writing(app, max_characters=50), INPUTS, settings=QUICK)
    assert summary.outcome == "stopped before effect"
    assert summary.error is not None and "No text was written" in summary.error
