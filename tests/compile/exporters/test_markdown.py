"""The procedure for people: numbered steps, what is needed, and pictures where they show something new."""

from __future__ import annotations

from handrail.compile.exporters import to_markdown
from handrail.sop.document import Sop
from tests.builders import Json, by_role, click, fill, open_page, sop


def procedure() -> Sop:
    saved = [{"kind": "text", "contains": "Saved *now*"}, {"kind": "response", "path": "/save"}]
    save: Json = click("Save", "once", effect_reason="sends the form", done_when=saved)
    group: Json = {
        "id": "enter",
        "type": "group",
        "label": "Enter the contact",
        "children": [fill("Name", "{{ name }}"), {**save, "risk": "It cannot be taken back."}],
    }
    decide: Json = {
        "id": "known",
        "type": "decision",
        "label": "Known?",
        "question": "Is it there?",
        "outcomes": ["yes", "no"],
        "default": "no",
        "check": {"yes": {"kind": "text", "contains": "1 contact"}},
    }
    ways = [
        {"from": "open", "to": "known"},
        {"from": "known", "to": "end", "when": "yes"},
        {"from": "known", "to": "enter", "when": "no"},
        {"from": "fill-name", "to": "click-save"},
        {"from": "enter", "to": "end"},
    ]
    variables: dict[str, Json] = {
        "name": {"description": "Of the contact.", "example": "Ana | Ruiz"},
        "pin": {"secret": True},
        "number": {"type": "number", "output": True, "description": "Its number."},
    }
    more: Json = {
        "clarifications": [{"id": "q", "question": "Which firm?", "required": True}],
        "environment": {"start": [{"url": "http://crm.test/"}], "sign_in": "crm"},
    }
    document = sop([open_page("http://crm.test"), decide, group], ["crm.test"], variables, edges=ways, **more)
    return document.model_copy(update={"meta": document.meta.model_copy(update={"owner": "sales_team"})})


def test_the_whole_procedure() -> None:
    pictures = {"open": "p/1.jpg", "fill-name": "p/2.jpg", "click-save": "p/2.jpg"}
    assert (
        to_markdown(procedure(), pictures).text
        == """\
# Test

Version 1 · owner: sales\\_team

## Before you begin

- Open http://crm.test/.
- Be signed in as 'crm'.

## Open questions

- Which firm? (must be answered first)

## What you need

| Name | Kind | What it is | Usually |
|---|---|---|---|
| `name` | text | Of the contact. | for example Ana \\| Ruiz |
| `pin` | secret |  | ask whoever keeps it |

## What you get

| Name | Kind | What it is |
|---|---|---|
| `number` | number | Its number. |

## Steps

1. Open http://crm.test/ in the tab 'main'.

   *Check:* the address is /.

   ![Step 1: open](<p/1.jpg>)

2. Decide: Is it there?

   - yes, when the page shows '1 contact': go on with step 4.

   - no, and when nothing else holds: go on with step 3.

3. Enter the contact:

   - **3.1** Fill 'Name' with `name`.

     ![Step 3.1: fill-name](<p/2.jpg>)

   - **3.2** Click the button 'Save'.

     **Do this once only**: sends the form.

     *Check:* the page shows 'Saved \\*now\\*'.

     *Risk:* It cannot be taken back.

4. The end.
"""
    )


def test_target_words_do_not_become_marks_of_the_page() -> None:
    odd = click("Save", target=by_role("button", "<b>Save_all_*now*</b> [x]"))
    text = to_markdown(sop([open_page("http://crm.test"), odd], ["crm.test"])).text
    assert "Click the button '\\<b\\>Save\\_all\\_\\*now\\*\\</b\\> \\[x\\]'." in text
