"""A day for a field that asks for it otherwise than when it was recorded."""

from __future__ import annotations

import pytest

from tests.app import App, redirect
from tests.builders import Json, click, open_page, sop, task
from tests.pace import quick
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


NATIVE = FORM.replace("placeholder=MM/DD/YYYY", "type=date")
CALENDAR = """<style>#c { position: absolute; top: 60px; z-index: 9 }
#g { display: grid; grid-template-columns: repeat(7, 2em) }</style>
<form method=post action=/keep><label>Due <input name=due readonly placeholder='Pick a date'></label>
<button>Save</button></form><div id=c hidden><span>April 2027</span><div id=g></div></div><script>
const due = document.forms[0].due;
due.onclick = () => { c.hidden = false; };
for (let day = 1; day <= 30; day += 1) {
  const one = g.appendChild(document.createElement('button'));
  one.textContent = day;
  one.onclick = () => { due.value = `${day} Apr 2027`; c.hidden = true; };
}</script>"""
TYPED: Json = FIELD | {"placeholder": "YYYY-MM-DD"}


@pytest.mark.parametrize(
    ("page", "was", "action", "kept"),
    [
        (NATIVE, FIELD, {"do": "pick_date", "date": "{{ due }}"}, "2027-04-24"),
        (CALENDAR, TYPED, {"do": "fill", "value": "{{ due }}"}, "24 Apr 2027"),
        (CALENDAR, TYPED | {"input_type": "date"}, {"do": "fill", "value": "{{ due }}"}, "24 Apr 2027"),
    ],
    ids=["browser's own", "calendar", "calendar for the browser's own"],
)
async def test_a_day_is_given_in_whatever_field_takes_it_by_now(
    run: Runner, page: str, was: Json, action: Json, kept: str
) -> None:
    with App({"/": page, "/keep": redirect("/")}) as app:
        held: Json = {"kind": "value", "equals": "{{ due }}"}
        give = task("give", action, target=was, done_when=[held])
        save = click("Save", "once", done_when=[{"kind": "response", "path": "/keep", "method": "POST"}])
        procedure = sop([open_page(app.url), give, save], [app.host], {"due": {}})
        summary = await run(procedure, {"due": "2027-04-24"}, settings=quick(find_seconds=0.5))
        assert (summary.outcome, summary.error, app.posts("/keep")) == ("done", None, [{"due": kept}])
        assert len(summary.found_otherwise) == 1


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
