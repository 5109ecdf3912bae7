"""Reading by a model, in a real browser, with a model reached over HTTP."""

from __future__ import annotations

from typing import Any

from handrail.sop.document import Sop
from handrail.sop.validate import problems
from tests.app import App
from tests.builders import Json
from tests.models.server import Script
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.runtime.models import Serve
from tests.runtime.test_nodes import procedure

QUICK = quick(find_seconds=0.7, verify_seconds=2, retries=0)
MAIL = "<title>Mail</title><p>Dear all, we offer EUR 1,250.50 until 3 March 2026. Regards, Ada Byron</p>"
FIELDS: list[Json] = [
    {"name": "sum", "type": "number", "description": "what is offered"},
    {"name": "until", "type": "date"},
    {"name": "phone", "required": False},
]


def reading(app: App, **more: Any) -> Sop:
    node: Json = {
        "type": "extract",
        "id": "read",
        "label": "Read the offer",
        "by": "model",
        "shape": "record",
        "into": "offer",
        "fields": FIELDS,
        **more,
    }
    return procedure(app, [node], [("read", "end")], {"offer": {"type": "record", "output": True}})


def says(**fields: tuple[str | None, str]) -> Script:
    return lambda heard: {name: {"value": value, "quote": quote} for name, (value, quote) in fields.items()}


SUM = ("1,250.50", "we offer EUR 1,250.50")
DAY = ("3 March 2026", "until 3 March 2026")


async def test_values_are_quoted_and_typed_and_what_is_missing_is_null(
    run: Runner, serve_model: Serve
) -> None:
    with App({"/": MAIL}) as app, serve_model(says(sum=SUM, until=DAY, phone=(None, ""))) as model:
        assert [p for p in problems(reading(app)) if p.severity == "error"] == []
        summary = await run(reading(app), settings=QUICK)
    assert (summary.outcome, summary.error) == ("done", None)
    assert summary.outputs == {"offer": {"sum": 1250.5, "until": "2026-03-03", "phone": None}}
    assert '"sum" (number): what is offered' in model.heard[0].request


async def test_an_invented_value_is_not_taken(run: Runner, serve_model: Serve) -> None:
    with App({"/": MAIL}) as app, serve_model(says(sum=SUM, until=DAY, phone=("555", "Phone: 555"))):
        summary = await run(reading(app), settings=QUICK)
    assert summary.outputs["offer"]["phone"] is None  # type: ignore[index, call-overload]


async def test_a_quote_must_hold_the_value_and_occur(run: Runner, serve_model: Serve) -> None:
    for wrong in (("9,999.00", "we offer EUR 1,250.50"), ("9,999.00", "we offer EUR 9,999.00")):
        with App({"/": MAIL}) as app, serve_model(says(sum=wrong, until=DAY, phone=(None, ""))):
            summary = await run(reading(app), settings=QUICK)
        assert summary.outcome == "stopped before effect"
        assert "The field 'sum' could not be read" in str(summary.error)
