"""A day for a field that asks for it otherwise than when it was recorded."""

from __future__ import annotations

from tests.app import App, redirect
from tests.builders import Json, click, open_page, sop, task
from tests.runtime.conftest import Runner

FORM = """<form method=post action=/keep><label>Due <input name=due placeholder=MM/DD/YYYY></label>
<button>Save</button></form>"""
FIELD: Json = {
    "tag": "input",
    "role": "textbox",
    "name": "Due",
    "label": "Due",
    "placeholder": "Pick a date",
    "input_type": "text",
    "locators": [{"by": "label", "text": "Due"}],
}


async def test_a_day_is_typed_where_its_field_had_a_calendar_and_says_by_now_how_it_is_typed(
    run: Runner,
) -> None:
    with App({"/": FORM, "/keep": redirect("/")}) as app:
        held: Json = {"kind": "value", "equals": "{{ due | date('%-d %b %Y') }}", "target": FIELD}
        pick = task("pick", {"do": "pick_date", "date": "{{ due }}"}, target=FIELD, done_when=[held])
        save = click("Save", "once", done_when=[{"kind": "response", "path": "/keep", "method": "POST"}])
        summary = await run(
            sop([open_page(app.url), pick, save], [app.host], {"due": {}}), {"due": "2027-04-24"}
        )
        assert (summary.outcome, summary.error, app.posts("/keep")) == ("done", None, [{"due": "04/24/2027"}])
