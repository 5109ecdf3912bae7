"""Typed values and filters in a real run: what arrives in the app, and what the journal keeps."""

from __future__ import annotations

from pathlib import Path

from handrail.journal.events.event import SessionStarted
from handrail.sessions.given.inputs import resolve_inputs
from tests.app import App, redirect
from tests.builders import Json, click, fill, open_page, sop
from tests.runtime.conftest import Runner

FORM = """<title>New</title><form method=post action=/save>
<label>Domain <input name=domain></label><label>Amount <input name=amount></label>
<label>Due <input name=due></label><label>Tags <input name=tags></label>
<label>Phone <input name=phone></label><label>Day <input name=day></label>
<label>Code <input name=code></label><button>Save</button></form>"""
SAVED = [{"kind": "text", "contains": "Saved"}]
DECLARED: dict[str, Json] = {
    "email": {},
    "amount": {"type": "number"},
    "due": {"type": "date"},
    "tags": {"type": "list"},
    "phone": {"required": False},
    "crm_token": {"secret": True},
}
FIELDS = {
    "Domain": "{{ email | regex('@(.+)$') | lower }}",
    "Amount": "{{ amount }}",
    "Due": "{{ due | days(+7) | date('%d %b %Y') }}",
    "Tags": "{{ tags | join(' + ') }} of {{ tags | length }}",
    "Phone": "{{ phone | default('none') }}",
    "Day": "{{ run.today }}",
    "Code": "{{ crm_token | upper }}",
}
GIVEN = {"email": "Ada@Example.COM", "amount": "12.50", "due": "2026-03-31", "tags": "seed, fintech"}


async def test_filtered_values_arrive_in_the_app_and_secrets_nowhere_else(
    run: Runner, tmp_path: Path
) -> None:
    with App({"/": FORM, "/save": lambda r: redirect("/done"), "/done": "<p>Saved</p>"}) as app:
        steps = [fill(label, value) for label, value in FIELDS.items()]
        save = click("Save", "once", done_when=SAVED)
        procedure = sop([open_page(app.url), *steps, save], [app.host], DECLARED)
        inputs = resolve_inputs(procedure, GIVEN, folder=tmp_path)
        summary = await run(procedure, inputs, {"crm_token": "tok-4711-abc"})
        form = next(request.form for request in app.received if request.method == "POST")
    assert summary.outcome == "done", summary.error
    started = next(event for event in run.events if isinstance(event, SessionStarted))
    assert form == {
        "domain": "example.com",
        "amount": "12.5",
        "due": "07 Apr 2026",
        "tags": "seed + fintech of 2",
        "phone": "none",
        "day": started.now[:10],
        "code": "TOK-4711-ABC",
    }
    assert started.inputs["amount"] == 12.5 and started.inputs["tags"] == ["seed", "fintech"]
    journal = "".join(event.model_dump_json() for event in run.events)
    assert "tok-4711" not in journal.lower() and "{{ secret:crm_token }}" in journal


async def test_a_filter_that_cannot_take_its_value_stops_before_anything_is_done(run: Runner) -> None:
    with App({"/": FORM}) as app:
        step = fill("Due", "{{ due | date('%d.%m.%Y') }}")
        procedure = sop([open_page(app.url), step], [app.host], {"due": {}})
        summary = await run(procedure, {"due": "03/04/2026"})
    assert summary.outcome == "stopped before effect"
    assert summary.error == "'03/04/2026' can mean two days, in the filter 'date' of 'due'."
    assert summary.suggestion is not None and "%d/%m/%Y" in summary.suggestion
