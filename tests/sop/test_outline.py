"""An SOP as numbered sentences."""

from __future__ import annotations

from typing import Any

from handrail.sop.document import Sop
from handrail.sop.outline import outline, render_text
from tests.builders import by_role, click, fill, open_page, sop
from tests.sop.rules.sound import sound


def test_a_straight_sop_reads_as_numbered_sentences() -> None:
    document = sop(
        [
            open_page("http://localhost:1", "/contacts/new"),
            {"type": "group", "id": "form", "label": "The form", "children": [fill("Email", "{{ email }}")]},
            click(
                "Save",
                "once",
                effect_reason="submits the form.",
                before=[{"kind": "value", "equals": "x", "target": by_role("textbox", "Name")}],
                done_when=[
                    {"kind": "text", "contains": "Contact saved"},
                    {"kind": "url", "path": "/contacts/*"},
                ],
            ),
        ],
        ["localhost:1"],
        {
            "email": {"example": "ada@example.com", "description": "Goes into 'Email'."},
            "pw": {"secret": True},
            "id": {"output": True, "type": "number"},
            "note": {"required": False, "default": "none"},
        },
        environment={"start": [{"url": "http://localhost:1/"}]},
        clarifications=[
            {"id": "q", "question": "Which list?", "node": "click-save", "required": True},
            {"id": "r", "question": "Answered?", "answer": "yes"},
        ],
        meta={"id": "x", "title": "Add a contact", "goal": "The contact is in the CRM."},
    )
    assert render_text(outline(document)) == _EXPECTED
    assert "2.1. [fill-email] " in render_text(outline(document), ids=True)


_EXPECTED = """\
Add a contact (version 1)
The contact is in the CRM.

Starts with:
  http://localhost:1/ in the tab 'main'

Domains:
  localhost:1

Variables:
  email: text, for example 'ada@example.com'. Goes into 'Email'.
  pw: secret text
  id: number, an output
  note: text, optional, default 'none'

Open questions:
  Which list? (step 3) It must be answered before a run.

Steps:
  1. Open http://localhost:1/contacts/new in the tab 'main'. Done when the address is /contacts/new.
  2. The form:
     2.1. Fill 'Email' with {{ email }}. Done when 'Email' holds {{ email }}.
  3. Click the button 'Save' (happens once: submits the form). Done when the page shows 'Contact saved' and \
the address is /contacts/*.
     Only when 'Name' holds 'x'.
  4. The end.
"""


def test_decisions_list_their_outcomes_and_jumps_are_told() -> None:
    document = sound()
    document["edges"][3]["to"] = "export"
    steps = {step.node: step for step in outline(Sop.model_validate(document)).steps}
    assert steps["more"].sentence == "Decide: More?"
    assert steps["more"].more == ("– yes: go on with step 7.", "– no: go on with step 8.")
    assert steps["is-new"].number == "3.1"
    assert steps["is-new"].more == (
        "– yes, when the page matches the pattern '^{{ person.name }}$': go on with step 3.2.",
        "– no, and when nothing else holds: nothing more is done here.",
    )
    assert steps["each"].sentence == "For each 'person' in {{ names }}, at most 5 times:"
    assert steps["each"].more == ("Then go on with step 5.",)
    assert steps["undo"].more[-1] == "When it fails, go on with step 8."


def test_every_kind_of_node_has_a_sentence() -> None:
    page = {"kind": "title", "contains": "x"}
    nodes: list[dict[str, Any]] = [
        {
            "type": "extract",
            "id": "rows",
            "label": "R",
            "into": "rows",
            "shape": "records",
            "fields": [{"name": "name", "target": by_role("cell", "Name")}],
            "each": by_role("row", "any"),
        },
        {
            "type": "generate",
            "id": "mail",
            "label": "M",
            "inputs": ["a"],
            "instructions": "Be kind",
            "into": "b",
        },
        {"type": "explore", "id": "look", "label": "L", "goal": "Find it.", "success": page},
        {"type": "human", "id": "ask", "label": "A", "request": "Sure?", "into": "c"},
        {"type": "group", "id": "all", "label": "Both", "atomic": True, "children": []},
        {
            "type": "loop",
            "id": "while",
            "label": "W",
            "over": "while",
            "condition": page,
            "bound": 3,
            "children": [],
        },
        {
            "type": "loop",
            "id": "each",
            "label": "E",
            "over": "rows",
            "variable": "all",
            "bound": 3,
            "children": [],
        },
    ]
    assert [step.sentence for step in outline(sop(nodes, ["x"])).steps] == [
        "Read 'name' of every element like the row 'any' into {{ rows }}.",
        "Write {{ b }} from {{ a }}: Be kind; a person sees it first.",
        "Find a way, in at most 15 steps: Find it. Done when the page's title contains 'x'.",
        "Ask a person: Sure? The answer goes into {{ c }}.",
        "Both, all or nothing:",
        "While the page's title contains 'x', at most 3 times:",
        "For each row of the table {{ all }}, as 'item', at most 3 times:",
        "The end.",
    ]


def test_secret_values_are_never_in_the_words() -> None:
    document = sop(
        [fill("Name", "x")], ["x"], {"pw": {"secret": True, "default": "hunter2", "example": "hunter2"}}
    )
    assert "hunter2" not in render_text(outline(document))
