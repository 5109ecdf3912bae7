"""What brought up a field, and is gone because the field is there at once by now; and the other way round."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.runtime.finding.there_at_once import brings_up
from handrail.runtime.finding.unfolding import openers
from handrail.sop.node import Task
from tests.app import App
from tests.builders import open_page, sop, task
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.targeting.elements import button, field, on_page, recorded_from

PLAIN: dict[str, Any] = {"near": {"heading": "Notes"}, "attributes": {"type": "button"}}
NOTE = recorded_from(field("Note"))
FACE: dict[str, Any] = {
    "tag": "span",
    "near": {"before": "Note"},
    "locators": [{"by": "css", "css": "p > b"}],
}


def opening(pressed: dict[str, Any], **more: Any) -> Task:
    there = {"kind": "element", "state": "visible", "target": NOTE.model_dump()}
    facts = {"type": "task", "id": "open", "label": "Open", "effect": "repeatable", "done_when": [there]}
    return Task.model_validate({**facts, "action": {"do": "click"}, "target": pressed, **more})


def filling(action: dict[str, Any]) -> Task:
    facts = {"type": "task", "id": "fill", "label": "Fill", "effect": "repeatable"}
    return Task.model_validate({**facts, "action": action, "target": NOTE.model_dump()})


@pytest.mark.parametrize(
    ("pressed", "more", "is_it"),
    [
        (recorded_from(button("Write a note", **PLAIN)).model_dump(), {}, True),
        (FACE, {}, True),
        (FACE | {"near": {"before": "Name"}}, {}, False),
        (recorded_from(button("Ember", **PLAIN)).model_dump(), {}, False),
        (recorded_from(button("Add note", **PLAIN)).model_dump(), {}, False),
        (recorded_from(button("Write a note", **PLAIN)).model_dump(), {"done_when": []}, False),
        (recorded_from(button("Write a note", **PLAIN)).model_dump(), {"effect": "once"}, False),
    ],
    ids=["says so", "holds it", "another field's", "a record", "adds one", "no criterion", "an effect"],
)
def test_only_what_is_there_for_the_field_alone_brings_it_up(pressed: Any, more: Any, is_it: bool) -> None:
    fill = {"do": "fill", "value": "Call back"}
    assert brings_up(opening(pressed, **more), filling(fill)) is is_it
    assert not brings_up(opening(pressed, **more), filling({"do": "click"}))


def test_a_field_may_be_behind_what_says_to_write_it() -> None:
    write, add = button("Write a note", **PLAIN), button("Add note", **PLAIN)
    assert [one.element.name for one in openers(NOTE, on_page(write, add))] == ["Write a note"]
    assert openers(NOTE, on_page(write, button("Edit note", **PLAIN))) == []
    in_row = {**PLAIN, "near": {"row": "Ember Active Write a note"}}
    assert openers(NOTE, on_page(button("Write a note", **in_row))) == []


async def test_a_field_that_is_there_at_once_needs_no_press(run: Runner) -> None:
    # In the order of the letters, and before the run ends.
    send = "const asked = new XMLHttpRequest(); asked.open('GET', '/kept?what=' + value, false); asked.send()"
    page = f'<h3>Notes</h3><label>Note <textarea oninput="{send}"></textarea></label>'
    field_now: dict[str, Any] = {"role": "textbox", "name": "Note", "label": "Note", "tag": "textarea"}
    field_now["locators"] = [{"by": "label", "text": "Note"}]
    write: dict[str, Any] = {"role": "button", "name": "Write a note", "tag": "button"}
    write["locators"] = [{"by": "role", "role": "button", "name": "Write a note"}]
    opens = task("unfold", {"do": "click"}, "repeatable", target=write)
    opens["done_when"] = [{"kind": "element", "state": "visible", "target": field_now}]
    fills = task("fill", {"do": "fill", "value": "Call"}, "repeatable", target=field_now)
    fills["done_when"] = [{"kind": "value", "equals": "Call"}]
    with App({"/": page, "/kept": "ok"}) as app:
        summary = await run(
            sop([open_page(app.url), opens, fills], [app.host]), settings=quick(find_seconds=0.3)
        )
        assert summary.outcome == "done", summary.error
        assert [one.query["what"] for one in app.received if one.path == "/kept"][-1] == "Call"
